"""The knowledge-update benchmarks: which of two answers comes first, the one that holds or the one it replaced.

The chains and what makes an answer right are described in scripts/calibration/README.md. No language model.
"""

import argparse
import asyncio
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from bench_recall import (
    METHODS,
    Ranking,
    asked_at,
    fresh_store,
    load_haystack,
    mean,
    progress,
    read_questions,
    read_sessions,
    show,
    words,
)

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, retrieve
from episodic.config import Config

CHAINS: Final = Path(__file__).with_name("calibration") / "chains.jsonl"
SHOWN: Final = 5  # hits a person looks at; a value further down is not found
MORNING: Final = time(9, tzinfo=UTC)  # when the sessions of a chain begin

Way = Literal["now", "as_of", "known_at", "before", "history"]


class Answer(NamedTuple):
    """One hit as it is shown: what it says, and what was true before where it says so."""

    text: str
    previously: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """One saying of a chain: its day, the spellings of its value, and its session's turns."""

    on: date
    values: tuple[str, ...]
    turns: tuple[Mapping[str, Any], ...]

    @property
    def text(self) -> str:
        """Return the turn that tells."""
        return next(str(turn["content"]) for turn in self.turns if turn.get("tells"))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, how it is put, with what day, and the saying that answers it."""

    question: str
    ask: Way
    wanted: int
    on: date | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """What was said of one thing over time, oldest first, and what is asked about it."""

    id: str
    lang: str
    worded: str
    said: tuple[Said, ...]
    asked: tuple[Asked, ...]


def updates(arguments: argparse.Namespace) -> dict[str, Any]:
    """Tell each chain to a memory of its own, session by session, and ask it everything."""
    path = arguments.data or CHAINS
    chains = read_chains(path)[: arguments.questions]
    right: dict[str, dict[str, list[bool]]] = {}
    missed: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        for number, chain in enumerate(chains, start=1):
            with told(chain, Path(home)) as store:
                for asked in chain.asked:
                    for method, answer in ANSWERING.items():
                        found = is_right(chain, asked, list(answer(asked, store)))
                        for group in groups_of(chain, asked):
                            right.setdefault(method, {}).setdefault(group, []).append(found)
                        if method == "episodic" and not found:
                            missed.append(f"{chain.id}: {asked.question} ({asked.ask})")
            if not number % 20:
                progress(f"chain {number} of {len(chains)}")
    columns = sorted({group for groups in right.values() for group in groups}, key=_column)
    table = {method: {group: mean(map(float, groups[group])) for group in columns} for method, groups in right.items()}
    asked_of = {group: len(right["episodic"][group]) for group in columns}
    show(f"{len(chains)} chains of {path.name}, questions: {asked_of}", table, arguments)
    if arguments.misses:
        print("\n".join(missed))
    return {"chains": len(chains), "questions": asked_of, **table}


def currency(arguments: argparse.Namespace) -> dict[str, Any]:
    """Tell in how many of LongMemEval-S's knowledge updates the latest gold session stands above the earlier ones."""
    sessions = read_sessions(arguments.data / "sessions.jsonl.xz")
    every = read_questions(arguments.data)
    asked = [one for one in every if one["question_type"] == "knowledge-update"][: arguments.questions]
    above: dict[str, dict[str, list[float]]] = {}
    for number, question in enumerate(asked, start=1):
        with fresh_store() as store:
            load_haystack(question, sessions, store)
            if arguments.facts:
                for name in question["haystack_session_ids"]:
                    asyncio.run(consolidate_buffer(SessionBuffer(name, store=store), final=True))
            for method, rank in METHODS.items():
                found = latest_above(question, rank(question["question"], store, asked_at(question)))
                for group in ("all", "answerable")[: 1 + (not question["question_id"].endswith("_abs"))]:
                    above.setdefault(method, {}).setdefault(group, []).append(float(found))
        progress(f"question {number} of {len(asked)}")
    table = {method: {group: mean(found) for group, found in groups.items()} for method, groups in above.items()}
    show(f"LongMemEval-S, {len(asked)} knowledge updates, latest gold session above the earlier", table, arguments)
    return {"questions": len(asked), **table}


def latest_above(question: Mapping[str, Any], ranking: Ranking) -> bool:
    """Tell whether the latest gold session is cited before any earlier one; a session counts by its first hit."""
    days = dict(zip(question["haystack_session_ids"], question["haystack_dates"], strict=True))
    gold = sorted(question["answer_session_ids"], key=lambda name: days[name])  # year first, so text sorts as time
    first = next((cited for hit in ranking if (cited := {name for name, _ in hit} & set(gold))), set[str]())
    return first == {gold[-1]}


