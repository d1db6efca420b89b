"""Read chats as OpenAI's API has them, one conversation an object: plain ones, once tool calls and results are out.

Knows no time: the format has none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from episodic.capture.transcripts import plain
from episodic.capture.transcripts.transcript import LeftOut, Transcript

NAME = "openai-chat"
WHAT = "OpenAI chat JSONL, a conversation a line"

_ROLES = ("system", "developer", "user", "assistant", "tool", "function")
_KEYS = frozenset(
    {"role", "content", "name", "tool_calls", "tool_call_id", "refusal", "weight", "function_call", "audio"}
)
_OWN = frozenset({"messages", "tools", "functions", "parallel_tool_calls", "model", "metadata", "response_format"})


def matches(value: object) -> bool:
    """Say whether a JSON value is such a conversation, and nothing that knows more of it than the API does."""
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list) or not _OWN.issuperset(value):
        return False
    messages = value["messages"]
    return bool(messages) and all(
        isinstance(message, dict) and message.get("role") in _ROLES and _KEYS.issuperset(message)
        for message in messages
    )


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read conversations, each a session named by its first turn."""
    skipped = LeftOut()
    transcript = plain.read(_spoken(values, skipped), file=file)
    return replace(transcript, format=NAME, skipped=dict(skipped + Counter(transcript.skipped)))


def _spoken(values: Iterable[object], skipped: LeftOut) -> Iterator[object]:
    """Yield the conversations without what tools were asked and said."""
    for value in values:
        listed = value.get("messages") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(listed, list):
            yield value
            continue
        kept = []
        for message in listed:
            reason = _of_tools(message)
            skipped.update([reason] if reason else [])
            if reason is None:
                kept.append(message)
        yield {**value, "messages": kept}


def _of_tools(message: object) -> str | None:
    if not isinstance(message, dict):
        return None
    if message.get("role") in ("tool", "function"):
        return "tool results"
    calls = message.get("tool_calls") or message.get("function_call")
    return "tool calls" if calls and not message.get("content") else None
