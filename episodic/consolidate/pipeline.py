"""Turns to memories, window by window. The only place that acts on what the judges say; it knows no cue and no rule.

pending turns ─▶ windows ─▶ propose ─▶ ground ─▶ restate or add ─▶ watermark      (one transaction a window)
end of session ─▶ segments ─▶ record ─▶ episode
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from episodic.capture.buffer import SessionBuffer
from episodic.consolidate.episodes import record, segments
from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import propose
from episodic.memory.store import Store
from episodic.records import Turn


@dataclass(frozen=True, slots=True)
class Report:
    """What consolidating did: everything proposed was added, restated or refused, and `refused` counts each reason."""

    turns: int = 0
    windows: int = 0
    proposed: int = 0
    added: int = 0
    restated: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    episodes: int = 0
    embedded: int = 0

    def __add__(self, other: "Report") -> "Report":
        return Report(
            turns=self.turns + other.turns,
            windows=self.windows + other.windows,
            proposed=self.proposed + other.proposed,
            added=self.added + other.added,
            restated=self.restated + other.restated,
            refused=Counter(self.refused) + Counter(other.refused),
            episodes=self.episodes + other.episodes,
            embedded=self.embedded + other.embedded,
        )


async def consolidate_buffer(buffer: SessionBuffer, *, final: bool = False) -> Report:
    """Consolidate every pending turn of a session, even if they fill no window.

    Args:
        buffer: the session.
        final: the session has ended, so that its episode is told too.
    """
    store = buffer.store
    store.catch_up()
    report = consolidate_session(store, buffer.session_id, final=final)
    return report + Report(embedded=store.embeddings.catch_up())


def sweep(store: Store) -> Report:
    """Consolidate what other processes left pending, and tell the episodes of sessions that have gone quiet."""
    store.catch_up()
    report = Report()
    quiet_since = store.config.clock() - _gap(store)
    for session in store.turns.unfinished():
        report += consolidate_session(store, session.name, final=session.last_turn_at < quiet_since)
    return report


def consolidate_session(store: Store, name: str, *, final: bool) -> Report:
    """Consolidate a session's pending turns; with `final`, tell the episodes of what no episode tells of yet."""
    session = store.turns.session(name)
    if session is None:
        return Report()
    pending = store.turns.window(session.id, after=session.consolidated_seq)
    report = Report()
    for context, window in _windows(store, session.id, pending):
        report += _consolidate_window(store, context, window)
    return report + (_tell(store, name) if final else Report())


def _windows(store: Store, session: int, pending: Sequence[Turn]) -> Iterator[tuple[list[Turn], list[Turn]]]:
    """Cut pending turns into windows, each with the few turns before it that it sees but does not consolidate."""
    size, overlap = store.config.window_turns, store.config.window_overlap
    if not pending:
        return
    first = pending[0].seq
    earlier = store.turns.window(session, after=first - 1 - overlap, before=first) if overlap else []
    turns = [*earlier, *pending]
    for start in range(len(earlier), len(turns), size):
        yield turns[max(0, start - overlap) : start], turns[start : start + size]


def _consolidate_window(store: Store, context: Sequence[Turn], window: Sequence[Turn]) -> Report:
    """Judge outside the transaction, then write all of the window or, if another process was first, nothing."""
    proposed = propose(window, context=context)
    verdicts = [ground(candidate, [*context, *window]) for candidate in proposed]
    grounded = [verdict for verdict in verdicts if isinstance(verdict, Grounded)]
    refused = Counter[str](verdict.reason for verdict in verdicts if not isinstance(verdict, Grounded))
    name, last = window[0].session, window[-1].seq
    with store.transaction():
        session = store.turns.session(name)
        if session is None or session.consolidated_seq >= last:
            return Report()
        added = sum(_remember(store, verdict, project=session.project) for verdict in grounded)
        store.turns.consolidated(name, last)
    return Report(
        turns=len(window),
        windows=1,
        proposed=len(proposed),
        added=added,
        restated=len(grounded) - added,
        refused=refused,
    )


def _remember(store: Store, verdict: Grounded, *, project: str | None) -> bool:
    """Add a fact, or confirm the one that says the same; True when it was added. Unreviewed, so of low confidence."""
    same = store.memories.same_fact(verdict.candidate, project=project)
    if same is not None:
        store.memories.restate(same, verdict.turn)
        return False
    store.memories.add_fact(verdict.candidate, verdict.turn, speaker=verdict.speaker, confidence="low", project=project)
    return True


def _tell(store: Store, name: str) -> Report:
    """Write the episodes of a session's turns that are in none yet; told outside the transaction, as judging is."""
    session = store.turns.session(name)
    if session is None:
        return Report()
    turns = store.turns.window(session.id, after=session.told_seq)
    if not turns:
        return Report()
    stretches = [
        (turns_of, record(turns_of, store.memories.facts_proved_by(turns_of))) for turns_of in _split(store, turns)
    ]
    with store.transaction():
        now = store.turns.session(name)
        if now is None or now.told_seq != session.told_seq:
            return Report()
        for turns_of, episode in stretches:
            if episode is not None:
                store.memories.add_episode(episode, turns_of, session=session.id, project=session.project)
        store.turns.told(session.id, turns[-1].seq)
    return Report(episodes=sum(episode is not None for _, episode in stretches))


def _split(store: Store, turns: Sequence[Turn]) -> list[list[Turn]]:
    return segments(turns, gap=_gap(store))


def _gap(store: Store) -> timedelta:
    return timedelta(minutes=store.config.episode_gap_minutes)
