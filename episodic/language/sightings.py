"""Finds names nobody has told us of yet, by what stands beside them. Knows no store and does not count.

Each sighting has points: two make a name known at once, one needs another turn. A capital alone is one point at most,
only in the middle of a sentence, and none in German. Ordinary words are none, whatever stands beside them. A sentence's
first word has its capital anyway: as a bare subject it only speaks for a name that is seen elsewhere.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from episodic.language import acquaintance as known
from episodic.language import naming
from episodic.language.sentences import prose, split
from episodic.language.spellings import folded, key
from episodic.language.tokens import STOPWORDS
from episodic.language.tongues import tongue
from episodic.records import EntityKind

ENOUGH: Final = 2  # points that make a name known


_MARKS: Final = " \u00a0-*•#>\"“'(0123456789.)[]"  # before the first word of a sentence or an item
_OPENS: Final = re.compile(r"(?:[:.!?*|•>✅❌–—\u00a0]|[\s(]-|[\"“(])\s*$")  # noqa: RUF001
_NEAR: Final = 200  # characters on either side of a name that are looked at: a list of a thousand names is no sentence
_LONGEST: Final = 4  # words of a name; more are a heading
_BETWEEN: Final = frozenset({"van", "von", "de", "af", "da", "del", "di", "der", "den", "ten", "al", "la"})


class Sighting(NamedTuple):
    """A name as it is written, of what it seems to be, and how much that is worth."""

    name: str
    kind: EntityKind
    points: int
    opens: bool = False  # seen as the first word of a sentence only, doing what things do too


class Alias(NamedTuple):
    """Two names of one, as a text says in so many words, and of what that one seems to be."""

    name: str
    alias: str
    kind: EntityKind


# A word with one capital, "McKay" and "O'Neil", also of two parts; two or three of them, with "van" and "de" between.
_WORD: Final = r"(?:(?:Mc|Mac|O'|D')?[^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]+(?:-[^\W\d_a-zß-öø-ÿ][^\W\d_A-ZÀ-ÖØ-Þ]+)?)"
_NAME: Final = rf"{_WORD}(?:(?: (?:van|von|de|af|da|del|di|der|ten|al|bin))* {_WORD}){{0,4}}"
_CAPITALISED: Final = re.compile(rf"(?<![\w.@/#$'_-]){_NAME}(?![\w_@/(=]|\.\w|-\w)")
_CODE: Final = re.compile(r"`[^`\n]*`|https?://\S+|www\.\S+")
_NO_BREAK: Final = r"(?<![\w'])"

_OUR: Final = (
    r"(?:our|my|his|her|their|your|the|vår|vårt|våra|min|mitt|mina|hans|hennes|unsere?|meine?|nuestr[oa]s?|mis?|notre"
    r"|nos|mon|ma|mes|an?|en|eine?|un|une|una|[^\W\d_]+'s)"
)
_ROLE: Final = rf"(?:{known.ROLES}|{known.ROLES_SV}|{known.ROLES_DE}|{known.ROLES_ROMANCE})"
_ROLE_ENDS: Final = (
    r"(?=[.,;:!?)\n]|$| (?:at|for|from|of|in|on|and|who|till|på|för|från|och|som|bei|für|aus|und|de|del|en|y|que|chez"
    r"|à|et|qui|now|here|since)\b)"
)
_IS_ROLE: Final = re.compile(
    rf",? (?:is|was|'s|är|var|ist|war|es|est)?,? ?(?:also )?{_OUR} (?:[\w-]+ ){{0,2}}?{_ROLE}{_ROLE_ENDS}",
    re.IGNORECASE,
)
# "My manager is Omar", "Min chef heter Birgitta", "her dentist's name is Haruto", "our head of sales, Femi".
_IS_CALLED: Final = (
    r"(?:(?:'s name)?(?:'s| is| was)(?: called| named)?| är| heter| hette| ist| hei(?:ß|ss)t| es| se llama| est"
    r"| s'appelle)"
)
_ROLE_BEFORE: Final = re.compile(
    rf"{_NO_BREAK}(?:{_OUR} (?:[\w'-]+ ){{0,2}}?{_ROLE}s?(?: (?:of|de|för|für|på) [\w-]+)?|{known.ROLES_SV}e?n)"
    rf"(?:{_IS_CALLED}|,)? $",
    re.IGNORECASE,
)
# What is said of somebody behind the name, or that the name ends it.
_IS_SAID: Final = re.compile(
    r"\W*$|,? (?:(?:he|she)(?:'s| is| has)|(?:han|hon) är|is|was|has|är|har|var|ist|hat|es|tiene|est|a|works"
    r"|lives|runs|owns|teaches|jobbar|arbetar|bor|arbeitet|wohnt|trabaja|vive|travaille|habite) (?!\w+ing\b)"
)
_TITLED: Final = re.compile(
    r"(?:the|my|our|der|die|mein\w*|unser\w*|el|la|le|min|vår) (?:[\w-]+ ){1,3}(?:is|är|ist|es|est)"
    r" (?:Mr|Mrs|Ms|Dr|Prof|Frau|Herr|Fru|Señora?|Mme|Monsieur)\.? ",
    re.IGNORECASE,
)
_FIRM_BEFORE: Final = re.compile(
    rf"{_NO_BREAK}{_OUR} (?:[\w-]+ ){{0,2}}?{known.FIRM_ROLES}(?:{_IS_CALLED}|,)? $", re.IGNORECASE
)
_IS_FIRM: Final = re.compile(
    rf",? (?:is|are|was|är|ist|es|est),? {_OUR} (?:[\w-]+ ){{0,2}}?{known.FIRM_ROLES}{_ROLE_ENDS}", re.IGNORECASE
)
_WORKS_AT: Final = re.compile(
    rf"{_NO_BREAK}(?:(?:works?|worked|working|job|started|interned) (?:at|for)|jobbar (?:på|hos)|arbetar (?:på|hos)"
    r"|arbeitet bei|arbeite bei|trabaja en|travaille chez) $",
    re.IGNORECASE,
)
_CALLED: Final = re.compile(
    rf"{_NO_BREAK}(?:my name is|i am called|jag heter|mitt namn är|ich hei(?:ß|ss)e|mein name ist|me llamo|mi nombre es"
    r"|je m'appelle|mi chiamo|me chamo"
    r"|(?:his|her|their) name is|(?:he|she)(?:'s| is) (?:called|named)|(?:han|hon)(?: \w+){0,3} heter"
    r"|(?:er|sie) hei(?:ß|ss)t|(?:él|ella) se llama|(?:il|elle) s'appelle) $",
    re.IGNORECASE,
)
# "I'm Tamsin, and I run the shop": what is said of oneself with a capital, and nothing more, is a name or a people.
_I_AM: Final = re.compile(r"(?:^|[,.!] )(?:I'm|I am|Jag är|jag är) $")
_I_AM_ENDS: Final = re.compile(r"[.,!]|$| (?:and|from|at|here|och|från|på)\b")
_LIKE_A_STATE: Final = re.compile(r"\w+(?:ish|ese|ian|ican|ed|ing)")
_LIKE_A_TRADE: Final = re.compile(r"\w+(?:er|in|ist|ant|or)")
# "Ximena me dijo", "Yusra pinged me", "Gestern hat mich Friedhelm angerufen": who does it to us is somebody.
_TO_US: Final = r"(?:me|us|mig|oss|mir|mich|uns|nos|nous)"
_DOES_TO_US: Final = re.compile(
    rf" (?:(?!let |lets |gives )[\w]+ {_TO_US}\b|{_TO_US} \w+|m'(?:a|ont) \w+|does (?:the|our|my|all) )"
)
_WITH_ME: Final = re.compile(r" (?:and|och|und|y|et) (?:I|me|jag|ich|yo|moi)\b")
_SOMEWHERE: Final = re.compile(r"\b(?:in|at|near|på|i|vid|hos|bei|im|en|à|chez) $", re.IGNORECASE)
# "Tomas, he's 17": said right behind a name, it is of that one.
_HE_IS: Final = re.compile(r", (?:he|she)(?:'s| is)|, (?:han|hon) är|, (?:él|ella) (?:es|tiene)")
_TO_US_BEFORE: Final = re.compile(r"(?:mich|mir|uns|mig|oss) $")
_FEAST: Final = re.compile(r"'s? (?:Day|Eve|Night)\b")
_MACHINE_MAIL: Final = re.compile(r"(?:no-?reply|do-?not-?reply|.*\bbot\b|notifications?|alerts?)[\w.+-]*@")
_TITLE: Final = re.compile(
    rf"{_NO_BREAK}(?:Mr|Mrs|Ms|Miss|Dr|Prof|Frau|Herrn?|Fru|Señora?|Mme|Madame|Monsieur"
    r"|(?i:uncle|aunt(?:ie)?|grandma|grandpa|tante|onkel|moster|faster|morbror|farbror|mormor|farmor|tía|tío))\.? $"
)
_GREETS: Final = re.compile(
    r"(?:^|[\n(\"“])\s*(?:hi|hello|hey|dear|thanks|thank you|hej|hejsan|tack|hallo|lieber?|danke|hola|querid[oa]"
    r"|gracias|bonjour|salut|merci|cher|chère),? $",
    re.IGNORECASE,
)
_PROJECT_AFTER: Final = re.compile(
    r" (?:project|repo|repository|rollout|launch|workstream|app|projekt(?:et)?|proyecto|initiative)(?![\w-])",
    re.IGNORECASE,
)
_THE: Final = re.compile(rf"{_NO_BREAK}(?:the|this|{_OUR}|le|la|el|das|det|in) $", re.IGNORECASE)
_PROJECT_BEFORE: Final = re.compile(
    rf"{_NO_BREAK}(?:project|projekt(?:et)?|projet|proyecto|codenamed?|repo(?:sitory)?)(?: (?:is )?called)? [`\"“]?$",
    re.IGNORECASE,
)
_TAKES_UP: Final = re.compile(
    rf"{_NO_BREAK}(?:(?:we|i|they) (?:now |already |still |mostly |all )?use|switch(?:ed|ing)? to|migrat(?:e|ed|ing) to"
    r"|written in|rewrit(?:e|ten) in|built (?:with|on)|vi använder|bytte till|wir (?:nutzen|verwenden)|usamos"
    r"|on utilise|nous utilisons) $",
    re.IGNORECASE,
)
_INSTALLS: Final = re.compile(
    r"(?<![\w-])(?:(?:uv )?pip3? install|npm (?:install|i)|yarn add|pnpm add|cargo (?:add|install)|uv add|go get"
    r"|brew install|apt(?:-get)? install|gem install|poetry add|dotnet add package|conda install)"
    r"((?: +(?:-{1,2}\S+|@?[a-zA-Z][\w./@-]*))+)"
)
_LOWER_PROJECT: Final = re.compile(
    r"(?<![\w-])(?:the|our|in|vår|unser|el|le) `?([a-z][a-z0-9]+(?:[-_][a-z0-9]+)+)`?"
    r" (?:project|repo|repository|projekt(?:et)?)\b"
)
_FILE: Final = re.compile(
    rf"(?<![\w/\\.~@:-])(?:~|\.{{1,2}})?/?(?:[\w.@+-]+/)*[\w@+-][\w.@+-]*\.(?:{'|'.join(known.FILE_ENDINGS)})(?![\w/(])"
)
_MAIL: Final = re.compile(rf"({_NAME})\s*<([\w.+-]+@[\w-]+(?:\.[\w-]+)+)>")
_ZH: Final = re.compile(
    rf"(?:^|(?<=[，。！？、；：“\s请让给跟和与问找天才是]))([{known.SURNAMES_ZH}][\u4e00-\u9fff]{{1,2}}?)"  # noqa: RUF001
    r"(?=(说|告诉|认为|觉得|提到|负责|是我们的|是我的))"
)
_ZH_CALLED: Final = re.compile(rf"我(?:叫|的名字是)([{known.SURNAMES_ZH}][\u4e00-\u9fff]{{1,2}})(?![\u4e00-\u9fff])")
_JA: Final = re.compile(
    r"((?:[\u4e00-\u9fff々]{2,4})|(?:[\u30a1-\u30faー]{2,8}))(?:さん|くん|ちゃん|氏(?![\u4e00-\u9fff]))"
)
_KO: Final = re.compile(rf"(?<![\uac00-\ud7a3])([{known.SURNAMES_KO}][\uac00-\ud7a3]{{2}}) ?(?:씨|님)")


def sightings(text: str, *, by_user: bool = True, said: Collection[str] = ()) -> list[Sighting]:
    """Return what a text may make known, the best of each name; `by_user` are the user's own words.

    Models write headings with capitals, so a capital of theirs counts only for the names in `said`, by their keys.
    """
    whole = folded(text)
    best: dict[str, Sighting] = {}
    for seen in (*_files(whole, by_user=by_user), *_packages(whole), *_in_prose(whole)):
        name = key(seen.name)
        if not by_user and (seen.kind == "thing" or seen.opens) and name not in said:
            continue
        if name and (name not in best or _weight(seen) > _weight(best[name])):
            best[name] = seen
    return list(best.values())


def _weight(seen: Sighting) -> tuple[bool, int, bool]:
    return not seen.opens, seen.points, seen.kind != "thing"


def aliases(text: str) -> list[Alias]:
    """Return which two names a text says are one; the fuller of them first."""
    found: list[Alias] = []
    for sentence in _sentences(folded(text)):
        for match in _CAPITALISED.finditer(sentence):
            words, _ = _without_lead(sentence, match)
            if _may_name(words) or (len(words) == 1 and words[0].casefold() in naming.ALSO_WORDS):
                found.extend(_called(" ".join(words), sentence[match.end() :]))
        found.extend(Alias(name, mail.casefold(), "person") for name, mail in _mails(sentence))
    return list(dict.fromkeys(found))


def in_lower_case(name: str, text: str) -> int:
    """Count how often a text has a name's first word without a capital, as it would have a word."""
    first = re.escape(name.split(maxsplit=1)[0])
    return len(re.findall(rf"(?<![\w'-]){first.lower()}(?![\w'-])", folded(text)))


