"""Answers a question for the state of things from loops and threads: what is unfinished, and where one was.

Knows no cue and no SQL. What tells of them is put first, and everything else is found as for any question.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from episodic.language.standing import Standing
from episodic.memory.filters import Filter
from episodic.memory.loops import Loop
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.workstreams import Stream

GOES_ON: Final = "goes on"  # the component of a hit that tells of a loop or a thread

_SHOWN: Final = 5  # loops, and threads: more is a list, which `episodic loops` shows
_NEAR: Final = 3  # of the best hits, whose threads are meant where no word names one


class Unfinished(NamedTuple):
    """Loops and threads that answer, by id, and the items that tell of them, best first."""

    loops: tuple[int, ...] = ()
    streams: tuple[int, ...] = ()
    items: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.loops or self.streams)


def unfinished(asked: Standing, store: Store, allowed: Filter, ranking: Sequence[tuple[Item, float]]) -> Unfinished:
    """Find what is unfinished and gone on with; nothing where what is asked about is neither.

    `ranking` is what recall found: where no loop and no thread has the words, those of its best are meant.
    """
    loops, streams = store.loops(project=allowed.project), store.streams(project=allowed.project)
    if asked.about:
        about = set(store.about(" ".join(asked.about)))
        kept = _of(store, about, loops, streams)
        loops, streams = kept if any(kept) else _of(store, _near(ranking), loops, streams)
    loops, streams = loops[:_SHOWN], streams[:_SHOWN]
    opened = store.loop_book.opened_by(loop.id for loop in loops)
    told = [turn for loop in loops for turn in opened.get(loop.id, ())]
    newest = [stream.episodes[-1] for stream in streams if stream.episodes]
    items = [*told, *newest] if asked.first == "loops" else [*newest, *told]
    admitted = store.memories.meeting(allowed, items)
    return Unfinished(
        tuple(loop.id for loop in loops),
        tuple(stream.id for stream in streams),
        tuple(dict.fromkeys(item for item in items if item in admitted)),
    )


def put_first(found: Unfinished, store: Store, ranking: Sequence[tuple[Item, float]]) -> list[tuple[Item, float]]:
    """Put what tells of loops and threads before a ranking; a fact that stands for its turn takes its place."""
    items = store.memories.items(found.items)
    stand_ins = {
        turn: pair[0] for pair in reversed(ranking) if pair[0].layer == "fact" for turn in pair[0].evidence_items
    }
    chosen = {one.id: one for ident in found.items if ident in items for one in (stand_ins.get(ident, items[ident]),)}
    best = max((score for _, score in ranking), default=0.0)
    first = [(item, best + 1 - place / len(chosen)) for place, item in enumerate(chosen.values())]
    return [*first, *(pair for pair in ranking if pair[0].id not in chosen)]


def _of(
    store: Store, about: set[int], loops: Sequence[Loop], streams: Sequence[Stream]
) -> tuple[list[Loop], list[Stream]]:
    """Keep the threads that some of these items are part of, and the loops of these or opened by one of them."""
    opened = store.loop_book.opened_by(loop.id for loop in loops)
    meant = [stream for stream in streams if about.intersection(stream.episodes)]
    threads = {stream.id for stream in meant}
    return [loop for loop in loops if loop.workstream in threads or about.intersection(opened.get(loop.id, ()))], meant


def _near(ranking: Iterable[tuple[Item, float]]) -> set[int]:
    best = [item for item, _ in list(ranking)[:_NEAR]]
    return {ident for item in best for ident in (item.id, *item.evidence_items)}
