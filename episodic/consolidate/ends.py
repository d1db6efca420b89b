"""Reads from facts until when they hold, where no language model says so. Knows no store."""

from collections.abc import Iterable, Sequence
from datetime import timedelta, tzinfo

from episodic.language.dates import day_of, day_start
from episodic.language.told_days import last_day
from episodic.records import Candidate, Turn


def with_ends(facts: Iterable[Candidate], turns: Sequence[Turn], *, zone: tzinfo) -> list[Candidate]:
    """Return facts that say "until Friday" with the moment they run out: the end of that day in the user's zone."""
    said = {turn.seq: day_of(turn.at, zone) for turn in turns}
    ends = ((fact, last_day(fact.text, on=said[fact.seq])) for fact in facts)
    return [
        fact._replace(valid_until=day_start(last + timedelta(days=1), zone)) if last is not None else fact
        for fact, last in ends
    ]