def introduces(sentence: str) -> bool:
    """Tell whether a sentence says who somebody is: "My partner Sofie is 41", "the second client is Herr Brückner"."""
    whole = folded(sentence)
    for match in _CAPITALISED.finditer(whole):
        words, start = _without_lead(whole, match)
        before, after = whole[:start], whole[match.end() :]
        named = _ROLE_BEFORE.match(before) or _among_those(before)
        if named and _may_name(words) and not _may_be_no_name(words[0], before) and _IS_SAID.match(after):
            return True
        if _TITLED.fullmatch(before):
            return True
    return False


def kind_of(name: str) -> EntityKind:
    """Guess what a name that a model lists is of, by its looks."""
    plain = folded(name).strip()
    if _FILE.fullmatch(plain) and plain.casefold() not in known.TOOLS:
        return "file"
    if plain.casefold() in known.TOOLS or plain.casefold() in _TOOL_WORDS:
        return "tool"
    if plain.split()[-1:] and plain.split()[-1] in known.FIRM_ENDINGS:
        return "organisation"
    return "thing"


_TOOL_WORDS: Final = frozenset({"c++", "c#", "f#", ".net", "python", "rust", "go"})


def _sentences(text: str) -> Iterator[str]:
    for run in prose(text):
        yield from (_CODE.sub(lambda match: " " + "\u00a0" * (len(match[0]) - 1), one) for one in split(run))


