"""Judges which thread an episode goes on with, if any; acts on nothing. Knows no store.

Score of a thread: the mean over its nearest members of the cosine from the middle of this user's talk, the overlap of
the words that tell, weighed by how rare they are (the cosine of idf vectors), and a little for the same project. The
weights are in the config with what they were measured to do (`scripts/bench.py threads`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import ceil, log, sqrt
from typing import Any, Final, Literal, NamedTuple

from episodic.consolidate.activity import Activity

_NEAREST: Final = 3  # members that speak for a thread; one alone lets a thread grow into its neighbours
_SHARE: Final = 0.5  # of a large thread's members that speak for it; among two hundred, three are always near
_UNKNOWN: Final = 100  # episodes before what a user talks of at all times counts for half; 0: 344 of 361 in one
_ANCHORS: Final = 2  # words in common, at least, besides the meaning
_SHORT: Final = 20  # words that tell in a session of some length
_SAME_PROJECT: Final = 0.05
_WORDS_ALONE: Final = 8.5  # weight of the words where nothing is embedded; F1 .81


class Scored(NamedTuple):
    """A thread and how well an episode fits it; `shared` are the rarest words they have in common."""

    stream: int
    score: float
    shared: tuple[str, ...]


class Placement(NamedTuple):
    """What to do with an episode: attach it to the best thread, ask about the best three, or begin a new one."""

    action: Literal["attach", "ask", "spawn"]
    best: tuple[Scored, ...]


class Threads:
    """The threads of one user as far as an episode is held against them, in memory."""

    def __init__(self, members: Iterable[tuple[int, Activity]], *, words: float) -> None:
        self._words = words
        self._members: dict[int, list[Activity]] = defaultdict(list)
        self._holders: dict[str, set[int]] = defaultdict(set)  # the threads by their words
        self._counts: Counter[str] = Counter()
        self._weights: dict[str, float] = {}  # of terms, until an episode is added
        self._episodes = 0
        self._sum: Any = 0.0  # an array, once there is a vector
        self.openings: set[int] = set()
        for stream, member in members:
            self.add(stream, member)

    def add(self, stream: int, member: Activity) -> None:
        """Make an episode part of a thread."""
        self._episodes += 1
        self._weights.clear()
        if member.vector is not None:
            self._sum = self._sum + member.vector
        self._members[stream].append(member)
        for term in member.terms:
            self._holders[term].add(stream)
        self._counts.update(member.terms)
        self.openings |= member.openings

    def scores(self, new: Activity) -> list[Scored]:
        """Return the threads an episode may go on with, best first; only those it shares words with."""
        anchors: dict[int, set[str]] = defaultdict(set)
        for term in new.terms:
            for stream in self._holders.get(term, ()):
                anchors[stream].add(term)
        mean = self._sum / (self._episodes + _UNKNOWN)  # where this user's talk lies from the middle of all talk
        norm = self._norm(new)
        found = [
            self._scored(new, stream, words, norm=norm, mean=mean)
            for stream, words in anchors.items()
            if len(words) >= _ANCHORS
        ]
        return sorted(found, key=lambda one: (-one.score, one.stream))

    def _scored(self, new: Activity, stream: int, words: set[str], *, norm: float, mean: Any) -> Scored:
        members = self._members[stream]
        nearest = max(_NEAREST, ceil(_SHARE * len(members)))
        each = (self._score(new, member, norm=norm, mean=mean) for member in members)
        scores = sorted(each, reverse=True)[:nearest]
        rarest = sorted(words, key=lambda term: (self._counts[term], term))
        return Scored(stream, sum(scores) / len(scores), tuple(rarest[:5]))

    def _score(self, new: Activity, member: Activity, *, norm: float, mean: Any) -> float:
        import numpy as np

        overlap = sum(map(self._weight, new.terms & member.terms)) / (norm * self._norm(member))
        same = _SAME_PROJECT if new.project is not None and new.project == member.project else 0.0
        if new.vector is None or member.vector is None:
            return _WORDS_ALONE * overlap + same
        one, other = new.vector - mean, member.vector - mean
        cosine = float(np.dot(one, other)) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-12)
        return cosine + self._words * overlap + same

    def _weight(self, term: str) -> float:
        """Return the square of a term's idf, the new episode counted as holding it."""
        if term not in self._weights:
            idf: float = log((self._episodes + 3) / (self._counts[term] + 1.5))
            self._weights[term] = max(idf, 0.0) ** 2
        return self._weights[term]

    def _norm(self, one: Activity) -> float:
        """Return the length of an episode's words; a short one counts as longer, or two words would be half of it."""
        missing = max(0, _SHORT - len(one.terms)) * log((self._episodes + 3) / 1.5) ** 2
        return sqrt(sum(map(self._weight, one.terms)) + missing) or 1.0


def place(scored: Sequence[Scored], *, attach: float, ask: float) -> Placement:
    """Decide by the best score: attach from `attach`, ask a language model from `ask`, else begin a new thread."""
    best = tuple(scored[:3])
    if not best or best[0].score < ask:
        return Placement("spawn", best)
    return Placement("attach" if best[0].score >= attach else "ask", best)
