"""What its owner says of memories in doubt: that one is so, or that it is not. Knows no SQL and no rule of doubting."""

from episodic.errors import InputError, NotFoundError
from episodic.memory.doubts import LOW, Doubt
from episodic.memory.store import Store


def accept(store: Store, ident: int) -> Doubt:
    """Take a memory in doubt for true: it is current, of high confidence, and no longer held back.

    Raises:
        NotFoundError: nothing in doubt goes by that number.
        InputError: it is settled already.
    """
    found, now = _open(store, ident), store.config.clock()
    with store.transaction("review"):
        _settle(store, found, accepted=True)
        store.doubts.mark(ident, live=True, reviewed=True, confidence="high", at=now)
        store.vectors.retire([ident], live=True)
    return found


def reject(store: Store, ident: int) -> Doubt:
    """Take a memory in doubt out of every answer; what it had replaced is current again. Nothing is deleted.

    Raises:
        NotFoundError: nothing in doubt goes by that number.
        InputError: it is settled already.
    """
    found, now = _open(store, ident), store.config.clock()
    confidence = store.memories.items([ident])[ident].confidence or "low"
    with store.transaction("review"):
        _settle(store, found, accepted=False)
        store.supersessions.undo(ident, at=now)
        store.doubts.mark(ident, live=False, reviewed=True, confidence=confidence, at=now)
        store.vectors.retire([ident])
    return found


def undo(store: Store, ident: int) -> Doubt | None:
    """Take back what was said of a memory in doubt; returns it as it is then. None: nothing was said of it."""
    found = store.doubts.read(ident)
    settled = store.doubts.settled_at(ident) if found is not None else None
    if found is None or found.accepted is None or settled is None:
        return None
    now = store.config.clock()
    said = [one.scores for one in store.facts.verdicts(ident) if one.outcome in {"accepted", "rejected"}]
    before = str(said[-1]["confidence"])
    with store.transaction("review"):
        store.doubts.settle(ident, accepted=None, at=now)
        store.doubts.mark(ident, live=not found.held, reviewed=False, confidence=before, at=now)
        store.vectors.retire([ident], live=not found.held)
        for old in store.doubts.replaced_then(ident, at=settled) if not found.accepted else ():
            store.supersessions.replace(old, ident, why="restored", decided_by="user", at=now)
        store.facts.judged(ident, judge="user", outcome="undone", scores={}, at=now)
    return store.doubts.read(ident)


def _open(store: Store, ident: int) -> Doubt:
    found = store.doubts.read(ident)
    if found is None:
        raise NotFoundError(f"#{ident} is not in doubt, or no longer kept: see `episodic review` for what is")
    if found.accepted is not None:
        said = "accepted" if found.accepted else "rejected"
        raise InputError(f"#{ident} was {said} already: `episodic undo {ident}` takes that back")
    return found


def _settle(store: Store, found: Doubt, *, accepted: bool) -> None:
    """Keep what was said, and what the fact was before; joins the open transaction."""
    now = store.config.clock()
    confidence = store.memories.items([found.id])[found.id].confidence
    store.doubts.cast(found.id, found.why or LOW, held=False, at=now)
    store.doubts.settle(found.id, accepted=accepted, at=now)
    outcome = "accepted" if accepted else "rejected"
    store.facts.judged(found.id, judge="user", outcome=outcome, scores={"confidence": confidence}, at=now)
