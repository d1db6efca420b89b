"""Where a transcript's bytes come from: a file, standard input, one file of an archive; unpacked while they are read.

Knows no format. Everything is opened anew for each pass, so that nothing has to fit in memory.
"""

import gzip
import importlib
import io
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any, BinaryIO, Final, cast

from episodic.errors import FormatError, InputError

UNPACKED_LIMIT: Final = 2 * 1024**3  # bytes one packed file may grow to; more is a bomb or a mistake
_BUFFER: Final = 1024**2  # bytes unpacked at a time

_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_ZIP: Final = b"PK\x03\x04"
_SQLITE: Final = b"SQLite format 3\0"
_MAGIC: Final = 16  # bytes enough to know all of these by

Open = Callable[[], BinaryIO]


@dataclass(slots=True)
class Source:
    """Something that can be opened: `name` is for messages, `file` the path where there is one.

    `cut` is set while reading, when packed data turns out to be damaged from some place on. `passed_over` counts what
    lies beside it in its archive and is not read.
    """

    name: str
    open: Open
    file: Path | None = None
    limit: int = UNPACKED_LIMIT
    cut: bool = False
    passed_over: int = 0


def of_bytes(data: bytes, *, name: str = "-", limit: int = UNPACKED_LIMIT) -> Iterator[Source]:
    """Return what there is to read in bytes that were read already."""
    return _sources(Source("standard input" if name == "-" else name, lambda: io.BytesIO(data), limit=limit))


def of_file(path: Path) -> Iterator[Source]:
    """Return what there is to read in a file: itself, unpacked, or the conversations of an export."""
    return _sources(Source(str(path), lambda: path.open("rb"), path))


def _sources(packed: Source) -> Iterator[Source]:
    """Yield what there is to read in something that may be packed.

    Raises:
        FormatError: it is a database, a damaged archive, or one without conversations.
        InputError: it cannot be opened.
    """
    magic = _magic(packed)
    if magic.startswith(_ZIP):
        yield from _members(packed)
        return
    source = packed
    if kind := next((kind for kind, start in (("gzip", _GZIP), ("zstd", _ZSTD)) if magic.startswith(start)), None):
        source = _unpacked(packed, kind)
        magic = _magic(source)
        if source.cut and not magic:
            raise FormatError(f"{packed.name} is damaged {kind}; pack it again or give the unpacked file")
        source.cut = False
    if magic.startswith(_SQLITE):
        raise FormatError(
            f"{packed.name} is an SQLite database (of Cursor, OpenCode or Codex), which is not read; export its"
            " conversations as JSON, or give the folder of transcripts beside it"
        )
    if magic.startswith(_ZIP):
        raise FormatError(f"{packed.name} is a zip archive in another packed file; unpack the outer one")
    yield source


def _magic(source: Source) -> bytes:
    try:
        with source.open() as stream:
            return stream.read(_MAGIC)
    except OSError as error:
        raise InputError(f"{source.name} cannot be read ({error.strerror}): check its permissions") from error


def _unpacked(packed: Source, kind: str) -> Source:
    def unpack() -> BinaryIO:
        stream = packed.open()
        unpacking = _zstd().ZstdFile(stream) if kind == "zstd" else gzip.GzipFile(fileobj=stream)
        return _watched(source, unpacking, below=stream)

    source = Source(packed.name, unpack, packed.file, packed.limit)
    return source


def _members(packed: Source) -> Iterator[Source]:
    """Yield the conversations of an export: conversations.json, or the shards conversations-000.json and so on."""
    try:
        with packed.open() as stream, zipfile.ZipFile(stream) as archive:
            files = [info.filename for info in archive.infolist() if not info.is_dir()]
    except zipfile.BadZipFile as error:
        raise FormatError(f"{packed.name} is a damaged zip archive; download it again") from error
    wanted = sorted(path for path in files if _is_conversations(PurePosixPath(path)))
    if not wanted:
        raise FormatError(
            f"{packed.name} is a zip archive without conversations*.json (what exports of ChatGPT and Claude.ai hold);"
            " unpack it and give the transcripts"
        )
    for member in wanted:
        yield _in_archive(packed, member, others=len(files) - len(wanted) if member == wanted[0] else 0)


def _in_archive(packed: Source, member: str, *, others: int) -> Source:
    def unpack() -> BinaryIO:
        stream = packed.open()
        return _watched(source, zipfile.ZipFile(stream).open(member), below=stream)

    source = Source(f"{packed.name}:{member}", unpack, packed.file, packed.limit, passed_over=others)
    return source


def _is_conversations(path: PurePosixPath) -> bool:
    hidden = path.name.startswith(".") or "__MACOSX" in path.parts
    return path.name.startswith("conversations") and path.suffix == ".json" and not hidden


def _zstd() -> ModuleType:
    """Return Python's own module; before 3.14 its backport."""
    return importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def _watched(source: Source, stream: Any, *, below: BinaryIO) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Unpacked(source, stream, below), _BUFFER))


class _Unpacked(io.RawIOBase):
    """Unpacked bytes up to the limit; damage ends them and is noted in the source."""

    def __init__(self, source: Source, stream: Any, below: BinaryIO) -> None:
        self._source = source
        self._stream = stream
        self._below = below
        self._size = 0

    def readable(self) -> bool:
        """Say so, as io wants to know."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with what is unpacked next; 0 at the end and from the damage on."""
        data = self._next(len(buffer))
        self._size += len(data)
        if self._size > self._source.limit:
            raise FormatError(
                f"{self._source.name} unpacks to more than {self._source.limit:,} bytes; split it into smaller files"
            )
        buffer[: len(data)] = data
        return len(data)

    def _next(self, size: int) -> bytes:
        try:
            return bytes(self._stream.read1(size))  # read() loses what came before the damage
        except (EOFError, gzip.BadGzipFile, zlib.error, zipfile.BadZipFile):
            pass
        except Exception as error:
            if type(error).__name__ != "ZstdError":  # named here only, so that most files need no zstd
                raise
        self._source.cut = True
        return b""

    def close(self) -> None:
        """Close what is unpacked and the file below it."""
        self._stream.close()
        self._below.close()
        super().close()
