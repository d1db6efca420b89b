"""Several processes on one home at once: nobody is turned away, and nothing is lost or doubled.

With EPISODIC_TEST_FULL set: more of them.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Start, start, start_afresh

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.memory.health import verify
from episodic.memory.store import Store

PROCESSES = 8 if os.environ.get("EPISODIC_TEST_FULL") else 4
TURNS = 40
NOWHERE = Path("/nowhere")

Together = Callable[..., list[str]]


def said(name: str, place: int) -> str:
    if place % 2:
        return f"Noted, {name}, as number {place}."
    return f"We decided to use crate {place} of the {name} shipment for the Hamburg warehouse."


@pytest.fixture
def together(environment: dict[str, str]) -> Together:
    """Run commands at the same time; returns what each printed, after checking that none had any trouble."""

    def run(commands: Sequence[Sequence[str]], start: Start = start) -> list[str]:
        theirs = environment | {"EPISODIC_MODELS": str(NOWHERE), "EPISODIC_JOURNAL_BATCH": "8"}
        processes = [start(arguments, environment=theirs) for arguments in commands]
        with ThreadPoolExecutor(len(processes)) as readers:
            outputs = list(readers.map(lambda process: process.communicate(timeout=120), processes))
        for arguments, process, (_, talk) in zip(commands, processes, outputs, strict=True):
            assert process.returncode == 0, (arguments, talk)
            assert b"Traceback" not in talk, (arguments, talk)
            assert b"lock" not in talk.lower(), (arguments, talk)
        return [data.decode() for data, _ in outputs]

    return run


@pytest.fixture
def shipments(tmp_path: Path) -> dict[str, Path]:
    """A transcript for each process, every one a session of its own."""
    names = "amber birch cedar dune ember fjord grove heath".split()[:PROCESSES]
    paths = {name: tmp_path / f"{name}.jsonl" for name in names}
    for name, path in paths.items():
        turns = [
            {
                "session": name,
                "role": "assistant" if place % 2 else "user",
                "content": said(name, place),
                "timestamp": f"2026-11-20T10:{place:02}:00Z",
            }
            for place in range(TURNS)
        ]
        path.write_text("".join(json.dumps(turn) + "\n" for turn in turns), "utf-8")
    return paths


def assert_each_once(config: Config, names: Sequence[str], *, user: str = "default") -> None:
    """Check that a user's memory holds every turn, fact and episode of some sessions exactly once."""
    store = Store(replace(config, models=NOWHERE), user)
    assert sorted(session.name for session in store.turns.sessions()) == sorted(names)
    for session in store.turns.sessions():
        turns = store.turns.window(session.id, after=-1)
        assert [turn.content for turn in turns] == [said(session.name, place) for place in range(TURNS)]
    ids = [row[0] for row in store.db.rows("select id from item where scope = ? and layer = 'fact'", (store.scope,))]
    facts = Counter((fact.text, fact.recurrence) for fact in store.memories.items(ids).values())
    assert facts == {(said(name, place), 1): 1 for name in names for place in range(0, TURNS, 2)}
    assert sorted(episode.session for episode in store.episodes()) == sorted(names)
    assert store.status().pending == 0
    assert [verdict.problems for verdict in verify(store)] == [()] * len(names)
    assert store.lexical.is_sound()
    assert store.db.value("pragma integrity_check") == "ok"
    store.close()


def test_processes_that_open_a_new_home_at_once_all_succeed(together: Together, config: Config) -> None:
    """CASE 76."""
    users = [f"user {n}" for n in range(PROCESSES)]
    shown = together([["stats", "--json", "--user", user] for user in [*users, *users]])
    assert [json.loads(text)["user"] for text in shown] == [*users, *users]
    assert sorted(Store(config, users[0]).users()) == users


def test_processes_that_ingest_different_files_at_once_lose_nothing(
    together: Together, config: Config, shipments: dict[str, Path]
) -> None:
    together([["ingest", str(path)] for path in shipments.values()])
    assert_each_once(config, list(shipments))


def test_processes_that_ingest_the_same_file_at_once_take_it_in_once(
    together: Together, config: Config, shipments: dict[str, Path]
) -> None:
    """CASE 23."""
    name, path = next(iter(shipments.items()))
    shown = together([["ingest", str(path), "--json"]] * PROCESSES)
    assert sum(json.loads(text)["added"] for text in shown) == TURNS
    assert sum(json.loads(text)["facts"] for text in shown) == TURNS // 2
    assert_each_once(config, [name])


def test_recall_answers_while_others_ingest(together: Together, config: Config, shipments: dict[str, Path]) -> None:
    first, *others = shipments.values()
    together([["ingest", str(first)]])
    recalls = [["recall", "Hamburg warehouse shipment", "--fast", "--json"]] * PROCESSES
    shown = together([*(["ingest", str(path)] for path in others), *recalls, ["stats"], ["episodes"], ["verify"]])
    answers = [json.loads(text) for text in shown[len(others) : len(others) + PROCESSES]]
    assert all(len(answer["hits"]) == 5 for answer in answers)
    assert_each_once(config, list(shipments))


def test_processes_of_different_users_do_not_meet(
    together: Together, config: Config, shipments: dict[str, Path]
) -> None:
    """CASE 68."""
    together([["ingest", str(path), "--user", f"{name}'s"] for name, path in shipments.items()])
    for name in shipments:
        assert_each_once(config, [name], user=f"{name}'s")


def test_forgetting_while_others_ingest_leaves_all_or_nothing(
    together: Together, config: Config, shipments: dict[str, Path]
) -> None:
    """What was forgotten is gone whole; what was written afterwards is there whole, and the chain holds."""
    first, *others = shipments.values()
    together([["ingest", str(first)]])
    # Afresh, an ingest takes a second longer to start: in the very moment of another's writing, forgetting says that
    # something is still there and is to be run again.
    together([["forget", "--all", "--yes"], *(["ingest", str(path)] for path in others)], start_afresh)
    together([["ingest", str(path)] for path in shipments.values()])
    store = Store(replace(config, models=NOWHERE), "default")
    held = {turn.content for session in store.turns.sessions() for turn in store.turns.window(session.id, after=-1)}
    assert not [text for text in held if "amber" in text]
    assert [fault for verdict in verify(store) for fault in verdict.problems] == []
    assert store.lexical.is_sound()


def test_threads_of_one_process_share_a_store(config: Config) -> None:
    """CASE 79."""
    store = Store(replace(config, models=NOWHERE), "default")

    def write(name: str) -> int:
        buffer = SessionBuffer(name, store=store)
        seqs = [buffer.append_turn("user", said(name, place)) for place in range(10)]
        store.close()
        return len(seqs)

    names = [f"thread {n}" for n in range(PROCESSES)]
    with ThreadPoolExecutor(PROCESSES) as pool:
        assert list(pool.map(write, names)) == [10] * PROCESSES
    assert store.status().turns == 10 * PROCESSES
    assert [verdict.problems for verdict in verify(store)] == [()] * PROCESSES
