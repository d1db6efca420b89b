"""Killed at any moment, nothing is lost, doubled or out of order once the next run is through.

With EPISODIC_TEST_FULL set: more turns, more kills.
"""

import json
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Cli, start

from episodic.config import Config
from episodic.memory.health import verify
from episodic.memory.store import Store

FULL = bool(os.environ.get("EPISODIC_TEST_FULL"))
TURNS, KILLS = (2000, 20) if FULL else (200, 3)
LONGEST = TURNS / 750  # seconds to a kill; about what such an ingest takes from its first write on
SEED = int(os.environ.get("EPISODIC_TEST_SEED", "20261129"))
NOWHERE = Path("/nowhere")


def said(place: int) -> str:
    """Return what is said at a place of a session; every second time something to keep as a fact."""
    if place % 2:
        return f"Noted as number {place}."
    return f"We decided to use part {place} of the Hamburg warehouse for the {place + 1} boxes."


def write_transcript(path: Path, turns: int, *, session: str = "s") -> None:
    lines = [
        json.dumps(
            {
                "session": session,
                "role": "assistant" if place % 2 else "user",
                "content": said(place),
                "timestamp": f"2026-11-{20 + place // 1440:02}T{place // 60 % 24:02}:{place % 60:02}:00Z",
            }
        )
        for place in range(turns)
    ]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def kill_an_ingest(path: Path, environment: dict[str, str], *, begun: Callable[[], int], after: float) -> bool:
    """Start an ingest and kill it some seconds after `begun` changes; False when it was done by then."""
    before = begun()
    process = start(["ingest", str(path)], environment=environment)
    while process.poll() is None and begun() == before:
        time.sleep(0.001)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    _, trouble = process.communicate(timeout=60)
    assert b"Traceback" not in trouble, trouble.decode()
    return process.returncode == -signal.SIGKILL


def journalled(home: Path) -> int:
    return sum(path.stat().st_size for path in home.glob("journal/*/*.jsonl"))


def assert_all_there(config: Config, sessions: dict[str, list[str]], what: str) -> None:
    """Check turns, facts, chain and indexes of a memory that has caught up."""
    store = Store(config, "default")
    for name, expected in sessions.items():
        session = store.turns.session(name)
        assert session is not None, what
        turns = store.turns.window(session.id, after=-1)
        assert [turn.content for turn in turns] == expected, what
        assert [turn.seq for turn in turns] == list(range(len(expected))), what
    status = store.status()
    assert (status.turns, status.unindexed_bytes) == (sum(map(len, sessions.values())), 0), what
    assert (status.pending, status.parked) == (0, 0), what
    ids = [row[0] for row in store.db.rows("select item from fact")]
    facts = store.memories.items(ids).values()
    kept = {text for expected in sessions.values() for text in expected if text.startswith("We decided")}
    assert sorted(fact.text for fact in facts) == sorted(kept), what
    assert all(fact.recurrence == len(fact.evidence) for fact in facts), what
    told = sorted(seq for episode in store.episodes() for seq in episode.record.turn_seqs)
    assert told == sorted(seq for expected in sessions.values() for seq in range(len(expected))), what
    assert [verdict.problems for verdict in verify(store)] == [()] * len(sessions), what
    assert store.lexical.is_sound(), what
    assert store.db.value("pragma integrity_check") == "ok", what
    store.close()


@pytest.fixture
def without_models(environment: dict[str, str]) -> dict[str, str]:
    """The environment of a machine without model files, and of many small writes to be killed between."""
    return environment | {"EPISODIC_MODELS": str(NOWHERE), "EPISODIC_JOURNAL_BATCH": "16"}


def test_a_killed_ingest_is_made_whole_by_the_next(
    cli: Cli, config: Config, tmp_path: Path, without_models: dict[str, str]
) -> None:
    """CASE 35: every kill hits a session of its own; whatever it left, one more run completes it."""
    chance = random.Random(SEED)  # noqa: S311 - a seed, not a secret
    sessions: dict[str, list[str]] = {}
    for kill in range(KILLS):
        name, delay = f"s{kill}", chance.uniform(0, LONGEST)
        path = tmp_path / f"{name}.jsonl"
        write_transcript(path, TURNS, session=name)
        sessions[name] = [said(place) for place in range(TURNS)]
        hit = kill_an_ingest(path, without_models, begun=lambda: journalled(config.home), after=delay)
        what = f"seed {SEED}, kill {kill} {delay:.4f} s after the first write ({'hit' if hit else 'too late'})"
        again = cli("ingest", str(path), extra={"EPISODIC_MODELS": str(NOWHERE)})
        assert again.returncode == 0, f"{what}: {again.stderr}"
        assert_all_there(replace(config, models=NOWHERE), sessions, what)


