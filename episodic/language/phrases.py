"""Finds phrases of a table in a text: tokens, and templates matched against them. Knows no calendar.

The tables stand in `period_words.py`. Templates are looked up by the first word they can begin with, so that a text
without such words costs next to nothing, and nothing has to be compiled into patterns when a program starts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final, NamedTuple

from episodic.language.period_words import COMMON, LANGUAGES

Values = Mapping[str, list[Any]]


class Token(NamedTuple):
    """A word, a figure or a mark, casefolded, and where it stands: `text[start:end]`."""

    text: str
    start: int
    end: int
    capital: bool


class Part(NamedTuple):
    """One place of a template: the words it takes, or the name of a class of them."""

    words: frozenset[str]
    kind: str
    optional: bool


class Template(NamedTuple):
    """A phrase as the table has it, and the rule that reads it. `level` is alone, named or whole."""

    parts: tuple[Part, ...]
    rule: str
    argument: str
    level: str


class Language(NamedTuple):
    """The templates of one language by what they can begin with, and its classes of words."""

    name: str
    templates: Mapping[str, list[Template]]
    classes: Mapping[str, Mapping[str, int | str]]
    kinds: Mapping[str, Sequence[str]]  # the classes of a word
    ahead: Sequence[tuple[str, ...]]


_TOKEN: Final = re.compile(
    r"\d{4}-\d\d-\d\d(?![\w-])|\d{4}-?[wW]\d\d(?![\w-])|\d{4}-\d\d(?![\w-])|\d{1,2}\.\d{1,2}\.\d{4}(?![\w.]\w)|\d+(?:[.,:/]\d+)+\w*|[^\W_]+|[^\s]"
)
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-") | dict.fromkeys("’‘ʼ´`", "'"))  # noqa: RUF001 - folded
_DAY: Final = re.compile(r"(\d{1,2})(st|nd|rd|th|er|º|ª)?")
_UNITS: Final = ("day", "week", "month", "quarter", "year", "weekend", "fortnight")
_CLOCKS: Final = (60, 1)  # minutes
_NTH: Final = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth"
)


def tokens(text: str) -> list[Token]:
    """Split a text; typographic dashes and quotes are read as the plain ones."""
    plain = text.translate(_DASHES)
    return [
        Token(match[0].casefold(), *match.span(), capital=match[0][0].isupper()) for match in _TOKEN.finditer(plain)
    ]


@cache
def languages() -> tuple[Language, ...]:
    """Read the tables; some 400 templates, a few milliseconds, once and only for a question that is asked."""
    return tuple(_language(name) for name in LANGUAGES)


@cache
def telling() -> frozenset[str]:
    """Return the words of which every phrase of days without figures has one: months, units, "yesterday"."""
    kinds = ("MON", "WEEKDAY", "WEEKDAYS", "UNIT", "SEASON", "NTH")
    words = {word for language in languages() for kind in kinds for word in language.classes[kind]}
    for language in languages():
        for one in (one for listed in language.templates.values() for one in listed if one.level != "whole"):
            needed = [part.words for part in one.parts if not part.optional]
            if not any(part.kind for part in one.parts) and words.isdisjoint(chain(*needed)):
                words |= max(needed, key=lambda part: max(map(len, part)))
    return frozenset(words)


def read(token: Token, kind: str, language: Language) -> int | str | None:
    """Return what a token is as one of a class of words; None when it is not."""
    known = language.classes.get(kind)
    if known is not None and token.text in known:
        return known[token.text]
    figures = _FIGURES.get(kind)
    return figures(token.text) if figures else None


def matches(
    template: Template, words: list[Token], at: int, language: Language, nested: Any
) -> Iterator[tuple[int, dict[str, list[Any]]]]:
    """Yield where the template can end when it begins at a token, and the values of its classes in order.

    `nested(at)` yields (end, value) of the phrases that a P may be.
    """
    yield from _rest(template.parts, words, at, language, nested)


def _rest(
    parts: tuple[Part, ...], words: list[Token], at: int, language: Language, nested: Any
) -> Iterator[tuple[int, dict[str, list[Any]]]]:
    if not parts:
        yield at, {}
        return
    part, *others = parts
    for end, values in _one(part, words, at, language, nested):
        for last, more in _rest(tuple(others), words, end, language, nested):
            yield last, {name: values.get(name, []) + more.get(name, []) for name in {*values, *more}}
    if part.optional:
        yield from _rest(tuple(others), words, at, language, nested)


def _one(
    part: Part, words: list[Token], at: int, language: Language, nested: Any
) -> Iterator[tuple[int, dict[str, list[Any]]]]:
    if part.kind == "P":
        yield from ((end, {"P": [value]}) for end, value in nested(at))
    elif at < len(words):
        if not part.kind and words[at].text in part.words:
            yield at + 1, {}
        elif part.kind and (value := read(words[at], part.kind, language)) is not None:
            yield at + 1, {part.kind: [value]}


def keys(token: Token, language: Language) -> Iterator[str]:
    """Yield what templates that begin with this token are listed under: its text and its classes."""
    yield token.text
    yield from language.kinds.get(token.text, ())
    if not token.text.isalpha():
        yield from (kind for kind, figures in _FIGURES.items() if figures(token.text) is not None)


def looks_ahead(words: Sequence[Token]) -> bool:
    """Tell whether a question is about what lies ahead ("what is due on Friday")."""
    said = [word.text for word in words]
    known = {*said}
    return any(
        known.issuperset(run) and any(said[at : at + len(run)] == [*run] for at in range(len(said)))
        for language in languages()
        for run in language.ahead
    )


def _language(name: str) -> Language:
    words = LANGUAGES[name]
    months = _numbered(words.months)
    classes: dict[str, Mapping[str, int | str]] = {
        "MONTH": months,
        "MON": {**_numbered(words.short), **months},
        "WEEKDAY": {word: number - 1 for word, number in _numbered(words.weekdays).items()},
        "WEEKDAYS": {word: number - 1 for word, number in _numbered(words.many).items()},
        "UNIT": {word: _UNITS[number - 1] for word, number in _numbered(words.units).items()},
        "CLOCK": {word: _CLOCKS[number - 1] for word, number in _numbered(words.clocks).items()},
        "NTH": _numbered(_NTH),
        "SEASON": _numbered(words.seasons),
        "N": _numbered(words.counts),
        "ORD": {word: -1 if number == 6 else number for word, number in _numbered(words.places).items()},
    }
    listed: dict[str, list[Template]] = {}
    for level, table in (("alone", COMMON), *((level, getattr(words, level)) for level in ("alone", "named", "whole"))):
        for line in table.strip().splitlines():
            template = _template(line, level)
            for key in _beginnings(template.parts):
                listed.setdefault(key, []).append(template)
    kinds: dict[str, list[str]] = {}
    for kind, forms in classes.items():
        for form in forms:
            kinds.setdefault(form, []).append(kind)
    return Language(name, listed, classes, kinds, [tuple(run.split("+")) for run in words.ahead.split()])


def _numbered(forms: str) -> dict[str, int]:
    entries = enumerate(forms.split(), 1)
    return {form.casefold(): number for number, entry in entries if entry != "-" for form in entry.split("/")}


def _template(line: str, level: str) -> Template:
    phrase, _, rule = line.partition(" = ")
    name, _, argument = rule.strip().partition(" ")
    return Template(tuple(map(_part, phrase.split())), name, argument, level)


def _part(word: str) -> Part:
    optional, bare = word.endswith("?"), word.removesuffix("?")
    if bare.isalpha() and bare.isupper():
        return Part(frozenset(), bare, optional)
    return Part(frozenset(bare.casefold().split("/")), "", optional)


def _beginnings(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        yield from (part.kind,) if part.kind else part.words
        if not part.optional:
            return


def _day(text: str) -> int | None:
    found = _DAY.fullmatch(text)
    return int(found[1]) if found and 1 <= int(found[1]) <= 31 else None


def _between(low: int, high: int, *, digits: int) -> Any:
    def number(text: str) -> int | None:
        fits = text.isascii() and text.isdigit() and len(text) <= digits and low <= int(text) <= high
        return int(text) if fits else None

    return number


def _shaped(pattern: str) -> Any:
    shape = re.compile(pattern)
    return lambda text: text if shape.fullmatch(text) else None


_FIGURES: Final[Mapping[str, Any]] = {
    "N": _between(1, 999, digits=3),
    "DAY": _day,
    "YEAR": _between(1970, 2099, digits=4),
    "ISO": _shaped(r"\d{4}-\d\d-\d\d"),
    "ISOMONTH": _shaped(r"\d{4}-\d\d"),
    "ISOWEEK": _shaped(r"\d{4}-?w\d\d"),
    "DOTTED": _shaped(r"\d{1,2}\.\d{1,2}\.\d{4}"),
    "BRIEF": _shaped(r"\d{1,3}[hdw]"),
    "SLASHED": _shaped(r"\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}/\d{1,2}/\d{4}"),
    "SHORTDAY": _shaped(r"\d{1,2}/\d{1,2}(?:/\d{4})?"),
    "POINTED": _shaped(r"\d{1,2}\.\d{1,2}"),
    "MONTHYEAR": _shaped(r"(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d"),
    "WEEKNO": _shaped(r"(?:w|v|kw)\d{1,2}"),
    "NUMBERED": _shaped(r"\d{1,2}(?:st|nd|rd|th)"),
    "HALFYEAR": _shaped(r"h[12]"),
    "QUARTER": _shaped(r"q[1-4]"),
    "W": _shaped(r"[^\W\d_]+"),
}
