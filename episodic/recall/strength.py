"""How sure an answer can be of itself. Knows nothing of ranks."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from episodic.config import Config
from episodic.language.asking_words import ASKING
from episodic.language.folding import plain
from episodic.language.stems import stem
from episodic.language.tokens import STOPWORDS, asked, prepare
from episodic.memory.memories import Item
from episodic.records import Strength

_ROOTS: Final = 3  # of a question at least; two words meet by chance


class Coverage(NamedTuple):
    """The largest share of a question's words that stand in one item, as they are and by their `roots`.

    `asked` is how many roots there are: words that only ask are none.
    """

    words: float
    roots: float
    asked: int


def coverage_of(question: str, items: Sequence[Item]) -> Coverage:
    """Return how much of a question stands in one of some items."""
    words, wanted = asked(question), _roots_asked(question)
    met = max((_met(words, prepare(item.text).split()) for item in items), default=0)
    shared = max((_met(wanted, roots(f"{item.speaker} {item.text}")) for item in items), default=0)
    return Coverage(met / max(1, len(words)), shared / max(1, len(wanted)), len(wanted))


def judge(
    config: Config, *, logits: Collection[float], cosine: float | None, among: int, coverage: Coverage
) -> Strength:
    """Say whether the best of what was found answers, may answer, or has nothing to do with the question.

    Args:
        config: holds the thresholds.
        logits: the cross-encoder's scores of the pool; empty when it did not read.
        cosine: the nearest passage's; None when meaning was not looked at.
        among: how many passages that is the nearest of, as far as they were looked at.
        coverage: of the question's words by the best candidates.

    Where nothing was read, two thirds of three roots or more are an answer: so are .49 of LoCoMo's questions, none of a
    stranger's and .11 of a stranger's with the names of this conversation put in.
    """
    if not logits:
        sure = coverage.asked >= _ROOTS and coverage.roots >= config.strong_coverage
        return "strong" if sure else "weak" if coverage.words else "none"
    best = max(logits)
    if best >= config.strong_logit:
        return "strong"
    far = cosine is None or cosine < _near(config, among=among)
    return "none" if best < config.none_logit and far and coverage.words < config.none_coverage else "weak"


def _near(config: Config, *, among: int) -> float:
    """Return the cosine from which a passage may be about the question: the more there are, the nearer one is."""
    many = min(1.0, among / config.depth)
    return config.none_cosine + many * (config.none_cosine_of_many - config.none_cosine)


@lru_cache(maxsize=2048)
def roots(text: str) -> frozenset[str]:
    """Return what the words of a text come down to, in all their spellings, without those that only ask."""
    return frozenset(root for spelt in _roots_asked(text) for root in spelt)


def _roots_asked(question: str) -> set[frozenset[str]]:
    """Return what the words of a question come down to, in their spellings, without those that only ask."""
    words = asked(question, unigrams=True)
    telling = (word for word in words if STOPWORDS.isdisjoint(word) and _ASKING.isdisjoint(word))
    return {frozenset(stem(spelt, "en") for spelt in word) for word in telling}


def _met(wanted: Iterable[Collection[str]], there: Collection[str]) -> int:
    """Return how many words stand there, in any of their spellings."""
    found = frozenset(there)
    return sum(not found.isdisjoint(word) for word in wanted)


_ASKING: Final = frozenset(map(plain, ASKING))
