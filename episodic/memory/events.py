"""The append-only record of what was decided about a user's turns: a line an event, hash-chained, beside the journals.

Knows nothing of SQLite and of what a body means: `recording.py` writes bodies, `replay.py` reads them.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from episodic.errors import JournalError
from episodic.memory import durable
from episodic.memory.journal import Tear, Verdict

VERSION: Final = 1
FILE: Final = "events.log"  # not *.jsonl, which are sessions
STATE: Final = "state"
GENESIS: Final = "0" * 64  # what the first line's `prev` is

_HASH: Final = len(',"hash":""}') + 64  # bytes at the end of a line that the hash does not cover
_TAIL: Final = 1 << 16  # bytes read from the end to find the last line; longer lines read on


class Event(NamedTuple):
    """What one transaction left behind: `body` holds rows, `kind` says what a person or a program did.

    `origin` is the home that wrote it and `seq` counts its events for one user, so that the two name the event. `at` is
    a hybrid clock: UTC, and in one home each event's is later than that of the one before, whatever the clock on the
    wall does. A `state` holds all there is, and what stood before it is of no account any more.
    `hash` is the sha256 of the line before its own field, empty where it is not; `prev` is the hash of the line before.
    """

    origin: str
    seq: int
    kind: str
    at: str
    body: Mapping[str, Any]
    prev: str
    hash: str


class Head(NamedTuple):
    """How far a log has come: its last event, and its size in bytes after it."""

    seq: int = -1
    hash: str = GENESIS
    size: int = 0


class EventLog:
    """The events of one user, in the folder of the user's journals."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def size(self) -> int:
        """Return the size of the log in bytes, 0 where there is none."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0

    def append(self, event: Event, line: bytes, *, synced: bool) -> Head:
        """Add an event; a torn line that a crash left is ended first. Returns the new head.

        Raises:
            JournalError: the disk refused, and the log is as it was.
        """
        try:
            durable.make_folder(self.path.parent)
            torn = b"\n" if self._is_torn() else b""
            durable.append(self.path, torn + line, synced=synced)
        except OSError as error:
            raise durable.unwritable(self.path, error) from error
        return Head(event.seq, event.hash, self.size())

    def replace(self, event: Event, line: bytes) -> Head:
        """Put one event in the place of all there were; after a crash the log is as before or as after.

        Raises:
            JournalError: the disk refused, and the log is as it was.
        """
        try:
            durable.make_folder(self.path.parent)
            durable.replace(self.path, line)
        except OSError as error:
            raise durable.unwritable(self.path, error) from error
        return Head(event.seq, event.hash, len(line))

    def cut(self, size: int) -> None:
        """Take away what stands behind a size: the line of a transaction that came to nothing."""
        if self.size() > size:
            os.truncate(self.path, size)

    def lines(self) -> Iterator[Event | Tear]:
        """Yield every line in order, parsed where it parses."""
        if not self.path.exists():
            return
        offset = 0
        with self.path.open("rb") as file:
            for raw in file:
                if raw.strip():
                    yield parsed(raw) or Tear(offset, raw.rstrip(b"\n"))
                offset += len(raw)

    def events(self) -> list[Event]:
        """Return the events from the last state on; what stands before it is of no account.

        Raises:
            JournalError: a newer version wrote one of them.
        """
        found: list[Event] = []
        for line in self.lines():
            if isinstance(line, Event):
                if line.kind == STATE:
                    found.clear()
                found.append(line)
            elif (version := _version(line.raw)) > VERSION:
                raise JournalError(
                    f"{self.path} is of a newer version ({version}): run `pip install --upgrade episodic-recall`"
                )
        return found

    def last(self) -> Event | None:
        """Return the last event that parses, reading from the end."""
        if not self.path.exists():
            return None
        with self.path.open("rb") as file:
            size, reach = file.seek(0, os.SEEK_END), _TAIL
            while True:
                start = max(0, size - reach)
                file.seek(start)
                lines = file.read().split(b"\n")
                whole = lines if start == 0 else lines[1:]  # the first may be cut by where we began
                found = next((event for raw in reversed(whole) if raw and (event := parsed(raw))), None)
                if found or start == 0:
                    return found
                reach *= 4

    def verify(self, head: Head | None) -> Verdict:
        """Check the chain: every hash is its line's, every `prev` the hash before, no seq is missing.

        `head` is how far the store has come; None where it has taken in no event.
        """
        problems: list[str] = []
        seq, last, count, tears = -1, GENESIS, 0, 0
        for line in self.lines():
            if isinstance(line, Tear):
                tears += 1
                continue
            problems += [f"event {line.seq}: {fault}" for fault in _faults(line, seq, last, is_first=not count)]
            seq, last, count = line.seq, line.hash, count + 1
        if tears:
            problems.append(f"{tears} lines cannot be read")
        if head is not None and (head.seq, head.hash) != (seq, last):
            problems.append(f"ends at event {seq}, but the store has come to {head.seq}: run `episodic reindex`")
        return Verdict(self.path, count, 0, tears, seq, tuple(problems))

    def holds(self, forms: Iterable[str]) -> set[str]:
        """Return which words and stretches stand in the bytes of the log, as they are or as JSON writes them."""
        return durable.held(
            self.path,
            {form: json.dumps(form, ensure_ascii=False)[1:-1].encode("utf-8", "replace") for form in forms},
        )

    def remove(self) -> None:
        """Delete the log."""
        self.path.unlink(missing_ok=True)

    def _is_torn(self) -> bool:
        try:
            with self.path.open("rb") as file:
                if file.seek(0, os.SEEK_END) == 0:
                    return False
                file.seek(-1, os.SEEK_END)
                return file.read(1) != b"\n"
        except FileNotFoundError:
            return False


def sealed(*, origin: str, head: Head, kind: str, at: str, body: Mapping[str, Any]) -> tuple[Event, bytes]:
    """Return the event that follows a head, and its line with the newline.

    The nonce keeps what was said from being guessed by its hash once the line is gone.
    """
    fields = {"v": VERSION, "origin": origin, "seq": head.seq + 1, "kind": kind, "at": at, "body": body}
    fields |= {"nonce": os.urandom(8).hex(), "prev": head.hash}
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    digest = hashlib.sha256(text).hexdigest()
    event = Event(origin, head.seq + 1, kind, at, body, head.hash, digest)
    return event, text[:-1] + f',"hash":"{digest}"}}\n'.encode()


def parsed(raw: bytes) -> Event | None:
    """Return a line as an event; None where it is none of this version."""
    try:
        fields = json.loads(raw)
        if fields["v"] != VERSION or not isinstance(fields["seq"], int) or not isinstance(fields["body"], dict):
            return None
        digest = hashlib.sha256(raw.rstrip(b"\n")[:-_HASH] + b"}").hexdigest()
        known = {name: fields[name] for name in ("origin", "seq", "kind", "at", "body", "prev")}
        return Event(**known, hash=digest if digest == fields["hash"] else "")
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _faults(event: Event, seq: int, last: str, *, is_first: bool) -> Iterator[str]:
    """A state may stand first, and may leap ahead: it needs nothing of what was before it."""
    is_state = event.kind == STATE
    if not event.hash:
        yield "was altered"
    if event.prev != last and not (is_state and is_first):
        yield "does not follow the line before it"
    if event.seq != seq + 1 and not (is_state and event.seq > seq):
        yield f"follows event {seq}, so lines are missing or moved"


def _version(raw: bytes) -> int:
    try:
        found = json.loads(raw)["v"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return 0
    return found if isinstance(found, int) else 0
