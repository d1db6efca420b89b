"""The names benchmark: which known names a text mentions, against the labels of scripts/threads/people.jsonl.

A line belongs to the half to look at (dev) or the half to score on (test) by a digest of its id.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from bench_recall import show

from episodic.language.gazetteer import Gazetteer
from episodic.records import Name

LABELS: Final = Path(__file__).resolve().parent / "threads" / "people.jsonl"


def names(arguments: argparse.Namespace) -> dict[str, Any]:
    """Score both halves, and each language of both together."""
    lines = read(arguments.data or LABELS)
    table = {half: scores([line for line in lines if half_of(line) == half]) for half in ("dev", "test")}
    languages = sorted({line["language"] for line in lines})
    table |= {name: scores([line for line in lines if line["language"] == name]) for name in languages}
    show(f"known names found, {len(lines)} texts", table, arguments)
    return {"texts": len(lines), **table}


def read(path: Path) -> list[dict[str, Any]]:
    """Read a labelled set."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def half_of(line: Mapping[str, Any]) -> str:
    """Return which half a line is in."""
    return "dev" if hashlib.sha256(line["id"].encode()).digest()[0] % 2 else "test"


def found(line: Mapping[str, Any]) -> set[int]:
    """Return the known names found in a line's text."""
    known = [Name(n, one["name"], one["type"], tuple(one["aliases"])) for n, one in enumerate(line["known"])]
    return set(Gazetteer(known).mentioned(line["text"]))


def scores(lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return precision and recall over mentions, and the share of texts without a mistake."""
    pairs = [(found(line), set(line["mentions"])) for line in lines]
    hits = sum(len(mine & true) for mine, true in pairs)
    return {
        "texts": len(pairs),
        "precision": hits / max(1, sum(len(mine) for mine, _ in pairs)),
        "recall": hits / max(1, sum(len(true) for _, true in pairs)),
        "exact": sum(mine == true for mine, true in pairs) / max(1, len(pairs)),
    }
