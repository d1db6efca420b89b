"""A question for the last time is answered from the last session, whatever words it shares with it."""

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from conftest import CACHE, NOW

from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, get_store, retrieve
from episodic.config import load
from episodic.language.last_time import last_time
from episodic.memory.store import Store


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A memory of two sessions, which nothing here writes to."""
    home = tmp_path_factory.mktemp("home")
    store = get_store(config=load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW))
    for days, said in (
        (9, ("We decided to use Redis for the cache.", "the invoices go out on Monday")),
        (2, ("the importer choked on umlauts again", "We decided to store the glaze recipes in SQLite.")),
    ):
        buffer = SessionBuffer(f"{days} days ago", store=store)
        for text in said:
            buffer.append_turn("user", text, at=NOW - timedelta(days=days))
        asyncio.run(consolidate_buffer(buffer, final=True))
    yield store
    store.close()


@pytest.mark.parametrize(
    "question",
    [
        "what did we decide last time?",
        "what did we decide in our last session",
        "vad bestämde vi förra gången?",
        "was haben wir beim letzten Mal beschlossen?",
        "¿qué decidimos la última vez?",
        "qu'avons-nous décidé la dernière fois ?",
    ],
)
def test_what_was_decided_last_time_is_the_last_sessions_decision(sessions: Store, question: str) -> None:
    found = retrieve(question, sessions)
    assert found.strength == "strong"
    assert "SQLite" in found[0].text
    assert not any("Redis" in hit.text for hit in found)


def test_what_happened_in_the_last_session_is_its_episode(sessions: Store) -> None:
    found = retrieve("what happened in the last session?", sessions)
    assert found[0].layer == "episode"
    assert {hit.session for hit in found} == {"2 days ago"}


def test_an_agent_is_told_of_the_last_time_too(sessions: Store) -> None:
    block = EpisodicInjector(sessions, session="now").get_context("what did we decide last time?")
    assert "SQLite" in block
    assert "do not rely" not in block


def test_the_last_decision_is_the_newest_one(sessions: Store) -> None:
    (only,) = retrieve("what was the last decision?", sessions, k=1)
    assert "SQLite" in only.text


@pytest.mark.parametrize("question", ["what did I last eat", "when was the last time I went to the dentist"])
def test_other_last_things_are_asked_for_as_ever(question: str) -> None:
    assert last_time(question) is None


def test_a_new_memory_has_no_last_time(store: Store) -> None:
    assert retrieve("what did we decide last time?", store) == []
