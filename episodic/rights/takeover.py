"""Takes over what another tool remembers: a turn that names the tool, and a fact in doubt. Knows no tool's format.

It is what that tool made of a conversation, not what anybody said: it takes no fact's place and confirms none, is of
low confidence until somebody has looked at it, and what reads like an order is held back until then.
"""

import json
from collections import Counter
from typing import Final

from episodic.consolidate.heuristics import kind_of
from episodic.consolidate.minimise import Discretion, banned, withheld
from episodic.language.instructions import suspicious
from episodic.memory import by_hand
from episodic.memory.store import Store
from episodic.memory.taking_turns import Taken
from episodic.records import Candidate, Message, Piece, Turn
from episodic.redact import clean
from episodic.rights.foreign import Found, Saved

_SESSION: Final = "taken over from {}"


def take_over(store: Store, found: Found) -> Taken:
    """Keep what another tool remembers; safe to run again. What `sensitive` names is no fact, as anywhere.

    Raises:
        JournalError: the journal cannot be written.
    """
    taken = Taken(Counter(), Counter(), Counter())
    session = _SESSION.format(found.tool)
    messages = [_message(store, found.tool, one) for one in found.memories]
    accepted = store.write(session, [one for one in messages if one.content], source=found.tool)
    taken.added["turn"], taken.known["turn"] = accepted.added, accepted.known
    taken.forgotten["turn"] = accepted.forgotten
    row = store.turns.session(session)
    with store.transaction("import"):  # of what a crash left behind too
        for turn in store.turns.window(row.id, after=row.consolidated_seq) if row else ():
            _keep(store, turn, found.tool, taken)
            by_hand.settled(store, turn)
    return taken


def _message(store: Store, tool: str, one: Saved) -> Message:
    identity = json.dumps([tool, one.ident, one.text], ensure_ascii=False)
    piece = Piece(clean(one.text).strip(), (identity,))
    return Message("assistant", (piece,), at=one.at or store.config.clock(), name=tool, origin="file")


def _keep(store: Store, turn: Turn, tool: str, taken: Taken) -> None:
    words, now = turn.content, store.config.clock()
    candidate = Candidate(kind_of(words) or "personal", words, words, turn.seq)
    by = Discretion(banned(store.config.sensitive), [words], tone=store.config.emotional_tone)
    if withheld(candidate, by) is not None:
        return
    if store.facts.same(candidate, project=None) is not None:
        taken.known["fact"] += 1
        return
    fact = store.facts.add(candidate, turn, speaker=tool, confidence="low", project=None, learnt_at=now)
    why = suspicious(words)
    store.doubts.cast(fact, why or f"taken over from {tool}", held=why is not None, at=now)
    taken.added["fact"] += 1
