"""Takes the words out of turns and leaves that they were said, for what they prove. Knows no rule of which turns.

As in forgetting, the journal goes blank before the rows are, so that after a crash it is done again.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from episodic.memory.store import Store

_STRETCH: Final = 48  # characters of a turn that are looked for afterwards


def strip(store: "Store", turns: Sequence[int]) -> int:
    """Take the words out of turns, and delete what could not be read beside them; returns how many turns lost theirs.

    The names they mention stay known.
    """
    if not turns:
        return 0
    with store.journal.locked(seconds=store.config.lock_seconds):
        with store.transaction("retention"):
            places = store.forgetting.places(turns)
            said = [text[:_STRETCH] for text in store.forgetting.texts(turns)]
            store.forgetting.take_words(turns, with_names=False)
            store.forgetting.close_gaps(places)
            blank(store, places, is_left=lambda _: False)
        store.journal.clear_quarantine(lambda _: False)
    if store.db.checkpoint():
        left = store.db.held(text for text in said if len(text) > _STRETCH // 2)
        if left - store.forgetting.still_said(left):
            store.db.rebuild()
    return len(turns)


def blank(
    store: "Store", places: dict[str, list[int]], *, but: Collection[str] = (), is_left: Callable[[str], bool]
) -> None:
    """Take what was said out of the journals of sessions; joins the open transaction, in the journal's lock."""
    for session, seqs in places.items():
        if session not in but:
            store.journal.blank(session, frozenset(seqs), is_left=is_left)
            path = store.journal.path(session)
            store.forgetting.sized(session, path.stat().st_size if path.exists() else 0)
