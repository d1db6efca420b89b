"""A copy of a whole home in one file, and a home from it. Knows no table."""

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
        with partial.open("r+b") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    except OSError as error:
        raise InputError(f"{target} cannot be written ({error.strerror}): free some space or permit it") from error
    finally:
        partial.unlink(missing_ok=True)
