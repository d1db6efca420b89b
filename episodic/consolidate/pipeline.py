"""Turns to memories, window by window. The only place that acts on what the judges say; it knows no cue and no rule.

pending turns ─▶ windows ─▶ propose ─▶ ground ─▶ salience ─▶ referee ─▶ restate, add, supersede ─▶ watermark
end of session ─▶ tell ─▶ episode ─▶ place ─▶ thread                         (one transaction a window, an episode)
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from episodic.capture.buffer import SessionBuffer
from episodic.consolidate.ends import with_ends
from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.halving import through
from episodic.consolidate.heuristics import propose
from episodic.consolidate.introductions import introduce
from episodic.consolidate.loop_keeping import Unfinished, by_model, by_words, keep, shown
from episodic.consolidate.minimise import banned, discretion, withheld
from episodic.consolidate.novelty import critical_difference
from episodic.consolidate.placing import place_episodes
from episodic.consolidate.portraits import refresh
from episodic.consolidate.referee import judge
from episodic.consolidate.report import Report
from episodic.consolidate.salience import Salience, salience
from episodic.consolidate.skimming import skimmed
from episodic.consolidate.tell import gap, still_there, tell
from episodic.consolidate.withdrawn import withdrawn
from episodic.language.cues import fold
from episodic.language.instructions import suspicious
from episodic.memory.store import Store
from episodic.memory.stripping import strip
from episodic.memory.vectors import Embedded
from episodic.records import Candidate, Confidence, Neighbour, Turn, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from episodic.llm.client import Client

_MORE: Final = 1.5  # times the length from which a quote that holds a rejected one says something else too
_LOOK_AGAIN: Final = 0.2  # seconds, while another process has the session

_OFF: Final = "nothing was consolidated, as memory is switched off ({why}): `episodic resume` switches it on"
_CUT: Final = "facts of {name} may be missing: the model's reply was cut off twice; raise llm_reply_tokens"

Written = Literal["added", "restated", "superseded"]


async def consolidate_buffer(buffer: SessionBuffer, *, final: bool = False) -> Report:
    """Consolidate every pending turn of a session, even if they fill no window.

    Args:
        buffer: the session.
        final: the session has ended, so that its episode is told too.
    """
    store = buffer.store
    if why := store.household.paused():
        return Report(trouble=(_OFF.format(why=why),))
    store.catch_up()
    embedded = store.embeddings.catch_up() if final else 0  # a change of subject shows in the turns' vectors
    model = _model(store)
    report = await consolidate_session(store, buffer.session_id, model=model, final=final, wait=True)
    embedded += store.embeddings.catch_up()
    report += await place_episodes(store, model=model)
    if final and not report.failed:
        report += await refresh(store, model=model)
    _minimise(store)
    return report + Report(embedded=embedded)


async def sweep(store: Store) -> Report:
    """Consolidate what other processes left pending, and tell the episodes of sessions that have gone quiet.

    A model that cannot be asked now leaves everything from there on pending.
    """
    if why := store.household.paused():
        return Report(trouble=(_OFF.format(why=why),))
    store.catch_up()
    report, model = Report(), _model(store)
    quiet_since = store.config.clock() - gap(store)
    for session in store.turns.unfinished():
        final = session.last_turn_at < quiet_since
        report += await consolidate_session(store, session.name, model=model, final=final)
        if report.failed >= store.config.attempts:
            break  # the model does not answer; every further session would only wait for it
    model = model if not report.failed else None
    report += await place_episodes(store, model=model)
    report += await refresh(store, model=model)
    _minimise(store)
    return report


def _minimise(store: Store) -> None:
    """Where no transcript is to be kept, take the words out of the turns that are facts and episodes by now."""
    if store.config.minimal:
        strip(store, store.forgetting.done_with())


async def consolidate_session(
    store: Store, name: str, *, model: "Client | None" = None, final: bool, wait: bool = False
) -> Report:
    """Consolidate a session's pending turns; with `final`, tell the episodes of what no episode tells of yet.

    A session that another process asks a model about is left to it, or waited for.
    """
    if model is None:
        return await _consolidate(store, name, model=None, final=final)
    while True:
        with store.leases.claimed(name) as free:
            if free:
                return await _consolidate(store, name, model=model, final=final)
        if not wait:
            return Report()
        await asyncio.sleep(_LOOK_AGAIN)


async def _consolidate(store: Store, name: str, *, model: "Client | None", final: bool) -> Report:
    session = store.turns.session(name)
    if session is None:
        return Report()
    pending = skimmed(store.turns.window(session.id, after=session.consolidated_seq), store.config)
    if not pending and session.consolidated_seq < session.indexed_seq:
        store.turns.consolidated(name, session.indexed_seq)  # what is left are turns that say nothing
    report = Report()
    attempt = partial(_consolidate_window, store, model=model)
    parked = [_between(store, session.id, seq, seq) for seq in store.turns.parking.due(session.id)]
    for turns in (*parked, pending):
        for context, window in _windows(store, session.id, turns):
            again = turns is not pending
            report += await through(store, context, window, attempt=attempt, ask=model, again=again)
            if report.failed:
                return report  # what comes after waits for it, so that facts are learnt in the order they were said
    return report + (await tell(store, name, model=model) if final else Report())


def _between(store: Store, session: int, first: int, last: int) -> list[Turn]:
    return skimmed(store.turns.window(session, after=first - 1, before=last + 1), store.config)


def _windows(store: Store, session: int, pending: Sequence[Turn]) -> Iterator[tuple[list[Turn], list[Turn]]]:
    """Cut pending turns into windows, each with the few turns before it that it sees but does not consolidate."""
    size, overlap = store.config.window_turns, store.config.window_overlap
    if not pending:
        return
    first = pending[0].seq
    earlier = _between(store, session, first - overlap, first - 1) if overlap else []
    turns = [*earlier, *pending]
    for start in range(len(earlier), len(turns), size):
        yield turns[max(0, start - overlap) : start], turns[start : start + size]


async def _consolidate_window(
    store: Store, context: Sequence[Turn], window: Sequence[Turn], *, model: "Client | None"
) -> Report:
    """Judge outside the transaction, then write all of the window or, if another process was first, nothing."""
    judged = await _judged(store, context, window, model=model)
    name, last = window[0].session, window[-1].seq
    with store.transaction("consolidate"):
        session = store.turns.session(name)
        if session is None or not still_there(store, [*context, *window]):
            return Report()
        if session.consolidated_seq >= last and last not in store.turns.parking.due(session.id):
            return Report()
        outcomes = Counter[Written](
            _remember(
                store, fact, vector, opinion=judged.opinions.get(place), project=session.project, read=bool(model)
            )
            for place, (fact, vector) in enumerate(zip(judged.facts, judged.vectors, strict=True))
        )
        keep(store, judged.unfinished, window, context=context, project=session.project)
        listed = [name for fact in judged.facts for name in fact.candidate.entities]
        introduce(store, window, listed=listed, project=session.project)
        store.turns.parking.lift(turn.item for turn in window if turn.item is not None)
        store.turns.consolidated(name, last)
    return Report(
        turns=len(window),
        windows=1,
        proposed=len(judged.facts) + judged.refused.total(),
        added=outcomes["added"] + outcomes["superseded"],
        superseded=outcomes["superseded"],
        restated=outcomes["restated"],
        refused=judged.refused,
        trouble=judged.trouble,
    )


class _Judged(NamedTuple):
    """A window as it is to be written: facts, grounded and not filler, with vectors and the model's opinions; loops."""

    facts: Sequence[Grounded]
    vectors: "Sequence[NDArray[np.float32] | None]"
    opinions: Mapping[int, Verdict]
    refused: Counter[str]
    unfinished: Unfinished
    trouble: tuple[str, ...] = ()


