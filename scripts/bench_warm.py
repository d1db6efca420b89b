"""The benchmark of `episodic serve`: whole processes that ask it, beside those that do without it, in the same run."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench_speed import QUESTION, ROOT, pool_texts, show

from episodic.config import load
from episodic.models.senses import senses

RUNS = 15


def warm(arguments: argparse.Namespace) -> dict[str, Any]:
    """Time recall through a server, alone, and the least a command takes; medians, each in turn."""
    with tempfile.TemporaryDirectory() as folder:
        home, cache = Path(folder) / "home", Path(folder) / "cache"
        environment = os.environ | {
            "EPISODIC_HOME": str(home),
            "EPISODIC_CACHE": str(cache),
            "EPISODIC_CONFIG": os.devnull,
        }
        command = [str(Path(sys.executable).with_name("episodic"))]
        alone = environment | {"EPISODIC_SERVE": "off"}
        run([*command, "ingest", str(ROOT / "demo" / "series-b")], environment)
        read = reader(home, cache)
        run([*command, "serve", "--background"], environment)
        try:
            seconds = medians(
                {
                    "help": lambda: run([*command, "--help"], environment),
                    "recall": lambda: run([*command, "recall", QUESTION], environment),
                    "recall_fast": lambda: run([*command, "recall", QUESTION, "--fast"], environment),
                    "alone": lambda: run([*command, "recall", QUESTION], alone),
                    "alone_fast": lambda: run([*command, "recall", QUESTION, "--fast"], alone),
                    "cross_encoder": read,
                }
            )
        finally:
            run([*command, "serve", "--stop"], environment)
    result: dict[str, Any] = {f"{name}_seconds": round(value, 4) for name, value in seconds.items()}
    result["recall_beyond_help_and_cross_encoder"] = round(
        seconds["recall"] - seconds["help"] - seconds["cross_encoder"], 4
    )
    result["recall_ratio_to_alone"] = round(seconds["recall"] / seconds["alone"], 3)
    show(f"Through `episodic serve`, medians of {RUNS}", result, arguments)
    return result


def reader(home: Path, cache: Path) -> Callable[[], object]:
    """Return what has the cross-encoder read what recall has it read, and nothing else; the model is open."""
    texts = pool_texts(home)
    config = load({}, file=Path(os.devnull), cache=cache)
    held = senses(folder=None, cache=cache, workers=config.threads).reranker()
    held.scores(QUESTION, texts)
    return lambda: held.scores(QUESTION, texts)


def run(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Run a command to its end."""
    subprocess.run(command, env=environment, check=True, capture_output=True)


def medians(things: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Do each in turn, RUNS times over; returns each one's median time in seconds."""
    taken: dict[str, list[float]] = {name: [] for name in things}
    for place in range(RUNS + 1):
        for name, do in things.items():
            start = time.perf_counter()
            do()
            if place:  # the first warms the disk
                taken[name].append(time.perf_counter() - start)
    return {name: median(times) for name, times in taken.items()}
