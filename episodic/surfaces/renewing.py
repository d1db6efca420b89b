"""What commands that work on a home do first where an older version indexed it. Knows no index."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from episodic.memory.store import Store


def renewed(store: "Store") -> None:
    """Index anew what an older version indexed, with a bar on a terminal, and say how much that was."""
    behind = store.lexical.behind()
    if not behind:
        return
    from episodic.memory.renewal import renew
    from episodic.surfaces import terminal

    with terminal.bar("indexing anew", behind) as advance:
        done = renew(store, on_progress=advance)
    terminal.say(f"{done} items of an older version indexed anew, to be found by every spelling")
