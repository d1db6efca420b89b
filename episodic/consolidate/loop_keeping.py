"""Writes what a window leaves open and what it finishes, as part of the window's transaction. Knows no cue.

What is said to be open again joins the loop there is. Without a model a loop is also held against later turns that
were consolidated before the one that opened it, as happens when transcripts are taken in out of order.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from episodic.consolidate import claimed_loops
from episodic.consolidate.loop_ends import closed
from episodic.consolidate.loops import opened, same
from episodic.consolidate.minimise import Discretion
from episodic.language.dates import stamp
from episodic.language.tokens import asked_words
from episodic.memory.loops import By
from episodic.memory.store import Store
from episodic.records import Closing, Opening, OpenLoop, Turn

SHOWN: Final = 12  # loops a model is shown; a longer list is not read
_HELD: Final = 200  # loops a window is held against; bounds its time where nothing is ever finished
_LATER: Final = 20  # later turns a loop that comes late is held against


class Unfinished(NamedTuple):
    """What a window opens, and with a model what it finishes; None: to be found by the words when it is written."""

    openings: Sequence[Opening]
    closings: Sequence[Closing] | None = None

    def told_to(self, discreet: Discretion) -> "Unfinished":
        """Return what may be kept: a loop that reveals what is kept out of facts is kept out too."""
        return self._replace(
            openings=[one for one in self.openings if not discreet.reveals(f"{one.text}\n{one.quote}")]
        )


def shown(store: Store, session: str) -> list[OpenLoop]:
    """Return the loops a model is shown for a window of a session, those spoken of last first."""
    row = store.turns.session(session)
    return store.loop_book.unfinished(project=row.project if row else None)[:SHOWN]


def by_words(store: Store, window: Sequence[Turn]) -> Unfinished:
    """Return what a window opens, by its words alone."""
    return Unfinished(opened(window, zone=store.config.local_zone()))


def by_model(
    told: Mapping[str, Any], store: Store, window: Sequence[Turn], *, context: Sequence[Turn], loops: Sequence[OpenLoop]
) -> Unfinished:
    """Return what a model's reply says a window opens and finishes, as far as it was said."""
    found = claimed_loops.openings(told, window, context=context, zone=store.config.local_zone())
    return Unfinished(list(found), list(claimed_loops.closings(told, window, loops=loops)))


def keep(
    store: Store, found: Unfinished, window: Sequence[Turn], *, context: Sequence[Turn], project: str | None
) -> None:
    """Write openings, then closings; joins the open transaction."""
    by: By = "evidence" if found.closings is None else "referee"
    turns = {turn.seq: turn for turn in window}
    fresh = [_open(store, opening, turns[opening.seq], project=project, by=by) for opening in found.openings]
    closings = found.closings
    if closings is None:
        held = store.loop_book.unfinished(project=project)[:_HELD]
        closings = closed(held, window, context=context)
    for closing in closings:
        store.loop_book.close(closing, turns[closing.seq], by=by, at=store.config.clock())
    if found.closings is None:
        _hold_against_later(store, {ident for ident in fresh if ident is not None}, project=project)


def _open(store: Store, opening: Opening, turn: Turn, *, project: str | None, by: By) -> int | None:
    """Open a loop, or join the one there is; returns the id of a new one."""
    now = store.config.clock()
    for known in store.loop_book.unfinished(project=project):
        if same(known.text, opening.text) and known.owner == opening.owner:
            store.loop_book.say_again(known.id, opening, turn, by=by, at=now)
            return None
    return store.loop_book.open(opening, turn, project=project, by=by, at=now)


def _hold_against_later(store: Store, fresh: set[int], *, project: str | None) -> None:
    for loop in store.loop_book.unfinished(project=project) if fresh else ():
        if loop.id not in fresh:
            continue
        allowed = store.filter(
            layers=("turn",), project=project, only_unfiled=project is None, after=stamp(loop.opened_at)
        )
        found = store.lexical.search(asked_words(loop.text), allowed=allowed, depth=_LATER, context_weight=None)
        turns = sorted(store.turns.read(item for item, _ in found).values(), key=lambda turn: (turn.at, turn.seq))
        done = [turn for turn in turns if _is_consolidated(store, turn)]
        for turn in done:
            if closings := closed([loop], [turn]):
                store.loop_book.close(closings[0], turn, by="evidence", at=store.config.clock())
                break


def _is_consolidated(store: Store, turn: Turn) -> bool:
    session = store.turns.session(turn.session)
    return session is not None and turn.seq <= session.consolidated_seq
