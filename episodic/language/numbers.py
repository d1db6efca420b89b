"""Finds the numbers a text states, in digits or in words, in one normal form; knows no units, currencies or calendars.

Normal forms: `1000` for "1,000", "1 000", "1.000" and "thousand"; `3.5` for "3,5"; `12%` for "12 percent"; `5k` and
`2M` stay apart from 5 and 2; `14:30` also for "2:30 pm"; a version, an address or an ISO date is one number (`3.11.7`).
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_SPACES = " \u00a0\u2009\u202f"
_PERCENT = r"(?i:%|percent\b|per\ cent\b|procent\b|prozent\b|por\ ciento\b|pour\ cent\b)"
_DIGITS = re.compile(
    rf"""
    (?P<hash>(?<!\w)(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{{7,64}}(?!\w))  # a commit: its digits count nothing
    | (?P<date>(?<!\d)\d{{4}}-\d{{2}}-\d{{2}}(?!\d))
    | (?P<clock>(?<![\d.])\d{{1,2}}(?::\d{{2}}){{1,2}}(?!\d)(?:\s?(?P<half>[ap])\.?m\b)?)
    | (?P<hour>(?<![\d.,])\d{{1,2}}\s?(?P<noon>[ap])\.?m\b)
    | (?P<plain>
        (?:(?<![\w.,)/-])[-\u2212](?=\d))?
        (?:[1-9]\d{{0,2}}(?:[{_SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+)?  # 1 000 000,5
        | \d+(?:[.,'\u2019]\d+)*)
      )
      (?: (?P<scale>[kKM])(?!\w) | [{_SPACES}]?(?P<percent>{_PERCENT}) )?
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Number:
    """A number in normal form and where it stands: `text[start:end]`."""

    value: str
    start: int
    end: int


def numbers(text: str) -> list[str]:
    """List the numbers of `text` in normal form, in the order they are said; a number said twice is listed twice."""
    return [number.value for number in find(text)]


def find(text: str) -> list[Number]:
    """Find the numbers of `text` with their places, in order."""
    plain = _ascii_digits(text)
    digits = list(_in_digits(plain))
    taken = {place for number in digits for place in range(number.start, number.end)}  # the "ciento" of "12 por ciento"
    found = [*digits, *(number for number in _in_words(plain) if number.start not in taken)]
    found.sort(key=lambda number: number.start)
    return _scaled(plain, found)


def _ascii_digits(text: str) -> str:
    """Write digits of every script as 0-9, one character for one, so that places stay."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in text)


def _in_digits(text: str) -> Iterator[Number]:
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        if match["hash"] or match["date"]:
            yield Number(match[0], start, end)
        elif match["clock"]:
            yield Number(_clock(match["clock"], match["half"]), start, end)
        elif match["hour"]:
            yield Number(_clock(match["hour"], match["noon"]), start, end)
        else:
            suffix = "%" if match["percent"] else (match["scale"] or "").replace("K", "k")
            values = _plain(match["plain"])
            if len(values) == 1:
                yield Number(values[0] + suffix, start, end)
            else:
                places = re.finditer(r"\d+", match["plain"])
                yield from (Number(place[0], start + place.start(), start + place.end()) for place in places)


def _clock(said: str, half: str | None) -> str:
    """Write a time of day with 24 hours and no leading zero."""
    parts = re.findall(r"\d+", said)
    hour = int(parts[0])
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return ":".join([str(hour), *(parts[1:] or ["00"])])


def _plain(said: str) -> list[str]:
    """Resolve the separators of one run of digits; a list such as "1,2,3" is several numbers."""
    sign = "-" if said[0] in "-\u2212" else ""
    body = re.sub(rf"[{_SPACES}'\u2019]", "", said.lstrip("-\u2212"))
    commas, dots = body.count(","), body.count(".")
    if commas and dots:
        last = max(body.rfind(","), body.rfind("."))
        whole = re.sub(r"[.,]", "", body[:last])
        return [f"{sign}{whole}.{body[last + 1 :]}"]
    if commas > 1 and not _grouped(body, ","):
        return body.split(",")
    if commas:
        return [sign + (body.replace(",", "") if _grouped(body, ",") else body.replace(",", "."))]
    # "1.000" is a thousand in most of Europe, while "1.234" is more often a decimal: only round thousands are read so.
    if dots and _grouped(body, ".") and (dots > 1 or body.endswith("000")):
        return [sign + body.replace(".", "")]
    return [sign + body]


def _grouped(body: str, mark: str) -> bool:
    head, *groups = body.split(mark)
    return 1 <= len(head) <= 3 and head[0] != "0" and all(len(group) == 3 for group in groups)


def _scaled(text: str, found: list[Number]) -> list[Number]:
    """Multiply "2.5 million" out, where the figure is in digits and the scale in a word."""
    joined: list[Number] = []
    for number in found:
        last = joined[-1] if joined else None
        if last and _is_scale(text, number) and text[last.end : number.start] in set(_SPACES):
            product = _times(last.value, int(number.value))
            if product:
                joined[-1] = Number(product, last.start, number.end)
                continue
        joined.append(number)
    return joined


def _is_scale(text: str, number: Number) -> bool:
    return text[number.start : number.end].casefold() in _SCALES


def _times(value: str, scale: int) -> str | None:
    if not re.fullmatch(r"\d+(?:\.\d+)?", value):
        return None
    whole, _, part = value.partition(".")
    zeros = len(str(scale)) - 1
    return str(int(whole + part.ljust(zeros, "0"))) if len(part) <= zeros else None


# Number words -------------------------------------------------------------------------------------------------------


def _bag(words: str) -> frozenset[str]:
    return frozenset(words.split())


_UNITS = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen",
    # The articles en/ett, ein/eine, un/una, un/une are left out: they count nothing.
    "sv": "- två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve",
    "fr": "- deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "sv": "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
    "de": "zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "fr": "vingt trente quarante cinquante soixante",
}
_SCALES = {
    word: value
    for value, words in {
        100: "hundred hundra hundert cent cents",
        1000: "thousand tusen tausend mil mille",
        1_000_000: "million millions miljon miljoner millionen millón millones",
    }.items()
    for word in words.split()
}
_ODD = {"cien": 100, "ciento": 100, "vingts": 20, "quinientos": 500, "setecientos": 700, "novecientos": 900}
_LONGEST = 60  # letters of a number written as one word; "neunhundertneunundneunzigtausendneunhundert…" has 57
_AND = frozenset({"and", "och", "und", "y", "et"})
_FRENCH_TENS = frozenset({"dix", *_TENS["fr"].split()})
# Words that are something else in another language count only where the text around them is in the language named.
_HOMOGRAPHS = {
    "once": "es", "dos": "es", "mil": "es", "sex": "sv", "elf": "de", "cent": "fr", "cents": "fr", "sept": "fr",
    "neuf": "fr", "mille": "fr",
}  # fmt: skip
_COMMON = {
    "en": _bag("the and is of to that it for we i with my on are be have this was at you a"),
    "sv": _bag("och att är det som på för med vi jag har till inte av den kostar klockan"),
    "de": _bag("der das und ist mit für nicht ich wir auf zu den dem im um sind haben eine ein es"),
    "es": _bag("el la los las que para por con una y es del son tengo hay tenemos un"),
    "fr": _bag("le la les des une et est pour avec dans nous je du sont il elle à on un"),
}
# "this one", "no one", "one of them": a pronoun, not a count.
_PRONOUN_AFTER = _bag(
    "this that which the no any every each another last next first second new old other some right wrong same good"
    " better best only latter former big small"
)
_PRONOUN_BEFORE = _bag(
    "of another can could should would might must will may is was has does needs wants who that which thing way day"
    " more de"
)


class _Spoken(NamedTuple):
    value: int
    start: int
    end: int


def _table() -> dict[str, int]:
    table = dict(_ODD) | _SCALES
    for words in _UNITS.values():
        table |= {word: value for value, word in enumerate(words.split(), 1) if word != "-"}
    for words in _TENS.values():
        table |= {word: 10 * value for value, word in enumerate(words.split(), 2)}
    units = dict(enumerate(_UNITS["es"].split()[:9], 1)) | {2: "dós", 3: "trés", 6: "séis"}
    table |= {f"veinti{word}": 20 + value for value, word in units.items()}
    table |= {"veintidos": 22, "veintitres": 23, "veintiseis": 26, "dieciseis": 16}
    hundreds = {2: "dos", 3: "tres", 4: "cuatro", 6: "seis", 8: "ocho"}
    table |= {f"{word}cientos": 100 * value for value, word in hundreds.items()}
    german = ["ein", *_UNITS["de"].split()[1:9]]
    for ten, word in enumerate(_TENS["de"].split(), 2):
        table |= {f"{unit}und{word}": 10 * ten + value for value, unit in enumerate(german, 1)}
    swedish = ["ett", *_UNITS["sv"].split()[1:9]]
    for ten, word in enumerate(_TENS["sv"].split(), 2):
        table |= {f"{word}{unit}": 10 * ten + value for value, unit in enumerate(swedish, 1)}
    return table | {"tjugoen": 21}


_TABLE = _table()


def _in_words(text: str) -> Iterator[Number]:
    """Read runs of number words, adding and multiplying as languages do ("two hundred and five", "quatre-vingt")."""
    words = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(text)]
    run: list[_Spoken] = []
    for index, (word, start, end) in enumerate(words):
        value = _value(words, index)
        gap = text[run[-1].end : start].strip() if run else ""
        if value is None:
            if run and word in _AND and gap == "" and _may_go_on(words, index, run):
                run[-1] = run[-1]._replace(end=end)
                continue
            yield from _flush(run)
            run = []
            continue
        if run and (gap not in {"", "-"} or not _joins(run, value)):
            yield from _flush(run)
            run = []
        run.append(_Spoken(value, start, end))
    yield from _flush(run)


def _value(words: list[tuple[str, int, int]], index: int) -> int | None:
    word = words[index][0]
    value = _TABLE.get(word) or _compound(word)
    if value is None:
        return None
    if word in {"one", "uno", "eins"}:
        before = words[index - 1][0] if index else ""
        after = words[index + 1][0] if index + 1 < len(words) else ""
        if before in _PRONOUN_AFTER or after in _PRONOUN_BEFORE or (not after and before not in _TABLE):
            return None
    language = _HOMOGRAPHS.get(word)
    if index and words[index - 1][0] in _FRENCH_TENS:
        return value
    if language and _count(words, language) <= _count(words, "en"):
        return None
    return value


def _count(words: list[tuple[str, int, int]], language: str) -> int:
    return sum(word in _COMMON[language] for word, _, _ in words)


def _compound(word: str) -> int | None:
    """Read "zweihundertfünf", "femtusen" and the like, written as one word."""
    if len(word) > _LONGEST:
        return None
    for scale, name in ((1000, "tausend"), (1000, "tusen"), (100, "hundert"), (100, "hundra")):
        left, found, right = word.partition(name)
        if found and len(word) > len(name):
            times = 1 if left in {"", "ein", "ett"} else _TABLE.get(left) or _compound(left)
            rest = 0 if not right else _TABLE.get(right.removeprefix("und")) or _compound(right)
            return None if times is None or rest is None else times * scale + rest
    return None


def _may_go_on(words: list[tuple[str, int, int]], index: int, run: list[_Spoken]) -> bool:
    """Tell "two hundred and five" (go on) from "two and five" (two numbers)."""
    if index + 1 >= len(words):
        return False
    value = _value(words, index + 1)
    large = run[-1].value >= (20 if words[index][0] in {"y", "et"} else 100)
    return value is not None and large and _joins(run, value)


def _joins(run: list[_Spoken], value: int) -> bool:
    """Tell whether a further word continues the number ("twenty" + "five") or starts another ("two" + "three")."""
    last = run[-1].value
    if value in {100, 1000, 1_000_000}:
        return last < value
    if last in {100, 1000, 1_000_000} or (last % 100 == 0 and last):
        return value < last
    if (last, value) == (4, 20) or (last == 10 and 7 <= value <= 9):
        return True
    return 20 <= last < 100 and last % 10 == 0 and value < (20 if last in {20, 60} else 10)


def _flush(run: list[_Spoken]) -> Iterator[Number]:
    if not run:
        return
    total = group = 0
    for value in (spoken.value for spoken in run):
        if value in {1000, 1_000_000}:
            total, group = total + max(group, 1) * value, 0
        elif value == 100:
            group = max(group, 1) * 100
        elif value == 20 and group % 100 == 4:
            group += 76  # quatre-vingt
        else:
            group += value
    yield Number(str(total + group), run[0].start, run[-1].end)
