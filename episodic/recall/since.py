"""Tells what of the things found was said otherwise since, for the lines of a block. Retires nothing.

A mistake here adds words to a line, where one in ranking costs a place and one of the referee's hides a fact: so this
asks for least. Both were found for one question, and the later one, close to it, says that something changed.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from episodic.language.cues import fold, words_of
from episodic.language.reading import read
from episodic.language.sentences import split
from episodic.recall.hits import Hit
from episodic.recall.rerank import READ
from episodic.recall.strength import roots
from episodic.recall.updating import saying, updates

_ANSWERS: Final = -3.0  # its score from which something may be an answer; 95 % of LoCoMo's reach 2.7
_CHANGE: Final = frozenset({"strong", "weak"})
_SHARED: Final = 2  # roots by which two sentences speak of one thing, whatever was asked
_OFF: Final = words_of(
    r"""
    (?:is|was|are|were|'s) (?:way |far |a bit )?too (?:much|many|little|few|high|low|long|short|early|late|big|small)
    (?:är|var|blir) (?:alldeles |lite )?för (?:mycket|många|lite|få|högt?|lågt?|långt?|kort|tidigt?|sent?|stort?|litet?)
    (?:ist|war|sind|waren|wird) (?:viel |etwas )?zu (?:viele?|wenige?|hoch|niedrig|lang|kurz|früh|spät|gross|klein)
    (?:won't|will not|isn't|is not|not) (?:going to )?happen(?:ing)?|fell through|is off(?= |$)|called off|falls flat
    blir (?:det )?inte av|ställs in|inställt|fällt aus|fiel aus|wird nichts|se cae|se canceló|tombe à l'eau|est annulée?
    (?:es|son|era|fue) demasiad[oa]s?|(?:est|était|c'est|sont) (?:bien |un peu )?trop
    """
)


def said_since(asked: str, found: Sequence[Hit]) -> list[tuple[str, str]]:
    """Return sentences that were found, each with what its speaker, or the one replied to, said of it later."""
    return list(dict.fromkeys([*_updated(asked, found), *_taken_back(asked, found), *_of_one_thing(found)]))


def _updated(asked: str, found: Sequence[Hit]) -> Iterator[tuple[str, str]]:
    """Yield what ranking holds for outdated, with what updates it."""
    told = [(hit, said) for hit in found if _is_own(hit) and (said := saying(asked, hit.text))]
    for (old, old_said), (new, new_said) in product(told, repeat=2):
        if _is_later(old, new) and updates(asked, old_said, new_said):
            yield old_said.text, new_said.text


def _taken_back(asked: str, found: Sequence[Hit]) -> Iterator[tuple[str, str]]:
    """Yield what may answer or is about the question, with a later answer that says that something changed."""
    answers = [hit for hit in found if hit.layer == "fact" or (hit.layer == "turn" and _may_answer(hit))]
    about = [hit for hit in found if hit.layer != "episode" and saying(asked, hit.text)]
    for new in filter(_is_own, answers):
        told = _told(new.text)
        if not told:
            continue
        for old in (*answers, *about):
            if _is_later(old, new):
                yield from ((part, told) for part in split(old.text))


def _of_one_thing(found: Sequence[Hit]) -> Iterator[tuple[str, str]]:
    """Yield what was found, with what was said to be otherwise of the same things, whatever was asked."""
    own = [hit for hit in found if _is_own(hit)]
    words = {hit.id: roots(hit.text) for hit in own}
    for old, new in product(own, repeat=2):  # what has no words in common need not be read
        if _is_later(old, new) and len(words[old.id] & words[new.id]) >= _SHARED and (told := _told(new.text)):
            yield from ((part, told) for part in split(old.text) if len(roots(part) & words[new.id]) >= _SHARED)


@lru_cache(maxsize=64)
def _told(text: str) -> str:
    """Return the first sentence that says that something changed, with the one after it; "" where none does."""
    parts = split(text)
    first = next((place for place, part in enumerate(parts) if _changes(part)), None)
    return " ".join(parts[first : first + 2]) if first is not None else ""


def _may_answer(hit: Hit) -> bool:
    return hit.components.get(READ, _ANSWERS) > _ANSWERS


def _changes(sentence: str) -> bool:
    """Tell whether a sentence says that something is not as it was, or is to be otherwise."""
    told = read(sentence)
    return bool(_CHANGE & told.roles or told.rejected or _OFF.search(fold(sentence)))


def _is_own(hit: Hit) -> bool:
    return hit.layer != "episode" and hit.speaker != "assistant"


def _is_later(old: Hit, new: Hit) -> bool:
    return new.said_at > old.said_at and new.session != old.session
