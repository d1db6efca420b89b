"""Moments as they are stored, and the whole local days a person means."""

from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.dates import aware, bound, bound_of, day_start, moment, stamp

STOCKHOLM = ZoneInfo("Europe/Stockholm")
SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
ZONES = st.sampled_from([UTC, STOCKHOLM, SHANGHAI, ZoneInfo("America/St_Johns"), timezone(timedelta(hours=-11))])
ROOM = (datetime(1, 1, 2), datetime(9999, 12, 30))  # noqa: DTZ001 - bounds of naive times; a day's room for any zone
MOMENTS = st.datetimes(*ROOM, timezones=ZONES)


@given(MOMENTS, MOMENTS)
def test_stamps_sort_as_times_do(one: datetime, other: datetime) -> None:
    first, second = one.astimezone(UTC), other.astimezone(UTC)  # hours that come twice compare in UTC only
    assert (stamp(one) < stamp(other), stamp(one) == stamp(other)) == (first < second, first == second)


@given(MOMENTS)
def test_a_stamp_is_read_back_as_the_same_moment(when: datetime) -> None:
    assert moment(stamp(when)) == when.astimezone(UTC)
    assert moment(stamp(when)).tzinfo is UTC
    assert len(stamp(when)) == 27


@pytest.mark.parametrize(
    ("when", "text"),
    [
        (datetime(2026, 11, 29, 0, 30, tzinfo=SHANGHAI), "2026-11-28T16:30:00.000000Z"),
        (datetime(2026, 7, 1, 12, 0, 0, 5, tzinfo=STOCKHOLM), "2026-07-01T10:00:00.000005Z"),
        (datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00.000000Z"),
        (datetime(1, 1, 1, tzinfo=SHANGHAI), "0001-01-01T00:00:00.000000Z"),
        (datetime(9999, 12, 31, 23, 0, tzinfo=timezone(timedelta(hours=-5))), "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_a_stamp_is_in_utc_whatever_the_year(when: datetime, text: str) -> None:
    """Cases 109 and 115: the null times of other programs, in the year 1, are stored and read like any other."""
    assert stamp(when) == text
    assert stamp(moment(text)) == text


def test_naive_times_are_in_the_zone_given_and_others_keep_theirs() -> None:
    """Case 110."""
    naive = datetime(2026, 7, 1, 12, 0)  # noqa: DTZ001 - naive on purpose
    times = [naive, datetime(2026, 7, 1, 12, 0, tzinfo=UTC), datetime(2026, 7, 1, 12, 0, tzinfo=SHANGHAI)]
    assert [aware(when, STOCKHOLM).astimezone(UTC).hour for when in times] == [10, 12, 4]
    assert min(aware(when, STOCKHOLM) for when in times).tzinfo is SHANGHAI


BOUNDS = [
    ("2026-11-28", False, "2026-11-27T23:00:00.000000Z"),
    ("2026-11-28", True, "2026-11-28T23:00:00.000000Z"),
    ("20261128", True, "2026-11-28T23:00:00.000000Z"),
    ("2026-W48-6", True, "2026-11-28T23:00:00.000000Z"),
    (" 2026-11-28 ", False, "2026-11-27T23:00:00.000000Z"),
    ("2026-11-28T14:30", False, "2026-11-28T13:30:00.000000Z"),
    ("2026-11-28 14:30", True, "2026-11-28T13:30:00.000000Z"),
    ("2026-11-28T14:30Z", False, "2026-11-28T14:30:00.000000Z"),
    ("2026-11-28T14:30+08:00", False, "2026-11-28T06:30:00.000000Z"),
    ("today", False, "2026-11-28T23:00:00.000000Z"),
    ("Today", True, "2026-11-29T23:00:00.000000Z"),
    ("yesterday", False, "2026-11-27T23:00:00.000000Z"),
    ("yesterday", True, "2026-11-28T23:00:00.000000Z"),
    ("36h", False, "2026-11-27T21:00:00.000000Z"),
    ("7d", False, "2026-11-22T09:00:00.000000Z"),
    ("2 W", True, "2026-11-15T09:00:00.000000Z"),
    ("1m", False, "2026-10-30T09:00:00.000000Z"),
    ("1y", False, "2025-11-29T09:00:00.000000Z"),
    ("0d", False, "2026-11-29T09:00:00.000000Z"),
]


@pytest.mark.parametrize(("text", "end", "expected"), BOUNDS)
def test_a_bound_as_a_person_types_it(text: str, expected: str, *, end: bool) -> None:
    """Case 113: yesterday ends, and a day as an end is the whole day."""
    assert stamp(bound(text, now=NOW, zone=STOCKHOLM, end=end)) == expected


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        (STOCKHOLM, "2026-03-29", 23),
        (STOCKHOLM, "2026-10-25", 25),
        (STOCKHOLM, "2026-06-01", 24),
        (ZoneInfo("America/Sao_Paulo"), "2018-11-04", 23),  # there midnight itself did not exist
        (UTC, "2026-03-29", 24),
    ],
)
def test_a_day_is_as_long_as_it_was_there(zone: tzinfo, day: str, hours: int) -> None:
    """Cases 109 and 113."""
    start, end = (bound(day, now=NOW, zone=zone, end=end).astimezone(UTC) for end in (False, True))
    assert end - start == timedelta(hours=hours)


def test_today_is_the_users_day_and_not_that_of_utc() -> None:
    """Case 109: half past midnight in Shanghai is still yesterday in UTC."""
    now = datetime(2026, 11, 28, 16, 30, tzinfo=UTC)
    assert stamp(bound("today", now=now, zone=SHANGHAI)) == "2026-11-28T16:00:00.000000Z"
    assert stamp(bound("today", now=now, zone=UTC)) == "2026-11-28T00:00:00.000000Z"
    assert stamp(bound("yesterday", now=now, zone=SHANGHAI)) == "2026-11-27T16:00:00.000000Z"


@pytest.mark.parametrize(
    "text",
    ["", "soon", "7", "d", "-7d", "7.5d", "2026-13-01", "2026-02-30", "99999999999d", "9999y", "tomorrow", "1d2h"],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        bound(text, now=NOW, zone=STOCKHOLM)


def test_the_last_day_there_is_has_no_end() -> None:
    with pytest.raises(ValueError, match=r"^'9999-12-31' lies outside the years 1 to 9999$"):
        bound("9999-12-31", now=NOW, zone=STOCKHOLM, end=True)


@pytest.mark.parametrize(
    ("value", "end", "expected"),
    [
        (date(2026, 11, 28), False, "2026-11-27T23:00:00.000000Z"),
        (date(2026, 11, 28), True, "2026-11-28T23:00:00.000000Z"),
        (datetime(2026, 11, 28, 14, 30), True, "2026-11-28T13:30:00.000000Z"),  # noqa: DTZ001 - naive on purpose
        (datetime(2026, 11, 28, 14, 30, tzinfo=SHANGHAI), False, "2026-11-28T06:30:00.000000Z"),
    ],
)
def test_a_bound_as_an_object(value: date, expected: str, *, end: bool) -> None:
    """Case 110."""
    assert stamp(bound_of(value, STOCKHOLM, end=end)) == expected


@given(st.dates(date(1900, 1, 2), date(2100, 1, 1)), ZONES)
def test_days_follow_each_other_without_a_gap(day: date, zone: tzinfo) -> None:
    assert bound_of(day, zone, end=True) == day_start(day + timedelta(days=1), zone)
    start = day_start(day, zone).astimezone(UTC).astimezone(zone)
    assert start.date() == day
    assert (start - timedelta(microseconds=1)).date() == day - timedelta(days=1)
