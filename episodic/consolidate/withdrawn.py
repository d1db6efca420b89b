"""Finds the saying that a correction takes back, where no fact was made of it when it was said.

Much that is said in passing is worth keeping only once somebody says "14, not 12": the correction itself shows it.
Reads the store and writes nothing; what it returns holds as grounding has it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import kind_of, spoken
from episodic.consolidate.referee import judge
from episodic.language.reading import read
from episodic.language.sentences import split
from episodic.language.tokens import asked_words
from episodic.memory.facts import says_the_same
from episodic.records import Candidate, Neighbour, Turn

if TYPE_CHECKING:
    from episodic.memory.store import Store


class Withdrawn(NamedTuple):
    """What was true until the correction, as a fact, and the rule that says so."""

    fact: Grounded
    why: str


def withdrawn(store: "Store", correction: Candidate, turn: Turn, *, project: str | None) -> Withdrawn | None:
    """Return the newest earlier sentence of the user that a correction takes back; None where there is none.

    A sentence that is a fact already, current or not, is left to the referee.
    """
    if not read(correction.text).rejected:
        return None
    for earlier in _earlier(store, correction.text, turn, project=project):
        made = [fact.text for fact in store.facts.proved_by([earlier], retired_too=True)]
        for sentence in (whole for run in spoken(earlier) for whole in split(run)):
            if any(says_the_same(sentence, text) for text in made):
                continue
            ruling = judge(correction.text, [Neighbour(0, sentence, "technical")], kind=correction.kind)
            if ruling.action != "supersede":
                continue
            kind = kind_of(sentence) or "technical"
            told = ground(Candidate(kind, " ".join(sentence.split()), sentence, earlier.seq), [earlier])
            if isinstance(told, Grounded):
                return Withdrawn(told, ruling.why)
    return None


def _earlier(store: "Store", text: str, turn: Turn, *, project: str | None) -> Iterator[Turn]:
    """Yield the turns said before `turn` that share most words with a text, newest first."""
    allowed = store.filter(layers=("turn",), project=project, only_unfiled=project is None)
    words, most = asked_words(text), 4 * store.config.neighbours
    found = store.lexical.search(words, allowed=allowed, depth=most, context_weight=None)
    near = store.turns.read([item for item, _ in found]).values()
    before = [one for one in near if (one.at, one.session != turn.session, one.seq) < (turn.at, False, turn.seq)]
    yield from sorted(before, key=lambda one: (one.at, one.seq), reverse=True)
