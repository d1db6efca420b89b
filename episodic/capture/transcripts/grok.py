"""Read Grok CLI's chat history; the session, the folder and the time lie in summary.json beside it.

Knows no time of a single turn: the format has none.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, named_by, objects, word, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "grok"
WHAT = "Grok CLI's chat history (`~/.grok`)"

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}
_TYPES = ("system", "user", "assistant")


def matches(value: object) -> bool:
    """Say whether a JSON value is a line of such a history."""
    if not isinstance(value, dict) or value.get("type") not in _TYPES or "content" not in value:
        return False
    return value.keys().isdisjoint({"role", "uuid", "sessionId", "session_id", "message", "id"})


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read a history into one session; what has a reason to be synthetic was not typed."""
    skipped = LeftOut()
    summary = _summary(file)
    info = inner(summary, "info")
    name = string(info, "id") or named_by(file, generic="chat_history")
    session = Gathering(NAME, skipped, name=name, cwd=string(info, "cwd"))
    is_subagent = summary.get("session_kind") == "subagent"
    for record in objects(values, skipped):
        role = _ROLES.get(word(record, "type"))
        if role is None:
            skipped[f"{record.get('type')} records"] += 1
        elif is_subagent:
            skipped["subagent records"] += 1
        elif record.get("synthetic_reason"):
            skipped["machine notes"] += 1
        elif text := words(record.get("content"), skipped):
            session.say(role, text, at=moment(record.get("timestamp")))
    done = session.done(begun=moment(summary.get("created_at")))
    return Transcript.of(NAME, [done], skipped)


def _summary(file: Path | None) -> dict[str, object]:
    try:
        value = json.loads((file.parent / "summary.json").read_text("utf-8")) if file else {}
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
