"""Judges which episodes are one thread; acts on nothing. Knows no store.

How alike two episodes are: the cosine of where they point, and the overlap of their words, weighed by how rare they are
(the cosine of tf-idf vectors). Where they point is measured from the middle of this user's talk, by the directions in
which sessions differ from each other, not those in which the turns of one session do: a question and its answer differ
in manner, two sessions in what they are about (linear discriminant analysis with the sessions as classes). The length
of a session weighs in neither. The figures are those of `scripts/bench.py threads`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from episodic.consolidate.activity import Activity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNKNOWN: Final = 2  # episodes before the middle of a user's talk is half known; 30: F1 .75 instead of .79
_UNSURE: Final = 20  # episodes before the meaning counts for half: of two all talk the user's own way
_NEW: Final = 16  # episodes up to which a memory is new; without: F1 .82 on boilerplate.jsonl instead of 1
_UNSEEN: Final = 7  # episodes; 2: three short sessions on one deck stay three threads
_FEW: Final = 40  # episodes before the scatter of a user's turns counts for half
_SHORT: Final = 8  # words that tell, as which a shorter session counts: of three words two are soon in common
_WORDS_ALONE: Final = 6.0  # weight of the words where nothing is embedded
_LARGE: Final = 8  # episodes of a group, at least, and
_MOST: Final = 0.3  # share of all, from which it is cut again by itself
_SINGLE: Final = 0.3  # share of a group's own likeness that a single episode needs to join it
_REST: Final = 0.4  # the same once all others have joined
_MARGIN: Final = 0.03  # by which the nearest group must be nearer to an episode that is left than the next one


class Scored(NamedTuple):
    """A thread and how well an episode fits it: the mean of how alike it is to the thread's episodes."""

    stream: int
    score: float


class Placement(NamedTuple):
    """What to do with an episode: attach it to the best thread, ask about the best three, or begin a new one."""

    action: Literal["attach", "ask", "spawn"]
    best: tuple[Scored, ...]


def place(scored: Sequence[Scored], *, attach: float, ask: float) -> Placement:
    """Decide by the best score: attach from `attach`, ask a language model from `ask`, else begin a new thread."""
    best = tuple(scored[:3])
    if not best or best[0].score < ask:
        return Placement("spawn", best)
    return Placement("attach" if best[0].score >= attach else "ask", best)


def scores(alike: "NDArray[np.float64]", streams: Sequence[int | None]) -> list[Scored]:
    """Return the threads an episode may go on with, best first.

    Args:
        alike: how alike it is to every episode, its row of `likeness`.
        streams: the thread of each of them; None for those in none.
    """
    members: dict[int, list[float]] = defaultdict(list)
    for stream, score in zip(streams, alike, strict=True):
        if stream is not None:
            members[stream].append(float(score))
    found = [Scored(stream, sum(each) / len(each)) for stream, each in members.items()]
    return sorted(found, key=lambda one: (-one.score, one.stream))


def likeness(episodes: Sequence[Activity], *, words: float) -> "NDArray[np.float64]":
    """Return how alike episodes are to each other, (n, n); `words` weighs the words beside the meaning's 1."""
    import numpy as np

    overlap = _overlap(episodes)
    embedded = [place for place, one in enumerate(episodes) if one.vector is not None]
    alike = _WORDS_ALONE * overlap
    if embedded:
        both = np.ix_(embedded, embedded)
        pointed = _pointed([one.vector for one in episodes if one.vector is not None])
        sure = len(embedded) / (len(embedded) + _UNSURE)
        alike[both] = sure * (pointed @ pointed.T) + words * overlap[both]
    np.fill_diagonal(alike, 0.0)
    return alike


def _pointed(vectors: "Sequence[NDArray[np.float32]]") -> "NDArray[np.float64]":
    """Return unit rows that point from the middle of this user's talk to where each episode is."""
    import numpy as np

    means = np.array([vector[0] for vector in vectors], "f8")
    away = means - means.sum(axis=0) / (len(means) + UNKNOWN)
    sketches = np.vstack([vector[1:] for vector in vectors]).astype("f8")
    if sketches.any():
        scatter = sketches.T @ sketches
        spread = float(np.trace(scatter)) / len(scatter)
        share = len(means) / (len(means) + _FEW)
        scatter = share * scatter / max(spread, 1e-12) + (1 - share) * np.eye(len(scatter))
        values, directions = np.linalg.eigh(scatter)
        away = away @ (directions / np.sqrt(values))
    pointed: NDArray[np.float64] = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-12)
    return pointed


def _overlap(episodes: Sequence[Activity]) -> "NDArray[np.float64]":
    """Return the cosines of the episodes' tf-idf vectors; a short one counts as longer than it is.

    A term of one episode weighs in its length alone.
    """
    import numpy as np

    holders = Counter(term for one in episodes for term in one.terms)
    column = {term: at for at, term in enumerate(term for term, count in holders.items() if count > 1)}
    weights = np.zeros((len(episodes), len(column)), "f4")
    length = np.zeros(len(episodes))
    for place, one in enumerate(episodes):
        for term, count in one.terms.items():
            weight = (1 + log(count)) * _rarity(holders[term], len(episodes))
            length[place] += weight**2
            if term in column:
                weights[place, column[term]] = weight
    shared = (weights @ weights.T).astype("f8")
    missing = np.array([max(0, _SHORT - len(one.terms)) for one in episodes])
    length = np.sqrt(length + missing * _rarity(1, len(episodes)) ** 2 + 1e-12)
    return shared / np.outer(length, length)


