"""A transcript into a memory: each session through its buffer, broken lines aside. Knows no format, prints nothing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from episodic.capture.buffer import SessionBuffer
from episodic.capture.projects import ignores, is_excluded
from episodic.capture.transcripts.transcript import Transcript, TranscriptSession
from episodic.capture.whereabouts import located, plain
from episodic.language.dates import is_no_time
from episodic.memory.store import Store
from episodic.records import Message
from episodic.redact import clean

UNWANTED: Final = "conversations its owner asked not to remember"
IGNORED: Final = "of an ignored project"


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of transcripts: messages `added`, `known` already or `forgotten`; what was skipped; lines set aside.

    `users` are those that files name, each with how many messages are theirs, new or known. `paused` ones were
    left, as memory is switched off. `touched` are the sessions that got new turns, by user.
    """

    files: int = 0
    sessions: int = 0
    added: int = 0
    known: int = 0
    forgotten: int = 0
    paused: int = 0
    bad_lines: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    users: Mapping[str, int] = field(default_factory=dict)
    touched: tuple[SessionBuffer, ...] = ()

    def __add__(self, other: "Intake") -> "Intake":
        return Intake(
            files=self.files + other.files,
            sessions=self.sessions + other.sessions,
            added=self.added + other.added,
            known=self.known + other.known,
            forgotten=self.forgotten + other.forgotten,
            paused=self.paused + other.paused,
            bad_lines=self.bad_lines + other.bad_lines,
            skipped=Counter(self.skipped) + Counter(other.skipped),
            users=Counter(self.users) + Counter(other.users),
            touched=self.touched + other.touched,
        )


def take_in(  # noqa: PLR0913 - all but two by name
    transcript: Transcript,
    store_of: Callable[[str | None], Store],
    *,
    source: str | None = None,
    project: str | None = None,
    session: str | None = None,
    undated: datetime | None = None,
) -> Intake:
    """Journal and index a transcript's sessions; nothing is consolidated and nothing embedded.

    Args:
        transcript: as its reader gave it.
        store_of: the store of a user the transcript names; None where it names none.
        source: where it was read from.
        project: what it belongs to; None: the project it names itself, else that of its working folder.
        session: the session's id, where the transcript holds one session; None: its own.
        undated: when turns were said where a whole session names no time, such as the file's own; None: now.
    """
    done = Intake(files=1, bad_lines=len(transcript.bad_lines), skipped=dict(transcript.skipped))
    if transcript.bad_lines and not store_of(None).household.paused():
        for line in transcript.bad_lines:
            store_of(None).journal.quarantine(clean(line.raw).encode("utf-8", "replace"))
    for one in transcript.sessions:
        if one.do_not_remember:
            done += Intake(skipped={UNWANTED: 1})
            continue
        named = replace(one, session_id=session) if session and len(transcript.sessions) == 1 else one
        done += _take_session(named, store_of(one.user), source=source, project=project, undated=undated)
    return done


def _take_session(
    session: TranscriptSession, store: Store, *, source: str | None, project: str | None, undated: datetime | None
) -> Intake:
    count = len(session.messages)
    given = project or session.project
    cwd = plain(session.cwd or "")
    found, place = located(store.projects, cwd) if cwd and not given else (None, None)
    belongs_to = store.projects.called(given) if given else found
    paths = [path for path in (session.cwd, source) if path]
    names = {belongs_to, given, place.name if place is not None else None}
    ignored = any(ignores(store.config.ignore, project=name, paths=paths) for name in names)
    if ignored or is_excluded(session.cwd):
        return Intake(sessions=1, skipped={IGNORED: count})
    buffer = SessionBuffer(session.session_id, store=store, project=belongs_to, source=source)
    accepted = buffer.take(_dated(session.messages, undated))
    if found is not None and place is not None and (accepted.added or accepted.known):
        store.projects.know(found, place.marks())
    return Intake(
        sessions=1,
        added=accepted.added,
        known=accepted.known,
        forgotten=accepted.forgotten,
        paused=accepted.paused,
        users={session.user: accepted.added + accepted.known} if session.user else {},
        touched=(buffer,) if accepted.added else (),
    )


def _dated(messages: Sequence[Message], undated: datetime | None) -> list[Message]:
    """Give a turn without a time that of the turn before it, the first ones that of the first turn with one."""
    no_file_time = undated is None or is_no_time(undated)  # an unpacked file may be of 1980
    when = next((message.at for message in messages if message.at is not None), None if no_file_time else undated)
    dated: list[Message] = []
    for message in messages:
        when = message.at or when
        dated.append(message._replace(at=when))
    return dated
