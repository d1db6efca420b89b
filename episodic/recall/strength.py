"""How sure an answer can be of itself. Knows nothing of ranks."""

from collections.abc import Collection

from episodic.config import Config
from episodic.records import Strength


def judge(config: Config, *, logits: Collection[float], cosine: float | None, words: int) -> Strength:
    """Say whether the best of what was found answers, may answer, or has nothing to do with the question.

    Args:
        config: holds the thresholds.
        logits: the cross-encoder's scores of the pool; empty when it did not read.
        cosine: the best passage's; None when meaning was not looked at.
        words: how many candidates share a word with the question.
    """
    if logits:
        best = max(logits)
        if best >= config.strong_logit:
            return "strong"
        if best < config.none_logit and (not words or cosine is None or cosine < config.none_cosine):
            return "none"
        return "weak"
    return "weak" if words else "none"
