"""What a person writes by hand: a turn of theirs, and the fact or the episode it proves. Knows no rule of its own.

A fact by hand is held against what is known by the judge the store was opened with; without one it restates what says
the same, and otherwise is added.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, Protocol

from episodic.errors import InputError
from episodic.records import (
    EPISODE_WORDS,
    FACT_CHARS,
    Candidate,
    EpisodeRecord,
    Kind,
    Message,
    Neighbour,
    Piece,
    Turn,
    Verdict,
)

if TYPE_CHECKING:
    from episodic.memory.store import Store

SESSION: Final = "remembered"
_SUBJECT_WORDS: Final = 10


class Judge(Protocol):
    """Holds a fact against known ones."""

    def __call__(self, text: str, neighbours: Sequence[Neighbour], *, kind: Kind, duplicate: float) -> Verdict:
        """Return what to do with it."""
        ...


class Introduce(Protocol):
    """Learns who and what turns name, and links them to all they mention; inside the open transaction."""

    def __call__(self, store: "Store", turns: Sequence[Turn], *, project: str | None) -> None:
        """Do so."""
        ...


def remember(store: "Store", text: str, *, kind: Kind, project: str | None) -> tuple[int, int | None]:
    """Keep a fact; returns its id, and that of the fact whose place it took, if it took one's; 0 while switched off."""
    store.db.demand_writable()
    if store.household.paused():
        return 0, None
    project = store.projects.resolved(project)
    turn = write_down(store, text, project=project)
    with store.transaction("remember"):
        known = store.neighbours(turn.content, project=project, vector=None)  # by words: it opens no model
        fact = keep(store, turn, kind=kind, project=project)
        if store.judge is None or fact in {one.id for one in known}:
            return fact, None
        ruling = store.judge(turn.content, known, kind=kind, duplicate=store.config.duplicate)
        if ruling.action != "supersede" or ruling.id is None:
            return fact, None
        now = store.config.clock()
        store.supersessions.replace(ruling.id, fact, why=ruling.why, decided_by=ruling.decided_by, at=now)
        scores = {"rule": ruling.why, "differences": list(ruling.reasons), "neighbour": ruling.id}
        store.facts.judged(fact, judge=ruling.decided_by, outcome="superseded", scores=scores, at=now)
    return fact, ruling.id


def write_down(store: "Store", text: str, *, project: str | None) -> Turn:
    """Keep a sentence as a turn of its owner.

    Raises:
        InputError: there is nothing to remember, or too much for one fact, or memory is switched off.
    """
    store.db.demand_writable()
    if why := store.household.paused():
        raise InputError(f"nothing was written, as memory is switched off ({why}): `episodic resume` switches it on")
    words = _clean(text).strip()
    if not words:
        raise InputError('there is nothing to remember: give a sentence, as in episodic remember "…"')
    if len(words) > FACT_CHARS:
        raise InputError(f"a memory has at most {FACT_CHARS} characters: split it")
    return _turn(store, words, project=project)


def keep(store: "Store", turn: Turn, *, kind: Kind, project: str | None, valid_from: datetime | None = None) -> int:
    """Keep a turn written by hand as a fact, or confirm the one there is; joins the open transaction."""
    words = turn.content
    candidate = Candidate(kind=kind, text=words, quote=words, seq=turn.seq, stance="confirmed", valid_from=valid_from)
    fact = store.facts.same(candidate, project=project)
    if fact is not None:
        store.facts.restate(fact, turn)
    else:
        now = store.config.clock()
        fact = store.facts.add(candidate, turn, speaker="user", confidence="high", project=project, learnt_at=now)
    if store.introduce is not None:
        store.introduce(store, [turn], project=project)
    settled(store, turn)
    return fact


def record(  # noqa: PLR0913 - a record's fields, by name
    what: str,
    *,
    outcome: str | None,
    worked: bool | None,
    tried: Iterable[str],
    lessons: Iterable[str],
    tags: Iterable[str],
) -> EpisodeRecord:
    """Return what a person tells of an episode as its record.

    Raises:
        InputError: it does not say what happened, or takes more than 60 words for it.
    """
    subject, end = _line(what), _line(outcome or "")
    if not subject:
        raise InputError('there is nothing to remember: say what happened, as in --episode "Redis ran out of memory"')
    summary = f"{subject.rstrip('.')}. {end}" if end else subject
    if len(summary.split()) > EPISODE_WORDS:
        raise InputError(
            f"what happened and its outcome have at most {EPISODE_WORDS} words: say the rest with --tried and --lesson"
        )
    words = subject.split()
    return EpisodeRecord(
        subject=" ".join(words[:_SUBJECT_WORDS]) + "…" * (len(words) > _SUBJECT_WORDS),
        summary=summary,
        actions=_lines([*tried, end]),
        lessons=_lines(lessons),
        tags=_lines(tags),
        outcome="unresolved" if worked is None else "positive" if worked else "negative",
    )


def keep_episode(store: "Store", told: EpisodeRecord, *, project: str | None) -> int:
    """Keep a record as an episode, proved by a turn that says all of it; returns the episode's id."""
    project = store.projects.resolved(project)
    turn = _turn(store, _as_text(told), project=project)
    with store.transaction("remember"):
        session = store.turns.session(SESSION)
        assert session is not None  # noqa: S101 - the turn was just written to it
        episode = store.episode_log.add(told, [turn], session=session.id, project=project)
        settled(store, turn)
    return episode


def _as_text(record: EpisodeRecord) -> str:
    """Return an episode as the text of a turn, which is what proves it."""
    lines = [record.summary]
    lines += [f"Tried: {text}" for text in record.actions]
    lines += [f"Lesson: {text}" for text in record.lessons]
    lines += [f"Outcome: {record.outcome}"]
    lines += [f"Tags: {', '.join(record.tags)}"] if record.tags else []
    return "\n".join(lines)


def _line(text: str) -> str:
    return " ".join(_clean(text).split())


def _clean(text: str) -> str:
    from episodic.redact import clean  # its patterns take longer to load than most commands take

    return clean(text)


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(_line, texts))))


def _turn(store: "Store", words: str, *, project: str | None) -> Turn:
    message = Message(role="user", pieces=(Piece(words),), at=store.config.clock(), origin="manual")
    item = store.write(SESSION, [message], project=project, source="manual").items[0]
    return store.turns.read([item])[item]


def settled(store: "Store", turn: Turn) -> None:
    """Move both watermarks past a turn that is a memory already; not past one whose own a crash prevented."""
    session = store.turns.session(turn.session)
    if session is not None and not store.turns.window(session.id, after=session.consolidated_seq, before=turn.seq):
        store.turns.consolidated(turn.session, turn.seq)
    if session is not None and not store.turns.window(session.id, after=session.told_seq, before=turn.seq):
        store.turns.told(session.id, turn.seq)
