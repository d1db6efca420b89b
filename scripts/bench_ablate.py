"""What each part of recall is worth: everything as it is by default, then with one part taken away at a time."""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import bench_languages
from bench_recall import (
    DEPTH,
    Question,
    asked_at,
    episodic,
    found_at,
    fresh_store,
    load_haystack,
    load_locomo,
    mean,
    progress,
    questions_of,
    read_questions,
    read_sessions,
    sessions_found,
    show,
)

from episodic import Store

WITHOUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "everything": {},
    "the cross-encoder": {"fused_weight": 1.0},
    "tokens": {"own_tokens": 0.0, "context_tokens": 0.0},
    "meaning": {"own_meaning": 0.0, "context_meaning": 0.0, "own_sentences": 0.0},
    "sentences": {"own_sentences": 0.0},
    "words": {"own_words": 0.0, "context_words_weight": 0.0},
    "what is around": {"context_words_weight": 0.0, "context_meaning": 0.0, "context_tokens": 0.0},
    "own text": {"own_words": 0.0, "own_meaning": 0.0, "own_sentences": 0.0, "own_tokens": 0.0},
    "the fused score": {"fused_weight": 0.0},
    "doubt of its English": {"unread_share": -2.0, "read_share": -1.0},
    "doubt of the reader": {"unread_logit": -100.0, "read_logit": -99.0},
    "whom is named": {"speaker_lift": 0.0},
    "the later first": {"recency": 0.0},
    "a small pool (60 texts)": {"pool": 60},
}
STEP: Final = 6  # of LoCoMo's questions one in so many is asked; all take two hours on two cores

Scores = dict[str, dict[str, list[float]]]  # by what is missing and by figure, one a question


def ablate(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask LoCoMo's, LongMemEval's and our other languages' questions with one part of recall missing at a time."""
    scores: Scores = {name: defaultdict(list) for name in WITHOUT}
    counts = {
        "LoCoMo": _locomo(arguments, scores),
        "LongMemEval": _longmemeval(arguments, scores) if arguments.longmemeval else 0,
        "zh ja ko ru": _languages(scores, ("zh", "ja", "ko", "ru")),
    }
    table = {
        name if not changes else f"without {name}": {figure: mean(found) for figure, found in scores[name].items()}
        for name, changes in WITHOUT.items()
    }
    show(", ".join(f"{count} questions of {name}" for name, count in counts.items() if count), table, arguments)
    return {"questions": counts, **table}


def _locomo(arguments: argparse.Namespace, scores: Scores) -> int:
    asked = 0
    for number, one in enumerate(json.loads(arguments.data.read_text("utf-8"))[: arguments.conversations]):
        with fresh_store() as store:
            places = load_locomo(one["conversation"], store)
            for question in list(questions_of(one["qa"], places))[number % STEP :: STEP]:
                for name, found in _ranked(store, question):
                    scores[name]["LoCoMo MRR"].append(1 / found[0] if found else 0.0)
                    scores[name]["any@5"].append(float(bool(found) and found[0] <= 5))
                    scores[name]["any@10"].append(float(bool(found) and found[0] <= 10))
                asked += 1
        progress(f"conversation {number + 1}: {asked} questions")
    return asked


def _longmemeval(arguments: argparse.Namespace, scores: Scores) -> int:
    sessions = read_sessions(arguments.longmemeval / "sessions.jsonl.xz")
    asked = 0
    for question in read_questions(arguments.longmemeval)[: arguments.questions]:
        gold = set(question["answer_session_ids"])
        if not gold:
            continue
        with fresh_store() as store:
            load_haystack(question, sessions, store)
            for name, changes in WITHOUT.items():
                with _changed(store, changes):
                    found = sessions_found(episodic(question["question"], store, asked_at(question)))
                worst = max((found.index(one) + 1 if one in found else DEPTH) for one in gold)
                scores[name]["LongMemEval all@5"].append(float(worst <= 5))
                scores[name]["1 / last of them"].append(1 / worst)
        asked += 1
        progress(f"LongMemEval: {asked} questions")
    return asked


def _languages(scores: Scores, names: Iterable[str]) -> int:
    asked = 0
    for language in names:
        sessions, questions = bench_languages.read(bench_languages.FOLDER / f"{language}.jsonl")
        with fresh_store() as store:
            bench_languages.load(sessions, store)
            for question in questions:
                if question.evidence:
                    for name, found in _ranked(store, Question(question.text, question.evidence)):
                        scores[name]["zh ja ko ru MRR"].append(1 / found[0] if found else 0.0)
                    asked += 1
        progress(language)
    return asked


def _ranked(store: Store, question: Question) -> Iterable[tuple[str, list[int]]]:
    for name, changes in WITHOUT.items():
        with _changed(store, changes):
            ranking = episodic(question.text, store)
        yield name, found_at(ranking, question.evidence)


@contextmanager
def _changed(store: Store, changes: Mapping[str, Any]) -> Iterator[None]:
    whole = store.config
    store.config = replace(whole, **changes)
    try:
        yield
    finally:
        store.config = whole
