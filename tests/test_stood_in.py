"""The demo, consolidated with what a stand-in for a model answered that saw nothing but the requests."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import CACHE, NOW
from stood_in import StoodIn

from episodic import get_store, llm
from episodic.capture.intake import take_in
from episodic.capture.transcripts import find, parts
from episodic.config import load
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.report import Report
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store
from episodic.surfaces.recalling import Asked, answer

DEMO = Path(__file__).resolve().parent.parent / "demo" / "series-b"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Report, StoodIn]]:
    home = tmp_path_factory.mktemp("demo")
    config = load({}, file=Path("/dev/null"), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    store, replies = get_store(config=replace(config, llm_retries=0)), StoodIn("series-b")
    llm.set_backend(ScriptedLLM(replies))
    for file in find(DEMO):
        for part in parts(file):
            take_in(part, lambda _: store, source=str(file))
    yield store, asyncio.run(sweep(store)), replies
    llm.set_backend(None)
    store.close()


def facts(store: Store, *, live: int) -> set[str]:
    return {text for (text,) in store.db.rows("select text from item where layer = 'fact' and live = ?", (live,))}


def test_the_demo_is_consolidated_to_its_end(told: tuple[Store, Report, StoodIn]) -> None:
    store, report, _ = told
    status = store.status()
    assert (report.failed, report.parked, report.bugs, report.trouble) == (0, 0, 0, ())
    assert (status.pending, status.parked, status.consolidated) == (0, 0, status.turns)
    assert report.windows >= 20


def test_most_of_what_is_asked_was_answered(told: tuple[Store, Report, StoodIn]) -> None:
    """A prompt shows other neighbours once their choice changes; answer those anew with scripts/stand_in.py."""
    store, report, replies = told
    assert len(replies.missed) <= 12, replies.missed
    assert report.proposed - report.refused.get("name not in window", 0) >= 90
    assert sum(report.refused.values()) <= 0.1 * report.proposed
    assert report.episodes == store.status().episodes >= 7


CURRENT = (
    "The Series B deck has 14 slides, not 12; agreed with Sarah as final.",
    "Sarah wants the pipeline chart of the Series B deck moved to slide 3.",
    "Prod runs Postgres 16.4.",
    "Tomas closed October: ARR is 4.3M now, not 4.1M.",
    "The user is vegetarian.",
    "The user's daughter is called Ines.",
)
REPLACED = ("The Series B deck needs 12 slides", "Prod is on Postgres 13.14")


def test_what_is_true_now_is_current_and_what_it_replaced_is_not(told: tuple[Store, Report, StoodIn]) -> None:
    current, gone = facts(told[0], live=1), facts(told[0], live=0)
    assert set(CURRENT) <= current
    for begun in REPLACED:
        assert any(text.startswith(begun) for text in gone)
        assert not any(text.startswith(begun) for text in current)


def test_nothing_that_tools_printed_became_a_fact(told: tuple[Store, Report, StoodIn]) -> None:
    """The demo's tool output, thinking and compaction summary state things nobody said."""
    rows = told[0].db.rows(
        "select t.role from evidence e join turn t on t.item = e.turn join item i on i.id = e.item where layer = 'fact'"
    )
    assert {role for (role,) in rows} <= {"user", "assistant"}


def test_a_folder_that_is_named_as_a_folder_is_known(told: tuple[Store, Report, StoodIn]) -> None:
    """FINDINGS 53: `private/` ended the first run that anybody made with a model."""
    assert [one.name for one in told[0].entities.find("private")] == ["private/"]


def test_what_is_finished_is_no_open_loop(told: tuple[Store, Report, StoodIn]) -> None:
    open_loops = {loop.text for loop in told[0].loops()}
    assert "Look at the old billing cron on the oven" in open_loops
    assert not {"Rehearse the migration on a snapshot", "Priya's postmortem of the double charges"} & open_loops


def test_what_sarah_said_of_the_deck_begins_with_what_is_known(told: tuple[Store, Report, StoodIn]) -> None:
    store, _, _ = told
    found = answer(store, Asked("what did sarah say about the deck")).hits
    assert [hit.layer for hit in found[:3]] == ["fact"] * 3
    assert found[0].text.startswith("The Series B deck has 14 slides, not 12")
    assert any("pipeline chart of the Series B deck moved to slide 3" in hit.text for hit in found[:3])


def test_both_loops_stand_under_the_deck(told: tuple[Store, Report, StoodIn]) -> None:
    store, _, _ = told
    named = {stream.name: stream for stream in store.streams()}
    assert named["Series B deck"].state == "confirmed"
    of_deck = [loop.text for loop in store.loops() if loop.workstream == named["Series B deck"].id]
    assert "Send the updated deck to Sarah before Thursday" in of_deck
    assert any("signs off the sensitivity table" in text for text in of_deck)


def test_a_thread_has_the_models_word_for_it(told: tuple[Store, Report, StoodIn]) -> None:
    store, _, _ = told
    assert "double charge" in {stream.name for stream in store.streams()}
