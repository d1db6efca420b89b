"""Read Gemini CLI sessions: the lines of today, the one document of before, and histories as its API has them.

Knows no clock. A line can replace an earlier one, all of them, or take back what came after one.
"""

from collections.abc import Iterable
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, objects, words
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "gemini"
WHAT = "Gemini CLI sessions (`~/.gemini/tmp`)"

_ROLES: dict[str, Role] = {"user": "user", "gemini": "assistant", "model": "assistant"}
_ROOT = ".project_root"  # beside the chats of a project, and holds its folder

_Messages = dict[str, dict[str, object]]


def matches(value: object) -> bool:
    """Say whether a JSON value is the head or the whole of a session, or a history of the API's."""
    if not isinstance(value, dict):
        return False
    if "projectHash" in value and "sessionId" in value:
        return True
    listed, history = value.get("messages"), value.get("history")
    if isinstance(listed, list):
        return any(isinstance(one, dict) and one.get("type") == "gemini" for one in listed)
    return isinstance(history, list) and any(isinstance(one, dict) and "parts" in one for one in history)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read a session as it stands after its last line."""
    skipped = LeftOut()
    session = Gathering(NAME, skipped, cwd=_folder(file))
    messages: _Messages = {}
    is_subagent = False
    begun = None
    for record in objects(values, skipped):
        session.name = session.name or string(record, "sessionId")
        is_subagent = is_subagent or record.get("kind") == "subagent"
        begun = begun or moment(record.get("startTime", record.get("start_time")))
        _apply(record, messages, skipped)
    for ident, message in messages.items():
        _say(session, ident, message)
    if is_subagent:
        skipped["subagent records"] += len(session.said)
        session.said.clear()
    done = session.done(begun=begun)
    return Transcript.of(NAME, [done], skipped)


def _apply(record: dict[str, object], messages: _Messages, skipped: LeftOut) -> None:
    change = record.get("$set")
    if isinstance(change, dict):
        if isinstance(change.get("messages"), list):
            _replace(messages, change["messages"], skipped)
    elif "$rewindTo" in record:
        _rewind(messages, record["$rewindTo"], skipped)
    elif isinstance(record.get("messages"), list) or isinstance(record.get("history"), list):
        _replace(messages, record.get("messages", record.get("history")), skipped)
    elif "type" in record:
        _put(messages, record)


def _replace(messages: _Messages, listed: object, skipped: LeftOut) -> None:
    messages.clear()
    for record in objects(listed if isinstance(listed, list) else (), skipped):
        _put(messages, record)


def _put(messages: _Messages, record: dict[str, object]) -> None:
    ident = string(record, "id") or f"#{len(messages)}"
    messages[ident] = record  # the same id again is the message as it has become


def _rewind(messages: _Messages, to: object, skipped: LeftOut) -> None:
    """Take back a message and all after it; one that is not there takes back everything."""
    idents = list(messages)
    gone = idents[idents.index(to) :] if isinstance(to, str) and to in messages else idents
    skipped["rewound"] += len(gone)
    for ident in gone:
        del messages[ident]


def _say(session: Gathering, ident: str, message: dict[str, object]) -> None:
    kind = string(message, "type", "role") or ""
    role = _ROLES.get(kind)
    if role is None:
        session.skipped[f"{kind or 'unnamed'} messages"] += 1
        return
    shown = message.get("displayContent") if role == "user" else None  # before @files were read into it
    content = shown or message.get("content", message.get("parts"))
    for list_name, reason in (("toolCalls", "tool calls"), ("thoughts", "thinking")):
        listed = message.get(list_name)
        session.skipped[reason] += len(listed) if isinstance(listed, list) else 0
    text = words(content, session.skipped)
    at = moment(message.get("timestamp", message.get("ts")))
    if text.strip():
        session.say(role, text, at=at, ident=None if ident.startswith("#") else ident)


def _folder(file: Path | None) -> str | None:
    """Return the working folder, which the tool keeps in a file of its own; the session only has its hash."""
    if file is None or file.parent.name != "chats":
        return None
    try:
        text = (file.parent.parent / _ROOT).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if Path(text).is_absolute() else None
