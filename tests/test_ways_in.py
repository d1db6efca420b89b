"""The public ways in without arguments, turns that say nothing, and what a person ruled on."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW, Cli

import episodic
from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, get_store, llm, retrieve
from episodic.config import Config
from episodic.consolidate.pipeline import sweep
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store
from episodic.rights import review


@pytest.fixture
def plain(config: Config) -> Iterator[Store]:
    """A store without models, for a language model that is asked once."""
    opened = get_store(config=replace(config, llm_retries=0, models=config.home / "none"))
    yield opened
    opened.close()
    llm.set_backend(None)


@pytest.fixture
def default_home(monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path) -> Path:
    monkeypatch.setenv("EPISODIC_HOME", str(home))
    monkeypatch.setenv("EPISODIC_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("EPISODIC_MODELS", str(tmp_path / "none"))
    return home


def test_a_buffer_without_a_store_opens_what_get_store_gives(default_home: Path) -> None:
    """FINDINGS 46: it once opened one that judges nothing and cannot forget."""
    store = SessionBuffer("x").store
    assert store.home == default_home
    store.remember("The deck needs 12 slides")
    store.remember("The deck needs 14 slides")
    current = [text for (text,) in store.db.rows("select text from item where layer = 'fact' and live = 1")]
    assert current == ["The deck needs 14 slides"]
    (item,) = (item for (item,) in store.db.rows("select id from item where layer = 'fact' and live = 1"))
    store.forget([item])
    assert store.db.rows("select id from item where id = ?", (item,)) == []
    store.close()


@pytest.mark.usefixtures("default_home")
def test_an_injector_without_arguments_opens_the_default_memory_and_a_new_session() -> None:
    buffer = SessionBuffer("x")
    buffer.append_turn("user", "The deck needs 12 slides, Sarah confirmed.")
    first, second = EpisodicInjector(), EpisodicInjector()
    assert first.session != second.session
    assert "12 slides" in first.get_context("how many slides does the deck need?")


def test_public_names_are_what_the_documents_call_them() -> None:
    assert {name: getattr(episodic, name).__name__ for name in ("SessionBuffer", "EpisodicInjector")} == {
        "SessionBuffer": "SessionBuffer",
        "EpisodicInjector": "EpisodicInjector",
    }


@pytest.mark.parametrize("nothing", ["", " ", "\n\n", "\t", "<private>my salary</private>", "\0"])
def test_a_turn_that_says_nothing_takes_its_place_and_is_found_by_nothing(plain: Store, nothing: str) -> None:
    buffer = SessionBuffer("talk", store=plain)
    seqs = [buffer.append_turn("user", text, name="Ada") for text in ("The deck is blue", nothing, "The deck is big")]
    assert seqs == [0, 1, 2]
    assert buffer.pending == 2
    assert all(hit.text for hit in retrieve("Ada deck", plain, k=20))
    assert len(retrieve("Ada deck", plain, k=20)) == 2
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert plain.status().pending == 0


def test_a_session_of_nothing_is_finished(plain: Store) -> None:
    buffer = SessionBuffer("talk", store=plain)
    assert buffer.append_turn("user", "") == 0
    script = ScriptedLLM([])
    llm.set_backend(script)
    asyncio.run(consolidate_buffer(buffer, final=True))
    asyncio.run(sweep(plain))
    assert (script.calls, buffer.pending, plain.status().episodes) == ([], 0, 0)
    assert buffer.append_turn("user", "Good morning") == 1


DECK: dict[str, Any] = {"kind": "technical", "text": "The deck needs 12 slides", "turn": 7, "quote": "needs 12 slides"}


@pytest.mark.parametrize(
    "again",
    [{}, {"text": "There are 12 slides in the deck"}, {"quote": "deck needs 12 slides"}, {"quote": "12 slides"}],
)
def test_what_a_person_rejected_stays_rejected(plain: Store, again: dict[str, Any]) -> None:
    """FINDINGS 49: the next window's context brought it back."""
    buffer = SessionBuffer("talk", store=plain)
    for n in range(8):
        buffer.append_turn("user", "The deck needs 12 slides" if n == 7 else f"Good morning number {n}")
    llm.set_backend(ScriptedLLM([{"facts": [DECK]}]))
    asyncio.run(consolidate_buffer(buffer))
    ((ident,),) = plain.db.rows("select id from item where layer = 'fact'")
    with plain.transaction():
        plain.doubts.cast(ident, "seen once", held=False, at=NOW)
    review.reject(plain, ident)
    buffer.append_turn("user", "And a good evening")
    llm.set_backend(ScriptedLLM([{"facts": [DECK | again]}]))
    assert asyncio.run(consolidate_buffer(buffer)).refused == {"rejected before": 1}
    assert plain.db.rows("select id from item where layer = 'fact' and live = 1") == []


def test_what_else_a_turn_says_is_learnt_after_a_rejection(plain: Store) -> None:
    buffer = SessionBuffer("talk", store=plain)
    buffer.append_turn("user", "The deck needs 12 slides. Sarah is the lead partner.")
    llm.set_backend(ScriptedLLM([{"facts": [DECK | {"turn": 0}]}]))
    asyncio.run(consolidate_buffer(buffer))
    ((ident,),) = plain.db.rows("select id from item where layer = 'fact'")
    with plain.transaction():
        plain.doubts.cast(ident, "seen once", held=False, at=NOW)
    review.reject(plain, ident)
    sarah = {
        "kind": "relationship",
        "text": "Sarah is the lead partner",
        "quote": "Sarah is the lead partner",
        "turn": 0,
    }
    buffer.append_turn("user", "And a good evening")
    llm.set_backend(ScriptedLLM([{"facts": [sarah]}, {"rulings": []}]))
    assert asyncio.run(consolidate_buffer(buffer)).added == 1


def test_a_doubt_that_has_expired_is_one_line_and_no_traceback(cli: Cli, config: Config) -> None:
    store = get_store(config=replace(config, models=config.home / "none", now=NOW - timedelta(days=60)))
    buffer = SessionBuffer("talk", store=store)
    buffer.append_turn("user", "The deck needs 12 slides")
    asyncio.run(consolidate_buffer(buffer))
    ((ident,),) = store.db.rows("select id from item where layer = 'fact'")
    with store.transaction():
        store.doubts.cast(ident, "seen once", held=True, at=NOW)
    store.close()
    assert f"#{ident}" in cli("review").stdout
    cli("retention", "--facts", "30")
    assert "12 slides" not in cli("review").stdout
    for verb in ("accept", "reject"):
        done = cli("review", verb, str(ident))
        assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
        assert "no longer kept" in done.stderr


def test_an_ingest_that_removes_what_has_expired_says_so(cli: Cli, config: Config, tmp_path: Path) -> None:
    store = get_store(config=replace(config, models=config.home / "none", now=NOW - timedelta(days=60)))
    SessionBuffer("old", store=store).append_turn("user", "The deck needs 12 slides")
    store.close()
    cli("retention", "--turns", "30")
    file = tmp_path / "talk.jsonl"
    file.write_text('{"role": "user", "content": "Good morning to you all"}\n', "utf-8")
    done = cli("ingest", str(file), "--session", "new")
    assert "1 turn no longer kept" in done.stderr
