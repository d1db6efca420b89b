"""The append-only record of every turn: one JSON Lines file a user and session, fsynced, hash-chained.

Knows nothing of SQLite: what has reached the index is for the store to say.
"""

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from episodic.errors import JournalError
from episodic.language.dates import stamp
from episodic.memory import durable
from episodic.records import Message

VERSION: Final = 1
_GENESIS: Final = "0" * 64  # what the first line's `prev` is
_TAIL: Final = 1 << 16  # bytes read from the end to find the last line; longer lines read on
FORGOTTEN: Final = "forgotten"


class Entry(NamedTuple):
    """One line. `at` is UTC ISO-8601 text; `source` says whose turn it is and what it goes by elsewhere.

    `hash` is the sha256 of all other fields, `prev` the hash of the line before. A forgotten turn keeps its hash but
    has lost content and nonce, so that the chain still holds and the words cannot be guessed from it.
    """

    seq: int
    id: str
    role: str
    content: str
    at: str
    source: Mapping[str, Any]
    nonce: str = ""
    prev: str = ""
    hash: str = ""

    def line(self) -> str:
        """Return the entry as its line, without the newline."""
        return json.dumps({"v": VERSION, **_as_dict(self)}, ensure_ascii=False, separators=(",", ":"))


class Tear(NamedTuple):
    """A line that does not parse: where it starts in bytes, and what it holds."""

    offset: int
    raw: bytes


class Verdict(NamedTuple):
    """What checking one file's chain found; `problems` is empty when nothing was altered."""

    path: Path
    entries: int
    forgotten: int
    tears: int
    last_seq: int
    problems: tuple[str, ...]


