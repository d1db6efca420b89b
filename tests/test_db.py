"""The one SQLite file: how it is opened, moved to a newer shape, written, shared and refused."""

import hashlib
import os
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from episodic.errors import StoreError
from episodic.memory.db import MIGRATIONS, Database

NOW = "2026-11-29T09:00:00.000000Z"


@pytest.fixture
def path(home: Path) -> Path:
    return home / "episodic.db"


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    opened = Database(path, now=NOW)
    yield opened
    opened.close()


def _add(db: Database, user: str) -> None:
    db.run("insert into scope (user, created_at) values (?, ?)", (user, NOW))


def _write_and_fail(db: Database, user: str) -> None:
    with db.transaction():
        _add(db, user)
        raise ZeroDivisionError


def _fail_after_an_inner_one(db: Database) -> None:
    with db.transaction():
        with db.transaction():
            _add(db, "c")
        raise ZeroDivisionError


def _write_what_cannot_be_committed(db: Database) -> None:
    with db.transaction():
        db.run("pragma defer_foreign_keys = on")
        _add(db, "a")
        db.run("insert into session (scope, external_id) values (4711, 's')")


def _write_what_rolls_back(db: Database) -> None:
    with db.transaction():
        _add(db, "a")
        db.run("insert or rollback into scope (user, created_at) values ('a', '')")


def _users(db: Database) -> list[str]:
    return [row[0] for row in db.rows("select user from scope order by id")]


def test_a_new_file_carries_its_version_and_a_ledger(db: Database) -> None:
    scripts = sorted(MIGRATIONS.glob("*.sql"))
    checksums = [hashlib.sha256(script.read_bytes()).hexdigest() for script in scripts]
    assert db.value("pragma user_version") == len(scripts)
    assert db.rows("select version, checksum, applied_at from migration") == [
        (number, checksum, NOW) for number, checksum in enumerate(checksums, start=1)
    ]


def test_opening_again_migrates_nothing(path: Path, db: Database) -> None:
    _add(db, "a")
    again = Database(path, now="2027-01-01T00:00:00.000000Z")
    assert _users(again) == ["a"]
    assert {row[0] for row in again.rows("select applied_at from migration")} == {NOW}
    again.close()


def test_no_copy_of_the_file_is_left_behind(path: Path, db: Database) -> None:
    _add(db, "a")
    assert [found.name for found in path.parent.glob("*.before-*")] == []


def test_a_file_of_a_newer_version_is_refused_with_advice(path: Path, db: Database) -> None:
    _add(db, "a")
    db.run("pragma user_version = 99")
    db.close()
    newer = r"^.*episodic\.db was written by a newer version: run `pip install --upgrade episodic-recall`$"
    with pytest.raises(StoreError, match=newer):
        Database(path, now=NOW)
    raw = apsw.Connection(str(path))
    assert raw.execute("select user from scope").fetchall() == [("a",)]
    raw.close()


def test_a_connection_is_durable_strict_and_forgetful(db: Database) -> None:
    asked = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "recursive_triggers", "temp_store")
    assert {name: db.value(f"pragma {name}") for name in asked} == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "recursive_triggers": 1,
        "temp_store": 2,
    }


def test_sql_cannot_load_extensions(db: Database) -> None:
    with pytest.raises(apsw.SQLError, match="not authorized"):
        db.value("select load_extension('vec0')")


def test_every_table_is_strict(db: Database) -> None:
    loose = "select name from pragma_table_list where type = 'table' and schema = 'main' and not strict"
    assert [row[0] for row in db.rows(loose) if not row[0].startswith("sqlite_")] == []


