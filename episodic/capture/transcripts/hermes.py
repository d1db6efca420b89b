"""Read Hermes sessions: one document with the session's time and its messages.

Knows no time of a single turn: the format has none.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import ROLE_OF

NAME = "hermes"
WHAT = "Hermes sessions"


def matches(value: object) -> bool:
    """Say whether a JSON value is such a session."""
    return isinstance(value, dict) and "session_start" in value and isinstance(value.get("messages"), list)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read sessions."""
    skipped = LeftOut()
    done = [_session(value, skipped) for value in objects(values, skipped)]
    return Transcript.of(NAME, done, skipped)


def _session(value: dict[str, object], skipped: LeftOut) -> TranscriptSession:
    cwd = string(value, "cwd") or string(inner(value, "model_config"), "cwd")
    session = Gathering(NAME, skipped, name=string(value, "session_id"), cwd=cwd)
    listed = value.get("messages")
    for message in objects(listed if isinstance(listed, list) else (), skipped):
        role = ROLE_OF.get(str(message.get("role")))
        if role in ("user", "assistant"):
            session.say(role, words(message.get("content"), skipped))
        else:
            skipped["tool results" if role == "tool" else f"{message.get('role')} entries"] += 1
    return session.done(begun=moment(value.get("session_start")))
