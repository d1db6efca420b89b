"""Made-up talk of any size: words as frequent as those of real talk, turns as long, vectors as close to one another.

Imports nothing of Episodic.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_GRAMMAR: Final = (  # the words that make up two fifths of any English text, the most frequent first
    "the i to a and you it that of in is for my was on with this have but not be me so at we if as just do what are"
    " can your they or like get about out would up from one will all there some when how more no an who which could"
).split()
_EVERY: Final = 5  # of the first words one is no word of grammar: "like", "time", "work" are in every tenth turn
_WORDS: Final = 30_000  # a person's talk of years
_SHIFT: Final = 2.7  # of Zipf's law as Mandelbrot has it: p(rank) = 1 / (rank + 2.7)
_LENGTH: Final = (3.2, 0.85)  # of the logarithm of a turn's words: a median of 25, a mean of 35
_SHORTEST, _LONGEST = 5, 200
_SENTENCE: Final = 11  # words
_TURNS: Final = 20  # a session, more or less
_SYLLABLES: Final = [first + vowel for first in "bdfghklmnprstv" for vowel in "aeiou"]


class Talk(NamedTuple):
    """One session: its turns, and which subject each of them is on."""

    turns: list[str]
    subject: int


class Talker:
    """Makes talk up; the same seed says the same."""

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        self._words = _vocabulary()
        weights = np.cumsum(1 / (np.arange(len(self._words)) + 1 + _SHIFT))
        self._cumulative = weights / weights[-1]
        self._telling = [rank for rank, word in enumerate(self._words) if word not in _GRAMMAR]

    def sessions(self, turns: int, *, subjects: int) -> Iterator[Talk]:
        """Yield sessions until there are so many turns."""
        while turns > 0:
            count = min(turns, int(self._random.integers(_TURNS // 2, _TURNS * 3 // 2 + 1)))
            lengths = np.clip(self._random.lognormal(*_LENGTH, count), _SHORTEST, _LONGEST).astype(int)
            yield Talk([self.text(int(length)) for length in lengths], int(self._random.integers(subjects)))
            turns -= count

    def text(self, length: int) -> str:
        """Return so many words, in sentences."""
        words = [self._words[rank] for rank in np.searchsorted(self._cumulative, self._random.random(length))]
        pieces = [words[start : start + _SENTENCE] for start in range(0, length, _SENTENCE)]
        return " ".join(" ".join(piece).capitalize() + "." for piece in pieces)

    def question(self) -> str:
        """Return six to ten words: of grammar, and telling ones from those in every tenth turn to rare ones."""
        random = self._random
        bands = [(0, 30), (0, 300), (30, 1000), (300, 3000), (1000, 10_000), (3000, 20_000)]
        telling = [self._words[self._telling[int(random.integers(*band))]] for band in bands[: random.integers(4, 7)]]
        grammar = [_GRAMMAR[int(random.integers(len(_GRAMMAR)))] for _ in range(random.integers(2, 5))]
        words = [*telling, *grammar]
        random.shuffle(words)
        return " ".join(words)

    def vectors(self, centres: NDArray[np.float32], which: NDArray[np.int64], spread: float) -> NDArray[np.float32]:
        """Return unit vectors around centres; `spread` is the length of what is added to a centre's length of 1."""
        noise = self._random.standard_normal((len(which), centres.shape[1])).astype("f4")
        vectors: NDArray[np.float32] = centres[which] + noise * (spread / centres.shape[1] ** 0.5)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


def _vocabulary() -> list[str]:
    """Return distinct words, the most frequent first."""
    base = len(_SYLLABLES)
    made = (_word(number, base) for number in range(base * base, base * base + _WORDS))
    first = [
        next(made) if rank % _EVERY == _EVERY - 1 else _GRAMMAR[rank - rank // _EVERY]
        for rank in range(len(_GRAMMAR) * _EVERY // (_EVERY - 1))
    ]
    return [*first, *made]


def _word(number: int, base: int) -> str:
    parts = []
    while number:
        number, part = divmod(number, base)
        parts.append(_SYLLABLES[part])
    return "".join(parts)