async def _judged(store: Store, context: Sequence[Turn], window: Sequence[Turn], *, model: "Client | None") -> _Judged:
    facts: list[Grounded] = []
    refused = Counter[str]()
    discreet = discretion(store.config, [*context, *window])
    candidates, unfinished, trouble, lost = await _proposed(store, context, window, model=model)
    if lost:
        refused["unreadable item"] += lost
    for candidate in candidates:
        verdict = ground(candidate, [*context, *window])
        if not isinstance(verdict, Grounded):
            refused[verdict.reason] += 1
        elif _was_rejected(store, verdict):
            refused["rejected before"] += 1
        elif reason := withheld(candidate, discreet):
            refused[reason] += 1
        elif _weight(verdict).tier == "drop":
            refused["filler"] += 1
        else:
            facts.append(verdict)
    vectors = _embedded(store, [fact.candidate.text for fact in facts])
    opinions = await _second_opinions(store, facts, vectors, model=model, session=window[0].session)
    return _Judged(facts, vectors, opinions, refused, unfinished.told_to(discreet), trouble)


def _was_rejected(store: Store, verdict: Grounded) -> bool:
    """Whether a person said of a fact with this text, or with these words of this turn, that it is not so."""
    text, quote = fold(verdict.candidate.text), fold(verdict.candidate.quote)
    before = store.doubts.rejected(verdict.turn.item) if verdict.turn.item is not None else []
    return any(
        fold(old) == text or quote in fold(words) or (fold(words) in quote and len(quote) < _MORE * len(words))
        for old, words in before
    )


