"""Correcting a memory by hand: a new fact in an old one's place, or the old one back. Knows no SQL and no rule."""

from episodic.errors import InputError
from episodic.memory import by_hand
from episodic.memory.facts import says_the_same
from episodic.memory.store import Store
from episodic.redact import clean


def edit(store: Store, ident: int, text: str) -> int:
    """Put a fact in the owner's words in another's place, which stays in its history; returns the new fact's id.

    Raises:
        NotFoundError: nothing goes by that number.
        InputError: it is no current fact, or the text says the same.
    """
    found, now = store.why(ident), store.config.clock()
    item = found.item
    if item.layer != "fact" or not item.live or item.kind is None:
        raise InputError(f"#{ident} is no current fact: see `episodic history {ident}` for the one that is")
    if says_the_same(item.text, clean(text)):
        raise InputError(f"#{ident} says that already: give other words")
    start = next(link.start for link in found.chain if link.id == ident)
    turn = by_hand.write_down(store, text, project=item.project)
    with store.transaction():
        later = start if start > now else None  # what is true only later is corrected for then
        fact = by_hand.keep(store, turn, kind=item.kind, project=item.project, valid_from=later)
        store.supersessions.replace(ident, fact, why="edited", decided_by="user", at=now)
        store.facts.judged(fact, judge="user", outcome="superseded", scores={}, at=now)
    return fact


def undo(store: Store, ident: int) -> list[int]:
    """Bring back what a fact replaced; the fact itself is retired. Returns what is current now.

    Raises:
        NotFoundError: nothing goes by that number.
        InputError: it replaced nothing.
    """
    store.why(ident)
    with store.transaction():
        now = store.config.clock()
        back = store.supersessions.undo(ident, at=now)
        if not back:
            raise InputError(f"#{ident} replaced nothing: see `episodic history {ident}` for what did")
        store.facts.judged(ident, judge="user", outcome="undone", scores={}, at=now)
    return back
