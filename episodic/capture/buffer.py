"""The way in for one session's turns: masked, dated, journalled. Knows nothing of what becomes of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final, cast

from episodic.capture.projects import ignores
from episodic.errors import InputError
from episodic.fence import without_ours
from episodic.language.dates import aware, is_no_time
from episodic.language.ends import ends
from episodic.memory.store import Store
from episodic.memory.writer import Accepted
from episodic.records import ORIGIN_OF, ORIGINS, ROLE_OF, Message, Origin, Piece
from episodic.redact import clean

_CUT: Final = "\n[… {} characters left out …]\n"


class SessionBuffer:
    """One session of one user.

    Args:
        session_id: the session's name; any text that is not blank.
        store: whose memory; the public class of this name opens the default one (rights/doors.py).
        project: what the session belongs to; None: nothing in particular.
        source: where its turns come from, for `show`.

    Raises:
        InputError: the session id is blank, or no valid Unicode.
    """

    def __init__(
        self,
        session_id: str,
        *,
        store: Store,
        project: str | None = None,
        source: str | None = None,
    ) -> None:
        self.session_id = checked(session_id)
        self.store = store
        self.project = store.projects.resolved(project)
        self.source = source

    def append_turn(
        self,
        role: str,
        content: str,
        *,
        at: datetime | None = None,
        name: str | None = None,
        origin: Origin | None = None,
    ) -> int:
        """Journal and index one turn; returns its seq, counted from 0 in the session, -1 where it was not taken.

        It is not while memory is switched off, or where the settings ignore its project.

        Args:
            role: user, assistant, system or tool, or a common alias such as human or ai.
            content: what was said; before anything is written, secrets are masked, and `<private>` spans and what the
                injector put in are removed.
            at: when; naive is in the user's zone, None is now, and so is what stands for no time, such as year 1.
            name: the speaker's name, where a role is not enough.
            origin: where the words come from; None: what the role says. Only the user's own become durable memories.

        Raises:
            InputError: the role or origin is unknown.
            JournalError: the journal cannot be written; the turn was not taken.
        """
        message = self._message({"role": role, "content": content, "at": at, "name": name, "origin": origin})
        accepted = self.take([message])
        return self.store.turns.read(accepted.items)[accepted.items[0]].seq if accepted.items else -1

    def extend(self, turns: Iterable[Mapping[str, Any]]) -> int:
        """Journal, index and embed many turns, none of them consolidated; returns how many.

        Each is a mapping with `role` and `content`, and `at`, `name` and `origin` where known. Nothing is deduplicated.

        Raises:
            InputError: a turn lacks role or content, or they are unknown; nothing was taken.
            JournalError: the journal cannot be written.
        """
        messages = [self._message(turn) for turn in turns]
        added = self.take(messages).added
        self.store.embeddings.catch_up()
        return added

    def take(self, messages: Sequence[Message]) -> Accepted:
        """Mask and journal messages as a transcript's reader gives them, dated; returns what became of them."""
        if ignores(self.store.config.ignore, project=self.project):
            return Accepted(ignored=len(messages))
        times = _times((message.at for message in messages), self.store.config.local_zone())
        ready = [
            message._replace(
                pieces=tuple(piece._replace(text=_fit(piece.text, self._limit(message))) for piece in message.pieces),
                at=at,
                name=clean(message.name) if message.name else None,
            )
            for message, at in zip(messages, times, strict=True)
        ]
        return self.store.write(self.session_id, ready, project=self.project, source=self.source)

    @property
    def pending(self) -> int:
        """How many turns wait to be consolidated."""
        session = self.store.turns.session(self.session_id)
        return len(self.store.turns.window(session.id, after=session.consolidated_seq)) if session else 0

    @property
    def due(self) -> bool:
        """Whether a full window waits to be consolidated."""
        return self.pending >= self.store.config.window_turns

    def _limit(self, message: Message) -> int:
        """Return how many characters of a turn are kept: what a person said is kept whole, as long as a machine can."""
        return self.store.config.own_chars if message.origin == "user" else self.store.config.turn_chars

    def _message(self, turn: Mapping[str, Any]) -> Message:
        role, content = ROLE_OF.get(str(turn.get("role", "")).strip().casefold()), turn.get("content")
        origin = turn.get("origin") or ORIGIN_OF.get(role or "user", "user")
        if role is None:
            raise InputError(f"role {turn.get('role')!r} is unknown: use user, assistant, system or tool")
        if not isinstance(content, str):
            raise InputError(f"a turn's content is {type(content).__name__}: give text")
        if origin not in ORIGINS:
            raise InputError(f"origin {origin!r} is unknown: use one of {', '.join(ORIGINS)}")
        at, name = turn.get("at"), turn.get("name")
        if name is not None and not isinstance(name, str):
            raise InputError(f"a speaker's name is {type(name).__name__}: give text, or None")
        if at is not None and not isinstance(at, datetime):
            raise InputError(f"a turn's time is {type(at).__name__}: give a datetime, or None for now")
        return Message(role=role, pieces=(Piece(content),), at=at, name=name, origin=cast(Origin, origin))


def checked(session: str) -> str:
    """Return the name of a session.

    Raises:
        InputError: it is blank, or no valid Unicode.
    """
    if not session.strip():
        raise InputError("the session id is blank: name the session")
    if not session.isascii() and session != session.encode("utf-8", "ignore").decode():
        raise InputError("the session id is not valid Unicode: name it otherwise")
    return session


def _times(given: Iterable[datetime | None], zone: tzinfo) -> Iterator[datetime | None]:
    """Yield aware times, None for now; what is no time is that of the turn before."""
    before: datetime | None = None
    for at in given:
        if at is None or not is_no_time(at):
            before = None if at is None else aware(at, zone)
        yield before


def _fit(text: str, limit: int) -> str:
    """Make a text fit to be written, and keep head and tail of one that is longer than any person's turn."""
    return ends(clean(without_ours(text)), limit, between=_CUT)
