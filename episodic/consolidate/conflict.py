"""Decides whether of two facts that differ the newer ends the older: same subject, same attribute, another value.

Rules over two sentences laid side by side, each of which must be sure; knows no store. One thing may differ and the
rest must match: "port 8080 for the API" and "port 8081 for the admin" differ in two, so both stand.
"""

from collections.abc import Iterable
from typing import Final

from episodic.consolidate.alignment import Alignment
from episodic.consolidate.novelty import negated, opposed
from episodic.consolidate.order import turned_round
from episodic.language import lexicon, polarity, stems
from episodic.language.cues import bag
from episodic.language.reading import Reading, Token
from episodic.records import Kind

PASSING: Final = frozenset({"activity", "event"})  # kinds of which the next one ends nothing
SHORTENED: Final = ", shortened"  # the newer fact names less of the subject, so another may be meant
NEAR: Final = 0.80  # cosine from which "we moved to B" is held against "we use A" for products not in our tables


def replaces(
    pair: Alignment, reasons: tuple[str, ...], *, kinds: tuple[Kind, Kind], cosine: float | None = None
) -> str:
    """Name the rule by which the newer fact replaces the older, or return "" where both may be true."""
    if {"person", "certainty"}.intersection(reasons) or _is_additive(pair):
        return ""
    if "order" in reasons:
        return "order" if reasons == ("order",) and turned_round(pair.old, pair.new) and not pair.old_only else ""
    if pair.new.rejected:
        return "taken back" if _takes_back(pair) else ""
    pair = _dated(pair)
    if not _one_value(pair) or (_happened(pair) and "strong" not in pair.new.roles):
        return ""
    return _value_changed(pair) if _values(pair) else _said_otherwise(pair, kinds, cosine)


def _said_otherwise(pair: Alignment, kinds: tuple[Kind, Kind], cosine: float | None) -> str:
    return _denied(pair) or _opposite(pair, kinds) or _new_holder(pair) or _renamed(pair, kinds) or _moved(pair, cosine)


# What forbids -------------------------------------------------------------------------------------------------------


def _dated(pair: Alignment) -> Alignment:
    """Set aside since when the newer fact holds ("from January", "seit Juli"): no value of its own, but a cue."""
    since = [
        token for token in pair.new_when if _SINCE.intersection(pair.new.words[max(0, token.place - 2) : token.place])
    ]
    if not since or pair.old_when or len(since) < len(pair.new_when):
        return pair
    return pair._replace(new_when=(), new=pair.new._replace(roles=pair.new.roles | {"weak"}))


def _is_additive(pair: Alignment) -> bool:
    return "additive" in pair.new.roles and "strong" not in pair.new.roles


def _happened(pair: Alignment) -> bool:
    """Tell whether the newer sentence reports something over and done: the next such thing ends none before it."""
    words = frozenset(pair.new.words)
    scheduled = words & _IS and not words & _WAS
    return bool(words & lexicon.HAPPENED or words & _WAS) and not scheduled


def _values(pair: Alignment) -> bool:
    return bool(pair.old_numbers or pair.new_numbers or pair.old_when or pair.new_when)


def _one_value(pair: Alignment) -> bool:
    """Tell whether at most one number or one time differs, and is on both sides."""
    if (pair.old_numbers or pair.new_numbers) and (pair.old_when or pair.new_when):
        return False
    if bool(pair.old_numbers) != bool(pair.new_numbers) or bool(pair.old_when) != bool(pair.new_when):
        return False
    return len(pair.old_numbers) <= 1 and len(pair.new_numbers) <= 1


# Rules --------------------------------------------------------------------------------------------------------------


def _takes_back(pair: Alignment) -> bool:
    """The newer sentence names what it takes back ("tile instead of oak", "14, not 12"), and the older said that."""
    taken = pair.new.rejected & {token.key for token in pair.old.tokens if not token.rejected}
    if not taken:
        return False
    left = [token for token in (*pair.old_only, *pair.old_numbers, *pair.old_when) if token.key not in taken]
    left = [token for token in left if token.word not in lexicon.OPTIONAL | lexicon.EXCLUSIVE]
    return not left and bool(pair.shared or _same_speaker(pair))


def _value_changed(pair: Alignment) -> str:
    """One number, or one time, for another, and everything else the same."""
    if not _rest_matches(pair):
        return ""
    if pair.old_numbers:
        old, new = pair.old_numbers[0], pair.new_numbers[0]
        changed = "strong" in pair.new.roles
        named = (old.label or new.label) and not changed
        counted = len(pair.shared) > 1 or changed or (bool(pair.shared) and _states(pair))
        return "" if named or not counted or negated(pair) else "number" + _shortened(pair)
    if "strong" not in pair.new.roles and (_is_habit(pair.new) or _is_one_of_many(pair)):
        return ""
    stated = "strong" in pair.new.roles or _verb_at(pair.new) is not None
    clear = stated and pair.shared and not negated(pair) and not opposed(pair)
    return "time" + _shortened(pair) if clear else ""


