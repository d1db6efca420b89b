"""Takes messages into a user's journal and index. Knows nothing of facts, episodes or ranking.

Order of every write: the journal first, fsynced; then rows, with the watermark that says so, in one transaction.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from episodic.config import Config
from episodic.memory.db import Database
from episodic.memory.household import Household
from episodic.memory.journal import Entry, Journal, entry_of, mark_of
from episodic.memory.tombstones import Tombstones
from episodic.memory.turns import Turns
from episodic.records import Message, Piece


class Accepted(NamedTuple):
    """What became of messages: `added` as turns, `known` already, `forgotten` so refused; `items` are the new ids.

    `paused` ones were not taken because memory is switched off, `ignored` ones because nothing of their project is.
    """

    added: int = 0
    known: int = 0
    forgotten: int = 0
    items: tuple[int, ...] = ()
    paused: int = 0
    ignored: int = 0

    def plus(self, other: "Accepted") -> "Accepted":
        """Return both together."""
        return Accepted(
            self.added + other.added,
            self.known + other.known,
            self.forgotten + other.forgotten,
            self.items + other.items,
            self.paused + other.paused,
            self.ignored + other.ignored,
        )


class Writer:
    """The one way turns get into a memory."""

    def __init__(  # noqa: PLR0913 - the parts of a store
        self,
        db: Database,
        scope: int,
        *,
        user: str,
        journal: Journal,
        turns: Turns,
        tombstones: Tombstones,
        household: Household,
        config: Config,
    ) -> None:
        self._db = db
        self._scope = scope
        self._user = user
        self._journal = journal
        self._turns = turns
        self._tombstones = tombstones
        self._household = household
        self._config = config

    def write(
        self, session: str, messages: Sequence[Message], *, project: str | None = None, source: str | None = None
    ) -> Accepted:
        """Take messages into the journal and the index. They are masked already and carry an aware time.

        A message whose identity is known adds nothing; one that grew adds its new pieces as a turn of their own. While
        memory is switched off nothing is taken.

        Raises:
            JournalError: the journal is locked or cannot be written; what was not journalled was not taken.
        """
        self._db.demand_writable()
        if messages and self._household.paused():
            return Accepted(paused=len(messages))
        done, size = Accepted(), self._config.journal_batch
        with self._journal.locked(seconds=self._config.lock_seconds):
            self._catch_up(session)
            for start in range(0, len(messages), size):
                batch = messages[start : start + size]
                done = done.plus(self._write_batch(session, batch, project=project, source=source))
        return done

    def restore(
        self, session: str, entries: Sequence[Entry], *, project: str | None = None, source: str | None = None
    ) -> None:
        """Take turns of another home into the journal and the index, as they are; masked and told apart already.

        Raises:
            JournalError: the journal is locked or cannot be written.
        """
        size = self._config.journal_batch
        with self._journal.locked(seconds=self._config.lock_seconds):
            self._catch_up(session)
            for start in range(0, len(entries), size):
                self._append(session, entries[start : start + size], project=project, source=source)

    def catch_up(self) -> int:
        """Index what a crash left in the journal only; returns how many turns that was."""
        if self._journal.size() == self._indexed_bytes() and not self._journal.unsettled():
            return 0
        if self._household.paused():
            return 0
        with self._journal.locked(seconds=self._config.lock_seconds):
            return sum(self._replay(path) for path in self._journal.files())

    def unindexed_bytes(self) -> int:
        """Return how much of the journal has not reached the index; 0 when all has."""
        return max(0, self._journal.size() - self._indexed_bytes())

    def _write_batch(
        self, session: str, batch: Sequence[Message], *, project: str | None, source: str | None
    ) -> Accepted:
        fresh, known, forgotten = self._unseen(batch)
        items: list[int] = []
        if fresh:
            entries = [entry_of(message, user=self._user, session=session, project=project) for message in fresh]
            items = self._append(session, entries, project=project, source=source)
        return Accepted(added=len(fresh), known=known, forgotten=forgotten, items=tuple(items))

    def _append(self, session: str, entries: Sequence[Entry], *, project: str | None, source: str | None) -> list[int]:
        """Write lines to the journal, then their rows; the caller holds the lock. Returns the new items."""
        before = self._turns.session(session)
        sealed = self._journal.append(session, entries, after=before.indexed_seq if before else -1)
        with self._db.transaction("turns"):
            row = self._turns.open_session(session, project=project, source=source)
            items = self._turns.index(row, sealed, journal_bytes=_size(self._journal.path(session)))
        self._journal.settled(self._journal.path(session))
        return items

    def _unseen(self, batch: Sequence[Message]) -> tuple[list[Message], int, int]:
        """Keep of each message the pieces nobody has seen; count the messages of which nothing is left."""
        digests = {identity: mark_of(identity) for m in batch for p in m.pieces for identity in p.identities}
        known = self._turns.known(digests.values())
        gone = self._tombstones.marked(set(digests.values()) - known)
        fresh: list[Message] = []
        lost = {"known": 0, "forgotten": 0}
        for message in batch:
            left: list[Piece] = []
            for piece in message.pieces:
                marks = {digests[identity] for identity in piece.identities}
                if not marks & (known | gone):
                    left.append(piece)
                    known |= marks
            if left:
                fresh.append(message._replace(pieces=tuple(left)))
            else:
                marks = {digests[identity] for piece in message.pieces for identity in piece.identities}
                lost["forgotten" if marks & gone else "known"] += 1
        return fresh, lost["known"], lost["forgotten"]

    def _catch_up(self, session: str) -> None:
        path = self._journal.path(session)
        row, size = self._turns.session(session), _size(path)
        if size and size != (row.journal_bytes if row else 0):
            self._replay(path)

    def _replay(self, path: Path) -> int:
        """Index the lines of one journal that are not yet; the caller holds the lock."""
        entries = list(self._journal.entries(path))
        if not entries:
            path.write_bytes(b"")  # nothing but a torn first line, which is in the quarantine now
            self._journal.settled(path)
            return 0
        source = entries[0].source
        with self._db.transaction("turns"):
            row = self._turns.open_session(str(source["session"]), project=source.get("project"), source=None)
            added = len(self._turns.index(row, entries, journal_bytes=_size(path)))
        self._journal.settled(path)
        return added

    def _indexed_bytes(self) -> int:
        total = "select coalesce(sum(journal_bytes), 0) from session where scope = ?"
        return int(self._db.value(total, (self._scope,)))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
