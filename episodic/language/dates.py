"""Moments and local days: text to time and back. Knows no clock; the time now is given."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

_AGO: Final = re.compile(r"(\d+)\s*([hdwmy])")
_HOURS: Final = {"h": 1, "d": 24, "w": 24 * 7, "m": 24 * 30, "y": 24 * 365}
_FIRST_DAY: Final = date(1970, 1, 2)  # the day before it is where every zone's epoch lies, and counts of seconds begin
_LAST_YEAR: Final = 2099  # 2106 is what 32 bits end in, 9999 what a calendar does
_FILLERS: Final = (datetime(1980, 1, 1), datetime(2038, 1, 19, 3, 14, 7))  # noqa: DTZ001 - of zip files, of 31 bits


def stamp(moment: datetime) -> str:
    """Return a moment as it is stored: UTC ISO-8601 with six decimals and a Z, so that stamps sort as times do.

    A year 1 that UTC has no room for (a null time somewhere east) becomes the first moment there is, and so at the end.
    """
    try:
        utc = moment.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:
        utc = datetime.min if moment.year == 1 else datetime.max  # noqa: DTZ901 - naive is what is written
    return utc.isoformat(timespec="microseconds") + "Z"  # strftime leaves the zeros of years before 1000 out


def moment(text: str) -> datetime:
    """Read a stamp. Returns an aware datetime in UTC."""
    return datetime.fromisoformat(text)  # strptime takes ten times as long


def aware(when: datetime, zone: tzinfo) -> datetime:
    """Return a datetime with a zone: its own, or the one given where it has none."""
    return when if when.tzinfo is not None else when.replace(tzinfo=zone)


def is_no_time(when: datetime) -> bool:
    """Tell whether a time is what programs write where they know none: year 1, the epoch, before it, year 9999."""
    wall = when.replace(tzinfo=None)
    return wall.date() < _FIRST_DAY or wall.year > _LAST_YEAR or wall.replace(microsecond=0) in _FILLERS


def day_start(day: date, zone: tzinfo) -> datetime:
    """Return the first moment of a local day."""
    return datetime.combine(day, time.min, zone)


def bound(text: str, *, now: datetime, zone: tzinfo, end: bool = False) -> datetime:
    """Read a bound a person typed: an ISO date or time, `today`, `yesterday`, or an age such as `7d` or `2w`.

    A day is the whole local day: as a start it is its first moment, as an `end` the first moment of the next one.

    Raises:
        ValueError: it is none of these.
    """
    typed, words = text.strip(), text.strip().casefold()
    today = now.astimezone(zone).date()
    try:
        if age := _AGO.fullmatch(words):
            return now - timedelta(hours=int(age[1]) * _HOURS[age[2]])
        if words in ("today", "yesterday"):
            day = today - timedelta(days=words == "yesterday")
            return day_start(day + timedelta(days=end), zone)
        if (named := _day(typed)) is not None:
            return day_start(named + timedelta(days=end), zone)
        return aware(datetime.fromisoformat(typed), zone)
    except OverflowError as error:
        raise ValueError(f"{text!r} lies outside the years 1 to 9999") from error


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def bound_of(value: "datetime | date", zone: tzinfo, *, end: bool = False) -> datetime:
    """Return a bound given as an object: aware, naive in `zone`, or a local day."""
    if isinstance(value, datetime):
        return aware(value, zone)
    return day_start(value + timedelta(days=end), zone)


def through(value: "datetime | date", zone: tzinfo) -> datetime:
    """Return the last moment that belongs to a time given as an object: of a local day its last microsecond."""
    if isinstance(value, datetime):
        return aware(value, zone)
    if value == date.max:
        return datetime.combine(value, time.max, zone)
    return day_start(value + timedelta(days=1), zone) - timedelta(microseconds=1)


def day_of(at: datetime, zone: tzinfo) -> date:
    """Return the local day of a moment; at either end of the calendar, where a null time is, its day in UTC."""
    try:
        return at.astimezone(zone).date()
    except OverflowError:
        return at.date()
