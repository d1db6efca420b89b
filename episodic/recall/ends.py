"""Tells of a text whether it says itself that it holds no longer. Knows no store."""

from datetime import date, datetime

from episodic.config import Config
from episodic.language.dates import day_of
from episodic.language.told_days import last_day


def ran_out(text: str, *, said_at: datetime, config: Config) -> date | None:
    """Return the last day on which a text says that it holds, once that is past; else None."""
    zone = config.local_zone()
    last = last_day(text, on=day_of(said_at, zone))
    return last if last is not None and last < day_of(config.clock(), zone) else None
