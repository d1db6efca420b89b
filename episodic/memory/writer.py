"""Takes messages into a user's journal and index. Knows nothing of facts, episodes or ranking.

Order of every write: the journal first, fsynced; then rows, with the watermark that says so, in one transaction.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from episodic.config import Config
from episodic.memory.db import Database
from episodic.memory.household import Household
from episodic.memory.journal import Entry, Journal, entry_of, mark_of
from episodic.memory.session_clock import CLOCK_STEP, settled
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
        """Take messages into the journal and the index. They are masked already; a time is aware, None is now.

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
            timed = self._timed(session, messages)
            for start in range(0, len(timed), size):
                batch = timed[start : start + size]
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

    def _timed(self, session: str, messages: Sequence[Message]) -> list[Message]:
        """Give turns the times that their order allows, between those of the turns around them that are here."""
        here = self._turns.times(mark_of(one) for message in messages for one in _identities(message))
        said = [_said(message, here) for message in messages]
        timed: list[Message] = []
        for is_here, group in groupby(range(len(messages)), key=lambda place: said[place] is not None):
            places = list(group)
            run = messages[places[0] : places[-1] + 1]
            if is_here:  # what a message gains when it grows was said when it was
                timed += [_at(message, said[place]) for place, message in zip(places, run, strict=True)]
                continue
            after = said[places[0] - 1] if places[0] else None
            before = said[places[-1] + 1] if places[-1] + 1 < len(said) else None
            timed += self._settled(session, run, after, before)
        return timed

    def _settled(
        self, session: str, run: Sequence[Message], after: datetime | None, before: datetime | None
    ) -> Iterator[Message]:
        """Yield turns with their times, which lie between those of the turns around them."""
        now = self._config.clock()
        times = [message.at or now for message in run]
        after = after or self._said_before(session, settled(times)[0], is_now=run[0].at is None)
        bound = None if after is not None and before is not None and before < after else before
        for message, at in zip(run, settled(times, after=after, before=bound), strict=True):
            yield _at(message, at)

    def _said_before(self, session: str, first: datetime, *, is_now: bool) -> datetime | None:
        """Return the time of the last turn of a session, if one whose clock says `first` goes on from there.

        What is said now does. What has a time of its own does unless that is well before: the pieces of a session may
        come in any order.
        """
        row = self._turns.session(session)
        if row is None or row.indexed_seq < 0:
            return None
        return row.last_turn_at if is_now or row.last_turn_at - first <= CLOCK_STEP else None

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


def _identities(message: Message) -> list[str]:
    return [identity for piece in message.pieces for identity in piece.identities]


def _said(message: Message, here: Mapping[bytes, datetime]) -> datetime | None:
    """Return when a turn was said that is here already; None where it is not."""
    return next((here[mark] for one in _identities(message) if (mark := mark_of(one)) in here), None)


def _at(message: Message, at: datetime | None) -> Message:
    """Return a turn with the time it has in its session; its own clock's stays known where that is another."""
    return message._replace(at=at, clock=message.at if message.at != at else None)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
