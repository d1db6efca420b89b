"""The labelled sets: what they cite is there, so that a figure measures the memory and not a slip of the labels."""

import json
from collections import Counter
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
THREADS = ROOT / "scripts" / "threads"
CALIBRATION = ROOT / "scripts" / "calibration"
ANSWERS = ROOT / "tests" / "demo_answers.jsonl"


def test_twelve_topics_of_six_sessions_are_in_order_of_time() -> None:
    sessions = _rows(THREADS / "topics.jsonl")
    starts = [datetime.fromisoformat(one["turns"][0]["at"]) for one in sessions]
    names = {one["thread"] for one in _rows(THREADS / "topic_names.jsonl")}
    assert starts == sorted(starts)
    assert len({one["session"] for one in sessions}) == 72
    assert Counter(one["thread"] for one in sessions) == dict.fromkeys(names, 6)


def test_a_third_of_the_topics_sessions_is_short_and_a_third_long() -> None:
    turns = [len(one["turns"]) for one in _rows(THREADS / "topics.jsonl")]
    assert sum(count <= 6 for count in turns) == 24
    assert sum(18 <= count <= 40 for count in turns) == 25


def test_a_session_of_a_topic_never_runs_backwards() -> None:
    for one in _rows(THREADS / "topics.jsonl"):
        times = [datetime.fromisoformat(turn["at"]) for turn in one["turns"]]
        assert times == sorted(times), one["session"]


def test_a_judged_sentence_is_in_its_turn_and_is_due_no_earlier_than_it_was_said() -> None:
    for one in _rows(THREADS / "loops_judged.jsonl"):
        last = one["turns"][-1]
        assert one["sentence"] in last["content"], one["id"]
        due = one.get("open", {}).get("due")
        assert due is None or date.fromisoformat(due) >= datetime.fromisoformat(last["at"]).date(), one["id"]
        assert all(index < len(one["loops"]) for index in one.get("closes", [])), one["id"]
        assert bool(one.get("closes")) == (one["label"] == "closes"), one["id"]


@pytest.mark.parametrize(("name", "pairs"), [("unrelated", 200), ("replaced", 100)])
def test_no_pair_stands_twice(name: str, pairs: int) -> None:
    rows = _rows(CALIBRATION / f"{name}.jsonl")
    assert len({(one["old"], one["new"]) for one in rows}) == len({one["id"] for one in rows}) == pairs


def test_what_replaces_holds_the_value_and_what_is_replaced_does_not() -> None:
    for one in _rows(CALIBRATION / "replaced.jsonl"):
        assert one["value"] in one["new"].lower(), one["id"]
        assert one["replaced"] in one["old"].lower(), one["id"]
        assert one["replaced"] not in one["new"].lower(), one["id"]


def test_what_a_situation_expects_was_said_in_it() -> None:
    rows = _rows(CALIBRATION / "outdated.jsonl")
    assert Counter(one["finding"] for one in rows) == dict.fromkeys(range(55, 63), 6)
    for one in rows:
        said = json.dumps(one.get("turns") or one["commands"], ensure_ascii=False).lower()
        expect = one["expect"]
        fragments = [*expect.get("marked", []), *expect.get("not_marked", []), *expect.get("absent", [])]
        assert [part for part in fragments if part not in said] == [], one["id"]
        assert all(any(part in said for part in group) for group in expect.get("summary", [])), one["id"]


def test_every_answer_expected_of_the_demo_is_in_its_transcripts() -> None:
    for one in _rows(ANSWERS):
        said = _said(one["memory"], one["user"])
        groups = [*one.get("first", []), *one.get("second", [])]
        assert [group for group in groups if not any(part in said for part in group)] == [], one["question"]
        assert bool(groups) != one.get("nothing", False), one["question"]


def test_ten_questions_are_asked_of_every_memory_of_the_demo() -> None:
    asked = Counter((one["memory"], one["user"]) for one in _rows(ANSWERS))
    assert len(asked) == 11
    assert min(asked.values()) >= 10


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@cache
def _said(memory: str, user: str) -> str:
    """Return the texts of a demo memory, in lower case."""
    folder = ROOT / "demo" / memory
    paths = [folder / f"{user}.jsonl"] if memory == "probes" else sorted(folder.glob("*.jsonl"))
    lines = [row.get("message", row).get("content", "") for path in paths for row in _rows(path)]
    texts = [part if isinstance(part, str) else " ".join(block.get("text", "") for block in part) for part in lines]
    return "\n".join(texts).lower()
