"""Tells what of the things found was said otherwise since, for the lines of a block. Retires nothing.

A mistake here adds words to a line, where one in ranking costs a place and one of the referee's hides a fact: so this
asks for least. Both were found for one question, and the later one, close to it, says that something changed.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from episodic.language.reading import read
from episodic.language.sentences import split
from episodic.recall.hits import Hit
from episodic.recall.updating import saying, updates

_READ: Final = "cross-encoder"
_ANSWERS: Final = -3.0  # its score from which something may be an answer; 95 % of LoCoMo's reach 2.7
_CHANGE: Final = frozenset({"strong", "weak"})


def said_since(asked: str, found: Sequence[Hit]) -> list[tuple[str, str]]:
    """Return sentences that were found, each with what its speaker, or the one replied to, said of it later."""
    return list(dict.fromkeys([*_updated(asked, found), *_taken_back(asked, found)]))


def _updated(asked: str, found: Sequence[Hit]) -> Iterator[tuple[str, str]]:
    """Yield what ranking holds for outdated, with what updates it."""
    told = [(hit, said) for hit in found if _is_own(hit) and (said := saying(asked, hit.text))]
    for (old, old_said), (new, new_said) in product(told, repeat=2):
        if _is_later(old, new) and updates(asked, old_said, new_said):
            yield old_said.text, new.text


def _taken_back(asked: str, found: Sequence[Hit]) -> Iterator[tuple[str, str]]:
    """Yield what may answer or is about the question, with a later answer that says that something changed."""
    answers = [hit for hit in found if _is_own(hit) and hit.components.get(_READ, _ANSWERS) > _ANSWERS]
    about = [hit for hit in found if _is_own(hit) and saying(asked, hit.text)]
    for new in answers:
        if any(_CHANGE & (sentence := read(part)).roles or sentence.rejected for part in split(new.text)):
            for old in (*answers, *about):
                if _is_later(old, new):
                    yield from ((part, new.text) for part in split(old.text))


def _is_own(hit: Hit) -> bool:
    return hit.layer != "episode" and hit.speaker != "assistant"


def _is_later(old: Hit, new: Hit) -> bool:
    return new.said_at > old.said_at and new.session != old.session
