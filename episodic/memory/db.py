"""Opens the one SQLite file and runs transactions on it. Knows no table but its own ledger of migrations."""

import hashlib
import importlib.util
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import apsw

from episodic.errors import StoreError

MIGRATIONS: Final = Path(__file__).parent / "migrations"

_BLOCK: Final = 1 << 22  # bytes of the file searched at a time
_BUSY_MS: Final = 60_000  # a writer waits for another one rather than fail; transactions are short
_LEDGER: Final = (
    "create table if not exists migration"
    " (version integer primary key, checksum text not null, applied_at text not null) strict"
)

Row = tuple[Any, ...]
Bindings = Mapping[str, Any] | Sequence[Any]


class Database:
    """One SQLite file, a connection per thread, every write in BEGIN IMMEDIATE.

    Statements that are given ids say `+i.scope = …`: without the plus the planner may walk through all of a scope by an
    index that begins with it, however few ids there are.

    Raises:
        StoreError: the file cannot be opened, is no database, or is of a newer version.
    """

    def __init__(self, path: Path, *, now: str) -> None:
        self.path = path
        self._local = threading.local()
        try:
            _create_owner_only(path)
            if not _is_current(path):
                with _home_lock(path):  # eight processes may be opening a new home at once
                    _migrate(self, now)
            self.connection()
        except (OSError, apsw.Error) as error:
            raise StoreError(f"{path} cannot be opened ({error}): check it with `episodic doctor`") from error

    def connection(self) -> apsw.Connection:
        """Return this thread's connection; apsw forbids sharing one."""
        opened: apsw.Connection | None = getattr(self._local, "connection", None)
        if opened is None:
            opened = self._local.connection = _connect(self.path)
            self._local.depth = 0
        return opened

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
    def transaction(self) -> Iterator[None]:
        """All or nothing. Inner ones join the outer; IMMEDIATE, as a deferred BEGIN fails under contention."""
        connection = self.connection()
        if self._local.depth:
            yield
            return
        with self._disk():
            connection.execute("begin immediate")
        self._local.depth = 1
        try:
            yield
            with self._disk():  # a write-ahead log is mostly written here, so here a disk is full
                connection.execute("commit")
        except BaseException:
            if connection.in_transaction:  # a full disk may have rolled it back already
                connection.execute("rollback")
            raise
        finally:
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
        """Return which words and stretches stand in the bytes of the file, whatever its rows say.

        Read in blocks: searching a mapped file reads behind its end before Python 3.11.5, and crashes.
        """
        left = {form: form.encode("utf-8", "replace") for form in forms}
        found, overlap, before = set[str](), max(map(len, left.values()), default=1) - 1, b""
        with self.path.open("rb") as file:
            while left and (block := file.read(_BLOCK)):
                bytes_of = before + block
                here = {form for form, raw in left.items() if raw in bytes_of}
                found |= here
                left = {form: raw for form, raw in left.items() if form not in here}
                before = bytes_of[len(bytes_of) - overlap :] if overlap else b""
        return found

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Turn what is the disk's fault, not ours, into a line that says what to do.

        Raises:
            StoreError: the file is damaged, or cannot be read or written.
        """
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError) as error:
            advice = "move it away and run `episodic reindex`; the journal has every turn"
            raise StoreError(f"{self.path} is damaged ({error}): {advice}") from error
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
