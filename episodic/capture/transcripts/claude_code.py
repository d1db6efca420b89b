"""Read Claude Code transcripts: what people typed and what was answered, and nothing a program put between.

Knows no file name: the session and the working folder are those the records give.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.branches import Node, Part, abandoned, in_order
from episodic.capture.transcripts.claude_code_record import Said, judge
from episodic.capture.transcripts.lines import digest, moment, stamp, string
from episodic.capture.transcripts.transcript import Transcript, TranscriptSession
from episodic.records import Message, Piece, Role

NAME = "claude-code"
WHAT = "Claude Code sessions (`~/.claude/projects`)"

_ENVELOPE = ("user", "assistant", "system", "attachment", "progress")
_METADATA = frozenset(
    {
        "agent-name",
        "ai-title",
        "atis-latch",
        "bridge-session",
        "content-replacement",
        "custom-title",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "queue-operation",
        "relocated",
        "summary",
        "tag",
        "worktree-state",
    }
)


def matches(value: object) -> bool:
    """Say whether a JSON value is a record of Claude Code, or a document of its `loglines`."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("loglines"), list):
        return any(isinstance(line, dict) and line.get("type") in _ENVELOPE for line in value["loglines"])
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _METADATA:
        return any(key in value for key in ("sessionId", "leafUuid", "messageId"))
    return kind in _ENVELOPE and ("uuid" in value or ("sessionId" in value and "message" in value))


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read records into sessions by the session each record names, branches that were rewound away left out."""
    skipped: Counter[str] = Counter()
    entries = _unique(_entries(values, skipped), skipped)
    withdrawn = {uuid for entry in entries for uuid in entry.withdraws}
    sessions: dict[str, list[_Entry]] = {}
    for entry in entries:
        sessions.setdefault(entry.session, []).append(entry)
    read_out = [_session(session, withdrawn=withdrawn, skipped=skipped) for session in sessions.values()]
    return Transcript(NAME, tuple(session for session in read_out if session.messages), dict(skipped))


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is kept of a record: its place in the tree, and its text where someone said it."""

    session: str
    uuid: str | None
    parent: str | None
    part: Part
    text: str
    at: datetime | None
    message: str | None
    identities: tuple[str, ...]
    cwd: str | None
    withdraws: tuple[str, ...]


def _entries(values: Iterable[object], skipped: Counter[str]) -> Iterator[_Entry]:
    session = ""
    times_said: Counter[str] = Counter()
    for record in _records(values, skipped):
        if record.get("type") in _ENVELOPE:
            session = string(record, "sessionId", "session_id") or session
        said = judge(record)
        skipped.update(said.skipped)
        yield _entry(record, said, session=session, times_said=times_said)


def _records(values: Iterable[object], skipped: Counter[str]) -> Iterator[dict[str, object]]:
    for value in values:
        inner = value.get("loglines") if isinstance(value, dict) else None
        for record in inner if isinstance(inner, list) else (value,):
            if isinstance(record, dict):
                yield record
            else:
                skipped["not an object"] += 1


def _entry(record: dict[str, object], said: Said, *, session: str, times_said: Counter[str]) -> _Entry:
    message = record.get("message")
    at = moment(record.get("timestamp"))
    identities = [f"uuid:{uuid}" for uuid in _uuids(record)]
    if said.text:
        identities.append(_digest(said, at, session=session, times_said=times_said))
    return _Entry(
        session=session,
        uuid=string(record, "uuid"),
        parent=string(record, "parentUuid"),
        part=said.part,
        text=said.text,
        at=at,
        message=string(message, "id") if isinstance(message, dict) and said.part == "reply" else None,
        identities=tuple(identities),
        cwd=string(record, "cwd"),
        withdraws=(*_strings(record.get("retractedMessageUuids")), *_strings(record.get("supersedesUuids"))),
    )


def _uuids(record: dict[str, object]) -> Iterator[str]:
    """Yield the uuids a record goes by: its own, the one it was copied from, the one of the prompt that was queued."""
    for holder, key in ((record, "uuid"), (record.get("forkedFrom"), "messageUuid"), (_queued(record), "source_uuid")):
        uuid = string(holder, key) if isinstance(holder, dict) else None
        if uuid:
            yield uuid


