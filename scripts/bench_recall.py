"""The recall benchmarks: ours through the public API, beside plain baselines over the same rows."""

import argparse
import json
import lzma
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from episodic import SessionBuffer, Store, get_store, retrieve
from episodic.language.tokens import asked_words
from episodic.memory.filters import Filter

Place = tuple[str, int]
Ranking = list[set[Place]]  # for each hit, the turns it cites
Sessions = dict[str, list[dict[str, Any]]]  # the turns of each, as a buffer takes them

DEPTH = 100
MOST_CITED = 3  # a hit that cites more turns than this finds nothing


@dataclass(frozen=True, slots=True)
class Question:
    """One question, the turns that hold its answer, and its category where the set has any."""

    text: str
    evidence: frozenset[Place]
    category: int = 0


CATEGORIES: Mapping[int, str] = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def locomo(arguments: argparse.Namespace) -> dict[str, Any]:
    """Rank the turns of each LoCoMo conversation for its questions, adversarial ones included."""
    conversations = json.loads(arguments.data.read_text("utf-8"))[: arguments.conversations]
    mended = corrected(arguments.audit) if arguments.audit else {}
    ranks: dict[str, list[list[int]]] = {}
    asked: list[Question] = []
    for number, conversation in enumerate(conversations, start=1):
        with fresh_store() as store:
            places = load_locomo(conversation["conversation"], store)
            questions = list(questions_of(mend(conversation["qa"], number - 1, mended), places))
            for question in questions:
                for method, rank in METHODS.items():
                    ranks.setdefault(method, []).append(found_at(rank(question.text, store), question.evidence))
            asked += questions
            progress(f"conversation {number}: {len(places)} turns, {len(questions)} questions")
    table = {method: scored(found, asked) for method, found in ranks.items()}
    evidence = ", evidence corrected" if mended else ""
    show(f"LoCoMo, {len(asked)} questions, turn level{evidence}", table, arguments)
    ours = {name: scored(ranks["episodic"], asked, only=only) for name, only in _parts(asked).items()}
    show("\nepisodic by category", ours, arguments)
    return {"questions": len(asked), **table, "by category": ours}


def corrected(path: Path) -> dict[str, list[str]]:
    """Read the evidence that an audit of LoCoMo holds right, by its name of the question."""
    return {one["question_id"]: one["correct_evidence"] for one in json.loads(path.read_text("utf-8"))}


def mend(
    asked: Sequence[Mapping[str, Any]], conversation: int, mended: Mapping[str, list[str]]
) -> Iterable[Mapping[str, Any]]:
    """Yield a conversation's questions with the evidence an audit corrected."""
    for number, one in enumerate(asked):
        right = mended.get(f"locomo_{conversation}_qa{number}")
        yield {**one, "evidence": right} if right else one


def _parts(asked: Sequence[Question]) -> dict[str, frozenset[int]]:
    counts = {number: _of(number, asked) for number in CATEGORIES}
    parts = {f"{CATEGORIES[number]} ({count})": frozenset({number}) for number, count in counts.items() if count}
    return parts | {f"without category 5 ({len(asked) - counts[5]})": frozenset(CATEGORIES) - {5}}


def _of(category: int, asked: Sequence[Question]) -> int:
    return sum(one.category == category for one in asked)


def scored(
    ranks: Sequence[Sequence[int]], asked: Sequence[Question], *, only: frozenset[int] | None = None
) -> dict[str, Any]:
    """Return the metrics of the questions of some categories; None: of all."""
    kept = [
        (found, len(one.evidence))
        for found, one in zip(ranks, asked, strict=True)
        if only is None or one.category in only
    ]
    return turn_metrics([found for found, _ in kept], [size for _, size in kept])


def longmemeval(arguments: argparse.Namespace) -> dict[str, Any]:
    """Rank the sessions of each LongMemEval-S haystack for its question; a session scores by its first turn found.

    And the turns, where any are marked as holding the answer.
    """
    sessions = read_sessions(arguments.data / "sessions.jsonl.xz")
    asked = read_questions(arguments.data)[: arguments.questions]
    hits: dict[str, list[tuple[float, float]]] = {}
    turns: dict[str, list[list[int]]] = {}
    sizes: list[int] = []
    for number, question in enumerate(asked, start=1):
        gold = set(question["answer_session_ids"])
        if not gold:
            continue
        now, marked = asked_at(question), marked_turns(gold, sessions)
        sizes += [len(marked)] if marked else []
        with fresh_store() as store:
            load_haystack(question, sessions, store)
            for method, rank in METHODS.items():
                ranking = rank(question["question"], store, now)
                first = set(sessions_found(ranking)[:5])
                hits.setdefault(method, []).append((float(gold <= first), float(bool(gold & first))))
                turns.setdefault(method, []).extend([found_at(ranking, marked)] if marked else [])
        progress(f"question {number} of {len(asked)}")
    table = {
        method: {"recall_all@5": mean(one for one, _ in found), "recall_any@5": mean(one for _, one in found)}
        | {"recall_all@5 95%": interval([one for one, _ in found])}
        for method, found in hits.items()
    }
    show(f"LongMemEval-S, {len(asked)} questions, session level", table, arguments)
    by_turn = {method: turn_metrics(found, sizes) for method, found in turns.items()}
    show(f"\n{len(sizes)} of them, turn level", by_turn, arguments)
    return {"questions": len(asked), **table, "by turn": by_turn}


