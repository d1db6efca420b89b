"""What somebody would pick instead: the same rows, the same questions, the same vectors, in the same run.

Peers are no dependencies: one that is not installed is left out with a line that says what brings it, and nothing is
installed here. Their telemetry is off and no connection leaves the machine. Everyone is asked each question in turn, so
that a busy machine is as busy for all.
"""

import argparse
import ipaddress
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

from bench_recall import (
    Place,
    Question,
    Ranking,
    Sessions,
    found_at,
    haystack_of,
    interval,
    mean,
    progress,
    questions_of,
    read_questions,
    read_sessions,
    sessions_found,
    sessions_of,
    show,
    turn_metrics,
)
from peers import SIDES, Ask, Meaning, Row, Side, Told, installed

from episodic.config import load


class Case(NamedTuple):
    """Sessions that are told together, and what is asked about them."""

    sessions: Sessions
    asked: Sequence[Question]


# Told and asked before anything is measured, so that imports, models and compilers are nobody's first row.
_FIRST: Final = {"role": "user", "content": "The first turn opens the models.", "at": datetime(2026, 1, 1, tzinfo=UTC)}
WARM_UP: Final = Case({"warm-up": [_FIRST]}, [Question("what opens the models", frozenset())])

# A closed port for whoever asks for a proxy, child processes and other languages too; and every switch there is.
QUIET: Final = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"), "http://127.0.0.1:9"),
    **dict.fromkeys(("ANONYMIZED_TELEMETRY", "MEM0_TELEMETRY", "LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"), "false"),
    **dict.fromkeys(("DO_NOT_TRACK", "HF_HUB_OFFLINE", "OTEL_SDK_DISABLED", "POSTHOG_DISABLED"), "true"),
    "ORT_DISABLE_TELEMETRY": "1",
    "LANCEDB_LOG": "error",  # it warns at every question that scores will be left out one day
}


@dataclass(slots=True)
class Tally:
    """What one way of asking took, and what it answered."""

    index_seconds: float = 0.0
    bytes: int = 0
    query_seconds: list[float] = field(default_factory=list)
    rankings: list[Ranking] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add another case's."""
        self.index_seconds += other.index_seconds
        self.bytes += other.bytes
        self.query_seconds += other.query_seconds
        self.rankings += other.rankings


class Data(NamedTuple):
    """A data set: its cases, how an answer to a question is judged, and what is made of all the judgements."""

    title: str
    cases: Iterator[Case]
    judge: Callable[[Ranking, Question], Any]
    quality: Callable[[Sequence[Any], Sequence[Question]], dict[str, Any]]


def peers(arguments: argparse.Namespace) -> dict[str, Any]:
    """Compare all that are here on LoCoMo, on LongMemEval, or on both."""
    with tempfile.TemporaryDirectory() as folder:
        stay_here(Path(folder))
        sides = those_here()
        result: dict[str, Any] = {"versions": versions(sides)}
        if arguments.data is not None:
            result["locomo"] = compared(locomo(arguments), sides, arguments)
        if arguments.longmemeval is not None:
            result["longmemeval"] = compared(longmemeval(arguments), sides, arguments)
    if not arguments.json:
        print("\n" + ", ".join(f"{package} {number}" for package, number in result["versions"].items()))
    return result


def those_here(sides: Sequence[type[Side]] = SIDES) -> list[type[Side]]:
    """Return the sides that can be asked; says of each other one what brings it."""
    here = []
    for side in sides:
        if (lacking := side.lacks()) is None:
            here.append(side)
        else:
            print(f"skipped {side.name}: {lacking} brings it", file=sys.stderr)
    return here


def versions(sides: Sequence[type[Side]]) -> dict[str, str]:
    """Return the versions of what is compared."""
    packages = dict.fromkeys(package for side in sides for package in side.packages)
    return {package: installed(package) or "" for package in packages}


def compared(data: Data, sides: Sequence[type[Side]], arguments: argparse.Namespace) -> dict[str, Any]:
    """Tell every side each case and ask it everything; prints and returns the table."""
    meaning = Meaning(load())
    measured(WARM_UP, told(WARM_UP, meaning), sides, meaning)
    totals: dict[str, Tally] = {}
    asked: list[Question] = []
    rows = 0
    seconds = 0.0
    for number, case in enumerate(data.cases, start=1):
        everything = told(case, meaning)
        rows += len(everything.rows)
        seconds += meaning.learn([row.text for row in everything.rows])
        for way, tally in measured(case, everything, sides, meaning).items():
            totals.setdefault(way, Tally()).add(tally)
        asked += case.asked
        progress(f"{number}: {len(everything.rows)} rows, {len(case.asked)} questions")
    table = {
        way: {**data.quality(list(map(data.judge, tally.rankings, asked)), asked), **costs(tally, rows=rows)}
        for way, tally in totals.items()
    }
    embedding = round(1000 * seconds / rows, 2)
    show(f"{data.title}, {len(asked)} questions; {rows} rows, embedded once in {embedding} ms each", table, arguments)
    return {"questions": len(asked), "rows": rows, "embedding ms": embedding, "methods": table}


