"""Recall on memories as people have them: taken in, consolidated, with facts, episodes and threads beside the turns.

Each conversation of LoCoMo, and each haystack of LongMemEval, is asked twice: as turns alone, and consolidated without
a language model. Evidence is turns, which facts and turns cite; an episode cites too many to count as found.
"""

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, NamedTuple

from bench_recall import (
    DEPTH,
    MOST_CITED,
    Place,
    Sessions,
    asked_at,
    found_at,
    fresh_store,
    haystack_of,
    interval,
    marked_turns,
    mean,
    progress,
    questions_of,
    read_questions,
    read_sessions,
    sessions_of,
    show,
    take_in,
)

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, retrieve
from episodic.recall.hits import Hits

SHOWN: Final = 5  # hits a person is shown unless they ask for more
METRICS: Final = ("mrr", "any@5", "shown", "precision", "fact first", "fact right")


class Asked(NamedTuple):
    """A question with the turns that answer it, and when it is asked."""

    text: str
    evidence: frozenset[Place]
    now: datetime | None = None


class Memory(NamedTuple):
    """Sessions as they are taken in, and what is asked of them."""

    name: str
    sessions: Sessions
    asked: Sequence[Asked]


def consolidated(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask every memory as turns alone and consolidated."""
    sets = {"LoCoMo": _locomo(arguments)} if arguments.data else {}
    if arguments.longmemeval:
        sets["LongMemEval"] = _longmemeval(arguments)
    result: dict[str, Any] = {}
    for name, memories in sets.items():
        scores: dict[str, dict[str, list[float]]] = {kind: defaultdict(list) for kind in ("turns only", "consolidated")}
        for memory in memories:
            for kind, row in scores.items():
                with _opened(memory, arguments, consolidate=kind == "consolidated") as store:
                    for one in memory.asked:
                        for metric, value in _measured(store, one).items():
                            row[metric].append(value)
            progress(f"{memory.name}: {len(memory.asked)} questions")
        table = {kind: _means(row) for kind, row in scores.items()}
        result[name] = table
        show(f"{name}, {len(scores['consolidated']['mrr'])} questions, by turn", table, arguments)
    return result


def _means(row: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    return {**{metric: mean(row.get(metric, ())) for metric in METRICS}, "mrr 95%": interval(row["mrr"])}


def _measured(store: Store, asked: Asked) -> dict[str, float]:
    """Ask one question; a share that has no value for it is left out of its mean."""
    deep = retrieve(asked.text, store, k=DEPTH, now=asked.now)
    ranks = found_at([set(hit.evidence) for hit in deep], asked.evidence)
    shown = Hits(deep[:SHOWN], strength=deep.strength)
    right = [bool(set(hit.evidence) & asked.evidence) for hit in shown if len(hit.evidence) <= MOST_CITED]
    row = {
        "mrr": 1 / ranks[0] if ranks else 0.0,
        "any@5": float(bool(ranks) and ranks[0] <= SHOWN),
        "shown": float(len(shown)),
    }
    if right:
        row["precision"] = sum(right) / len(right)
    if shown:
        row["fact first"] = float(shown[0].layer == "fact")
        if shown[0].layer == "fact":
            row["fact right"] = float(right[0])
    return row


def _locomo(arguments: argparse.Namespace) -> Iterator[Memory]:
    for number, one in enumerate(json.loads(arguments.data.read_text("utf-8"))[: arguments.conversations], start=1):
        sessions, where = sessions_of(one["conversation"])
        asked = [Asked(question.text, question.evidence) for question in questions_of(one["qa"], where)]
        yield Memory(f"locomo-{number}", sessions, asked[: arguments.questions])


def _longmemeval(arguments: argparse.Namespace) -> Iterator[Memory]:
    sessions = read_sessions(arguments.longmemeval / "sessions.jsonl.xz")
    for number, one in enumerate(read_questions(arguments.longmemeval)[: arguments.questions], start=1):
        if marked := marked_turns(one["answer_session_ids"], sessions):
            asked = Asked(one["question"], marked, asked_at(one))
            yield Memory(f"longmemeval-{number}", haystack_of(one, sessions), [asked])


@contextmanager
def _opened(memory: Memory, arguments: argparse.Namespace, *, consolidate: bool) -> Iterator[Store]:
    """Open a memory, made if it is not in the folder of --homes yet; without that folder it is gone afterwards."""
    if arguments.homes is None:
        with fresh_store() as store:
            _fill(store, memory.sessions, consolidate=consolidate)
            yield store
        return
    home = arguments.homes / f"{memory.name}-{'consolidated' if consolidate else 'turns'}"
    is_new = not home.exists()
    store = get_store(home)
    if is_new:
        _fill(store, memory.sessions, consolidate=consolidate)
    yield store
    store.close()


def _fill(store: Store, sessions: Sessions, *, consolidate: bool) -> None:
    """Take sessions in, and consolidate each when it has ended, as a user's are."""
    for name, turns in sessions.items():
        take_in({name: turns}, store)
        if consolidate:
            asyncio.run(consolidate_buffer(SessionBuffer(name, store=store), final=True))
