"""Keeps no longer than its owner wants: what has expired goes, as if it were forgotten. Knows no SQL.

A turn that still proves something that is kept longer loses its words and keeps its place, so that `why` can name it.
"""

from typing import NamedTuple

from episodic.memory.retention import Expired
from episodic.memory.store import Store
from episodic.memory.stripping import blank, strip
from episodic.rights import traces
from episodic.rights.forget import Counts, Receipt, drop_names, drop_sessions, emptied_of, left, rename
from episodic.rights.traces import Needles


class Swept(NamedTuple):
    """What a sweep removes, by its ids: `stripped` turns lose their words only."""

    turns: tuple[int, ...] = ()
    stripped: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    loops: tuple[int, ...] = ()

    @property
    def items(self) -> tuple[int, ...]:
        """Everything that goes and is a row of its own."""
        return (*self.turns, *self.facts, *self.episodes)

    @property
    def counts(self) -> Counts:
        """How much goes, by layer."""
        return Counts(len(self.turns) + len(self.stripped), len(self.facts), len(self.episodes), len(self.loops))


def due(store: Store) -> Swept:
    """Return what has expired, and in minimal mode the turns that are facts and episodes by now."""
    found = store.retention.expired() if store.retention.is_set() else Expired((), (), (), ())
    needed = store.forgetting.needed(found.turns, without=(*found.facts, *found.episodes), without_loops=found.loops)
    gone = tuple(turn for turn in found.turns if turn not in needed)
    stripped = {*needed, *(store.forgetting.done_with() if store.config.minimal else ())} - set(gone)
    return Swept(gone, tuple(sorted(stripped)), found.facts, found.episodes, found.loops)


def sweep(store: Store) -> Receipt:
    """Remove what is due; nothing else is changed by it.

    Raises:
        JournalError: another process is writing for this user, or the disk refused.
    """
    going = due(store)
    if not any(going):
        return Receipt(Counts())
    if not going.items and not going.loops:
        strip(store, going.stripped)
        return Receipt(going.counts)
    with store.journal.locked(seconds=store.config.lock_seconds):
        with store.transaction("retention"):
            going = due(store)
            places = store.forgetting.places((*going.turns, *going.stripped))
            said = traces.words_of(store, (*going.turns, *going.stripped), ())
            names = store.forgetting.names_in((*going.items, *going.stripped))
            threads = store.forgetting.threads_of(going.episodes)
            store.forgetting.delete(going.items)
            store.forgetting.delete_loops(going.loops)
            store.forgetting.take_words(going.stripped, with_names=not store.config.minimal)
            store.forgetting.close_gaps(places)
            store.forgetting.lose_course(places)
            rename(store, threads)
            drop_names(store, names)
            gone = Needles(store, said)
            empty = store.forgetting.empty(places)
            blank(store, places, but=empty, is_left=gone.is_not_in)
            store.forgetting.drop_sessions(empty)
            store.projects.prune()
        drop_sessions(store, empty, gone)
    emptied = emptied_of(store, gone)
    return Receipt(going.counts, left(store, going.items, going.loops, places, emptied=emptied))
