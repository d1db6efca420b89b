"""Read LangChain messages, as `messages_to_dict` and as `dumpd` write them.

Knows no time and no session: neither is in them.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects, words
from episodic.capture.transcripts.lines import string
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import ROLE_OF

NAME = "langchain"
WHAT = "LangChain messages, of `messages_to_dict` or `dumpd`"

_KINDS = {"HumanMessage": "human", "AIMessage": "ai", "SystemMessage": "system", "ToolMessage": "tool"}


def matches(value: object) -> bool:
    """Say whether a JSON value is a message of LangChain's, or an object with a list of them."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("messages"), list):
        return any(_is_message(message) for message in value["messages"])
    return _is_message(value)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read messages into one session."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped)
    for value in objects(values, skipped):
        listed = value.get("messages")
        for message in objects(listed if isinstance(listed, list) else (value,), skipped):
            _say(session, message)
    done = session.done()
    return Transcript.of(NAME, [done], skipped)


def _is_message(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    if value.get("lc") == 1 and "kwargs" in value:
        return True
    return isinstance(value.get("type"), str) and "content" in inner(value, "data")


def _say(session: Gathering, message: dict[str, object]) -> None:
    fields = inner(message, "kwargs") if message.get("lc") == 1 else inner(message, "data")
    path = message.get("id")
    kind = str(path[-1]) if isinstance(path, list) and path else string(message, "type") or ""
    kind = _KINDS.get(kind.removesuffix("Chunk"), kind)
    role = ROLE_OF.get((string(fields, "role") or "" if kind in ("chat", "ChatMessage") else kind).lower())
    calls = fields.get("tool_calls")
    session.skipped["tool calls"] += len(calls) if isinstance(calls, list) else 0
    if role not in ("user", "assistant"):
        session.skipped["tool results" if role == "tool" else "system text" if role else "unknown role"] += 1
        return
    text = words(fields.get("content"), session.skipped)
    if text or not calls:
        name = string(fields, "name") if role == "user" else None
        session.say(role, text, ident=string(fields, "id"), name=name)
