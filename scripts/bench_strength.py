"""What recall says of itself when there is an answer, and when there is none."""

import argparse
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench_recall import fresh_store, load_locomo, progress, questions_of, show

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
TOLD: Final = ("strong", "weak", "none")


def strength(arguments: argparse.Namespace) -> dict[str, Any]:
    """Ask each LoCoMo conversation its own questions, another one's, those with its names put in, and nonsense."""
    conversations = json.loads(arguments.data.read_text("utf-8"))
    told: dict[str, Counter[str]] = {}
    dice = random.Random(7)  # noqa: S311 - no secret
    for number, one in enumerate(conversations[: arguments.conversations]):
        other = conversations[(number + 3) % len(conversations)]
        with fresh_store() as store:
            places = load_locomo(one["conversation"], store)
            own = [question.text for question in questions_of(one["qa"], places)]
            strange = dice.sample([question["question"] for question in other["qa"]], ASKED)
            kinds = {
                "its own": dice.sample(own, ASKED),
                "another conversation's": strange,
                "another's with these names": [_renamed(question, other, one) for question in strange],
                "nonsense": NONSENSE,
            }
            for kind, questions in kinds.items():
                told.setdefault(kind, Counter()).update(_told(store, questions))
        progress(f"conversation {number + 1}")
    table = {
        kind: {"questions": counts.total(), **{name: counts[name] / counts.total() for name in TOLD}}
        for kind, counts in told.items()
    }
    show("How sure recall is, shares of questions", table, arguments)
    return table


def _told(store: Store, questions: Sequence[str]) -> list[str]:
    return [retrieve(question, store).strength for question in questions]


def _renamed(question: str, other: Mapping[str, Any], one: Mapping[str, Any]) -> str:
    for speaker in ("speaker_a", "speaker_b"):
        question = question.replace(other["conversation"][speaker], one["conversation"][speaker])
    return question
