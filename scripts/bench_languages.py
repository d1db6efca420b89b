"""Recall in languages that neither model reads, over the sets of scripts/languages/ (see README.md there).

Each language is one memory. `any@10` is also the share of answerable questions that keep their evidence in the first
ten hits: an answer of no strength shows none.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench_recall import DEPTH, METHODS, Place, Ranking, found_at, fresh_store, interval, mean, progress, show, take_in

from episodic import Store, retrieve
from episodic.records import Strength

FOLDER: Final = Path(__file__).with_name("languages")
LANGUAGES: Final = ("zh", "ja", "ko", "ru", "sv", "de")
NOTES: Final = ("keyword", "paraphrase", "cross-turn", "none")  # how a question is worded; none: it has no answer

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, how it is worded, and the turns each of which answers it."""

    text: str
    note: str
    evidence: frozenset[Place]


class Answer(NamedTuple):
    """What a way of ranking gives for a question; a baseline cannot tell how sure it is."""

    ranking: Ranking
    strength: Strength | None = None


class Outcome(NamedTuple):
    """The rank of the first turn that answers a question, None when there is none, and how sure the answer was."""

    note: str
    rank: int | None
    strength: Strength | None


def languages(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask each language's memory its questions, in every way; the last table is of all of them together."""
    wanted = [arguments.language] if arguments.language else [name for name in LANGUAGES if _path(name).is_file()]
    found: dict[str, dict[str, list[Outcome]]] = {}
    result: dict[str, Any] = {}
    for name in wanted:
        sessions, asked = read(_path(name))
        found[name] = outcomes(sessions, asked)
        result[name] = _told(name, sum(len(one["turns"]) for one in sessions), found[name], arguments)
        if arguments.misses and not arguments.json:
            print("\n".join(_misses(asked, found[name]["episodic"])))
    if len(wanted) > 1:
        every = {way: [one for ways in found.values() for one in ways[way]] for way in WAYS}
        result["all"] = _told("all together", None, every, arguments)
    return result


def read(path: Path) -> tuple[list[Row], list[Asked]]:
    """Read a language's sessions and questions."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    sessions = [row for row in rows if "session" in row]
    asked = [
        Asked(row["question"], row["note"], frozenset((session, seq) for session, seq in row["evidence"]))
        for row in rows
        if "question" in row
    ]
    return sessions, asked


def outcomes(sessions: Sequence[Row], asked: Sequence[Asked]) -> dict[str, list[Outcome]]:
    """Take the sessions into a memory of their own and ask everything the day after the last of them."""
    now = max(datetime.fromisoformat(one["at"]) for one in sessions) + timedelta(days=1)
    with fresh_store() as store:
        load(sessions, store)
        return {way: [_outcome(one, answer(one.text, store, now)) for one in asked] for way, answer in WAYS.items()}


def load(sessions: Sequence[Row], store: Store) -> None:
    """Take sessions in, each at once."""
    take_in({session["session"]: turns_of(session) for session in sessions}, store)


def turns_of(session: Row) -> list[dict[str, Any]]:
    """Return a session's turns as the buffer takes them, a minute apart."""
    start = datetime.fromisoformat(session["at"])
    return [
        {
            "role": turn["role"],
            "name": turn.get("name"),
            "content": turn["text"],
            "at": start + timedelta(minutes=seq),
        }
        for seq, turn in enumerate(session["turns"])
    ]


def lexical(question: str, store: Store, now: datetime) -> Answer:
    """Answer by the public API without opening a model."""
    hits = retrieve(question, store, k=DEPTH, fast=True, now=now)
    return Answer([set(hit.evidence) for hit in hits], hits.strength)


def episodic(question: str, store: Store, now: datetime) -> Answer:
    """Answer by the public API."""
    hits = retrieve(question, store, k=DEPTH, now=now)
    return Answer([set(hit.evidence) for hit in hits], hits.strength)


def baseline(method: str) -> Callable[[str, Store, datetime], Answer]:
    """Answer by one of the plain rankings."""
    return lambda question, store, _: Answer(METHODS[method](question, store))


WAYS: Final[Mapping[str, Callable[[str, Store, datetime], Answer]]] = {
    "bm25": baseline("bm25"),
    "dense": baseline("dense"),
    "lexical": lexical,
    "episodic": episodic,
}


def scores(found: Iterable[Outcome]) -> dict[str, Any]:
    """Return MRR, any@k and MRR by wording, and how sure the answers were.

    `none unsure` is the share of questions without an answer that were given a weak one or none, `emptied` that of
    questions with an answer that were given none.
    """
    every = list(found)
    able, none = [one for one in every if one.note != "none"], [one for one in every if one.note == "none"]
    table: dict[str, Any] = {"questions": len(every), "mrr": mean(map(_reciprocal, able))}
    for k in (5, 10):
        table[f"any@{k}"] = mean(float(one.rank is not None and one.rank <= k) for one in able)
    for note in NOTES[:-1]:
        table[f"mrr {note}"] = mean(_reciprocal(one) for one in able if one.note == note)
    sure = all(one.strength for one in every)
    table["none unsure"] = mean(float(one.strength != "strong") for one in none) if sure else None
    table["emptied"] = mean(float(one.strength == "none") for one in able) if sure else None
    return {**table, "mrr 95%": interval([_reciprocal(one) for one in able])}


def _path(language: str) -> Path:
    return FOLDER / f"{language}.jsonl"


def _outcome(asked: Asked, answer: Answer) -> Outcome:
    ranks = found_at(answer.ranking, asked.evidence)
    return Outcome(asked.note, ranks[0] if ranks else None, answer.strength)


def _reciprocal(outcome: Outcome) -> float:
    return 1 / outcome.rank if outcome.rank else 0.0


def _told(
    name: str, turns: int | None, found: Mapping[str, Sequence[Outcome]], arguments: argparse.Namespace
) -> dict[str, Any]:
    """Print one table and return it."""
    table = {way: scores(some) for way, some in found.items()}
    show(
        name if turns is None else f"{name}, {turns} turns", {way: _shown(row) for way, row in table.items()}, arguments
    )
    if not arguments.json:
        print()
    progress(f"{name} done")
    return table


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    return {column: "" if value is None else value for column, value in row.items()}


def _misses(asked: Sequence[Asked], found: Sequence[Outcome]) -> Iterable[str]:
    """List what has its answer below the first ten, and what has none and was answered as if it had."""
    pairs = list(zip(asked, found, strict=True))
    return chain(
        (f"{one.text} ({one.note}, at {was.rank})" for one, was in pairs if one.evidence and (was.rank or 99) > 10),
        (f"{one.text} (none, strong)" for one, was in pairs if not one.evidence and was.strength == "strong"),
        [""],
    )
