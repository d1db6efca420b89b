"""The sets of scripts/languages: what they cite is there, so that a benchmark measures recall and not a slip."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from bench_languages import FOLDER, NOTES, Outcome, read, scores

SETS = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_every_turn_cited_as_evidence_exists(path: Path) -> None:
    sessions, asked = read(path)
    turns = {(one["session"], seq) for one in sessions for seq, _ in enumerate(one["turns"])}
    assert {one.text: one.evidence - turns for one in asked if one.evidence - turns} == {}


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_only_questions_never_answered_cite_nothing(path: Path) -> None:
    _, asked = read(path)
    assert {one.note for one in asked} == {*NOTES}
    assert [one.text for one in asked if bool(one.evidence) == (one.note == "none")] == []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_no_question_and_no_session_stands_twice(path: Path) -> None:
    sessions, asked = read(path)
    assert len({one["session"] for one in sessions}) == len(sessions)
    assert len({one.text for one in asked}) == len(asked)


def test_scores_are_counted_by_hand() -> None:
    """Ranks 1 and 4 of three answerable questions; one of two others was answered as if it were sure."""
    found = [
        Outcome("keyword", 1, "strong"),
        Outcome("keyword", 4, "weak"),
        Outcome("paraphrase", None, "none"),
        Outcome("none", None, "strong"),
        Outcome("none", None, "weak"),
    ]
    table = scores(found)
    assert (table["mrr"], table["mrr keyword"], table["any@5"]) == (0.4167, 0.625, 0.6667)
    assert (table["none unsure"], table["emptied"]) == (0.5, 0.3333)
