"""Read sessions of pi, of OpenClaw, which is built on it, and of Factory's Droid: entries with a message in each.

Knows no file name: the first entry names the session and the folder.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from episodic.capture.transcripts.branches import Node, Part, abandoned
from episodic.capture.transcripts.gathering import Gathering, inner, objects, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript

NAME = "pi"
WHAT = "sessions of pi (`~/.pi`), OpenClaw (`~/.openclaw`) and Droid (`~/.factory`)"

_HEADERS = ("session", "session_start")
_STREAMED = ("session_id", "sessionId")  # what a message of Droid's stream has beside its words
_PARTS: dict[str, Part] = {"user": "prompt", "assistant": "reply"}


@dataclass(frozen=True, slots=True)
class _Entry:
    node: Node
    text: str
    record: dict[str, object]


def matches(value: object) -> bool:
    """Say whether a JSON value is an entry of pi's or Droid's, or of Droid's stream."""
    if not isinstance(value, dict):
        return False
    if value.get("type") in _HEADERS:
        return "id" in value and ("version" in value or "cwd" in value)
    if value.get("type") == "message" and "role" in inner(value, "message"):
        return True
    in_stream = value.get("type") == "message" and "role" in value and isinstance(value.get("text"), str)
    return in_stream and not value.keys().isdisjoint(_STREAMED)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read entries into one session, branches that were left behind aside."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped)
    entries: list[_Entry] = []
    for record in objects(values, skipped):
        _name(session, record)
        entries.append(_entry(record, skipped, place=len(entries)))
    gone = abandoned([entry.node for entry in entries])
    _say_all(session, entries, gone)
    done = session.done()
    return Transcript.of(NAME, [done], skipped)


def _name(session: Gathering, record: dict[str, object]) -> None:
    keys = ("id",) if record.get("type") in _HEADERS else _STREAMED
    session.name = session.name or string(record, *keys)
    session.cwd = session.cwd or string(record, "cwd")


def _entry(record: dict[str, object], skipped: LeftOut, *, place: int) -> _Entry:
    kind, message = record.get("type"), inner(record, "message")
    role, text = message.get("role"), ""
    if kind == "message" and message:
        text = words(message.get("content"), skipped)
    elif kind == "message":
        role, text = record.get("role"), string(record, "text") or ""
    elif kind == "completion":
        role, text = "assistant", string(record, "finalText") or ""
    part = _PARTS.get(role, "other") if isinstance(role, str) else "other"
    if part == "other":
        text = ""
        skipped[f"{role or kind} entries"] += kind not in _HEADERS
    elif not text:
        part = "results" if part == "prompt" else "reply"
    uuid = string(record, "id") or f"#{place}"
    return _Entry(Node(uuid, string(record, "parentId"), part, uuid), text, record)


def _say_all(session: Gathering, entries: Sequence[_Entry], gone: frozenset[str]) -> None:
    for entry in entries:
        if not entry.text:
            continue
        if entry.node.uuid in gone:
            session.skipped["abandoned branches"] += 1
            continue
        at, ident = moment(entry.record.get("timestamp")), string(entry.record, "id")
        session.say("user" if entry.node.part == "prompt" else "assistant", entry.text, at=at, ident=ident)
