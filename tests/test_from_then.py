"""A time that a question names: what is from then comes first, the rest after it, and a note says what was understood."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import chains
import pytest
from conftest import NOW, Cli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_session
from episodic.memory.store import Store
from episodic.recall.hits import Hits
from episodic.recall.retrieve import retrieve
from episodic.records import Candidate

# NOW is a Sunday, so that last week ended a week ago.
MONTH_AGO, LAST_WEEK, THIS_WEEK = NOW - timedelta(days=40), NOW - timedelta(days=9), NOW - timedelta(days=5)
YESTERDAY = NOW - timedelta(days=1)


def say(store: Store, session: str, texts: Sequence[str], *, at: datetime) -> None:
    said = [{"role": "user", "content": text, "at": at + timedelta(minutes=n)} for n, text in enumerate(texts)]
    SessionBuffer(session, store=store).extend(said)


def texts(hits: Hits) -> list[str]:
    return [hit.text for hit in hits]


def holds(store: Store, text: str, *, start: datetime | None = None, until: datetime | None = None) -> int:
    """Add a fact said long ago that holds for some time."""
    turn = chains.say(store, text, NOW - timedelta(days=300), session="long ago")
    told = Candidate("temporal", text, text, turn.seq, valid_from=start, valid_until=until)
    with store.transaction():
        return store.facts.add(
            told, turn, speaker="user", confidence="medium", project=None, learnt_at=NOW - timedelta(days=300)
        )


@pytest.fixture
def deck(wordless: Store) -> Store:
    """Three turns on a deck, of three times; the one of last week matches least."""
    say(wordless, "a", [SARAH], at=MONTH_AGO)
    say(wordless, "b", [TRAIN], at=LAST_WEEK)
    say(wordless, "c", [DONE], at=THIS_WEEK)
    return wordless


SARAH, TRAIN, DONE = (
    "Sarah said: the deck needs 14 slides.",
    "On the train somebody had a deck.",
    "Sarah said it is done.",
)
ASKED = "what did Sarah say about the deck"


# Inside first ---------------------------------------------------------------------------------------------------------


def test_what_is_from_then_comes_first_and_the_rest_after_it(deck: Store) -> None:
    without = texts(retrieve(ASKED, deck, fast=True))
    assert without[0] == SARAH
    found = retrieve(f"{ASKED} last week", deck, fast=True)
    assert texts(found) == [TRAIN, *(text for text in without if text != TRAIN)]
    assert found.notes == ("understood 'last week' as 2026-11-16 to 2026-11-22: 1 of 3 hits is from then",)


@pytest.mark.parametrize(
    ("when", "first", "understood"),
    [
        ("on 20 November", TRAIN, "2026-11-20"),
        ("this week", DONE, "2026-11-23 to 2026-11-29"),
        ("in October", SARAH, "2026-10-01 to 2026-10-31"),
        ("before 1 November", SARAH, "up to 2026-10-31"),
        ("since 18 November", DONE, "2026-11-18 to 2026-11-29"),
        ("förra veckan", TRAIN, "2026-11-16 to 2026-11-22"),
        ("letzte Woche", TRAIN, "2026-11-16 to 2026-11-22"),
        ("la semana pasada", TRAIN, "2026-11-16 to 2026-11-22"),
        ("la semaine dernière", TRAIN, "2026-11-16 to 2026-11-22"),
    ],
)
def test_each_time_has_its_own_first_hit(deck: Store, when: str, first: str, understood: str) -> None:
    found = retrieve(f"Sarah deck {when}", deck, fast=True)
    assert (found[0].text, len(found)) == (first, 3)
    assert f"as {understood}: " in found.notes[-1]


def test_a_time_is_counted_from_when_it_is_asked(deck: Store) -> None:
    asked = f"{ASKED} yesterday"
    day_after = (LAST_WEEK + timedelta(days=1), TRAIN), (MONTH_AGO + timedelta(days=1), SARAH)
    for now, first in day_after:
        assert retrieve(asked, deck, fast=True, now=now)[0].text == first
    naive = datetime(2026, 11, 21, 0, 30)  # noqa: DTZ001 - half past midnight where the user is
    assert retrieve(asked, deck, fast=True, now=naive)[0].text == TRAIN
    assert "2026-11-28: nothing is from then" in retrieve(asked, deck, fast=True).notes[-1]


def test_what_is_from_then_is_found_where_much_else_matches_better(wordless: Store) -> None:
    """CASE 112: the search for what is from then has a limit of its own."""
    store = Store(replace(wordless.config, depth=4), "default")
    say(store, "old", ["Somebody mentioned the heating."], at=LAST_WEEK)
    say(store, "new", [f"The heating in room {n} is broken, the heating!" for n in range(40)], at=YESTERDAY)
    found = retrieve("is the heating broken, as was said last week", store, k=3, fast=True)
    assert found[0].text == "Somebody mentioned the heating."
    assert len(found) == 3


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("question", [f"{ASKED} last week", "what happened last week", "the 2026 deck", f"{ASKED}"])
def test_the_first_hits_are_the_same_whatever_k(deck: Store, question: str, *, fast: bool) -> None:
    """CASE 118."""
    whole = retrieve(question, deck, k=20, fast=fast)
    assert whole
    assert [hit.score for hit in whole] == sorted((hit.score for hit in whole), reverse=True)
    for k in (1, 2):
        assert retrieve(question, deck, k=k, fast=fast) == whole[:k]


def test_the_given_bounds_win_and_no_time_is_looked_for(deck: Store) -> None:
    found = retrieve(f"{ASKED} last week", deck, after=THIS_WEEK, fast=True)
    assert (texts(found), found.notes) == ([DONE], ())


def test_a_question_without_a_time_is_answered_as_before(deck: Store) -> None:
    found = retrieve(ASKED, deck, fast=True)
    assert found.notes == ()
    assert found == retrieve(ASKED, deck, fast=True, after=date(1, 1, 2))
    assert not any("from then" in hit.components for hit in found)


def test_what_is_from_then_comes_first_though_another_time_answers_better(config: Config) -> None:
    """Finding 16: "what did sarah say last week" had the one hit from then third."""
    store = Store(config, "default")
    say(store, "a", ["Sarah said that the deck needs fourteen slides.", "Sarah said yes to the deck."], at=MONTH_AGO)
    say(store, "b", ["Sarah was here; she thinks the chart is too small.", "I prefer oak."], at=LAST_WEEK)
    found = retrieve("what did sarah say last week", store)
    assert [hit.session for hit in found[:2]] == ["b", "b"]
    assert found[0].text.startswith("Sarah was here")  # and of what is from then first what is about it


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize(
    "question",
    [
        "what did I ask on 2026-11-20",
        "show me the notes from 2026-11-20",
        "what did I ask about the gearbox on 20 Nov",
        "what did we say about the deck on Friday last week",
        "the gearbox, nine days ago",
    ],
)
def test_a_day_is_answered_first_in_every_wording(config: Config, question: str, *, fast: bool) -> None:
    store = Store(config, "default")
    say(store, "old", ["What did I ask you about the notes on the deck and the gearbox?"], at=MONTH_AGO)
    say(store, "then", ["Which oil does the gearbox take?"], at=LAST_WEEK)
    say(store, "new", ["I asked about the deck, the gearbox and the notes."], at=THIS_WEEK)
    assert retrieve(question, store, fast=fast)[0].session == "then"


@pytest.mark.parametrize("fast", [False, True])
def test_a_time_with_nothing_that_matches_is_answered_with_what_there_is_of_it(config: Config, *, fast: bool) -> None:
    store = Store(config, "default")
    say(store, "then", ["Bisque: twenty mugs to cone 04."], at=YESTERDAY)
    say(store, "old", ["I will fire the glazed bowls."], at=MONTH_AGO)
    found = retrieve("what did I fire this weekend", store, fast=fast, now=NOW + timedelta(days=1))
    assert found[0].text.startswith("Bisque")


def test_what_is_to_come_is_not_asked_of_the_past(wordless: Store) -> None:
    say(wordless, "a", ["The audit needs the ledger."], at=LAST_WEEK)
    found = retrieve("what must be done for the audit before 3 December", wordless, fast=True)
    assert texts(found) == ["The audit needs the ledger."]


# What is from then ----------------------------------------------------------------------------------------------------


def test_a_fact_is_from_when_it_holds_or_was_said(wordless: Store) -> None:
    day = timedelta(days=1)
    holds(wordless, "The rent contract is due.", until=NOW + 3 * day)
    holds(wordless, "The rent is 900 while the lift is built.", start=LAST_WEEK - 30 * day, until=LAST_WEEK + 30 * day)
    holds(wordless, "The rent goes to Bo.", start=NOW - 200 * day)

    def inside(when: str) -> set[str]:
        found = retrieve(f"rent {when}", wordless, layers=["fact"], fast=True)
        assert len(found) == 3
        return {hit.text for hit in found if "from then" in hit.components}

    assert inside("next week") == {"The rent contract is due.", "The rent is 900 while the lift is built."}
    assert inside("last week") == {"The rent is 900 while the lift is built."}
    assert inside("in the last 3 months") == {"The rent is 900 while the lift is built."}
    assert inside("on 2026-05-13") == {"The rent goes to Bo."}
    assert len(inside("in February 2026")) == 3  # when all were said


def test_an_episode_is_from_every_day_it_went_on(wordless: Store) -> None:
    midnight = datetime(2026, 11, 20, 23, 0, tzinfo=UTC)  # in Stockholm
    say(
        wordless, "s", [f"We moved rack {n} of the server room." for n in range(12)], at=midnight - timedelta(minutes=6)
    )
    asyncio.run(consolidate_session(wordless, "s", final=True))
    for day in ("20 November", "21 November"):
        found = retrieve(f"server room on {day}", wordless, layers=["episode"], fast=True)
        assert ["from then" in hit.components for hit in found] == [True]
    found = retrieve("server room on 22 November", wordless, layers=["episode"], fast=True)
    assert list(found) == []


def test_an_episode_of_weeks_is_from_no_day_on_which_nothing_was_said(wordless: Store) -> None:
    for days in (20, 3):
        say(wordless, "s", [f"We moved rack {days} of the server room."], at=NOW - timedelta(days=days))
    asyncio.run(consolidate_session(wordless, "s", final=True))
    assert retrieve("what happened on 26 November", wordless, fast=True)[0].session == "s"
    assert list(retrieve("what happened on 18 November", wordless, fast=True)) == []


# What may be a name ---------------------------------------------------------------------------------------------------


def test_a_year_that_is_part_of_a_name_leaves_the_order_alone(wordless: Store) -> None:
    say(wordless, "a", ["The budget for the party is small."], at=datetime(2024, 5, 1, tzinfo=UTC))
    say(wordless, "b", ["We decided the 2024 budget: forty thousand."], at=datetime(2023, 12, 1, tzinfo=UTC))
    found = retrieve("what did we decide about the 2024 budget", wordless, fast=True)
    assert found[0].text == "We decided the 2024 budget: forty thousand."
    assert found.notes == ("understood '2024' as 2024-01-01 to 2024-12-31, if it says when: 1 of 2 hits is from then",)


def test_a_year_that_may_be_a_name_settles_a_tie(wordless: Store) -> None:
    for session, year in (("a", 2023), ("b", 2024), ("c", 2025)):
        say(wordless, session, ["The budget is forty thousand."], at=datetime(year, 5, 1, tzinfo=UTC))
    assert retrieve("the 2024 budget", wordless, fast=True)[0].said_at.year == 2024


TILES = [
    "We decided to use grey tiles for the bathroom wall.",
    "The tiler starts on Monday at seven.",
    "I prefer the grout in a lighter grey than the tiles.",
    "The old mirror goes to my brother.",
]

# Nothing but a time ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", ["what happened yesterday", "vad hände igår?", "was ist gestern passiert", "yesterday"]
)
def test_a_question_for_a_time_alone_is_answered_with_what_is_from_then(wordless: Store, question: str) -> None:
    say(wordless, "old", ["It happened that the bus was late."], at=LAST_WEEK)
    say(wordless, "new", TILES, at=YESTERDAY)
    asyncio.run(consolidate_session(wordless, "new", final=True))
    found = retrieve(question, wordless, k=4)
    assert [hit.session for hit in found] == ["new"] * 4
    assert found[0].layer == "episode"
    assert found.strength == "strong"
    assert found.notes[-1].endswith("as 2026-11-28: 4 of 4 hits are from then")


def test_a_day_is_told_in_its_order(wordless: Store) -> None:
    say(wordless, "s", TILES, at=YESTERDAY)
    assert texts(retrieve("what happened yesterday", wordless, fast=True)) == TILES


@pytest.mark.parametrize("question", ["what did we do yesterday", "yesterday", "was the bus late yesterday"])
def test_a_time_from_which_there_is_nothing_is_said_to_have_nothing(wordless: Store, question: str) -> None:
    """Finding 16: "0 of 5 are from then", then five others."""
    say(wordless, "old", ["The bus was late."], at=LAST_WEEK)
    found = retrieve(question, wordless, fast=True)
    assert (list(found), found.strength) == ([], "none")
    assert found.notes == (
        "understood 'yesterday' as 2026-11-28: nothing is from then; ask without it for what is from other times",
    )


# Bounds are applied before the limit ----------------------------------------------------------------------------------

DAYS = st.lists(st.integers(0, 30), min_size=1, max_size=8)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(DAYS, st.integers(0, 30), st.integers(1, 10))
def test_given_bounds_let_nothing_else_in_and_nothing_else_changes_what_they_let_in(
    config: Config, tmp_path_factory: pytest.TempPathFactory, ages: list[int], oldest: int, length: int
) -> None:
    """CASE 112."""
    home = tmp_path_factory.mktemp("bounds")
    store = Store(replace(config, home=home, models=home / "nowhere", depth=10), "default")
    after, before = NOW - timedelta(days=oldest), NOW - timedelta(days=oldest - length)

    def found() -> set[str]:
        hits = retrieve("the lantern", store, k=50, after=after, before=before, fast=True)
        assert all(after <= hit.said_at < before for hit in hits)
        return {hit.text for hit in hits}

    for n, age in enumerate(ages):
        say(store, f"s{n}", [f"A lantern, number {n}."], at=NOW - timedelta(days=age))
    alone = found()
    assert alone == {f"A lantern, number {n}." for n, age in enumerate(ages) if oldest - length < age <= oldest}
    say(store, "outside", [f"The lantern, the lantern {n}!" for n in range(12)], at=after - timedelta(days=2))
    assert found() == alone
    store.close()


# The command line -----------------------------------------------------------------------------------------------------


def test_the_command_line_says_which_time_was_understood(cli: Cli, home: Path, config: Config) -> None:
    store = Store(config, "default")
    say(store, "b", [TRAIN], at=LAST_WEEK)
    say(store, "c", ["The deck, the deck and the deck."], at=THIS_WEEK)
    store.close()
    assert home.is_dir()
    shown = cli("recall", "--fast", "--explain", "deck", "last", "week")
    assert shown.stderr == "episodic: understood 'last week' as 2026-11-16 to 2026-11-22: 1 of 2 hits is from then\n"
    first, second = re.split(r"(?=#\d)", " ".join(shown.stdout.split()))[1:]  # it wraps where a terminal does
    assert TRAIN in shown.stdout.split("#")[0]
    assert ("from then 1.000" in first, "from then" in second) == (True, False)
    assert "understood" in cli("recall", "--fast", "--json", "deck", "last", "week").stdout
