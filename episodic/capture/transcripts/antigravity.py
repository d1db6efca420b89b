"""Read Antigravity CLI's steps: what the person asked and what the planner answered.

Knows no session but the one in its path.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, named_by, objects
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript

NAME = "antigravity"
WHAT = "Antigravity CLI's steps (`~/.gemini/antigravity`)"


def matches(value: object) -> bool:
    """Say whether a JSON value is such a step."""
    return isinstance(value, dict) and "step_index" in value and "type" in value


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read the steps of a session; only what says it is explicit was typed."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped, name=named_by(file, generic="transcript"))
    for step in objects(values, skipped):
        kind, text, at = step.get("type"), string(step, "content") or "", moment(step.get("created_at"))
        if kind == "USER_INPUT" and step.get("source") == "USER_EXPLICIT":
            session.say("user", text, at=at)
        elif kind == "PLANNER_RESPONSE" and text:
            session.say("assistant", text, at=at)
        else:
            skipped[f"{kind} steps"] += 1
    done = session.done()
    return Transcript.of(NAME, [done], skipped)
