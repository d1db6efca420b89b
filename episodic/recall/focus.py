"""Tells of hits which are about the question, and leaves the rest out. Knows no store.

Five lines are shown because five were asked for; a line that has nothing to do with the question costs trust.
"""

from collections.abc import Sequence
from typing import Final

from episodic.recall.hits import Hit, Hits
from episodic.recall.last_time import LAST
from episodic.recall.rerank import READ
from episodic.recall.sets import OF_A_SET
from episodic.recall.strength import roots
from episodic.recall.unfinished import GOES_ON
from episodic.recall.within import FROM_THEN, ONLY_THEN

_BEHIND: Final = 0.35  # of a score of 1 behind the best, for what the cross-encoder has not read
_MOST: Final = 0.6  # of the words of the message that the best has, where it has read nothing


def focused(asked: str, found: Hits, *, gap: float) -> Hits:
    """Return an answer without the hits that are far behind the best, and say how many these were.

    Where the cross-encoder read nothing there is no telling, and all are kept.
    """
    if not any({READ, LAST, OF_A_SET, GOES_ON} & hit.components.keys() for hit in found):
        return found
    kept = near(asked, found, gap=gap)
    left = len(found) - len(kept)
    if not left:
        return found
    said = f"{left} less close {'hit is' if left == 1 else 'hits are'} left out: --all shows everything"
    return Hits(
        kept,
        strength=found.strength,
        below=found.below + left,
        notes=[*found.notes, said],
        read=found.read,
        loops=found.loops,
        streams=found.streams,
    )


def from_then(found: Sequence[Hit]) -> list[Hit]:
    """Return the hits that are from a time which the message names beyond doubt."""
    return [hit for hit in found if hit.components.get(FROM_THEN, 0.0) >= ONLY_THEN]


def near(asked: str, found: Sequence[Hit], *, gap: float) -> list[Hit]:
    """Return the hits that are about as good as the best: by the cross-encoder where it read them, else by words.

    Where loops and threads answer, or the last session or a set does, these alone. So is what is from the time asked
    about, however good it is; what has nothing else to do with the message only where there is nothing better.
    """
    for answers in (LAST, OF_A_SET, GOES_ON):
        if told := [hit for hit in found if answers in hit.components]:
            return told
    if then := from_then(found):
        return [hit for hit in then if hit.components[FROM_THEN] != ONLY_THEN] or then
    read = [hit.components[READ] for hit in found if READ in hit.components]
    if not read:
        wanted = roots(asked)
        shared = {hit.id: len(wanted & roots(f"{hit.speaker} {hit.text}")) for hit in found}
        least = max(shared.values(), default=0) * _MOST
        return [hit for hit in found if shared[hit.id] >= least]
    least = max((hit.score for hit in found), default=0.0) - _BEHIND
    best = max(hit.score for hit in found if hit.components.get(READ) == max(read))
    return [
        hit
        for hit in found
        if (hit.layer == "fact" and hit.score >= best)  # it holds now, and was put above what reads best
        or (hit.components[READ] >= max(read) - gap if READ in hit.components else hit.score >= least)
    ]
