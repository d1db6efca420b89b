"""Correcting a memory by hand: a new fact in an old one's place, or the old one back. Knows no SQL and no rule."""

from episodic.errors import InputError
from episodic.memory import by_hand
from episodic.memory.facts import says_the_same
from episodic.memory.store import Store
from episodic.memory.supersession import KNOWN_BEFORE
from episodic.records import Candidate
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
    with store.transaction("edit"):
        later = start if start > now else None  # what is true only later is corrected for then
        known = store.facts.same(Candidate(item.kind, turn.content, turn.content, turn.seq), project=item.project)
        fact = by_hand.keep(store, turn, kind=item.kind, project=item.project, valid_from=later)
        why = "edited" if known is None else KNOWN_BEFORE
        store.supersessions.replace(ident, fact, why=why, decided_by="user", at=now)
        store.facts.judged(fact, judge="user", outcome="superseded", scores={}, at=now)
    return fact


def undo(store: Store, ident: int, *, keep: bool = False) -> list[int]:
    """Bring back what a fact replaced, or an episode that was merged or archived. Returns what is current now.

    The fact itself is retired, unless it is to be kept beside what it replaced, or was there before an edit led to it.

    Raises:
        NotFoundError: nothing goes by that number.
        InputError: it replaced nothing.
    """
    layer = store.why(ident).item.layer
    with store.transaction("undo"):
        now = store.config.clock()
        if layer == "episode":
            back = store.episode_log.restore(ident, at=now)
        else:
            back = store.supersessions.undo(ident, at=now, keep=keep)
        if not back:
            raise InputError(f"#{ident} replaced nothing: see `episodic history {ident}` for what did")
        for one in back if layer == "episode" else [ident]:
            store.facts.judged(one, judge="user", outcome="undone", scores={}, at=now)
    return back
