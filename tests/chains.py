"""Facts told at chosen times and put in one another's place by hand: no judge decides here."""

import itertools
import subprocess
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from episodic.config import Config
from episodic.memory.store import Store
from episodic.memory.supersession import Link
from episodic.records import Candidate, Confidence, Kind, Message, Piece, Turn

BEGIN = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


class Interval(NamedTuple):
    """What a fact of a chain says and when it held."""

    text: str
    start: datetime
    end: datetime | None
    live: bool


def day(number: float) -> datetime:
    """Return noon of a day after the first of 2026."""
    return BEGIN + timedelta(days=number)


def say(store: Store, text: str, at: datetime, *, session: str = "talk", project: str | None = None) -> Turn:
    """Have the user say something; no fact is made of it."""
    item = store.write(session, [Message("user", (Piece(text),), at=at)], project=project).items[0]
    return store.turns.read([item])[item]


def tell(  # noqa: PLR0913 - a fact's columns, by name
    store: Store,
    text: str,
    at: datetime,
    *,
    said: str | None = None,
    kind: Kind = "personal",
    confidence: Confidence = "low",
    session: str = "talk",
    project: str | None = None,
    learnt_at: datetime | None = None,
    valid_from: datetime | None = None,
    valid_until: datetime | None = None,
) -> int:
    """Have the user say something, and keep it as a fact of its own; returns its id."""
    turn = say(store, said or text, at, session=session, project=project)
    candidate = Candidate(kind, text, said or text, turn.seq, valid_from=valid_from, valid_until=valid_until)
    learnt = learnt_at or store.config.clock()
    with store.transaction():
        return store.facts.add(
            candidate, turn, speaker="user", confidence=confidence, project=project, learnt_at=learnt
        )


def replace(store: Store, old: int, new: int, *, at: datetime | None = None) -> None:
    """Put one fact in another's chain."""
    with store.transaction():
        store.supersessions.replace(old, new, why="same subject", decided_by="referee", at=at or store.config.clock())


def undo(store: Store, new: int) -> list[int]:
    """Take one fact out of its chain again."""
    with store.transaction():
        return store.supersessions.undo(new, at=store.config.clock())


def feed(store: Store, member: int | None, text: str, at: datetime) -> int:
    """Add a saying to the chain of a fact, as the pipeline does; returns the fact it became part of."""
    if member is not None and (same := store.supersessions.same_at(member, text, at)) is not None:
        turn = say(store, text, at)
        with store.transaction():
            store.facts.restate(same, turn)
        return same
    fact = tell(store, text, at)
    if member is not None:
        replace(store, member, fact)
    return fact


def chain_of(store: Store, *said: tuple[str, float]) -> list[int]:
    """Tell facts that each replace the one before, by the day; returns their ids."""
    facts = [tell(store, text, day(number)) for text, number in said]
    for old, new in itertools.pairwise(facts):
        replace(store, old, new)
    return facts


def intervals(links: Sequence[Link]) -> list[Interval]:
    """Return a chain without what names its rows."""
    return [Interval(link.text, link.start, link.end, link.live) for link in links]


def live(store: Store) -> set[int]:
    """Return the facts that are current."""
    found = store.db.rows("select id from item where layer = 'fact' and live = 1 and scope = ?", (store.scope,))
    return {row[0] for row in found}


def told_at_home(config: Config, *said: tuple[str, float]) -> list[int]:
    """Tell a chain in the home the command line reads; returns its ids."""
    with closing(Store(config, "default")) as store:
        return chain_of(store, *said)


def error_of(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the one line an error of ours is, after checking that it is one."""
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.startswith("episodic: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def nowhere(folder: Path) -> dict[str, str]:
    """Return the environment of a machine without model files."""
    return {"EPISODIC_MODELS": str(folder / "nowhere")}
