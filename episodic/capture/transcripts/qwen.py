"""Read Qwen Code sessions: records that hang under one another, of which the branch with the last word counts.

Knows no file name: the session and the folder are those the records give.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects, path_to, word
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import Role

NAME = "qwen"
WHAT = "Qwen Code sessions (`~/.qwen`)"

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}


def matches(value: object) -> bool:
    """Say whether a JSON value is such a record."""
    if not isinstance(value, dict) or "uuid" not in value:
        return False
    return isinstance(inner(value, "message").get("parts"), list) or "systemPayload" in value


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read records into sessions by the session each names."""
    skipped = LeftOut()
    sessions: dict[str | None, list[dict[str, object]]] = {}
    for record in objects(values, skipped):
        sessions.setdefault(string(record, "sessionId"), []).append(record)
    done = [_session(name, records, skipped) for name, records in sessions.items()]
    return Transcript.of(NAME, done, skipped)


def _session(name: str | None, records: Sequence[dict[str, object]], skipped: LeftOut) -> TranscriptSession:
    session = Gathering(NAME, skipped, name=name)
    session.cwd = next((cwd for record in records if (cwd := string(record, "cwd"))), None)
    parents = {str(record.get("uuid")): string(record, "parentUuid") for record in reversed(records)}
    last = next((str(record["uuid"]) for record in reversed(records) if _role(record) and "uuid" in record), None)
    path = path_to(last, parents) if last is not None else None
    for record in records:
        role = _role(record)
        if role is None:
            skipped[f"{record.get('subtype') or record.get('type')} records"] += 1
        elif path is not None and str(record.get("uuid")) not in path:
            skipped["abandoned branches"] += 1
        else:
            _say(session, role, record)
    return session.done()


def _role(record: dict[str, object]) -> Role | None:
    return None if record.get("subtype") == "notification" else _ROLES.get(word(record, "type"))


def _say(session: Gathering, role: Role, record: dict[str, object]) -> None:
    """Take the parts that are text; several records share a uuid, so their words tell them apart."""
    texts = []
    parts = inner(record, "message").get("parts")
    for part in objects(parts if isinstance(parts, list) else (), session.skipped):
        if part.get("thought"):
            session.skipped["thinking"] += 1
        elif text := string(part, "text"):
            texts.append(text)
        else:
            session.skipped["tool calls" if "functionCall" in part else "parts without text"] += 1
    if texts:
        session.say(role, "\n\n".join(texts), at=moment(record.get("timestamp")))
