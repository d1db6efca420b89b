"""Read ChatGPT's export: of each conversation the path that was open last, without what only machines said.

Knows no archive: shards and zips are unpacked before.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects, path_to
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import ROLE_OF

NAME = "chatgpt"
WHAT = "ChatGPT's data export: the zip, its shards, or one conversation"
INDEPENDENT = True

_SPOKEN = ("text", "multimodal_text")
_PART_TEXT = ("audio_transcription", "text")
_UNSPOKEN = {
    "user_editable_context": "custom instructions",
    "model_editable_context": "custom instructions",
    "thoughts": "thinking",
    "reasoning_recap": "thinking",
    "execution_output": "tool results",
    "tether_quote": "tool results",
    "tether_browsing_display": "tool results",
    "code": "tool calls",
}


def matches(value: object) -> bool:
    """Say whether a JSON value is a conversation of the export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read conversations, each a session."""
    skipped = LeftOut()
    sessions = [_conversation(value, skipped) for value in objects(values, skipped)]
    return Transcript.of(NAME, sessions, skipped)


def _conversation(record: dict[str, object], skipped: LeftOut) -> TranscriptSession:
    session = Gathering(NAME, skipped, name=string(record, "conversation_id", "id"))
    for message in _path(record, skipped):
        _say(session, message)
    begun = moment(record.get("create_time"))
    return session.done(begun=begun, do_not_remember=bool(record.get("is_do_not_remember")))


def _path(record: dict[str, object], skipped: LeftOut) -> Iterator[dict[str, object]]:
    """Yield the messages from the root to the current node, else to the newest one; a broken tree in its own order."""
    nodes = {key: node for key, node in inner(record, "mapping").items() if isinstance(node, dict)}
    parents = {key: string(node, "parent") for key, node in nodes.items()}
    current = string(record, "current_node")
    leaf = current if current in nodes else _newest(nodes)
    path = path_to(leaf, parents) if leaf is not None else None
    for key in _in_order(nodes, parents, path):
        message = inner(nodes[key], "message")
        if path is not None and key not in path:
            skipped["other branches"] += bool(message)
        elif message:
            yield message


def _newest(nodes: dict[str, dict[str, object]]) -> str | None:
    """Return the node of the newest message; of several, the last in the file."""

    def when(key: str) -> float:
        at = moment(inner(nodes[key], "message").get("create_time"))
        return at.timestamp() if isinstance(at, datetime) and at.tzinfo else 0.0

    said = [key for key, node in nodes.items() if inner(node, "message")]
    return max(reversed(said), key=when, default=None)


def _in_order(
    nodes: dict[str, dict[str, object]], parents: dict[str, str | None], path: set[str] | None
) -> Iterator[str]:
    """Yield those on the path by their depth, then the others; the file may hold them in any order."""

    def depth(key: str) -> int:
        count, at = 0, parents[key]
        while at is not None:
            count, at = count + 1, parents[at]
        return count

    if path is None:
        yield from nodes
        return
    yield from sorted(path, key=depth)
    yield from (key for key in nodes if key not in path)


def _say(session: Gathering, message: dict[str, object]) -> None:
    author, content = inner(message, "author"), inner(message, "content")
    role = ROLE_OF.get((string(author, "role") or "").lower())
    reason = _why_not(message, role, str(content.get("content_type")))
    if reason or role is None:
        session.skipped[reason or "unknown role"] += 1
        return
    session.say(
        role,
        _text(content, session.skipped),
        at=moment(message.get("create_time")),
        ident=string(message, "id"),
        name=string(author, "name") if role == "user" else None,
    )


def _why_not(message: dict[str, object], role: str | None, kind: str) -> str | None:
    """Return why a message is nothing a person or the model said to the other; None when it is."""
    if kind not in _SPOKEN:
        return _UNSPOKEN.get(kind, f"{kind} content")
    if role not in ("user", "assistant"):
        return f"{role} text" if role else "unknown role"
    if message.get("recipient", "all") not in ("all", None):
        return "tool calls"
    if message.get("weight") == 0 or inner(message, "metadata").get("is_visually_hidden_from_conversation"):
        return "hidden messages"
    return None


def _text(content: dict[str, object], skipped: LeftOut) -> str:
    texts = []
    parts = content.get("parts")
    for part in parts if isinstance(parts, list) else ():
        text = part if isinstance(part, str) else None
        if isinstance(part, dict) and part.get("content_type") in _PART_TEXT:
            text = string(part, "text")
        if text is None:
            skipped["images and files"] += part is not None
        elif text.strip():
            texts.append(text.strip())
    return "\n\n".join(texts)
