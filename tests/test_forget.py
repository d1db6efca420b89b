"""Forgetting inside a process that stays: the receipt, the bytes, and the store afterwards."""

import asyncio
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_session
from episodic.consolidate.placing import place_episodes
from episodic.memory.store import Store
from episodic.memory.turns import Turns
from episodic.recall.retrieve import retrieve
from episodic.records import Message, Piece
from episodic.rights.forget import forget_all, forget_home

SAID = "We decided to use the Zanzibar warehouse for the belfry."
WORDS = (b"Zanzibar", b"zanzibar", b"warehouse", b"belfry")


@pytest.fixture
def full(store: Store, clock: datetime) -> Store:
    """A memory with turns, a fact, an episode, vectors and a line in quarantine."""
    SessionBuffer("talk", store=store).extend(
        [{"role": "user", "content": SAID, "at": clock}, {"role": "assistant", "content": "Noted.", "at": clock}]
    )
    asyncio.run(consolidate_session(store, "talk", final=True))
    store.embeddings.catch_up()
    store.journal.quarantine(b"{broken Zanzibar")
    return store


@pytest.fixture
def other(config: Config, clock: datetime) -> Iterator[Store]:
    """The memory of another user of the same home, who said the same."""
    opened = Store(config, "anna")
    SessionBuffer("talk", store=opened).extend([{"role": "user", "content": "The harbour is foggy.", "at": clock}])
    yield opened
    opened.close()


def bytes_of(home: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_no_word_is_left_in_any_file_while_the_store_is_still_open(full: Store) -> None:
    """CASES 55, 56, 62: database, write-ahead log, journal and quarantine."""
    assert all(word in bytes_of(full.home) for word in WORDS)
    receipt = forget_all(full)
    assert [word for word in WORDS if word in bytes_of(full.home)] == []
    assert (receipt.before.turns, receipt.before.facts, receipt.before.episodes) == (2, 1, 1)
    assert receipt.left == ()


def test_no_thread_and_no_name_is_left(full: Store) -> None:
    """A thread's name and a project's are words too, and hang on no item."""
    SessionBuffer("more", store=full, project="acme/quetzal").append_turn("user", "Sarah is our lawyer at the depot.")
    asyncio.run(consolidate_session(full, "more", final=True))
    asyncio.run(place_episodes(full, model=None))
    forget_all(full)
    for table in ("workstream", "workstream_change", "entity", "item_entity"):
        assert full.db.value(f"select count(*) from {table}") == 0, table


def test_every_way_in_finds_nothing_afterwards(full: Store) -> None:
    """CASES 55, 56: by words, by meaning, by id and as an episode."""
    forget_all(full)
    assert retrieve("which warehouse for the belfry", full) == []
    assert retrieve("Zanzibar", full, fast=True) == []
    assert full.episodes() == []
    assert full.memories.items(range(1, 100)) == {}
    counts = (
        "select (select count(*) from passage) + (select count(*) from embedding) + (select count(*) from token_vector)"
        " + (select count(*) from evidence)"
    )
    assert full.db.value(counts) == 0


def test_the_store_goes_on_with_ids_nobody_had(full: Store, other: Store) -> None:
    """An id a person once saw never comes to mean something else."""
    before = max(full.memories.items(range(1, 1000)))
    forget_all(full)
    SessionBuffer("later", store=full).append_turn("user", "The boat is blue.")
    (hit,) = retrieve("boat", full, fast=True)
    assert (hit.text, hit.evidence) == ("The boat is blue.", (("later", 0),))
    assert hit.id > before
    assert retrieve("boat", other, fast=True) == []


def test_what_a_crash_left_in_the_journal_only_does_not_come_back(
    store: Store, monkeypatch: pytest.MonkeyPatch, clock: datetime
) -> None:
    """CASE 61: it is counted, and its source is not taken in again."""
    message = Message(role="user", pieces=(Piece(SAID, ("uuid:1",)),), at=clock)
    with monkeypatch.context() as crash:
        crash.setattr(Turns, "index", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            store.write("talk", [message])
    assert forget_all(store).before.turns == 1
    assert store.write("talk", [message]).forgotten == 1


def test_another_users_memory_is_as_it_was(full: Store, other: Store) -> None:
    """CASE 68."""
    before, answer = other.status(), retrieve("fog in the harbour", other)
    assert len(answer) == 1
    forget_all(full)
    after = other.status()
    assert (after.turns, after.sessions, after.journal_bytes) == (before.turns, before.sessions, before.journal_bytes)
    assert retrieve("fog in the harbour", other) == answer
    assert other.lexical.is_sound()


def test_forgetting_again_finds_nothing_and_says_so(full: Store) -> None:
    forget_all(full)
    receipt = forget_all(full)
    assert (receipt.before.turns, receipt.before.facts, receipt.left) == (0, 0, ())


def test_forgetting_the_home_leaves_nothing_of_ours(full: Store, other: Store) -> None:
    forget_all(full)  # which makes the key of the tombstones
    other.close()
    receipt = forget_home(full)
    assert receipt.left == ()
    assert list(full.home.rglob("*")) == []
