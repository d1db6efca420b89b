"""Says everything once: a fact and the turn that proves it are one hit. Knows nothing of scores."""

from collections.abc import Sequence
from typing import Final

from episodic.memory.memories import Item

_MOST: Final = 0.6  # of a turn's text; a fact that says this much of it stands for the whole turn


def collapse(ranked: Sequence[Item]) -> list[Item]:
    """Keep of each turn and its facts the one ranked first, in order.

    A fact that says most of its turn takes the turn's place even from below, as it also says what kind of thing it is.
    """
    turns = {item.id: place for place, item in enumerate(ranked) if item.layer == "turn"}
    stand_in: dict[int, Item] = {}
    dropped: set[int] = set()
    for place, item in enumerate(ranked):
        if item.layer != "fact":
            continue
        proofs = [
            turn for turn in item.evidence_items if turn in turns and turn not in stand_in and turn not in dropped
        ]
        above = [turn for turn in proofs if turns[turn] < place]
        said = [turn for turn in above if len(item.text) >= _MOST * len(ranked[turns[turn]].text)]
        stand_in.update(dict.fromkeys(said, item))
        if above:
            dropped.add(item.id)  # it moves up into a turn's place, or a turn there says more
        if said or not above:
            dropped.update(turn for turn in proofs if turns[turn] > place)
    kept: dict[int, Item] = {}
    for item in ranked:
        if item.id in stand_in:
            kept.setdefault(stand_in[item.id].id, stand_in[item.id])
        elif item.id not in dropped:
            kept[item.id] = item
    return list(kept.values())
