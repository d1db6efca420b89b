"""Asking again what may pass. Knows neither what is asked nor of whom."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from episodic.errors import BusyError

Sleep = Callable[[float], Awaitable[None]]
T = TypeVar("T")

_FIRST_PAUSE: Final = 0.5  # seconds, doubled each time
_LONGEST_PAUSE: Final = 8.0  # seconds, of our own choosing
LONGEST_WAIT: Final = 60.0  # seconds a server may ask for; beyond that the caller has something better to do


async def persist(attempt: Callable[[], Awaitable[T]], *, retries: int, sleep: Sleep) -> T:
    """Return what `attempt` returns, trying up to `retries` times more while it says busy.

    Raises:
        BusyError: it still is, or asks for more patience than `LONGEST_WAIT`.
    """
    for tried in range(retries):
        try:
            return await attempt()
        except BusyError as error:
            if (error.retry_after or 0.0) > LONGEST_WAIT:
                raise
            await sleep(_pause(tried, error.retry_after))
    return await attempt()


def _pause(tried: int, asked: float | None) -> float:
    return min(_FIRST_PAUSE * 2.0**tried, _LONGEST_PAUSE) if asked is None else asked
