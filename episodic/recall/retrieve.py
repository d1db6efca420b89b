"""A question to its hits: candidates, fusion, rerank, collapse, strength. Knows no SQL and no model's files."""

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date, datetime
from time import monotonic
from typing import Final, NamedTuple

from episodic.config import Config
from episodic.errors import InputError, ModelError
from episodic.language.dates import bound_of, stamp, through
from episodic.language.last_time import last_time
from episodic.language.set_questions import SetQuestion, set_question
from episodic.language.standing import standing
from episodic.language.tokens import stands_in
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall import rerank
from episodic.recall.candidates import (
    CONTEXT_MEANING,
    CONTEXT_WORDS,
    OWN_MEANING,
    OWN_SENTENCES,
    OWN_WORDS,
    Candidates,
    gather,
)
from episodic.recall.collapse import collapse
from episodic.recall.currency import UPDATED, answering, current_first, facts_first, in_time, newest_of_equals, outdated
from episodic.recall.excerpt import nearest
from episodic.recall.fusion import blend, fuse, order, reading_weight
from episodic.recall.hits import Hits
from episodic.recall.last_time import LAST, the_last
from episodic.recall.late import CONTEXT_TOKENS, OWN_TOKENS, interact
from episodic.recall.question import Question, shortened, understand
from episodic.recall.reading import weighed
from episodic.recall.recency import later_more
from episodic.recall.replies import with_replies
from episodic.recall.rerank import NOTHING, Read
from episodic.recall.sets import OF_A_SET, answered, facts_of, members
from episodic.recall.showing import hits_of
from episodic.recall.speakers import lifted
from episodic.recall.strength import coverage_of, judge
from episodic.recall.unfinished import GOES_ON, Unfinished, put_first, unfinished
from episodic.recall.within import FROM_THEN, meant, narrowed, note, then_first, to_read
from episodic.records import KINDS, LAYERS, Kind, Layer, Strength

_COVERING: Final = 5  # of the best by words; the words of a question stand together there or nowhere
_MARKS: Final = 100  # characters that say what was left out of a turn when it was kept
_WHOLE: Final = 2.0  # more than any score
_JUDGED: Final = 10  # of the best, for what updates them; of twenty a price per participant updates their number
_READ_TOO: Final = 0.5  # of the lift of whom the question names, once more of what was read; see `speakers`
_MAX_K: Final = 500  # more than anyone reads; keeps a mistyped k from reading the whole store


def retrieve(  # noqa: PLR0913 - the public contract; all but two by name
    question: str,
    store: Store,
    *,
    k: int = 5,
    after: datetime | date | None = None,
    before: datetime | date | None = None,
    kinds: Sequence[Kind] | None = None,
    layers: Sequence[Layer] | None = None,
    project: str | None = None,
    subject: str | None = None,
    as_of: datetime | date | None = None,
    known_at: datetime | date | None = None,
    history: bool = False,
    fast: bool = False,
    now: datetime | None = None,
    within: float | None = None,
    unfiled: bool = False,
) -> Hits:
    """Find what a memory holds about a question.

    A time that the question names ("last week") puts what is from then first; where nothing is, there are no hits.
    `notes` says which days were understood. `after` and `before` filter; then no time is looked for in the question.
    A question for the state of things ("where were we", "what's pending") gets what tells of loops and threads first.

    Args:
        question: what is asked, in any words; nothing in it is syntax.
        store: whose memory.
        k: hits at most; the first of k=1 is the first of k=20.
        after: the earliest time, included; naive times are in the user's zone, a date is its whole local day.
        before: the first time left out.
        kinds: fact kinds to keep; None: all.
        layers: fact, episode or turn; None: all.
        project: only what belongs to it; None: everything.
        subject: only what has all its words, or is part of an episode about it.
        as_of: what was true then, a date at its last moment; None: what is true now.
        known_at: what had been learnt by then; None: all that is known now.
        history: with what has been superseded.
        fast: by words alone, without opening a model.
        now: when it is asked; naive times are in the user's zone, None: by the store's clock.
        unfiled: with a project, what belongs to none too.
        within: milliseconds after which the cross-encoder is no longer waited for; the order found stands then, or
            what it had read of the best by then.

    Raises:
        InputError: k, a kind, a layer or the milliseconds are not such.
    """
    until = None if within is None else monotonic() + within / 1000
    _check(k, kinds, layers, within)
    question = question.encode("utf-8", "replace").decode()  # a shell passes bytes that are no text as surrogates
    question, was_cut = shortened(question, most=store.config.question_chars)
    zone = store.config.local_zone()
    allowed = store.filter(
        layers=tuple(layers) if layers is not None else None,
        kinds=tuple(kinds) if kinds is not None else None,
        project=project,
        with_unfiled=unfiled,
        after=stamp(bound_of(after, zone)) if after is not None else None,
        before=stamp(bound_of(before, zone)) if before is not None else None,
        as_of=stamp(through(as_of, zone)) if as_of is not None else None,
        known_at=stamp(through(known_at, zone)) if known_at is not None else None,
        with_retired=history,
        among=tuple(store.about(subject)) if subject is not None else None,
    )
    asked = Question(question, question)
    if after is None and before is None:
        asked = understand(question, now=bound_of(now, zone) if now else store.config.clock(), zone=zone)
        asked = meant(asked, store, allowed)
    hits = _answer(asked, store, allowed, k=k, fast=fast, until=until)
    if was_cut:
        hits.notes = (*hits.notes, f"the question was cut to {store.config.question_chars:,} characters, head and tail")
        hits.strength = "weak" if hits.strength == "strong" else hits.strength  # nobody knows what the rest asked for
    return hits


