"""Read Cursor's agent transcripts: lines of {"role", "message"}, without times and ids; the file gives the session.

Knows no clock: turns without a time get that of the file.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, named_by, objects, word, words
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "cursor"
WHAT = "Cursor's agent transcripts (`~/.cursor/projects`)"

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}
_REDACTED = "[REDACTED]"


def matches(value: object) -> bool:
    """Say whether a JSON value is a line of such a transcript."""
    if not isinstance(value, dict) or not isinstance(value.get("message"), dict):
        return False
    return word(value, "role") in _ROLES and "content" in value["message"] and "type" not in value


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read a transcript; one in a folder of subagents has no person in it."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped, name=named_by(file))
    is_subagent = file is not None and "subagents" in file.parts
    for record in objects(values, skipped):
        role = _ROLES.get(word(record, "role"))
        if role is None:
            skipped[f"{record.get('type', 'unknown')} records"] += 1
            continue
        text = words(inner(record, "message").get("content"), skipped)
        if is_subagent:
            skipped["subagent records"] += 1
        elif _REDACTED in text and not text.replace(_REDACTED, "").strip():
            skipped["redacted by the tool"] += 1
        elif text:
            session.say(role, text.replace(_REDACTED, "").strip())
    done = session.done()
    return Transcript.of(NAME, [done], skipped)
