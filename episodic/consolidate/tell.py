"""Tells a session as episodes: cut where it pauses or changes its subject, summed up, kept discreet, written once.

Knows no cue and no rule. A language model tells what holds, what was said word for word stands in for the rest.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from episodic.consolidate.episodes import record
from episodic.consolidate.faults import a_bug, is_bug
from episodic.consolidate.minimise import Discretion, discretion, minimised
from episodic.consolidate.report import Report
from episodic.consolidate.skimming import skimmed
from episodic.consolidate.subjects import Drift, middle, segments
from episodic.errors import BudgetError, BusyError, LLMError
from episodic.memory.store import Store
from episodic.records import EpisodeRecord, Turn

if TYPE_CHECKING:
    from episodic.llm.client import Client

WORTH_A_CALL: Final = 3  # turns of an episode; one exchange says all of itself


async def tell(store: Store, name: str, *, model: "Client | None") -> Report:
    """Write the episodes of a session's turns that are in none yet; what a bug of ours stops is tried next time."""
    try:
        return await _tell(store, name, model=model)
    except Exception as error:
        if not is_bug(error):
            raise
        return Report(bugs=1, trouble=(f"{name} is in no episode yet: {a_bug(error)}",))


async def _tell(store: Store, name: str, *, model: "Client | None") -> Report:
    """Tell outside the transaction, as judging is, then write all or nothing."""
    session = store.turns.session(name)
    turns = skimmed(store.turns.window(session.id, after=session.told_seq), store.config) if session is not None else []
    if session is None or not turns:
        return Report()
    told: list[tuple[list[Turn], EpisodeRecord]] = []
    trouble: list[str] = []
    bugs: list[str] = []
    for stretch in segments(turns, gap=gap(store), drift=_drift(store, turns)):
        discreet = discretion(store.config, stretch)
        plain = told_by_rule(store, stretch, discreet)
        if plain is None:
            continue
        try:
            narrated = await _narrated(store, discreet.pruned(stretch), plain, model=model)
            told.append((stretch, _discreet(narrated, discreet) or plain))
        except (BusyError, BudgetError) as error:
            return Report(failed=1, trouble=(f"left pending: {error}",))  # it stays untold until the model can be asked
        except LLMError as error:
            told.append((stretch, plain))
            trouble.append(f"{name} was summed up without the model: {error}")
        except Exception as error:
            if not is_bug(error):
                raise
            told.append((stretch, plain))
            bugs.append(f"{name} was summed up without the model: {a_bug(error)}")
    with store.transaction("consolidate"):
        now = store.turns.session(name)
        if now is None or now.told_seq != session.told_seq or not still_there(store, turns):
            return Report()
        for stretch, episode in told:
            store.episode_log.add(episode, stretch, session=session.id, project=session.project)
        store.turns.told(session.id, turns[-1].seq)
    return Report(episodes=len(told), bugs=len(bugs), trouble=(*trouble, *bugs))


def told_by_rule(store: Store, turns: Sequence[Turn], discreet: Discretion) -> EpisodeRecord | None:
    """Sum up turns in the words they were said in; None where nothing is left to say."""
    facts = [fact for fact in store.facts.proved_by(turns) if discreet.allows(fact.text)]
    return _discreet(record(discreet.pruned(skimmed(turns, store.config)), facts), discreet)


def still_there(store: Store, turns: Sequence[Turn]) -> bool:
    """Whether none of some turns was forgotten since they were read; what they said must not be written then."""
    return store.turns.present([turn.item for turn in turns if turn.item is not None])


def _discreet(episode: EpisodeRecord | None, by: Discretion) -> EpisodeRecord | None:
    return minimised(episode, by) if episode is not None else None


async def _narrated(
    store: Store, turns: Sequence[Turn], plain: EpisodeRecord, *, model: "Client | None"
) -> EpisodeRecord:
    """Have the model tell an episode; one exchange says all of itself, and is not worth a call."""
    if model is None or len(turns) < WORTH_A_CALL:
        return plain
    from episodic.consolidate.narrate import narrate

    return await narrate(model, turns, plain, zone=store.config.local_zone(), tone=store.config.emotional_tone)


def _drift(store: Store, turns: Sequence[Turn]) -> Drift | None:
    """Return what shows a change of subject; None without a model, where only pauses do."""
    profile, embedder = store.embeddings.profile(), store.embeddings.embedder()
    if profile is None or embedder is None:
        return None
    vectors = store.vectors.vectors([turn.item for turn in turns if turn.item is not None], profile=profile)
    return Drift(vectors, middle(embedder), store.config.subject_drift, store.config.subject_words)


def gap(store: Store) -> timedelta:
    """Return how long a pause ends an episode."""
    return timedelta(minutes=store.config.episode_gap_minutes)