# Chains -------------------------------------------------------------------------------------------------------------


def read_chains(path: Path = CHAINS) -> list[Chain]:
    """Read chains from JSON lines."""
    return [_chain(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _chain(row: Mapping[str, Any]) -> Chain:
    said = (Said(date.fromisoformat(s["on"]), tuple(s["values"]), tuple(s["turns"])) for s in row["said"])
    asked = (
        Asked(a["question"], a["ask"], a["wanted"], date.fromisoformat(a["on"]) if "on" in a else None)
        for a in row["asked"]
    )
    return Chain(row["id"], row["lang"], row["worded"], tuple(said), tuple(asked))


@contextmanager
def told(chain: Chain, home: Path, *, config: Config | None = None) -> Iterator[Store]:
    """Tell a chain to a user of its own, each session on its day; open a month after the last."""
    now = [datetime.combine(chain.said[0].on, MORNING)]
    with closing(get_store(home, chain.id, clock=lambda: now[0], config=config)) as store:
        for number, said in enumerate(chain.said, start=1):
            start = datetime.combine(said.on, MORNING)
            buffer = SessionBuffer(f"{chain.id}-{number}", store=store)
            now[0] = start + timedelta(minutes=len(said.turns))
            buffer.extend([turn_of(turn, start + timedelta(minutes=seq)) for seq, turn in enumerate(said.turns)])
            asyncio.run(consolidate_buffer(buffer, final=True))
        now[0] += timedelta(days=30)
        yield store


def turn_of(turn: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """Return a turn as the buffer takes it."""
    return {"role": turn["role"], "content": turn["content"], "at": at}


def is_right(chain: Chain, asked: Asked, answers: Sequence[Answer]) -> bool:
    """Judge the first answer that holds any value of the chain; what its own saying denies is no other value."""
    shown = answers[:SHOWN]
    if asked.ask == "history":
        return all(any(holds(said, f"{a.text} {a.previously}") for a in shown) for said in chain.said)
    first = next((answer for answer in shown if any(holds(said, answer.text) for said in chain.said)), None)
    if first is None:
        return False
    wanted = chain.said[asked.wanted]
    if asked.ask == "before":
        return holds(wanted, f"{first.text} {first.previously}")
    others = [said for said in chain.said if said is not wanted and not holds(said, wanted.text)]
    return holds(wanted, first.text) and not any(holds(said, first.text) for said in others)


def holds(said: Said, text: str) -> bool:
    """Tell whether a text holds a value, as whole words and whole figures."""
    return any(
        re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w)(?![.,]\d)", text, re.IGNORECASE)
        for value in said.values
    )


def groups_of(chain: Chain, asked: Asked) -> tuple[str, ...]:
    """Name the columns a question counts in."""
    return ("all", "present" if asked.ask == "now" else "past", asked.ask, chain.lang, f"{chain.worded} words")


_COLUMNS: Final = ("all", "present", "past", "now", "as_of", "known_at", "before", "history")


def _column(group: str) -> tuple[int, str]:
    return (_COLUMNS.index(group) if group in _COLUMNS else len(_COLUMNS), group)


# Ways of answering --------------------------------------------------------------------------------------------------


def ours(asked: Asked, store: Store) -> Iterable[Answer]:
    """Answer by the public API."""
    as_of, known_at = (asked.on if asked.ask == way else None for way in ("as_of", "known_at"))
    history = asked.ask == "history"
    hits = retrieve(asked.question, store, k=SHOWN, as_of=as_of, known_at=known_at, history=history)
    return [Answer(hit.text, hit.previously or "") for hit in hits]


def lexical(asked: Asked, store: Store) -> Iterable[Answer]:
    """Answer by BM25 over turns."""
    return _texts(store, words(asked.question, store))


def newest(asked: Asked, store: Store) -> Iterable[Answer]:
    """Answer with the newest turn that shares a word with the question."""
    return _texts(store, sorted(words(asked.question, store), reverse=True))


def newest_then(asked: Asked, store: Store) -> Iterable[Answer]:
    """Answer likewise, of what had been said by the day asked about."""
    return _texts(store, sorted(words(asked.question, store), reverse=True), until=asked.on)


def _texts(store: Store, items: Sequence[int], *, until: date | None = None) -> list[Answer]:
    known = store.memories.items(items)
    return [Answer(known[item].text) for item in items if until is None or known[item].said_at.date() <= until]


ANSWERING: Final[Mapping[str, Callable[[Asked, Store], Iterable[Answer]]]] = {
    "newest first": newest,
    "newest, dated": newest_then,
    "lexical": lexical,
    "episodic": ours,
}
