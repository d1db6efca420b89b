"""Readers of transcript files, one a format, told apart by content; adding one is a file and a line in READERS.

Knows no store and no clock: what was read before, and what a naive time means, is for the caller.
"""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from episodic.capture.transcripts import claude_code, plain
from episodic.capture.transcripts.lines import TORN, Lines, unpack
from episodic.capture.transcripts.transcript import BadLine, Transcript
from episodic.errors import FormatError, NotFoundError


class Reader(Protocol):
    """What a module of this folder offers to be a format."""

    NAME: str

    def matches(self, value: object) -> bool:
        """Say whether one JSON value of a file is of this format."""

    def read(self, values: Iterable[object]) -> Transcript:
        """Read all the values of a file."""


READERS: Sequence[Reader] = (claude_code, plain)  # the first to match reads: plain, which asks least, comes last
FORMATS: tuple[str, ...] = tuple(reader.NAME for reader in READERS)

SUFFIXES = (".jsonl", ".json", ".ndjson", ".jsonl.gz", ".json.gz", ".ndjson.gz")
NOT_TRANSCRIPTS = (".meta.json",)  # Claude Code's notes beside a subagent's transcript

_CONVERT = 'convert it to lines of {"role", "content"}'


def read(data: bytes, *, name: str = "-", format: str | None = None) -> Transcript:  # noqa: A002 (the word people use)
    """Read a transcript of any format we know, unpacking gzip; `name` is only for messages.

    An empty file has no sessions. So has one that holds nothing but the torn beginning of its first line.

    Raises:
        FormatError: it is in no format we read, or the format asked for is not one of FORMATS.
    """
    name = "standard input" if name == "-" else name
    reader = None if format is None else _reader_of(format)
    data, whole = unpack(data, name=name)
    _refuse_binary(data, name)
    lines = Lines(data)
    if lines.blank:
        return Transcript(format or "empty", ())
    reader = reader or _detect(lines, data=data, name=name)
    if reader is None:
        return Transcript("unknown", (), {}, tuple(lines.bad))
    transcript = reader.read(lines)
    skipped = dict(transcript.skipped)
    if lines.mangled:
        skipped["lines with bytes that are not UTF-8, kept"] = lines.mangled
    cut = () if whole else (BadLine(data.count(b"\n") + 1, "", "the gzip data is damaged from here on"),)
    return replace(transcript, skipped=skipped, bad_lines=(*lines.bad, *cut))


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
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(folder, name) for name in files if _is_named_like_one(name)]
    return sorted(file for file in found if file.is_file())


def _is_named_like_one(name: str) -> bool:
    lower = name.lower()
    return lower.endswith(SUFFIXES) and not lower.endswith(NOT_TRANSCRIPTS) and not name.startswith(".")


def _reader_of(format_name: str) -> Reader:
    for reader in READERS:
        if format_name == reader.NAME:
            return reader
    raise FormatError(f"there is no format {format_name!r}; use one of {', '.join(FORMATS)}")


def _detect(lines: Lines, *, data: bytes, name: str) -> Reader | None:
    """Return the reader of the first value that tells; None when the only line is still being written."""
    for value in lines.head():
        kind = _foreign(value)
        if kind:
            raise FormatError(f"{name} looks like {kind}, which is not read yet; {_CONVERT}")
        for reader in READERS:
            if reader.matches(value):
                return reader
    if len(lines.bad) == 1 and lines.bad[0].reason == TORN and lines.bad[0].raw.lstrip().startswith("{"):
        return None
    text = data[:4096].decode("utf-8", "replace")
    kind = next((kind for kind, shape in _FOREIGN_TEXT if shape.search(text)), None)
    if kind:
        raise FormatError(f"{name} looks like {kind}, which is not read yet; {_CONVERT}")
    raise FormatError(f"{name} is not a transcript Episodic reads (plain or Claude Code JSONL); {_CONVERT}")


def _refuse_binary(data: bytes, name: str) -> None:
    for magic, kind, advice in _BINARY:
        if data.startswith(magic):
            raise FormatError(f"{name} is {kind}, which is not read yet; {advice}")


def _foreign(value: object) -> str | None:
    """Name the format of another tool that a JSON value is of."""
    if not isinstance(value, dict):
        return None
    return next((kind for kind, shape in _FOREIGN if shape(value)), None)


def _has(value: dict[str, Any], key: str, kind: type) -> bool:
    return isinstance(value.get(key), kind)


def _has_only(value: dict[str, Any], key: str) -> bool:
    return key in value and value.keys().isdisjoint({"role", "uuid", "sessionId"})


def _any_item(value: object, key: str, shape: Callable[[dict[str, Any]], bool]) -> bool:
    items = value.get(key) if isinstance(value, dict) else None
    return isinstance(items, list) and any(isinstance(item, dict) and shape(item) for item in items)


_BINARY: tuple[tuple[bytes, str, str], ...] = (
    (
        b"SQLite format 3\0",
        "an SQLite database (of Cursor, OpenCode or Codex)",
        f"export its conversations and {_CONVERT}",
    ),
    (b"PK\x03\x04", "a zip archive (a ChatGPT or Claude.ai export)", f"unpack it and {_CONVERT}"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd (an old Codex rollout)", f"unpack it and {_CONVERT}"),
)

_FOREIGN: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
    ("a Codex rollout", lambda v: "payload" in v and _has(v, "type", str)),
    (
        "a Gemini CLI session",
        lambda v: "projectHash" in v or _any_item(v, "messages", lambda m: m.get("type") == "gemini"),
    ),
    ("a Gemini session", lambda v: "chunkedPrompt" in v or _any_item(v, "history", lambda m: "parts" in m)),
    ("a Cursor transcript", lambda v: _has(v, "role", str) and _has(v, "message", dict)),
    ("a Copilot CLI session", lambda v: _has(v, "type", str) and "." in v["type"] and _has(v, "data", dict)),
    ("a pi or OpenClaw session", lambda v: v.get("type") == "session" and "version" in v),
    ("a Droid session", lambda v: v.get("type") == "session_start"),
    ("a Kimi session", lambda v: v.get("type") == "metadata" and "protocol_version" in v),
    (
        "a Qwen Code session",
        lambda v: "uuid" in v and (_any_item(v.get("message"), "parts", bool) or "systemPayload" in v),
    ),
    ("an Antigravity session", lambda v: "step_index" in v),
    ("a Grok session", lambda v: v.get("type") in ("system", "user") and _has_only(v, "content")),
    ("an OpenCode message", lambda v: "messageID" in v or "sessionID" in v or "projectID" in v),
    ("a ChatGPT export", lambda v: _has(v, "mapping", dict)),
    ("a Claude.ai export", lambda v: _has(v, "chat_messages", list)),
    ("a ShareGPT conversation", lambda v: _any_item(v, "conversations", lambda m: "from" in m and "value" in m)),
    (
        "LangChain messages",
        lambda v: v.get("lc") == 1 or (_has(v, "type", str) and _has(v, "data", dict) and "content" in v["data"]),
    ),
    ("Pydantic AI messages", lambda v: v.get("kind") in ("request", "response") and _has(v, "parts", list)),
    ("a Slack export", lambda v: v.get("type") == "message" and "ts" in v and "user" in v and "role" not in v),
)

_FOREIGN_TEXT: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("an aider chat history", re.compile(r"^# aider chat started at ", re.MULTILINE)),
    (
        "a WhatsApp chat",
        re.compile(r"^\W?\[?\d+[./-]\d+[./-]\d+,? \d+[:.]\d\d[^\n]{0,12}(?:\]| -) [^\n:]+: ", re.MULTILINE),
    ),
)
