"""What a fact is read with: its kind, the workstream it is part of, and who it is from. Knows no ranking.

A fact is a sentence on its own: "the deck has 14 slides, not 12" names neither who said so nor what it belongs to, and
a question asks by just these. The turns it stands among tell. Read as it stands, "what did sarah say about the deck"
gives that fact a logit of -8; with its caption, 2.5.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from episodic.language.reading import people_in
from episodic.language.tokens import STOPWORDS
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.records import ROLES, Kind

_BACK: Final = 3  # turns before, in which somebody may have been named for a pronoun

_NAME: Final = re.compile(r"([A-ZÀ-Þ][^\W\d_]+) [a-zà-ÿ]")

_LABELS: Final[Mapping[Kind, str]] = {
    "personal": "Personal",
    "preference": "Preference",
    "decision": "Decision",
    "correction": "Correction",
    "temporal": "Date",
    "technical": "Technical",
    "relationship": "People",
    "activity": "Activity",
    "event": "Event",
}


class Caption(NamedTuple):
    """What an item does not say itself: the name of its workstream, who it is from, and its turn's words.

    `before` is what was said last before a turn, by anyone but the assistant.
    """

    stream: str = ""
    person: str = ""
    turn: str = ""
    before: str = ""

    def over(self, fact: Item) -> str:
        """Return a fact as it is read: "Correction about the Series B deck, Sarah: The deck has 14 slides, not 12".

        What the fact says itself is left out, and all of it where nothing but the kind is known.
        """
        if fact.speaker not in {*ROLES, ""}:
            return f"{fact.speaker}: {fact.text}"
        said = fact.text.casefold()
        about = [name for name in (self.stream, self.person) if name and name.casefold() not in said]
        label = _LABELS[fact.kind] if fact.kind else "Fact"
        return f"{label} about {', '.join(about)}: {fact.text}" if about else fact.text


def captions_of(store: Store, items: Sequence[Item]) -> dict[int, Caption]:
    """Return the caption of each fact, by the turn in which it was last said, and of each turn, by itself."""
    if not items:
        return {}
    proofs = {item.id: item.id for item in items if item.layer == "turn"}
    own = [*proofs]
    proofs |= {item.id: item.evidence_items[-1] for item in items if item.layer == "fact" and item.evidence_items}
    streams = store.workstreams.names_of_turns(proofs.values())
    turns = {item: turn.content for item, turn in store.turns.read(proofs.values()).items()}
    leaning = [item for item, text in turns.items() if {"he", "she"} & people_in(text)]
    around = store.turns.neighbours({*leaning, *own}, reach=_BACK)
    people = _people(store, turns, {turn: around[turn] for turn in leaning if turn in around})
    before = _before(store, {turn: around[turn] for turn in own if turn in around})
    meant = {item.id: people.get(proofs.get(item.id, 0), "") for item in items if not has_subject(item.text)}
    return {
        item: Caption(streams.get(turn, ""), meant.get(item, ""), turns.get(turn, ""), before.get(item, ""))
        for item, turn in proofs.items()
    }


def has_subject(text: str) -> bool:
    """Tell whether a text begins with a name that does something: whom its turn means by "she" is then that one."""
    first = _NAME.match(text)
    return first is not None and first[1].casefold() not in STOPWORDS


def _before(store: Store, around: Mapping[int, Mapping[int, int]]) -> dict[int, str]:
    """Return what was said last before each turn, by anyone but the assistant."""
    earlier = {turn: [near[-back] for back in range(1, _BACK + 1) if -back in near] for turn, near in around.items()}
    said = store.turns.read({other for before in earlier.values() for other in before})
    own = {item: turn.content for item, turn in said.items() if turn.role != "assistant"}
    return {turn: next((own[other] for other in before if other in own), "") for turn, before in earlier.items()}


def _people(store: Store, turns: Mapping[int, str], around: Mapping[int, Mapping[int, int]]) -> dict[int, str]:
    """Return the one person a turn is about: named in it, or in those before it that are given as around it."""
    named = store.entities.people_in({*turns, *(other for near in around.values() for other in near.values())})
    return {turn: person for turn in turns if (person := _meant(turn, around.get(turn, {}), named))}


def _meant(turn: int, around: Mapping[int, int], named: Mapping[int, Sequence[str]]) -> str | None:
    """Return the person of the nearest turn, this one or one before, that names any; None where it names two."""
    for offset in range(_BACK + 1):
        people = named.get(turn if not offset else around.get(-offset, 0), ())
        if people:
            return people[0] if len(people) == 1 else None
    return None
