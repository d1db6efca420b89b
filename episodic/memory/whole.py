"""Whether the database of a home and the journal in it belong together, and the database made anew where not.

The journal is the memory and the database a view of it: where one of them is missing, it is never the journal's that
a new one is begun for.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from episodic.config import Config
from episodic.errors import StoreError
from episodic.language.dates import stamp
from episodic.memory.db import REBUILD, Database
from episodic.memory.events import FILE, EventLog, Head
from episodic.memory.journal import Journal, Tear
from episodic.memory.lexical import LexicalIndex
from episodic.memory.recording import Recorder
from episodic.memory.replay import Replay
from episodic.memory.retention import Retention
from episodic.memory.told_days import ToldDays
from episodic.memory.turns import Neighbourhood, Turns


class Made(NamedTuple):
    """A user's rows made anew; `events` is how many there were, `fits` whether they could be taken in."""

    user: str
    events: int
    fits: bool


def demand_database(database: Path, journal: Path) -> None:
    """Make sure that no new database is begun beside a journal that has something in it.

    Raises:
        StoreError: there is a journal, but no database or an empty one.
    """
    if not _is_empty(database) or not has_journal(journal):
        return
    what = "is empty" if database.exists() else "is gone"
    raise StoreError(f"{database} {what}, but its journal is there: {REBUILD}")


def scope_of(db: Database, user: str, *, now: str, journal: Path) -> int:
    """Return the scope of a user, made if the user is new; `journal` is the folder of the user's journals.

    Raises:
        StoreError: there is a journal already, so that the database is another one than the journal's.
    """
    find = "select id from scope where user = ?"
    scope = db.value(find, (user,))
    if scope is None and _is_written(journal):
        raise StoreError(f"{db.path} knows nothing of user {user}, whose journal is there: {REBUILD}")
    if scope is None:
        _begin(db, user, now=now)
        scope = db.value(find, (user,))
    return int(scope)


def _begin(db: Database, user: str, *, now: str) -> None:
    """Make a user's scope, unless there is one: another process may have been first."""
    with db.transaction():
        if db.value("select 1 from scope where user = ?", (user,)) is None:
            scope = db.insert("insert into scope (user, created_at) values (?, ?)", (user, now))
            LexicalIndex(db, scope).create()


def level(db: Database, recorder: Recorder) -> None:
    """Begin to record, with what a crash left in the log of events only taken in.

    Raises:
        StoreError: the log is of another home than the database.
    """
    if db.read_only:
        return
    origin = _origin_of(db)
    db.recorder = recorder
    if recorder.is_behind():
        last = recorder.log.last()
        if last is not None and last.origin != origin:
            raise StoreError(f"{db.path} is the database of another home than its journal: {REBUILD}")
        with db.transaction():
            pass
        if recorder.forgot:
            db.rebuild()


def _origin_of(db: Database) -> str:
    """Return the random name of the home that a database is of; given to it when first asked."""
    found = db.value("select origin from home")
    if found is None:
        with db.transaction():
            db.run("update home set origin = ? where origin is null", (os.urandom(8).hex(),))
            found = db.value("select origin from home")
    return str(found)


def has_journal(journal: Path) -> bool:
    """Whether any user has a journal with something in it."""
    return any(_is_written(folder) for folder in _folders(journal))


def users_of(journal: Path) -> list[str]:
    """Return the users whose journals are there, by what stands in them."""
    found = (_user_of(folder) for folder in _folders(journal))
    return sorted(user for user in found if user is not None)


def make(database: Path, journal: Path, config: Config) -> list[Made]:
    """Make a database of what is recorded in the journals; turns that no event tells of are left to be indexed.

    Raises:
        JournalError: a newer version wrote one of the events.
    """
    db = Database(database, now=stamp(config.clock()))
    made = [_make_user(db, Journal(journal, user), user, config) for user in users_of(journal)]
    for one in made:  # after those that had a number before
        _begin(db, one.user, now=stamp(config.clock()))
    db.checkpoint()
    db.close()
    return made


def _make_user(db: Database, journal: Journal, user: str, config: Config) -> Made:
    log = EventLog(journal.folder)
    found = log.events()
    scope = next((row["id"] for one in found for row in one.body.get("put", {}).get("scope", ())), None)
    if scope is None:
        return Made(user, 0, True)
    retention = Retention(db, scope, clock=config.clock)
    around = Neighbourhood(config.context_turns, config.context_words)
    told_days = ToldDays(db, scope, config.local_zone())
    turns = Turns(db, scope, LexicalIndex(db, scope), around, retention, told_days)
    with db.transaction():
        fits = Replay(db, scope, journal=journal, turns=turns).make(found)
        if fits:
            last = found[-1]
            db.run("update home set origin = ?, last_at = max(last_at, ?)", (last.origin, last.at))
            head = Head(last.seq, last.hash, log.size())
            db.run("insert into event_head values (:scope, :seq, :hash, :size)", {"scope": scope, **head._asdict()})
    return Made(user, len(found), fits)


def _folders(journal: Path) -> Iterator[Path]:
    if journal.is_dir():
        yield from sorted(path for path in journal.iterdir() if path.is_dir())


def _is_written(folder: Path) -> bool:
    """Whether a user's folder has a journal or a log of events that is not empty."""
    try:
        with os.scandir(folder) as found:
            return any(one.stat().st_size for one in found if one.name == FILE or one.name.endswith(".jsonl"))
    except FileNotFoundError:
        return False


def _is_empty(database: Path) -> bool:
    try:
        return database.stat().st_size == 0
    except (FileNotFoundError, NotADirectoryError):
        return True


def _user_of(folder: Path) -> str | None:
    for one in EventLog(folder).events():
        for row in one.body.get("put", {}).get("scope", ()):
            return str(row["user"])
    journal = Journal(folder.parent, "")
    for path in sorted(folder.glob("*.jsonl")):
        for line in journal.read(path):
            if not isinstance(line, Tear) and line.source.get("user"):
                return str(line.source["user"])
    return None
