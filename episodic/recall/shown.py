"""The part of a turn that answers, as a person is shown it. Knows no ranking; rewords nothing.

A turn says more than what was asked. Its nearest sentences are shown, what is left out is marked; where they lean on
what was said before, that line stands before them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from episodic.language.cues import is_question
from episodic.language.sentences import prose, spans
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.vectors import Near
from episodic.recall.strength import roots
from episodic.records import Turn

_ENOUGH: Final = 60  # characters from which a sentence stands for itself; a shorter one is shown with those beside it
_WHOLE: Final = 160  # of a turn that is shown as it is
_MOST: Final = 0.8  # of a text; a stretch that is more of it is not one of its sentences
_LEANS: Final = 6  # content words up to which an answer may need its question to be understood
_ASKED: Final = 80  # characters of that question
_GAP: Final = " … "


def answering_parts(
    store: Store, turns: Sequence[Item], question: str, *, passages: Mapping[int, Near]
) -> dict[int, str]:
    """Return the part of each turn that answers a question; turns are given as items.

    `passages` are the stretches that were found nearest by meaning.
    """
    around = store.turns.neighbours([turn.id for turn in turns], reach=1)
    before = store.turns.read(near[-1] for near in around.values() if -1 in near)
    wanted = roots(question)
    parts: dict[int, str] = {}
    for turn in turns:
        part = answering_part(turn.text, wanted, near=passages.get(turn.id))
        asked = before.get(around.get(turn.id, {}).get(-1, 0))
        parts[turn.id] = _replying(part, asked, wanted) if asked else part
    return parts


def answering_part(text: str, wanted: frozenset[str], *, near: Near | None = None) -> str:
    """Return the sentence of a text that answers, with those beside it where it is short.

    It is the one that is nearest by meaning, where the text was cut into sentences for that; else the one that holds
    most of some word roots. A question that trails behind it is left out.
    """
    found = [(start, end) for start, end in spans(text) if text[start:end].strip()]
    if not found:
        return " ".join(text.split())
    best = _nearest(text, found, wanted, near)
    first, last = (0, len(found) - 1) if len(text) <= _WHOLE else (best, best)
    while last + 1 < len(found) and found[last][1] - found[first][0] < _ENOUGH:
        last += 1
    while first and found[last][1] - found[first][0] < _ENOUGH:
        first -= 1
    while last > best and is_question(text[slice(*found[last])]):
        last -= 1
    part = " ".join(text[found[first][0] : found[last][1]].split())
    head = _GAP.lstrip() if first else ""
    return head + part + (_GAP.rstrip() if last + 1 < len(found) else "")


def _nearest(text: str, found: Sequence[tuple[int, int]], wanted: frozenset[str], near: Near | None) -> int:
    if near is not None and near.end - near.start < _MOST * len(text):
        return max(
            range(len(found)), key=lambda place: min(found[place][1], near.end) - max(found[place][0], near.start)
        )
    held = [len(wanted & roots(text[start:end])) for start, end in found]
    return max(range(len(found)), key=lambda place: (held[place], -place))


def _replying(part: str, before: Turn, wanted: frozenset[str]) -> str:
    """Put the question before a short answer that does not say itself what it answers."""
    own = roots(part)
    asked = next((one for one in reversed(list(_sentences(before.content))) if is_question(one)), "")
    if not asked or len(own) > _LEANS or own & wanted or len(asked) > _ASKED or is_question(part):
        return part
    return f'to "{asked}": {part}'


def _sentences(text: str) -> Sequence[str]:
    return [" ".join(run[start:end].split()) for run in prose(text) for start, end in spans(run)]
