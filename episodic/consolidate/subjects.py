"""Cuts a session into stretches that keep to a subject, by its pauses and by the drift of its turns' vectors.

Knows no store and opens no model. Sentence embedders put all talk into a narrow cone; taken from the middle of that
cone, turns of one subject point one way and turns of another elsewhere. Measured at 296 boundaries between sessions
of two subjects and 121 places inside one: the two thresholds of the config find .81 of the former, and take .02 of the
latter for one; plain cosines find .49 at that price. Of 70 pairs of sessions on one subject .10 are cut.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.language.telling_terms import telling_terms
from episodic.records import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from episodic.models.embedder import Embedder

_REACH: Final = 4  # turns on each side that are held against each other; a stretch has no fewer

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
    """Cut at the user's turns that turn away most, with four turns at least to each side."""
    pieces: list[list[Turn]] = []
    begun = 0
    for place in _changes(turns, drift):
        if place - begun >= _REACH:
            pieces.append(list(turns[begun:place]))
            begun = place
    return [*pieces, list(turns[begun:])]


def _changes(turns: Sequence[Turn], drift: Drift) -> list[int]:
    """Return the places where the subject changes: below the thresholds, and lowest within their reach."""
    scores = {
        place: score
        for place in range(_REACH, len(turns) - _REACH + 1)
        if turns[place].role == "user" and (score := _turned(turns, place, drift)) is not None
    }
    return [
        place
        for place, score in scores.items()
        if score <= min(other for near, other in scores.items() if abs(near - place) < _REACH)
    ]


def _turned(turns: Sequence[Turn], place: int, drift: Drift) -> float | None:
    """Return the cosine of what comes before and after a place, where it shows a change of subject."""
    import numpy as np

    before, after = turns[max(0, place - _REACH) : place], turns[place : place + _REACH]
    one, other = _side(before, drift), _side(after, drift)
    if one is None or other is None:
        return None
    cosine = float(np.dot(one, other)) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-12)
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