def _mails(text: str) -> list[tuple[str, str]]:
    """Return the people whose addresses a text gives; programs and mailboxes have some too."""
    return [
        (name, mail)
        for name, mail in _MAIL.findall(text)
        if known.NOBODY.isdisjoint(name.casefold().split()) and not _MACHINE_MAIL.match(mail.casefold())
    ]


def _in_prose(text: str) -> Iterator[Sighting]:
    sentences = [*_sentences(text)]
    for sentence, following in zip(sentences, [*sentences[1:], ""], strict=False):
        german = tongue(sentence) == "de"
        for match in _CAPITALISED.finditer(sentence):
            yield from _capitalised(sentence, match, following, german=german)
        for word in re.findall(r"[\w.+-]*\w", sentence):
            if word.casefold() in known.TOOLS:
                yield Sighting(word, "tool", ENOUGH)
        yield from _by_script(sentence)
    for match in _LOWER_PROJECT.finditer(text):
        yield Sighting(match[1], "project", ENOUGH)
    yield from (Sighting(name, "person", ENOUGH) for name, _ in _mails(text))


def _capitalised(sentence: str, match: re.Match[str], following: str, *, german: bool) -> Iterator[Sighting]:
    """Yield what a capitalised run is, by what stands around it and begins the sentence after."""
    words, start = _without_lead(sentence, match)
    name, before, after = " ".join(words), _before(sentence, start), sentence[match.end() :][:_NEAR]
    if len(words) == 1 and _TAKES_UP.search(before) and name.casefold() not in known.CAPITALISED:
        yield Sighting(name, "tool", ENOUGH)  # also where it is a word: "we use Notion"
    if not _may_name(words) or _FEAST.match(after):
        if len(words) == 1 and name.casefold() in naming.ALSO_WORDS and _sure(words, before, after) == "person":
            yield Sighting(name, "person", ENOUGH)  # "Will is our designer"
        return
    opens = not before.strip(_MARKS) or bool(_OPENS.search(before))
    if sure := _sure(words, before, after):
        doubtful = sure == "person" and len(words) == 1 and _may_be_no_name(name, before)
        yield Sighting(name, sure, 1 if doubtful else ENOUGH)
        return
    kind, points = _likely(before, after, opens=opens)
    if kind == "thing" and _is_somebody(before, after, following, german=german):
        kind, points = "person", points + 1
    if points and not (german and kind == "thing"):
        yield Sighting(name, kind, min(points, 1) if german or opens else points)
    elif opens and not german and _is_subject(after):
        yield Sighting(name, "thing", 1, opens=True)


