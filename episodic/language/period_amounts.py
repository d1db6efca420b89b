"""Rules of phrases that count from today: three days ago, the last 48 hours, in two weeks. Knows no text.

They have the arguments and the result of the rules in `period_rules.py`.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final

from episodic.language.phrases import Values
from episodic.language.spans import DAY, STEPS, Span, Today, around, calendar, move, one_day, which, whole_season

_FEW: Final = (2, 6)  # what "a few" is, at least and at most


def _amount(values: Values, argument: str) -> tuple[str, int] | None:
    """Return a unit and how many of it, from the table ("2 week", "few") or as said; None where it is no step.

    Half a year is two quarters: half of it to either side would say nothing.
    """
    count, _, unit = argument.partition(" ")
    unit = unit or values["UNIT"][0]
    if count == "half":
        return ("quarter", 4 * values.get("N", [0])[0] + 2) if unit == "year" else None
    number = _FEW[1] if count == "few" else int(count or values.get("N", [1])[0])
    return (unit, number) if unit in STEPS else None


def _say_rolling(values: Values, argument: str, today: Today) -> Span | None:
    if not argument and values["UNIT"][0] == "day" and not values.get("N"):
        return None  # "the last day"
    amount = _amount(values, argument)
    return Span(STEPS[amount[0]](today.day, -amount[1]), today.day + DAY) if amount else None


def _say_coming(values: Values, argument: str, today: Today) -> Span | None:
    amount = _amount(values, argument)
    return Span(today.day, STEPS[amount[0]](today.day, amount[1]) + DAY) if amount else None


def _say_ago(values: Values, argument: str, today: Today) -> Span | None:
    if values.get("UNIT") == ["weekend"]:
        return calendar("weekend", -int(argument or values["N"][0]), today.day)
    amount = _amount(values, argument)
    if amount is None:
        return None
    span = around(STEPS[amount[0]](today.day, -amount[1]), amount[0])
    return span._replace(end=min(span.end, today.day + DAY))


def _say_few(values: Values, _: str, today: Today) -> Span | None:
    latest, earliest = (_say_ago({**values, "N": [count]}, "", today) for count in _FEW)
    return None if latest is None or earliest is None else Span(earliest.first, latest.end)


def _say_ago_from(values: Values, _: str, today: Today) -> Span | None:
    """Count from another day than today: a week ago yesterday."""
    unit, day = values["UNIT"][0], values["P"][0]
    if unit not in STEPS or day.first is None or day.end - day.first != DAY or day.first > today.day:
        return None
    return one_day(STEPS[unit](day.first, -int(values["N"][0])))


def _say_hence(values: Values, _: str, today: Today) -> Span | None:
    """Count ahead where that is asked for; "in two weeks" is also how long something took."""
    amount = _amount(values, "") if today.ahead else None
    return around(STEPS[amount[0]](today.day, amount[1]), amount[0]) if amount else None


def _minutes(values: Values, argument: str) -> int:
    count, _, unit = argument.partition(" ")
    return int(count or values["N"][0]) * (1 if unit else values["CLOCK"][0])


def _say_clock(values: Values, argument: str, today: Today) -> Span:
    """Count minutes back from now: the only spans that are not whole days."""
    minutes = _minutes(values, argument)
    return Span(today.back(minutes), today.day + DAY, minutes=minutes)


def _say_brief(values: Values, _: str, today: Today) -> Span:
    """Count back as `--after` does: 24h, 7d, 2w."""
    count, unit = int(values["BRIEF"][0][:-1]), values["BRIEF"][0][-1]
    if unit == "h":
        return _say_clock({}, f"{60 * count} minutes", today)
    return Span(today.day - timedelta(days=count * (7 if unit == "w" else 1)), today.day + DAY)


def _say_clock_ago(values: Values, argument: str, today: Today) -> Span:
    return one_day(today.back(_minutes(values, argument)))


def _say_weekdays_ago(values: Values, _: str, today: Today) -> Span:
    weekday = (values.get("WEEKDAYS") or values["WEEKDAY"])[0]
    back = (today.day.weekday() - weekday - 1) % 7 + 1
    return one_day(today.day - timedelta(days=back, weeks=int(values["N"][0]) - 1))


def _say_seasons_ago(values: Values, _: str, today: Today) -> Span:
    latest = which(whole_season(today.day.year, values["SEASON"][0], floats="year"), "last", today)
    return move(latest._replace(floats="year"), 1 - int(values["N"][0]))._replace(floats="")


AMOUNTS: Final[Mapping[str, Callable[[Values, str, Today], Span | None]]] = {
    "ago": _say_ago,
    "agofrom": _say_ago_from,
    "brief": _say_brief,
    "clock": _say_clock,
    "clockago": _say_clock_ago,
    "coming": _say_coming,
    "few": _say_few,
    "hence": _say_hence,
    "rolling": _say_rolling,
    "seasonsago": _say_seasons_ago,
    "weekdaysago": _say_weekdays_ago,
}