def test_an_ingest_killed_again_and_again_comes_to_its_end(
    cli: Cli, config: Config, tmp_path: Path, without_models: dict[str, str]
) -> None:
    """The file grows between the kills, and each run takes up what the one before it left."""
    chance = random.Random(SEED + 1)  # noqa: S311 - a seed, not a secret
    path, delays = tmp_path / "talk.jsonl", list[float]()
    for kill in range(1, KILLS + 1):
        write_transcript(path, TURNS * kill // KILLS)
        delays.append(chance.uniform(0, LONGEST / 4))
        kill_an_ingest(path, without_models, begun=lambda: journalled(config.home), after=delays[-1])
    assert cli("ingest", str(path), extra={"EPISODIC_MODELS": str(NOWHERE)}).returncode == 0
    what = f"seed {SEED}, kills {delays} s after each first write"
    assert_all_there(replace(config, models=NOWHERE), {"s": [said(place) for place in range(TURNS)]}, what)


def test_a_home_whose_making_was_killed_is_made_by_the_next(
    cli: Cli, config: Config, tmp_path: Path, without_models: dict[str, str]
) -> None:
    """CASE 76."""
    chance = random.Random(SEED + 2)  # noqa: S311 - a seed, not a secret
    path = tmp_path / "talk.jsonl"
    write_transcript(path, 20)
    for kill in range(KILLS):
        home, delay = tmp_path / f"home {kill}", chance.uniform(0, 0.02)
        environment = without_models | {"EPISODIC_HOME": str(home)}
        kill_an_ingest(path, environment, begun=(home / "episodic.db").exists, after=delay)
        what = f"seed {SEED}, kill {kill} {delay:.4f} s after the file was there"
        again = cli("ingest", str(path), "--home", str(home), extra={"EPISODIC_MODELS": str(NOWHERE)})
        assert again.returncode == 0, f"{what}: {again.stderr}"
        there = replace(config, models=NOWHERE, home=home)
        assert_all_there(there, {"s": [said(place) for place in range(20)]}, what)


def test_a_kill_while_embedding_leaves_what_was_embedded_and_the_rest_waits(
    cli: Cli, config: Config, tmp_path: Path, environment: dict[str, str]
) -> None:
    """The next run embeds only what is missing, and recall finds by meaning what was said."""
    path, turns = tmp_path / "talk.jsonl", 300 if FULL else 100
    write_transcript(path, turns)
    process = start(["ingest", str(path)], environment=environment)
    store = Store(config, "default")
    turns_embedded = "select count(*) from passage p join item i on i.id = p.item where i.layer = 'turn'"
    while process.poll() is None and not store.db.value(
        turns_embedded
    ):  # facts are embedded before, as they are judged
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    embedded = "select count(distinct item) from passage"
    done, waiting = store.db.value(embedded), store.embeddings.waiting()
    assert done > 0
    assert waiting > 0
    found = json.loads(cli("ingest", str(path), "--json").stdout)
    assert (found["added"], found["embedded"] >= waiting) == (0, True)
    assert store.db.value(embedded) == done + found["embedded"]
    assert_all_there(config, {"s": [said(place) for place in range(turns)]}, f"{done} embedded before the kill")
    assert cli("doctor").returncode == 0
    assert "part 42 of the Hamburg" in cli("recall", "what is part 42 used for", "-k", "1").stdout


@pytest.mark.parametrize("torn", [0, 1, 40, -1])
def test_a_power_cut_between_journal_and_index_costs_at_most_the_torn_line(
    cli: Cli, config: Config, tmp_path: Path, torn: int
) -> None:
    """CASE 83: the index is a run behind, and of the last line only some bytes arrived."""
    path, extra = tmp_path / "talk.jsonl", {"EPISODIC_MODELS": str(NOWHERE)}
    database = config.home / "episodic.db"
    write_transcript(path, 10)
    cli("ingest", str(path), extra=extra)
    behind = database.read_bytes()
    write_transcript(path, 13)
    cli("ingest", str(path), extra=extra)
    database.write_bytes(behind)
    (journal,) = (config.home / "journal").rglob("*.jsonl")
    *whole, last = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(whole) + last[:torn])
    write_transcript(path, 15)  # the last is the person's: a mere "Noted" has no episode
    assert cli("ingest", str(path), extra=extra).returncode == 0
    assert_all_there(replace(config, models=NOWHERE), {"s": [said(place) for place in range(15)]}, f"torn at {torn}")
    status = json.loads(cli("status", "--json").stdout)
    assert status["quarantined_lines"] == (1 if torn > 0 else 0)