class _Bounds(NamedTuple):
    """Within what an answer is looked for: all that is allowed, what is from the time asked about, a set of facts."""

    allowed: Filter
    then: Filter | None
    wanted: SetQuestion | None

    @property
    def narrower(self) -> list[Filter]:
        """The bounds that are searched beside all that is allowed."""
        facts = facts_of(self.wanted, self.allowed) if self.wanted is not None else None
        return [one for one in (self.then, facts) if one is not None]


class _Found(NamedTuple):
    """What was found: the lists it is in, its fused scores, the items themselves, what recall had to do without."""

    candidates: Candidates
    fused: Mapping[int, float]
    items: Mapping[int, Item]
    notes: list[str]

    @property
    def read_by_meaning(self) -> set[int]:
        """The items of which the passage nearest the question is known."""
        return set(self.candidates.passages.keys() & self.items.keys())


def _answer(  # noqa: PLR0913 - a question with all its bounds, by name
    asked: Question, store: Store, allowed: Filter, *, k: int, fast: bool, until: float | None
) -> Hits:
    """Rank what is allowed, what is from the time asked about first, and show the best of it."""
    if told := _of_last_time(asked.words, store, allowed, k=k):
        return told
    bounds = _Bounds(
        allowed,
        narrowed(allowed, asked.window) if asked.window is not None else None,
        None if allowed.retired_too or allowed.narrows else set_question(asked.words),
    )
    found = _found(asked, store, bounds, fast=fast)
    ranked = order(found.fused)
    size = rerank.pool_of([found.items[ident] for ident in ranked], texts=store.config.pool)
    of_set = members(bounds.wanted, store, ranked, found.items) if bounds.wanted is not None else {}
    pool = _pool(store, ranked, found.items, bounds, size=size, besides=of_set)
    read, trouble = (NOTHING, []) if fast or asked.bare else _read(asked.words, store, pool, found.candidates, until)
    read, known = with_replies(asked.words, read, found.items, store)
    items = {**known, **_within_reach(found.read_by_meaning, found.items, asked.words, store.config)}
    worded = [items[ident] for ident, _ in found.candidates.lists[OWN_WORDS][:_COVERING] if ident in items]
    whole = [item.id for item in worded if stands_in(asked.words, item.text)]
    ranking, old, updated = _ranked(
        asked, store, allowed, items, fused=found.fused, read=read, whole=whole, known=of_set, pool=size, fast=fast
    )
    strength = _strength(asked, store.config, found.candidates, read, worded)
    parts = {**_parts(found, read), UPDATED: dict.fromkeys(updated, 1.0)}
    notes = [*found.notes, *trouble]
    if asked.window is not None and bounds.then is not None:
        ranking, parts[FROM_THEN], strength = then_first(
            ranking, asked, store, bounds.then, found=found.candidates, logits=read.logits, strength=strength
        )
        best = ranking[:k] if strength != "none" else []
        notes.append(note(asked.window, [item.id for item, _ in best], parts[FROM_THEN]))
    if bounds.wanted is not None:
        among = [pair for pair in ranking if bounds.then is None or pair[0].id in parts[FROM_THEN]]
        whole_set = answered(bounds.wanted, among, of_set, read.logits, config=store.config)
        ranking = whole_set or ranking
        parts[OF_A_SET] = {item.id: 1.0 for item, _ in whole_set}
    going_on = _unfinished(asked.words, store, allowed, ranking if strength == "strong" else [])
    if going_on:
        ranking, strength = put_first(going_on, store, ranking), "strong"
        parts[GOES_ON] = {item.id: 1.0 for item, _ in ranking[: len(going_on.items)]}
    if strength == "none":
        return Hits(below=len(ranking), notes=notes, read=found.candidates.read)
    return Hits(
        hits_of(
            asked.words, ranking[:k], store, parts=parts, old=old, allowed=allowed, passages=found.candidates.passages
        ),
        strength=strength,
        notes=notes,
        read=found.candidates.read,
        loops=going_on.loops,
        streams=going_on.streams,
    )


