"""Kills itself before statement n of consolidating a session, for every n or every STEPth, and checks what is left.

    fault_points.py FOLDER [STEP]    prints how many points there were; exits 1 with what was wrong at the first bad one

A process of its own, as it forks: a child a point, killed for good by SIGKILL.
"""

import asyncio
import os
import shutil
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config, load
from episodic.consolidate.pipeline import sweep
from episodic.memory.db import Row
from episodic.memory.store import Store

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
SAID = (
    "The Series B deck needs 12 slides.",
    "I live in Uppsala.",
    "The server SSH port is 22.",
    "Anna owns the budget.",
    "The Series B deck has 14 slides, not 12",
    "I live in Berlin.",
    "Correction: the server SSH port moved to 49222.",
    "I live in Berlin.",
)
TABLES = ("supersession", "verdict", "evidence", "episode")


def settings(folder: Path, home: str) -> Config:
    """Return settings without models, so that only statements pass the time."""
    return load({}, file=Path(os.devnull), home=folder / home, models=folder / "nowhere", zone="UTC", now=NOW)


def rows(store: Store) -> list[Row]:
    """Return what a memory holds, but for ids and times of learning."""
    items = store.db.rows(
        "select i.layer, i.kind, i.said_at, i.live, i.text, f.recurrence, f.confidence, f.tier from item i"
        " left join fact f on f.item = i.id where i.layer <> 'turn' order by i.layer, i.said_at, i.text"
    )
    return [*items, *(tuple(store.db.rows(f"select count(*) from {table}")[0]) for table in TABLES)]


def capture(config: Config) -> None:
    """Journal and index the session, consolidating nothing."""
    store = Store(config, "default")
    buffer = SessionBuffer("talk", store=store)
    for place, text in enumerate(SAID):
        buffer.append_turn("user", text, at=NOW - timedelta(days=1, minutes=-place))
    store.close()


def consolidate(config: Config, *, die_at: int = 0) -> None:
    """Consolidate all there is; the process ends before statement `die_at`."""
    store, count = Store(config, "default"), 0

    def traced(*_: object) -> bool:
        nonlocal count
        count += 1
        if count == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    store.db.connection().exec_trace = traced
    asyncio.run(sweep(store))
    store.db.connection().exec_trace = None
    store.close()


def survives(config: Config, *, die_at: int) -> bool:
    """Consolidate in a child that dies at a point; whether it came to its end before."""
    child = os.fork()
    if child == 0:
        consolidate(config, die_at=die_at)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def trouble(config: Config, expected: list[Row]) -> str:
    """Say what is wrong after a death: half a window, or something missing or twice after the next run."""
    store = Store(config, "default")
    session = store.turns.session("talk")
    facts = store.db.value("select count(*) from fact")
    verdicts = store.db.value("select count(*) from verdict")
    if session is None or (session.consolidated_seq < 0) != (facts == 0) or (facts == 0) != (verdicts == 0):
        return f"watermark and rows disagree: {session}, {facts} facts, {verdicts} verdicts"
    asyncio.run(sweep(store))
    found, sound = rows(store), store.lexical.is_sound()
    store.close()
    return "" if found == expected and sound else f"after the next run: {found}, not {expected}, index {sound}"


def main() -> None:
    """Run every point."""
    folder = Path(sys.argv[1])
    base = settings(folder, "base")
    capture(base)
    whole = replace(base, home=folder / "whole")
    shutil.copytree(base.home, whole.home)
    consolidate(whole)
    store = Store(whole, "default")
    expected = rows(store)
    store.close()
    for point in range(1, 10_000, int((sys.argv[2:] or ["1"])[0])):
        config = replace(base, home=folder / f"at {point}")
        shutil.copytree(base.home, config.home)
        if survives(config, die_at=point):
            sys.stdout.write(f"{point - 1}\n")
            return
        if wrong := trouble(config, expected):
            sys.exit(f"point {point}: {wrong}")
        shutil.rmtree(config.home)


if __name__ == "__main__":
    main()
