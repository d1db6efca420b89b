"""Sees that what is current comes before what it replaced. Knows nothing of how scores came about."""

import re
from collections.abc import Container, Mapping, Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Final

from episodic.config import Config
from episodic.language.dates import moment
from episodic.language.numbers import find
from episodic.language.tokens import STOPWORDS
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.fusion import order
from episodic.recall.strength import roots

UPDATED: Final = "updated"  # the component of a hit that something later seems to update

_ALL: Final = Filter()
_FIRST: Final = 12  # items from the top that something newer may belong above; nobody reads further
_SAYS: Final = 0.8  # of the question's words, from which a fact is about all that is asked
_APART: Final = timedelta(hours=1)  # of two sessions that ran side by side, neither is the later
_ABOVE: Final = 1.0  # what was read has a score up to 2 and two lifts
_STEP: Final = 1e-6  # below what replaced it, and above what stood below that
_DENIES: Final = re.compile(
    r"\b(?:not|instead of|rather than|no longer|was|inte|nicht|statt|no|pas|au lieu de)\b", re.IGNORECASE
)
_NOUN: Final = re.compile(r"[\s-]?\w+(?:[ -]\w+){0,3}")
_BRIEF: Final = 60  # characters of what was true before; more is for `history`


def outdated(store: Store, items: Mapping[int, Item], allowed: Filter = _ALL) -> dict[int, list[int]]:
    """Return the turns that prove only what was superseded, with the facts that hold now, or held when it is asked of.

    Nothing where the search is narrowed otherwise: what holds may lie outside of it.
    """
    turns = [ident for ident, item in items.items() if item.layer == "turn"]
    if allowed.as_of is not None:
        alone = allowed._replace(as_of=None)
        narrowed = alone.retired_too or alone.narrows
        return {} if narrowed else store.supersessions.outdated_at(turns, moment(allowed.as_of))
    return {} if allowed.retired_too or allowed.narrows else store.supersessions.outdated(turns)


def answering(
    question: str, logits: Mapping[int, float], items: Mapping[int, Item], *, config: Config
) -> frozenset[int]:
    """Return the current facts that answer: the cross-encoder reads them so, and about as well as the best there is.

    A fact that says most of the question's words need not read as well: one about the subject says less of them.
    """
    wanted, best = roots(question), max(logits.values(), default=0.0)

    def least(fact: Item) -> float:
        said = wanted & roots(f"{fact.speaker} {fact.text}")
        return config.fact_said_logit if len(said) >= _SAYS * len(wanted) else config.fact_logit

    facts = (items[ident] for ident in logits if ident in items and items[ident].layer == "fact" and items[ident].live)
    return frozenset(fact.id for fact in facts if logits[fact.id] >= max(least(fact), best - config.fact_gap))


def facts_first(scores: Mapping[int, float], answers: Container[int]) -> dict[int, float]:
    """Put the facts that answer before all else: they were judged, and a turn only says."""
    return {ident: score + (_ABOVE if ident in answers else 0.0) for ident, score in scores.items()}


def current_first(
    store: Store, scores: Mapping[int, float], items: Mapping[int, Item], old: Mapping[int, Sequence[int]]
) -> tuple[dict[int, float], dict[int, Item]]:
    """Put each turn that proves only what was superseded right below the fact that holds now.

    The fact is brought in where the search did not find it: who finds the old words asks about what they were about.
    Returns the scores and the items, both with what was brought in.
    """
    missing = {fact for facts in old.values() for fact in facts} - items.keys()
    known = {**items, **store.memories.items(missing)}
    ranked = dict(scores)
    for turn, facts in old.items():
        for fact in facts:
            proofs = [ranked[proof] for proof in known[fact].evidence_items if proof in ranked]
            ranked[fact] = max([ranked.get(fact, ranked[turn]), *proofs])
            ranked[turn] = min(ranked[turn], ranked[fact] - _STEP)
    return ranked, known