def _of_last_time(question: str, store: Store, allowed: Filter, *, k: int) -> Hits | None:
    """Answer a question for the last session or the newest of a kind, for which nothing need be ranked."""
    last = last_time(question) if not allowed.retired_too else None
    told = the_last(last, store, allowed)[:k] if last is not None else []
    if not told:
        return None
    parts = {LAST: {item.id: 1.0 for item, _ in told}}
    shown = hits_of(question, told, store, parts=parts, old={}, allowed=allowed, passages={})
    return Hits(shown, strength="strong")


def _found(asked: Question, store: Store, bounds: _Bounds, *, fast: bool) -> _Found:
    """Find candidates and fuse them, those first who were said by whom the question names."""
    candidates, notes = gather(asked.words, store, bounds.allowed, fast=fast, within=bounds.narrower)
    candidates, fused = compared(asked.words, store, candidates)
    items = store.memories.items(fused)
    items |= _within_reach(items.keys() - candidates.passages.keys(), items, asked.words, store.config)
    fused = {ident: score for ident, score in fused.items() if ident in items}  # some may be forgotten at this moment
    return _Found(candidates, lifted(asked.words, fused, items, lift=store.config.speaker_lift), items, notes)


def _pool(  # noqa: PLR0913 - what there is to choose from, by name
    store: Store,
    ranked: Sequence[int],
    items: Mapping[int, Item],
    bounds: _Bounds,
    *,
    size: int,
    besides: Iterable[int],
) -> list[Item]:
    """Choose what the cross-encoder reads: a fact and the turn that proves it count as one, and both are read."""
    heads = rerank.heads_of(ranked, items)
    chosen = heads[:size] if bounds.then is None else to_read(heads, store, bounds.then, size=size)
    return [items[ident] for ident in rerank.with_twins([*chosen, *besides], ranked, items)]


def _strength(asked: Question, config: Config, found: Candidates, read: Read, worded: Sequence[Item]) -> Strength:
    return judge(
        config,
        logits=read.sound,
        cosine=found.cosine,
        among=len(found.passages),
        coverage=coverage_of(asked.words, worded),
    )


def _parts(found: _Found, read: Read) -> dict[str, Mapping[int, float]]:
    """Return every component of a score by its name, for `--explain`."""
    lists = {name: dict(ranked) for name, ranked in found.candidates.lists.items()}
    return {**lists, "fused": found.fused, rerank.READ: read.logits}


def _within_reach(idents: Iterable[int], items: Mapping[int, Item], question: str, config: Config) -> dict[int, Item]:
    """Return some items with what of an enormous text is nearest the question."""
    most = config.turn_chars + _MARKS
    long = (items[ident] for ident in idents if len(items[ident].text) > most)
    return {item.id: item._replace(text=nearest(item.text, question, most=config.turn_chars)) for item in long}


def _unfinished(question: str, store: Store, allowed: Filter, ranking: Sequence[tuple[Item, float]]) -> Unfinished:
    """Find what answers a question for the state of things, which is that of now and of every kind."""
    asked = standing(question) if not (allowed.retired_too or allowed.kinds) else None
    return unfinished(asked, store, allowed, ranking) if asked is not None else Unfinished()


def compared(question: str, store: Store, found: Candidates) -> tuple[Candidates, dict[int, float]]:
    """Fuse the lists, compare the best of them token by token, and fuse again with the two lists that gives."""
    weights = _fusion_weights(store.config)
    if found.read is not None:
        weights = weighed(weights, found.read, store.config)
    fused = fuse(found.lists, weights)
    if found.profile is None:
        return found, fused
    best = order(fused)[: store.config.late_pool]
    found = found._replace(lists={**found.lists, **interact(question, store, best, profile=found.profile)})
    return found, fuse(found.lists, weights)


