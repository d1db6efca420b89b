"""Lifts what somebody said whom the question names. Knows no store and no ranking.

Who asks "what did Caroline paint" mostly wants Caroline's words. On three of LoCoMo's conversations, 632 questions, a
lift of .1 takes MRR from .684 to .689 and any@5 from .853 to .866; without the questions whose names were swapped to
mislead from .683 to .699 and from .842 to .863. A lift of .2 loses on the swapped ones what it gains on the others.
Half of it once more after reading, which minds names little: over all of LoCoMo as before, without those .698 to .706.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from episodic.language.cues import fold
from episodic.memory.memories import Item
from episodic.records import ROLES

_SPACED: Final = "\u0e00"  # below it, scripts put spaces between words, and a name is one of them


def lifted(question: str, scores: Mapping[int, float], items: Mapping[int, Item], *, lift: float) -> dict[int, float]:
    """Add `lift` to the score of each item that was said by somebody whom the question names."""
    named = speakers_named(question, (item.speaker for item in items.values()))
    if not named:
        return dict(scores)
    return {ident: score + (lift if items[ident].speaker in named else 0.0) for ident, score in scores.items()}


def speakers_named(question: str, speakers: Iterable[str]) -> set[str]:
    """Return which speakers a question names; a role is no name."""
    asked = fold(question)
    return {name for name in {*speakers} - {*ROLES, ""} if _names(asked, fold(name))}


def _names(asked: str, name: str) -> bool:
    """Tell whether a question has a name, or the first part of it."""
    for form in dict.fromkeys((name, name.split(" ", maxsplit=1)[0])):
        spaced = max(form, default="") < _SPACED
        if spaced and len(form) > 1 and re.search(rf"(?<!\w){re.escape(form)}(?:'s|s)?(?!\w)", asked):
            return True
        if not spaced and form in asked:
            return True
    return False
