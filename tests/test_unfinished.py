"""Questions for the state of things, answered from loops and threads."""

import json
from pathlib import Path

import pytest
from conftest import Cli

from episodic.language.standing import standing

DEMO = Path(__file__).resolve().parent.parent / "demo"

ASKS = [
    ("where were we?", "threads", ""),
    ("ok, where were we on the deck?", "threads", "deck"),
    ("where did we leave off with Sarah", "threads", "sarah"),
    ("let's pick up where we left off", "threads", ""),
    ("what was I working on?", "threads", ""),
    ("catch me up", "threads", ""),
    ("what should I do next?", "threads", ""),
    ("What\u2019s pending?", "loops", ""),
    ("anything still outstanding for the data room?", "loops", "data room"),
    ("any blockers?", "loops", ""),
    ("what's left to do on the migration", "loops", "migration"),
    ("what are the open items", "loops", ""),
    ("var var vi?", "threads", ""),
    ("vad är kvar att göra på altanen?", "loops", "altanen"),
    ("wo waren wir stehengeblieben?", "threads", "stehengeblieben"),
    ("was steht noch an?", "loops", ""),
    ("¿dónde nos quedamos?", "threads", ""),
    ("¿qué queda pendiente?", "loops", ""),
    ("où en étions-nous ?", "threads", ""),
    ("que reste-t-il à faire ?", "loops", ""),
]


@pytest.mark.parametrize(("question", "first", "about"), ASKS)
def test_a_question_for_the_state_of_things_is_known_by_its_words(question: str, first: str, about: str) -> None:
    asked = standing(question)
    assert asked is not None
    assert asked.first == first
    if about != "stehengeblieben":
        assert " ".join(asked.about) == about


@pytest.mark.parametrize(
    "question",
    [
        "what is Caroline's relationship status?",
        "where were you born?",
        "where was the offsite held?",
        "what did Sarah say about the deck",
        "who left the company in May?",
        "what's open source licensing?",
        "what is due process?",
        "what am I doing wrong?",
        "where are the keys",
        "is the shop open on Sundays?",
        "vad heter min bror",
        "wo wohnt Anna",
        "où habite Claire",
        "dónde vive Marta",
    ],
)
def test_other_questions_are_not(question: str) -> None:
    assert standing(question) is None


@pytest.fixture
def deck(cli: Cli, environment: dict[str, str]) -> Cli:
    """The command line on a home with the demo in it, without models."""
    environment["EPISODIC_MODELS"] = "/nowhere"
    assert cli("ingest", str(DEMO / "series-b")).returncode == 0
    return cli


def test_what_is_pending_comes_first_with_the_turn_that_proves_it(deck: Cli) -> None:
    found = json.loads(deck("recall", "what's pending?", "--json").stdout)
    assert found["strength"] == "strong"
    assert any("send updated deck" in hit["text"] for hit in found["hits"][:2])
    assert found["loops"]
    shown = deck("recall", "what's pending?").stdout
    assert "· send updated deck to Sarah before Thursday  (due 2026-12-03)" in shown
    assert shown.startswith("▸")


def test_where_were_we_is_the_newest_of_each_thread(deck: Cli) -> None:
    found = json.loads(deck("recall", "where were we?", "--json").stdout)
    assert found["streams"]
    assert found["hits"][0]["layer"] == "episode"
    days = [hit["said_at"] for hit in found["hits"] if hit["layer"] == "episode"]
    assert days == sorted(days, reverse=True)


def test_a_subject_that_goes_on_nowhere_brings_no_loop_of_another(deck: Cli) -> None:
    found = json.loads(deck("recall", "what's pending with the kitchen renovation?", "--json").stdout)
    assert not found["loops"]
    assert not found["streams"]


def test_bounds_hold_for_what_is_open_too(deck: Cli) -> None:
    found = json.loads(deck("recall", "what's pending?", "--before", "2026-10-01", "--json").stdout)
    assert all(hit["said_at"] < "2026-10-02" for hit in found["hits"])
    assert not json.loads(deck("recall", "what's pending?", "--project", "elsewhere", "--json").stdout)["loops"]