def measured(case: Case, everything: Told, sides: Sequence[type[Side]], meaning: Meaning) -> dict[str, Tally]:
    """Tell each side, ask all of them each question in turn, and weigh what they leave on disk once closed."""
    tallies: dict[str, Tally] = {}
    ways: dict[str, Ask] = {}
    homes: dict[str, Path] = {}
    with tempfile.TemporaryDirectory() as folder:
        with ExitStack() as stack:
            for number, side in enumerate(sides):
                home = Path(folder) / str(number)
                home.mkdir()
                memory = stack.enter_context(closing(side(home, meaning)))
                start = perf_counter()
                memory.tell(everything)
                took = perf_counter() - start
                for way, ask in memory.ways().items():
                    ways[way], homes[way], tallies[way] = ask, home, Tally(took)
            for question in case.asked:
                for way, ask in ways.items():
                    start = perf_counter()
                    tallies[way].rankings.append(ask(question.text))
                    tallies[way].query_seconds.append(perf_counter() - start)
        for way, home in homes.items():
            tallies[way].bytes = sum(file.stat().st_size for file in home.rglob("*") if file.is_file())
    return tallies


def costs(tally: Tally, *, rows: int) -> dict[str, Any]:
    """Return what a way of asking costs; what is in memory alone takes no disk."""
    return {
        "index ms/row": round(1000 * tally.index_seconds / rows, 3),
        "query ms, p50": round(1000 * median(tally.query_seconds), 2),
        "disk KB/row": round(tally.bytes / 1000 / rows, 2) or 0,
    }


def told(case: Case, meaning: Meaning) -> Told:
    """Cut turns into the passages that ours embeds, each behind its speaker's name where there is one."""
    tokens = load().passage_tokens
    rows = [
        Row((session, seq), (f"{turn['name']}: " if turn.get("name") else "") + turn["content"][start:end])
        for session, turns in case.sessions.items()
        for seq, turn in enumerate(turns)
        for start, end in meaning.spans(turn["content"], tokens=tokens)
    ]
    return Told(case.sessions, rows)


# Data -----------------------------------------------------------------------------------------------------------------


def locomo(arguments: argparse.Namespace) -> Data:
    """Turn level, as `bench.py locomo`."""
    conversations = json.loads(arguments.data.read_text("utf-8"))[: arguments.conversations]

    def cases() -> Iterator[Case]:
        for conversation in conversations:
            sessions, where = sessions_of(conversation["conversation"])
            yield Case(sessions, list(questions_of(conversation["qa"], where)))

    def quality(judged: Sequence[list[int]], asked: Sequence[Question]) -> dict[str, Any]:
        metrics = turn_metrics(judged, [len(question.evidence) for question in asked])
        return {name: metrics[name] for name in ("mrr", "mrr 95%", "any@1", "any@5", "any@10", "recall@10")}

    def judge(ranking: Ranking, question: Question) -> list[int]:
        return found_at(ranking, question.evidence)

    return Data(f"LoCoMo, {len(conversations)} conversations, turn level", cases(), judge, quality)


def longmemeval(arguments: argparse.Namespace) -> Data:
    """Session level, as `bench.py longmemeval`."""
    sessions = read_sessions(arguments.longmemeval / "sessions.jsonl.xz")
    wanted = read_questions(arguments.longmemeval)[: arguments.questions]

    def cases() -> Iterator[Case]:
        for question in wanted:
            gold: frozenset[Place] = frozenset((name, 0) for name in question["answer_session_ids"])
            if gold:
                yield Case(haystack_of(question, sessions), [Question(question["question"], gold)])

    def judge(ranking: Ranking, question: Question) -> float:
        return float({session for session, _ in question.evidence} <= set(sessions_found(ranking)[:5]))

    def quality(judged: Sequence[float], asked: Sequence[Question]) -> dict[str, Any]:
        assert len(judged) == len(asked)
        return {"recall_all@5": mean(judged), "recall_all@5 95%": interval(judged)}

    return Data("LongMemEval-S, session level", cases(), judge, quality)


# Nothing leaves -------------------------------------------------------------------------------------------------------


def stay_here(folder: Path) -> None:
    """Turn all telemetry off, keep peers' own files in a folder, and refuse every connection to another machine."""
    os.environ.update(QUIET | {"MEM0_DIR": str(folder)})
    refused: set[str] = set()

    def refuse(event: str, values: tuple[Any, ...]) -> None:
        host = host_of(event, values)
        if host is None or is_here(host):
            return
        if host not in refused:
            refused.add(host)
            print(f"refused: a connection to {host}", file=sys.stderr)
        raise PermissionError(f"nothing leaves the machine while peers are compared: no {host}")

    sys.addaudithook(refuse)


def host_of(event: str, values: tuple[Any, ...]) -> str | None:
    """Return the host that an audited call is about to reach or to look up."""
    if event == "socket.getaddrinfo":
        return str(values[0]) if values[0] else None
    if event in {"socket.connect", "socket.sendto"} and isinstance(values[1], tuple):  # else a file's name
        return str(values[1][0])
    return None


def is_here(host: str) -> bool:
    """Tell whether a host is this machine."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
