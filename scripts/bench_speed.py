"""The speed benchmarks: whole processes and whole indexing runs, against floors measured in the same run."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from episodic import SessionBuffer, get_store
from episodic.memory.embeddings import sentences_of

ROOT = Path(__file__).resolve().parent.parent
FLOOR = Path(__file__).with_name("floor.py")
QUESTION = "what did sarah say about the deck"
RUNS = 5
TURNS = 600  # embedded by each side in one run of `index`


def cold(arguments: argparse.Namespace) -> dict[str, Any]:
    """Time commands as fresh processes against a script that only does what cannot be left out."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        environment = os.environ | {"EPISODIC_HOME": str(home), "EPISODIC_CONFIG": os.devnull}
        command = [str(Path(sys.executable).with_name("episodic"))]
        ingest = [*command, "ingest", str(ROOT / "demo" / "series-b")]
        subprocess.run(ingest, env=environment, check=True, capture_output=True)
        pairs = Path(folder) / "pairs.json"
        pairs.write_text(json.dumps({"question": QUESTION, "texts": pool_texts(home)}), "utf-8")
        floor = [sys.executable, str(FLOOR), "recall", folder, str(pairs)]
        bare = [sys.executable, "-c", "import apsw, typer"]
        seconds = fastest(
            {
                "floor": floor,
                "full": [*command, "recall", QUESTION],
                "bare": bare,
                "fast": [*command, "recall", QUESTION, "--fast"],
                "stats": [*command, "stats"],
                "help": [*command, "--help"],
            },
            environment,
        )
    result: dict[str, Any] = {f"{name}_seconds": round(value, 4) for name, value in seconds.items()}
    result["full_ratio"] = round(seconds["full"] / seconds["floor"], 3)
    for name in ("fast", "stats", "help"):
        result[f"{name}_ratio"] = round(seconds[name] / seconds["bare"], 3)
    show("Fresh processes, fastest of five", result, arguments)
    return result


def index(arguments: argparse.Namespace) -> dict[str, Any]:
    """Time taking a user's turns in, journal and index included, against embedding the same texts alone."""
    texts = made_up_texts(TURNS)
    places = ((text, start, end) for text in texts for start, end in sentences_of(text))
    sentences = [text[start:end] for text, start, end in places if (start, end) != (0, len(text))]
    ours, floor = [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "texts.json"
            data.write_text(json.dumps({"texts": texts, "sentences": sentences}), "utf-8")
            run = [sys.executable, str(FLOOR), "embed", folder, str(data)]
            floor.append(float(subprocess.run(run, check=True, capture_output=True, text=True).stdout))
            ours.append(seconds_to_extend(texts, Path(folder) / "home"))
    result = {
        "turns": len(texts),
        "sentences": len(sentences),
        "turns_per_second": round(len(texts) / min(ours), 1),
        "embedders_per_second": round(len(texts) / min(floor), 1),
        "ratio": round(min(floor) / min(ours), 3),
    }
    show("Indexing, fastest of three", result, arguments)
    return result


def pool_texts(home: Path) -> list[str]:
    """Return the texts the cross-encoder reads for the question, as recall hands them over."""
    from episodic.memory.filters import Filter
    from episodic.recall.candidates import gather
    from episodic.recall.fusion import order
    from episodic.recall.rerank import pool_of, views_of
    from episodic.recall.retrieve import compared

    store = get_store(home)
    found, _ = gather(QUESTION, store, Filter(), fast=False)
    found, fused = compared(QUESTION, store, found)
    items = store.memories.items(fused)
    ranked = [items[ident] for ident in order(fused)]
    pool = ranked[: pool_of(ranked, texts=store.config.pool)]
    views = views_of(store, pool, found.passages)
    return list(dict.fromkeys([*(view.reply for view in views), *(view.spoken for view in views)]))


def seconds_to_extend(texts: Sequence[str], home: Path) -> float:
    """Take texts in as the turns of one session; the model is open before the clock starts, as it is for the floor."""
    store = get_store(home)
    buffer = SessionBuffer("bench", store=store)
    buffer.extend([{"role": "user", "content": "a first turn, to open the model"}])
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    rows = [{"role": "user", "content": text, "at": begun + timedelta(minutes=n)} for n, text in enumerate(texts)]
    start = time.perf_counter()
    buffer.extend(rows)
    return time.perf_counter() - start


def made_up_texts(count: int) -> list[str]:
    """Return different texts of the demo's own lengths."""
    lines = [
        json.loads(line)["content"]
        for path in sorted((ROOT / "demo").rglob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
        if isinstance(json.loads(line).get("content"), str)
    ]
    return [f"{lines[n % len(lines)]} ({n})" for n in range(count)]


def fastest(commands: dict[str, list[str]], environment: dict[str, str]) -> dict[str, float]:
    """Run every command in turn, RUNS times over; returns each one's fastest time in seconds."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(RUNS + 1):  # the first warms the disk
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def show(title: str, result: dict[str, Any], arguments: argparse.Namespace) -> None:
    """Print a two-column Markdown table, unless JSON was asked for."""
    if not arguments.json:
        print(f"{title}\n\n| | |\n|---|--:|")
        print("\n".join(f"| {name} | {value} |" for name, value in result.items()))
