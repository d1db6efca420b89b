"""Holds the words of a fact against those of its turn; what says it in another tongue is put in the turn's own words.

A model that answers in English about Chinese turns cannot be checked word by word: figures and names may agree while
all else was made up. What it quotes can. Knows no store, and judges no truth.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from episodic.language import cues
from episodic.language.sentences import split
from episodic.language.tokens import STOPWORDS
from episodic.language.tongues import tongue
from episodic.records import FACT_CHARS, Candidate, Turn

_PREFIX: Final = 4  # letters that two forms of one word share
_FEW: Final = 4  # words; a quote of fewer is shown with the sentence around it
_EAST: Final = {"CJK": "EAST", "HIRAGANA": "EAST", "KATAKANA": "EAST"}
_WORD: Final = re.compile(r"[^\W_]+")


def in_own_words(candidate: Candidate, turn: Turn, window: Sequence[Turn]) -> Candidate:
    """Return a fact as it is where its words are those of its turn, else with the turn's own for its text.

    Args:
        candidate: the fact, its quote in the turn's own words.
        turn: where it was said.
        window: all turns it may have drawn on.
    """
    if _is_of_them(candidate.text, candidate.quote, turn, window):
        return candidate
    own = candidate.quote
    if len(_WORD.findall(own)) < _FEW:
        quote = cues.fold(own)
        around = (sentence for sentence in split(turn.content) if quote in cues.fold(sentence))
        own = next((" ".join(one.split()) for one in around if len(one) <= FACT_CHARS), own)
    return candidate._replace(text=own)


def _is_of_them(text: str, quote: str, turn: Turn, window: Sequence[Turn]) -> bool:
    """Whether a text is in the script and the language of its turn, and takes up at least one word of the window."""
    if (written := _script(text)) != (said := _script(quote)) and written and said:
        return False
    one, other = tongue(text), tongue(turn.content)
    if one is not None and other is not None and one != other and tongue(quote) in {None, other}:
        return False
    own = {word[:_PREFIX] for word in _telling(text)}
    heard = {word[:_PREFIX] for one in window for word in _telling(f"{one.name or ''} {one.content}")}
    return not own or written in {"", "EAST", "THAI"} or not own.isdisjoint(heard)


def _telling(text: str) -> set[str]:
    return {word for word in _WORD.findall(cues.fold(text)) if word not in STOPWORDS and word not in _ABOUT}


_ABOUT: Final = cues.bag("user users användaren nutzer usuario utilisateur prefers likes uses wants needs says said")


def _script(text: str) -> str:
    """Return the script most letters of a text are in; empty without any."""
    names = (unicodedata.name(char, "").partition(" ")[0] for char in text if char.isalpha())
    counts = Counter(_EAST.get(name, name) for name in names)
    return counts.most_common(1)[0][0] if counts else ""
