"""Files that survive a power cut: appended to, or replaced whole. Knows nothing of what is in them."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from episodic.errors import JournalError

_BLOCK: Final = 1 << 22  # bytes of a file searched at a time


def append(path: Path, block: bytes, *, synced: bool = True) -> None:
    """Add bytes to the end of a file in one write, on disk when this returns if `synced`; all of them or none."""
    is_new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    size = os.fstat(descriptor).st_size
    try:
        view = memoryview(block)
        while view:  # one write, but a disk may take it in parts
            view = view[os.write(descriptor, view) :]
        if synced:
            os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, size)  # lines that were refused must not turn up later as if they had been taken
        raise
    finally:
        os.close(descriptor)
    if is_new:
        sync_folder(path.parent)


def replace(path: Path, block: bytes) -> None:
    """Put a file in another's place, all of it or nothing."""
    partial = path.with_suffix(".partial")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(block)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    sync_folder(path.parent)


def held(path: Path, forms: Mapping[str, bytes]) -> set[str]:
    """Return which of some forms stand in the bytes of a file, each by its name; none where there is no file.

    Read in blocks: searching a mapped file reads behind its end before Python 3.11.5, and crashes.
    """
    left, found, before = dict(forms), set[str](), b""
    overlap = max(map(len, left.values()), default=1) - 1
    if not path.exists():
        return found
    with path.open("rb") as file:
        while left and (block := file.read(_BLOCK)):
            bytes_of = before + block
            here = {form for form, raw in left.items() if raw in bytes_of}
            found |= here
            left = {form: raw for form, raw in left.items() if form not in here}
            before = bytes_of[len(bytes_of) - overlap :] if overlap else b""
    return found


def unwritable(path: Path, error: OSError) -> JournalError:
    """Return what to raise where the disk refused."""
    return JournalError(f"{path} cannot be written ({error.strerror}): free some space or permit it")


def write_owner_only(path: Path, raw: bytes) -> None:
    """Write a file that only its owner can read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(raw)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it for the owner alone; mkdir's own `parents` would leave them open."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a new file's name survive a power cut; Windows has no such call and needs none."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
