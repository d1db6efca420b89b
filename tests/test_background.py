"""Consolidation where nobody waits for it, and two processes that would ask a model the same."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Cli

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


@pytest.fixture
def patient(config: Config) -> Iterator[Store]:
    opened = get_store(config=replace(config, llm_retries=0))
    yield opened
    opened.close()


def test_ingest_returns_at_once_and_the_facts_come_later(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    line = {"role": "user", "content": "We decided to launch on 3 May.", "timestamp": "2026-11-20T09:00:00Z"}
    path.write_text(json.dumps(line) + "\n", "utf-8")
    done = cli("ingest", str(path), "--no-wait")
    assert (done.returncode, "made in the background" in done.stderr, " facts, " in done.stderr) == (0, True, False)
    for _ in range(100):
        if json.loads(cli("stats", "--json").stdout)["facts"]:
            break
        time.sleep(0.1)
    status = json.loads(cli("status", "--json").stdout)
    assert (status["facts"], status["pending"]) == (1, 0)


def spoken(store: Store, name: str) -> SessionBuffer:
    buffer = SessionBuffer(name, store=store)
    buffer.append_turn("user", "We decided to launch on 3 May.")
    return buffer


def test_a_session_another_process_asks_about_is_left_to_it(patient: Store) -> None:
    model = ScriptedLLM([{"facts": []}])
    llm.set_backend(model)
    spoken(patient, "talk")
    with patient.leases.claimed("talk") as free:
        assert free
        report = asyncio.run(sweep(patient))
    assert (report.turns, model.calls, patient.status().pending) == (0, [], 1)
    asyncio.run(sweep(patient))
    assert (len(model.calls), patient.status().pending) == (1, 0)


def test_who_consolidates_a_buffer_waits_for_the_lease(patient: Store) -> None:
    model = ScriptedLLM([{"facts": []}])
    llm.set_backend(model)
    buffer = spoken(patient, "talk")

    async def both() -> int:
        with patient.leases.claimed("talk"):
            waiting = asyncio.create_task(consolidate_buffer(buffer))
            await asyncio.sleep(0.5)
            asked = len(model.calls)
        await waiting
        return asked

    assert asyncio.run(both()) == 0
    assert (len(model.calls), patient.status().pending) == (1, 0)


def test_the_same_session_twice_at_once_is_asked_about_once(patient: Store) -> None:
    model = ScriptedLLM([{"facts": []}])
    llm.set_backend(model)
    buffer = spoken(patient, "talk")

    async def twice() -> None:
        await asyncio.gather(consolidate_buffer(buffer), consolidate_buffer(buffer))

    asyncio.run(twice())
    assert len(model.calls) == 1


def test_a_lease_is_of_one_user(patient: Store) -> None:
    other = get_store(config=patient.config, user="other")
    with patient.leases.claimed("talk") as mine, other.leases.claimed("talk") as theirs:
        assert (mine, theirs) == (True, True)
    other.close()


def test_what_runs_in_the_background_is_ours_and_not_the_folders(tmp_path: Path, environment: dict[str, str]) -> None:
    """A repository that somebody cloned may hold a package of our name."""
    (tmp_path / "episodic").mkdir()
    for name in ("__init__", "__main__"):
        (tmp_path / "episodic" / f"{name}.py").write_text("open('trapped', 'w')\n", "utf-8")
    start = "from episodic.surfaces.background import start; raise SystemExit(start('--version').wait())"
    done = subprocess.run([sys.executable, "-P", "-c", start], env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert [path.name for path in tmp_path.iterdir() if path.name == "trapped"] == []
