"""What could answer: ranked lists by words and by meaning, of an item's own text, its surroundings and its sentences.

Knows nothing of how the lists are weighed. Surroundings matter more than anything else measured: an answer often stands
in a turn that shares no word with the question, right after one that does.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.language.tokens import asked_words, terms
from episodic.memory.filters import Filter
from episodic.memory.renewal import renew
from episodic.memory.store import Store
from episodic.memory.vectors import Near
from episodic.recall.fusion import Ranked, best_first

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RENEWED_AT_ONCE: Final = 500  # items of an older version's index; a fifth of a second

OWN_WORDS: Final = "own words"
CONTEXT_WORDS: Final = "context words"
OWN_MEANING: Final = "own meaning"
CONTEXT_MEANING: Final = "context meaning"
OWN_SENTENCES: Final = "own sentences"
_UNWRITABLE: Final = "{} cannot be written: what waits is not embedded, and nothing is noted"


class Candidates(NamedTuple):
    """The lists by name, for each item found by meaning the passage that was nearest, and whose vectors.

    `read` is the share of the question that the embedder can read; None without one.
    """

    lists: dict[str, Ranked]
    passages: Mapping[int, Near]
    profile: int | None = None
    read: float | None = None

    @property
    def cosine(self) -> float | None:
        """The best cosine of any passage; None when meaning was not looked at."""
        return max((near.cosine for near in self.passages.values()), default=None)


def gather(
    question: str, store: Store, allowed: Filter, *, fast: bool, within: Sequence[Filter] = ()
) -> tuple[Candidates, list[str]]:
    """Return the candidates for a question, and a note for everything that had to be left out.

    Narrower bounds, `within`, are searched beside: a search limits what it returns, so that what is inside would be
    missing where much outside matches better.
    """
    words, behind = asked_words(question), store.lexical.behind()
    if behind and not fast and behind <= _RENEWED_AT_ONCE:
        behind -= renew(store)
    if behind:
        words = (*words, *terms(question))  # as they were asked for when that was indexed
    bounds = [*within, allowed]
    lists: dict[str, Ranked] = {
        name: _joined(
            store.lexical.search(words, allowed=one, depth=store.config.depth, context_weight=weight) for one in bounds
        )
        for name, weight in ((OWN_WORDS, None), (CONTEXT_WORDS, store.config.context_weight))
    }
    notes = _behind(store, behind)
    if fast or not any(map(str.isalnum, question)):  # signs have no meaning that a model reads
        return Candidates(lists, {}), notes
    profile = store.embeddings.profile()
    if profile is None:
        return Candidates(lists, {}), [*notes, f"recall by words only: {store.embeddings.trouble}"]
    notes += _embed_few(store)
    embedder = store.embeddings.embedder()
    assert embedder is not None  # noqa: S101 - there is a profile
    read = embedder.reads(question)
    if read <= store.config.unread_share:
        return Candidates(lists, {}, read=read), notes
    query = embedder.query(question)
    pieces, sentences = (
        _nearest(query, store, bounds, profile=profile, sentences=sentences) for sentences in (False, True)
    )
    lists[OWN_MEANING] = _ranked(pieces.values())
    lists[CONTEXT_MEANING] = _surroundings(query, store, [*pieces], profile=profile)
    lists[OWN_SENTENCES] = _ranked(_beside(sentences, pieces, store)) if sentences else []
    passages = sorted([*sentences.values(), *pieces.values()], key=lambda near: near.cosine)
    return Candidates(lists, {near.item: near for near in passages}, profile, read), notes


def _joined(found: Iterable[Ranked]) -> Ranked:
    """Join lists of the same search within different bounds; an item has the same score in each."""
    first, *others = found
    if not others:
        return first
    scores = dict(first)
    for other in others:
        scores |= other
    return best_first(scores.items())


def _nearest(
    query: "NDArray[np.float32]", store: Store, bounds: Iterable[Filter], *, profile: int, sentences: bool
) -> dict[int, Near]:
    """Return the piece, or the sentence, of each item that is nearest to the question, within any of some bounds."""
    config = store.config
    return {
        near.item: near
        for allowed in bounds
        if not sentences or allowed.layers is None or "turn" in allowed.layers  # nothing else is cut
        for near in store.vectors.search(
            query,
            profile=profile,
            allowed=allowed,
            depth=config.depth,
            factor=config.hamming_factor,
            sentences=sentences,
        )
    }


def _beside(sentences: Mapping[int, Near], pieces: Mapping[int, Near], store: Store) -> Iterable[Near]:
    """Return the best sentences, and beside them as it is what is not cut: facts, episodes, named speakers' turns.

    An assistant's turns are not among them: they speak at length about all that is asked of them, and what somebody
    wants back is mostly what they told it themselves. Nor are pages and tools. Of these there are the other lists.
    Where most speakers are named there is no such list: between people a sentence alone says less than its turn.
    """
    turns = store.turns.read(pieces)
    named = {item for item, turn in turns.items() if turn.name}
    if 2 * len(named) > len(turns):
        return []
    return [*sentences.values(), *(near for item, near in pieces.items() if item in named or item not in turns)]


def _ranked(found: Iterable[Near]) -> Ranked:
    return best_first((near.item, near.cosine) for near in found)


def _behind(store: Store, items: int) -> list[str]:
    if store.db.read_only:
        return [_UNWRITABLE.format(store.home)]
    size = store.unindexed_bytes() if store.journal.unsettled() else 0
    notes = [f"{size} bytes of the journal are not indexed yet: run `episodic reindex`"] if size else []
    if items:
        notes.append(f"{items} items are indexed as an older version did, by fewer spellings: run `episodic reindex`")
    return notes


def _embed_few(store: Store) -> list[str]:
    """Embed what is waiting when it is little; say so when it is much."""
    waiting = store.embeddings.waiting()
    if waiting > store.config.embed_in_recall:
        return [f"{waiting} items may be found by words only until `episodic reindex` has embedded them"]
    if waiting:
        store.embeddings.catch_up()
    return []


def _surroundings(query: "NDArray[np.float32]", store: Store, items: Sequence[int], *, profile: int) -> Ranked:
    """Score items by the weighted mean of their own vector and their neighbours', without embedding anything again.

    A fact's neighbours are the turn that proves it and those around that; an episode scores by its own vector alone.
    """
    import numpy as np
    from numpy.typing import NDArray

    around = store.turns.surroundings(items, reach=2)
    vectors = store.vectors.vectors({*items, *members(around)}, profile=profile)
    found = [item for item in items if item in vectors]
    if not found:
        return []
    first, rows, weights = list[int](), list[NDArray[np.float32]](), list[float]()
    for item in found:
        first.append(len(rows))
        for other, distance in {item: 0, **around.get(item, {})}.items():
            if other in vectors:
                rows.append(vectors[other])
                weights.append(store.config.window_decay**distance)
    windows = np.add.reduceat(np.stack(rows) * np.asarray(weights, np.float32)[:, None], first)
    scores = windows @ query / np.maximum(np.linalg.norm(windows, axis=1), 1e-12)
    return best_first(zip(found, scores.tolist(), strict=True))


def members(around: Mapping[int, Mapping[int, int]]) -> Iterable[int]:
    """Return the turns that items stand among, as `surroundings` found them."""
    return (other for near in around.values() for other in near)