async def _proposed(
    store: Store, context: Sequence[Turn], window: Sequence[Turn], *, model: "Client | None"
) -> tuple[list[Candidate], Unfinished, tuple[str, ...], int]:
    """Return facts, loops, what went wrong, and how many items of the reply could not be read."""
    if model is None:
        found = with_ends(propose(window, context=context), window, zone=store.config.local_zone())
        return found, by_words(store, window), (), 0
    from episodic.consolidate.extract import Withhold, extract

    config, loops = store.config, shown(store, window[0].session)
    withhold = Withhold(banned(config.sensitive), tone=config.emotional_tone)
    told = await extract(model, window, context=context, loops=loops, zone=config.local_zone(), withhold=withhold)
    trouble = (_CUT.format(name=window[0].session),) if told.cut else ()
    return told.candidates, by_model(told.rest, store, window, context=context, loops=loops), trouble, told.lost


async def _second_opinions(
    store: Store,
    grounded: Sequence[Grounded],
    vectors: "Sequence[NDArray[np.float32] | None]",
    *,
    model: "Client | None",
    session: str,
) -> dict[int, Verdict]:
    """Have the model rule on the candidates that have a known fact near; the others need no ruling."""
    if model is None:
        return {}
    from episodic.consolidate.second_opinion import rule

    row = store.turns.session(session)
    project = row.project if row is not None else None
    asked: dict[int, tuple[str, list[Neighbour]]] = {}
    for place, (verdict, vector) in enumerate(zip(grounded, vectors, strict=True)):
        text = verdict.candidate.text
        known = store.neighbours(text, project=project, vector=vector)[: store.config.neighbours]
        if any(_is_doubtful(text, fact, band=store.config.referee_band) for fact in known):
            asked[place] = (text, known)
    rulings = await rule(model, list(asked.values()))
    return {place: rulings[n] for n, place in enumerate(asked) if n in rulings}


def _is_doubtful(text: str, known: Neighbour, *, band: float) -> bool:
    """Whether a pair needs a ruling: near in meaning, or alike but for something critical, whatever the cosine."""
    return known.cosine is None or known.cosine >= band or bool(critical_difference(known.text, text))


def _model(store: Store) -> "Client | None":
    from episodic import llm

    return llm.connect(store.config, ledger=store.spending)


def _embedded(store: Store, texts: Sequence[str]) -> "Sequence[NDArray[np.float32] | None]":
    """Embed candidates before any lock is held; without a model they are judged by their words."""
    embedder = store.embeddings.embedder() if texts and store.embeddings.profile() is not None else None
    return list(embedder.documents(texts)) if embedder is not None else [None] * len(texts)