def episodic(question: str, store: Store, now: datetime | None = None) -> Ranking:
    """Rank by the public API."""
    return [set(hit.evidence) for hit in retrieve(question, store, k=DEPTH, now=now)]


def bm25(question: str, store: Store, _: datetime | None = None) -> Ranking:
    """Rank by BM25 over each turn's own text."""
    return places(store, words(question, store))


def dense(question: str, store: Store, _: datetime | None = None) -> Ranking:
    """Rank by the embedder's cosine alone."""
    return places(store, meaning(question, store))


def two_lists(question: str, store: Store, _: datetime | None = None) -> Ranking:
    """Rank by reciprocal rank fusion of the two, k=60 (Cormack et al., SIGIR 2009)."""
    scores: dict[int, float] = {}
    for ranked in (words(question, store), meaning(question, store)):
        for place, item in enumerate(ranked, start=1):
            scores[item] = scores.get(item, 0.0) + 1 / (60 + place)
    return places(store, sorted(scores, key=lambda item: -scores[item]))


METHODS: Mapping[str, Callable[..., Ranking]] = {
    "bm25": bm25,
    "dense": dense,
    "rrf": two_lists,
    "episodic": episodic,
}


def words(question: str, store: Store) -> list[int]:
    """Return items by BM25, as any keyword search would."""
    found = store.lexical.search(
        asked_words(question), allowed=Filter(layers=("turn",)), depth=DEPTH, context_weight=None
    )
    return [item for item, _ in found]


def meaning(question: str, store: Store) -> list[int]:
    """Return items by cosine."""
    profile, embedder = store.embeddings.profile(), store.embeddings.embedder()
    assert profile is not None
    assert embedder is not None
    near = store.vectors.search(
        embedder.query(question), profile=profile, allowed=Filter(layers=("turn",)), depth=DEPTH, factor=8
    )
    return [found.item for found in near]


def places(store: Store, items: Sequence[int]) -> Ranking:
    """Return the turns that items cite."""
    known = store.memories.items(items)
    return [set(known[item].evidence) for item in items]


def load_locomo(conversation: Mapping[str, Any], store: Store) -> dict[str, Place]:
    """Take a conversation in; returns where each of its dialogue ids went."""
    sessions, where = sessions_of(conversation)
    take_in(sessions, store)
    return where


def sessions_of(conversation: Mapping[str, Any]) -> tuple[Sessions, dict[str, Place]]:
    """Return a conversation's turns by session, and where each of its dialogue ids stands."""
    sessions: Sessions = {}
    where: dict[str, Place] = {}
    for key, turns in conversation.items():
        if not (re.fullmatch(r"session_\d+", key) and turns):
            continue
        start = datetime.strptime(conversation[f"{key}_date_time"] + " +0000", "%I:%M %p on %d %B, %Y %z")
        sessions[key] = []
        for seq, turn in enumerate(turns):
            caption = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            at = start + timedelta(minutes=seq)
            told = {"role": "user", "name": turn["speaker"], "content": turn["text"] + caption, "at": at}
            sessions[key].append(told)
            where[turn["dia_id"]] = (key, seq)
    return sessions, where


def take_in(sessions: Sessions, store: Store) -> None:
    """Take sessions in, each at once."""
    for name, turns in sessions.items():
        SessionBuffer(name, store=store).extend(turns)


def questions_of(asked: Iterable[Mapping[str, Any]], where: Mapping[str, Place]) -> Iterable[Question]:
    """Yield the questions whose evidence names a turn that exists."""
    for one in asked:
        cited = re.findall(r"D\d+:\d+", " ".join(one.get("evidence", ())))
        evidence = frozenset(where[name] for name in cited if name in where)
        if evidence:
            yield Question(one["question"], evidence, one.get("category", 0))


