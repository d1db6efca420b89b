"""Read Pydantic AI's message history: requests and responses, each with parts.

Knows no session unless a message names its conversation.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, objects, word, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "pydantic-ai"
WHAT = "Pydantic AI's message history"

_ROLES: dict[str, Role] = {"user-prompt": "user", "text": "assistant"}
_PARTS = {
    "system-prompt": "system text",
    "tool-call": "tool calls",
    "builtin-tool-call": "tool calls",
    "tool-return": "tool results",
    "builtin-tool-return": "tool results",
    "retry-prompt": "machine notes",
    "thinking": "thinking",
}


def matches(value: object) -> bool:
    """Say whether a JSON value is a message of such a history."""
    if not isinstance(value, dict) or value.get("kind") not in ("request", "response"):
        return False
    return isinstance(value.get("parts"), list)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read messages into sessions: one for the file, unless they name their conversations."""
    skipped = LeftOut()
    sessions: dict[str | None, Gathering] = {}
    for message in objects(values, skipped):
        name = string(message, "conversation_id")
        session = sessions.setdefault(name, Gathering(NAME, skipped, name=name))
        parts = message.get("parts")
        for part in objects(parts if isinstance(parts, list) else (), skipped):
            role = _ROLES.get(word(part, "part_kind"))
            if role is None:
                kind = part.get("part_kind")
                skipped[_PARTS.get(kind, f"{kind} parts") if isinstance(kind, str) else "parts without a kind"] += 1
                continue
            at = moment(part.get("timestamp") or message.get("timestamp"))
            session.say(role, words(part.get("content"), skipped), at=at)
    done = [session.done() for session in sessions.values()]
    return Transcript.of(NAME, done, skipped)
