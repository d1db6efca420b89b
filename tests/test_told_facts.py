"""What a sentence is kept as, on tables: told_facts.tsv, and for how sure it is the pairs of scripts/calibration."""

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import propose
from episodic.records import Candidate, Turn

HERE = Path(__file__).parent
LINES = (HERE / "told_facts.tsv").read_text("utf-8").splitlines()[1:]
PAIRS = HERE.parent / "scripts" / "calibration"


def said(text: str) -> Turn:
    return Turn(session="s", seq=0, role="user", content=text, at=datetime(2026, 11, 27, 9, tzinfo=UTC))


def told(text: str) -> list[Candidate]:
    """Return what a turn tells, where it holds against the turn."""
    return [found for found in propose([said(text)]) if isinstance(ground(found, [said(text)]), Grounded)]


@pytest.mark.parametrize("line", LINES)
def test_a_sentence_is_kept_as_the_table_says(line: str) -> None:
    """FINDING 40: names, rules, figures replaced and set, what stands before a question; and their look-alikes."""
    kind, sentence, *sure = line.split("\t")
    found = told(sentence)
    assert [one.kind for one in found] == ([] if kind == "-" else [kind])
    assert not sure or [one.sure for one in found] == sure


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        ("I prefer window seats, can you suggest an airline?", "I prefer window seats"),
        ("code is in ~/work/api, can you look with me", "code is in ~/work/api"),
        ("so you know it from the start: I'm Tamsin, head of the print shop.", "I'm Tamsin, head of the print shop."),
    ],
)
def test_only_what_is_stated_is_kept(turn: str, text: str) -> None:
    assert [found.text for found in told(turn)] == [text]


def test_confidence_tells_right_from_wrong() -> None:
    """The kind of 906 labelled sentences: a sentence of higher confidence is more often of the kind it was given."""
    right, all_ = Counter[str](), Counter[str]()
    for name in ("pairs", "later"):
        for line in (PAIRS / f"{name}.jsonl").read_text("utf-8").splitlines():
            pair = json.loads(line)
            for found in (*told(pair["a"]), *told(pair["b"])):
                all_[found.sure] += 1
                right[found.sure] += found.kind == pair["kind"]
    share = {sure: right[sure] / all_[sure] for sure in ("high", "medium", "low")}
    assert all_["high"] > 100
    assert share["high"] >= 0.9
    assert share["high"] > share["medium"] + 0.1 > share["low"] + 0.15
