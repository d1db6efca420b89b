"""Which files have been read as they are now. Knows no file and no format, only digests, sizes and times."""

from typing import NamedTuple

from episodic.memory.db import Database
from episodic.memory.journal import mark_of


class SourceFile(NamedTuple):
    """A file as it was found: its path with what was asked of it, size in bytes, time of change, and who reads it."""

    path: str
    size: int
    modified_ns: int
    reader: str


class Sources:
    """The files of one scope that have been read."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def is_known(self, file: SourceFile) -> bool:
        """Say whether a file was read by this reader as it is now."""
        found = self._db.value(
            "select 1 from source_file where scope = :scope and path = :path and size = :size"
            " and modified_ns = :modified and reader = :reader",
            self._row(file),
        )
        return found is not None

    def remember(self, file: SourceFile) -> None:
        """Note that a file was read to its end."""
        with self._db.transaction():
            self._db.run(
                "insert or replace into source_file values (:scope, :path, :size, :modified, :reader)", self._row(file)
            )

    def _row(self, file: SourceFile) -> dict[str, object]:
        return {
            "scope": self._scope,
            "path": mark_of(file.path),
            "size": file.size,
            "modified": file.modified_ns,
            "reader": file.reader,
        }