def load_haystack(question: Mapping[str, Any], sessions: Mapping[str, Any], store: Store) -> None:
    """Take one question's haystack in, each session on its day."""
    take_in(haystack_of(question, sessions), store)


def haystack_of(question: Mapping[str, Any], sessions: Mapping[str, Any]) -> Sessions:
    """Return the turns of one question's haystack by session."""
    days = dict(zip(question["haystack_session_ids"], question["haystack_dates"], strict=True))
    haystack: Sessions = {}
    for name, day in days.items():
        start = datetime.strptime(day + " +0000", "%Y/%m/%d (%a) %H:%M %z")
        haystack[name] = [
            {"role": turn["role"], "content": turn["content"], "at": start + timedelta(seconds=seq)}
            for seq, turn in enumerate(sessions[name])
        ]
    return haystack


def asked_at(question: Mapping[str, Any]) -> datetime:
    """Return when a question of LongMemEval was asked."""
    return datetime.strptime(question["question_date"] + " +0000", "%Y/%m/%d (%a) %H:%M %z")


def read_questions(folder: Path) -> list[dict[str, Any]]:
    """Read LongMemEval's questions."""
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]


def read_sessions(path: Path) -> dict[str, Any]:
    """Read LongMemEval's sessions."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return {record["session_id"]: record["turns"] for record in map(json.loads, file)}


def marked_turns(gold: Iterable[str], sessions: Mapping[str, Any]) -> frozenset[Place]:
    """Return the turns of LongMemEval's sessions that are marked as holding the answer."""
    return frozenset((name, seq) for name in gold for seq, turn in enumerate(sessions[name]) if turn.get("has_answer"))


def sessions_found(ranking: Ranking) -> list[str]:
    """Return the sessions of a ranking, each where its first turn is."""
    return list(dict.fromkeys(session for cited in ranking if len(cited) <= MOST_CITED for session, _ in cited))


def found_at(ranking: Ranking, evidence: frozenset[Place]) -> list[int]:
    """Return the ranks, from 1, at which each piece of evidence is first cited."""
    seen: dict[Place, int] = {}
    for rank, cited in enumerate(ranking, start=1):
        if len(cited) <= MOST_CITED:
            for place in cited & evidence:
                seen.setdefault(place, rank)
    return sorted(seen.values())


def turn_metrics(found: Sequence[Sequence[int]], sizes: Sequence[int]) -> dict[str, Any]:
    """Return MRR, any@k and recall@k, and the bootstrap interval of MRR."""
    reciprocal = [1 / ranks[0] if ranks else 0.0 for ranks in found]
    table: dict[str, Any] = {"mrr": mean(reciprocal)}
    for k in (1, 5, 10):
        table[f"any@{k}"] = mean(float(bool(ranks) and ranks[0] <= k) for ranks in found)
    for k in (5, 10):
        table[f"recall@{k}"] = mean(
            sum(rank <= k for rank in ranks) / size for ranks, size in zip(found, sizes, strict=True)
        )
    return {**table, "mrr 95%": interval(reciprocal)}


def mean(values: Iterable[float]) -> float:
    """Return a mean, to four digits."""
    numbers = list(values)
    return round(sum(numbers) / len(numbers), 4) if numbers else 0.0


def interval(values: Sequence[float], *, draws: int = 1000) -> list[float]:
    """Return the percentile bootstrap 95 % interval of a mean (Efron, 1979)."""
    dice = random.Random(0)  # noqa: S311 - no secret
    means = sorted(mean(dice.choices(values, k=len(values))) for _ in range(draws))
    return [means[int(draws * 0.025)], means[int(draws * 0.975)]]


def show(title: str, table: Mapping[str, Mapping[str, Any]], arguments: argparse.Namespace) -> None:
    """Print a table as Markdown, unless JSON was asked for."""
    if arguments.json:
        return
    columns = list(next(iter(table.values())))
    print(f"{title}\n\n| method | {' | '.join(columns)} |\n|---|{'--:|' * len(columns)}")
    for method, row in table.items():
        cells = [cell(value) for value in row.values()]
        print(f"| {method} | {' | '.join(cells)} |")


def cell(value: Any) -> str:
    """Write a figure, a count or an interval."""
    if isinstance(value, (list, tuple)):
        return " to ".join(map(cell, value))
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) <= 1 else f"{value:.1f}"  # shares, and whatever is no share
    return str(value)


def progress(message: str) -> None:
    """Say how far a long run is."""
    print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)


@contextmanager
def fresh_store() -> Any:
    """Open an empty memory that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        store = get_store(folder)
        yield store
        store.close()