def _rarity(holders: int, episodes: int) -> float:
    """Return the idf of a term; unseen episodes hold none, or what all of three sessions are about would be common."""
    return log((episodes + _UNSEEN) / (holders + 0.5))


# Grouping -----------------------------------------------------------------------------------------------------------


class Cut(NamedTuple):
    """Where groups end.

    Two join where their episodes are alike by `join` on average, and by `ratio` of what the looser of the two is in
    itself: one project's features are alike, each is more so in itself. An episode left alone goes to the nearest group
    from `alone`, where that is nearer by a margin than any other: a short one is near to nothing.
    """

    join: float
    ratio: float
    alone: float


def threads(episodes: Sequence[Activity], pinned: Sequence[int | None], *, words: float, cut: Cut) -> list[int]:
    """Return the group of each episode, as one of its places; none holds most of what there is.

    What a group of that size has in common is the manner of this user or the trade at large. Measured from its own
    middle, by words rare within it, it falls apart into subjects.

    Args:
        episodes: all of a user's.
        pinned: the threads of those that a person or a model placed; such threads never join each other.
        words: weight of words in common beside the meaning's 1.
        cut: where groups end.
    """
    cut = _cautious(cut, len(episodes))
    groups = grouped(likeness(episodes, words=words), pinned, cut)
    for group, count in Counter(groups).items():
        places = [place for place, one in enumerate(groups) if one == group]
        if count >= max(_LARGE, _MOST * len(episodes)) and all(pinned[place] is None for place in places):
            parts = grouped(likeness([episodes[place] for place in places], words=words), [None] * count, cut)
            for place, part in zip(places, parts, strict=True):
                groups[place] = places[part]
    return groups


def _cautious(cut: Cut, episodes: int) -> Cut:
    """Ask more of a memory of few episodes: what is rare among sixteen is common elsewhere."""
    new = min(1.0, (_NEW / max(episodes, 1)) ** 2)
    return Cut(cut.join * (1 + new), cut.ratio, cut.alone * (1 + 4 * new))


def grouped(alike: "NDArray[np.float64]", pinned: Sequence[int | None], cut: Cut) -> list[int]:
    """Return the group of each episode by average linkage, given how alike they are."""
    groups = _Groups(alike, pinned)
    groups.join(cut.join, cut.ratio)
    return groups.with_the_rest(alike, cut.alone)


class _Groups:
    """Groups of episodes as they grow. `sums` holds the likeness summed over pairs of two groups' members."""

    def __init__(self, alike: "NDArray[np.float64]", pinned: Sequence[int | None]) -> None:
        import numpy as np

        self.sums = alike.astype("f8").copy()
        self.size = np.ones(len(alike))
        self.of = np.arange(len(alike))
        self.pinned = np.array([stream is not None for stream in pinned], bool)
        first: dict[int, int] = {}
        for place, stream in enumerate(pinned):
            if stream is not None and first.setdefault(stream, place) != place:
                self._merge(first[stream], place)

    def join(self, least: float, ratio: float) -> None:
        """Join groups that are each other's nearest, as long as any two may join."""
        import numpy as np

        while len(self.of):
            link = self._links(least, ratio)
            nearest = link.argmax(axis=1)
            places = np.arange(len(link))
            mutual = (nearest[nearest] == places) & (places < nearest) & (link[places, nearest] > -np.inf)
            if not mutual.any():
                return
            for one in np.flatnonzero(mutual):
                self._merge(int(one), int(nearest[one]))

    def _links(self, least: float, ratio: float) -> "NDArray[np.float64]":
        """Return the mean likeness of groups that may join, minus infinity for others."""
        import numpy as np

        size = np.maximum(self.size, 1)
        own = np.diag(self.sums) / np.maximum(size * (size - 1), 1)
        looser = np.minimum(own[:, None], own[None, :])
        single = (size[:, None] == 1) | (size[None, :] == 1)
        own = np.where(single, _SINGLE * np.maximum(own[:, None], own[None, :]), ratio * looser)
        link = self.sums / np.outer(size, size)
        may = link >= np.maximum(least, own)
        may &= ~np.outer(self.pinned, self.pinned)
        here = self.size > 0
        may &= np.outer(here, here)
        np.fill_diagonal(may, val=False)
        return np.where(may, link, -np.inf)

    def _merge(self, one: int, other: int) -> None:
        self.sums[one] += self.sums[other]
        self.sums[:, one] += self.sums[:, other]
        self.sums[other] = self.sums[:, other] = 0.0
        self.size[one] += self.size[other]
        self.size[other] = 0
        self.pinned[one] |= self.pinned[other]
        self.of[self.of == other] = one

    def with_the_rest(self, alike: "NDArray[np.float64]", least: float) -> list[int]:
        """Return the groups, an episode that is alone put into one that is nearer by a margin than any other."""
        of = [int(group) for group in self.of]
        counts = Counter(of)
        found = list(of)
        for place, group in enumerate(of):
            if counts[group] > 1 or self.pinned[group]:
                continue
            near = scores(alike[place], [one if counts[one] > 1 else None for one in of])
            second = near[1].score if len(near) > 1 else 0.0
            if near and near[0].score >= max(least, second + _MARGIN, _REST * self._own(near[0].stream)):
                found[place] = near[0].stream
        return found

    def _own(self, group: int) -> float:
        return float(self.sums[group, group] / max(self.size[group] * (self.size[group] - 1), 1))