def newest_of_equals(scores: Mapping[int, float], items: Mapping[int, Item]) -> dict[int, float]:
    """Put of things that say the same the newest first, and the others right below it."""
    alike: dict[tuple[str, str, str], list[int]] = {}
    for ident, item in items.items():
        alike.setdefault((item.layer, item.speaker, item.text), []).append(ident)
    ranked = dict(scores)
    for same in (idents for idents in alike.values() if len(idents) > 1):
        best = max(scores[ident] for ident in same)
        newest = sorted(same, key=lambda ident: items[ident].said_at, reverse=True)
        ranked |= {ident: best - place * _STEP for place, ident in enumerate(newest)}
    return ranked


def in_time(
    question: str,
    scores: Mapping[int, float],
    items: Mapping[int, Item],
    *,
    pool: int,
    judged: Container[int],
) -> tuple[dict[int, float], set[int]]:
    """Put what updates one of the best right above it; below it, where the question asks what held before.

    Turns hold most answers and no judge has looked at them: of two that say different things of what is asked, the
    later one holds. This is a guess: it orders, and nobody is told that something is outdated. Those that were `judged`
    are known to be, and by what. What is below the pool keeps its place.

    Returns with the scores what seems updated by what says itself that something changed: an agent is not told that.
    """
    from episodic.language.asking import is_of_an_event, time_of
    from episodic.recall.updating import sayings, update_of

    ranked, time = dict(scores), time_of(question)
    if is_of_an_event(question):
        return ranked, set()
    read = [items[ident] for ident in order(scores)[:pool]]
    told = {item.id for item in read if item.speaker != "assistant" and sayings(question, item.text)}
    newer = {
        old.id: [
            new for new in read if new.id in told and _later(old, new) and update_of(question, old.text, new.text).seems
        ]
        for old in read[:_FIRST]
        if old.id in told and not all(turn in judged for turn in (old.evidence_items or (old.id,)))
    }
    for ident, news in newer.items():
        for new in sorted(news, key=lambda item: item.said_at):
            first, second = (new, items[ident]) if time == "now" else (items[ident], new)
            top = max(ranked[item.id] for item in read if _is_near(second, item))
            if (time != "before" or not newer.get(new.id)) and ranked[first.id] <= top:
                ranked[first.id] = top + _STEP
    return ranked, {
        ident
        for ident, news in newer.items()
        if any(update_of(question, items[ident].text, new.text).told for new in news)
    }


def _is_near(turn: Item, other: Item) -> bool:
    """Tell whether another item is a turn, or right before or after it: what replies to what is outdated is, too."""
    if other is turn:
        return True
    one, two = ((set(item.evidence) if len(item.evidence) == 1 else set()) for item in (turn, other))
    return any(name == session and abs(seq - place) <= 1 for name, seq in one for session, place in two)


def _later(old: Item, new: Item) -> bool:
    """Tell whether one was said in a later session than the other; an episode only retells, and updates nothing."""
    same = old.layer == "episode" or new.speaker == old.speaker
    return same and new.said_at > old.said_at + _APART and new.session != old.session and new.layer != "episode"


def brief(old: str, new: str) -> str:
    """Return what was different before: the figure that changed with its noun, else the old text, cut."""
    now = {number.value for number in find(_DENIES.split(new)[0])}
    for number in find(old):
        if number.value not in now:
            return (old[number.start : number.end] + _counted(old[number.end :], new)).strip()
    return old if len(old) <= _BRIEF else old[: _BRIEF - 1].rsplit(" ", 1)[0] + " …"


def _counted(rest: str, new: str) -> str:
    """Return what a figure counts: the word after it, with the next ones as far as the newer text has them too."""
    run = _NOUN.match(rest)
    words = re.finditer(r"\w+", run[0]) if run else ()
    nouns = list(takewhile(lambda word: word[0].casefold() not in STOPWORDS, words))
    if not run or not nouns:
        return ""
    last = next((word for word in reversed(nouns) if run[0][: word.end()].strip() in new), nouns[0])
    return run[0][: last.end()]
