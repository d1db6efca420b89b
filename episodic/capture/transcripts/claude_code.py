"""Read Claude Code transcripts: what people typed and what was answered, and nothing a program put between.

Knows no file name: the session and the working folder are those the records give.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.branches import Node, Part, abandoned, in_order
from episodic.capture.transcripts.claude_code_queue import Fates, Move, Step, fates
from episodic.capture.transcripts.claude_code_record import CHANNEL, QUEUED, Carrier, Said, calls, judge, texts
from episodic.capture.transcripts.claude_code_words import is_owner
from episodic.capture.transcripts.lines import digest, moment, stamp, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import Message, Piece, Role

NAME = "claude-code"
WHAT = "Claude Code sessions (`~/.claude/projects`)"

_TAKEN_BACK = "queued prompts taken back"
_MOVES: dict[str, Move] = {"enqueue": "queued", "dequeue": "left", "remove": "absorbed", "popAll": "taken back"}
_CANCELLED = re.compile(r"cancel|discard|clear|withdr[ae]w|dismiss|edit|stopped", re.IGNORECASE)
_REPLY, _NOTHING = Step("reply"), Step("other")
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
    skipped = LeftOut()
    entries = _unique(_once(list(_entries(values, skipped)), skipped), skipped)
    withdrawn = {uuid for entry in entries for uuid in entry.withdraws}
    sessions: dict[str, list[_Entry]] = {}
    for entry in entries:
        sessions.setdefault(entry.session, []).append(entry)
    read_out = [_session(session, withdrawn=withdrawn, skipped=skipped) for session in sessions.values()]
    return Transcript.of(NAME, read_out, skipped)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is kept of a record: its place in the tree, its text where someone said it, and what it did to the queue."""

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
    role: Role
    carrier: Carrier | None
    sender: str | None
    step: Step


def _entries(values: Iterable[object], skipped: LeftOut) -> Iterator[_Entry]:
    session = ""
    times_said: Counter[str] = Counter()
    tools: dict[str, str] = {}
    for record in _records(values, skipped):
        if record.get("type") in _ENVELOPE:
            session = string(record, "sessionId", "session_id") or session
        said = judge(record, tools)
        tools.update(calls(record))
        for reason in said.skipped:
            is_told = reason == QUEUED or reason in skipped.examples  # a queue's records tell of what is kept
            skipped.note(reason, "" if is_told else texts(record))
        named = string(record, "sessionId") if record.get("type") == "queue-operation" else None
        if said.plan:
            yield _entry(record, Said("prompt", said.plan), session=session, times_said=times_said, role="assistant")
        if said.text or not said.plan:
            role: Role = "assistant" if said.part == "reply" else "user"
            yield _entry(record, said, session=named or session, times_said=times_said, role=role)


def _records(values: Iterable[object], skipped: LeftOut) -> Iterator[dict[str, object]]:
    for value in values:
        inner = value.get("loglines") if isinstance(value, dict) else None
        for record in inner if isinstance(inner, list) else (value,):
            if isinstance(record, dict):
                yield record
            else:
                skipped["not an object"] += 1


def _entry(record: dict[str, object], said: Said, *, session: str, times_said: Counter[str], role: Role) -> _Entry:
    message = record.get("message")
    at = moment(record.get("timestamp"))
    beside = "#said" if said.plan else ""  # what was said of a plan stands in the plan's record
    identities = [f"uuid:{uuid}{beside}" for uuid in _uuids(record)]
    if said.text:
        identities.append(_digest(role, said.text, at, session=session, times_said=times_said))
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
        role=role,
        carrier=said.carrier,
        sender=said.sender,
        step=_step(record, said),
    )


def _uuids(record: dict[str, object]) -> Iterator[str]:
    """Yield the uuids a record goes by: its own, the one it was copied from, the one of the prompt that was queued."""
    for holder, key in ((record, "uuid"), (record.get("forkedFrom"), "messageUuid"), (_queued(record), "source_uuid")):
        uuid = string(holder, key) if isinstance(holder, dict) else None
        if uuid:
            yield uuid


def _queued(record: dict[str, object]) -> object:
    return record.get("attachment") if record.get("type") == "attachment" else None


def _digest(role: Role, text: str, at: datetime | None, *, session: str, times_said: Counter[str]) -> str:
    """Return the identity that survives new uuids and a new session id: role, time and text.

    Without a time, the same short word would be one thing everywhere; there the session and the count take its place.
    """
    if at is not None:
        return f"sha:{digest(role, stamp(at), text)}"
    key = digest(session, role, text)
    times_said[key] += 1
    return f"sha:{digest(key, str(times_said[key]))}"


def _step(record: dict[str, object], said: Said) -> Step:
    """Return what a record did to the queue, or who spoke in it."""
    if record.get("type") == "queue-operation":
        return Step(_move(record), said.text, "queue", tuple(_commands(record)), texts(record))
    if said.carrier:
        return Step("spoken", said.text, said.carrier, tuple(_commands(record)))
    return _REPLY if said.part == "reply" and said.text else _NOTHING


def _move(record: dict[str, object]) -> Move:
    operation, reason = record.get("operation"), string(record, "reason") or ""
    if operation == "remove" and texts(record) and _CANCELLED.search(reason):
        return "taken back"
    return _MOVES.get(operation, "other") if isinstance(operation, str) else "other"