def _may_be_no_name(name: str, before: str) -> bool:
    """Whether what one is, or a German is, may be a people, a state or a trade: "I'm Nigerian", "ist Vegetarier"."""
    said_of_me = _I_AM.search(before) and _LIKE_A_STATE.fullmatch(name)
    return bool(said_of_me or (before.endswith(" ist ") and _LIKE_A_TRADE.fullmatch(name)))


def _is_somebody(before: str, after: str, following: str, *, german: bool) -> bool:
    """Whether the words beside a name are about a person: it does something to us, or "she" takes it up.

    Only up to the next name; a German or a French thing is "he" or "she" as well.
    """
    if _DOES_TO_US.match(after) or _TO_US_BEFORE.search(before) or _WITH_ME.match(after):
        return True
    if _SOMEWHERE.search(before):
        return False
    after = _AT_A_FIRM.sub("", after)
    rest = after + " " + following
    other = _CAPITALISED.search(after)
    near = after[: other.start()] if other else rest
    words = re.findall(r"[^\W\d_]+", near)
    taken_up = _ONLY_PERSONS if german or tongue(rest) == "fr" else naming.PERSONS
    return not taken_up.isdisjoint(word.casefold() for word in words)


def _is_subject(after: str) -> bool:
    """Whether a first word owns something or does something, with no article before it, as names do."""
    verb = re.match(r" ([\w']+)", after)
    return bool(re.match(r"'s \w", after)) or (verb is not None and verb[1].casefold() in naming.DOES)


