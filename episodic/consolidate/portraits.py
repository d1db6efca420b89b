"""Keeps the profiles of a memory up to date. Knows no rule of writing one and no SQL."""

from typing import TYPE_CHECKING

from episodic.consolidate.faults import a_bug, is_bug
from episodic.consolidate.profiles import Basis, Summary, narrate, sum_up
from episodic.consolidate.report import Report
from episodic.errors import BudgetError, BusyError, LLMError
from episodic.language.dates import moment
from episodic.memory.entities import Known
from episodic.memory.profiles import Profile, Writer
from episodic.memory.store import Store

if TYPE_CHECKING:
    from episodic.llm.client import Client


async def refresh(store: Store, *, model: "Client | None" = None) -> Report:
    """Write the profiles that are due, with a model where there is one; returns what went wrong, each reason once.

    A model that cannot be asked now leaves the rest for the next time; where a bug of ours stops it, rules write one.
    """
    report = Report()
    for one in store.entities.known():
        if one.facts < store.config.profile_facts:
            continue
        if not _is_due(store, one, store.profiles.read(one.id), modelled=model is not None):
            continue
        try:
            await _renew(store, one, model=model)
        except LLMError as error:
            report += Report(trouble=(str(error),))
            if isinstance(error, BusyError | BudgetError):
                break
            await _renew(store, one, model=None)
        except Exception as error:
            if model is None or not is_bug(error):
                raise
            report += Report(bugs=1, trouble=(f"a profile was written without the model: {a_bug(error)}",))
            await _renew(store, one, model=None)
    return report


async def _renew(store: Store, one: Known, *, model: "Client | None") -> None:
    facts = basis(store, one.id)
    told = sum_up(facts) if model is None else await narrate(model, one.name, facts)
    _write(store, one, told, written_by="rule" if model is None else "model", basis=len(facts))


def current(store: Store, one: Known) -> Profile | None:
    """Return somebody's profile, written anew without a model where it is due; None where too little is known."""
    profile = store.profiles.read(one.id)
    if store.household.paused():
        return profile if profile is not None and profile.text and not profile.stale else None
    if _is_due(store, one, profile, modelled=False) or (profile is not None and profile.stale):
        facts = basis(store, one.id)
        _write(store, one, sum_up(facts), written_by="rule", basis=len(facts))
        profile = store.profiles.read(one.id)
    return profile if profile is not None and profile.text else None


def basis(store: Store, entity: int) -> list[Basis]:
    """Return the current facts about somebody as a profile stands on them."""
    return [
        Basis(fact.id, fact.text, moment(fact.said_at), fact.salience, fact.recurrence)
        for fact in store.entities.facts(entity)
    ]


def _is_due(store: Store, one: Known, profile: Profile | None, *, modelled: bool) -> bool:
    """Whether enough is known, and there is no profile, an outdated one, or one that much is new to."""
    enough = store.config.profile_facts
    if one.facts < enough:
        return False
    if profile is None or profile.stale or one.facts >= profile.basis + enough:
        return True
    return modelled and profile.written_by == "rule"


def _write(store: Store, one: Known, told: Summary, *, written_by: Writer, basis: int) -> None:
    now = store.config.clock()
    with store.transaction("consolidate"):
        store.profiles.write(one.id, told.text, told.facts, written_by=written_by, basis=basis, at=now)
