"""Files written whole or not at all, for their owner alone. Knows nothing of what is in them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from episodic.errors import InputError


@contextmanager
def written(target: Path) -> Iterator[Path]:
    """Yield where to write what becomes `target` once all of it is on disk; for the owner alone.

    Raises:
        InputError: it cannot be written.
    """
    partial = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        yield partial
        if partial.exists():
            with partial.open("r+b") as file:
                os.fsync(file.fileno())
            partial.replace(target)
    except OSError as error:
        raise InputError(f"{target} cannot be written ({error.strerror}): free some space or permit it") from error
    finally:
        partial.unlink(missing_ok=True)


def folder_for(target: Path) -> None:
    """Make the folders above a file that are not there, for the owner alone."""
    for folder in reversed(target.parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)
