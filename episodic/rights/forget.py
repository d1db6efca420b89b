"""Forgetting: the deletion, and a receipt that was counted afterwards. Knows no SQL and asks no questions."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from episodic.memory.leases import FOLDER as LEASES
from episodic.memory.store import DATABASE, JOURNAL, KEY, Status, Store

_OURS: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "episodic.lock", "embedding.lock", KEY)
_FOLDERS: Final = (JOURNAL, "quarantine", LEASES)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was there before and what is left; `left` names what could not be removed, and is empty when all is gone."""

    before: Status
    after: Status | None
    left: tuple[str, ...]


def forget_all(store: Store) -> Receipt:
    """Remove everything of the store's user: rows, words, vectors, journal and quarantine. The store stays usable.

    Tombstones stay, so that taking the same transcripts in again does not bring it back.

    Raises:
        JournalError: another process is writing for this user.
    """
    store.catch_up()  # a turn that a crash left in the journal only has no identity to bury yet
    before = store.status()
    with store.journal.locked(seconds=store.config.lock_seconds):
        emptied = store.erase()
        store.journal.remove()
    after = Store(store.config, store.user).status()
    counts = {"turns": after.turns, "facts": after.facts, "episodes": after.episodes, "journal": after.journal_bytes}
    left = [f"{count} {name}" for name, count in counts.items() if count]
    return Receipt(before, after, (*left, *(() if emptied else ("words in the database's write-ahead log",))))


def forget_home(store: Store) -> Receipt:
    """Remove everything of every user: what Episodic keeps in its home, tombstones and key too, and nothing else."""
    before, home = store.status(), store.home
    store.close()
    for path in _kept(home):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return Receipt(before, None, tuple(str(path) for path in _kept(home)))


def _kept(home: Path) -> Iterator[Path]:
    yield from (path for name in (*_OURS, *_FOLDERS) if (path := home / name).exists())
    yield from home.glob("episodic.before-*.db")
