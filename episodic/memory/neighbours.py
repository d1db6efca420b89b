"""The current facts that a new text is held against. Knows no judge and no rule of what replaces what."""

from typing import TYPE_CHECKING

from episodic.language.tokens import asked_words
from episodic.records import Neighbour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from episodic.memory.store import Store


def neighbours(
    store: "Store", text: str, *, project: str | None, vector: "NDArray[np.float32] | None"
) -> list[Neighbour]:
    """Return the current facts nearest to a text by words and, where there is a vector, by meaning; nearest first.

    Only facts of the same project, or of none where the text has none.
    """
    allowed = store.filter(layers=("fact",), project=project, only_unfiled=project is None)
    few = store.config.neighbours
    found = {
        item: None
        for item, _ in store.lexical.search(asked_words(text), allowed=allowed, depth=4 * few, context_weight=None)
    }
    cosines: dict[int, float] = {}
    profile = store.embeddings.profile() if vector is not None else None
    if vector is not None and profile is not None:
        near = store.vectors.search(
            vector, profile=profile, allowed=allowed, depth=4 * few, factor=store.config.hamming_factor
        )
        cosines = {one.item: one.cosine for one in near}
        known = store.vectors.vectors(found, profile=profile)
        cosines |= {item: float(other @ vector) for item, other in known.items()}
    told = store.facts.texts([*found, *cosines])
    all_near = [Neighbour(item, said, kind, cosine=cosines.get(item)) for item, (said, kind) in told.items()]
    by_words = {item: place for place, item in enumerate(found)}
    order = sorted(all_near, key=lambda one: (-(one.cosine or 0.0), by_words.get(one.id, len(by_words)), one.id))
    words_first = [one for one in all_near if by_words.get(one.id, few) < few]
    return list(dict.fromkeys([*order[:few], *words_first]))
