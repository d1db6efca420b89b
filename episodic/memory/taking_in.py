"""Records of another home, or of an earlier day of this one, as rows beside what is there. Knows no file.

Turns go through the journal first. What is known is left as it is, so that taking the same in again adds nothing; what
was forgotten does not come back, nor what rests on it alone. Everything but the turns is written in one transaction.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from episodic.memory.taking_out import Record
from episodic.memory.taking_rest import TakingRest
from episodic.memory.taking_turns import Taken, arrive, settle

if TYPE_CHECKING:
    from episodic.memory.store import Store


def take_in(store: "Store", records: Sequence[Record]) -> Taken:
    """Take records in, as `TakingOut` yields them and clean already.

    Raises:
        InputError: a session has a hole that no session has.
        JournalError: the journal cannot be written; what was taken in before stays.
    """
    taken = Taken(Counter(), Counter(), Counter())
    store.catch_up()
    of_session: dict[str, list[Record]] = {}
    for record in records:
        if record["type"] == "turn":
            of_session.setdefault(record["session"], []).append(record)
    arrivals = [
        arrive(store, record, sorted(of_session.get(record["id"], ()), key=lambda turn: int(turn["seq"])), taken)
        for record in records
        if record["type"] == "session"
    ]
    places = {(one.record["id"], seq): item for one in arrivals for seq, item in one.items.items()}
    with store.transaction("import"):
        TakingRest(store, places, taken).take(records)
        for one in arrivals:
            settle(store, one)
    return taken
