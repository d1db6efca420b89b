"""Has the cross-encoder read the best candidates. Knows nothing of how they were found or how scores are blended."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.vectors import Near
from episodic.recall.captions import captions_of
from episodic.recall.reading import read_of, say
from episodic.records import ROLES, Turn

if TYPE_CHECKING:
    from episodic.models.reranker import Reranker

READ: Final = "cross-encoder"  # the component of a hit that was read

_FIRST: Final = 10  # texts; an agent's hook has time for no more
_BEFORE_CHARS: Final = 300  # of the turn before; more crowds the turn itself out of 256 tokens
_SHORT_CHARS: Final = 300  # of a text read whole, not the sentence alone; 0: by turn MRR .785, 300: .786, 600: .774
_TAIL_CHARS: Final = 120  # of a named speaker's; mostly the question, without who asked it
_LONG_CHARS: Final = 600  # of a text from which there is no room for another before it


class Read(NamedTuple):
    """The cross-encoder's logit for each item, and its say, 0 to 1: less where it cannot read what it was shown.

    `unread` are the items it cannot read by themselves: unknown words match unknown words, and so it is sure of them.
    """

    logits: Mapping[int, float]
    say: float = 1.0
    unread: frozenset[int] = frozenset()

    @property
    def sound(self) -> Sequence[float]:
        """The logits of what it can read."""
        return [logit for item, logit in self.logits.items() if item not in self.unread]


NOTHING: Final = Read({}, 0.0)


class Views(NamedTuple):
    """Two texts of an item to be read: a turn and what it replies to, and both as they were said.

    They are the same where nobody is named before, and of long texts. Elsewhere each misleads in a way of its own, as
    who is named first seems to be asked about: the mean of both takes LoCoMo's MRR from .683 to .697, and without the
    questions whose names were swapped to mislead from .685 to .703. Between a user and an assistant (LongMemEval) it
    gains nothing.
    """

    reply: str
    spoken: str


def pool_of(ranked: Sequence[Item], *, texts: int) -> int:
    """Return how many of the best are read, for the cross-encoder to get some `texts`: half where anybody is named.

    Turns are read twice there, and the second ten gain nothing; between a user and an assistant a pool of 20 takes
    LongMemEval's recall_all@5 from .939 to .965.
    """
    named = any(item.layer == "turn" and item.speaker not in ROLES for item in ranked[:texts])
    return max(1, texts // 2) if named else texts


def with_twins(heads: Sequence[int], ranked: Sequence[int], items: Mapping[int, Item]) -> list[int]:
    """Add to what is read the turn that proves a fact, and the best fact that a turn proves, if they were found."""
    facts = {proof: ident for ident in reversed(ranked) for proof in _proof_of(items[ident])}
    twins = [(ident, *_proof_of(items[ident]), facts.get(ident)) for ident in heads]
    wanted = {one for each in twins for one in each if one in items}
    return [ident for ident in ranked if ident in wanted]


def heads_of(ranked: Sequence[int], items: Mapping[int, Item]) -> list[int]:
    """Return what was found without turns and facts of which one above says the same: a fact and its proof are one."""
    seen: set[int] = set()
    heads: list[int] = []
    for ident in ranked:
        (place,) = _proof_of(items[ident]) or (ident,)
        if place not in seen:
            heads.append(ident)
        seen.add(place)
    return heads


def _proof_of(item: Item) -> tuple[int, ...]:
    """Return the turn in which a fact was last said, nothing for what is no fact."""
    return item.evidence_items[-1:] if item.layer == "fact" else ()


def read(
    question: str, store: Store, items: Sequence[Item], passages: Mapping[int, Near], *, until: float | None = None
) -> Read:
    """Have the cross-encoder read a question with both views of each item; nothing is read where it has no say.

    Where there is no time for all of it, what was read are the first views, or the first ten of them.

    Raises:
        TimeoutError: it was later than `until`, by `time.monotonic`, before the first ten were read: half of them in
            one order and half in another would be worse than either.
        ModelError: the model's files are missing.
    """
    reranker = store.senses.reranker()
    views = views_of(store, items, passages)
    shares = [reranker.reads(view.reply) for view in views]
    share = say(read_of(reranker.reads(question), shares), store.config)
    if not share:
        return NOTHING
    logits = _logits(reranker, question, views, until=until)
    found = ([logits[text] for text in dict.fromkeys(view) if text in logits] for view in views)
    read = {item.id: sum(each) / len(each) for item, each in zip(items, found, strict=True) if each}
    unread = (item.id for item, seen in zip(items, shares, strict=True) if seen <= store.config.unread_share)
    return Read(read, share, frozenset(unread))


def _logits(reranker: "Reranker", question: str, views: Sequence[Views], *, until: float | None) -> dict[str, float]:
    """Return the logit of each text that was read: of all, or with a deadline of as many as there was time for.

    The first ten come first, then the other first views, then the second ones; each of the three whole or not at all.
    """
    replies = list(dict.fromkeys(view.reply for view in views))
    spoken = [text for text in dict.fromkeys(view.spoken for view in views) if text not in set(replies)]
    if until is None:  # at one go: no worker waits in between
        texts = [*replies, *spoken]
        return dict(zip(texts, reranker.scores(question, texts).tolist(), strict=True))
    first, *others = replies[:_FIRST], replies[_FIRST:], spoken
    logits = dict(zip(first, reranker.scores(question, first, until=until).tolist(), strict=True))
    with suppress(TimeoutError):
        for texts in others:
            logits |= zip(texts, reranker.scores(question, texts, until=until).tolist(), strict=True)
    return logits


def views_of(store: Store, items: Sequence[Item], passages: Mapping[int, Near]) -> list[Views]:
    """Return what the cross-encoder is shown of each item: of a long text the part nearest the question."""
    around = store.turns.neighbours([item.id for item in items if item.layer == "turn"], reach=1)
    before = {item: near[-1] for item, near in around.items() if -1 in near}
    said = store.turns.read({*(item.id for item in items), *before.values()})
    facts = [item for item in items if item.layer == "fact"]
    captions = captions_of(store, facts)
    views: list[Views] = []
    for item in items:
        text = captions[item.id].over(item) if item.id in captions else _passage(item, passages.get(item.id))
        if item.id in said:
            text = _named(text, said[item.id].name)
        views.append(_views(text, said[before[item.id]]) if item.id in before else Views(text, text))
    return views


def _views(text: str, before: Turn) -> Views:
    previous = _named(before.content, before.name)
    if not before.name or len(text) > _LONG_CHARS:
        read = f"{text} (replying to: {previous[:_BEFORE_CHARS]})"
        return Views(read, read)
    return Views(f"{text} (replying to: {previous[-_TAIL_CHARS:]})", f"{previous[:_BEFORE_CHARS]} {text}")


def _passage(item: Item, near: Near | None) -> str:
    """Return the part of a long text that was near the question; all of it where it is short."""
    if near is None or near.end <= near.start or len(item.text) <= _SHORT_CHARS:
        return item.text
    return item.text[near.start : near.end]


def _named(text: str, name: str | None) -> str:
    return f"{name}: {text}" if name else text
