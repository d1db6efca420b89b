"""Opens the one SQLite file and runs transactions on it. Knows no table but its own ledger of migrations."""

import hashlib
import importlib.util
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import apsw

from episodic.errors import StoreError
from episodic.memory import durable

MIGRATIONS: Final = Path(__file__).parent / "migrations"

REBUILD: Final = "run `episodic rebuild`, which makes it anew from the journal"

_BUSY_MS: Final = 60_000  # a writer waits for another one rather than fail; transactions are short
_LEDGER: Final = (
    "create table if not exists migration"
    " (version integer primary key, checksum text not null, applied_at text not null) strict"
)

Row = tuple[Any, ...]
Bindings = Mapping[str, Any] | Sequence[Any]


class Recording(Protocol):
    """The watch over one transaction."""

    def write(self, kind: str) -> None:
        """Record what changed, before it is committed."""
        ...

    def take_back(self) -> None:
        """Record it no more: it is rolled back."""
        ...

    def close(self) -> None:
        """Watch no longer."""
        ...


class Recorder(Protocol):
    """What watches over transactions."""

    def start(self) -> Recording:
        """Begin, in the write lock."""
        ...


class Database:
    """One SQLite file, a connection per thread, every write in BEGIN IMMEDIATE.

    Statements that are given ids say `+i.scope = …`: without the plus the planner may walk through all of a scope by an
    index that begins with it, however few ids there are.

    Raises:
        StoreError: the file cannot be opened, is no database, or is of a newer version.
    """

    def __init__(self, path: Path, *, now: str) -> None:
        self.path = path
        self.recorder: Recorder | None = None  # of what transactions change, once there is one
        self._local = threading.local()
        self.read_only = _is_read_only(path)
        try:
            if not self.read_only:
                _create_owner_only(path)
            if not _is_current(path):
                self.demand_writable("and is of another version")
                with _home_lock(path):  # eight processes may be opening a new home at once
                    _migrate(self, now)
            self.connection()
        except (OSError, apsw.Error) as error:
            raise StoreError(f"{path} cannot be opened ({error}): check it with `episodic doctor`") from error

    def connection(self) -> apsw.Connection:
        """Return this thread's connection; apsw forbids sharing one."""
        opened: apsw.Connection | None = getattr(self._local, "connection", None)
        if opened is None:
            opened = self._local.connection = _connect_to_read(self.path) if self.read_only else _connect(self.path)
            self._local.depth = 0
        return opened

    def demand_writable(self, what: str = "") -> None:
        """Make sure that something can be written.

        Raises:
            StoreError: the file was opened to be read only.
        """
        if self.read_only:
            cannot = " ".join(filter(None, (f"{self.path.parent} cannot be written", what)))
            raise StoreError(f"{cannot}: permit it, or name another home with --home FOLDER")

    def rows(self, sql: str, bindings: Bindings = ()) -> list[Row]:
        """Run one statement and return all its rows."""
        with self._disk():
            return self.connection().execute(sql, bindings).fetchall()

    def each(self, sql: str, bindings: Bindings = ()) -> Iterator[Row]:
        """Run one statement and yield its rows, all of one moment, without holding them."""
        with self._disk():
            yield from self.connection().execute(sql, bindings)

    def value(self, sql: str, bindings: Bindings = ()) -> Any:
        """Return the first column of the first row, or None."""
        with self._disk():
            row = self.connection().execute(sql, bindings).fetchone()
        return row[0] if row else None

    def run(self, sql: str, bindings: Bindings = ()) -> None:
        """Run a statement, or a script of them, for its effect."""
        self.rows(sql, bindings)  # to its end; apsw stops at a row that nobody reads

    def run_many(self, sql: str, bindings: Sequence[Bindings]) -> None:
        """Run one statement for each set of bindings."""
        with self._disk():
            self.connection().executemany(sql, bindings)

    def insert(self, sql: str, bindings: Bindings = ()) -> int:
        """Run one insert and return the new row's id."""
        self.run(sql, bindings)
        return self.connection().last_insert_rowid()

    @contextmanager
    def transaction(self, kind: str = "") -> Iterator[None]:
        """All or nothing. Inner ones join the outer; IMMEDIATE, as a deferred BEGIN fails under contention.

        `kind` is what the record says was done, the outermost that is named; see `recording.py`.
        """
        self.demand_writable()
        connection = self.connection()
        if self._local.depth:
            self._local.kind = self._local.kind or kind
            yield
            return
        with self._disk():
            connection.execute("begin immediate")
        self._local.depth, self._local.kind = 1, kind
        recording = None
        try:
            recording = self.recorder.start() if self.recorder else None
            yield
            if recording:
                recording.write(self._local.kind)
            with self._disk():  # a write-ahead log is mostly written here, so here a disk is full
                connection.execute("commit")
        except BaseException:
            if connection.in_transaction:  # a full disk may have rolled it back already
                if recording:
                    recording.take_back()
                connection.execute("rollback")
            raise
        finally:
            if recording:
                recording.close()
            self._local.depth = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See one state of the file throughout, whatever others write meanwhile; nothing may be written inside."""
        connection = self.connection()
        with self._disk():
            connection.execute("begin")  # deferred: it waits for no writer and keeps none waiting
        try:
            yield
        finally:
            connection.execute("rollback")

    def copy_to(self, target: Path) -> None:
        """Copy the file as it is now, for the owner alone, while others read and write it."""
        target.unlink(missing_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite would let everybody read it
        with self._disk():
            copy = apsw.Connection(str(target))
            with copy.backup("main", self.connection(), "main") as backup:
                backup.step()
            copy.close()

    def is_sound(self) -> bool:
        """Whether the pages of the file hang together."""
        return bool(self.value("pragma quick_check") == "ok")

    def checkpoint(self) -> bool:
        """Fold the write-ahead log into the file and empty it; False when another process kept it busy."""
        busy = self.value("pragma wal_checkpoint(truncate)")
        return not busy

    def rebuild(self) -> bool:
        """Write the file anew, without what its pages keep of rows that moved; False when another process was in it.

        `secure_delete` overwrites a row where it is deleted, but not the copy that stays behind in a page's unused
        middle when SQLite moves its rows to another page: 1 of 10,000 random operations left one. Rowids stay as they
        are, also those of vec0's tables, as each has an index.
        """
        try:
            self.run("vacuum")
        except (apsw.BusyError, apsw.LockedError):
            return False
        return self.checkpoint()

    def held(self, forms: Iterable[str]) -> set[str]:
        """Return which words and stretches stand in the bytes of the file, whatever its rows say."""
        return durable.held(self.path, {form: form.encode("utf-8", "replace") for form in forms})

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Turn what is the disk's fault, not ours, into a line that says what to do.

        Raises:
            StoreError: the file is damaged, or cannot be read or written.
        """
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError) as error:
            raise StoreError(f"{self.path} is damaged ({error}): {REBUILD}") from error
        except (apsw.FullError, apsw.IOError, apsw.ReadOnlyError, apsw.CantOpenError) as error:
            raise StoreError(f"{self.path} cannot be used ({error}): free some space or permit it") from error

    def close(self) -> None:
        """Close this thread's connection."""
        opened: apsw.Connection | None = getattr(self._local, "connection", None)
        if opened is not None:
            opened.close()
            self._local.connection = None


