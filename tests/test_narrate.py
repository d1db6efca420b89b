"""Episodes with a language model, and where a session becomes several."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.episodes import record
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.consolidate.report import Report
from episodic.errors import BusyError, RefusedError
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.records import Outcome, Turn

BEGUN = datetime(2026, 11, 20, 18, tzinfo=UTC)
COACH = (
    ("user", "I earn 2,840 euro a month and rent is 960. I feel I never have anything left."),
    ("assistant", "You should put 300 euro aside on payday, and keep 500 as a buffer."),
    ("user", "I'll think about it. My worry is the car repair in January."),
)
TOLD: dict[str, Any] = {
    "subject": "Monthly budget of the user",
    "summary": "The user earns 2,840 euro and pays 960 in rent. The assistant proposed 300 euro. He owes 7,000 in Madrid.",
    "topics": ["budget", "saving"],
    "decisions": [
        {"text": "The user will put 300 euro aside", "quote": "put 300 euro aside on payday", "turn": 1},
        {"text": "The user thinks about it", "quote": "I'll think about it", "turn": 2},
    ],
    "advice_given": [
        {"text": "Put 300 euro aside on payday", "quote": "put 300 euro aside on payday", "turn": 1},
        {"text": "Sell the car", "quote": "sell the car", "turn": 1},
        {"text": "Repair the car", "quote": "the car repair", "turn": 2},
    ],
    "actions": [],
    "lessons": ["A buffer of 900 euro is enough"],
    "key_numbers": [
        {"text": "rent", "quote": "rent is 960", "turn": 0},
        {"text": "buffer", "quote": "keep 500 as a buffer", "turn": 1},
        {"text": "debt", "quote": "owes 7,000", "turn": 0},
    ],
    "concerns": [{"text": "The car repair", "quote": "My worry is the car repair", "turn": 2}],
    "outcome": "unresolved",
    "tags": ["Money"],
    "valid_until": "2027-01-31",
    "user_state": "worried",
}


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


@pytest.fixture
def patient(config: Config) -> Iterator[Store]:
    """A store whose model is asked once and not again: tests wait for nobody."""
    opened = get_store(config=replace(config, llm_retries=0))
    yield opened
    opened.close()


@pytest.fixture
def wordless_patient(config: Config, tmp_path: Path) -> Iterator[Store]:
    """The same without model files of its own: no vector is made."""
    opened = get_store(config=replace(config, models=tmp_path / "nowhere", llm_retries=0))
    yield opened
    opened.close()


def scripted(told: Any) -> ScriptedLLM:
    """A model that finds no facts, and tells episodes as it is told to."""
    model = ScriptedLLM({"list the facts": {"facts": []}, "write the record": told})
    llm.set_backend(model)
    return model


def held(store: Store, turns: tuple[tuple[str, str], ...] = COACH) -> Report:
    buffer = SessionBuffer("talk", store=store)
    buffer.extend(
        {"role": role, "content": text, "at": BEGUN + timedelta(minutes=n)} for n, (role, text) in enumerate(turns)
    )
    return asyncio.run(consolidate_buffer(buffer, final=True))


def only(store: Store) -> Episode:
    (episode,) = store.episodes()
    return episode


def test_of_what_the_model_tells_only_what_was_said_is_kept(patient: Store) -> None:
    """The finance coach: advice is advice, figures were said and by whom, and nothing was decided."""
    scripted(TOLD)
    held(patient)
    told = only(patient).record
    assert told.summary == "The user earns 2,840 euro and pays 960 in rent. The assistant proposed 300 euro."
    assert told.decisions == ()
    assert told.advice_given == ("Put 300 euro aside on payday",)
    assert told.key_numbers == ("rent is 960 (user)", "keep 500 as a buffer (assistant)")
    assert told.lessons == ()
    assert (told.concerns, told.tags, told.outcome) == (("The car repair",), ("money",), "unresolved")
    assert told.valid_until is not None
    assert told.valid_until.year == 2027


def test_a_mood_is_kept_only_where_the_setting_asks_for_it(config: Config) -> None:
    states = []
    for tone in (False, True):
        model = scripted(TOLD)
        store = get_store(config=replace(config, home=config.home / str(tone), emotional_tone=tone))
        held(store)
        states.append((only(store).record.user_state, "how the user seems to feel" in model.calls[-1].system))
        store.close()
    assert states == [(None, False), ("worried", True)]


@pytest.mark.parametrize(
    "reply",
    [
        "I would rather not.",
        "{}",
        {"subject": "", "summary": ""},
        {"subject": None, "summary": ["x"], "topics": "budget", "decisions": {"a": 1}, "key_numbers": [1, None, {}]},
        {"subject": "Trip to Madrid", "summary": "They flew to Madrid for 7,000 euro."},
        RefusedError("declined", reason="refusal"),
    ],
)
def test_where_the_model_tells_nothing_usable_the_users_own_sentences_stand(
    wordless_patient: Store, reply: Any
) -> None:
    scripted(reply)
    held(wordless_patient)
    told = only(wordless_patient).record
    plain = record(wordless_patient.turns.window(1, after=-1), [])
    assert plain is not None
    assert (told.subject, told.summary, told.key_numbers) == (plain.subject, plain.summary, plain.key_numbers)
    assert wordless_patient.status().pending == 0


def test_an_episode_waits_for_a_model_that_is_busy(patient: Store) -> None:
    calls: list[Request] = []

    def answer(request: Request) -> Any:
        calls.append(request)
        if "write the record" not in request.system:
            return {"facts": []}
        return BusyError("busy: try again", reason="busy") if len(calls) == 2 else TOLD

    llm.set_backend(ScriptedLLM(answer))
    assert "busy" in held(patient).trouble[0]
    assert (patient.episodes(), patient.status().pending) == ([], 0)
    asyncio.run(sweep(patient))
    assert only(patient).record.subject == TOLD["subject"]


def test_a_long_session_is_shown_in_part(wordless_patient: Store) -> None:
    model = scripted(TOLD)
    held(
        wordless_patient,
        tuple(("user" if n % 2 == 0 else "assistant", f"Line {n} of the log " + "x" * 900) for n in range(150)),
    )
    shown = json.loads(model.calls[-1].user.split("\n")[1])["turns"]
    assert len(model.calls[-1].user) < 60_000
    assert (shown[0]["n"], shown[-1]["n"], len(shown)) == (0, 149, 120)


@pytest.mark.parametrize(
    ("last", "outcome"),
    [
        ("great, it works now, thanks", "positive"),
        ("that fixed it", "positive"),
        ("Jetzt funktioniert es", "positive"),
        ("nu funkar det", "positive"),
        ("it still fails with the same error", "negative"),
        ("I give up on the old driver", "negative"),
        ("det hjälpte inte", "negative"),
        ("I'll sleep on it", "unresolved"),
        ("still waiting for legal", "unresolved"),
        ("ok, what about the colours?", "neutral"),
        ("does it work now?", "neutral"),
        ("if it works now I will tell you", "neutral"),
    ],
)
def test_how_a_session_ended_shows_in_its_last_words(last: str, outcome: Outcome) -> None:
    texts = ["The printer in the hall does not print.", "Did you try another cable for the printer?", last]
    turns = [
        Turn("s", n, "assistant" if n == 1 else "user", text, BEGUN + timedelta(minutes=n))
        for n, text in enumerate(texts)
    ]
    told = record(turns, [])
    assert told is not None
    assert told.outcome == outcome


def test_lessons_and_worries_are_the_users_own() -> None:
    texts = [
        "The deploy of the billing service failed on Friday.",
        "Next time, check the disk first. I'm worried about the queue.",
        "It turned out that the disk was full. My main concern is the invoice run on Monday.",
    ]
    turns = [Turn("s", n, "assistant" if n == 1 else "user", text, BEGUN, item=n) for n, text in enumerate(texts)]
    told = record(turns, [])
    assert told is not None
    assert told.lessons == ("It turned out that the disk was full.",)
    assert told.concerns == ("My main concern is the invoice run on Monday.",)


DECK = (
    ("user", "The Series B deck needs a slide on competition before Sarah sees it."),
    ("assistant", "I can draft a competition slide with the three main rivals and our edge over each."),
    ("user", "Good, and put the revenue chart of the deck before the competition slide."),
    ("assistant", "Done: the revenue chart now stands on slide 4 of the deck, right before competition."),
)
KITCHEN = (
    ("user", "What do you think about oak for the kitchen worktop? We cook a lot."),
    ("assistant", "Oak is warm to look at but needs oil twice a year; next to a sink it stains."),
    ("user", "And laminate, would it last as long as oak next to the sink and the stove?"),
    ("assistant", "Laminate takes water well, though a hot pan from the stove will mark it for good."),
)


def test_without_the_models_only_pauses_end_an_episode(wordless: Store) -> None:
    held(wordless, (*DECK, *KITCHEN))
    assert only(wordless).record.turn_seqs == tuple(range(8))


def test_a_session_that_changes_its_subject_becomes_two(store: Store) -> None:
    held(store, (*DECK, *KITCHEN))
    newest, oldest = store.episodes()
    assert (oldest.record.turn_seqs, newest.record.turn_seqs) == ((0, 1, 2, 3), (4, 5, 6, 7))
    assert "deck" in oldest.record.topics
    assert "oak" in newest.record.topics


def test_a_session_that_keeps_to_its_subject_stays_one(store: Store) -> None:
    more = (
        ("user", "Is a darker oak better at hiding stains around the sink?"),
        ("assistant", "A darker oil hides them a little, though water rings still show near the sink."),
        ("user", "Then we take laminate for the worktop and oak for the shelf above it."),
        ("assistant", "A good mix: the shelf stays dry, so oak will look fine there for years."),
    )
    held(store, (*KITCHEN, *more))
    assert only(store).record.turn_seqs == tuple(range(8))
