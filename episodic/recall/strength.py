"""How sure an answer can be of itself. Knows nothing of ranks."""

from collections.abc import Collection

from episodic.config import Config
from episodic.records import Strength


def judge(config: Config, *, logits: Collection[float], cosine: float | None, coverage: float) -> Strength:
    """Say whether the best of what was found answers, may answer, or has nothing to do with the question.

    Args:
        config: holds the thresholds.
        logits: the cross-encoder's scores of the pool; empty when it did not read.
        cosine: the nearest passage's; None when meaning was not looked at.
        coverage: the largest share of the question's words that one candidate has.
    """
    if not logits:
        return "weak" if coverage else "none"
    best = max(logits)
    if best >= config.strong_logit:
        return "strong"
    far = cosine is None or cosine < config.none_cosine
    return "none" if best < config.none_logit and far and coverage < config.none_coverage else "weak"
