"""What an owner of each demo memory would ask, and what the first line of the answer says; see scripts/bench_answers."""

import sys
from pathlib import Path

import pytest
from conftest import CACHE

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from bench_answers import Row, ask, is_right, read_answers, take_in

ROWS = read_answers()
SHORT = ("series-b", "kurs", "bo")


@pytest.fixture(scope="module")
def memories(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("memories")


def wrong(memory: str, memories: Path) -> list[str]:
    """Return the questions whose first line is not as expected, or is and was not held to be."""
    rows = [row for row in ROWS if row["memory"] == memory]
    take_in(memory, memories / memory, now=rows[0]["now"], cache=CACHE)
    return [said for row in rows if (said := _judged(row, memories / memory))]


def _judged(row: Row, home: Path) -> str:
    lines = ask(row, home, cache=CACHE)
    right, expected = is_right(row, lines), not row.get("open")
    return "" if right == expected else f"{row['user']}: {row['question']}: {'right now' if right else lines[:1]}"


@pytest.mark.parametrize("memory", SHORT)
def test_the_first_line_answers(memory: str, memories: Path) -> None:
    """Ten questions and more on each; those marked `open` are not answered yet, and say so once they are."""
    assert wrong(memory, memories) == []


@pytest.mark.full
def test_the_first_line_answers_the_people_of_the_probes(memories: Path) -> None:
    assert wrong("probes", memories) == []
