"""Puts what is from the time a question names before the rest. Knows no calendar and no SQL.

Who names a day wants that day: what is from then comes first, whatever else matches better, and where nothing is, that
is the answer. "The 2024 budget" was not discussed in 2024: what may be a name only settles a tie.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from episodic.language.dates import stamp
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.candidates import OWN_WORDS, Candidates
from episodic.recall.collapse import collapse
from episodic.recall.question import Question, Window, a_year_earlier
from episodic.records import Strength

FROM_THEN: Final = "from then"  # the component of a hit that is
ONLY_THEN: Final = 0.5  # its value where that is all that the hit has to do with the question
MAYBE_THEN: Final = 0.25  # its value where the words may name a thing instead of a time

_FIRST: Final = 3.0  # above every score there is (what was read has at most 2 and two lifts), and half of it is a step
_YEARS: Final = 10  # looked back for the June that is meant
_NUDGE: Final = 0.05  # where the words may name a thing: settles what is as good as equal, no more
_READ: Final = 2 / 3  # of the pool, for what is from then; the rest is read too, as it may be the answer

Ranking = list[tuple[Item, float]]


def narrowed(allowed: Filter, window: Window) -> Filter:
    """Return the same bounds and the window's: what was said, happened or held then."""
    return allowed._replace(within=(stamp(window.after) if window.after else None, stamp(window.before)))


def meant(asked: Question, store: Store, allowed: Filter) -> Question:
    """Find the year that is meant where none is said: the latest one from which there is something."""
    window = asked.window
    for _ in range(_YEARS if window is not None and window.floats and not window.ahead else 0):
        if window is None:
            break
        if store.memories.latest(narrowed(allowed, window), limit=1):
            return asked._replace(window=window)
        window = a_year_earlier(window, store.config.local_zone())
    return asked


def to_read(ranked: Sequence[int], store: Store, then: Filter, *, size: int) -> list[int]:
    """Choose what is read: the best from then and the best of the rest, each with its share where there is enough."""
    inside = store.memories.meeting(then, ranked)
    before = [ident for ident in ranked if ident in inside]
    rest = [ident for ident in ranked if ident not in inside]
    share = min(len(before), max(round(size * _READ), size - len(rest)))
    chosen = {*before[:share], *rest[: size - share]}
    return [ident for ident in ranked if ident in chosen]


def then_first(  # noqa: PLR0913 - what ranking left behind, by name
    ranking: Ranking,
    asked: Question,
    store: Store,
    then: Filter,
    *,
    found: Candidates,
    logits: Mapping[int, float],
    strength: Strength,
) -> tuple[Ranking, dict[int, float], Strength]:
    """Order what is from then before the rest, what is about the question before what only is from then.

    Where nothing but the time is asked for, what is from then is the answer. Where none of it was found, what there is
    of it stands alone; where there is nothing from then, nothing is shown: it would be taken for what was asked.

    Returns with it what is from then (1: about the question, `ONLY_THEN`: from then, no more, `MAYBE_THEN`), and how
    sure that is.
    """
    window = asked.window
    if window is None or not window.sure:
        inside = dict.fromkeys(store.memories.meeting(then, (item.id for item, _ in ranking)), MAYBE_THEN)
        return _lifted(ranking, dict.fromkeys(inside, _NUDGE)), inside, strength
    if asked.bare:
        ranking = _all_from(store, then, window)
        return ranking, {item.id: 1.0 for item, _ in ranking}, "strong" if ranking else "none"
    inside = dict.fromkeys(store.memories.meeting(then, (item.id for item, _ in ranking)), ONLY_THEN)
    if not inside:
        if window.ahead:
            return ranking, inside, strength
        ranking = _all_from(store, then, window)
        return ranking, {item.id: ONLY_THEN for item, _ in ranking}, "weak" if ranking else "none"
    inside |= dict.fromkeys(_about(inside, store, found, logits), 1.0)
    if strength == "none":
        ranking, strength = [pair for pair in ranking if pair[0].id in inside], "weak"
    return _lifted(ranking, {ident: _FIRST * (1 + about) for ident, about in inside.items()}), inside, strength


def note(window: Window, shown: Sequence[int], inside: Collection[int]) -> str:
    """Say which time was understood, and how many of the hits are from it."""
    days = f"{window.first} to {window.last}" if window.first else f"up to {window.last}"
    days = f"{window.last}" if window.first == window.last else days
    doubt = "" if window.sure else ", if it says when"
    count = sum(ident in inside for ident in shown)
    hits = f"{count} of {len(shown)} hit{'s' * (len(shown) != 1)} {'is' if count == 1 else 'are'} from then"
    nothing = "nothing is from then" + "; ask without it for what is from other times" * (not shown)
    return f"understood {window.phrase!r} as {days}{doubt}: {hits if count or not window.sure else nothing}"


def _lifted(ranking: Ranking, lifts: Mapping[int, float]) -> Ranking:
    lifted = [(item, score + lifts.get(item.id, 0.0)) for item, score in ranking]
    return sorted(lifted, key=lambda pair: -pair[1])


def _all_from(store: Store, then: Filter, window: Window) -> Ranking:
    """Return what there is from then: episodes, facts, turns; those of one day in the order of that day."""
    idents = store.memories.latest(then, limit=store.config.depth, backwards=window.first != window.last)
    items = store.memories.items(idents)
    places = {ident: _FIRST + 1 - place / len(idents) for place, ident in enumerate(idents)}
    return collapse([items[ident] for ident in idents if ident in items], places, margin=0.0)


def _about(inside: Iterable[int], store: Store, found: Candidates, logits: Mapping[int, float]) -> set[int]:
    """Tell what is about the question: by the cross-encoder, or where it did not read by words and meaning."""
    config = store.config
    if logits:
        return {ident for ident in inside if ident in logits and logits[ident] >= config.then_logit}
    words = {ident for ident, _ in found.lists[OWN_WORDS]}
    near = {ident for ident, passage in found.passages.items() if passage.cosine >= config.none_cosine}
    return {ident for ident in inside if ident in words or ident in near}
