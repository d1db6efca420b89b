"""Places episodes in threads: holds each against what is there, asks where it is doubtful, writes. Knows no rule of it.

Works off what is in no thread yet, so that a crash between an episode and its thread costs nothing. Without a person's
or a model's word a place is a guess: when more is known all guesses are made again, and each move is logged.
"""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.consolidate import christening
from episodic.consolidate.activity import Activity, activity, unpacked
from episodic.consolidate.faults import a_bug, is_bug
from episodic.consolidate.report import Report
from episodic.consolidate.skimming import skimmed
from episodic.consolidate.subjects import middle
from episodic.consolidate.tell import WORTH_A_CALL
from episodic.consolidate.workstreams import Cut, Placement, likeness, place, scores, threads
from episodic.errors import LLMError
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.memory.workstreams import Kept
from episodic.records import Decider

if TYPE_CHECKING:
    from episodic.llm.client import Client

_FEW: Final = 30  # episodes; up to these all guesses are made again whenever one is added
_GROWN: Final = 1.05  # growth after which they are, from there on


class _Known(NamedTuple):
    """An episode, its thread, and whether a person or a model said so."""

    about: Activity
    stream: int | None
    pinned: bool


async def place_episodes(store: Store, *, model: "Client | None") -> Report:
    """Make every episode that is in no thread yet part of one; one that a bug of ours keeps out is tried next time."""
    _measure(store)
    waiting = store.workstreams.unplaced()
    if not waiting:
        return Report()
    known = [_Known(_read(one), one.stream, one.pinned) for one in _complete(store, store.workstreams.activities())]
    before = len(known)
    told = store.episode_log.read(waiting)
    seen = frozenset[int]().union(*(one.about.openings for one in known))
    for ident in waiting:
        about = _activity(store, seen, told[ident])
        seen |= about.openings
        known.append(_Known(about, None, pinned=False))
    known, changed, report = await _one_by_one(store, known, told, model=model)
    grown = len(known) <= _FEW or _step(before) != _step(len(known))
    if model is None and grown:  # with a model every doubtful place was asked about, and its "none of these" holds
        changed |= _regroup(store, known)
    christening.rename(store, changed)
    return report


def _step(episodes: int) -> int:
    return int(log(max(episodes, 1)) / log(_GROWN))


async def _one_by_one(
    store: Store, known: list[_Known], told: dict[int, Episode], *, model: "Client | None"
) -> tuple[list[_Known], set[int], Report]:
    """Place what is in no thread, each in its turn: decide outside the transaction, then write."""
    config = store.config
    alike = likeness([one.about for one in known], words=config.stream_words)
    streams = [one.stream for one in known]
    changed, left, report = set[int](), set[int](), Report()
    for at, one in enumerate(known):
        if one.about.episode not in told:
            continue
        decision = place(scores(alike[at], streams), attach=config.stream_attach, ask=config.stream_ask)
        episode = told[one.about.episode]
        try:
            stream, decided_by = await _decided(store, decision, episode, model=model)
            streams[at] = _write(store, episode, one.about, decision, stream, decided_by)
        except Exception as error:
            if not is_bug(error):
                raise
            left.add(episode.id)
            report += Report(bugs=1, trouble=(f"episode {episode.id} is in no thread yet: {a_bug(error)}",))
            continue
        changed.add(streams[at] or 0)
        known[at] = _Known(one.about, streams[at], decided_by != "guard")
    return [one for one in known if one.about.episode not in left], changed, report


def _write(  # noqa: PLR0913, PLR0917 - what was decided, in the order it came about
    store: Store, episode: Episode, about: Activity, decision: Placement, stream: int | None, decided_by: Decider
) -> int | None:
    """Write an episode's thread with what it was held against others by; returns the thread."""
    with store.transaction("consolidate"):
        placed = store.workstreams.of_episodes([episode.id])
        if episode.id in placed:
            return placed[episode.id]  # another process was first
        now = store.config.clock()
        if stream is None:
            name = episode.record.subject
            stream = store.workstreams.begin(name, project=episode.project, decided_by=decided_by, at=now)
        score = decision.best[0].score if decision.best else None
        store.workstreams.attach(episode.id, stream, score=score, decided_by=decided_by, at=now)
        store.workstreams.keep(_kept(about))
    return stream


