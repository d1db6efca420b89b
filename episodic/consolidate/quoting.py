"""Finds the words of a turn that a quote copies, however they were typed on the way. Knows no store and no fact.

Models drop the marks around words, escape backslashes once too often or too seldom, and leave out a middle. What is
returned always stands in the turn as it is: a loose copy finds its place, and adds nothing.
"""

import re
from collections.abc import Iterator
from typing import Final

from episodic.language import cues

LONGEST: Final = 1_200  # characters; proof that has to be searched for proves nothing

_WORD: Final = re.compile(r"[^\W_]+")
# Between two words: white space and marks, the target of a link, an HTML entity, the letter of an escape.
_GAP: Final = r"(?:\]\([^()\s]{0,200}\)|&\#?\w{1,6};|\\[ntr](?![^\W_])|[\W_]){0,16}?"
_LEFT_OUT: Final = re.compile(r"\s*(?:\[(?:…|\.{3})\]|\((?:…|\.{3})\)|…|\.{3})\s*")
_BETWEEN: Final = r"[^\r\n]{0,300}?"  # what a quote may leave out, in one paragraph


def says_anything(text: str) -> bool:
    """Whether a text has a letter or a digit."""
    return any(char.isalnum() for char in text)


def stands_in(quote: str, text: str) -> bool:
    """Whether a quote stands in a text as whole words; case, spacing and typographic quotes aside."""
    return says_anything(quote) and next(places(cues.fold(text), cues.fold(quote)), None) is not None


def as_said(quote: str, text: str) -> str:
    """Return the words of a text that a quote copies: itself where it stands there, else the place; "" without one."""
    if stands_in(quote, text):
        return quote
    parts = [words for part in _LEFT_OUT.split(quote) if (words := _WORD.findall(part))]
    if not parts or len(quote) > LONGEST:
        return ""
    copied = _BETWEEN.join(_GAP.join(map(re.escape, words)) for words in parts)
    found = re.search(rf"(?<![^\W_]){copied}(?![^\W_])", text, re.IGNORECASE)
    return found[0] if found else ""


def places(content: str, quote: str) -> Iterator[int]:
    """Yield where a folded quote stands in folded text, as whole words."""
    at = content.find(quote)
    while at >= 0:
        end = at + len(quote)
        if not (_joined(content, at) or _joined(content, end)):
            yield at
        at = content.find(quote, at + 1)


def _joined(text: str, at: int) -> bool:
    """Tell whether a cut at `at` would go through a word; scripts without spaces may be cut anywhere."""
    pair = text[at - 1 : at + 1] if 0 < at < len(text) else ""
    return len(pair) == 2 and pair.isalnum() and all(char < "\u0e00" for char in pair)
