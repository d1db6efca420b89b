"""Has the cross-encoder read the best candidates. Knows nothing of how they were found or how scores are blended."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.vectors import Near
from episodic.recall.reading import read_of, say

READ: Final = "cross-encoder"  # the component of a hit that was read

_REPLY: Final = "{} (replying to: {})"  # one pass over both reads as well as two passes over each
_BEFORE_CHARS: Final = 300  # of the turn before; more crowds the turn itself out of 256 tokens


class Read(NamedTuple):
    """The cross-encoder's logit for each item, and its say, 0 to 1: less where it cannot read what it was shown."""

    logits: Mapping[int, float]
    say: float = 1.0


NOTHING: Final = Read({}, 0.0)


def read(
    question: str, store: Store, items: Sequence[Item], passages: Mapping[int, Near], *, until: float | None = None
) -> Read:
    """Have the cross-encoder read a question with each item; nothing is read where it has no say.

    Raises:
        TimeoutError: it was later than `until`, by `time.monotonic`, before all were read: half of them in one order
            and half in another would be worse than either.
        ModelError: the model's files are missing.
    """
    reranker = store.senses.reranker()
    texts = texts_to_read(store, items, passages)
    share = say(read_of(reranker.reads(question), map(reranker.reads, texts)), store.config)
    if not share:
        return NOTHING
    logits = reranker.scores(question, texts, until=until).tolist()
    return Read({item.id: logit for item, logit in zip(items, logits, strict=True)}, share)


def texts_to_read(store: Store, items: Sequence[Item], passages: Mapping[int, Near]) -> list[str]:
    """Return what the cross-encoder is shown: a turn with the turn it replies to, the nearest part of a long text."""
    around = store.turns.neighbours([item.id for item in items if item.layer == "turn"], reach=1)
    before = {item: near[-1] for item, near in around.items() if -1 in near}
    said = store.turns.read({*(item.id for item in items), *before.values()})
    texts: list[str] = []
    for item in items:
        text = _passage(item, passages.get(item.id))
        if item.id in said:
            text = _named(text, said[item.id].name)
        if item.id in before:
            previous = said[before[item.id]]
            text = _REPLY.format(text, _named(previous.content, previous.name)[:_BEFORE_CHARS])
        texts.append(text)
    return texts


def _passage(item: Item, near: Near | None) -> str:
    """Return the part of a long text that was near the question; all of it where it is short."""
    return item.text[near.start : near.end] if near is not None and near.end > near.start else item.text


def _named(text: str, name: str | None) -> str:
    return f"{name}: {text}" if name else text
