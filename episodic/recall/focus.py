"""Tells of hits which are about the question, and leaves the rest out. Knows no store.

Five lines are shown because five were asked for; a line that has nothing to do with the question costs trust.
"""

from collections.abc import Sequence
from typing import Final

from episodic.language.cues import is_question
from episodic.language.sentences import split
from episodic.recall.hits import Hit, Hits
from episodic.recall.last_time import LAST
from episodic.recall.rerank import READ
from episodic.recall.sets import OF_A_SET
from episodic.recall.speakers import speakers_named
from episodic.recall.strength import roots
from episodic.recall.unfinished import GOES_ON
from episodic.recall.within import FROM_THEN, ONLY_THEN
from episodic.records import ROLES

_BEHIND: Final = 0.25  # of a score of 1 behind the best; with that and the logits .72 of the lines belong, was .47
_UNREAD: Final = 0.35  # the same for what the cross-encoder has not read
_OF_MUCH: Final = 2.0  # times the gap, for an episode, which tells of much else, and a fact, which tells little
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

    Where loops and threads answer, or the last session or a set does, these alone. What is from the time asked about is
    held against the best of that; what has nothing else to do with the message stands where there is nothing better.
    """
    for answers in (LAST, OF_A_SET, GOES_ON):
        if told := [hit for hit in found if answers in hit.components]:
            return told
    then = from_then(found)
    about = [hit for hit in then if hit.components[FROM_THEN] != ONLY_THEN]
    if then and not about:
        return then
    among = about or found
    if any(READ in hit.components for hit in among):
        return _near_read(asked, among, gap=gap)
    return about or _near_words(asked, found)


def _near_words(asked: str, found: Sequence[Hit]) -> list[Hit]:
    wanted = roots(asked)
    shared = {hit.id: len(wanted & roots(f"{hit.speaker} {hit.text}")) for hit in found}
    least = max(shared.values(), default=0) * _MOST
    return [hit for hit in found if shared[hit.id] >= least]


def _near_read(asked: str, found: Sequence[Hit], *, gap: float) -> list[Hit]:
    """Return what reads and ranks about as well as what reads best; an assistant's words are no measure for others'.

    Left out are turns that end by asking, and another's words where the best are those of somebody the message names.
    """
    by_people = [hit for hit in found if READ in hit.components and hit.speaker != "assistant"]
    best = max((hit for hit in found if READ in hit.components), key=_reading)
    best_by_people = max(by_people, key=_reading, default=best)
    top = max((hit.score for hit in found if hit.layer != "fact"), default=best.score)
    named = speakers_named(asked, (hit.speaker for hit in found))

    def is_near(hit: Hit) -> bool:
        if hit.score >= best.score:
            return True  # the best, and what was put above it as it holds now
        if best.speaker in named and hit.speaker not in {*named, *ROLES, ""}:
            return False
        if READ not in hit.components:
            return hit.score >= top - _UNREAD
        behind = _reading(best if hit.speaker == "assistant" else best_by_people) - _reading(hit)
        if hit.layer != "turn":
            return behind <= _OF_MUCH * gap
        return behind <= gap and hit.score >= top - _BEHIND and not _ends_by_asking(hit)

    return [hit for hit in found if is_near(hit)]


def _reading(hit: Hit) -> float:
    return hit.components[READ]


def _ends_by_asking(hit: Hit) -> bool:
    """Tell whether a turn ends with a question: half as many of these belong to what is asked as of the others."""
    return is_question((split(hit.text) or [""])[-1])