def test_every_table_says_what_it_is_for() -> None:
    scripts = [script.read_text("utf-8") for script in MIGRATIONS.glob("*.sql")]
    tables = [block for script in scripts for block in re.split(r"\n\s*\n", script) if "create table" in block]
    assert len(tables) > 10
    assert all(block.lstrip().startswith("--") for block in tables)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_the_owner_may_read(path: Path) -> None:
    before = os.umask(0o022)
    try:
        db = Database(path, now=NOW)
        _add(db, "a")
        modes = {found.name: stat.S_IMODE(found.stat().st_mode) for found in path.parent.iterdir()}
        db.close()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {"episodic.db", "episodic.db-wal", "episodic.db-shm"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_a_failed_write_leaves_nothing_and_frees_the_lock(path: Path, db: Database) -> None:
    """Case 77: another connection can write at once, without waiting."""
    with pytest.raises(ZeroDivisionError):
        _write_and_fail(db, "a")
    other = apsw.Connection(str(path))  # no busy timeout: a lock still held would be an error
    other.execute("insert into scope (user, created_at) values ('b', '')")
    other.close()
    assert _users(db) == ["b"]
    with db.transaction():
        _add(db, "c")
    assert _users(db) == ["b", "c"]


def test_a_commit_that_fails_is_rolled_back(path: Path, db: Database) -> None:
    """Case 77: a foreign key checked at the end fails the commit, and the lock goes all the same."""
    with pytest.raises(apsw.ConstraintError, match="FOREIGN KEY"):
        _write_what_cannot_be_committed(db)
    other = apsw.Connection(str(path))
    other.execute("insert into scope (user, created_at) values ('b', '')")
    other.close()
    with db.transaction():
        _add(db, "c")
    assert _users(db) == ["b", "c"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_disk_that_is_full_at_the_commit_is_told_as_such(path: Path, db: Database) -> None:
    script = (
        "import resource, sys; from pathlib import Path; from episodic.errors import StoreError\n"
        "from episodic.memory.db import Database\n"
        "db = Database(Path(sys.argv[1]), now='')\n"
        "size = sum(file.stat().st_size for file in Path(sys.argv[1]).parent.iterdir())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))\n"
        "try:\n"
        "    with db.transaction():\n"
        "        db.run(\"insert into scope (user, created_at) values (?, '')\", ('x' * size,))\n"
        "except StoreError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert "free some space" in done.stdout, done.stderr
    assert _users(db) == []


def test_a_transaction_sqlite_rolled_back_itself_keeps_its_error(db: Database) -> None:
    with pytest.raises(apsw.ConstraintError, match="UNIQUE"):
        _write_what_rolls_back(db)
    assert _users(db) == []
    with db.transaction():
        _add(db, "b")
    assert _users(db) == ["b"]


def test_an_inner_transaction_joins_the_outer(db: Database) -> None:
    with db.transaction():
        _add(db, "a")
        with db.transaction():
            _add(db, "b")
    assert _users(db) == ["a", "b"]
    with pytest.raises(ZeroDivisionError):
        _fail_after_an_inner_one(db)
    assert _users(db) == ["a", "b"]
    with pytest.raises(ZeroDivisionError), db.transaction():
        _write_and_fail(db, "c")
    assert _users(db) == ["a", "b"]


def test_a_writer_waits_for_another(path: Path, db: Database) -> None:
    """BEGIN IMMEDIATE waits; a deferred one that read first would fail."""
    held, free = threading.Event(), threading.Event()

    def hold() -> None:
        with db.transaction():
            _add(db, "first")
            held.set()
            free.wait(10)
        db.close()

    with ThreadPoolExecutor() as pool:
        holding = pool.submit(hold)
        assert held.wait(10)
        threading.Timer(0.2, free.set).start()
        second = Database(path, now=NOW)
        with second.transaction():
            assert _users(second) == ["first"]
            _add(second, "second")
        second.close()
        holding.result()
    assert _users(db) == ["first", "second"]


def test_threads_share_a_database(db: Database) -> None:
    """Case 79."""

    def write(number: int) -> int:
        with db.transaction():
            _add(db, f"user {number}")
        return threading.get_ident()

    with ThreadPoolExecutor(4) as pool:
        threads = set(pool.map(write, range(40)))
    assert len(threads) > 1
    assert sorted(_users(db)) == sorted(f"user {number}" for number in range(40))


def test_a_transaction_is_its_threads_own(db: Database) -> None:
    """Case 79: another thread neither sees what is not committed nor joins the transaction."""
    with db.transaction():
        _add(db, "a")
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_users, db).result() == []
    assert _users(db) == ["a"]


OPEN = """
import sys
from pathlib import Path
from episodic.memory.db import Database
print("ready", flush=True)
sys.stdin.readline()
for number in range(20):
    db = Database(Path(sys.argv[1]) / f"home {number}" / "episodic.db", now="")
    with db.transaction():
        db.run("insert into scope (user, created_at) values (?, '')", (sys.argv[2],))
    db.close()
"""


def test_eight_processes_open_a_new_home_at_once(tmp_path: Path) -> None:
    """Case 76: twenty homes one after the other, as a race is not lost every time."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, str(tmp_path), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    complaints = [process.communicate()[1] for process in processes]
    assert complaints == [""] * 8
    for number in range(20):
        db = Database(tmp_path / f"home {number}" / "episodic.db", now=NOW)
        assert sorted(_users(db)) == [str(process) for process in range(8)]
        db.close()


@pytest.mark.parametrize(
    "content", [b"not a database, but long enough to be read as one " * 40, b"\x7fELF", b"\0" * 4096]
)
def test_a_file_that_is_no_database_is_refused_in_one_line(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"^.*episodic\.db is damaged \(.+\): run `episodic rebuild`.+$"):
        Database(path, now=NOW)
    assert path.read_bytes() == content


def test_a_home_that_cannot_be_made_is_refused_in_one_line(home: Path) -> None:
    home.write_text("in the way", "utf-8")
    with pytest.raises(StoreError, match=r"^.*episodic\.db cannot be opened \(.+\): .+$"):
        Database(home / "episodic.db", now=NOW)


def test_a_checkpoint_empties_the_log(path: Path, db: Database) -> None:
    _add(db, "a")
    log = path.with_name("episodic.db-wal")
    assert log.stat().st_size > 0
    assert db.checkpoint()
    assert log.stat().st_size == 0
