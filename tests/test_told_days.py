"""What is said to have been yesterday is from yesterday: found under that day, and shown with it."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from conftest import NOW, Cli
from hypothesis import example, given
from hypothesis import strategies as st

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.language.told_days import last_day, the_day, told_days
from episodic.memory.store import Store
from episodic.recall.inject import EpisodicInjector
from episodic.recall.retrieve import retrieve

TUESDAY = date(2026, 11, 10)
# NOW is Sunday, 29 November.
SAID = NOW - timedelta(days=3)  # a Thursday, the 26th


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("We shipped the billing rewrite yesterday.", "2026-11-09"),
        ("Last Friday we moved the database.", "2026-11-06"),
        ("Two days ago Bo changed the lock.", "2026-11-08"),
        ("The audit was on the 3rd.", "2026-11-03"),
        ("On Thursday we signed the lease.", "2026-11-05"),
        ("The kiln arrived on Saturday and is great.", "2026-11-07"),
        ("I had dinner with Sarah last night", "2026-11-09"),
        ("Shipped the importer Friday.", "2026-11-06"),
        ("The demo is on Thursday.", "2026-11-12"),
        ("We will ship it on Friday.", "2026-11-13"),
        ("Dentist tomorrow at 9", "2026-11-11"),
        ("It is planned for Friday", "2026-11-13"),
        ("The meeting with Omar has been moved to the 20th", "2026-11-20"),
        ("Igår släppte vi faktureringen.", "2026-11-09"),
        ("Vorgestern haben wir es ausgeliefert.", "2026-11-08"),
        ("Ayer enviamos la factura.", "2026-11-09"),
        ("Avant-hier, nous avons livré.", "2026-11-08"),
    ],
)
def test_a_statement_tells_of_a_day(text: str, day: str) -> None:
    assert the_day(text, on=TUESDAY) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "text",
    [
        "What happened on the 9th?",
        "We may march on.",
        "The port is 8080 and the version 10.2.",
        "I run every Monday.",
        "It is done today.",
        "In 2024 we had three offices.",
    ],
)
def test_a_question_a_habit_and_a_figure_tell_of_none(text: str) -> None:
    assert told_days(text, on=TUESDAY) == []


def test_a_text_of_several_days_is_of_none_of_them_alone() -> None:
    text = "Bo came on 3 November. Ana came on 5 November."
    assert [str(first) for first, _ in told_days(text, on=TUESDAY)] == ["2026-11-03", "2026-11-05"]
    assert the_day(text, on=TUESDAY) is None


@pytest.fixture
def told(wordless: Store) -> Store:
    """Three turns of Thursday the 26th; two tell of another day."""
    said = ["We shipped the billing rewrite yesterday.", "The demo is on Monday.", "I prefer oak for the counter."]
    turns = [{"role": "user", "content": text, "at": SAID + timedelta(minutes=n)} for n, text in enumerate(said)]
    SessionBuffer("told", store=wordless).extend(turns)
    return wordless


@pytest.mark.parametrize("question", ["what happened on the 25th", "what did we ship last Wednesday", "four days ago"])
def test_what_was_yesterday_is_found_under_its_day(told: Store, question: str) -> None:
    """Finding 50."""
    found = retrieve(question, told, fast=True)
    assert [hit.text for hit in found] == ["We shipped the billing rewrite yesterday."]
    assert found[0].on == date(2026, 11, 25)


def test_it_is_found_under_the_day_it_was_said_too(told: Store) -> None:
    assert len(retrieve("what happened on the 26th", told, fast=True)) == 3


def test_what_is_to_come_is_found_under_its_day(told: Store) -> None:
    assert retrieve("what is on Monday", told, fast=True)[0].text == "The demo is on Monday."


def test_a_fact_is_from_the_days_its_turn_tells_of(wordless: Store) -> None:
    wordless.remember("We decided last Friday to drop Redis.", kind="decision")
    found = retrieve("what did we decide on 27 November", wordless, fast=True)
    assert [(hit.layer, hit.on) for hit in found] == [("fact", date(2026, 11, 27))]


def test_a_block_line_carries_the_day_it_was(told: Store) -> None:
    block = EpisodicInjector(told, "new", now=NOW, fast=True).get_context("what happened on the 25th?")
    assert '- 2026-11-25 [said] user: "We shipped the billing rewrite yesterday." (said 2026-11-26)' in block
    assert "do not rely" not in block


def test_a_block_line_carries_the_day_that_is_to_come(told: Store) -> None:
    block = EpisodicInjector(told, "new", now=NOW, fast=True).get_context("when is the demo?")
    assert '- 2026-11-26 [said] user: "The demo is on Monday." (on 2026-11-30)' in block


def test_a_block_for_a_month_begins_with_that_month(config: Config) -> None:
    """Finding 60."""
    store = Store(config, "default")
    for month in (3, 4, 5):
        at = datetime(2025, month, 12, tzinfo=UTC)
        text = f"The gateway timed out and we added node {month}."
        SessionBuffer(f"m{month}", store=store).extend([{"role": "user", "content": text, "at": at}])
    block = EpisodicInjector(store, "new", now=NOW).get_context("What happened in April 2025?")
    lines = [line for line in block.splitlines() if line.startswith("- ")]
    assert [line[2:12] for line in lines] == ["2025-04-12"]
    assert "do not rely" not in block


def test_words_that_change_change_their_days(told: Store) -> None:
    """The trigger: what is edited or forgotten is from no day any more, until it is read again."""
    item = retrieve("what happened on the 25th", told, fast=True)[0].id
    with told.transaction():
        told.db.run("update item set text = 'We shipped it on 12 November.' where id = ?", (item,))
    assert list(retrieve("what happened on the 25th", told, fast=True)) == []
    SessionBuffer("more", store=told).extend([{"role": "user", "content": "Oak.", "at": NOW}])
    assert [hit.id for hit in retrieve("what happened on the 12th", told, fast=True)] == [item]


def test_turns_of_an_older_version_are_read_for_days_later(told: Store) -> None:
    with told.transaction():
        told.db.run("delete from told_days")
        told.db.run("insert into undated select item from turn")
    told.catch_up()
    assert retrieve("what happened on the 25th", told, fast=True)[0].text.startswith("We shipped")


def test_the_command_line_shows_the_day_and_says_where_there_is_nothing(cli: Cli, config: Config) -> None:
    store = Store(config, "default")
    text = "We shipped the billing rewrite yesterday."
    SessionBuffer("told", store=store).extend([{"role": "user", "content": text, "at": SAID}])
    store.close()
    shown = cli("recall", "--fast", "what happened on the 25th").stdout
    assert "(on 2026-11-25, 3d ago)" in " ".join(shown.split())
    empty = cli("recall", "--fast", "what did we ship on the 20th")
    assert (empty.returncode, empty.stdout) == (0, "")
    assert "as 2026-11-20: nothing is from then" in empty.stderr
    document = json.loads(cli("recall", "--fast", "--json", "what did we ship on the 20th").stdout)
    assert document["hits"] == []
    assert "nothing is from then" in document["notes"][0]


FIGURES = st.lists(st.integers(0, 10_000), min_size=1, max_size=4).flatmap(
    lambda figures: st.sampled_from(["/", ".", "-", ":", " "]).map(lambda by: by.join(map(str, figures)))
)
TIMES = st.sampled_from(
    "today yesterday last next two weeks days months ago in on the week 41 monday 12th half fortnight q3 pm of and until"
    " before since between förra veckan för sedan il y a dans vor zwei Tagen hace meses den el le ? . , 2月30日".split()
)


@example("it was 52/48")
@given(st.lists(TIMES | FIGURES, max_size=8).map(" ".join))
def test_no_figures_stop_the_reading(text: str) -> None:
    """52/48 stopped it, where the first is no day and no year follows."""
    told_days(text, on=NOW.date())
    last_day(text, on=NOW.date())
