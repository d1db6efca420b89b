"""Makes the database of a home anew from its journal, and puts it in the place of one that is lost. Knows no SQL.

It is made beside the old one and moved into its place at once, so that whatever stops it leaves the home as it was.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from episodic.config import Config
from episodic.errors import InputError, StoreError
from episodic.memory import whole
from episodic.memory.counts import Status
from episodic.memory.store import DATABASE, JOURNAL, Store

BEFORE: Final = "episodic.before-rebuild.db"  # as forgetting deletes those of migrations
_PARTIAL: Final = "episodic.rebuilding.db"
_PARTS: Final = ("", "-wal", "-shm")


class Rebuilt(NamedTuple):
    """What came back of a user; `recorded` is whether the record told what was made of the turns."""

    user: str
    status: Status
    recorded: bool
    problems: tuple[str, ...]


def rebuild(config: Config, *, force: bool, open_store: Callable[[str], Store]) -> Iterator[Rebuilt]:
    """Make a home's database from its journal; yields what came back of each user, once it is in its place.

    Raises:
        InputError: there is no journal, or nothing is wrong with the database and `force` is not given.
        JournalError: a newer version wrote the journal, or another process rebuilds.
    """
    home = config.home
    if not whole.has_journal(home / JOURNAL):
        raise InputError(f"{home / JOURNAL} has nothing to rebuild from: name another home, --home FOLDER")
    if not force and is_sound(config):
        raise InputError(f"{home / DATABASE} is sound: nothing to rebuild, or say --force; the old file is kept then")
    with _alone(home, seconds=config.lock_seconds):
        _remove(home / _PARTIAL)
        made = whole.make(home / _PARTIAL, home / JOURNAL, config)
        if (home / DATABASE).exists() and (home / DATABASE).stat().st_size:
            _remove(home / BEFORE)
            _move(home / DATABASE, home / BEFORE)
        _remove(home / DATABASE)
        _move(home / _PARTIAL, home / DATABASE)
        (home / _PARTIAL).with_suffix(".lock").unlink(missing_ok=True)
    for one in made:
        with closing(open_store(one.user)) as store:
            store.catch_up()
            problems = store.events.verify(store.recorder.head()).problems if one.fits else (_TAKEN,)
            yield Rebuilt(one.user, store.status(), one.events > 0, problems)


def is_sound(config: Config) -> bool:
    """Whether the database is there, can be read, and is of the journal beside it."""
    try:
        for user in whole.users_of(config.home / JOURNAL):
            with closing(Store(config, user)) as store:
                if not store.db.is_sound():
                    return False
    except StoreError:
        return False
    return True


_TAKEN: Final = "its record gives numbers that another user has: only its turns came back"


@contextmanager
def _alone(home: Path, *, seconds: float) -> Iterator[None]:
    """Keep others from opening the home meanwhile.

    Raises:
        StoreError: another process has it open for too long.
    """
    from filelock import FileLock, Timeout

    try:
        with FileLock((home / DATABASE).with_suffix(".lock"), timeout=seconds, mode=0o600):
            yield
    except Timeout as error:
        raise StoreError(f"another process is opening {home}: wait and run it again") from error


def _move(source: Path, target: Path) -> None:
    """Move a database with its write-ahead log, the file itself last."""
    for part in reversed(_PARTS):
        path = source.with_name(source.name + part)
        if path.exists():
            path.replace(target.with_name(target.name + part))


def _remove(database: Path) -> None:
    for part in _PARTS:
        database.with_name(database.name + part).unlink(missing_ok=True)
