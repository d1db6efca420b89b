"""Gives the turns of a session times that rise with their order. Knows no store and no file.

What was said later in a session is told by the order of its turns. Their clocks step back, jump months ahead and
return, so a time that contradicts the order gives way to that of the turn before it; then everything that compares
times, between sessions too, agrees with the order. Which times contradict it is told by the others: the longest run
of times that rises with the order stays as it is. To raise each time to the highest before it was tried: after one
jump ahead a whole session carried the date of the jump.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

CLOCK_STEP: Final = timedelta(hours=2)  # back, from one piece of a session to the next; more is an earlier piece


def settled(
    times: Sequence[datetime], *, after: datetime | None = None, before: datetime | None = None
) -> list[datetime]:
    """Return aware times in their order, none before the one before it.

    Args:
        times: as the turns' clocks had them, in the order of the turns.
        after: the time of the turn before the first of them; none is earlier.
        before: the time of the turn after the last of them; none is later.
    """
    fit = [
        place for place, at in enumerate(times) if (after is None or at >= after) and (before is None or at <= before)
    ]
    kept = set(_agreeing(times, fit))
    first = min((times[place] for place in kept), default=None)
    last = after or first or before
    found: list[datetime] = []
    for place, at in enumerate(times):
        last = at if place in kept or last is None else last
        found.append(last)
    return found


def _agreeing(times: Sequence[datetime], places: Sequence[int]) -> list[int]:
    """Return the longest run of times that rises; of several one with the first turn, as what grows begins with it."""
    from_first = _longest_rise(times, [place for place in places if times[place] >= times[places[0]]])
    longest = _longest_rise(times, places)
    return from_first if len(from_first) == len(longest) else longest


def _longest_rise(times: Sequence[datetime], places: Sequence[int]) -> list[int]:
    """Return which of some places make the longest run of times that never falls; of several the one that ends first.

    By patience sorting, in n log n steps.
    """
    ends: list[datetime] = []  # the earliest end of a run of each length
    last: list[int] = []  # the place of that end
    before: dict[int, int | None] = {}
    for place in places:
        length = bisect_right(ends, times[place])
        before[place] = last[length - 1] if length else None
        ends[length : length + 1] = [times[place]]
        last[length : length + 1] = [place]
    run: list[int] = []
    at = last[-1] if last else None
    while at is not None:
        run.append(at)
        at = before[at]
    return run
