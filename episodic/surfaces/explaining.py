"""`episodic ingest --explain`: what a file is and what would be read of it. Opens no memory and writes nothing."""

import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from episodic.capture.transcripts import find, parts, read
from episodic.capture.transcripts.transcript import Transcript, TranscriptSession
from episodic.errors import FormatError, InputError
from episodic.fence import seen
from episodic.redact import clean
from episodic.surfaces.tools import search

_EXAMPLE_WIDTH: Final = 100  # characters


@dataclass(slots=True)
class Explained:
    """What was found in a file; `refused` is why nothing could be, `examples` one text for each reason to skip it."""

    file: str
    format: str = ""
    refused: str | None = None
    turns: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    bad_lines: Counter[str] = field(default_factory=Counter)
    sessions: list[dict[str, Any]] = field(default_factory=list)


def explain(paths: Sequence[str], tools: Sequence[str], *, format: str | None = None) -> Iterator[Explained]:  # noqa: A002 - the word people use
    """Yield for each file what would be read of it.

    Raises:
        InputError: a path does not exist, or a tool is unknown.
    """
    files = [file for path in paths for file in ([Path("-")] if path == "-" else find(Path(path)))]
    for file in (*files, *(file for found in search(tools) for file in found.files)):
        yield _explained(file, format)


def _explained(file: Path, format_name: str | None) -> Explained:
    told = Explained(str(file))
    try:
        for part in _parts(file, format_name):
            _count(told, part)
    except (FormatError, InputError) as error:
        told.refused = str(error)
    return told


def _parts(file: Path, format_name: str | None) -> Iterator[Transcript]:
    if file == Path("-"):
        return iter((read(sys.stdin.buffer.read(), format=format_name),))
    return parts(file, format=format_name)


def _count(told: Explained, part: Transcript) -> None:
    told.format = told.format or part.format
    told.skipped.update(part.skipped)
    for reason, text in part.examples.items():
        told.examples.setdefault(reason, _example(text))
    told.bad_lines.update(line.reason for line in part.bad_lines)
    for session in part.sessions:
        told.sessions.append(_session(session))
        if not session.do_not_remember:
            told.turns.update(message.role for message in session.messages)


def _example(text: str) -> str:
    """Return the beginning of a text in one line, masked whole before it is cut, so that no half of a secret shows."""
    return textwrap.shorten(seen(clean(text)), _EXAMPLE_WIDTH, placeholder=" …")


def _session(session: TranscriptSession) -> dict[str, Any]:
    times = [message.at for message in session.messages if message.at is not None]
    return {
        "session": session.session_id,
        "project": session.project,
        "folder": session.cwd,
        "user": session.user,
        "turns": dict(Counter(message.role for message in session.messages)),
        "first": min(times, key=datetime.timestamp, default=None),
        "last": max(times, key=datetime.timestamp, default=None),
        "do_not_remember": session.do_not_remember,
    }


def lines(told: Explained) -> Iterator[str]:
    """Yield it as a person reads it."""
    yield told.file
    if told.refused:
        yield f"  not read: {told.refused}"
        return
    yield f"  format: {told.format}"
    yield f"  turns: {_counts(told.turns)}"
    for session in told.sessions:
        yield f"  session {session['session']}: {_about(session)}"
    if told.skipped:
        yield f"  skipped: {_counts(told.skipped)}"
        yield from (f"    {reason}, such as: {example}" for reason, example in told.examples.items())
    if told.bad_lines:
        yield f"  unreadable lines: {_counts(told.bad_lines)}"


def _about(session: dict[str, Any]) -> str:
    span = [f"{at:%Y-%m-%d %H:%M}" for at in (session["first"], session["last"]) if at is not None]
    about = [
        _counts(session["turns"]),
        " to ".join(dict.fromkeys(span)) or "no times",
        session["project"] or session["folder"] or "no project",
    ]
    return ", ".join([*about, *(["its owner asked not to remember it"] if session["do_not_remember"] else [])])


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items()) or "none"


def as_dict(told: Explained) -> dict[str, Any]:
    """Return it as a part of a JSON document."""
    return {
        "file": told.file,
        "format": told.format or None,
        "refused": told.refused,
        "turns": told.turns,
        "sessions": told.sessions,
        "skipped": told.skipped,
        "examples": told.examples,
        "bad_lines": told.bad_lines,
    }
