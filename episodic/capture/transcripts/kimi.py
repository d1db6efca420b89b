"""Read Kimi CLI's wire log: what was put into the model's context by a person, and the text it answered with.

Knows no session but the one in its path.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, named_by, objects, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript

NAME = "kimi"
WHAT = "Kimi CLI's wire log (`~/.kimi-code/sessions`)"

_MAIN = "agent"  # the profile of the agent a person talks to


def matches(value: object) -> bool:
    """Say whether a JSON value is the head of such a log."""
    return isinstance(value, dict) and value.get("type") == "metadata" and "protocol_version" in value


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read a log into one session; that of a subagent has no person in it."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped, name=named_by(file, generic="wire"))
    begun, profile = None, None
    for record in objects(values, skipped):
        begun = begun or moment(record.get("created_at"))
        profile = profile or string(record, "profileName")
        session.cwd = session.cwd or string(record, "cwd") or string(inner(record, "environmentDisclosure"), "cwd")
        _take(session, record)
    if profile not in (None, _MAIN):
        skipped["subagent records"] += len(session.said)
        session.said.clear()
    done = session.done(begun=begun)
    return Transcript.of(NAME, [done], skipped)


def _take(session: Gathering, record: dict[str, object]) -> None:
    kind, at = record.get("type"), moment(record.get("time"))
    message, event = inner(record, "message"), inner(record, "event")
    if kind == "context.append_message" and message.get("role") == "user":
        if inner(message, "origin").get("kind") == "user":
            session.say("user", words(message.get("content"), session.skipped), at=at)
        else:
            session.skipped["machine notes"] += 1
    elif event.get("type") == "content.part" and inner(event, "part").get("type") == "text":
        session.say("assistant", string(inner(event, "part"), "text") or "", at=at, ident=string(event, "uuid"))
    else:
        session.skipped[f"{event.get('type') or kind} records"] += 1