def _commands(record: dict[str, object]) -> Iterator[str]:
    """Yield the ids of the queued prompt that a record is about."""
    for holder, key in ((record, "commandUuid"), (record, "deliveryId"), (_queued(record), "source_uuid")):
        uuid = string(holder, key) if isinstance(holder, dict) else None
        if uuid:
            yield uuid


def _once(entries: list[_Entry], skipped: LeftOut) -> list[_Entry]:
    """Take each queued prompt once: where it was delivered, else where it was queued, if it was not taken back."""
    kept = [[entry] for entry in entries]
    places: dict[str, list[int]] = {}
    steps: list[Step] = []
    known: set[str] = set()
    for place, entry in enumerate(entries):
        places.setdefault(entry.session, []).append(place)
        steps.append(entry.step if known.isdisjoint(entry.identities) else _NOTHING)  # a copy delivers nothing
        known.update(entry.identities if entry.text else ())
    for session in places.values():
        _settle(kept, session, fates([steps[place] for place in session]), skipped)
    return [entry for several in kept for entry in several]


def _settle(kept: list[list[_Entry]], places: Sequence[int], became: Fates, skipped: LeftOut) -> None:
    for queued in sorted(became.taken_back):
        for entry in _out(kept, places[queued]):
            skipped.note(_TAKEN_BACK if entry.text else QUEUED, entry.text)
    for delivered, prompts in became.delivered.items():
        place = places[delivered]
        first, *others = (_out(kept, places[queued])[0] for queued in prompts)
        skipped[QUEUED] += len(prompts)
        record = kept[place][0]
        text = first.text if others else record.text
        whole = replace(record, text=text, identities=(*record.identities, *first.identities))
        kept[place] = [whole, *(replace(record, text=one.text, identities=one.identities) for one in others)]
    for again, before in became.same.items():
        place, twin = places[again], kept[places[before]][0]
        entry = kept[place][0]
        if entry.carrier == "queue":
            skipped[QUEUED] += len(_out(kept, place))
            kept[places[before]][0] = replace(twin, identities=(*twin.identities, *entry.identities))
        else:
            kept[place] = [replace(entry, identities=(*entry.identities, twin.identities[0]))]


def _out(kept: list[list[_Entry]], place: int) -> list[_Entry]:
    out, kept[place] = kept[place], []
    return out


def _unique(entries: Iterable[_Entry], skipped: LeftOut) -> list[_Entry]:
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
        if entry.text:
            skipped.note("duplicates", entry.text)
        if entry.uuid and twin.uuid and entry.uuid != twin.uuid:
            originals.setdefault(entry.uuid, twin.uuid)
        for identity in entry.identities:
            known.setdefault(identity, twin)
    return [_hung(entry, originals) for entry in kept]


def _hung(entry: _Entry, originals: dict[str, str]) -> _Entry:
    parent = originals.get(entry.parent or "")
    return replace(entry, parent=parent) if parent else entry


def _session(entries: Sequence[_Entry], *, withdrawn: set[str], skipped: LeftOut) -> TranscriptSession:
    gone = abandoned([Node(e.uuid, e.parent, e.part, e.message) for e in entries if e.uuid])
    cwd = next((entry.cwd for entry in entries if entry.cwd), None)
    strangers = _strangers(entries, cwd)
    kept: list[_Entry] = []
    for entry in _in_order(entries):
        if not entry.text:
            continue
        if entry.part == "reply" and any(identity.removeprefix("uuid:") in withdrawn for identity in entry.identities):
            skipped.note("withdrawn replies", entry.text)
        elif entry.uuid in gone:
            skipped.note("abandoned branches", entry.text)
        elif entry.sender in strangers:
            skipped.note(CHANNEL, entry.text)
        else:
            kept.append(entry)
    return TranscriptSession(_session_id(entries), _messages(kept), cwd=cwd)


def _strangers(entries: Sequence[_Entry], cwd: str | None) -> set[str | None]:
    """Return who else writes over a channel: where several do, all but those who go by the owner's names."""
    senders = {entry.sender for entry in entries if entry.sender}
    return {sender for sender in senders if len(senders) > 1 and not is_owner(sender, cwd)}


def _in_order(entries: Sequence[_Entry]) -> list[_Entry]:
    """Return records as they followed one another: by their links where these and the file disagree."""
    nodes = [Node(e.uuid or f"record {place}", e.parent, e.part) for place, e in enumerate(entries)]
    return [entries[place] for place in in_order(nodes)]


def _session_id(entries: Sequence[_Entry]) -> str:
    """Return the id the records give, else one of the first thing said, which stays when the file grows."""
    first = next((entry for entry in entries if entry.text), None)
    if entries[0].session or first is None:
        return entries[0].session
    return f"{NAME}-{digest(first.role, stamp(first.at), first.text)}"


def _messages(entries: Sequence[_Entry]) -> tuple[Message, ...]:
    """Join the records of one API message, wherever they stand, at the place of the first."""
    parts: dict[tuple[str, int], list[_Entry]] = {}
    for position, entry in enumerate(entries):
        parts.setdefault((entry.message, 0) if entry.message else ("", position), []).append(entry)
    return tuple(_message(part) for part in parts.values())


def _message(entries: Sequence[_Entry]) -> Message:
    role = entries[0].role
    pieces = tuple(Piece(entry.text, entry.identities) for entry in entries)
    return Message(role, pieces, at=entries[0].at, origin="user" if role == "user" else "assistant")


def _strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()
