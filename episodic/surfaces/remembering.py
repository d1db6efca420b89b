"""What `remember` does with what a person wrote; returns what to tell them. Knows no SQL and no rule."""

import sys
from typing import TYPE_CHECKING, NamedTuple

from episodic.errors import InputError
from episodic.surfaces.typed import one_of

if TYPE_CHECKING:
    from episodic.memory.store import Store


class Told(NamedTuple):
    """What only an episode has."""

    outcome: str | None
    worked: bool | None
    tried: tuple[str, ...]
    lessons: tuple[str, ...]
    tags: tuple[str, ...]


def episode(store: "Store", what: str, told: Told, *, text: str | None, project: str | None) -> str:
    """Keep an episode.

    Raises:
        InputError: a fact was given too, or what happened is not said, or at too great a length.
    """
    if text is not None:
        raise InputError("an episode and a fact at once: give --episode alone, and the fact in a second command")
    ident = store.remember_episode(
        what,
        outcome=told.outcome,
        worked=told.worked,
        tried=told.tried,
        lessons=told.lessons,
        tags=told.tags,
        project=project,
    )
    return f"remembered as episode #{ident}" if ident else _off(store)


def fact(store: "Store", text: str | None, told: Told, *, kind: str | None, project: str | None) -> str:
    """Keep a fact, and say whose place it took.

    Raises:
        InputError: there is nothing to remember or too much, or what only an episode has was given.
    """
    from episodic.consolidate.heuristics import kind_of
    from episodic.memory import by_hand
    from episodic.records import KINDS

    if any(part is not None and part != () for part in told):
        raise InputError("--outcome, --worked, --tried, --lesson and --tag belong to --episode: name what happened")
    words = sys.stdin.read() if text == "-" else text or ""
    chosen = one_of(kind, KINDS, what="kind") or kind_of(words) or "personal"
    ident, old = by_hand.remember(store, words, kind=chosen, project=project)
    if not ident:
        return _off(store)
    if old is None:
        return f"remembered as #{ident}"
    return f"remembered as #{ident}\n#{old} is history now; `episodic undo {ident}` takes it back"


def _off(store: "Store") -> str:
    return f"nothing was remembered, as memory is switched off ({store.household.paused()}): see `episodic resume`"
