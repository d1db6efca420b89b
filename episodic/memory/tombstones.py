"""What must not come back: HMACs of forgotten identities. Knows nothing of what they identified."""

import contextlib
import hmac
import os
from collections.abc import Iterable
from pathlib import Path

from episodic.memory.db import Database


class Tombstones:
    """The tombstones of one scope, under the home's key; without the key they say nothing."""

    def __init__(self, db: Database, scope: int, key: Path) -> None:
        self._db = db
        self._scope = scope
        self._path = key

    def marked(self, digests: Iterable[bytes]) -> set[bytes]:
        """Return those of the digests that were forgotten."""
        if not self._db.value("select 1 from tombstone limit 1"):
            return set()
        find = "select 1 from tombstone where mac = ?"
        return {digest for digest in digests if self._db.value(find, (self._mac(digest),))}

    def mark(self, digests: Iterable[bytes]) -> None:
        """Remember that these were forgotten; joins the open transaction."""
        self._db.run_many("insert or ignore into tombstone values (?)", [(self._mac(digest),) for digest in digests])

    def key(self) -> bytes:
        """Return the home's key, made at its first use."""
        if not self._path.exists():
            partial = self._path.with_name(f".key-{os.getpid()}")
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(os.urandom(32))
            with contextlib.suppress(FileExistsError):
                os.link(partial, self._path)  # fails if another process made one first, whose key then stands
            partial.unlink()
        return self._path.read_bytes()

    def _mac(self, digest: bytes) -> bytes:
        return hmac.digest(self.key(), b"%d:" % self._scope + digest, "sha256")[:16]  # a user forgets for no other
