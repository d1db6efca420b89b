"""What recall says of itself when there is an answer, and when there is none."""

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from bench_recall import (
    asked_at,
    fresh_store,
    load_haystack,
    load_locomo,
    progress,
    questions_of,
    read_questions,
    read_sessions,
    show,
)

from episodic import Store, retrieve

ASKED: Final = 14  # questions of each kind a conversation
NONSENSE: Final = (
    "asdf qwer zxcv",
    "colourless green ideas sleep furiously",
    "what is the airspeed of an unladen swallow",
    "how do I configure an nginx reverse proxy",
    "which enzyme cleaves the peptide bond",
    "lorem ipsum dolor sit amet",
    "who won the 1954 world cup",
    "kubectl get pods -n kube-system",
)
LEVELS: Final = ("strong", "weak", "none")

Told = dict[str, Counter[str]]  # by kind of question, how often it was how sure


def strength(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask conversations their own questions, others' and nonsense: LoCoMo's and LongMemEval's."""
    table = _told("LoCoMo", _locomo(arguments), arguments)
    if arguments.longmemeval:
        table |= {"LongMemEval": _told("\nLongMemEval", _longmemeval(arguments), arguments)}
    return table


def _locomo(arguments: argparse.Namespace) -> Told:
    conversations = json.loads(arguments.data.read_text("utf-8"))
    told: Told = defaultdict(Counter)
    dice = random.Random(7)  # noqa: S311 - no secret
    for number, one in enumerate(conversations[: arguments.conversations]):
        other = conversations[(number + 3) % len(conversations)]
        with fresh_store() as store:
            places = load_locomo(one["conversation"], store)
            own = [question.text for question in questions_of(one["qa"], places)]
            strange = dice.sample([question["question"] for question in other["qa"]], ASKED)
            told["its own"].update(_asked(store, dice.sample(own, ASKED)))
            told["another conversation's"].update(_asked(store, strange))
            told["another's with these names"].update(_asked(store, [_renamed(text, other, one) for text in strange]))
            told["nonsense"].update(_asked(store, NONSENSE))
        progress(f"conversation {number + 1}")
    return told


def _longmemeval(arguments: argparse.Namespace) -> Told:
    sessions = read_sessions(arguments.longmemeval / "sessions.jsonl.xz")
    questions = read_questions(arguments.longmemeval)
    told: Told = defaultdict(Counter)
    for number, one in enumerate(questions[: arguments.questions]):
        here = set(one["haystack_session_ids"])
        strange = [other for other in questions if here.isdisjoint(other["answer_session_ids"])]
        own = "what was never said" if one["question_id"].endswith("_abs") else "its own"
        with fresh_store() as store:
            load_haystack(one, sessions, store)
            now = asked_at(one)
            told[own].update(_asked(store, [one["question"]], now))
            told["another's"].update(_asked(store, [strange[number % len(strange)]["question"]], now))
            told["nonsense"].update(_asked(store, NONSENSE, now))
        progress(f"LongMemEval: {number + 1}")
    return told


def _asked(store: Store, questions: Iterable[str], now: datetime | None = None) -> list[str]:
    return [retrieve(question, store, now=now).strength for question in questions]


def _told(name: str, told: Told, arguments: argparse.Namespace) -> dict[str, Any]:
    table = {
        kind: {"questions": counts.total(), **{level: counts[level] / counts.total() for level in LEVELS}}
        for kind, counts in told.items()
    }
    show(f"{name}: how sure recall is, shares of questions", table, arguments)
    return table


def _renamed(question: str, other: Mapping[str, Any], one: Mapping[str, Any]) -> str:
    for speaker in ("speaker_a", "speaker_b"):
        question = question.replace(other["conversation"][speaker], one["conversation"][speaker])
    return question
