"""The one table of formats: who reads what, in the order they are asked, and what is refused by name.

Knows no file: what a reader gets is the values of one, or the lines where the format is text.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from episodic.capture.transcripts import (
    aider,
    antigravity,
    chatgpt,
    claude_ai,
    claude_code,
    codex,
    copilot,
    cursor,
    gemini,
    grok,
    hermes,
    kimi,
    langchain,
    openai_chat,
    opencode,
    pi,
    plain,
    pydantic_ai,
    qwen,
    sharegpt,
)
from episodic.capture.transcripts.transcript import Transcript
from episodic.errors import FormatError


class Reader(Protocol):
    """What a module of this folder offers to be a format.

    A format of lines of text sets `TEXT = True` and gets those instead of JSON values. One whose values are each a
    conversation of its own sets `INDEPENDENT = True` and is given a few at a time.
    """

    NAME: str
    WHAT: str

    def matches(self, value: Any, /) -> bool:
        """Say whether one JSON value of a file, or the beginning of a text, is of this format."""

    def read(self, values: Iterable[Any], *, file: Path | None = None) -> Transcript:
        """Read the values of a file, of which `file` is the path where there is one."""


# The first to match reads. Plain, which asks least, comes last.
READERS: Sequence[Reader] = (
    aider,
    qwen,  # before Claude Code, whose records it resembles
    claude_code,
    codex,
    gemini,
    chatgpt,
    claude_ai,
    cursor,
    copilot,
    opencode,
    pi,
    kimi,
    antigravity,
    hermes,
    sharegpt,
    langchain,
    pydantic_ai,
    grok,
    openai_chat,
    plain,
)
FORMATS: tuple[str, ...] = tuple(reader.NAME for reader in READERS)


def is_text(reader: Reader) -> bool:
    """Say whether a format is lines of text rather than JSON."""
    return bool(getattr(reader, "TEXT", False))


def reader_of(name: str) -> Reader:
    """Return the reader of a format by its name.

    Raises:
        FormatError: there is no such format.
    """
    for reader in READERS:
        if name == reader.NAME:
            return reader
    raise FormatError(f"there is no format {name!r}; use one of {', '.join(FORMATS)}")


def foreign(value: object) -> str | None:
    """Say what a JSON value is of another tool, and why it is not read; None when it is nothing known."""
    if not isinstance(value, dict):
        return None
    return next((kind for kind, shape in _FOREIGN if shape(value)), None)


def foreign_text(text: str) -> str | None:
    """Say what a text is of another tool, and why it is not read; None when it is nothing known."""
    return _WHATSAPP_IS if _WHATSAPP.search(text) else None


_SEVERAL = "which is not read: several people speak, and nothing says which of them is the user"
_WHATSAPP_IS = f"a WhatsApp chat, {_SEVERAL}"
_WHATSAPP = re.compile(r"^\W?\[?\d+[./-]\d+[./-]\d+,? \d+[:.]\d\d[^\n]{0,12}(?:\]| -) [^\n:]+: ", re.MULTILINE)

_FOREIGN: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
    (f"a Slack export, {_SEVERAL}", lambda v: v.get("type") == "message" and "ts" in v and "text" in v),
    (
        "a part of an OpenCode session, which is read with it: give the session's own file or the storage folder",
        lambda v: "messageID" in v or ("sessionID" in v and "role" in v),
    ),
    (
        "a Gemini session of AI Studio (chunkedPrompt), which is not read; Gemini CLI's sessions are",
        lambda v: "chunkedPrompt" in v,
    ),
    (
        "a capture of a browser, which is not read; ask ChatGPT or Claude.ai for an export of your data",
        lambda v: "polylogue_capture_kind" in v,
    ),
)
