"""Gives threads their names: reads what was said in them and in the others, and writes. Knows no rule of a name."""

from collections import Counter
from collections.abc import Collection, Sequence

from episodic.consolidate import naming
from episodic.consolidate.activity import unpacked
from episodic.consolidate.subjects import middle
from episodic.consolidate.workstreams import UNKNOWN
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.memory.workstreams import Kept
from episodic.records import Turn


def rename(store: Store, threads: Collection[int]) -> None:
    """Name threads by what is said in them, unless a person has."""
    if not threads:
        return
    now = store.config.clock()
    streams = {one.id: one for one in store.workstreams.find(now=now, everything=True)}
    names = {ident: one.name for ident, one in streams.items()}
    found: dict[int, str] = {}
    for ident in sorted(set(threads) & streams.keys()):
        others = [name for other, name in names.items() if other != ident]
        names[ident] = found[ident] = name_of(store, streams[ident].episodes, taken=others)
    with store.transaction():
        for ident, name in found.items():
            store.workstreams.named(ident, name, decided_by="guard")


def name_of(store: Store, episodes: Sequence[int], *, taken: Collection[str] = ()) -> str:
    """Return a name for a thread of some episodes."""
    told = store.episode_log.in_time(episodes)
    if name := naming.topic_of([one.record.topics for one in told], taken=taken):
        return name
    known = store.workstreams.activities()
    others = [one for one in known if one.episode not in episodes]
    found = naming.candidates(
        sessions := [_said(one, store.proofs([one.id])) for one in told],
        elsewhere=Counter(term for one in others for term in set(one.terms)),
        count=len(others),
        people=store.entities.people(),
        taken=taken,
    )
    return naming.chosen(found, _nearness(store, [one.text for one in found], episodes, known), sessions)


def _nearness(store: Store, names: Sequence[str], episodes: Collection[int], known: Sequence[Kept]) -> list[float]:
    """Return the cosine of phrases with where a thread lies from the middle of this user's talk."""
    import numpy as np

    embedder = store.embeddings.embedder() if store.embeddings.profile() is not None else None
    rows = {one.episode: rows[0] for one in known if (rows := unpacked(one.vector)) is not None}
    own = [row for episode, row in rows.items() if episode in episodes]
    if embedder is None or not names or not own:
        return []
    away = np.mean(own, axis=0) - np.sum(list(rows.values()), axis=0) / (len(rows) + UNKNOWN)
    phrases = np.array(list(embedder.documents(names))) - middle(embedder)
    lengths = np.linalg.norm(phrases, axis=1) * np.linalg.norm(away)
    return [float(cosine) for cosine in phrases @ away / np.maximum(lengths, 1e-12)]


def _said(episode: Episode, turns: Sequence[Turn]) -> naming.Said:
    own = [turn.content for turn in turns if turn.role == "user"]
    answers = [turn.content for turn in turns if turn.role == "assistant"]
    return naming.Said(own, episode.record.subject.rstrip("…"), answers)
