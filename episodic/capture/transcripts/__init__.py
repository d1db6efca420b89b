"""Readers of transcript files, one a format, told apart by content; adding one is a file and a line in READERS.

Knows no store and no clock: what was read before, and what a naive time means, is for the caller.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from episodic.capture.transcripts.formats import FORMATS, READERS, Reader, foreign, foreign_text, is_text, reader_of
from episodic.capture.transcripts.lines import TORN, Lines
from episodic.capture.transcripts.opencode import PARTS_OF_SESSIONS
from episodic.capture.transcripts.own_words import without_ours
from episodic.capture.transcripts.source import Source, of_bytes, of_file
from episodic.capture.transcripts.transcript import BadLine, Transcript, joined
from episodic.errors import FormatError, InputError, NotFoundError

__all__ = ("FORMATS", "find", "parts", "read")

SUFFIXES = (".jsonl", ".json", ".ndjson")
PACKED = ("", ".gz", ".zst")
HISTORIES = (".aider.chat.history.md",)  # hidden, and still the one place where aider keeps what was said
NOT_TRANSCRIPTS = (".meta.json",)  # Claude Code's notes beside a subagent's transcript
BATCH = 64  # conversations of an export read and taken in at a time

_CONVERT = 'convert it to lines of {"role", "content"}'


def read(data: bytes, *, name: str = "-", format: str | None = None) -> Transcript:  # noqa: A002 (the word people use)
    """Read all of a transcript of any format we know, unpacking it; `name` is only for messages.

    An empty file has no sessions. So has one that holds nothing but the torn beginning of its first line.

    Raises:
        FormatError: it is in no format we read, or the format asked for is not one of FORMATS.
    """
    return joined(_parts(of_bytes(data, name=name), format))


def parts(path: Path, *, format: str | None = None) -> Iterator[Transcript]:  # noqa: A002 (the word people use)
    """Read a file, in parts where it is an export of many conversations, so that it need not fit in memory.

    Raises:
        FormatError: it is in no format we read, or the format asked for is not one of FORMATS.
        InputError: it cannot be opened.
    """
    return _parts(of_file(_present(path)), format)


def find(path: Path) -> list[Path]:
    """Return the files to read: a file itself, or all below a folder that are named like transcripts, sorted.

    Hidden folders below it are left out (a quarantine is one), and links to folders are not followed.

    Raises:
        NotFoundError: there is nothing at the path.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NotFoundError(f"{path} does not exist; check the path")
    found: list[Path] = []
    for folder, folders, files in os.walk(path):
        beside = PARTS_OF_SESSIONS if "session" in folders else frozenset()
        folders[:] = [name for name in folders if not name.startswith(".") and name not in beside]
        found += [Path(folder, name) for name in files if _is_named_like_one(name)]
    names = {str(file) for file in found}
    return sorted(file for file in found if file.is_file() and not _is_packed_copy(file, names))


def _is_packed_copy(file: Path, names: set[str]) -> bool:
    return file.suffix in PACKED and bool(file.suffix) and str(file.with_suffix("")) in names


def _parts(sources: Iterator[Source], format_name: str | None) -> Iterator[Transcript]:
    asked = None if format_name is None else reader_of(format_name)
    for source in sources:
        try:
            for part in _of_source(source, asked):
                counted = {reason: count for reason, count in part.skipped.items() if count}
                yield without_ours(replace(part, skipped=counted))
        except OSError as error:  # a disk may open a file and not give it out
            raise InputError(f"{source.name} cannot be read ({error.strerror}): check its permissions") from error


def _of_source(source: Source, asked: Reader | None) -> Iterator[Transcript]:
    lines = Lines(source.open)
    if lines.blank:
        yield Transcript(asked.NAME if asked else "empty", ())
        return
    reader = asked or _detect(lines, name=source.name)
    if reader is None:
        yield Transcript("unknown", (), {}, tuple(lines.bad))
        return
    values: Iterable[object] = lines.text() if is_text(reader) else lines
    batches = _batched(values) if getattr(reader, "INDEPENDENT", False) else iter((values,))
    for batch in batches:
        yield reader.read(batch, file=source.file)
    yield Transcript(reader.NAME, (), _beside(source, lines), (*lines.bad, *_cut(source)))


def _batched(values: Iterable[object]) -> Iterator[Iterable[object]]:
    rest = iter(values)
    for first in rest:
        yield chain((first,), islice(rest, BATCH - 1))


def _beside(source: Source, lines: Lines) -> dict[str, int]:
    counts = {
        "lines with bytes that are not UTF-8, kept": lines.mangled,
        "other files of the archive": source.passed_over,
    }
    return {reason: count for reason, count in counts.items() if count}


def _cut(source: Source) -> tuple[BadLine, ...]:
    if not source.cut:
        return ()
    with source.open() as stream:
        last = sum(1 for _ in stream)
    return (BadLine(last + 1, "", "the packed data is damaged from here on"),)


def _present(path: Path) -> Path:
    """Return a file, or its packed or unpacked twin: Codex packs rollouts while somebody may be reading them."""
    twins = [path.with_name(path.name + packed) for packed in PACKED]
    bare = path.with_suffix("") if path.suffix in PACKED else path
    return next((twin for twin in (path, *twins, bare) if twin.is_file()), path)


def _is_named_like_one(name: str) -> bool:
    lower = name.lower()
    if lower in HISTORIES:
        return True
    named = any(lower.endswith(suffix + packed) for suffix in SUFFIXES for packed in PACKED)
    return named and not lower.endswith(NOT_TRANSCRIPTS) and not name.startswith(".")


def _detect(lines: Lines, *, name: str) -> Reader | None:
    """Return the reader of the first value that tells; None when the only line is still being written."""
    text = lines.head_text()
    for reader in READERS:
        if is_text(reader) and reader.matches(text):
            return reader
    for value in lines.head():
        for reader in READERS:
            if not is_text(reader) and reader.matches(value):
                return reader
        if kind := foreign(value):
            raise FormatError(f"{name} is {kind}")
    if len(lines.bad) == 1 and lines.bad[0].reason == TORN and lines.bad[0].raw.lstrip().startswith("{"):
        return None
    if kind := foreign_text(text):
        raise FormatError(f"{name} is {kind}")
    raise FormatError(f"{name} is not a transcript Episodic reads (see `episodic ingest --help`); {_CONVERT}")
