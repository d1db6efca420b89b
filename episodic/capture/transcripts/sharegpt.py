"""Read ShareGPT conversations: {"conversations": [{"from", "value"}]}, in an array or one a line.

Knows no time: the format has none.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, is_uuid, objects
from episodic.capture.transcripts.lines import digest, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import ROLE_OF

NAME = "sharegpt"
WHAT = "ShareGPT conversations, an array or one a line"

_KEYS = ("conversations", "conversation")
_TOOLS = {"function_call": "tool calls", "observation": "tool results", "tool": "tool results"}


def matches(value: object) -> bool:
    """Say whether a JSON value is such a conversation."""
    return isinstance(value, dict) and any(isinstance(turn, dict) and "from" in turn for turn in _turns(value))


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read conversations, each a session."""
    skipped = LeftOut()
    names: Counter[str] = Counter()
    sessions = [_conversation(value, skipped, names) for value in objects(values, skipped)]
    return Transcript.of(NAME, sessions, skipped)


def _turns(value: dict[str, object]) -> list[object]:
    listed = next((value[key] for key in _KEYS if isinstance(value.get(key), list)), [])
    return listed if isinstance(listed, list) else []


def _conversation(value: dict[str, object], skipped: LeftOut, names: Counter[str]) -> TranscriptSession:
    session = Gathering(NAME, skipped)
    for turn in objects(_turns(value), skipped):
        speaker, text = str(turn.get("from")).lower(), string(turn, "value") or ""
        role = ROLE_OF.get(speaker)
        if speaker in _TOOLS or role not in ("user", "assistant"):
            skipped[_TOOLS.get(speaker, "system text" if role == "system" else "unknown role")] += 1
        else:
            session.say(role, text)
    session.name = _name(string(value, "id"), session)
    return session.done(names=names)


def _name(ident: str | None, session: Gathering) -> str | None:
    """Return a name for the session; "identity_0" is one in many a file, so the first words go with it."""
    if ident is None or is_uuid(ident) or not session.said:
        return ident
    return f"{NAME}-{digest(ident, session.said[0].text)}"
