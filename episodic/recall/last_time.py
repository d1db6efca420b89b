"""Answers a question for the last time: with what was decided then, and its episode. Knows no cue and no SQL."""

from collections.abc import Sequence
from typing import Final

from episodic.language.last_time import LastTime
from episodic.memory.by_hand import SESSION
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.records import KINDS, Kind

LAST: Final = "last time"  # the component of a hit that answers for it

_LOOKED_AT: Final = 50  # episodes, newest first, of which those of one session are the last
_DECIDED: Final[tuple[Kind, ...]] = ("decision", "correction")


def the_last(asked: LastTime, store: Store, allowed: Filter) -> list[tuple[Item, float]]:
    """Return what answers, best first: facts before the episodes that tell of them, the newest of each first.

    The last session is the one that an episode tells of last; what was written by hand is of none.
    """
    if asked.of in KINDS:
        newest = allowed._replace(layers=("fact",), kinds=(asked.of,))
        return _ranked(store, store.memories.latest(newest, limit=1))
    episodes = store.episodes(last=_LOOKED_AT, project=allowed.project)
    last = next((one.session for one in episodes if one.session != SESSION), None)
    if last is None:
        return []
    told = [one.id for one in episodes if one.session == last]
    turns = {turn for item in store.memories.items(told).values() for turn in item.evidence_items}
    facts = store.facts.current_of(turns, kinds=_DECIDED if asked.of == "decided" else None)
    order = [*facts, *told] if asked.of == "decided" else [*told, *facts]
    admitted = store.memories.meeting(allowed, order)
    return _ranked(store, [ident for ident in order if ident in admitted])


def _ranked(store: Store, idents: Sequence[int]) -> list[tuple[Item, float]]:
    items = store.memories.items(idents)
    return [(items[ident], 1.0 - place / len(idents)) for place, ident in enumerate(idents) if ident in items]
