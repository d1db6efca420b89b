"""Places episodes in threads: holds each against what is there, asks where it is doubtful, writes. Knows no rule of it.

Works off what is in no thread yet, so that a crash between an episode and its thread costs nothing.
"""

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from episodic.consolidate import naming
from episodic.consolidate.activity import Activity, activity
from episodic.consolidate.faults import a_bug, is_bug
from episodic.consolidate.report import Report
from episodic.consolidate.skimming import skimmed
from episodic.consolidate.subjects import middle
from episodic.consolidate.tell import WORTH_A_CALL
from episodic.consolidate.workstreams import Placement, Threads, place
from episodic.errors import LLMError
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.memory.workstreams import Kept
from episodic.records import Decider

if TYPE_CHECKING:
    from episodic.llm.client import Client


async def place_episodes(store: Store, *, model: "Client | None") -> Report:
    """Make every episode that is in no thread yet part of one; one that a bug of ours keeps out is tried next time."""
    _measure(store)
    waiting = store.workstreams.unplaced()
    if not waiting:
        return Report()
    kept = _complete(store, store.workstreams.activities())
    threads = Threads(((one.stream or 0, _read(one)) for one in kept), words=store.config.stream_words)
    episodes = store.episode_log.read(waiting)
    report = Report()
    for ident in waiting:
        try:
            await _place(store, threads, episodes[ident], model=model)
        except Exception as error:
            if not is_bug(error):
                raise
            report += Report(bugs=1, trouble=(f"episode {ident} is in no thread yet: {a_bug(error)}",))
    return report


def _measure(store: Store) -> None:
    """Measure the episodes again that lost some of their turns; they stay in their threads."""
    changed = store.workstreams.unmeasured()
    for episode in store.episode_log.read(changed).values():
        about = _activity(store, frozenset(), episode)
        with store.transaction("consolidate"):
            if episode.id in store.workstreams.of_episodes([episode.id]):
                store.workstreams.keep(_kept(about))


async def _place(store: Store, threads: Threads, episode: Episode, *, model: "Client | None") -> None:
    """Decide outside the transaction, then write the episode's thread with what it was held against others by."""
    about = _activity(store, threads.openings, episode)
    config = store.config
    decision = place(threads.scores(about), attach=config.stream_attach, ask=config.stream_ask)
    stream, decided_by = await _decided(store, decision, episode, model=model)
    with store.transaction("consolidate"):
        if episode.id in store.workstreams.of_episodes([episode.id]):
            return  # another process was first
        now = config.clock()
        if stream is None:
            name = naming.of_episode(episode.record)
            stream = store.workstreams.begin(name, project=episode.project, decided_by=decided_by, at=now)
        score = decision.best[0].score if decision.best else None
        store.workstreams.attach(episode.id, stream, score=score, decided_by=decided_by, at=now)
        store.workstreams.keep(_kept(about))
        _rename(store, stream)
    threads.add(stream, about)


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
    alone = decision.best[0].score >= store.config.stream_alone
    return (decision.best[0].stream if alone else None), "guard"


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
        people=store.entities.people(),
    )


def _rename(store: Store, stream: int) -> None:
    """Name a thread by what its episodes have in common; joins the open transaction."""
    found = store.workstreams.read(stream, now=store.config.clock())
    told = store.episode_log.in_time(found.episodes)
    name = naming.of_stream([one.record for one in told], people=store.entities.people())
    store.workstreams.named(stream, name, decided_by="guard")


def _complete(store: Store, kept: list[Kept]) -> list[Kept]:
    """Give what came from another home its direction, which did not travel, once its turns have their vectors."""
    if store.embeddings.profile() is None or all(one.vector is not None for one in kept):
        return kept
    return [one if one.vector is not None else _directed(store, one) for one in kept]


def _directed(store: Store, kept: Kept) -> Kept:
    episode = store.episode_log.read([kept.episode])[kept.episode]
    vector = _kept(_activity(store, frozenset(), episode)).vector
    whole = kept._replace(vector=vector)
    if vector is not None:
        with store.transaction("consolidate"):
            store.workstreams.keep(whole)
    return whole


def _kept(about: Activity) -> Kept:
    vector = about.vector.tobytes() if about.vector is not None else None
    return Kept(about.episode, about.project, None, vector, tuple(sorted(about.terms)), tuple(sorted(about.openings)))


def _read(kept: Kept) -> Activity:
    import numpy as np

    vector = np.frombuffer(kept.vector, "<f4") if kept.vector is not None else None
    return Activity(kept.episode, kept.project, vector, frozenset(kept.terms), frozenset(kept.openings))