def _ranked(  # noqa: PLR0913 - what ranking works with, half of it by name
    asked: Question,
    store: Store,
    allowed: Filter,
    items: Mapping[int, Item],
    *,
    fused: Mapping[int, float],
    read: Read,
    whole: Iterable[int],
    known: Container[int],
    pool: int,
    fast: bool,
) -> tuple[list[tuple[Item, float]], dict[int, list[int]], set[int]]:
    """Blend what was read with how it was found, put what is current first, and say everything once.

    What is `known` to belong to a set needs no reader to say so. Where nothing that was read answers, what has
    the `whole` of the question's words comes first: names and words that no model knows are near anything.

    Returns with it the turns that prove only what was superseded, each with the facts that hold now, and what something
    later seems to update.
    """
    config = store.config
    best = max(read.sound, default=config.unread_logit)
    weight = reading_weight(
        best,
        fused=config.fused_weight,
        none=config.unread_logit,
        full=config.read_logit,
        say=read.say,
    )
    blended = blend(fused, read.logits, weight=weight)
    blended = lifted(asked.words, blended, items, lift=config.speaker_lift * _READ_TOO)
    scores = {**fused, **{ident: 1.0 + score for ident, score in blended.items()}}  # the pool is the same whatever k
    for ident, item in items.items():
        scores[ident] -= config.episode_cost if item.layer == "episode" and not item.by_hand else 0.0
    answers = answering(asked.words, read.logits, items, config=config)
    scores = facts_first(scores, answers)
    if best < config.read_logit:
        for ident in whole:
            scores[ident] += _WHOLE
    old, updated = outdated(store, items, allowed), set[int]()
    if not fast:  # these have sentences read, which takes as long to load as all of this
        scores = later_more(asked.words, scores, read.logits, items, config=config)
        best = min(pool, _JUDGED)
        before = scores
        scores, updated = in_time(asked.text, before, items, pool=best, judged=old)
        answers |= {ident for ident, score in scores.items() if score > before[ident]}
    answers |= {fact for facts in old.values() for fact in facts}
    answers |= store.supersessions.previous(ident for ident in read.logits if items[ident].layer == "fact").keys()
    scores, items = current_first(store, newest_of_equals(scores, items), items, old)
    ranked = [items[ident] for ident in order(scores)]
    doubtful = {ident for ident in read.logits.keys() - answers if ident not in known}
    ranking = collapse(ranked, scores, margin=config.fact_margin, answers=answers, doubtful=doubtful)
    return ranking, old, updated


def _fusion_weights(config: Config) -> dict[str, float]:
    """Return the weight of each candidate list."""
    return {
        OWN_WORDS: config.own_words,
        CONTEXT_WORDS: config.context_words_weight,
        OWN_MEANING: config.own_meaning,
        CONTEXT_MEANING: config.context_meaning,
        OWN_SENTENCES: config.own_sentences,
        OWN_TOKENS: config.own_tokens,
        CONTEXT_TOKENS: config.context_tokens,
    }


def _check(k: int, kinds: Sequence[Kind] | None, layers: Sequence[Layer] | None, within: float | None) -> None:
    if not 1 <= k <= _MAX_K:
        raise InputError(f"k is {k}: give a number from 1 to {_MAX_K}")
    if within is not None and not within > 0:
        raise InputError(f"{within:g} ms is no time to answer within: give a number above 0")
    for given, allowed, what in ((kinds, KINDS, "kind"), (layers, LAYERS, "layer")):
        if unknown := sorted(set(given or ()) - set(allowed)):
            raise InputError(f"{unknown[0]!r} is no {what}: use one of {', '.join(allowed)}")


def _read(
    question: str, store: Store, pool: Sequence[Item], found: Candidates, until: float | None
) -> tuple[Read, list[str]]:
    """Have the pool read; without the model, vectors beside it, or the time for it, the fused order stands."""
    if not (pool and found.passages):
        return NOTHING, []
    try:
        return rerank.read(question, store, pool, found.passages, until=until), []
    except ModelError as error:
        return NOTHING, [f"recall without the cross-encoder: {error}"]
    except TimeoutError:
        return NOTHING, ["in the order found: there was no time left to read them"]