def _queued(record: dict[str, object]) -> object:
    return record.get("attachment") if record.get("type") == "attachment" else None


def _digest(said: Said, at: datetime | None, *, session: str, times_said: Counter[str]) -> str:
    """Return the identity that survives new uuids and a new session id: role, time and text.

    Without a time, the same short word would be one thing everywhere; there the session and the count take its place.
    """
    role = _role(said.part)
    if at is not None:
        return f"sha:{digest(role, stamp(at), said.text)}"
    key = digest(session, role, said.text)
    times_said[key] += 1
    return f"sha:{digest(key, str(times_said[key]))}"


def _unique(entries: Iterable[_Entry], skipped: Counter[str]) -> list[_Entry]:
    """Drop every record that is another one again, and hang what answered the copy under the original.

    A record without words is no reason to drop one with words: broken records have shared a uuid with sound ones.
    """
    known: dict[str, _Entry] = {}
    originals: dict[str, str] = {}
    kept: list[_Entry] = []
    for entry in entries:
        twins = (known[identity] for identity in entry.identities if identity in known)
        twin = next((twin for twin in twins if twin.text or not entry.text), None)
        if twin is None:
            kept.append(entry)
            known.update(dict.fromkeys(entry.identities, entry))
            continue
        skipped.update(["duplicates"] if entry.text else [])
        if entry.uuid and twin.uuid and entry.uuid != twin.uuid:
            originals.setdefault(entry.uuid, twin.uuid)
        for identity in entry.identities:
            known.setdefault(identity, twin)
    return [_hung(entry, originals) for entry in kept]


def _hung(entry: _Entry, originals: dict[str, str]) -> _Entry:
    parent = originals.get(entry.parent or "")
    return replace(entry, parent=parent) if parent else entry


def _session(entries: Sequence[_Entry], *, withdrawn: set[str], skipped: Counter[str]) -> TranscriptSession:
    gone = abandoned([Node(e.uuid, e.parent, e.part, e.message) for e in entries if e.uuid])
    kept: list[_Entry] = []
    for entry in _in_order(entries):
        if not entry.text:
            continue
        if entry.part == "reply" and any(identity.removeprefix("uuid:") in withdrawn for identity in entry.identities):
            skipped["withdrawn replies"] += 1
        elif entry.uuid in gone:
            skipped["abandoned branches"] += 1
        else:
            kept.append(entry)
    cwd = next((entry.cwd for entry in entries if entry.cwd), None)
    return TranscriptSession(_session_id(entries), _messages(kept), cwd=cwd)


def _in_order(entries: Sequence[_Entry]) -> list[_Entry]:
    """Return records as they followed one another: by their links where these and the file disagree."""
    nodes = [Node(e.uuid or f"record {place}", e.parent, e.part) for place, e in enumerate(entries)]
    return [entries[place] for place in in_order(nodes)]


def _session_id(entries: Sequence[_Entry]) -> str:
    """Return the id the records give, else one of the first thing said, which stays when the file grows."""
    first = next((entry for entry in entries if entry.text), None)
    if entries[0].session or first is None:
        return entries[0].session
    return f"{NAME}-{digest(_role(first.part), stamp(first.at), first.text)}"


def _messages(entries: Sequence[_Entry]) -> tuple[Message, ...]:
    """Join the records of one API message, wherever they stand, at the place of the first."""
    parts: dict[tuple[str, int], list[_Entry]] = {}
    for position, entry in enumerate(entries):
        parts.setdefault((entry.message, 0) if entry.message else ("", position), []).append(entry)
    return tuple(_message(part) for part in parts.values())


def _message(entries: Sequence[_Entry]) -> Message:
    role = _role(entries[0].part)
    pieces = tuple(Piece(entry.text, entry.identities) for entry in entries)
    return Message(role, pieces, at=entries[0].at, origin="user" if role == "user" else "assistant")


def _role(part: Part) -> Role:
    return "assistant" if part == "reply" else "user"


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
