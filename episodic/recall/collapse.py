"""Says everything once: a memory and the turn that proves it are one hit, and no episode only repeats a turn.

Knows nothing of how scores came about.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from episodic.memory.memories import Item

_MOST: Final = 0.95  # of a turn's text; a fact that says this much of it stands for the whole turn


def collapse(
    ranked: Sequence[Item],
    scores: Mapping[int, float],
    *,
    margin: float,
    answers: Container[int] = (),
    doubtful: Container[int] = (),
) -> list[tuple[Item, float]]:
    """Keep of each turn and its facts one hit, at the better of their places and with the score of that place.

    A fact that `answers`, was told by hand, or says most of its turn is kept, as it also says what kind of thing it is.
    So is one that ranks higher or scores within `margin` of its turn, unless it is `doubtful`: a reader that did not
    take it for an answer may take its turn, which says more. An episode told of a session that only repeats one of its
    turns is left to that turn, at the turn's own place: what was replaced since has sunk there.
    """
    turns = {item.id: item for item in ranked if item.layer == "turn"}
    said = {ident: _plain(turn.text) for ident, turn in turns.items()}
    facts = [item for item in ranked if item.layer == "fact" or _is_note(item)]
    kept: list[tuple[Item, float]] = []
    done: set[int] = set()

    def stands(fact: Item, turn: Item) -> bool:
        if fact.by_hand or fact.id in answers or len(fact.text) >= _MOST * len(turn.text):
            return True
        return fact.id not in doubtful and scores[fact.id] >= scores[turn.id] - margin

    for item in ranked:
        if item.id in done:
            continue
        done.add(item.id)
        if item.layer == "episode" and not item.by_hand and _repeats(item, said):
            continue
        hit = item
        if item.layer == "turn":
            of_it = (fact for fact in facts if item.id in fact.evidence_items and fact.id not in done)
            hit = next((fact for fact in of_it if stands(fact, item)), item)
        elif item.layer == "fact":
            proofs = (turns[proof] for proof in item.evidence_items if proof in turns and proof not in done)
            hit = next((turn for turn in proofs if not stands(item, turn)), item)
        if hit.layer == "turn":
            done.update(fact.id for fact in facts if hit.id in fact.evidence_items)
        elif hit.layer == "fact" or _is_note(hit):
            done.update(hit.evidence_items)
        done.add(hit.id)
        kept.append((hit, scores[item.id]))
    return kept


def _is_note(item: Item) -> bool:
    """Whether an episode was written by hand: its one turn says no more than it does."""
    return item.layer == "episode" and item.by_hand


def _repeats(episode: Item, turns: Mapping[int, str]) -> bool:
    return any(_plain(episode.text) in turns.get(turn, "") for turn in episode.evidence_items)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".")
