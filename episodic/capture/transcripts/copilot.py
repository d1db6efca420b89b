"""Read Copilot CLI's events: the messages of the person and of the assistant that answers them.

Knows no file name: the session is the one its first event names.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects, word
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "copilot"
WHAT = "Copilot CLI's events (`~/.copilot/session-state`)"

_ROLES: dict[str, Role] = {"user.message": "user", "assistant.message": "assistant"}
_SPAWNED = ("parentToolCallId", "parentAgentTaskId", "agentId")
_HOSTS = {"github": "github.com"}


def matches(value: object) -> bool:
    """Say whether a JSON value is such an event."""
    if not isinstance(value, dict) or not isinstance(value.get("data"), dict):
        return False
    kind = value.get("type")
    return isinstance(kind, str) and "." in kind and "parentId" in value


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read the events of a session."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped)
    for event in objects(values, skipped):
        role, data = _ROLES.get(word(event, "type")), inner(event, "data")
        if event.get("type") == "session.start":
            _begin(session, data)
        elif role is None:
            skipped[f"{event.get('type')} events"] += 1
        elif any(data.get(key) for key in _SPAWNED):
            skipped["subagent records"] += 1
        else:
            text = string(data, "content") or ""
            calls = data.get("toolRequests")
            skipped["tool calls"] += len(calls) if isinstance(calls, list) else 0
            if text or not calls:
                at = moment(event.get("timestamp"))
                session.say(role, text, at=at, ident=string(event, "id"))
    done = session.done()
    return Transcript.of(NAME, [done], skipped)


def _begin(session: Gathering, data: dict[str, object]) -> None:
    session.name = session.name or string(data, "sessionId")
    context = inner(data, "context")
    session.cwd = session.cwd or string(context, "cwd")
    repository = string(context, "repository")
    host = string(context, "repositoryHost") or _HOSTS.get(string(context, "hostType") or "")
    if repository and host and session.project is None:
        session.project = f"{host}/{repository}".casefold()  # as `capture.projects` names it
