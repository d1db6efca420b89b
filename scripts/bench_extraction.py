"""The extraction benchmark: what is proposed and grounded without a language model, against labelled snippets.

Knows nothing of a store or of an embedder. The labels say which types of memory a snippet holds, not where.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bench_recall import show

from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import propose
from episodic.records import Kind, Turn

# The types of the labels as our kinds. What a named person wants is a decision to us and a preference to them; a
# promise with a day is temporal, one without is decided or under way; an opinion is the nearest to a preference.
KINDS: Final[Mapping[str, frozenset[Kind]]] = {
    "decision": frozenset({"decision", "correction"}),
    "preference": frozenset({"preference", "decision"}),
    "fact": frozenset({"personal", "relationship", "technical", "temporal", "event", "activity", "correction"}),
    "commitment": frozenset({"temporal", "decision", "activity"}),
    "opinion": frozenset({"preference"}),
}


@dataclass(frozen=True, slots=True)
class Snippet:
    """One snippet: the types of memory it is labelled with, and the kinds proposed for it."""

    types: frozenset[str]
    kinds: tuple[Kind, ...]

    @property
    def wanted(self) -> frozenset[Kind]:
        """Return the kinds a proposal may be of."""
        return frozenset().union(*(KINDS[label] for label in self.types))


def extraction(arguments: argparse.Namespace) -> dict[str, Any]:
    """Score propose and ground on each language's snippets, over all and by the type of the labels."""
    labels = {line["id"]: types_of(line) for line in lines(arguments.data / "labels.jsonl")}
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for path in sorted(arguments.data.glob("dataset*.jsonl")):
        snippets = [Snippet(labels[line["id"]], tuple(kinds_in(line["text"]))) for line in lines(path)]
        found[path.name.removeprefix("dataset.").removesuffix(".jsonl").removesuffix("jsonl") or "en"] = {
            "all": scores(snippets),
            **{label: scores_of(label, snippets) for label in KINDS},
        }
    for language, table in found.items():
        show(f"{language}, {len(labels)} snippets", table, arguments)
    return {"snippets": len(labels), **found}


def kinds_in(text: str) -> Iterator[Kind]:
    """Yield the kind of each fact that would be kept of a user's turn."""
    turn = Turn(session="bench", seq=0, role="user", content=text, at=datetime(2026, 1, 1, tzinfo=UTC))
    for candidate in propose([turn]):
        if isinstance(ground(candidate, [turn]), Grounded):
            yield candidate.kind


def scores(snippets: Iterable[Snippet]) -> dict[str, float]:
    """Score whole snippets: a proposal is right if any label of its snippet allows its kind."""
    labelled = [snippet for snippet in snippets if snippet.types]
    kinds = [(kind, snippet) for snippet in snippets for kind in snippet.kinds]
    right = sum(kind in snippet.wanted for kind, snippet in kinds)
    hits = sum(not snippet.wanted.isdisjoint(snippet.kinds) for snippet in labelled)
    return _row(right=right, proposed=len(kinds), hits=hits, labelled=len(labelled))


def scores_of(label: str, snippets: Iterable[Snippet]) -> dict[str, float]:
    """Score one type: recall over the snippets that bear it, precision over the proposals of its kinds."""
    bearing = [snippet for snippet in snippets if label in snippet.types]
    kinds = [(kind, snippet) for snippet in snippets for kind in snippet.kinds if kind in KINDS[label]]
    right = sum(kind in snippet.wanted for kind, snippet in kinds)
    hits = sum(not KINDS[label].isdisjoint(snippet.kinds) for snippet in bearing)
    return _row(right=right, proposed=len(kinds), hits=hits, labelled=len(bearing))


def types_of(line: Mapping[str, Any]) -> frozenset[str]:
    """Return the types a line of labels names."""
    return frozenset(memory["type"] for memory in line["memories"])


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _row(*, right: int, proposed: int, hits: int, labelled: int) -> dict[str, float]:
    return {
        "precision": right / proposed if proposed else 0.0,
        "recall": hits / labelled if labelled else 0.0,
        "right": right,
        "proposed": proposed,
        "found": hits,
        "labelled": labelled,
    }
