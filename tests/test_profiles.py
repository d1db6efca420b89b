"""Profiles: the best facts with their numbers, or a model's sentences that hold; stale with what they stand on."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.consolidate.portraits import current
from episodic.consolidate.profiles import Basis, sum_up
from episodic.consolidate.report import Report
from episodic.errors import BusyError
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.entities import Known
from episodic.memory.profiles import Profile
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.rights import correct

DAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
FACTS = ("Sarah is our lead investor.", "Sarah prefers 14 slides.", "Sarah signs the lease in Oslo.")


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


@pytest.fixture
def known(config: Config) -> Iterator[Store]:
    """A memory that knows three facts about Sarah."""
    store = get_store(config=replace(config, models=config.home / "nowhere", llm_retries=0))
    for fact in FACTS:
        store.remember(fact)
    yield store
    store.close()


def sarah(store: Store) -> Known:
    (one,) = store.entities.find("sarah")
    return one


def profile(store: Store) -> Profile:
    found = store.profiles.read(sarah(store).id)
    assert found is not None
    return found


def ids(store: Store) -> list[int]:
    """Return the facts about Sarah, oldest first."""
    return sorted(fact.id for fact in store.entities.facts(sarah(store).id))


def modelled(store: Store, *sentences: dict[str, Any]) -> Report:
    """Let a model that says these sentences sum up who is due."""
    llm.set_backend(ScriptedLLM({"You sum up": {"sentences": list(sentences)}}))
    return asyncio.run(sweep(store))


# Without a model ----------------------------------------------------------------------------------------------------


def test_the_best_facts_that_fit_sixty_words_each_with_its_number() -> None:
    """Weight first, then recurrence, then the newest; the same twice is said once."""
    long = " ".join(["word"] * 45)
    facts = [
        Basis(1, "He is tall.", DAY, salience=0.2),
        Basis(2, "He is our lawyer.", DAY, salience=0.9),
        Basis(3, long, DAY, salience=0.5),
        Basis(4, long + " more", DAY, salience=0.4),
        Basis(5, "he is our  lawyer.", DAY, salience=0.1),
        Basis(6, "He rows.", DAY, salience=0.2, recurrence=3),
    ]
    told = sum_up(facts)
    assert told.text == f"He is our lawyer [#2]. {long} [#3]. He rows [#6]. He is tall [#1]."
    assert told.facts == (2, 3, 6, 1)


def test_somebody_is_summed_up_from_the_third_fact_on(known: Store) -> None:
    asyncio.run(sweep(known))
    assert profile(known).written_by == "rule"
    assert set(profile(known).facts) == set(ids(known))
    known.remember("Marcus is our designer.")
    asyncio.run(sweep(known))
    assert known.profiles.read(known.entities.find("marcus")[0].id) is None


def test_a_profile_is_written_anew_when_as_much_is_new(known: Store) -> None:
    asyncio.run(sweep(known))
    for more in ("Sarah drinks tea.", "Sarah owns the sensitivity table.", "Sarah lives in Bergen."):
        assert profile(known).basis == 3
        known.remember(more)
        asyncio.run(sweep(known))
    assert profile(known).basis == 6


def test_a_profile_is_shown_and_never_found(known: Store) -> None:
    before = [(hit.id, hit.layer) for hit in retrieve("who is sarah", known, k=20)]
    asyncio.run(sweep(known))
    assert profile(known).text
    assert [(hit.id, hit.layer) for hit in retrieve("who is sarah", known, k=20)] == before


# Stale --------------------------------------------------------------------------------------------------------------


def test_a_superseded_fact_makes_every_profile_that_cites_it_stale(known: Store) -> None:
    for text in ("Oslo is our client.", "Oslo pays late in winter."):
        known.remember(text)
    asyncio.run(sweep(known))
    everybody = {"sarah": True, "oslo": True}
    assert {name: _stale(known, name) for name in everybody} == dict.fromkeys(everybody, False)
    correct.edit(known, ids(known)[2], "Sarah signs the lease in Bergen.")
    assert {name: _stale(known, name) for name in everybody} == everybody
    shown = current(known, sarah(known))
    assert shown is not None
    assert "Bergen" in shown.text
    assert "Oslo" not in shown.text
    assert not profile(known).stale


def _stale(store: Store, name: str) -> bool:
    (one,) = store.entities.find(name)
    found = store.profiles.read(one.id)
    assert found is not None
    return found.stale


def test_an_undone_correction_makes_it_stale_too(known: Store) -> None:
    new = correct.edit(known, ids(known)[1], "Sarah prefers 12 slides.")
    asyncio.run(sweep(known))
    assert not profile(known).stale
    correct.undo(known, new)
    assert profile(known).stale


def test_a_forgotten_fact_leaves_no_word_in_a_profile(known: Store) -> None:
    asyncio.run(sweep(known))
    known.db.run("delete from item where id = ?", (ids(known)[1],))
    assert (profile(known).text, profile(known).stale) == ("", True)
    assert known.db.value("select count(*) from profile where text like '%slides%'") == 0
    shown = current(known, sarah(known))
    assert shown is not None
    assert "slides" not in shown.text


def test_a_forgotten_entity_takes_its_profile_along(known: Store) -> None:
    asyncio.run(sweep(known))
    known.db.run("delete from item where text like '%Sarah%'")
    assert known.db.value("select count(*) from profile") == 0


def test_a_profile_whose_fact_was_forgotten_meanwhile_is_not_written(known: Store, config: Config) -> None:
    one, (first, *_) = sarah(known), ids(known)
    known.db.run("delete from item where id = ?", (first,))
    known.profiles.write(one.id, FACTS[0], (first,), written_by="model", basis=3, at=config.clock())
    assert known.profiles.read(one.id) is None


# With a model -------------------------------------------------------------------------------------------------------


def test_a_sentence_that_its_facts_do_not_hold_is_dropped(known: Store) -> None:
    first, slides, lease = ids(known)
    report = modelled(
        known,
        {"text": "Sarah is the lead investor.", "facts": [first]},
        {"text": "She prefers 15 slides.", "facts": [slides]},
        {"text": "She prefers 14 slides.", "facts": [first]},
        {"text": "She knows Marcus.", "facts": [slides]},
        {"text": "She signs the lease in Oslo and prefers 14 slides.", "facts": [lease, slides]},
        {"text": "She is kind.", "facts": []},
        {"text": "She is rich.", "facts": [999]},
    )
    assert report.trouble == ()
    found = profile(known)
    assert found.written_by == "model"
    assert found.text == (
        f"Sarah is the lead investor [#{first}]."
        f" She signs the lease in Oslo and prefers 14 slides [#{lease}, #{slides}]."
    )
    assert set(found.facts) == {first, slides, lease}


def test_where_nothing_holds_the_facts_speak(known: Store) -> None:
    modelled(known, {"text": "She knows Marcus.", "facts": [ids(known)[0]]})
    assert "Sarah prefers 14 slides" in profile(known).text


def test_a_model_writes_again_what_was_written_without_one_and_then_rests(known: Store) -> None:
    asyncio.run(sweep(known))
    modelled(known, {"text": "Sarah is the lead investor.", "facts": [ids(known)[0]]})
    assert profile(known).written_by == "model"
    model = ScriptedLLM([])
    llm.set_backend(model)
    asyncio.run(sweep(known))
    assert model.calls == []


def test_a_model_that_is_busy_leaves_profiles_for_the_next_time(known: Store) -> None:
    llm.set_backend(ScriptedLLM([], failing={1: BusyError("full")}))
    report = asyncio.run(sweep(known))
    assert report.trouble
    assert known.profiles.read(sarah(known).id) is None


def test_a_model_that_says_nothing_useful_costs_nothing_but_a_line(known: Store) -> None:
    llm.set_backend(ScriptedLLM(["no", "no"]))
    assert asyncio.run(sweep(known)).trouble
    assert profile(known).written_by == "rule"


def test_facts_are_data_between_marks(known: Store) -> None:
    model = ScriptedLLM({"You sum up": {"sentences": []}})
    llm.set_backend(model)
    asyncio.run(sweep(known))
    (call,) = model.calls
    first, *_, last = call.user.splitlines()
    assert first == last
    assert "Sarah prefers 14 slides" in call.user
    assert "Sarah" not in call.system


def test_the_end_of_a_session_sums_up_too(known: Store) -> None:
    buffer = SessionBuffer("s", store=known)
    buffer.append_turn("user", "good morning")
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert profile(known).text
