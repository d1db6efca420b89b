"""Writes what a transaction changed into the log of events, before it is committed. Knows no command and no rule.

SQLite's own session extension tells which rows changed, so that nothing that writes a row can forget to record it.
Order: the event is on disk, then the transaction is committed. A crash in between leaves an event that the rows lack,
and the next transaction, or the next start, takes it in.
"""

import json
from collections.abc import Callable, Collection, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

import apsw

from episodic.language.dates import moment, stamp
from episodic.memory import events, recorded
from episodic.memory.db import Database
from episodic.memory.events import Event, EventLog, Head
from episodic.memory.journal import Tear
from episodic.memory.recorded import TABLES, WORDS, Columns, Values

KIND: Final = "change"  # of a transaction that does not say what it is
_TICK: Final = timedelta(microseconds=1)

TakeIn = Callable[[list[Event]], bool]


class Change(NamedTuple):
    """One row that a transaction changed: what it was and what it is, by column; None where it was or is not there."""

    table: str
    old: Values | None
    new: Values | None


class Recorder:
    """What records the transactions of one scope. `take_in` puts events that the rows lack into them."""

    def __init__(
        self, db: Database, scope: int, log: EventLog, *, clock: Callable[[], datetime], take_in: TakeIn
    ) -> None:
        self.db = db
        self.scope = scope
        self.log = log
        self.columns = Columns(db)
        self._clock = clock
        self._take_in = take_in
        self.forgot = False  # whether rows were brought to a state, which may be what forgetting left
        self._is_due = False

    def head(self) -> Head | None:
        """Return the last event that is in the rows; None before the first."""
        found = self.db.rows("select seq, hash, size from event_head where scope = ?", (self.scope,))
        return Head(*found[0]) if found else None

    def is_behind(self) -> bool:
        """Whether the log and the rows have not come equally far, as after a crash."""
        head = self.head()
        return self.log.size() != (head.size if head else 0)

    def start(self) -> "Recording":
        """Begin to watch a transaction, which holds SQLite's write lock already."""
        return Recording(self, is_whole=self.level())

    def take_over(self) -> None:
        """Record what is there, if nothing is recorded yet: a home of an older version."""
        if self.head() is None:
            self._is_due = True
            with self.db.transaction("takeover"):
                pass
            self._is_due = False

    def is_due(self) -> bool:
        """Whether the record is to be made whole although a transaction changes nothing."""
        return self._is_due or self.head() is not None

    def level(self) -> bool:
        """Take in the events that the rows lack; False where the log lacks what the rows have. Joins the transaction.

        The log is then written anew as one state.
        """
        head = self.head()
        if head is not None and self.log.size() == head.size:
            return True
        last = self.log.last()
        if last is None or (head is not None and last.seq < head.seq):
            return False
        if head is not None and (last.seq, last.hash) == (head.seq, head.hash):
            self.log.cut(head.size)  # behind it stands half a line of a transaction that came to nothing
            return self.log.size() == head.size
        missing = self._after(head)
        if missing is None or not self._take_in(missing):
            return False
        self.forgot = missing[0].kind == events.STATE
        self.settle(Head(last.seq, last.hash, self.log.size()), at=last.at)
        return True

    def _after(self, head: Head | None) -> list[Event] | None:
        """Return the events behind a head; None where they do not follow from it."""
        found = self.log.events()
        if not found:
            return None
        if found[0].kind == events.STATE and (head is None or found[0].seq > head.seq):
            return found
        known = [place for place, one in enumerate(found) if head and (one.seq, one.hash) == (head.seq, head.hash)]
        return found[known[-1] + 1 :] if known else None

    def holding(self, idents: Collection[int]) -> int:
        """Return how many rows of some items and loops stand in any line of the log, or in one that cannot be read."""
        lines = list(self.log.lines())
        rows = (row for one in lines if isinstance(one, Event) for part in ("put", "set") for row in _worded(one, part))
        return sum(isinstance(one, Tear) for one in lines) + sum(row["id"] in idents for row in rows)

    def settle(self, head: Head, *, at: str) -> None:
        """Note how far the rows have come; joins the open transaction."""
        self.db.run(
            "insert into event_head values (:scope, :seq, :hash, :size) on conflict (scope) do update set"
            " seq = excluded.seq, hash = excluded.hash, size = excluded.size",
            {"scope": self.scope, **head._asdict()},
        )
        self.db.run("update home set last_at = max(last_at, ?)", (at,))

    def origin(self) -> str:
        """Return the name of this home."""
        return str(self.db.value("select origin from home"))

    def tick(self) -> str:
        """Return the time of the next event, later than that of every event before."""
        last = self.db.value("select last_at from home")
        now = stamp(self._clock())
        return now if now > last else stamp(moment(last) + _TICK)

    def next_head(self) -> Head:
        """Return what the next event follows; where the log lacks something, it leaves a gap rather than a number."""
        head, last = self.head() or Head(), self.log.last()
        found = Head(last.seq, last.hash) if last else Head()
        return Head(max(head.seq, found.seq), found.hash if last else head.hash)