class Journal:
    """The journals of one user, below `folder`.

    File names are digests, so that any user or session id is allowed and none can name a path.
    """

    def __init__(self, folder: Path, user: str) -> None:
        self.folder = folder / digest(user)
        self._marks = self.folder / ".unsettled"
        self._quarantine = folder.parent / "quarantine" / digest(user)

    @contextmanager
    def locked(self, *, seconds: float) -> Iterator[None]:
        """Hold the user's write lock: a file of its own, as forgetting replaces the journals themselves.

        Raises:
            JournalError: another process held it for `seconds`, or the folder cannot be written.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(self.folder / ".lock", timeout=seconds, mode=0o600)
        try:
            durable.make_folder(self.folder)
            lock.acquire()
        except Timeout as error:
            raise JournalError(f"another process has held the journal for {seconds:g} s: wait or stop it") from error
        except OSError as error:
            raise durable.unwritable(self.folder, error) from error
        try:
            yield
        finally:
            lock.release()

    def path(self, session: str) -> Path:
        """Return the file of one session, whether or not it exists."""
        return self.folder / f"{digest(session)}.jsonl"

    def files(self) -> list[Path]:
        """Return every journal of this user, sorted."""
        return sorted(self.folder.glob("*.jsonl"))

    def size(self) -> int:
        """Return the bytes of all journals of this user; more than were indexed means turns are waiting."""
        try:
            with os.scandir(self.folder) as found:
                return sum(entry.stat().st_size for entry in found if entry.name.endswith(".jsonl"))
        except FileNotFoundError:
            return 0

    def unsettled(self) -> bool:
        """Whether some journal was written that nobody has called settled since: a crash, or a write going on.

        Adding up the sizes of 50,000 journals takes longer than answering a question.
        """
        try:
            with os.scandir(self._marks) as found:
                return any(found)
        except FileNotFoundError:
            return False

    def settled(self, path: Path) -> None:
        """Note that all of a journal is indexed; the caller holds the lock."""
        self._mark(path).unlink(missing_ok=True)

    def append(self, session: str, entries: Sequence[Entry], *, after: int = -1) -> list[Entry]:
        """Write entries in one write and fsync; returns them with seq, nonce, prev and hash filled in.

        The caller holds the lock, and calls it settled once it is indexed. A torn tail is left behind as a line of its
        own. Seqs go on above `after` too, so that what is indexed already but was cut off the file is not mistaken for
        what is new.

        Raises:
            JournalError: the disk refused; nothing of this batch counts as saved.
        """
        path = self.path(session)
        try:
            last, torn = _last_entry(path)
            sealed = _seal(entries, last, after=after)
            block = ("\n" if torn else "") + "".join(f"{entry.line()}\n" for entry in sealed)
            durable.make_folder(self._marks)
            durable.write_owner_only(self._mark(path), b"")
            durable.append(path, block.encode())
        except OSError as error:
            raise durable.unwritable(path, error) from error
        return sealed

    def last_seq(self, session: str) -> int:
        """Return the seq of the last line of a session, -1 where there is none."""
        last, _ = _last_entry(self.path(session))
        return last.seq if last else -1

    def read(self, path: Path) -> Iterator[Entry | Tear]:
        """Yield every line of a journal in order, parsed where it parses."""
        offset = 0
        with path.open("rb") as file:
            for raw in file:
                if raw.strip():
                    yield _parse(raw) or Tear(offset, raw.rstrip(b"\r\n"))  # the same before and after a fresh line
                offset += len(raw)

    def entries(self, path: Path, *, after: int = -1) -> Iterator[Entry]:
        """Yield the entries with a seq above `after`; what does not parse is copied to the quarantine."""
        for line in self.read(path):
            if isinstance(line, Tear):
                self.quarantine(line.raw)
            elif line.seq > after:
                yield line

    def quarantine(self, raw: bytes) -> None:
        """Keep a copy of something unreadable, once."""
        durable.make_folder(self._quarantine)
        target = self._quarantine / f"{hashlib.sha256(raw).hexdigest()[:32]}.txt"
        if not target.exists():
            durable.write_owner_only(target, raw)

    def quarantined(self) -> int:
        """Return how many unreadable lines are kept aside."""
        return len(self.set_aside())

    def set_aside(self) -> list[Path]:
        """Return the files of the unreadable lines, sorted."""
        return sorted(self._quarantine.glob("*.txt"))

    def verify(self, path: Path) -> Verdict:
        """Check one file's chain: every hash is its line's, every `prev` the hash before, no seq is missing."""
        problems: list[str] = []
        last = Entry(seq=-1, id="", role="", content="", at="", source={}, hash=_GENESIS)
        entries = forgotten = tears = 0
        for line in self.read(path):
            if isinstance(line, Tear):
                tears += 1
                continue
            problems.extend(f"seq {line.seq}: {fault}" for fault in _faults(line, last))
            entries, forgotten, last = entries + 1, forgotten + _is_forgotten(line), line
        return Verdict(path, entries, forgotten, tears, last.seq, tuple(problems))

    def blank(self, session: str, seqs: Collection[int], *, is_left: Callable[[str], bool]) -> int:
        """Take content and nonce, name and ids out of some lines of a session; returns how many lines lost theirs.

        What does not parse may hold part of a turn, and goes where `is_left` does not hold for it. The file is replaced
        at once and durably: after a crash it is as before or as after. The caller holds the lock.

        Raises:
            JournalError: the disk refused; the file is as it was.
        """
        path = self.path(session)
        if not path.exists():
            return 0
        count, lines = 0, list[bytes]()
        for line in self.read(path):
            if isinstance(line, Tear):
                lines += [line.raw] if is_left(line.raw.decode("utf-8", "replace")) else []
                continue
            goes = line.seq in seqs and not _is_forgotten(line)
            count += goes
            lines.append((_blanked(line) if goes else line).line().encode())
        try:
            durable.replace(path, b"".join(line + b"\n" for line in lines))
        except OSError as error:
            raise durable.unwritable(path, error) from error
        return count

    def holding(self, path: Path, seqs: Collection[int]) -> int:
        """Return how many of some lines hold what was said still."""
        return sum(isinstance(line, Entry) and line.seq in seqs and bool(line.content) for line in self.read(path))

    def drop(self, session: str) -> None:
        """Delete the journal of a session that nothing is left of; the caller holds the lock."""
        path = self.path(session)
        for file in (path, path.with_suffix(".partial")):
            file.unlink(missing_ok=True)
        self.settled(path)
        durable.sync_folder(path.parent)

    def clear_quarantine(self, is_left: Callable[[str], bool]) -> int:
        """Delete the quarantined lines for which `is_left` does not hold; returns how many went."""
        gone = [
            path for path in self._quarantine.glob("*.txt") if not is_left(path.read_bytes().decode("utf-8", "replace"))
        ]
        for path in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def remove(self) -> int:
        """Delete every journal and quarantined line of this user; returns how many files went."""
        files = [*self.files(), *self.folder.glob("*.partial"), *self.set_aside()]
        for path in files:
            path.unlink()
            self.settled(path)
        return len(files)

    def _mark(self, path: Path) -> Path:
        return self._marks / path.stem


def entry_of(message: Message, *, user: str, session: str, project: str | None) -> Entry:
    """Return a message as the line it becomes, not yet sealed; the buffer has dated it."""
    assert message.at is not None  # noqa: S101 - the buffer dates every message
    ids = [mark_of(identity).hex() for piece in message.pieces for identity in piece.identities]
    clock = stamp(message.clock) if message.clock is not None else None
    optional = {"project": project, "name": message.name, "ids": ids, "clock": clock}
    source: dict[str, Any] = {"user": user, "session": session, "origin": message.origin}
    source |= {key: value for key, value in optional.items() if value}
    return Entry(
        seq=-1,
        id=os.urandom(8).hex(),
        role=message.role,
        content=message.content,
        at=stamp(message.at),
        source=source,
    )


def no_turn(*, user: str, session: str, at: str) -> Entry:
    """Return a line that only takes up a seq: where another home, whose turns are taken in, has forgotten one."""
    source = {"user": user, "session": session, FORGOTTEN: True}
    return Entry(seq=-1, id=os.urandom(8).hex(), role="user", content="", at=at, source=source)


def mark_of(identity: str) -> bytes:
    """Return the digest of something a turn goes by in its sources."""
    return hashlib.sha256(identity.encode("utf-8", "replace")).digest()[:16]


def digest(name: str) -> str:
    """Return a file name for any id: 32 hex digits of its sha256."""
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]


def _as_dict(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "id": entry.id,
        "role": entry.role,
        "content": entry.content,
        "at": entry.at,
        "source": dict(entry.source),
        "nonce": entry.nonce,
        "prev": entry.prev,
        "hash": entry.hash,
    }


def _hash(entry: Entry) -> str:
    body = _as_dict(entry._replace(hash=""))
    return hashlib.sha256(json.dumps(body, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _seal(entries: Sequence[Entry], last: Entry | None, *, after: int) -> list[Entry]:
    sealed: list[Entry] = []
    seq, prev = (max(last.seq, after), last.hash) if last else (after, _GENESIS)
    for entry in entries:
        seq += 1
        nonce = "" if _is_forgotten(entry) else os.urandom(8).hex()  # one that is no turn has nothing to be guessed
        open_entry = entry._replace(seq=seq, nonce=nonce, prev=prev)
        sealed.append(open_entry._replace(hash=_hash(open_entry)))
        prev = sealed[-1].hash
    return sealed


def _parse(raw: bytes) -> Entry | None:
    try:
        fields = json.loads(raw)
        if fields.pop("v") != VERSION or not isinstance(fields["seq"], int) or not isinstance(fields["source"], dict):
            return None
        return Entry(**fields)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None


def _is_forgotten(entry: Entry) -> bool:
    return bool(entry.source.get(FORGOTTEN))


def _blanked(entry: Entry) -> Entry:
    """Return a line without what was said, by whom, and what it goes by in its sources; its hash stays."""
    kept = {key: value for key, value in entry.source.items() if key not in ("name", "ids")}
    return entry._replace(content="", nonce="", source={**kept, FORGOTTEN: True})


def _faults(entry: Entry, last: Entry) -> Iterator[str]:
    if entry.prev != last.hash:
        yield "does not follow the line before it"
    if entry.seq != last.seq + 1:
        yield f"follows seq {last.seq}, so lines are missing or moved"
    if (entry.content or entry.nonce) if _is_forgotten(entry) else entry.hash != _hash(entry):
        yield "was altered"


def _last_entry(path: Path) -> tuple[Entry | None, bool]:
    """Return the last line that parses, and whether the file ends in a torn one."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            reach = _TAIL
            while True:
                start = max(0, size - reach)
                file.seek(start)
                lines = file.read().split(b"\n")
                torn = bool(lines[-1])
                whole = lines if start == 0 else lines[1:]  # the first may be cut by where we began
                entry = next((found for raw in reversed(whole) if raw and (found := _parse(raw))), None)
                if entry or start == 0:
                    return entry, torn
                reach *= 4
    except FileNotFoundError:
        return None, False
