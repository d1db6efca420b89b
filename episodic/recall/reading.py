"""How much the models' say counts, by what they can read. Knows nothing of ranks.

The models that are installed read English, and most of what is written in Latin letters well enough. Of other scripts
they see unknown words and single letters: on Chinese, Japanese, Korean and Russian conversations what they find is
worse than what words find alone, and the cross-encoder orders it at random (`scripts/bench.py languages`).
"""

from collections.abc import Iterable, Mapping

from episodic.config import Config
from episodic.recall.candidates import CONTEXT_WORDS, OWN_WORDS


def say(read: float, config: Config) -> float:
    """Return the say of a model that reads this share of a text: 0 none, 1 all of it, in a straight line between."""
    return min(1.0, max(0.0, (read - config.unread_share) / (config.read_share - config.unread_share)))


def weighed(weights: Mapping[str, float], read: float, config: Config) -> dict[str, float]:
    """Return the weights of the lists, those of the models by what they read of the question."""
    share = say(read, config)
    return {name: weight * (1 if name in (OWN_WORDS, CONTEXT_WORDS) else share) for name, weight in weights.items()}


def read_of(question: float, texts: Iterable[float]) -> float:
    """Return the share read of a question with its texts: of what is read worse, as both are needed."""
    shares = list(texts)
    return min(question, sum(shares) / len(shares))  # `statistics` takes 10 ms to load
