"""Questions an owner of each demo memory would ask, and what the first line of the answer must say.

The questions are in tests/demo_answers.jsonl; they were written from the transcripts before recall was asked. Each
memory is taken in as `episodic ingest` does, without a language model. A line is right where it holds one fragment of
each group, in any case; where nothing is to be found, nothing may be found for sure.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any, Final

from bench_recall import progress, show

from episodic.config import load
from episodic.surfaces.answering import show as show_answer
from episodic.surfaces.recalling import Asked, recall_here

ROOT: Final = Path(__file__).resolve().parent.parent
ZONE: Final = "Europe/Stockholm"
ANSWERS: Final = ROOT / "tests" / "demo_answers.jsonl"

Row = Mapping[str, Any]


def answers(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask every question and count the right first lines by memory."""
    rows = [row for row in read_answers() if arguments.memory in (None, row["memory"])]
    found: dict[str, list[bool]] = defaultdict(list)
    misses: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for memory in dict.fromkeys(row["memory"] for row in rows):
            take_in(memory, Path(folder) / "home", now=next(row["now"] for row in rows if row["memory"] == memory))
            progress(memory)
        for row in rows:
            lines = ask(row, Path(folder) / "home")
            right = is_right(row, lines)
            found[row["memory"]].append(right)
            misses += [] if right else [f"{row['user']}: {row['question']} ✗ {lines[:1]}"]
    table = {memory: {"right": sum(each) / len(each), "asked": len(each)} for memory, each in found.items()}
    every = [right for each in found.values() for right in each]
    table["all"] = {"right": sum(every) / len(every), "asked": len(every)}
    show("first lines", table, arguments)
    if arguments.misses:
        print("\n".join(misses))
    return table


def read_answers() -> list[Row]:
    """Read the questions with what is expected of each."""
    return [json.loads(line) for line in ANSWERS.read_text("utf-8").splitlines() if line.strip()]


def take_in(memory: str, home: Path, *, now: str, cache: Path | None = None) -> None:
    """Take a demo memory in, from the command line; of the probes what was said, not what is asked."""
    folder = ROOT / "demo" / memory
    if memory != "probes":
        users = {"series-b": "default", "kurs": "elin", "bo": "bo"}
        _run(["ingest", str(folder), "--user", users[memory]], home, now=now, cache=cache)
        return
    with tempfile.TemporaryDirectory() as said:
        for path in sorted(folder.glob("*.jsonl")):
            turns = [line for line in path.read_text("utf-8").splitlines() if "content" in json.loads(line)]
            target = Path(said) / path.name
            target.write_text("\n".join(turns) + "\n", "utf-8")
            _run(["ingest", str(target), "--user", path.stem], home, now=now, cache=cache)


def ask(row: Row, home: Path, *, cache: Path | None = None) -> list[str]:
    """Return what a person is shown, a line a hit or a loop, without its line breaks; nothing where it is no answer.

    The name of a workstream stands with the first of what is open in it.
    """
    config = load(
        {"EPISODIC_ZONE": ZONE}, file=Path(os.devnull), home=home, cache=cache, now=datetime.fromisoformat(row["now"])
    )
    told = recall_here(config, row["user"], Asked(row["question"], as_of=row.get("as_of")))
    if row.get("nothing"):
        return [hit.text for hit in told.hits] if told.hits.strength == "strong" else []
    with redirect_stdout(StringIO()) as shown, redirect_stderr(StringIO()):
        show_answer(told, config, row["user"], explain=False, json=False)
    found: list[str] = []
    for line in shown.getvalue().splitlines():
        if line.startswith("  ·") and found and found[-1].startswith("▸") and "·" not in found[-1]:
            found[-1] += line
        elif line.startswith(("[", "▸", "  ·")):
            found.append(line)
        elif found:
            found[-1] += f" {line.strip()}"
    return [" ".join(line.split()) for line in found]


def is_right(row: Row, lines: Sequence[str]) -> bool:
    """Tell whether the first line, and the second where one is asked for, says what is expected."""
    if row.get("nothing"):
        return not lines
    wanted = [(row.get("first", ()), row.get("not_first", ())), (row.get("second", ()), ())]
    return all(
        not groups or (place < len(lines) and _holds(lines[place], groups, without))
        for place, (groups, without) in enumerate(wanted)
    )


def _holds(line: str, groups: Sequence[Sequence[str]], without: Sequence[str]) -> bool:
    said = line.casefold()
    return all(any(one.casefold() in said for one in group) for group in groups) and not any(
        one.casefold() in said for one in without
    )


def _run(arguments: Sequence[str], home: Path, *, now: str, cache: Path | None) -> None:
    environment = {**os.environ, "EPISODIC_HOME": str(home), "EPISODIC_CONFIG": os.devnull, "EPISODIC_NOW": now}
    environment |= {"EPISODIC_ZONE": ZONE} | ({"EPISODIC_CACHE": str(cache)} if cache is not None else {})
    subprocess.run([sys.executable, "-m", "episodic", *arguments], capture_output=True, env=environment, check=True)