def _remember(  # noqa: PLR0913 - all but three by name
    store: Store,
    verdict: Grounded,
    vector: "NDArray[np.float32] | None",
    *,
    opinion: Verdict | None,
    project: str | None,
    read: bool,
) -> Written:
    """Confirm the fact there is, put a new one in another's place, or add it."""
    candidate, turn, config = verdict.candidate, verdict.turn, store.config
    if (why := suspicious(f"{candidate.text}\n{candidate.quote}")) is not None:
        return _held_back(store, verdict, why, project=project)
    known = store.neighbours(candidate.text, project=project, vector=vector)
    ruling = judge(candidate.text, known, kind=candidate.kind, entities=candidate.entities, duplicate=config.duplicate)
    if opinion is not None and ruling.action != "restate" and opinion.id in {None, *(fact.id for fact in known)}:
        ruling = opinion  # of facts that are still current
    sure = _confidence(candidate, ruling, read=read)
    told = next((fact for fact in known if fact.id == ruling.id), None)
    if told is not None:
        says = told.text if ruling.action == "restate" else candidate.text
        same = store.supersessions.same_at(told.id, says, candidate.valid_from or turn.at)
        if same is not None:
            store.facts.restate(same, turn)
            return _decided(store, same, "restated", ruling, told)
    fact = _add(store, verdict, confidence=sure, project=project)
    _keep_vector(store, fact, candidate.text, vector)
    if told is None:
        taken = _take_back(store, fact, verdict, project=project)
        return taken or _decided(store, fact, "added", ruling, told)
    why = "said again" if ruling.action == "restate" else ruling.why
    store.supersessions.replace(told.id, fact, why=why, decided_by=ruling.decided_by, at=config.clock())
    return _decided(store, fact, "superseded", ruling, told)


def _confidence(candidate: Candidate, ruling: Verdict, *, read: bool) -> Confidence:
    """Return how sure a new fact is: high once confirmed, medium as a model read it, else as its words are plain.

    It is low where rules alone gave it another's place and no word of it says so.
    """
    if candidate.stance == "confirmed":
        return "high"
    if read:
        return "medium"
    return "low" if ruling.unreviewed and candidate.kind != "correction" else candidate.sure


def _add(store: Store, verdict: Grounded, *, confidence: Confidence, project: str | None) -> int:
    """Write a new fact with what its salience is made of; returns its id."""
    weight, now = _weight(verdict), store.config.clock()
    fact = store.facts.add(
        verdict.candidate,
        verdict.turn,
        speaker=verdict.speaker,
        confidence=confidence,
        project=project,
        learnt_at=now,
        salience=weight.score,
        tier="durable" if weight.tier == "durable" else "episodic",
    )
    store.facts.judged(fact, judge="salience", outcome=weight.tier, scores=weight.parts, at=now)
    return fact


def _held_back(store: Store, verdict: Grounded, why: str, *, project: str | None) -> Written:
    """Add a fact that is in no answer until a person accepts it; it takes nothing's place and confirms nothing."""
    fact = _add(store, verdict, confidence="low", project=project)
    store.doubts.cast(fact, why, held=True, at=store.config.clock())
    return "added"


def _take_back(store: Store, fact: int, correction: Grounded, *, project: str | None) -> Written | None:
    """Have a new fact replace what it says is not so, where that was said and never became a fact; None: it was not."""
    found = withdrawn(store, correction.candidate, correction.turn, project=project)
    if found is None:
        return None
    gone = _add(store, found.fact, confidence="low", project=project)
    store.supersessions.replace(gone, fact, why=found.why, decided_by="guard", at=store.config.clock())
    ruling = Verdict("supersede", gone, found.why)
    return _decided(store, fact, "superseded", ruling, None)


def _decided(store: Store, fact: int, outcome: Written, ruling: Verdict, told: Neighbour | None) -> Written:
    """Record a verdict with what it was based on; returns the outcome."""
    scores: dict[str, object] = {"rule": ruling.why, "differences": list(ruling.reasons)}
    if told is not None:
        cosine = None if told.cosine is None else round(told.cosine, 3)
        scores |= {"neighbour": told.id, "cosine": cosine}
    now = store.config.clock()
    store.facts.judged(fact, judge=ruling.decided_by, outcome=outcome, scores=scores, at=now)
    return outcome


def _weight(verdict: Grounded) -> Salience:
    return salience(verdict.candidate.kind, verdict.candidate.text, quote=verdict.candidate.quote)


def _keep_vector(store: Store, fact: int, text: str, vector: "NDArray[np.float32] | None") -> None:
    """Store the vector a fact was judged by, so that the next one of this window is held against it too.

    Its tokens are still to come: no transaction waits for a model.
    """
    profile = store.embeddings.profile()
    if vector is not None and profile is not None:
        store.vectors.put(profile, [Embedded(fact, 0, 0, len(text), vector)], complete=False)
