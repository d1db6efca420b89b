"""Threads of work on the labelled sessions in threads/ (see FORMAT.md there): B-cubed precision, recall and F1.

The whole path, with the real models: every session is taken in, told and placed in the order of time. Once without a
language model, once with a judge that answers from the labels. B-cubed (Bagga and Baldwin, 1998) averages over
sessions; a session of no thread is one of its own, and one that became several episodes is where its longest one is.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bench_recall import show

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, llm
from episodic.config import load
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM

FOLDER: Final = Path(__file__).resolve().parent / "threads"

Session = Mapping[str, Any]


def threads(arguments: argparse.Namespace) -> dict[str, Any]:
    """Score the three sets without and with a judge."""
    folder = arguments.data or FOLDER
    found: dict[str, dict[str, Any]] = {}
    for name in ("threads", "topics", "boilerplate"):
        sessions = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines() if line]
        for judge in (False, True):
            found[f"{name}, {'a judge' if judge else 'no model'}"] = measured(sessions, judge=judge)
    show("threads", found, arguments)
    return found


def measured(sessions: Sequence[Session], *, judge: bool) -> dict[str, Any]:
    """Take sessions in, in order, and compare the threads they are in with their labels."""
    labels = {one["session"]: one["thread"] or one["session"] for one in sessions}
    model = ScriptedLLM(lambda request: _answer(request, labels))
    with tempfile.TemporaryDirectory() as home:
        config = replace(load(environ={}), home=Path(home), now=None)
        store = get_store(config=config)
        for session in sessions:
            _take_in(store, session)
            llm.set_backend(model if judge else None)
            asyncio.run(consolidate_buffer(SessionBuffer(session["session"], store=store), final=True))
            llm.set_backend(None)
        placed = _placed(store, labels)
        store.close()
    asked = sum("goes on with a piece of work" in call.system for call in model.calls)
    figures = bcubed(labels, placed)
    return {
        **figures,
        "threads": len(set(placed.values())),
        "most": _most(labels, placed),
        "calls": asked / len(sessions),
    }


def bcubed(labels: Mapping[str, str], placed: Mapping[str, int]) -> dict[str, float]:
    """Return B-cubed precision, recall and F1 of a clustering."""
    by_label, by_stream = defaultdict(set), defaultdict(set)
    for session, label in labels.items():
        by_label[label].add(session)
        by_stream[placed[session]].add(session)
    both = {one: len(by_label[labels[one]] & by_stream[placed[one]]) for one in labels}
    precision = sum(both[one] / len(by_stream[placed[one]]) for one in labels) / len(labels)
    recall = sum(both[one] / len(by_label[labels[one]]) for one in labels) / len(labels)
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / (precision + recall)}


def _most(labels: Mapping[str, str], placed: Mapping[str, int]) -> int:
    """Return how many true threads the greediest one swallowed, two sessions of each at least."""
    swallowed: dict[int, Counter[str]] = defaultdict(Counter)
    for session, label in labels.items():
        swallowed[placed[session]][label] += 1
    return max(sum(count > 1 for count in found.values()) for found in swallowed.values())


def _take_in(store: Store, session: Session) -> None:
    buffer = SessionBuffer(session["session"], store=store, project=session["project"])
    buffer.extend({**turn, "at": datetime.fromisoformat(turn["at"])} for turn in session["turns"])


def _placed(store: Store, labels: Mapping[str, str]) -> dict[str, int]:
    """Return the thread each session is in; one without an episode is in one of its own."""
    longest: dict[str, tuple[int, int]] = {}
    for episode in store.episodes():
        size = len(episode.record.turn_seqs)
        if size > longest.get(episode.session, (0, 0))[0]:
            longest[episode.session] = (size, episode.id)
    streams = store.workstreams.of_episodes(episode for _, episode in longest.values())
    alone = {session: -n for n, session in enumerate(labels, start=1)}
    return {one: streams[longest[one][1]] if one in longest else alone[one] for one in labels}


def _answer(request: Request, labels: Mapping[str, str]) -> Any:
    """Answer as somebody who knows the labels; facts and records are left to the rules."""
    if "goes on with a piece of work" not in request.system:
        return {"facts": []}
    asked = json.loads(request.user.split("\n")[1])
    label = labels[asked["conversation"]["session"]]
    known = (one["n"] for one in asked["known"] if any(labels[told["session"]] == label for told in one["last"]))
    return {"known": next(known, 0)}