def _shortened(pair: Alignment) -> str:
    return SHORTENED if pair.old_only else ""


def _rest_matches(pair: Alignment) -> bool:
    """Nothing else left over; a mark of change lets one side say more, but never names another thing."""
    if not pair.old_only and not pair.new_only:
        return True
    roles = pair.new.roles
    if (pair.old_only and pair.new_only) or not _subject(pair):
        return False
    if "strong" in roles and pair.old_only:
        return len(pair.old_only) <= 2 and not any(_is_qualifier(pair.old, token) for token in pair.old_only)
    if roles & {"strong", "weak"} and pair.new_only:
        return (
            len(pair.new_only) == 1
            and pair.new_only[0].sort == "word"
            and not _is_qualifier(pair.new, pair.new_only[0])
            and not _modifies(pair, pair.new_only[0])
        )
    return False


def _subject(pair: Alignment) -> frozenset[str]:
    """Return what both sentences are about: shared words other than verbs of all work and measures of time."""
    return pair.shared - stems.optional(pair.old.language) - stems.periods(pair.old.language)


def _modifies(pair: Alignment, token: Token) -> bool:
    """Tell whether a word stands right before a shared one, and so says which one: "staging API"."""
    return any(other.place == token.place + 1 and other.key in pair.shared for other in pair.new.tokens)


def _denied(pair: Alignment) -> str:
    """The same sentence, once affirmed and once denied."""
    never = len(pair.old_only) == 1 and not _NEVER.isdisjoint(pair.new.words)
    if not negated(pair) or not pair.shared or (opposed(pair) and not never) or (pair.old_only and not never):
        return ""
    allowed = 2 if "strong" in pair.new.roles else 0
    names = any(token.sort == "name" for token in pair.new_only)
    return "" if names or len(pair.new_only) > allowed else "denied"


def _opposite(pair: Alignment, kinds: tuple[Kind, Kind]) -> str:
    """One word for another that excludes it, in the place of a value; everything else the same."""
    pairs = opposed(pair)
    if not pairs or (negated(pair) and not _swaps_always(pairs)):
        return ""
    olds = {part for old, _ in pairs for part in old.split("-")}
    news = {part for _, new in pairs for part in new.split("-")}
    if any(token.word not in olds for token in pair.old_only) or any(token.word not in news for token in pair.new_only):
        return ""
    if not pair.shared and not _same_speaker(pair):
        return ""
    words = frozenset((*pair.old.words, *pair.new.words))
    if (
        words & (lexicon.MANY - _WANTS) - olds - news
        and "strong" not in pair.new.roles
        and "weak" not in pair.new.roles
    ):
        return ""
    if PASSING.intersection(kinds) and not words & _ANYWHERE and "strong" not in pair.new.roles:
        return ""
    return "opposite" if words & _ANYWHERE or (_is_value(pair.old, olds) and _is_value(pair.new, news)) else ""


def _new_holder(pair: Alignment) -> str:
    """One name for another in what only one at a time can have: "Jonas owns the budget"."""
    if negated(pair) or not _are_phrases(pair) or not _are_names(pair):
        return ""
    cued = bool(pair.new.roles & {"strong", "weak"})
    if not all(lexicon.EXCLUSIVE.intersection(reading.words) for reading in (pair.old, pair.new)):
        return ""
    definite = cued or all(_has_role(reading) for reading in (pair.old, pair.new))
    if len(pair.shared) <= (0 if definite else 1):
        return ""
    return "" if _INDEFINITE.intersection(pair.new.words) and not cued else "new holder"


def _renamed(pair: Alignment, kinds: tuple[Kind, Kind]) -> str:
    """One name for another: where something is, what it runs on; a plain word only where a change is marked."""
    if negated(pair) or not _are_phrases(pair) or not pair.shared or not (_subject(pair) or _same_speaker(pair)):
        return ""
    words = frozenset((*pair.old.words, *pair.new.words))
    cued = bool(pair.new.roles & {"strong", "weak"})
    if PASSING.intersection(kinds) and not cued and not _is_set_event(pair):
        return ""
    local = "weak" in pair.new.roles and all(_is_local(side, left) for side, left in _sides(pair))
    many = not local and "strong" not in pair.new.roles and bool(words & (lexicon.MANY | lexicon.PEERS))
    if many or not (_is_value(pair.old, _words(pair.old_only)) and _is_value(pair.new, _words(pair.new_only))):
        return ""
    if all(token.sort == "name" for token in (*pair.old_only, *pair.new_only)):
        place = _place(pair.old, pair.old_only)
        return "new name" if cued or (place and place == _place(pair.new, pair.new_only)) else ""
    strong = "strong" in pair.new.roles and len(pair.old_only) == len(pair.new_only) == 1
    return "new value" if strong and not opposed(pair) else ""


