"""A copy of a whole home in one zip file, and a home from it. Knows no table and no format of a journal.

The database is copied first and the journals after it, so that they hold at least what the database does; turns that
were written in between are indexed when the restored home is first written to, as after a crash. A backup is unpacked
by any program for zip files: what is in it are the files of a home, by their names there.
"""

import re
import zipfile
from pathlib import Path
from typing import Final, NamedTuple

from episodic.errors import FormatError, InputError
from episodic.memory.events import FILE
from episodic.memory.journal import Journal
from episodic.memory.store import DATABASE, JOURNAL, KEY, Store
from episodic.rights.writing import folder_for, written

_KEPT: Final = re.compile(
    rf"{re.escape(DATABASE)}|{KEY}|{JOURNAL}/[0-9a-f]{{32}}/(?:[0-9a-f]{{32}}\.jsonl|{re.escape(FILE)})"
    r"|quarantine/[0-9a-f]{32}/[0-9a-f]{32}\.txt"
)
_STEP: Final = 1 << 20  # bytes read at a time


class Copied(NamedTuple):
    """What a backup holds: of how many users, in how many journals, in how many bytes."""

    users: int
    journals: int
    size: int


def back_up(store: Store, target: Path) -> Copied:
    """Copy the whole home of a store, all users, to a file that only its owner can read, while others write.

    Raises:
        InputError: the file cannot be written.
        JournalError: a user's journal is locked for too long.
    """
    users = store.users()
    with written(target) as partial, written(target.with_name(f"{target.name}.db")) as copy:
        store.db.copy_to(copy)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, DATABASE)
            if (store.home / KEY).exists():
                archive.write(store.home / KEY, KEY)
            count = sum(_add(archive, store, user) for user in users)
        copy.unlink()
    return Copied(len(users), count, target.stat().st_size)


def _add(archive: zipfile.ZipFile, store: Store, user: str) -> int:
    """Add a user's journals and quarantine, while nobody writes to them; returns how many journals."""
    journal = Journal(store.home / JOURNAL, user)
    with journal.locked(seconds=store.config.lock_seconds):
        files = journal.files()
        log = journal.folder / FILE
        for path in (*files, *journal.set_aside(), *([log] if log.exists() else ())):
            archive.write(path, path.relative_to(store.home).as_posix())
    return len(files)


def restore(source: Path, home: Path) -> int:
    """Make a home of a backup; returns how many files it has.

    Raises:
        InputError: the file cannot be read, or the home holds a memory already.
        FormatError: it is no backup, or is damaged.
    """
    if (home / DATABASE).exists() or (home / JOURNAL).exists():
        raise InputError(
            f"{home} holds a memory already: name an empty home, --home FOLDER, or `episodic import` there"
        )
    try:
        with zipfile.ZipFile(source) as archive:
            names = archive.namelist()
            if DATABASE not in names or any(not _KEPT.fullmatch(name) for name in names):
                raise FormatError(f"{source} is no backup: give a file that `episodic backup` wrote")
            if (damaged := archive.testzip()) is not None:
                raise FormatError(f"{source} is damaged at {damaged}: use another backup")
            for name in sorted(names, key=lambda name: name == DATABASE):  # last, so that half a home is none
                _unpack(archive, name, home / name)
    except zipfile.BadZipFile as error:
        raise FormatError(f"{source} is no backup: give a file that `episodic backup` wrote") from error
    except OSError as error:
        raise InputError(
            f"{source} cannot be restored ({error.strerror}): check names, permissions and space"
        ) from error
    return len(names)


def _unpack(archive: zipfile.ZipFile, name: str, target: Path) -> None:
    folder_for(target)
    with archive.open(name) as packed, written(target) as partial, partial.open("wb") as file:
        while block := packed.read(_STEP):
            file.write(block)
