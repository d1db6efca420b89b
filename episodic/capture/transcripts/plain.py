"""Read plain transcripts: lines of {"role", "content"}, or an array or {"messages": […]} of them, in many spellings.

Knows no zone (a time without one stays naive) and no store: it only gives every piece the same identity each time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.lines import digest, moment, stamp, string
from episodic.capture.transcripts.program_texts import reason_of
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import ORIGIN_OF, ROLE_OF, Message, Piece, Role

NAME = "plain"
WHAT = 'lines of `{"role", "content"}`, or an array of them'

_SPEAKER_KEYS = ("name", "speaker", "author")
_TEXT_KEYS = ("content", "text", "value", "message")
_TIME_KEYS = ("timestamp", "ts", "time", "created_at", "date", "at")
_SESSION_KEYS = ("session_id", "sessionId", "session", "conversation_id")
_USER_KEYS = ("user_id", "user")
_ID_KEYS = ("uuid", "id", "message_id")
_TEXT_BLOCKS = ("text", "input_text", "output_text", None)

_Place = tuple[str | None, str | None, int]  # session, user, and the conversation: 0 for loose lines


def matches(value: object) -> bool:
    """Say whether a JSON value is a turn, or an object that holds a list of turns."""
    if not isinstance(value, dict):
        return False
    turns = value.get("messages")
    return any(_is_turn(turn) for turn in turns) if isinstance(turns, list) else _is_turn(value)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read turns into sessions: one for the file, unless a session id or a user says otherwise."""
    skipped = LeftOut()
    sessions: dict[_Place, _Session] = {}
    heads: Counter[str] = Counter()
    here: _Place = (None, None, 0)
    for conversation, record in _records(values, skipped):
        here = _place(record, here if here[2] == conversation else (None, None, conversation))
        key = (here[0], here[1], 0 if here[0] else conversation)
        session = sessions.setdefault(key, _Session(here[0], here[1]))
        session.project = session.project or string(record, "project")
        _take(session, record, heads=heads, skipped=skipped)
    kept = tuple(session.done() for session in sessions.values() if session.messages)
    return Transcript(NAME, kept, dict(skipped), examples=skipped.examples)


@dataclass(slots=True)
class _Session:
    """A session while it is read. `name` is derived from the first message when the file gives none."""

    name: str | None
    user: str | None
    project: str | None = None
    messages: list[Message] = field(default_factory=list)
    times_said: Counter[str] = field(default_factory=Counter)
    ids: dict[str, str] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def done(self) -> TranscriptSession:
        return TranscriptSession(self.name or "", tuple(self.messages), project=self.project, user=self.user)


def _is_turn(value: object) -> bool:
    if not isinstance(value, dict) or _role(value) is None:
        return False
    return any(isinstance(value.get(key), str | list) for key in _TEXT_KEYS)


def _records(values: Iterable[object], skipped: LeftOut) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield every turn with the number of its conversation: 0 for loose lines, 1… for objects that hold messages."""
    conversation = 0
    for value in values:
        if not isinstance(value, dict):
            skipped["not an object"] += 1
            continue
        turns = value.get("messages")
        if not isinstance(turns, list):
            yield 0, value
            continue
        conversation += 1
        outer = {key: value[key] for key in (*_SESSION_KEYS, *_USER_KEYS, "project") if key in value}
        for turn in turns:
            if isinstance(turn, dict):
                yield conversation, {**outer, **turn}
            else:
                skipped["not an object"] += 1


def _place(record: dict[str, object], here: _Place) -> _Place:
    """Return where a turn belongs; what it leaves out is that of the turn before, in the same session."""
    session = string(record, *_SESSION_KEYS) or here[0]
    user = string(record, *_USER_KEYS)
    if user is None or user.lower() in ROLE_OF:  # "user": "assistant" says who speaks, not whose memory it is
        user = here[1] if session == here[0] else None
    return session, user, here[2]


def _take(session: _Session, record: dict[str, object], *, heads: Counter[str], skipped: LeftOut) -> None:
    role = _role(record)
    text = _text(record, skipped)
    reason = _why_not(role, text)
    if reason or role is None:
        skipped.note(reason or "unknown role", text)
        return
    at = _time(record, skipped)
    if session.name is None:
        session.name = _derived_name(role, at, text, heads=heads)
    identity = _identity(session, record, said=digest(session.name, role, stamp(at), text))
    if identity is None:
        skipped["duplicates"] += 1
        return
    piece = Piece(text, (identity,))
    session.messages.append(Message(role, (piece,), at=at, name=_speaker(record), origin=ORIGIN_OF[role]))


def _why_not(role: Role | None, text: str) -> str | None:
    if role is None:
        return "unknown role"
    if role == "system":
        return "system text"
    return (reason_of(text) if role == "user" else None) if text.strip() else "empty text"


def _derived_name(role: Role, at: datetime | None, text: str, *, heads: Counter[str]) -> str:
    """Name a session by its first message alone, so that a file that grows keeps its name."""
    head = digest(role, stamp(at), text)
    heads[head] += 1
    return f"plain-{head}" if heads[head] == 1 else f"plain-{head}-{heads[head]}"


def _identity(session: _Session, record: dict[str, object], *, said: str) -> str | None:
    """Return what a turn goes by, the same at every reading; None when its own id was there already.

    Some files carry one id on every line (the conversation's, not the turn's), so an id alone is not believed: with
    other words, or at another time, it is another turn.
    """
    key = string(record, *_ID_KEYS)
    if key is None:
        session.times_said[said] += 1
        return f"sha:{digest(said, str(session.times_said[said]))}"
    identity = f"uuid:{key}" if string(record, "uuid") else f"id:{session.name}:{key}"
    if session.ids.setdefault(identity, said) != said:
        identity = f"{identity}:{said}"
    if identity in session.known:
        return None
    session.known.add(identity)
    return identity


def _role(record: dict[str, object]) -> Role | None:
    """Read the role; a file without one may name it as the speaker."""
    for key in ("role", *_SPEAKER_KEYS):
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("role")
        if isinstance(value, str) and value.strip():
            return ROLE_OF.get(value.strip().lower())
    return None


def _speaker(record: dict[str, object]) -> str | None:
    for key in _SPEAKER_KEYS:
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("name")
        if isinstance(value, str) and value.strip() and value.strip().lower() not in ROLE_OF:
            return value.strip()
    return None


def _text(record: dict[str, object], skipped: LeftOut) -> str:
    for key in _TEXT_KEYS:
        value = record.get(key)
        text = "\n\n".join(_blocks(value, skipped)) if isinstance(value, list) else value
        if isinstance(text, str) and text.strip():
            return text
    return ""


def _blocks(blocks: list[object], skipped: LeftOut) -> Iterator[str]:
    for block in blocks:
        text = block.get("text") if isinstance(block, dict) and block.get("type") in _TEXT_BLOCKS else block
        if isinstance(text, str):
            yield text
        else:
            kind = block.get("type") if isinstance(block, dict) else None
            skipped[f"{kind} blocks" if isinstance(kind, str) else "blocks without text"] += 1


def _time(record: dict[str, object], skipped: LeftOut) -> datetime | None:
    """Read the first time that can be understood; say so when there was one and none could."""
    given = [record[key] for key in _TIME_KEYS if record.get(key) not in (None, "")]
    for value in given:
        at = moment(value)
        if at is not None:
            return at
    skipped.update(["times not understood"] if given else [])
    return None