def _before(sentence: str, start: int) -> str:
    return sentence[max(0, start - _NEAR) : start]


def _without_lead(sentence: str, match: re.Match[str]) -> tuple[list[str], int]:
    """Return the words of a capitalised run without those that only lead in to a name, and where they start."""
    words, start = match[0].split(" "), match.start()
    while len(words) > 1 and _leads_in(
        words[0], first=not _before(sentence, start).strip(_MARKS) or bool(_OPENS.search(_before(sentence, start)))
    ):
        start += len(words[0]) + 1
        words = words[1:]
    return words, start


def _leads_in(word: str, *, first: bool) -> bool:
    """Whether a capitalised word only stands before a name: a sentence's first word, a title, a role, an address."""
    low = word.casefold()
    if low in naming.TITLES or re.fullmatch(_ROLE, word, re.IGNORECASE):
        return True
    return first and any(low in words for words in (naming.ADDRESSES, naming.ORDINARY, known.NOBODY, naming.CLAUSES))


def _may_name(words: list[str]) -> bool:
    """Whether words could be a name at all: none is a month or a people, and one at least is no ordinary word."""
    low = [word.casefold() for word in words]
    if not words or len(words) > _LONGEST or (len(words) > 1 and not STOPWORDS.isdisjoint({*low} - _BETWEEN)):
        return False
    if {*low} <= known.TOOLS or not known.CAPITALISED.isdisjoint(low) or low[0] in naming.TITLES:
        return False
    if low[0] in known.PARTS and (len(low) == 1 or len(low[-1]) == 1):
        return False
    if low[0] in known.NOBODY or len(words[0]) < 2:
        return False
    return not all(
        word in naming.ORDINARY or word in known.NOBODY or word in _PERIODS or _looks_abstract(word) for word in low
    )


