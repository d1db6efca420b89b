"""What the phrases of `period_words.py` mean: a rule takes the values of a phrase and gives days.

Every rule has the same three arguments: the values by class of word, the argument the table gives, and today. None, or
a ValueError of the calendar, means that the phrase is none after all. Knows no text.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

from episodic.language.period_amounts import AMOUNTS
from episodic.language.phrases import Values
from episodic.language.spans import (
    DAY,
    STEPS,
    Span,
    Today,
    around,
    calendar,
    first_of,
    months_on,
    move,
    near,
    one_day,
    which,
    whole_month,
    whole_quarter,
    whole_season,
    whole_week,
    whole_year,
)

_MONTHS: Final = 24  # within which nearly every day of a month has been every day of the week

# Rules: what a phrase means, from its values and the table's argument ------------------------------------------------


def _say_day(_: Values, argument: str, today: Today) -> Span:
    return one_day(today.day + timedelta(days=int(argument)))


def _say_unit(values: Values, argument: str, today: Today) -> Span | None:
    fixed = {"week": ("week", 0), "month": ("month", 0), "year": ("year", 0), "weekend": ("weekend", 0)}
    fixed |= {"lastyear": ("year", -1), "lastweekend": ("weekend", -1)}
    unit, count = fixed[argument] if argument in fixed else (values["UNIT"][0], int(argument))
    return _say_weekend(values, "", today) if (unit, count) == ("weekend", 0) else calendar(unit, count, today.day)


def _say_weekend(_: Values, argument: str, today: Today) -> Span:
    span = calendar("weekend", 0, today.day)
    assert span is not None  # noqa: S101
    return near(span._replace(floats="week"), today._replace(ahead=today.ahead or argument == "ahead"))


def _say_weekdate(values: Values, _: str, today: Today) -> Span:
    """Find the latest day of the week with a number, Monday the 12th; the next where the question looks ahead."""
    number = values["DAY"][0] if values.get("DAY") else int(values["NUMBERED"][0][:-2])
    months = (months_on(today.day.replace(day=1), n if today.ahead else -n) for n in range(_MONTHS))
    days = (first.replace(day=number) for first in months if _is_day(first.year, first.month, number))
    reached = (day for day in days if (day >= today.day if today.ahead else day <= today.day))
    return one_day(next(day for day in reached if day.weekday() == values["WEEKDAY"][0]))


def _say_weekday(values: Values, argument: str, today: Today) -> Span | None:
    weekday = values["WEEKDAY"][0]
    back = (today.day.weekday() - weekday - 1) % 7 + 1  # days since the latest before today
    latest = today.day - timedelta(days=back)
    if argument == "0":
        return one_day(first_of(whole_week(today.day)) + timedelta(days=weekday))
    if argument == "near":
        ahead = latest + timedelta(weeks=1 if back < 7 else 2)
        return one_day(ahead if today.ahead else latest)._replace(floats="week")
    weeks = {"-1": 0, "-2": -1, "1": 1 if back < 7 else 2, "fors": 0}[argument]
    return one_day(latest + timedelta(weeks=weeks))


def _say_weekday_in(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    if span.first is None or span.end - span.first != timedelta(weeks=1):
        return None
    return one_day(span.first + timedelta(days=(values["WEEKDAY"][0] - span.first.weekday()) % 7))


def _say_month(values: Values, argument: str, today: Today) -> Span | None:
    month = (values.get("MONTH") or values["MON"])[0]
    if argument == "year":
        return whole_month(values["YEAR"][0], month)
    return which(whole_month(today.day.year, month, floats="year"), argument, today)


def _say_season(values: Values, argument: str, today: Today) -> Span | None:
    if argument.startswith("past"):
        return which(whole_season(today.day.year, int(argument[-1]), floats="year"), "last", today)
    season = values["SEASON"][0]
    if argument == "year" or values.get("YEAR"):  # winter 2025 may begin or end that year: not precise
        return whole_season(values["YEAR"][0], season) if season < 4 else None
    return which(whole_season(today.day.year, season, floats="year"), argument, today)


def _say_date(values: Values, argument: str, today: Today) -> Span:
    month, day = values["MON"][0], (values.get("DAY") or values["NTH"])[0]
    if argument.isdigit():
        day += int(argument)  # the twenty-third
    elif argument:
        return one_day(date(today.day.year - (argument == "lastyear"), month, day))
    if values.get("YEAR"):
        return one_day(date(values["YEAR"][0], month, day))
    leap = next(year for year in range(today.day.year, today.day.year - 8, -1) if _is_day(year, month, day))
    return near(one_day(date(leap, month, day))._replace(floats="year"), today)


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _say_iso(values: Values, _: str, __: Today) -> Span:
    if values.get("ISO"):
        return one_day(date.fromisoformat(values["ISO"][0]))
    day, month, year = map(int, values["DOTTED"][0].split("."))
    return one_day(date(year, month, day))


def _say_slashed(values: Values, argument: str, today: Today) -> Span | None:
    """Read figures with strokes: the day first; in English only what can be read in one way (13/10, 10/13)."""
    figures = (values.get("SLASHED") or values.get("SHORTDAY") or values["POINTED"])[0]
    first, second, *year = map(int, re.split("[/.]", figures))
    if first > 31:  # 2026/11/9; 52/48 is no day
        return one_day(date(first, second, *year)) if year else None
    if figures == "24/7" or (argument != "day" and max(first, second) <= 12 and first != second):
        return None
    day, month = (first, second) if second <= 12 else (second, first)
    return _say_date({"MON": [month], "DAY": [day], "YEAR": year}, "", today)


def _say_iso_month(values: Values, _: str, __: Today) -> Span:
    if values.get("MONTHYEAR"):
        month, year = map(int, re.split("[/.]", values["MONTHYEAR"][0]))
    else:
        year, month = map(int, values["ISOMONTH"][0].split("-"))
    return whole_month(year, month)


def _say_half_year(values: Values, _: str, __: Today) -> Span:
    first = date(values["YEAR"][0], 7 if values["HALFYEAR"][0] == "h2" else 1, 1)
    return Span(first, months_on(first, 6))


def _say_feast(_: Values, argument: str, today: Today) -> Span:
    """Find the days of a year that the table gives as months and days."""
    days = [date.fromisoformat(f"{today.day.year}-{day}") for day in argument.split()]
    return near(Span(days[0], days[-1] + DAY, floats="year"), today)


def _say_iso_week(values: Values, argument: str, today: Today) -> Span:
    if values.get("ISOWEEK"):
        figures = values["ISOWEEK"][0]
        return whole_week(date.fromisocalendar(int(figures[:4]), int(figures[-2:]), 1))
    number = int(values["N"][0] if values.get("N") else values["WEEKNO"][0].lstrip("kvw"))
    year = values["YEAR"][0] if values.get("YEAR") else today.day.isocalendar().year - (argument == "lastyear")
    span = whole_week(date.fromisocalendar(year, number, 1))
    late = first_of(span) > today.day and not today.ahead and not values.get("YEAR")
    return whole_week(date.fromisocalendar(year - 1, number, 1)) if late else span


def _say_day_of_month(values: Values, _: str, today: Today) -> Span:
    day = values["DAY"][0]
    first = next(
        d for n in range(3) if (d := months_on(today.day.replace(day=1), -n) + timedelta(days=day - 1)).day == day
    )
    return near(one_day(first)._replace(floats="month"), today)


def _say_day_in(values: Values, _: str, __: Today) -> Span | None:
    """Find a day of a month that is not told by its name: the 3rd of last month."""
    span: Span = values["P"][0]
    if span.first is None or months_on(span.first, 1) != span.end:
        return None
    return one_day(span.first.replace(day=values["DAY"][0]))


def _say_year(values: Values, _: str, __: Today) -> Span:
    return whole_year(values["YEAR"][0])


def _say_quarter(values: Values, _: str, today: Today) -> Span | None:
    number = int(values["QUARTER"][0][1]) if values.get("QUARTER") else values["ORD"][0]
    number = 4 if number == -1 else number
    if values.get("YEAR"):
        return whole_quarter(values["YEAR"][0], number)
    return near(whole_quarter(today.day.year, number, floats="year"), today)


def _say_part(values: Values, argument: str, _: Today) -> Span | None:
    """Cut the beginning, the middle or the end out of days."""
    span: Span = values["P"][0]
    if span.first is None or (days := (span.end - span.first).days) < 6:
        return None
    month = 28 <= days <= 31
    one, two = (10, 20) if month else (2, 4) if days == 7 else (days // 3, days - days // 3)
    cuts = {"head": (0, one), "mid": (one, two), "tail": (two, days)}
    start, stop = cuts[argument]
    end = span.end if argument == "tail" else span.first + timedelta(days=stop)
    return span._replace(first=span.first + timedelta(days=start), end=end)


def _say_part_now(values: Values, argument: str, today: Today) -> Span | None:
    """Cut it out of the week, month or year that today is in."""
    span = calendar(values["UNIT"][0], 0, today.day)
    return _say_part({"P": [span]}, argument, today) if span else None


def _say_nth_week(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    place = values["ORD"][0]
    if span.first is None or not 28 <= (span.end - span.first).days <= 92:
        return None
    if place == -1:
        return Span(span.end - timedelta(weeks=1), span.end)
    first = span.first + timedelta(weeks=place - 1)
    return Span(first, min(first + timedelta(weeks=1), span.end)) if first < span.end else None


def _say_week_of(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    unit = values.get("UNIT", ["week"])[0]
    if span.first is None or span.end - span.first != DAY or unit != "week":
        return None
    return whole_week(span.first)


def _say_nth_weekend(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    place = values["ORD"][0]
    if span.first is None or not 28 <= (span.end - span.first).days <= 31:
        return None
    days = (span.first + timedelta(days=n) for n in range(31))
    saturdays = [day for day in days if day.weekday() == 5 and day < span.end]
    saturday = saturdays[place if place == -1 else place - 1]
    return Span(saturday, saturday + timedelta(days=2))


def _say_half(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    place = values.get("ORD", [1])[0]
    if span.first is None or (days := (span.end - span.first).days) < 28 or place not in (1, 2, -1):
        return None
    middle = months_on(span.first, 6) if days >= 365 else span.first + timedelta(days=days // 2)
    return Span(span.first, middle) if place == 1 else Span(middle, span.end)


def _say_beside(values: Values, argument: str, _: Today) -> Span | None:
    """Count from another time: the Monday before it, the week after it, two weeks before it."""
    span: Span = values["P"][0]
    if span.first is None:
        return None
    back = argument.startswith("-")
    if values.get("WEEKDAY"):
        weekday = values["WEEKDAY"][0]
        if back:
            return one_day(span.first - timedelta(days=(span.first.weekday() - weekday - 1) % 7 + 1))
        return one_day(span.end + timedelta(days=(weekday - span.end.weekday()) % 7))
    unit = values["UNIT"][0]
    if argument.endswith("n") and unit in STEPS:
        return around(STEPS[unit](span.first, values["N"][0] * (-1 if back else 1)), unit)
    if unit == "weekend":
        saturday = span.first - timedelta(days=(span.first.weekday() - 5 - 1) % 7 + 1) if back else None
        saturday = saturday or span.end + timedelta(days=(5 - span.end.weekday()) % 7)
        return Span(saturday, saturday + timedelta(days=2))
    step = STEPS[unit]
    return Span(step(span.first, -1), span.first) if back else Span(span.end, step(span.end, 1))


# Rules of what stands around phrases ----------------------------------------------------------------------------------


def _say_in(values: Values, _: str, __: Today) -> Span:
    span: Span = values["P"][0]
    return span


def _say_alone(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    return None if span.bare else span


def _say_on(values: Values, _: str, __: Today) -> Span | None:
    span: Span = values["P"][0]
    return span if span.first is not None and span.end - span.first == DAY else None


def _say_since(values: Values, _: str, today: Today) -> Span | None:
    span: Span = values["P"][0] if values.get("P") else whole_year(values["YEAR"][0])
    return Span(span.first, max(today.day + DAY, span.end)) if first_of(span) <= today.day else None


def _say_after(values: Values, _: str, today: Today) -> Span | None:
    span: Span = values["P"][0]
    return Span(span.end, today.day + DAY) if span.end <= today.day else None


def _say_before(values: Values, _: str, today: Today) -> Span | None:
    first = first_of(values["P"][0])
    return Span(today.day if first > today.day else None, first)


def _say_until(values: Values, _: str, today: Today) -> Span | None:
    end = values["P"][0].end
    return Span(today.day if end > today.day + DAY else None, end)


def _say_by(values: Values, _: str, today: Today) -> Span | None:
    span: Span = values["P"][0]
    person = span.bare and span.floats == "year"  # "by April" tells who
    return None if person else _say_until(values, "", today)


def _say_between(values: Values, _: str, __: Today) -> Span | None:
    """Join two times; the one that does not say which year or week is told by the other."""
    left, right = values["P"]
    if left.floats and not right.floats:
        left = next(one for n in (0, *_tries(left)) if first_of(one := _try(left, n)) <= first_of(right))
    elif right.floats:
        right = next(one for n in _tries(right)[::-1] if first_of(one := _try(right, n)) >= first_of(left))
    return Span(left.first, right.end)


def _tries(span: Span) -> list[int]:
    reach = {"year": 60, "month": 24, "week": 104}[span.floats]
    return list(range(reach, -reach - 1, -1))


def _try(span: Span, count: int) -> Span:
    try:
        return move(span, count)
    except ValueError:
        return span


def _say_days(values: Values, _: str, today: Today) -> Span | None:
    one, two = values["DAY"]
    last = _say_date({**values, "DAY": [two]}, "", today)
    first = first_of(last).replace(day=one)
    return Span(first, last.end) if one <= two else None


def _say_months(values: Values, argument: str, today: Today) -> Span | None:
    one, two = values["MONTH"]
    if values.get("YEAR"):
        end = whole_month(values["YEAR"][0], two)
        first = whole_month(values["YEAR"][0] - (one > two), one)
        return Span(first.first, end.end)
    if argument == "year":
        return None
    start = near(whole_month(today.day.year, one, floats="year"), today)
    year = first_of(start).year + (one > two)
    return Span(start.first, whole_month(year, two).end)


def _say_yesterday(_: Values, __: str, today: Today) -> Span:
    return one_day(today.day - DAY)


def _say_tomorrow(_: Values, __: str, today: Today) -> Span:
    return one_day(today.day + DAY)


RULES: Final[Mapping[str, Callable[[Values, str, Today], Span | None]]] = {
    **AMOUNTS,
    "after": _say_after,
    "alone": _say_alone,
    "before": _say_before,
    "beside": _say_beside,
    "between": _say_between,
    "by": _say_by,
    "date": _say_date,
    "day": _say_day,
    "dayin": _say_day_in,
    "dayof": _say_day_of_month,
    "days": _say_days,
    "feast": _say_feast,
    "half": _say_half,
    "halfyear": _say_half_year,
    "in": _say_in,
    "iso": _say_iso,
    "isomonth": _say_iso_month,
    "isoweek": _say_iso_week,
    "month": _say_month,
    "months": _say_months,
    "none": lambda *_: None,
    "nthweek": _say_nth_week,
    "nthweekend": _say_nth_weekend,
    "on": _say_on,
    "part": _say_part,
    "partnow": _say_part_now,
    "quarter": _say_quarter,
    "season": _say_season,
    "since": _say_since,
    "slashed": _say_slashed,
    "tonight": lambda *given: one_day(given[2].day)._replace(doubtful=True),
    "tomorrow": _say_tomorrow,
    "unit": _say_unit,
    "until": _say_until,
    "weekdate": _say_weekdate,
    "weekday": _say_weekday,
    "weekdayin": _say_weekday_in,
    "weekend": _say_weekend,
    "weekof": _say_week_of,
    "year": _say_year,
    "yesterday": _say_yesterday,
}
