"""Reads one sentence into what can be compared: its words, names, numbers and times, and what it takes back.

Knows no second sentence and judges nothing. No grammar either: tables, positions and capitals.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from episodic.language import lexicon, numbers, stems
from episodic.language.cues import bag
from episodic.language.polarity import clauses, reversing
from episodic.language.said_dates import MONTHS, WEEKDAYS
from episodic.language.tongues import Tongue, tongue

Sort = Literal["word", "name", "number", "when"]


class Token(NamedTuple):
    """One telling word. `key` is what it is compared by, `word` the folded spelling, `start` its place in the text.

    `unit` follows a number ("minute"); `rejected` is what the sentence takes back ("… instead of oak", "…, not 12");
    `label` marks a number that names rather than counts ("Invoice 4471").
    """

    key: str
    word: str
    sort: Sort
    start: int
    place: int
    negative: bool = False
    rejected: bool = False
    label: bool = False
    unit: str = ""


class Reading(NamedTuple):
    """A sentence read. `tokens` carry content; `words` are all of its words, folded; `roles` the marks of change.

    `people` are the persons it speaks of by pronoun: "first", "he", "she", "they".
    """

    text: str
    language: Tongue | None
    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    roles: frozenset[str]
    people: frozenset[str]

    def of(self, *sorts: Sort) -> tuple[Token, ...]:
        """Return the tokens of some sorts that the sentence stands by."""
        return tuple(token for token in self.tokens if token.sort in sorts and not token.rejected)

    @property
    def rejected(self) -> frozenset[str]:
        """The keys of what the sentence takes back."""
        return frozenset(token.key for token in self.tokens if token.rejected)


class _Piece(NamedTuple):
    raw: str
    word: str
    start: int


@lru_cache(maxsize=4096)
def read(text: str, language: Tongue | None = None) -> Reading:
    """Read one sentence; `language` None: guess it."""
    plain = " ".join(unicodedata.normalize("NFKC", text.translate(_TYPOGRAPHIC)).split())
    language = language or tongue(plain)
    pieces = [_Piece(match[0], _folded(match[0]), match.start()) for match in _PIECE.finditer(plain)]
    counted = {number.start: number for number in _counted(plain, pieces)}
    roles, spans = _phrases(pieces, counted, plain, language)
    tokens = tuple(_marked(_tokens(pieces, counted, spans, language), plain, language))
    words = tuple(piece.word for piece in pieces)
    if any(token.rejected for token in tokens):
        roles |= {"strong"}
    people = _people(words)
    if "strong" in roles:
        tokens = tuple(token for token in tokens if token.word not in lexicon.CHANGING)
    return Reading(plain, language, tokens, words, roles, people)


def people_in(text: str) -> frozenset[str]:
    """Return the persons a text of any length speaks of by pronoun: "first", "he", "she", "they"."""
    return _people([_folded(match[0]) for match in _PIECE.finditer(text)])


def _people(words: Iterable[str]) -> frozenset[str]:
    said = frozenset(words)
    return frozenset(who for who, names in _PEOPLE.items() if not names.isdisjoint(said))


def _folded(raw: str) -> str:
    word = re.sub(r"^(?:[cdjlmnst]|qu)'(?=\w)", "", raw.casefold())
    return word.removesuffix("'s") if len(word) > 4 else word


# Numbers and times --------------------------------------------------------------------------------------------------


def _counted(plain: str, pieces: list[_Piece]) -> Iterator[numbers.Number]:
    """Yield the numbers that stand for themselves: not the 2 of "B2" or "tools/v2.py"."""
    codes = [(piece.start, piece.start + len(piece.raw)) for piece in pieces if _CODE.fullmatch(piece.raw)]
    for number in numbers.find(plain):
        if not any(start <= number.start < end for start, end in codes):
            yield number


def _when(piece: _Piece, near: tuple[str, str]) -> str | None:
    """Return the key of a word that names a time, or None."""
    word = piece.word
    if word in _ORDINALS and near[1] in _PERIOD_AFTER:
        return f"date:{_ORDINALS[word]}"
    for day in (word, word.removesuffix("s"), *(word.removesuffix(end) for end in ("ar", "arna", "en", "ens"))):
        if day in WEEKDAYS:
            return f"day:{WEEKDAYS[day]}"
    if word in MONTHS and (word not in _ALSO_WORDS or near[0] in _BEFORE_MONTH or any(map(str.isdigit, near))):
        return f"month:{MONTHS[word]}"
    if word in _MOMENTS or re.fullmatch(r"[qhk][1-4]", word):
        return f"at:{word}"
    return None


def _number(number: numbers.Number, raw: str, before: str, after: str) -> tuple[Sort, str, str]:
    """Return sort, key and unit of a number by the words around it."""
    value = number.value
    if _ORDINAL.fullmatch(raw):
        return "when", f"date:{value}", ""
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value) or ":" in value:
        return "when", f"at:{value.removesuffix(':00') if ':' in value else value}", ""
    if before in MONTHS or after in MONTHS:
        return "when", f"date:{value}", ""
    if re.fullmatch(r"(?:19|20)\d\d", value) and (before in _BEFORE_YEAR or not before):
        return "when", f"year:{value}", ""
    if (
        (before in _BEFORE_CLOCK or after in _AFTER_CLOCK)
        and value.isdigit()
        and int(value) <= 24
        and after not in _UNITS
    ):
        return "when", f"at:{value}", ""
    return "number", value, _UNITS.get(after) or _UNITS.get(before if before in _CURRENCIES else "", "")


# Words --------------------------------------------------------------------------------------------------------------


def _phrases(
    pieces: list[_Piece], counted: Mapping[int, numbers.Number], plain: str, language: Tongue | None
) -> tuple[frozenset[str], dict[int, tuple[int, str]]]:
    """Find phrases, longest first: the roles they play, and which pieces each covers as {index: (length, what)}."""
    known = stems.phrases(language)
    roles, spans, index = set(), {}, 0
    words = [piece.word for piece in pieces]
    while index < len(words):
        length = next((n for n in range(4, 0, -1) if tuple(words[index : index + n]) in known), 0)
        if not length or pieces[index].start in counted:
            index += 1
            continue
        what = known[tuple(words[index : index + length])]
        spans[index] = (length, what)
        if not what.startswith("="):
            roles.add(what)
        index += length
    if any(pattern.search(plain) for pattern in _GAPPED):
        roles.add("strong")
    return frozenset(roles), spans


def _tokens(
    pieces: list[_Piece],
    counted: Mapping[int, numbers.Number],
    spans: Mapping[int, tuple[int, str]],
    language: Tongue | None,
) -> Iterator[Token]:
    """Yield what carries content: numbers and times, phrases by their concept, names, other words by theirs."""
    dropped = stems.function_words(language)
    index, until = 0, -1
    while index < len(pieces):
        piece = pieces[index]
        before, after = _around(pieces, index)
        index += 1
        if piece.start < until:
            continue
        if number := counted.get(piece.start):
            until = number.end
            after = next((p.word for p in pieces[index:] if p.start >= until - 1 and p.word not in _OF), "")
            after = _glued(piece, number) or after
            sort, key, unit = _number(number, piece.word, before, after)
            label = sort == "number" and before in lexicon.NUMBERED
            yield Token(key, number.value, sort, piece.start, index - 1, unit=unit, label=label)
        elif moment := _when(piece, (before, after)):
            yield Token(moment, piece.word, "when", piece.start, index - 1)
        elif index - 1 in spans:
            length, what = spans[index - 1]
            index += length - 1
            if what.startswith("="):
                said = " ".join(other.word for other in pieces[index - length : index])
                yield Token(what[1:], said, "word", piece.start, index - length)
        elif piece.word in _UNITS and _follows_number(pieces, index - 1):
            continue
        elif _is_name(pieces, index - 1, language):
            yield Token(piece.word.removesuffix("'s"), piece.word, "name", piece.start, index - 1)
        elif piece.word not in dropped:
            yield Token(stems.concept(piece.word, language), piece.word, "word", piece.start, index - 1)


def _around(pieces: list[_Piece], index: int) -> tuple[str, str]:
    """Return the words before and after a piece, "of", "den" and their like aside."""
    before = next((piece.word for piece in reversed(pieces[:index]) if piece.word not in _OF), "")
    return before, next((piece.word for piece in pieces[index + 1 :] if piece.word not in _OF), "")


def _glued(piece: _Piece, number: numbers.Number) -> str:
    """Return the unit written on to a number: the kN of "14kN"."""
    return piece.word[number.end - number.start :] if len(piece.raw) > number.end - number.start else ""


def _follows_number(pieces: list[_Piece], index: int) -> bool:
    return index > 0 and (pieces[index - 1].raw[0].isdigit() or bool(numbers.find(pieces[index - 1].raw)))


def _is_name(pieces: list[_Piece], index: int, language: Tongue | None) -> bool:
    """Tell names by their capitals; the first word has one anyway, and in German every noun."""
    raw = pieces[index].raw
    if _CODE.fullmatch(raw) or (len(raw) > 1 and raw.isupper() and raw.isalpha()):
        return True
    if not raw[0].isupper() or index == 0 or raw == "I" or raw.startswith("I'"):
        return False
    before = pieces[index - 1].word
    return language != "de" or before in _BEFORE_GERMAN_NAME


def _marked(tokens: Iterator[Token], plain: str, language: Tongue | None) -> Iterator[Token]:
    """Mark what stands in a clause that denies, and what the sentence takes back."""
    parts = clauses(plain, language)
    turned = reversing(plain, language)
    spans = [match.span("old") for pattern in _TAKEN_BACK for match in pattern.finditer(plain)]
    for token in tokens:
        if (
            any(start <= token.start < end for start, end in turned)
            and "-" not in plain[token.start : token.start + 40]
        ):
            continue
        negative = any(start <= token.start < end and denies for start, end, denies in parts)
        rejected = any(start <= token.start < end for start, end in spans)
        yield token._replace(negative=negative and not rejected, rejected=rejected)


_TYPOGRAPHIC: Final = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2011": "-", "\u2010": "-"})
_PIECE: Final = re.compile(r"(?:[\w~.-]*/)+[\w.-]*\w|\w+(?:[._]\w+)*\w*(?:'\w+)?|[$€£]")
# Written like an identifier: a letter and a digit, an underscore, a path, humps.
_CODE: Final = re.compile(
    r"(?=.*[^\W\d_])(?:[^\W\d]\w*\d\w*|\w*_\w+|\S*/\S+|\w+\.(?:[a-z]{2,4}|\w+\.\w+)|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)"
)
_OF: Final = bag("of the den der die das de du d le am el del")
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th|er|ère|e|º|ª)")
_ALSO_WORDS: Final = bag("may march mars mai maj mayo dec sep sept oct jan mar jun jul avril")
_BEFORE_MONTH: Final = bag(
    "in by until since before after end early late mid of i till från im bis ab en desde hasta fin"
)
_ORDINALS: Final = {
    word: place
    for place, words in enumerate(("first första ersten primero premier", "second andra zweiten", "third"), 1)
    for word in words.split()
}
_PERIOD_AFTER: Final = bag("month each every year week månaden månad monats mes mois")
_BEFORE_YEAR: Final = bag("in since by until before after from i sedan seit im en desde depuis")
_BEFORE_CLOCK: Final = bag("at klockan kl um las à before after until efter före nach vor bis")
_AFTER_CLOCK: Final = bag("uhr h o'clock")
_BEFORE_GERMAN_NAME: Final = bag("nach in bei aus von frau herr herrn namens mit zu auf ist für und nutzen")
_MOMENTS: Final = bag(
    "today tomorrow yesterday tonight noon midnight weekend weekends imorgon idag igår helgen middag heute morgen"
    " gestern"
    " mittag mitternacht wochenende mañana hoy ayer demain hier midi minuit"
)


def _unit_table() -> Mapping[str, str]:
    table = """
        second seconds sec secs s sekund sekunder sekunde sekunden segundo segundos seconde secondes
        ms millisecond milliseconds millisekunder millisekunden
        minute minutes min mins minut minuter minuten minuto minutos
        hour hours hr hrs h timme timmar tim stunde stunden std hora horas heure heures
        percent procent prozent
        km kilometre kilometres kilometer kilometers kilómetros
        m metre metres meter meters metros mètres
        cm centimetre centimetres centimeter
        mm millimetre millimetres millimeter
        m2 sqm kvm kvadratmeter quadratmeter
        kg kilo kilos kilogram kilograms
        g gram grams gramm gramos grammes
        l litre litres liter liters litros
        kn
        kb
        mb megabyte megabytes
        gb gigabyte gigabytes
        tb
        eur euro euros €
        usd dollar dollars $
        gbp pound pounds £
        sek krona kronor kr
        chf franken francs
    """
    return {word: words[0] for line in table.strip().splitlines() if (words := line.split()) for word in words}


_UNITS: Final = _unit_table()
_CURRENCIES: Final = bag("€ $ £ eur usd gbp sek chf kr")
_PEOPLE: Final = {
    "first": bag(
        "i i'm i've i'll i'd my me mine we we're we've we'll our ours us jag vi min mitt mina vår vårt våra mig oss ich"
        " wir mein meine meinen meinem meiner mir mich unser unsere unseren uns yo mi mis nos nuestro nuestra je j'ai"
        " nous mon ma mes notre nos moi"
    ),
    "he": bag("he he's his him han hans honom seine sein ihm él il"),
    "she": bag("she she's her hers hon hennes henne ella elle"),
    "they": bag("they they're their them deras ellos ellas ils elles leur leurs"),
}
_FEW: Final = r"(?P<old>[^\s,;.]+(?:[.,]\d+\w*)*(?: [^\s,;.]+(?:[.,]\d+\w*)*){0,3}?)"
_END: Final = r"(?=[,;]|\.?\s*$|\.\s| (?:any more|anymore|längre|mehr)\b)"
_TAKEN_BACK: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf", (?:and |och |und |y |et )?(?:not|inte|nicht|no|pas|non)"
            rf" (?:(?:in|on|at|the|i|på|in|im|am|mit|en|le|la|el|à) )*{_FEW}{_END}"
        ),
        rf"\b(?:not|inte|nicht|no|pas|non) {_FEW},? (?:but|utan|sondern|sino|mais)\b",
        rf"(?<=\d)[^,;.]{{0,20}} (?:not|inte|nicht|no|pas) (?:the |le |el |der |den )?(?P<old>\d[\d.,:]*\w*){_END}",
        (
            r"(?P<old>\d[\d.,:]*) (?:\w+ )?(?:is|was|är|var|ist|war|es|est) (?:way |far |just )?"
            r"(?:too|för|zu|demasiado|trop) (?:much|many|few|little|late|early|mycket|många|få|lite|sent|tidigt|viele?"
            r"|wenige?|spät|früh)\b"
        ),
        (
            rf"\b(?:instead of|rather than|in place of|istället för|i stället för|anstelle von|anstatt|statt|en"
            rf" vez de|en"
            rf" lugar de|au lieu de|plutôt que)(?: (?:the|on|in|at|mit|von|der|dem|el|la|le|du|de))* {_FEW}{_END}"
        ),
        (
            rf"\b(?:moved|switch\w*|changed?|migrat\w*|pushed|raised|went|gone|postponed|flytt\w*|bytt\w*|byter|ändra\w*"
            rf"|gått|höj\w*|sänk\w*|cambi\w+|pasa\w+|passés?|changé\w*)(?: \w+){{0,3}}?"
            rf" (?:from|från|von|vom|de|del) (?:the |der |"
            rf"la |le )?{_FEW} (?:to|till|auf|zu|zum|nach|al?|à|au)\b"
        ),
        (
            rf"\b(?:von|vom) {_FEW}"
            rf" (?:auf|zu|zum|nach)\b(?=.*(?:verschoben|verlegt|gewechselt|umgestiegen|geändert|erhöht"
            rf"|gesenkt|umgezogen|umgestellt))"
        ),
        (
            rf"\b(?:replac\w+|swapped|ersatt\w*|ersätt\w*|bytt ut|bytte"
            rf" ut|reemplaza\w+|sustitui\w+|remplacé\w*)(?: out)?"
            rf" (?:the |la |le |el )?{_FEW} (?:with|by|for|med|mot|por|par)\b"
        ),
        rf"\b{_FEW} durch\b(?=.*ersetzt)",
        rf"\b(?:took|taken|takes) over\b(?: \S+){{0,4}} from {_FEW}{_END}",
        rf"\b(?:left|quit) {_FEW} (?:for|and|to)\b",
        (
            rf"\b(?:sold|sålde|sålt|vendí|vendimos|vendu|got rid of|stopped using|dropped|ditched|gave up)"
            rf" (?:my |the |our |min |mitt |vår |el |la |mi |ma |le )?{_FEW}(?= and| och| y| et|[,;]|\.?$)"
        ),
    )
)
# What marks a change with other words between.
_GAPPED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"\b(?:raised|increased|lowered|cut|reduced|moved|pushed|changed|switched|bumped|extended|postponed|shifted"
            r"|rescheduled|brought|upgraded|migrated)\b(?: \S+){1,6} (?:to|until|forward)\b"
        ),
        (
            r"\b(?:replaced|swapped)\b.* (?:with|by|for)\b|\bused to\b|\bnot\b.*\bany"
            r" (?:more|longer)\b|\bn't\b.*\banymore\b"
        ),
        r"\binte\b.*\b(?:längre|mer)\b|\b(?:höj|sänk|flytt|bytt|ändra|skjut)\w*\b(?: \S+){1,5} till\b",
        (
            r"\b(?:nicht|kein\w*)\b.*\bmehr\b(?!"
            r" als)|\b(?:von|vom|auf)\b.*\b(?:verschoben|verlegt|erhöht|gesenkt|geändert"
            r"|umgestiegen|umgestellt|gewechselt|verlängert|angehoben)\b"
        ),
        (
            r"\b(?:movido|migrado|cambiado|pasado|subido|bajado|aplazado|movimos|migramos|cambiamos|subimos|bajamos)\b"
            r"(?: \S+){1,5} al?\b|\b(?:déplacé|migré|passé|augmenté|baissé|reporté)e?s?\b(?: \S+){1,5} (?:à|au|vers)\b"
        ),
        r"\b(?:ne |n')\S+ plus\b|\bdurch\b.*\bersetzt\b",
        r"\bsold (?:my|the|our)\b|\bstopped using\b|\bgot rid of\b",
    )
)
