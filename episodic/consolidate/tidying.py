"""Keeps a memory's episodes few: merges those that tell the same, archives those too old. Knows no rule of either.

Nothing is lost: a merge adds a row and archives its sources, and `undo` takes either back.
"""

from datetime import timedelta

from episodic.consolidate.merging import Merge, Plan, plan
from episodic.memory.episode_log import Wanted
from episodic.memory.store import Store


def planned(store: Store) -> Plan:
    """Return what tidying would do now; what was taken back by hand is left alone."""
    settled = store.episode_log.settled()
    episodes = [one for one in store.episode_log.find(Wanted()) if one.id not in settled]
    profile = store.embeddings.profile()
    vectors = store.vectors.vectors([one.id for one in episodes], profile=profile) if profile is not None else {}
    now, days = store.config.clock(), store.config.archive_days
    old = now - timedelta(days=min(days, 36_500)) if days else None
    return plan(episodes, vectors, similar=store.config.same_episode, old=old)


def tidy(store: Store) -> Plan:
    """Merge and archive; returns what was done."""
    if store.household.paused():
        return Plan()
    with store.transaction("consolidate"):
        found = planned(store)
        for merge in found.merges:
            _merge(store, merge)
        store.episode_log.archive([one.id for one in found.archive], at=store.config.clock())
    return found


def _merge(store: Store, merge: Merge) -> None:
    """Add the row that tells all of it and archive what it was told by; joins the open transaction."""
    newest = merge.sources[-1]
    session = store.turns.session(newest.session)
    assert session is not None  # noqa: S101 - the episode has one
    turns = store.proofs(one.id for one in merge.sources)
    row = store.episode_log.add(merge.record, turns, session=session.id, project=newest.project)
    stream = store.workstreams.of_episodes([newest.id]).get(newest.id)
    if stream is not None:
        store.workstreams.attach(row, stream, score=None, decided_by="guard", at=store.config.clock())
    store.episode_log.archive([one.id for one in merge.sources], at=store.config.clock(), into=row)
