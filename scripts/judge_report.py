"""How good a judge is: thresholds, a temperature, and the figures by voice. Knows no network."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from judge_data import KEEP_AT, KINDS, KINDS_AT, LOOPS_AT, PAIRS, WHOSE, WHOSE_AT, Pair, Sentence
from numpy.typing import NDArray

AIM: Final = 0.87  # precision on the conversations that choose a threshold, for .85 on voices that were not seen
_TEMPERATURES: Final = np.arange(0.5, 4.01, 0.1)


class Judged(NamedTuple):
    """A sentence or a pair with the logits a judge gave it, and the voice it is from."""

    item: Sentence | Pair
    logits: NDArray[np.float32]
    source: str


def keep_of(one: Judged, temperature: float) -> float:
    """Return how probable it is that a sentence is worth keeping."""
    return float(1 / (1 + np.exp(-one.logits[KEEP_AT] / temperature)))


def opens_of(one: Judged, temperature: float) -> float:
    """Return how probable it is that a sentence opens a loop."""
    return _softmax(one.logits[LOOPS_AT], temperature)[1]


def closes_of(one: Judged, temperature: float) -> float:
    """Return how probable it is that a sentence closes a loop."""
    return _softmax(one.logits[LOOPS_AT], temperature)[2]


ASKED: Final[dict[str, tuple[Callable[[Judged, float], float], Callable[[Any], bool]]]] = {
    "keep": (keep_of, lambda sentence: sentence.label.keep),
    "opens": (opens_of, lambda sentence: sentence.label.loop == "+"),
    "closes": (closes_of, lambda sentence: sentence.label.loop.startswith("=")),
}


def calibrated(found: Sequence[Judged]) -> float:
    """Return the temperature by which what is said to be .8 is right in .8: the least cross-entropy of keeping."""
    said = [one for one in found if isinstance(one.item, Sentence)]
    truth = np.array([one.item.label.keep for one in said])  # type: ignore[union-attr]
    logits = np.array([one.logits[KEEP_AT] for one in said])

    def entropy(temperature: float) -> float:
        scaled = logits / temperature
        return float(np.mean(np.logaddexp(0, scaled) - truth * scaled))

    return round(float(min(_TEMPERATURES, key=entropy)), 2)


def threshold_of(found: Sequence[Judged], temperature: float) -> dict[str, float]:
    """Return from which probability each answer is taken: the least at which it is as precise as we aim at."""
    said = [one for one in found if isinstance(one.item, Sentence)]
    chosen = {}
    for name, (score, truth) in ASKED.items():
        scores, right = np.array([score(one, temperature) for one in said]), np.array([truth(one.item) for one in said])
        fitting = [
            at for at in np.arange(0.3, 0.99, 0.01) if right[scores >= at].size and right[scores >= at].mean() >= AIM
        ]
        chosen[name] = round(float(min(fitting, default=0.98)), 2)
    return chosen


def report(found: Sequence[Judged], *, temperature: float, thresholds: dict[str, float], short: bool = False) -> str:
    """Return the figures: all of it, then voice by voice."""
    said = [one for one in found if isinstance(one.item, Sentence)]
    facts = [one for one in found if isinstance(one.item, Pair)]
    lines = [f"all: {_sentences(said, temperature, thresholds)}", f"pairs: {_pairs(facts)}"]
    if not short:
        voices = sorted({one.source for one in said})
        by_voice = {voice: [one for one in said if one.source == voice] for voice in voices}
        lines += [f"{voice}: {_sentences(ones, temperature, thresholds)}" for voice, ones in by_voice.items()]
    return "\n".join(lines)


def _sentences(said: Sequence[Judged], temperature: float, thresholds: dict[str, float]) -> str:
    parts = []
    for name, (score, truth) in ASKED.items():
        taken = np.array([score(one, temperature) >= thresholds[name] for one in said])
        right = np.array([truth(one.item) for one in said])
        hits = int((taken & right).sum())
        precision, recall = hits / max(1, int(taken.sum())), hits / max(1, int(right.sum()))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        parts.append(f"{name} P {precision:.2f} R {recall:.2f} F1 {f1:.3f} of {right.sum()}")
    kept = [one for one in said if isinstance(one.item, Sentence) and one.item.label.keep]
    kinds = np.mean([list(KINDS)[int(one.logits[KINDS_AT].argmax())] == one.item.label.kind for one in kept])  # type: ignore[union-attr]
    whose = np.mean([list(WHOSE)[int(one.logits[WHOSE_AT].argmax())] == one.item.label.whose for one in said])  # type: ignore[union-attr]
    best = _best_f1(said, temperature)
    return "; ".join([*parts, f"keep's best F1 {best:.3f}", f"kind {kinds:.3f}", f"whose {whose:.3f}"])


def _best_f1(said: Sequence[Judged], temperature: float) -> float:
    scores = np.array([keep_of(one, temperature) for one in said])
    right = np.array([ASKED["keep"][1](one.item) for one in said])
    found = 0.0
    for at in np.arange(0.05, 0.99, 0.01):
        hits = int((right & (scores >= at)).sum())
        found = max(found, 2 * hits / max(1, int((scores >= at).sum()) + int(right.sum())))
    return found


def _pairs(facts: Sequence[Judged]) -> str:
    truth = np.array([list(PAIRS).index(one.item.label) for one in facts])  # type: ignore[arg-type]
    said = np.array([int(one.logits.argmax()) for one in facts])
    each = {
        name: 2 * int(((said == at) & (truth == at)).sum()) / max(1, int((said == at).sum() + (truth == at).sum()))
        for at, name in enumerate(PAIRS.values())
    }
    same, update = list(PAIRS).index("S"), list(PAIRS).index("U")
    distinct = (truth == list(PAIRS).index("D")) | (truth == list(PAIRS).index("N"))
    lost, retired = int(((truth == update) & (said == same)).sum()), int((distinct & (said == update)).sum())
    return (
        f"macro F1 {np.mean(list(each.values())):.3f} { ({name: round(f1, 2) for name, f1 in each.items()}) };"
        f" updates lost {lost} of {int((truth == update).sum())}; distinct retired {retired} of {int(distinct.sum())}"
    )


def _softmax(logits: NDArray[np.float32], temperature: float) -> list[float]:
    shares = np.exp((logits - logits.max()) / temperature)
    return [float(share) for share in shares / shares.sum()]