class Recording:
    """The watch over one transaction; `is_whole` where the log has all that was there before it."""

    def __init__(self, recorder: Recorder, *, is_whole: bool) -> None:
        self._recorder = recorder
        self._is_whole = is_whole
        self._before: int | None = None
        self._session = apsw.Session(recorder.db.connection(), "main")
        for name in TABLES:
            if name != "identity":  # which goes as its turn does
                self._session.attach(name)

    def write(self, kind: str) -> None:
        """Append what changed, on disk when this returns; nothing where nothing of the record did.

        Raises:
            JournalError: the disk refused.
        """
        recorder = self._recorder
        changes = [] if self._session.is_empty else _changes(self._session.changeset(), recorder.columns)
        body, anew = _body(recorder, changes), _takes_words(changes)
        if not body and not anew and (self._is_whole or not recorder.is_due()):
            return
        kind = kind or KIND
        if anew or not self._is_whole:
            body, kind = recorded.state(recorder.db, recorder.scope, recorder.columns) | {"by": kind}, events.STATE
        head = (self._is_whole and recorder.head()) or recorder.next_head()
        event, line = events.sealed(origin=recorder.origin(), head=head, kind=kind, at=recorder.tick(), body=body)
        if anew:
            head = recorder.log.replace(event, line)
        else:
            self._before = recorder.log.size()
            head = recorder.log.append(event, line, synced=kind == events.STATE or not _is_light(body))
        recorder.settle(head, at=event.at)

    def take_back(self) -> None:
        """Take the event off the log again, as its transaction came to nothing; SQLite's write lock is still held."""
        if self._before is not None:
            self._recorder.log.cut(self._before)

    def close(self) -> None:
        """Watch no longer."""
        self._session.close()


def _worded(event: Event, part: str) -> Iterator[Values]:
    """Yield the rows of an event that may say something, but for those that hang on one of these."""
    for table in ("item", "loop"):
        yield from event.body.get(part, {}).get(table, ())


def _changes(changeset: bytes, columns: Columns) -> list[Change]:
    found: list[Change] = []
    for one in apsw.Changeset.iter(changeset):
        names = columns.all(one.name)
        found.append(Change(one.name, _values(names, one.old), _values(names, one.new)))
    return found


def _values(names: tuple[str, ...], row: Any) -> Values | None:
    if row is None:
        return None
    return {name: value for name, value in zip(names, row, strict=True) if value is not apsw.no_change}


def _takes_words(changes: list[Change]) -> bool:
    """Whether somebody's words went: an item or a loop, what one of them says, or the words of a turn."""
    return any(
        one.new is None or WORDS[one.table] in one.new for one in changes if one.table in WORDS and one.old is not None
    )


def _is_light(body: Values) -> bool:
    """Whether nothing is in it that the journals do not have too, or that can do without being on disk at once."""
    for part in ("put", "set"):
        for table, found in body.get(part, {}).items():
            light = TABLES[table].light
            if not light or (part == "set" and "*" not in light and not _are_light(found, light)):
                return False
    return "gone" not in body


def _are_light(found: list[Values], light: frozenset[str]) -> bool:
    return all(name in light or name == "id" for row in found for name in row)


def _body(recorder: Recorder, changes: list[Change]) -> Values:
    """Return changes by what happens to the rows: put whole, set in part, gone; turns apart from all others."""
    turns, told = _turns(recorder.db, changes)
    parts: dict[str, dict[str, list[Values]]] = {"put": {}, "set": {}, "gone": {}}
    for change in changes:
        is_told = change.table == "turn" or (change.table == "item" and (change.old or change.new or {})["id"] in told)
        if is_told and change.old is None:
            continue
        key = recorder.columns.key(change.table)
        row = {name: (change.old or change.new or {})[name] for name in key}
        left_out = TABLES[change.table].left_out | (_TOLD if is_told else set())
        row |= {name: value for name, value in (change.new or {}).items() if name not in left_out}
        part = "gone" if change.new is None else "put" if change.old is None else "set"
        if part != "set" or len(row) > len(key):
            written = {name: recorded.written(value) for name, value in row.items()}
            parts[part].setdefault(change.table, []).append(written)
    found = {"turns": turns, **{name: _ordered(part, recorder.columns) for name, part in parts.items()}}
    return {name: part for name, part in found.items() if part}


def _ordered(part: dict[str, list[Values]], columns: Columns) -> dict[str, list[Values]]:
    """Return rows in the order of tables, and of keys within each: SQLite tells of them in none."""
    found: dict[str, list[Values]] = {}
    for table in (name for name in TABLES if name in part):
        by_key = partial(_key, columns.key(table))
        found[table] = sorted(part[table], key=by_key)
    return found


def _key(names: tuple[str, ...], row: Values) -> list[Any]:
    return [row[name]["base64"] if isinstance(row[name], dict) else row[name] for name in names]


_TOLD: Final = frozenset({"text", "context"})  # what the journal has of a turn, or what is made of it


def _turns(db: Database, changes: list[Change]) -> tuple[list[Values], set[int]]:
    """Return the turns that are new, as stretches, and which of the items that changed are turns."""
    new = {one.new["item"]: one.new for one in changes if one.table == "turn" and one.old is None and one.new}
    items = {one.new["id"]: one.new for one in changes if one.table == "item" and one.old is None and one.new}
    rows = [(turn["session"], turn["seq"], item, items[item]["project"]) for item, turn in new.items()]
    changed = [one.old["id"] for one in changes if one.table == "item" and one.old is not None]
    told = db.rows(
        "select id from item where layer = 'turn' and id in (select value from json_each(?))", (json.dumps(changed),)
    )
    return recorded.runs(sorted(rows, key=lambda row: row[:2])), {*new, *(row[0] for row in told)}
