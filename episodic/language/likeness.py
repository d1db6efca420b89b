"""Finds what a person may have meant by a name nobody has: the same letters otherwise written, or a slip of a few."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_ALIKE: Final = 0.75  # of difflib's ratio: one letter wrong of four, two of eight
_MOST: Final = 3


def near(word: str, names: Iterable[str]) -> list[str]:
    """Return the names spelt most like a word, the likest first; a path is also known by its last part."""
    from difflib import SequenceMatcher

    wanted = _bare(word)
    scored = []
    for name in dict.fromkeys(names):
        spellings = {_bare(name), _bare(re.split(r"[/\\]", name)[-1]), *map(_bare, name.split())}
        score = max((SequenceMatcher(None, wanted, one).ratio() for one in spellings if one), default=0.0)
        scored.append((score, name))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return [name for score, name in scored if score >= _ALIKE and wanted][:_MOST]


def _bare(text: str) -> str:
    """Return the letters and digits of a text, without case, marks and what stands between them."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in plain if char.isalnum())
