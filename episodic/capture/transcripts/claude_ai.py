"""Read Claude.ai's export: what people wrote and what was answered; documents they attached are not their words.

Knows no archive: zips are unpacked before.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, kind_of_block, objects, path_to
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import Role

NAME = "claude-ai"
WHAT = "Claude.ai's data export: the zip, or its conversations.json"
INDEPENDENT = True

_ROLES: dict[str, Role] = {"human": "user", "user": "user", "assistant": "assistant"}
_SPOKEN = ("text", "voice_note")


def matches(value: object) -> bool:
    """Say whether a JSON value is a conversation of the export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read conversations, each a session."""
    skipped = LeftOut()
    sessions = [_conversation(value, skipped) for value in objects(values, skipped)]
    return Transcript.of(NAME, sessions, skipped)


def _conversation(record: dict[str, object], skipped: LeftOut) -> TranscriptSession:
    project = string(inner(record, "project"), "name")
    session = Gathering(NAME, skipped, name=string(record, "uuid"), project=project)
    listed = record.get("chat_messages")
    messages = list(objects(listed if isinstance(listed, list) else (), skipped))
    kept = _kept(messages)
    for message in messages:
        if kept is not None and string(message, "uuid") not in kept:
            skipped["other branches"] += 1
        else:
            _say(session, message)
    return session.done(begun=moment(record.get("created_at")))


def _kept(messages: list[dict[str, object]]) -> set[str] | None:
    """Return the uuids of the branch that ends in the last message; None where they do not say who answers whom."""
    idents = {string(message, "uuid") for message in messages}
    parents: dict[str, str | None] = {}
    for message in messages:
        uuid, parent = string(message, "uuid"), string(message, "parent_message_uuid")
        if uuid is None or parent is None:
            return None
        parents[uuid] = parent if parent in idents else None  # the first hangs under a root that is not there
    return path_to(str(messages[-1]["uuid"]), parents) if messages else None


def _say(session: Gathering, message: dict[str, object]) -> None:
    role = _ROLES.get(string(message, "sender") or "")
    if role is None:
        session.skipped["unknown role"] += 1
        return
    for key, reason in (("attachments", "attachments"), ("files", "attachments")):
        listed = message.get(key)
        session.skipped[reason] += len(listed) if isinstance(listed, list) else 0
    session.say(
        role, _text(message, session.skipped), at=moment(message.get("created_at")), ident=string(message, "uuid")
    )


def _text(message: dict[str, object], skipped: LeftOut) -> str:
    """Return what was said: the text blocks, and the field of before where there are none."""
    texts = []
    blocks = message.get("content")
    for block in blocks if isinstance(blocks, list) else ():
        kind = block.get("type") if isinstance(block, dict) else None
        text = string(block, "text") if isinstance(block, dict) and kind in _SPOKEN else None
        if text is not None:
            texts.append(text.strip())
        elif kind not in _SPOKEN:
            skipped[kind_of_block(kind)] += 1
    return "\n\n".join(texts) or string(message, "text") or ""