async def _decided(
    store: Store, decision: Placement, episode: Episode, *, model: "Client | None"
) -> tuple[int | None, Decider]:
    """Return the thread to attach to, None for a new one, and who decided it."""
    if decision.action == "attach":
        return decision.best[0].stream, "guard"
    if decision.action == "spawn":
        return None, "guard"
    if model is not None and len(episode.record.turn_seqs) >= WORTH_A_CALL:
        from episodic.consolidate.goes_on import goes_on

        shown = [store.workstreams.read(one.stream, now=store.config.clock()) for one in decision.best]
        told = store.episode_log.read(ident for stream in shown for ident in stream.episodes[-2:])
        try:
            return await goes_on(model, episode, shown, told), "referee"
        except LLMError:
            pass  # by rule, as without a model: where it belongs can be put right by hand
    alone = decision.best[0].score >= store.config.stream_join
    return (decision.best[0].stream if alone else None), "guard"


# Guessing again ----------------------------------------------------------------------------------------------------


def _regroup(store: Store, known: Sequence[_Known]) -> set[int]:
    """Group all episodes anew and move those that a guess had elsewhere; returns the threads that changed.

    What a person or a model placed stays.
    """
    config = store.config
    pinned = [one.stream if one.pinned else None for one in known]
    cut = Cut(config.stream_join, config.stream_ratio, config.stream_alone)
    groups = threads([one.about for one in known], pinned, words=config.stream_words, cut=cut)
    streams = _kept_streams(known, groups)
    changed = set[int]()
    with store.transaction("consolidate"):
        now = config.clock()
        placed = store.workstreams.of_episodes([one.about.episode for one in known])
        for one, group in zip(known, groups, strict=True):
            if one.pinned or one.stream == streams.get(group) or placed.get(one.about.episode) != one.stream:
                continue
            if group not in streams:
                episode = store.episode_log.read([one.about.episode])[one.about.episode]
                streams[group] = store.workstreams.begin(
                    episode.record.subject, project=episode.project, decided_by="guard", at=now
                )
            store.workstreams.attach(one.about.episode, streams[group], score=None, decided_by="guard", at=now)
            changed |= {streams[group], one.stream or 0}
        if changed:
            store.workstreams.emptied(at=now)
    return changed


def _kept_streams(known: Sequence[_Known], groups: Sequence[int]) -> dict[int, int]:
    """Return which thread each group goes on as: a pinned one's, else the one most of its episodes were in."""
    counts = Counter((one.pinned, group, one.stream) for one, group in zip(known, groups, strict=True))
    streams: dict[int, int] = {}
    for (_, group, stream), _ in sorted(counts.items(), key=lambda one: (not one[0][0], -one[1], one[0][2] or 0)):
        if stream is not None and group not in streams and stream not in streams.values():
            streams[group] = stream
    return streams


# What episodes are held against each other by ------------------------------------------------------------------------


def _measure(store: Store) -> None:
    """Measure the episodes again that lost some of their turns; they stay in their threads."""
    changed = store.workstreams.unmeasured()
    for episode in store.episode_log.read(changed).values():
        about = _activity(store, frozenset(), episode)
        with store.transaction("consolidate"):
            if episode.id in store.workstreams.of_episodes([episode.id]):
                store.workstreams.keep(_kept(about))


def _activity(store: Store, seen: AbstractSet[int], episode: Episode) -> Activity:
    turns = skimmed(store.proofs([episode.id]), store.config)
    profile, embedder = store.embeddings.profile(), store.embeddings.embedder()
    usable = profile is not None and embedder is not None
    vectors = store.vectors.vectors([turn.item for turn in turns if turn.item], profile=profile or 0) if usable else {}
    return activity(
        episode.id,
        turns,
        project=episode.project,
        vectors=vectors,
        middle=middle(embedder) if embedder is not None else None,
        seen=seen,
    )


def _complete(store: Store, kept: list[Kept]) -> list[Kept]:
    """Give what came from another home, or from an older version, its vector, once its turns have theirs."""
    if store.embeddings.profile() is None:
        return kept
    return [one if unpacked(one.vector) is not None else _directed(store, one) for one in kept]


def _directed(store: Store, kept: Kept) -> Kept:
    episode = store.episode_log.read([kept.episode])[kept.episode]
    whole = kept._replace(vector=_kept(_activity(store, frozenset(), episode)).vector)
    if whole.vector is not None:
        with store.transaction("consolidate"):
            store.workstreams.keep(whole)
    return whole


def _kept(about: Activity) -> Kept:
    vector = about.vector.tobytes() if about.vector is not None else None
    terms = tuple(sorted(Counter(about.terms).elements()))
    return Kept(about.episode, about.project, None, vector, terms, tuple(sorted(about.openings)))


def _read(kept: Kept) -> Activity:
    return Activity(kept.episode, kept.project, unpacked(kept.vector), Counter(kept.terms), frozenset(kept.openings))
