"""Tells what in a sentence makes it worth keeping: a figure, a day, a name, words of content; or what makes it idle.

Knows no kind of fact and no turn.
"""

import re
from typing import Final

from episodic.language import cues, kinds, said_dates
from episodic.language.cues import words_of
from episodic.language.numbers import find
from episodic.language.tokens import STOPWORDS

WORDS: Final = re.compile(r"[^\W_]+(?:['\u2019.][^\W_]+)*")
# Written as code is. A name in CamelCase may be a brand as well as a class: `is_coded` takes both, `is_marked` neither.
_MARKS: Final = (
    r"`[^`]+`|\w+\(\)|\b[a-z]+[A-Z]\w+|\b\w+_\w+|\B--?[a-z]\w+|\b[0-9a-f]{7,40}\b"
    r"|\S+\.(?:py|go|js|ts|tsx|rs|java|md|sh)\b"
)
# "Those steps", "your first version", "the approach above": it says which only to who was there.
_POINTED_AT: Final = re.compile(
    r" ?(?:on |with |for |på |med )?"
    r"(?:(?:this|that|these|those|your|dessa|diese\w*|es[ao]s?|ces?|cette)(?: [\w-]+){1,3}"
    r"|the [\w-]+ (?:above|below|you \w+)|the (?:[\w-]+ )?ones?)\W*"
)
_LEANS: Final = words_of("^(?:and|also|but|so|then|no|yes|och|också|men|nej|und|auch|aber|nein|y|pero|et|mais|non)")
_GOES_ON: Final = words_of(
    r"""
    so|because|but|whatever|så|men|eftersom|aber|weil|denn|pero|porque|mais|car|donc
    (?<=, )(?:i|i'\w+|we|we'\w+|he|she|it|it's|its|they|jag|vi|hon|han|den|det|ich|wir|er|sie|es|él|ella|je|on|il|elle)
    (?:and|och|und|y|et) (?:i|we|he|she|it|they|jag|vi|hon|han|den|det|ich|wir|er|sie|es|él|ella|je|on|il|elle)
    """
)
_MARKED: Final = re.compile(_MARKS)
_CODED: Final = re.compile(rf"{_MARKS}|\b[A-Z][a-z]+[A-Z]\w*")


def is_marked(sentence: str) -> bool:
    """Tell whether something in a sentence is written as only code is."""
    return bool(_MARKED.search(sentence))


def is_coded(sentence: str) -> bool:
    """Tell whether something in a sentence looks like code, names in CamelCase among it."""
    return bool(_CODED.search(sentence))


def is_definite(text: str) -> bool:
    """Tell whether a figure, a day or a name stands in `text` (its first word aside, for that has a capital anyway)."""
    return has_figure(text) or bool(said_dates.A_DATE.search(cues.fold(text))) or has_name(text)


def has_figure(text: str) -> bool:
    """Tell whether a number stands in `text`; "one" and "no" are articles."""
    return any(number.value not in {"0", "1"} for number in find(text))


def has_name(text: str) -> bool:
    """Tell whether a word of `text` but its first has a capital."""
    return any(
        word[0].isupper() and not word.startswith(("I'", "I\u2019")) for word in WORDS.findall(text)[1:] if word != "I"
    )


def is_passing(folded: str) -> bool:
    """Tell whether a wish is for the moment or for the thing at hand, so no standing preference."""
    return bool(kinds.TRANSIENT.search(folded)) or bool(
        re.search(r"\b(?:this|that|these|those|it|them)\b(?! way)", folded)
    )


def stands_alone(folded: str) -> bool:
    """Tell whether a sentence leans on none before it, and says one thing: its kind is then of all it says."""
    return not _LEANS.match(folded) and not _GOES_ON.search(folded)


def has_content(folded: str, cue: re.Pattern[str]) -> bool:
    """Tell whether words other than pointers follow a cue; "let's go with option 2" needs its context."""
    match = cue.search(folded)
    if not match:
        return False
    rest = folded[match.end() :]
    if _POINTED_AT.fullmatch(rest):
        return False
    if WORDS.search(rest):
        return telling(rest) > 0
    return telling(match[0]) > 1  # the cue took the sentence to its end: a verb and what it is about


def telling(folded: str) -> int:
    """Count the words that say something of their own."""
    words = WORDS.findall(folded)
    return sum(not (word in kinds.POINTERS or word in STOPWORDS or word.isdigit()) for word in words)
