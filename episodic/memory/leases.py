"""Who is asking a language model about which session, so that no two processes pay for the same answer.

A lease is a lock on a file, not a row: the system gives it back the moment its holder dies, however it dies, and no
clock has to be trusted. Sessions share 64 files by their digest; two that meet in one only wait for each other.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

FOLDER: Final = "leases"
_FILES: Final = 64


class Leases:
    """The leases of one user."""

    def __init__(self, home: Path, user: str) -> None:
        self._folder = home / FOLDER
        self._user = user

    @contextmanager
    def claimed(self, session: str) -> Iterator[bool]:
        """Hold a session's lease; yields whether it was free."""
        from filelock import FileLock, Timeout

        digest = hashlib.sha256(f"{self._user}\0{session}".encode("utf-8", "replace")).digest()
        self._folder.mkdir(mode=0o700, exist_ok=True)
        lock = FileLock(self._folder / f"{digest[0] % _FILES:02d}", mode=0o600)
        try:
            lock.acquire(blocking=False)
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()
