"""Finds the times a question names and counts them out as whole local days. Knows no clock: today is given.

Own code, because what there is reads points and not spans, takes `we`, `may` and `march` in "we may march on" for
three dates, and costs a start longer than the whole of recall: `scripts/bench.py days` holds dateparser, parsedatetime
and recognizers-text against it, on phrases written before the grammar was looked at.

What is meant, where people differ: "last week" is the calendar week before this one, Monday to Sunday, and "the last
week" the seven days up to now. "Last Tuesday" and "on Tuesday" are the latest one before today. "Two weeks ago" is that
day and half a week to either side, months and years alike; half a year ago is half a quarter to either side, and a few
days ago two to six. "April" is the latest that has begun, and so is "this weekend": asked on a Monday the one just
past. "Monday the 12th" is the latest 12th that was a Monday. "The last 48 hours" are counted to the minute, which no
other time is. "Since" goes on until today, "before" leaves the day out, "until" and "by" take it in. Beginning, middle
and end are the days 1-10, 11-20 and from 21 of a month, and thirds of anything else. The first week of a month is its
first seven days. Seasons are those of the north, three calendar months each. Where a question looks ahead ("what is due
on Friday"), the next is meant.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from typing import Final, NamedTuple

from episodic.language.period_rules import RULES
from episodic.language.period_words import COUNTED, GERMAN, HABITS, NUMBERED, PAST, STREETS, TIMES_OF_DAY
from episodic.language.phrases import (
    Language,
    Template,
    Token,
    Values,
    keys,
    languages,
    looks_ahead,
    matches,
    read,
    telling,
    tokens,
)
from episodic.language.spans import DAY, Span, Today, near, whole_month, whole_year
from episodic.language.tokens import STOPWORDS
from episodic.language.tongues import tongue

_DEPTH: Final = 3  # "since" "the end of" "the week of" "3 May"; people do not go deeper
_WHOLES: Final = frozenset("week weeks month year quarter day days hour hours minute minutes".split())  # of something
_DATED: Final = re.compile(r"\d+(?:[./-]\d+){1,2}|\d{4}-?w\d\d|\d{1,2}(?:st|nd|rd|th)|(?:w|v|kw)\d\d?")
_ARTICLES: Final = frozenset("the our my your this a an".split())


class Said(NamedTuple):
    """A time that a text names: `text[start:stop]`. Not `sure`: it may be a name of something ("the 2024 budget").

    `ahead` is whether the text asks for what is still to come.
    """

    span: Span
    start: int
    stop: int
    sure: bool
    ahead: bool = False


def find(text: str, today: date, *, minute: int = 0, ahead: bool | None = None) -> list[Said]:
    """Find the times a text names, in order, the longest where several begin together.

    `minute` is how many of today have passed, `ahead` whether it is about what is to come; None: that is for its words
    to tell, as those of a question do.
    """
    words = tokens(text)
    spoken = tongue(text)
    ahead = looks_ahead(words) if ahead is None else ahead
    wish = ahead and not any(word.text in PAST for word in words)
    asked = Today(today, ahead, minute)
    found: list[Said] = []
    at = 0
    while at < len(words):
        best = _longest(words, at, asked, spoken)
        if best is None or not _stands(text, words, at, best[0]):
            at += 1
            continue
        end, span = best
        doubtful = _names(words, end, span) or span.doubtful or (wish and _is_now(span, today))
        found.append(Said(span, words[at].start, words[end - 1].end, sure=not doubtful, ahead=ahead))
        at = end
    return found or _alone(words, asked) or _last(text, words, asked) or _named(text, words, today)


def _last(text: str, words: list[Token], asked: Today) -> list[Said]:
    """Read a day of the week that ends a sentence, as some say it without a preposition ("what did Bo say Tuesday")."""
    at = len(words) - 1
    while at > 0 and not words[at].text[0].isalnum():
        at -= 1
    before = words[at - 1] if at > 0 else None
    if before is None or not before.text.isalpha() or before.capital or before.text in STOPWORDS:
        return []
    if not _stands(text, words, at, at + 1):
        return []
    english = languages()[0]
    spans = [span for _, span in _phrases(words, at, asked, english) if span.floats == "week"]
    return [Said(span, words[at].start, words[at].end, sure=True, ahead=asked.ahead) for span in spans[:1]]


def may_name(text: str) -> bool:
    """Tell whether a text may name days, in a tenth of what it takes to find out."""
    known = telling()
    return any(word.text in known or _DATED.fullmatch(word.text) for word in tokens(text))


def _alone(words: list[Token], asked: Today) -> list[Said]:
    """Read a question that is nothing but a time, which then needs no preposition; a month may still be a person."""
    kept = len(words)
    while kept and not words[kept - 1].text[0].isalnum():
        kept -= 1
    for language in languages() if kept and words[0].text.isalpha() else languages()[:1]:
        if kept and not any(read(words[0], kind, language) for kind in ("MONTH", "SEASON", "YEAR", "N")):
            for end, span in _phrases(words, 0, asked, language):
                if end == kept:
                    return [Said(span._replace(bare=False), words[0].start, words[end - 1].end, sure=True)]
    return []


def _longest(words: list[Token], at: int, today: Today, spoken: str | None) -> tuple[int, Span] | None:
    """Return the longest phrase that begins at a token and says when by itself."""
    best: tuple[int, Span] | None = None
    for language in languages():
        for end, span in _phrases(words, at, today, language):
            said_here = words[at].text == "hier" and end == at + 1 and _means_here(words, spoken)
            if not span.bare and not said_here and (best is None or end > best[0]):
                best = end, span
    return best


def _phrases(
    words: list[Token], at: int, today: Today, language: Language, depth: int = 0
) -> Iterator[tuple[int, Span]]:
    """Yield the phrases of a language that begin at a token, with what they mean."""
    if at >= len(words) or depth > _DEPTH:
        return
    nested = partial(_phrases, words, today=today, language=language, depth=depth + 1)
    for template in {
        id(one): one for key in keys(words[at], language) for one in language.templates.get(key, ())
    }.values():
        if template.level == "whole" and depth:
            continue
        for end, values in matches(template, words, at, language, nested):
            if (span := _count(template, values, today)) is not None:
                bare = template.level == "named" or (template.level == "alone" and _verb(words, at, end))
                yield _trimmed(words, end), span._replace(bare=bare)


def _trimmed(words: list[Token], end: int) -> int:
    """Leave out what joins a date to a year where no year follows."""
    return end - (words[end - 1].text in (",", "de", "del", "of"))


def _count(template: Template, values: Values, today: Today) -> Span | None:
    """Apply a rule; None where the calendar has no such day."""
    try:
        span = RULES[template.rule](values, template.argument, today)
    except (ValueError, OverflowError, StopIteration):  # no such day, none in reach
        return None
    return span if span is None or span.first is None or span.first < span.end else None


# What a phrase stands beside -----------------------------------------------------------------------------------------


def _stands(text: str, words: list[Token], at: int, end: int) -> bool:
    """Tell whether a phrase stands free: not in a path, an address, an amount, a habit or a version."""
    return not (_glued(text[: words[at].start], text[words[end - 1].end :]) or _belongs(words, at, end))


def _glued(before: str, after: str) -> bool:
    if before[-1:].isalnum() or before[-1:] in {*"/\\@#$€£_.-"} or after[:1] in {*"/\\@_%"}:
        return True
    return after[:1] in {*"-.:"} and after[1:2].isalnum()


def _belongs(words: list[Token], at: int, end: int) -> bool:
    """Tell whether the words around a phrase make something else of it."""
    earlier, later = words[at - 1].text if at else "", words[end].text if end < len(words) else ""
    first, last = words[at].text, words[end - 1].text
    return (
        earlier in HABITS
        or later in STREETS
        or later in TIMES_OF_DAY
        or (first == "mañana" and earlier in ("la", "esta"))  # the morning
        or (first[0].isdigit() and earlier in NUMBERED)
        or (last.isdigit() and later in COUNTED)
        or (words[end - 2].text == "the" and last[-2:] in ("st", "nd", "rd", "th") and _is_noun(words, end))
        or (_is_year(later) and any(word.text[0].isdigit() for word in words[at:end]))  # a day that year did not have
        or (later == "of" and (last in _WHOLES or words[end - 2].text == "week"))
    )


def _is_noun(words: list[Token], at: int) -> bool:
    """Tell whether a word may be what an ordinal counts ("the 12th floor"): no small word, and no name."""
    word = words[at] if at < len(words) else None
    return word is not None and word.text.isalpha() and not word.capital and word.text not in STOPWORDS


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit()


def _verb(words: list[Token], at: int, end: int) -> bool:
    """Tell whether "may" or "march" with a figure can be the verb: written small and without a year."""
    first = words[at]
    return first.text in ("may", "march") and not first.capital and end - at == 2 and len(words[at + 1].text) < 4


def _means_here(words: list[Token], spoken: str | None) -> bool:
    return spoken == "de" or any(word.text in GERMAN for word in words)


def _is_now(span: Span, today: date) -> bool:
    """Tell whether today is among days that do not begin with it and go on ("until Friday")."""
    begins_today = span.first == today and span.end > today + DAY
    return (span.first or date.min) <= today < span.end and not begins_today


def _names(words: list[Token], end: int, span: Span) -> bool:
    """Tell whether a year as a possessive belongs to a thing rather than says when ("last year's budget")."""
    long = span.first is not None and span.end - span.first > timedelta(days=300)
    return long and [word.text for word in words[end : end + 2]] == ["'", "s"]


def _named(text: str, words: list[Token], today: date) -> list[Said]:
    """Find a bare year, or a month between an article and a noun: it may be when, or only which."""
    english = languages()[0]
    for at, word in enumerate(words):
        if not _stands(text, words, at, at + 1):
            continue
        year = read(word, "YEAR", english)
        if isinstance(year, int) and year <= today.year + 1 and len(words) > 1:
            return [Said(whole_year(year), word.start, word.end, sure=False)]
        month = read(word, "MONTH", english)
        noun = at + 1 < len(words) and words[at + 1].text.isalpha()
        if isinstance(month, int) and word.capital and noun and at and words[at - 1].text in _ARTICLES:
            return [
                Said(
                    near(whole_month(today.year, month, floats="year"), Today(today, ahead=False)),
                    word.start,
                    word.end,
                    sure=False,
                )
            ]
    return []
