"""Cuts a session into stretches that keep to a subject, by its pauses and by the drift of its turns' vectors.

Knows no store and opens no model. Sentence embedders put all talk into a narrow cone; taken from the middle of that
cone, turns of one subject point one way and turns of another elsewhere. A few turns on each side of a place find it;
more of what lies on each side must then differ too, or every turn of the talk would be a subject of its own: on the
167 sessions in `scripts/threads/`, each of one subject, the few turns alone cut 74 times, with the rest 9 times.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.language.telling_terms import telling_terms
from episodic.records import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from episodic.models.embedder import Embedder

_REACH: Final = 4  # turns on each side that are held against each other
_LEAST: Final = 3  # turns of a stretch; with four, three turns on each of two subjects were one episode
_WHOLE: Final = 0.18  # centred cosine of two stretches below which their subjects differ; .2 cuts 20 times, .13 three
_NEAR: Final = 8  # turns of a stretch that are held against the next one's; of long ones all are near the user's middle
_LONG: Final = 60  # words of a turn that count for where a stretch points
_LITTLE: Final = 1e-3  # weight of a turn without words, so that no stretch is without a direction
_WORD: Final = re.compile(r"[\w']+")

# About as many things as there are sentences: the mean of their vectors is the middle of the cone.
_ANYTHING: Final = (
    "Can you help me write an e-mail to my landlord about the heating?",
    "The tests fail after the last merge, what changed?",
    "What should I cook for six people on Saturday?",
    "My daughter has a maths exam on fractions next week.",
    "We moved the launch to the second week of May.",
    "I ran ten kilometres this morning and my knee hurts.",
    "Sure, here are a few ideas you could start with.",
    "That works, thank you, what comes next?",
    "The invoice from the supplier is still not paid.",
    "Which train goes to the airport early on Sunday?",
    "The database times out when many users log in.",
    "I am reading a novel about a lighthouse keeper.",
    "Kan du skriva ett utkast till mötet på torsdag?",
    "Wie lange dauert die Lieferung nach Hamburg?",
    "¿Puedes resumir este informe en tres frases?",
    "Je cherche un cadeau pour l'anniversaire de ma mère.",
    "The roof leaks where the chimney meets the tiles.",
    "Let us compare the two offers before we decide.",
    "How do I grow tomatoes on a balcony that faces north?",
    "The band plays in the park if it does not rain.",
    "Please shorten the second paragraph and keep the quote.",
    "Our budget for the campaign is smaller this quarter.",
    "The cat hides under the sofa when the vacuum runs.",
    "Here is the function with the error handled.",
)


class Drift(NamedTuple):
    """What a change of subject is judged by: vectors by item, the middle of all talk, and the two thresholds."""

    vectors: "Mapping[int, NDArray[np.float32]]"
    middle: "NDArray[np.float32]"
    cosine: float
    shared: float


@lru_cache(maxsize=2)
def middle(embedder: "Embedder") -> "NDArray[np.float32]":
    """Return the mean vector of sentences about anything."""
    import numpy as np

    mean: NDArray[np.float32] = np.mean(list(embedder.documents(_ANYTHING)), axis=0)
    return mean


def segments(turns: Sequence[Turn], *, gap: timedelta, drift: Drift | None = None) -> list[list[Turn]]:
    """Cut a session where it paused for longer than `gap`, and where it changes its subject.

    A clock that runs backwards is no pause. Without vectors only pauses cut.
    """
    parts: list[list[Turn]] = []
    for turn in turns:
        if not parts or turn.at - parts[-1][-1].at > gap:
            parts.append([])
        parts[-1].append(turn)
    return parts if drift is None else [piece for part in parts for piece in _by_subject(part, drift)]


def _by_subject(turns: Sequence[Turn], drift: Drift) -> list[list[Turn]]:
    """Cut at the user's turns that turn away most, then join again what is one subject as a whole."""
    pieces: list[list[Turn]] = []
    begun = 0
    for place in _changes(turns, drift):
        if place - begun >= _LEAST:
            pieces.append(list(turns[begun:place]))
            begun = place
    return _joined([*pieces, list(turns[begun:])], drift)


def _joined(pieces: list[list[Turn]], drift: Drift) -> list[list[Turn]]:
    """Join neighbours, the nearest first, until all that are left differ."""
    while len(pieces) > 1:
        near = [_cosine(_whole(one[-_NEAR:], drift), _whole(other[:_NEAR], drift)) for one, other in pairwise(pieces)]
        nearest = max(range(len(near)), key=near.__getitem__)
        if near[nearest] < _WHOLE:
            break
        pieces = [*pieces[:nearest], pieces[nearest] + pieces[nearest + 1], *pieces[nearest + 2 :]]
    return pieces


def _whole(turns: Sequence[Turn], drift: Drift) -> "NDArray[np.float32]":
    """Return where a stretch points from the middle of all talk, its turns weighed by their words."""
    import numpy as np

    known = [turn for turn in turns if turn.item in drift.vectors]
    if not known:
        return np.zeros_like(drift.middle)
    weights = [spoken_weight(turn.content) for turn in known]
    vectors = [drift.vectors[turn.item] for turn in known if turn.item is not None]
    mean: NDArray[np.float32] = np.average(vectors, axis=0, weights=weights) - drift.middle
    return mean


def spoken_weight(text: str) -> float:
    """Return how much a turn says of its subject: "Noted." little, and a long answer not everything; never nothing."""
    return sqrt(min(len(_WORD.findall(text)), _LONG)) + _LITTLE


def _cosine(one: "NDArray[np.float32]", other: "NDArray[np.float32]") -> float:
    import numpy as np

    return float(np.dot(one, other)) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-12)


def _changes(turns: Sequence[Turn], drift: Drift) -> list[int]:
    """Return the places where the subject changes: below the thresholds, and lowest within their reach."""
    scores = {
        place: score
        for place in range(_LEAST, len(turns) - _LEAST + 1)
        if turns[place].role == "user" and (score := _turned(turns, place, drift)) is not None
    }
    return [
        place
        for place, score in scores.items()
        if score <= min(other for near, other in scores.items() if abs(near - place) < _LEAST)
    ]


def _turned(turns: Sequence[Turn], place: int, drift: Drift) -> float | None:
    """Return the cosine of what comes before and after a place, where it shows a change of subject."""
    before, after = turns[max(0, place - _REACH) : place], turns[place : place + _REACH]
    one, other = _side(before, drift), _side(after, drift)
    if one is None or other is None:
        return None
    cosine = _cosine(one, other)
    if cosine >= drift.cosine or _shared(before, after) >= drift.shared:
        return None
    return cosine


def _side(turns: Sequence[Turn], drift: Drift) -> "NDArray[np.float32] | None":
    import numpy as np

    found = [drift.vectors[turn.item] for turn in turns if turn.item is not None and turn.item in drift.vectors]
    if len(found) < _REACH // 2:
        return None
    mean: NDArray[np.float32] = np.mean(found, axis=0) - drift.middle
    return mean


def _shared(before: Sequence[Turn], after: Sequence[Turn]) -> float:
    """Return the share of the telling words the user goes on with that were there before."""
    known = {term for turn in before for term in telling_terms(turn.content)}
    new = {term for turn in after if turn.role == "user" for term in telling_terms(turn.content)}
    return len(known & new) / max(1, len(new))