_PERIODS: Final = frozenset("year eve day night week month season år natt jahr año nuit".split())
_ONLY_PERSONS: Final = naming.PERSONS - {"er", "sie", "ihr", "ihm", "ihn", "il", "elle", "lui"}


def _looks_abstract(word: str) -> bool:
    return len(word) > 6 and word.endswith(
        (
            "tion",
            "sion",
            "ment",
            "ness",
            "ship",
            "ing",
            "ity",
            "ance",
            "ence",
            "ung",
            "heit",
            "keit",
            "schaft",
            "ning",
            "het",
        )
    )


def _sure(words: list[str], before: str, after: str) -> EntityKind | None:
    """Return of what kind a name is where the words beside it leave no doubt."""
    if _FIRM_BEFORE.search(before) or _IS_FIRM.match(after) or _WORKS_AT.search(before):
        return "organisation"
    if len(words) > 1 and (words[-1] in known.FIRM_ENDINGS or _LEGAL_FORM.match(after)):
        return "organisation"
    if before.endswith("& ") or after.startswith(" & "):
        return None
    greeted = _GREETS.search(before) and re.match(r"[,!.\n]|$", after)
    named = any(cue.search(before) for cue in (_CALLED, _TITLE, _ROLE_BEFORE)) or _among_those(before)
    if (
        greeted
        or named
        or _HE_IS.match(after)
        or _IS_ROLE.match(_AT_A_FIRM.sub("", after))
        or (_I_AM.search(before) and _I_AM_ENDS.match(after))
    ):
        return "person"
    if _PROJECT_BEFORE.search(before) or (_PROJECT_AFTER.match(after) and _THE.search(before)):
        return "project"
    return "tool" if _TAKES_UP.search(before) and len(words) == 1 else None


_LEGAL_FORM: Final = re.compile(r" (?:AB|AG|LLC|SARL|BV|NV|PLC|KG|SE|SA)\b")
_AT_A_FIRM: Final = re.compile(rf"^ (?:at|from|of|with|på|hos|bei|von|de|chez) {_NAME}(?: & {_NAME})?")


