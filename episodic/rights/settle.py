"""What its owner says about a loop: done, dropped, put off, open again after all. Knows no SQL and no cue."""

from datetime import datetime
from typing import Final, Literal

from episodic.errors import InputError, NotFoundError
from episodic.memory.loops import Change, Loop
from episodic.memory.store import Store
from episodic.redact import clean

Action = Literal["done", "drop", "snooze", "reopen"]

_CHANGES: Final[dict[Action, Change]] = {"done": "done", "drop": "dropped", "snooze": "snoozed", "reopen": "reopened"}


def settle(store: Store, ident: int, action: Action, *, note: str | None = None, until: datetime | None = None) -> Loop:
    """Do to a loop what its owner says, with a note and, to put it off, until when; returns it as it is now.

    Raises:
        NotFoundError: no loop goes by that number.
        InputError: it is that already, or it is to be put off until no time, or until one that is past.
    """
    loop, now = find(store, ident), store.config.clock()
    if action == "snooze" and (until is None or until <= now):
        raise InputError("say until when, a day to come: --until friday, --until 2026-12-24 or --until 7d")
    change = _CHANGES[action]
    if loop.state == change or (action == "reopen" and loop.is_open):
        raise InputError(f"#{ident} is {loop.state} already: see `episodic loops --all`")
    words = clean(note).strip() if note else None
    with store.transaction("loop"):
        store.loop_book.change(ident, change, by="user", at=now, until=until, note=words or None)
    return find(store, ident)


def undo(store: Store, ident: int) -> tuple[Change, Loop] | None:
    """Take back the last change of a loop; returns which, and the loop. None: the number is no loop's.

    Raises:
        InputError: nothing was changed since it was opened.
    """
    now = store.config.clock()
    if store.loop_book.read(ident, now=now) is None:
        return None
    with store.transaction("loop"):
        change = store.loop_book.undo(ident, at=now)
    if change is None:
        raise InputError(f"#{ident} was not changed since it was opened: `episodic loops drop {ident}` takes it away")
    return change, find(store, ident)


def find(store: Store, ident: int) -> Loop:
    """Return a loop.

    Raises:
        NotFoundError: no loop goes by that number.
    """
    loop = store.loop_book.read(ident, now=store.config.clock())
    if loop is None:
        raise NotFoundError(f"there is no loop #{ident} for user {store.user}: see `episodic loops --all` for numbers")
    return loop
