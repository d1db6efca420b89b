"""Puts what is from the time a question names before the rest, which stays. Knows no calendar and no SQL.

Nothing is filtered away: people misremember when, and "the 2024 budget" was not discussed in 2024. On the 56 questions
of two LoCoMo conversations that name a date, MRR is .579 without this, .604 with all that shares a word with the
question first, .657 as it is (first what the cross-encoder gives `then_logit`, a lift for the rest); .670 with 0 for
it, which puts less of what is from then first.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from episodic.language.dates import stamp
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.candidates import OWN_WORDS, Candidates
from episodic.recall.collapse import collapse
from episodic.recall.question import Question, Window

FROM_THEN: Final = "from then"  # the component of a hit that is

_FIRST: Final = 3.0  # above every score there is: what was read has at most 2 and two lifts
_NUDGE: Final = 0.05  # where the words may name a thing: settles what is as good as equal, no more
_READ: Final = 2 / 3  # of the pool, for what is from then; the rest is read too, as it may be the answer

Ranking = list[tuple[Item, float]]


def narrowed(allowed: Filter, window: Window) -> Filter:
    """Return the same bounds and the window's: what was said, happened or held then."""
    return allowed._replace(within=(stamp(window.after) if window.after else None, stamp(window.before)))


def to_read(ranked: Sequence[int], store: Store, then: Filter, *, size: int) -> list[int]:
    """Choose what is read: the best from then and the best of the rest, each with its share where there is enough."""
    inside = store.memories.meeting(then, ranked)
    before = [ident for ident in ranked if ident in inside]
    rest = [ident for ident in ranked if ident not in inside]
    share = min(len(before), max(round(size * _READ), size - len(rest)))
    chosen = {*before[:share], *rest[: size - share]}
    return [ident for ident in ranked if ident in chosen]


def then_first(  # noqa: PLR0913 - what ranking left behind, by name
    ranking: Ranking, asked: Question, store: Store, then: Filter, *, found: Candidates, logits: Mapping[int, float]
) -> tuple[Ranking, set[int]]:
    """Order what is from then before the rest, each as it stood; return all that is from then too.

    What is hardly about the question only gains: that it is from then alone is no answer. Where nothing but the time is
    asked for, all there is from then is one, the newest episodes first.
    """
    if asked.bare:
        ranking = _latest(store, then, ranking)
    inside = store.memories.meeting(then, (item.id for item, _ in ranking))
    about = inside if asked.bare else _about(inside, store, found, logits)
    sure = asked.window is not None and asked.window.sure
    lifts = {ident: (_FIRST if ident in about else store.config.then_lift) if sure else _NUDGE for ident in inside}
    lifted = [(item, score + lifts.get(item.id, 0.0)) for item, score in ranking]
    return sorted(lifted, key=lambda pair: -pair[1]), inside


def note(window: Window, shown: Sequence[int], inside: Collection[int]) -> str:
    """Say which time was understood, and how many of the hits are from it."""
    days = f"{window.first} to {window.last}" if window.first else f"up to {window.last}"
    days = f"{window.last}" if window.first == window.last else days
    doubt = "" if window.sure else ", if it says when"
    count = sum(ident in inside for ident in shown)
    hits = f"{count} of {len(shown)} hit{'s' * (len(shown) != 1)} {'is' if count == 1 else 'are'} from then"
    return f"understood {window.phrase!r} as {days}{doubt}: {hits}"


def _latest(store: Store, then: Filter, ranking: Ranking) -> Ranking:
    """Put what there is from then before a ranking, in its own order."""
    idents = store.memories.latest(then, limit=store.config.depth)
    items = store.memories.items(idents)
    places = {ident: _FIRST + 1 - place / len(idents) for place, ident in enumerate(idents)}
    kept = collapse([items[ident] for ident in idents if ident in items], places, margin=0.0)
    return [*kept, *(pair for pair in ranking if pair[0].id not in places)]


def _about(inside: Collection[int], store: Store, found: Candidates, logits: Mapping[int, float]) -> set[int]:
    """Tell what is about the question: by the cross-encoder, or where it did not read by words and meaning."""
    config = store.config
    if logits:
        return {ident for ident in inside if ident in logits and logits[ident] >= config.then_logit}
    words = {ident for ident, _ in found.lists[OWN_WORDS]}
    near = {ident for ident, passage in found.passages.items() if passage.cosine >= config.none_cosine}
    return {ident for ident in inside if ident in words or ident in near}