def _moved(pair: Alignment, cosine: float | None) -> str:
    """Where one lives, or what one uses where both are of one sort: "we moved to B" after "we use A"."""
    if "strong" not in pair.new.roles or negated(pair) or not _same_speaker(pair) or pair.shared:
        return ""
    if not all(token.sort == "name" for token in (*pair.old_only, *pair.new_only)):
        return ""
    if len(pair.old_only) != 1 or len(pair.new_only) != 1:
        return ""
    words = frozenset(pair.old.words)
    placed = not polarity.is_product(pair.new_only[0].word)
    if placed and words & _LIVE and frozenset(pair.new.words) & _MOVE:
        return "moved"
    alike = bool(opposed(pair)) or (cosine is not None and cosine >= NEAR)
    return "moved" if words & _USE and alike else ""


# Places -------------------------------------------------------------------------------------------------------------


def _words(tokens: Iterable[Token]) -> set[str]:
    return {token.word for token in tokens}


def _verb_at(reading: Reading) -> int | None:
    """Return the place of the first verb we know."""
    return next((place for place, word in enumerate(reading.words) if word in _VERBS), None)


def _states(pair: Alignment) -> bool:
    """Tell whether the newer sentence says something of a subject, be it only "we"."""
    at = _verb_at(pair.new)
    return _same_speaker(pair) or (at is not None and any(t.place < at for t in pair.new.of("word", "name")))


def _is_value(reading: Reading, words: set[str]) -> bool:
    """Tell whether words stand behind the verb, where a sentence says what it says of its subject."""
    at = _verb_at(reading)
    places = [place for place, word in enumerate(reading.words) if word in words]
    return at is not None and bool(places) and min(places) > at


def _is_phrase(reading: Reading, tokens: tuple[Token, ...]) -> bool:
    """Tell whether what is left over is one run of at most three words."""
    if not 1 <= len(tokens) <= 3:
        return False
    first, last = tokens[0].place, tokens[-1].place
    return last - first < 4 and sum(first <= token.place <= last for token in reading.tokens) == len(tokens)


def _are_phrases(pair: Alignment) -> bool:
    return _is_phrase(pair.old, pair.old_only) and _is_phrase(pair.new, pair.new_only)


def _place(reading: Reading, tokens: tuple[Token, ...]) -> str:
    """Return the copula or preposition by which a name hangs on the verb itself and ends the sentence, or ""."""
    at = _verb_at(reading) or 0
    before = next((word for word in reversed(reading.words[: tokens[0].place]) if word not in _ARTICLES), "")
    others = [t for t in reading.tokens if t.place > at and t not in tokens and t.word not in lexicon.OPTIONAL]
    return before if before in _PLACES and not others else ""


def _has_role(reading: Reading) -> bool:
    """Tell whether the one and only of something is named: "the treasurer"."""
    two = zip(reading.words, reading.words[1:], strict=False)
    return any(word in lexicon.EXCLUSIVE and before in _DEFINITE for before, word in two)


def _is_local(reading: Reading, tokens: tuple[Token, ...]) -> bool:
    return reading.words[tokens[0].place - 1] in _LOCAL if tokens[0].place else False


def _sides(pair: Alignment) -> tuple[tuple[Reading, tuple[Token, ...]], ...]:
    return (pair.old, pair.old_only), (pair.new, pair.new_only)


def _is_qualifier(reading: Reading, token: Token) -> bool:
    """Tell whether a word hangs on a preposition, and so says which one is meant: "for downloads"."""
    return any(word in _QUALIFIES for word in reading.words[max(0, token.place - 2) : token.place])


def _is_habit(reading: Reading) -> bool:
    days = [token for token in reading.of("when") if token.key.startswith("day:")]
    endings = ("days", "ar", "arna", "tags", "ochs", "abends")  # Spanish days end in s by themselves
    plural = any(
        day.word.endswith(endings) or "los" in reading.words[max(0, day.place - 1) : day.place] for day in days
    )
    return plural or not _EVERY.isdisjoint(reading.words)


def _is_one_of_many(pair: Alignment) -> bool:
    """Tell "I have a meeting on Tuesday" (there may be another) from "the meeting is on Tuesday"."""
    words = frozenset(pair.new.words)
    if not _ENCOUNTERS.isdisjoint(pair.new.words[:3]) and not _WHO.isdisjoint(pair.new.words[:1]):
        return True  # "I'm meeting Sarah on Thursday", and on Monday too
    return bool(words & _INDEFINITE) or (bool(words & _HAVE) and not words & _IS)