def _among_those(before: str) -> bool:
    """Whether a name is the second of two: "my cousins Anwar and Dalia"."""
    first = re.search(rf"{_NAME} (?:and|och|und|y|et) $", before)
    return first is not None and bool(_ROLE_BEFORE.search(before[: first.start()]))


def _likely(before: str, after: str, *, opens: bool) -> tuple[EntityKind, int]:
    """Weigh what the words beside a name make of it: its kind, and points."""
    previous = (re.findall(r"[\w']+(?= $)", before.casefold()) or [""])[0]
    following = (re.findall(r"^ ([\w']+)", after.casefold()) or [""])[0]
    if previous in naming.ADDRESSES:
        return "person", ENOUGH
    if following in naming.SAYS and previous not in known.PLACES:
        return "person", 1 if opens else ENOUGH
    if opens:
        return ("person", 1) if following in naming.DOES_AS_A_PERSON else ("thing", 0)
    placed = previous in known.PLACES or previous in naming.DEFINITE
    lower_before = bool(re.search(r"[^\W\d_A-ZÀ-Þ]\w*,? $", before)) and previous != ""
    return "thing", int(lower_before and not placed)


def _by_script(sentence: str) -> Iterator[Sighting]:
    """Yield the names of Chinese, Japanese and Korean, by surname, honorific and what they do."""
    for match in _ZH.finditer(sentence):
        yield Sighting(match[1], "person", ENOUGH if match[2] in {"负责", "是我们的", "是我的"} else 1)
    yield from (Sighting(match[1], "person", ENOUGH) for match in _ZH_CALLED.finditer(sentence))
    for match in _JA.finditer(sentence):
        if not match[1].endswith(tuple(known.NOT_BEFORE_SAN)):
            yield Sighting(match[1], "person", ENOUGH)
    for match in _KO.finditer(sentence):
        if match[1] not in known.NOT_BEFORE_SSI:
            yield Sighting(match[1], "person", ENOUGH)


def _packages(text: str) -> Iterator[Sighting]:
    for match in _INSTALLS.finditer(text):
        for word in match[1].split():
            name = re.sub(r"(?<=\w)(?:@|[=<>~!]=?).*$", "", word)
            if not word.startswith(("-", ".", "/")) and "." not in name and len(name) > 1 and not name.isupper():
                if name.casefold() in naming.STOPWORDS_OF_COMMANDS:
                    break
                yield Sighting(name, "tool", ENOUGH)


def _files(text: str, *, by_user: bool) -> Iterator[Sighting]:
    """Yield paths; of a long one its last three parts, which tell it from others and nothing of the machine."""
    for match in _FILE.finditer(re.sub(r"https?://\S+|\S+@\S+", " ", text)):
        path = re.sub(r"^(?:\./)+", "", match[0])
        bare = path.casefold()
        if bare not in known.TOOLS and not re.fullmatch(r"[\d.]+\w", bare) and not bare.startswith((".", "*")):
            name = "/".join(part for part in path.split("/") if part not in {"..", "~"})
            yield Sighting("/".join(name.split("/")[-3:]).strip("/"), "file", ENOUGH if by_user else 1)


def _called(name: str, rest: str) -> Iterator[Alias]:
    """Yield the other name that follows in so many words, or in brackets as the initials of the first."""
    initials = "".join(word[0] for word in name.split() if word[0].isupper())
    match = re.match(r" \(([A-ZÀ-Þ]{2,5})\)", rest)
    if match and match[1] == initials:
        yield Alias(name, match[1], "thing")
    match = known.ALSO_CALLED.match(rest)
    other = re.match(rf"{_NAME}|[A-ZÀ-Þ]{{2,5}}(?!\w)", rest[match.end() :]) if match else None
    if match and other and key(other[0]) != key(name):
        fuller = max(name, other[0], key=lambda one: (one.count(" "), len(one)))
        person = match["who"] or not other[0].isupper()
        yield Alias(fuller, other[0] if fuller == name else name, "person" if person else "thing")
