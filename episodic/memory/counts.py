"""Counts what a memory holds. Knows nothing of how counts are shown."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from episodic.memory.store import Store


class Status(NamedTuple):
    """What a memory holds and what is still to be done with it; turns unless the name says otherwise.

    `paused` is why nothing is written, empty where memory is on.
    """

    user: str
    users: int
    sessions: int
    turns: int
    facts: int
    episodes: int
    consolidated: int
    pending: int
    parked: int
    unindexed_bytes: int
    waiting_items: int
    quarantined_lines: int
    database_bytes: int
    journal_bytes: int
    paused: str


def counted(store: "Store") -> Status:
    """Count what is here."""
    by_layer = "select layer, count(*) from item where scope = ? and live = 1 group by layer"
    counts: dict[str, int] = dict(store.db.rows(by_layer, (store.scope,)))
    consolidated, pending, parked = store.turns.progress()
    return Status(
        user=store.user,
        users=store.db.value("select count(*) from scope"),
        sessions=store.db.value("select count(*) from session where scope = ?", (store.scope,)),
        turns=counts.get("turn", 0),
        facts=counts.get("fact", 0),
        episodes=counts.get("episode", 0),
        consolidated=consolidated,
        pending=pending,
        parked=parked,
        unindexed_bytes=store.unindexed_bytes(),
        waiting_items=store.embeddings.waiting(),
        quarantined_lines=store.journal.quarantined(),
        database_bytes=_size(store.db.path),
        journal_bytes=store.journal.size(),
        paused=store.household.paused(),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