def _connect(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(_BUSY_MS)
    connection.enable_load_extension(True)
    connection.load_extension(_vector_extension())
    connection.enable_load_extension(False)
    connection.execute(
        "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;"
        " pragma recursive_triggers = on; pragma temp_store = memory"
    ).fetchall()  # apsw stops at the first row, which journal_mode returns: unread, none of the rest would be set
    return connection


def _connect_to_read(path: Path) -> apsw.Connection:
    """Open a file that cannot be written, nor anything beside it.

    SQLite reads a write-ahead log there only where its index, the -shm file, is there too; else the file is read as it
    stands, without the log.
    """
    for how in ("mode=ro", "mode=ro&immutable=1"):
        connection = apsw.Connection(
            f"{path.absolute().as_uri()}?{how}", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        )
        connection.set_busy_timeout(_BUSY_MS)
        connection.enable_load_extension(True)
        connection.load_extension(_vector_extension())
        connection.enable_load_extension(False)
        with suppress(apsw.CantOpenError, apsw.ReadOnlyError):
            connection.execute("select count(*) from sqlite_schema").fetchall()
            connection.execute("pragma temp_store = memory; pragma query_only = on").fetchall()
            return connection
        connection.close()
    raise apsw.CantOpenError(f"{path} cannot be read")


def _is_read_only(path: Path) -> bool:
    """Whether a file is there, but neither it nor its folder may be written; what is missing may yet be made."""
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _vector_extension() -> str:
    """Find sqlite-vec's library without importing the package, which would import numpy."""
    spec = importlib.util.find_spec("sqlite_vec")
    if spec is None or spec.origin is None:
        raise StoreError("sqlite-vec is not installed: run `pip install episodic-recall` again")
    return str(Path(spec.origin).parent / "vec0")


def _create_owner_only(path: Path) -> None:
    """Make folder and file for the owner alone; SQLite gives its -wal and -shm the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


@contextmanager
def _home_lock(path: Path) -> Iterator[None]:
    from filelock import FileLock

    with FileLock(path.with_suffix(".lock"), timeout=_BUSY_MS / 1000, mode=0o600):
        yield


def _is_current(path: Path) -> bool:
    """Read version and mode off the file's header: to ask SQLite would race with whoever is making the file."""
    with path.open("rb") as file:
        header = file.read(64)
    return header[18:20] == b"\2\2" and int.from_bytes(header[60:64], "big") == len(_scripts())  # 2: write-ahead log


def _scripts() -> list[Path]:
    return sorted(MIGRATIONS.glob("[0-9]*.sql"))


def _migrate(db: Database, now: str) -> None:
    """Apply what is missing, in order, each in a transaction with its line in the ledger."""
    scripts = _scripts()
    version = db.value("pragma user_version")
    if version > len(scripts):
        raise StoreError(f"{db.path} was written by a newer version: run `pip install --upgrade episodic-recall`")
    if version == len(scripts):
        return
    if version:
        _back_up(db, version)
    for number, script in list(enumerate(scripts, start=1))[version:]:
        sql = script.read_text("utf-8")
        with db.transaction():
            db.run(_LEDGER)
            db.run(sql)
            checksum = hashlib.sha256(sql.encode()).hexdigest()
            db.run("insert into migration values (:version, :checksum, :at)", (number, checksum, now))
            db.run(f"pragma user_version = {number}")
    db.run("pragma wal_checkpoint")  # into the file's header, where the next one to open it looks
    _backup_path(db, version).unlink(missing_ok=True)


def _backup_path(db: Database, version: int) -> Path:
    return db.path.with_suffix(f".before-{version + 1}.db")


def _back_up(db: Database, version: int) -> None:
    """Copy the file before it changes shape; removed once the migration succeeded."""
    db.copy_to(_backup_path(db, version))