def _is_set_event(pair: Alignment) -> bool:
    return bool(frozenset(pair.new.words) & _IS)


def _are_names(pair: Alignment) -> bool:
    return all(reading.text[token.start].isupper() for reading, side in _sides(pair) for token in side)


def _same_speaker(pair: Alignment) -> bool:
    verbs = _FIRST_PERSON_VERBS
    return all("first" in r.people or not verbs.isdisjoint(r.words) for r in (pair.old, pair.new))


def _swaps_always(pairs: tuple[tuple[str, str], ...]) -> bool:
    return any(word in _ANYWHERE for both in pairs for word in both)


_IS: Final = bag(
    "is are am i'm it's we're they're he's she's that's will är blir ska ist sind wird werden findet beginnt es"
    " está será est sont sera be starts begins"
    " leaves ends closes opens börjar avgår startet endet empieza commence due scheduled"
)
_WAS: Final = bag("was were had did var hade blev war waren hatte wurde wurden era fue été était")
_HAVE: Final = bag("have has had har haben habe hat tengo tiene tenemos ai a avons got")
_VERBS: Final = (
    _IS
    | _WAS
    | _HAVE
    | lexicon.OPTIONAL
    | lexicon.MANY
    | lexicon.EXCLUSIVE
    | lexicon.HAPPENED
    | bag(
        "chose choose picked decided use went ha hålls möchte möchten vill ska kan skriv schreib hält hålla host"
        " hosted made make print prints fly flies accept accepts allow allows send sent store stored ship ships"
        " handle times keep drink drinks eat eats owe owes fasst rymmer pago prefer prefers want wants drive"
        " drives takes take lives works runs uses listens costs weighs measures seats sits"
        " stands holds gets get moved goes pays pay charges charge earns offers hosts meets serves opens must"
        " should can"
        " needs has give bills plays studies drives sends listen expires ends lasts takes lies keeps host we'll"
        " it'll i'll"
        " bor arbetar jobbar föredrar heter ligger kör använder betalar tar kostar mäter väger sparar träffas åker"
        " wohne wohnt arbeite arbeitet bevorzuge heisst liegt fährt fahre nutzt bekommt trinke dauert beträgt"
        " misst wiegt"
        " geht läuft kostet soll muss"
        " vivo trabajo prefiero llama cuesta usa va dura mide pesa sube habite travaille préfère s'appelle coûte fait"
        " utilise va dure mesure pèse prends"
    )
)
_ARTICLES: Final = bag("the a an our my der die das dem den el la los le les en ett")
_PLACES: Final = bag(
    "is are be in at on runs to by called named from uses är i på heter till hos ist in bei auf heisst nach es en"
    " a llama"
    " est à au s'appelle appelle sur hosted based"
)
_DEFINITE: Final = bag("the our my vår vårt min der die unser unsere mein meine el la nuestro nuestra le notre mon ma")
_LOCAL: Final = bag("at in for bei in på hos i en à chez")
_QUALIFIES: Final = bag(
    "for of in on at from with by within för i på från av für von im in bei para de en pour du dans"
)
_WHO: Final = bag("i i'm i'll we we're we'll jag vi ich wir je nous on")
_ENCOUNTERS: Final = bag(
    "meet meeting see seeing visit visiting träffar möter besöker treffe treffen sehe sehen besuche vois voyons"
)
_EVERY: Final = bag("every each varje jeden jede cada chaque")
_INDEFINITE: Final = bag("a an another ett ein eine einen einem un una une")
_ANYWHERE: Final = bag(
    "always never sometimes alltid aldrig ibland immer nie niemals manchmal siempre nunca toujours jamais"
)
_NEVER: Final = bag("never aldrig nie niemals nunca jamais")
_WANTS: Final = bag("want wants need needs use uses using nutzen nutze verwenden uso usamos utilise utilisons använder")
_SINCE: Final = bag("from since starting ab seit från sedan desde dès depuis partir")
_LIVE: Final = bag("live lives living reside bor bosatt wohne wohnt wohnen lebe vivo vivimos resido habite vis vivons")
_MOVE: Final = bag(
    "moved relocated flyttat flyttade umgezogen gezogen mudé mudamos mudado déménagé déménagés trasladé move"
)
_USE: Final = bag(
    "use uses using run använder kör nutzen nutze verwenden benutzen usamos uso utilizamos utilisons utilise on"
)
_FIRST_PERSON_VERBS: Final = bag("vivo trabajo prefiero uso usamos me nos tengo como vivimos tenemos soy")
