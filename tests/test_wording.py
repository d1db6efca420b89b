"""What a model says of a turn is held against the turn's own words: language, questions, paths, and who spoke."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from episodic import get_store, llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store


@pytest.fixture
def plain(config: Config) -> Iterator[Store]:
    """A store without models, for a language model that is asked once."""
    opened = get_store(config=replace(config, llm_retries=0, models=config.home / "none"))
    yield opened
    opened.close()
    llm.set_backend(None)


def learnt(  # noqa: PLR0913 - a table of cases
    store: Store, said: str, text: str, quote: str = "", *, role: str = "user", kind: str = "technical"
) -> Any:
    """Return the facts that become of a turn, and why none does."""
    fact = {"kind": kind, "text": text, "quote": quote or said, "turn": 0, "stance": "stated"}
    llm.set_backend(ScriptedLLM([{"facts": [fact]}]))
    buffer = SessionBuffer("talk", store=store)
    buffer.append_turn(role, said)
    report = asyncio.run(consolidate_buffer(buffer))
    return [text for (text,) in store.db.rows("select text from item where layer = 'fact'")], report.refused


OWN_WORDS = [
    (
        "我们决定把数据库迁移到新的服务器上",
        "The user decided to move the database to a new server",
        "我们决定把数据库迁移到新的服务器上",
    ),
    (
        "Мы решили перенести базу на новый сервер",
        "They move the base to a server",
        "Мы решили перенести базу на новый сервер",
    ),
    (
        "Vi har bestämt att mötet inte ska vara på fredag",
        "The meeting is not on Friday",
        "mötet inte ska vara på fredag",
    ),
    (
        "Wir haben den Termin auf Freitag gelegt und das bleibt so",
        "The appointment is on Freitag",
        "auf Freitag gelegt",
    ),
    ("コーヒーより紅茶が好きです", "The user likes tea better than coffee", "紅茶が好きです"),
]


@pytest.mark.parametrize(("said", "text", "quote"), OWN_WORDS)
def test_a_fact_in_another_language_is_kept_in_the_turns_own_words(
    plain: Store, said: str, text: str, quote: str
) -> None:
    """FINDINGS 48: an answer in English about Chinese or Russian turns was believed."""
    (fact,), refused = learnt(plain, said, text, quote)
    assert fact in said
    assert not refused


def test_a_fact_that_shares_no_word_with_its_turn_is_kept_in_the_turns_own_words(plain: Store) -> None:
    said = "the worker keeps a socket open for every tenant"
    assert learnt(plain, said, "Billing happens once a month")[0] == [said]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I use Obsidian for my notes", "The user uses Obsidian for notes"),
        ("The build lies in ~/vault/notes.md now", "The build lies in ~/vault/notes.md"),
        ("We build and deploy with Vega", "Vega does build/deploy"),
        ("Our API listens on port 8443", "The API listens on port 8443"),
        ("vacuumdb --analyze-in-stages comes first", "vacuumdb --analyze-in-stages comes first"),
        ("we call it `pg_upgrade` here", "It is called pg_upgrade"),
    ],
)
def test_a_fact_in_the_turns_words_stays_as_it_is(plain: Store, said: str, text: str) -> None:
    assert learnt(plain, said, text)[0] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "The user keeps notes with Obsidian in ~/vault/notes.md",
        "The user keeps Obsidian notes in notes.md",
        "The user opens Obsidian with --safe-mode",
        "Obsidian is set by OBSIDIAN_HOME",
        "Obsidian is at obsidian.example.org",
        "The user's mail about Obsidian is nils@vault.org",
        "Obsidian calls openVault",
        r"Obsidian lies in C:\vault",
    ],
)
def test_no_path_and_no_identifier_is_invented(plain: Store, text: str) -> None:
    """FINDINGS 48: `~/vault/notes.md` beside a true "I use Obsidian"."""
    facts, refused = learnt(plain, "I use Obsidian for all of my notes", text)
    assert facts == []
    assert refused == {"name not in window": 1}


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("would Obsidian be useful here", ""),
        ("would Obsidian be useful here", "Obsidian be useful here"),
        ("hm, could Vega be the better name", ""),
        ("is Obsidian any good", ""),
        ("does Sarah own the deck", ""),
        ("wäre Obsidian hier nützlich", ""),
        ("skulle Obsidian passa här", ""),
        ("是不是该用 Obsidian", ""),
        ("стоит ли использовать Obsidian", ""),
    ],
)
def test_a_question_without_its_mark_is_no_fact(plain: Store, said: str, quote: str) -> None:
    assert learnt(plain, said, said, quote) == ([], {"question": 1})


@pytest.mark.parametrize(
    "said", ["Should be at 14 slides now", "Will be in Oslo on Friday", "Can read Swedish well enough"]
)
def test_a_statement_that_leaves_out_its_subject_is_a_fact(plain: Store, said: str) -> None:
    assert learnt(plain, said, said)[0] == [said]


@pytest.mark.parametrize("kind", ["technical", "decision", "personal", "correction", "event"])
def test_what_a_system_says_is_no_fact(plain: Store, kind: str) -> None:
    said = "The user works for Vega and the deck has 14 slides"
    assert learnt(plain, said, said, role="system", kind=kind)[0] == []
