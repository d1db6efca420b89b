"""Compares a question with candidates token by token. Knows nothing of how they were found or how scores are weighed.

Each token of the question takes the best of a text's tokens, and the weighted mean of these is the score (MaxSim;
Khattab and Zaharia, SIGIR 2020). It finds what one vector a text blurs, at a fraction of the cross-encoder's cost, as
the texts were read when they were stored.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from episodic.memory.store import Store
from episodic.recall.candidates import members
from episodic.recall.fusion import Ranked, best_first

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OWN_TOKENS: Final = "own tokens"
CONTEXT_TOKENS: Final = "context tokens"

_REACH: Final = 2  # turns before and after; 1: MRR .581 alone, 2: .592, 3: .591
_DECAY: Final = 0.9  # a turn away; .85: .570, .95: .604 but no better once fused
_BLOCK: Final = 1 << 18  # multiplications at a time; for more, OpenBLAS takes threads, which then spin: see `_product`
_DIGITS: Final = 5  # of a score; the last ones depend on where in a block a text stands, and would settle ties
_MET: Final = 0.7  # cosine from which a text holds a token, or as good as: one bit a dimension gives itself .8


def interact(question: str, store: Store, items: Sequence[int], *, profile: int) -> dict[str, Ranked]:
    """Return two lists of items that have tokens: by their own, and by theirs with those of the turns around them.

    A text of several passages scores by its best one. In the second list a token of the question may also be met by a
    turn nearby, at less: an answer often stands right beside the words that were asked for.
    """
    late = store.embeddings.late()
    if late is None or not items:
        return {}
    query = late.query(question)
    if not len(query):
        return {}
    around = store.turns.surroundings(items, reach=_REACH)
    best = _best(query, store.vectors.tokens({*items, *members(around)}, profile=profile))
    if not best:
        return {}
    met = {item: matches.max(axis=0) for item, matches in best.items()}
    weights = _rarity(met.values())
    own = {item: best[item] @ weights for item in items if item in best}
    context = {item: _with(met[item], around.get(item, {}), met) @ weights for item in own}
    return {OWN_TOKENS: _ranked(own), CONTEXT_TOKENS: _ranked(context)}


def _ranked(scores: "Mapping[int, NDArray[np.float32]]") -> Ranked:
    """Return items best first, each by its best passage."""
    return best_first((item, round(float(each.max()), _DIGITS)) for item, each in scores.items())


def _best(query: "NDArray[np.float32]", passages: Sequence[tuple[int, bytes]]) -> "Mapping[int, NDArray[np.float32]]":
    """Return for each item how well each token of the question is met, (passages, tokens), as cosines."""
    import numpy as np

    if not passages:
        return {}
    dimension = query.shape[1]
    packed = np.frombuffer(b"".join(bits for _, bits in passages), np.uint8).reshape(-1, dimension // 8)
    ends = np.cumsum([len(bits) * 8 // dimension for _, bits in passages])
    # A bit stands for +1 or -1: twice the sum over the ones less the sum over all.
    matches = 2 * _product(packed, query) - query.sum(axis=1)
    rows = np.maximum.reduceat(matches / np.float32(dimension**0.5), [0, *ends[:-1]], axis=0)
    places: dict[int, list[int]] = {}
    for row, (item, _) in enumerate(passages):
        places.setdefault(item, []).append(row)
    return {item: rows[found] for item, found in places.items()}


def _product(packed: "NDArray[np.uint8]", query: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return bits (rows, dimension / 8) times the question's tokens (tokens, dimension), as (rows, tokens).

    At one go OpenBLAS would take threads for it, which go on spinning where the cross-encoder is to run: 10 pairs took
    it 83 ms in place of 44.
    """
    import numpy as np

    step = max(1, _BLOCK // query.size)
    blocks = (packed[start : start + step] for start in range(0, len(packed), step))
    return np.concatenate([np.unpackbits(block, axis=1).astype(np.float32) @ query.T for block in blocks])


def _rarity(met: "Collection[NDArray[np.float32]]") -> "NDArray[np.float32]":
    """Return the weight of each token of the question, (tokens,) with sum 1: the rarer in these texts, the more.

    The inverse document frequency (Spärck Jones, 1972) over what is compared and what stands around it; a token is in
    each text that meets it well: what all of them hold does not tell them apart. LoCoMo's any@5 before the
    cross-encoder is .828 with it and .816 without; the square of it gains a little more there, and is led astray where
    all texts are alike.
    """
    import numpy as np

    holding = (np.stack([*met]) >= _MET).sum(axis=0)
    rare: NDArray[np.float32] = np.log(1 + len(met) / (1 + holding)).astype(np.float32)
    weights: NDArray[np.float32] = rare / rare.sum()
    return weights


def _with(
    own: "NDArray[np.float32]", around: Mapping[int, int], met: "Mapping[int, NDArray[np.float32]]"
) -> "NDArray[np.float32]":
    import numpy as np

    near = [met[other] * np.float32(_DECAY**distance) for other, distance in around.items() if other in met]
    joined: NDArray[np.float32] = np.maximum.reduce([own, *near])
    return joined
