"""Spans of whole days, and how they are counted on the calendar. Knows no words.

A span that floats has no year, or no week, of its own, and is moved to the one that is meant.
"""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

DAY: Final = timedelta(days=1)


class Span(NamedTuple):
    """Whole days from `first` up to but without `end`. No `first`: as far back as there is anything.

    `floats` is the unit by which the days may move (week, month, year) because the text does not say which one.
    """

    first: date | None
    end: date
    floats: str = ""
    bare: bool = False  # says when only after a preposition
    doubtful: bool = False  # more often when something shall be than when it was
    minutes: int = 0  # where it is no whole days but the minutes up to now


class Today(NamedTuple):
    """The asker's day, whether what is asked lies ahead of it, and how many minutes of it have passed."""

    day: date
    ahead: bool
    minute: int = 0

    def back(self, minutes: int) -> date:
        """Return the day it was so many minutes ago."""
        return self.day + timedelta(days=(self.minute - minutes) // (24 * 60))


def months_on(day: date, count: int) -> date:
    """Move a day by months; what that month does not have becomes its last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    for number in range(day.day, 27, -1):
        try:
            return date(year, month + 1, number)
        except ValueError:
            if number == 28:
                raise
    return date(year, month + 1, day.day)


STEPS: Final[Mapping[str, Callable[[date, int], date]]] = {
    "day": lambda day, count: day + timedelta(days=count),
    "week": lambda day, count: day + timedelta(weeks=count),
    "fortnight": lambda day, count: day + timedelta(weeks=2 * count),
    "month": months_on,
    "quarter": lambda day, count: months_on(day, 3 * count),
    "year": lambda day, count: months_on(day, 12 * count),
}
HALF: Final = {
    "day": 0,
    "week": 3,
    "fortnight": 3,
    "month": 15,
    "quarter": 45,
    "year": 182,
}  # days to either side of "one ago"


def move(span: Span, count: int) -> Span:
    """Move days by units; one that is not there then (29 February) raises ValueError."""
    if span.floats == "week":
        return span._replace(first=first_of(span) + timedelta(weeks=count), end=span.end + timedelta(weeks=count))
    first = first_of(span)
    if span.floats == "month":
        moved = months_on(first, count)
        if moved.day != first.day:
            raise ValueError(f"no day {first.day} in that month")
        return span._replace(first=moved, end=moved + (span.end - first))
    year = first.year + count
    return span._replace(first=first.replace(year=year), end=span.end.replace(year=span.end.year + count))


def first_of(span: Span) -> date:
    """Return the first day of a span that has one; only what is before something has none."""
    assert span.first is not None  # noqa: S101 - only bounds have none, and they do not move
    return span.first


def near(span: Span, today: Today) -> Span:
    """Return the latest of floating days that has begun; the next that has not ended where the question looks ahead."""
    for count in (1, 0, -1, -2) if not today.ahead else (-1, 0, 1, 2):
        try:
            moved = move(span, count)
        except ValueError:
            continue
        if moved.end > today.day if today.ahead else first_of(moved) <= today.day:
            return moved
    raise ValueError("no such day near")


def one_day(day: date) -> Span:
    """Return a day."""
    return Span(day, day + DAY)


def whole_month(year: int, month: int, *, floats: str = "") -> Span:
    """Return a month."""
    first = date(year, month, 1)
    return Span(first, months_on(first, 1), floats)


def whole_year(year: int) -> Span:
    """Return a year."""
    return Span(date(year, 1, 1), date(year + 1, 1, 1))


def whole_quarter(year: int, quarter: int, *, floats: str = "") -> Span:
    """Return a quarter, counted from 1."""
    first = date(year, 3 * quarter - 2, 1)
    return Span(first, months_on(first, 3), floats)


def whole_season(year: int, season: int, *, floats: str = "") -> Span:
    """Return spring to winter as three calendar months; winter begins in December."""
    first = date(year, 3 * season, 1)
    return Span(first, months_on(first, 3), floats)


def whole_week(day: date) -> Span:
    """Return the week of a day, Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return Span(monday, monday + timedelta(weeks=1))


def calendar(unit: str, count: int, today: date) -> Span | None:
    """Return the week, month, quarter, year or weekend that is `count` from the one today is in."""
    if unit == "week":
        return whole_week(today + timedelta(weeks=count))
    if unit == "weekend":
        saturday = whole_week(today).first or today
        return Span(saturday + timedelta(weeks=count, days=5), saturday + timedelta(weeks=count, days=7))
    if unit in ("month", "quarter", "year"):
        length = {"month": 1, "quarter": 3, "year": 12}[unit]
        first = date(today.year, (today.month - 1) // length * length + 1, 1)
        return Span(months_on(first, count * length), months_on(first, (count + 1) * length))
    return None


def which(span: Span, year: str, today: Today) -> Span:
    """Choose the year of a floating month or season: near, last, this, next or lastyear."""
    if year == "near":
        return near(span, today)
    if year in ("this", "lastyear"):
        return move(span, -(year == "lastyear"))._replace(floats="")
    if year == "last":
        return next(one for n in (0, -1, -2) if (one := move(span, n)).end <= today.day)._replace(floats="")
    return next(one for n in (0, 1) if first_of(one := move(span, n)) > today.day)._replace(floats="")


def around(day: date, unit: str) -> Span:
    """Return the days about a day, as far as one is precise who counts in that unit."""
    half = timedelta(days=HALF[unit])
    return Span(day - half, day + half + DAY)
