"""What was true then, and what was known then: two questions with two answers."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace as changed
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from chains import chain_of, day, error_of, nowhere, replace, say, tell, told_at_home, undo
from conftest import NOW, Cli

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_session
from episodic.memory.store import Store
from episodic.recall.hits import Hits
from episodic.recall.retrieve import retrieve

EMPLOYERS = (("I work at Acme.", 0.0), ("I work at Birch.", 100.0), ("I work at Cedar.", 200.0))
WHERE = "where do I work"
MOMENT = timedelta(microseconds=1)


def facts(store: Store, question: str = WHERE, **asked: Any) -> list[str]:
    """What recall finds among the facts, by words."""
    return sorted(hit.text for hit in retrieve(question, store, layers=["fact"], fast=True, **asked))


@pytest.fixture
def employed(wordless: Store) -> Store:
    """A memory of three employers, each learnt of on the day it was said."""
    told = [tell(wordless, text, day(number), learnt_at=day(number)) for text, number in EMPLOYERS]
    for old, new, (_, number) in zip(told, told[1:], EMPLOYERS[1:], strict=False):
        replace(wordless, old, new, at=day(number))
    return wordless


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def moving() -> Clock:
    return Clock()


@pytest.fixture
def living(config: Config, moving: Clock, tmp_path: Any) -> Iterator[Store]:
    """A store without models whose clock the test moves."""
    with closing(Store(changed(config, now=moving, models=tmp_path / "nowhere"), "default")) as store:
        yield store


# True then ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "expected"),
    [(-1, []), (0, ["Acme"]), (50, ["Acme"]), (100, ["Birch"]), (199, ["Birch"]), (200, ["Cedar"]), (999, ["Cedar"])],
)
def test_each_date_has_the_employer_of_its_time(employed: Store, number: int, expected: list[str]) -> None:
    """CASES 44 and 46."""
    assert facts(employed, as_of=day(number)) == [f"I work at {name}." for name in expected]


def test_the_next_one_holds_from_its_first_instant(employed: Store) -> None:
    assert facts(employed, as_of=day(100) - MOMENT) == ["I work at Acme."]
    assert facts(employed, as_of=day(100)) == ["I work at Birch."]


def test_an_interval_said_again_later_answers_for_both_its_times(wordless: Store) -> None:
    """CASE 46."""
    chain_of(wordless, ("I work at Acme.", 0), ("I work at Birch.", 100), ("I work at Acme.", 200))
    assert [facts(wordless, as_of=day(number)) for number in (50, 150, 250)] == [
        ["I work at Acme."],
        ["I work at Birch."],
        ["I work at Acme."],
    ]


def test_a_date_is_its_whole_local_day(wordless: Store) -> None:
    """Noon UTC is 13:00 in Stockholm; a day there ends at 23:00 UTC."""
    old = tell(wordless, "I work at Acme.", datetime(2026, 1, 9, 12, tzinfo=UTC))
    new = tell(wordless, "I work at Birch.", datetime(2026, 1, 10, 22, 59, tzinfo=UTC))
    replace(wordless, old, new)
    assert facts(wordless, as_of=date(2026, 1, 8)) == []
    assert facts(wordless, as_of=date(2026, 1, 9)) == ["I work at Acme."]
    assert facts(wordless, as_of=date(2026, 1, 10)) == ["I work at Birch."]
    assert facts(wordless, as_of=datetime(2026, 1, 10, 23, 58)) == ["I work at Acme."]  # noqa: DTZ001 - the user's zone
    assert facts(wordless, as_of=datetime(2026, 1, 10, 23, 59)) == ["I work at Birch."]  # noqa: DTZ001


def test_what_is_true_from_a_day_on_is_not_yet_true_on_the_day_before(wordless: Store) -> None:
    """Days that facts name begin at midnight, which is where the day before ends."""
    midnight = datetime(2026, 2, 28, 23, 0, tzinfo=UTC)  # the first of March in Stockholm
    old = tell(wordless, "I work at Acme.", day(0))
    new = tell(wordless, "I work at Birch.", day(1), valid_from=midnight)
    replace(wordless, old, new)
    assert facts(wordless, as_of=date(2026, 2, 28)) == ["I work at Acme."]
    assert facts(wordless, as_of=date(2026, 3, 1)) == ["I work at Birch."]


def test_the_last_day_there_is_can_be_asked_about(employed: Store) -> None:
    assert facts(employed, as_of=date.max) == ["I work at Cedar."]
    assert facts(employed, as_of=date.min) == []


def test_a_fact_is_not_true_after_the_end_it_named(wordless: Store) -> None:
    tell(wordless, "I work at Acme.", day(0), valid_from=day(10), valid_until=day(20))
    assert facts(wordless, as_of=day(10) - MOMENT) == []
    assert facts(wordless, as_of=day(10)) == ["I work at Acme."]
    assert facts(wordless, as_of=day(20) - MOMENT) == ["I work at Acme."]
    assert facts(wordless, as_of=day(20)) == []


def test_a_fact_that_ended_before_the_next_began_leaves_a_gap(wordless: Store) -> None:
    old = tell(wordless, "I work at Acme.", day(0), valid_until=day(50))
    replace(wordless, old, tell(wordless, "I work at Birch.", day(100)))
    assert [facts(wordless, as_of=day(number)) for number in (49, 75, 100)] == [
        ["I work at Acme."],
        [],
        ["I work at Birch."],
    ]


def test_what_was_undone_is_not_true_at_any_time(wordless: Store) -> None:
    _, birch = chain_of(wordless, *EMPLOYERS[:2])
    undo(wordless, birch)
    assert facts(wordless, as_of=day(50)) == ["I work at Acme."]
    assert facts(wordless, as_of=day(150)) == ["I work at Acme."]


# Known then ---------------------------------------------------------------------------------------------------------


def test_what_was_learnt_late_was_true_before_it_was_known(living: Store, moving: Clock) -> None:
    """Birch since day 100, told on day 150 only."""
    moving.at = day(0)
    acme = tell(living, "I work at Acme.", day(0))
    moving.at = day(150)
    birch = tell(living, "I work at Birch.", day(150), valid_from=day(100))
    replace(living, acme, birch)
    moving.at = NOW
    assert facts(living, as_of=day(120)) == ["I work at Birch."]
    assert facts(living, known_at=day(120)) == ["I work at Acme."]
    assert facts(living, known_at=day(150)) == ["I work at Birch."]
    assert facts(living, known_at=day(-1)) == []


@pytest.mark.parametrize(
    ("true_at", "known_at", "expected"),
    [
        (50, 120, ["Acme"]),
        (120, 120, ["Acme"]),  # Birch held already, and nobody knew
        (120, 149, ["Acme"]),
        (120, 150, ["Birch"]),
        (50, 150, ["Acme"]),
        (99, 150, ["Acme"]),
        (-1, 150, []),
        (120, -1, []),
    ],
)
def test_both_axes_together(living: Store, moving: Clock, true_at: int, known_at: int, expected: list[str]) -> None:
    moving.at = day(0)
    acme = tell(living, "I work at Acme.", day(0))
    moving.at = day(150)
    replace(living, acme, tell(living, "I work at Birch.", day(150), valid_from=day(100)))
    moving.at = NOW
    assert facts(living, as_of=day(true_at), known_at=day(known_at)) == [f"I work at {name}." for name in expected]


def test_an_old_transcript_read_in_today_was_not_known_then(living: Store, moving: Clock) -> None:
    """CASE 46: an older fact arrives late."""
    moving.at = day(200)
    cedar = tell(living, "I work at Cedar.", day(200))
    moving.at = day(300)
    replace(living, cedar, tell(living, "I work at Acme.", day(0)))
    assert facts(living, as_of=day(50)) == ["I work at Acme."]
    assert facts(living, as_of=day(50), known_at=day(250)) == []
    assert facts(living, as_of=day(250), known_at=day(250)) == ["I work at Cedar."]
    assert facts(living) == ["I work at Cedar."]


def test_what_was_undone_was_believed_until_then(living: Store, moving: Clock) -> None:
    moving.at = day(0)
    acme = tell(living, "I work at Acme.", day(0))
    moving.at = day(100)
    birch = tell(living, "I work at Birch.", day(100))
    replace(living, acme, birch)
    moving.at = day(130)
    undo(living, birch)
    moving.at = NOW
    assert facts(living, known_at=day(99)) == ["I work at Acme."]
    assert facts(living, known_at=day(110)) == ["I work at Birch."]
    assert facts(living, known_at=day(130)) == ["I work at Acme."]
    assert facts(living) == ["I work at Acme."]


# Other layers and filters -------------------------------------------------------------------------------------------


def test_turns_and_episodes_count_once_they_were_said(wordless: Store) -> None:
    for name, text, number in (("s1", "I live in Uppsala.", 0), ("s2", "I live in Berlin.", 10)):
        buffer = SessionBuffer(name, store=wordless)
        buffer.extend(
            [
                {"role": "user", "content": text, "at": day(number)},
                {
                    "role": "assistant",
                    "content": "Good to know where you live.",
                    "at": day(number) + timedelta(minutes=1),
                },
            ]
        )
        asyncio.run(consolidate_session(wordless, name, final=True))
    assert len(wordless.episodes()) == 2

    def sessions(layer: Any, **asked: Any) -> set[str]:
        return {hit.session for hit in retrieve("live Uppsala Berlin", wordless, layers=[layer], fast=True, **asked)}

    for layer in ("turn", "episode"):
        assert sessions(layer) == {"s1", "s2"}
        for axis in ("as_of", "known_at"):
            assert sessions(layer, **{axis: day(-1)}) == set()
            assert sessions(layer, **{axis: day(5)}) == {"s1"}
            assert sessions(layer, **{axis: day(11)}) == {"s1", "s2"}
    assert sessions("turn", as_of=day(11), known_at=day(5)) == {"s1"}


def test_a_turn_said_at_that_very_moment_counts(wordless: Store) -> None:
    say(wordless, "I work at Acme.", day(0))
    assert [hit.text for hit in retrieve(WHERE, wordless, as_of=day(0), fast=True)] == ["I work at Acme."]
    assert retrieve(WHERE, wordless, as_of=day(0) - MOMENT, fast=True) == []


def test_other_filters_still_hold(wordless: Store) -> None:
    chain_of(wordless, *EMPLOYERS)
    old = tell(wordless, "I work with Django.", day(0), kind="technical", project="site", session="site")
    new = tell(wordless, "I work with Flask.", day(100), kind="technical", project="site", session="site")
    replace(wordless, old, new)
    assert facts(wordless, "work", as_of=day(50)) == ["I work at Acme.", "I work with Django."]
    assert facts(wordless, "work", as_of=day(50), project="site") == ["I work with Django."]
    assert facts(wordless, "work", as_of=day(150), kinds=["technical"]) == ["I work with Flask."]
    assert facts(wordless, "work", as_of=day(150), kinds=["personal"]) == ["I work at Birch."]
    assert facts(wordless, "work", as_of=day(150), after=day(50), project="site") == ["I work with Flask."]
    assert facts(wordless, "work", as_of=day(150), before=day(100)) == []
    assert facts(wordless, "work", as_of=day(50), history=True) == ["I work at Acme.", "I work with Django."]


def test_history_shows_every_fact_and_marks_what_is_superseded(employed: Store) -> None:
    """CASE 44."""
    hits = retrieve(WHERE, employed, layers=["fact"], history=True, fast=True)
    assert {hit.text: hit.superseded for hit in hits} == {
        "I work at Acme.": True,
        "I work at Birch.": True,
        "I work at Cedar.": False,
    }
    assert facts(employed) == ["I work at Cedar."]


def test_meaning_answers_for_a_date_too(store: Store) -> None:
    chain_of(store, *EMPLOYERS)
    store.embeddings.catch_up()

    def first(hits: Hits) -> str:
        return next(hit.text for hit in hits if hit.layer == "fact")

    question = "who is my employer"
    assert first(retrieve(question, store, as_of=day(50))) == "I work at Acme."
    assert first(retrieve(question, store, as_of=day(150))) == "I work at Birch."
    assert first(retrieve(question, store)) == "I work at Cedar."
    assert first(retrieve(question, store, known_at=NOW)) == "I work at Cedar."


# The command line ---------------------------------------------------------------------------------------------------


def test_the_command_line_answers_for_a_day(cli: Cli, config: Config, tmp_path: Any) -> None:
    """CASES 44 and 52."""
    told_at_home(config, *EMPLOYERS)
    wordless = nowhere(tmp_path)

    def recalled(*options: str) -> list[tuple[str, bool]]:
        done = cli("recall", WHERE, "--layer", "fact", "--json", *options, extra=wordless)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["schema"] == 1
        return [(hit["text"], hit["superseded"]) for hit in found["hits"]]

    assert recalled() == [("I work at Cedar.", False)]
    assert recalled("--as-of", "2026-02-01") == [("I work at Acme.", True)]
    assert recalled("--as-of", "2026-04-11") == [("I work at Birch.", True)]  # day 100, at noon
    assert recalled("--as-of", "2026-04-10") == [("I work at Acme.", True)]
    assert recalled("--as-of", "today") == [("I work at Cedar.", False)]
    assert recalled("--known-at", "2026-11-28") == []  # all of it was learnt on the 29th
    assert recalled("--known-at", "2026-11-29") == [("I work at Cedar.", False)]
    assert sorted(recalled("--history")) == [
        ("I work at Acme.", True),
        ("I work at Birch.", True),
        ("I work at Cedar.", False),
    ]


def test_a_day_on_the_command_line_ends_before_the_next_one_begins(cli: Cli, config: Config, tmp_path: Any) -> None:
    with closing(Store(config, "default")) as store:
        old = tell(store, "I work at Acme.", day(0))
        replace(store, old, tell(store, "I work at Birch.", day(1), valid_from=datetime(2026, 2, 28, 23, tzinfo=UTC)))
    for typed, name in (("2026-02-28", "Acme"), ("2026-03-01", "Birch"), ("2026-03-01T00:00", "Birch")):
        done = cli("recall", WHERE, "--layer", "fact", "--as-of", typed, extra=nowhere(tmp_path))
        assert done.stdout.startswith(f"[personal]   I work at {name}."), typed
        assert done.stdout.count("[personal]") == 1


def test_a_list_for_people_marks_what_is_superseded(cli: Cli, config: Config, tmp_path: Any) -> None:
    told_at_home(config, *EMPLOYERS)
    done = cli("recall", WHERE, "--layer", "fact", "--history", extra=nowhere(tmp_path))
    words = " ".join(done.stdout.split())
    assert words.count("(superseded, low, ") == 2
    assert words.count("(low, ") == 1


@pytest.mark.parametrize("option", ["--as-of", "--known-at"])
def test_a_time_that_is_none_is_one_line(cli: Cli, config: Config, option: str) -> None:
    told_at_home(config, *EMPLOYERS)
    assert "'soon' is no time" in error_of(cli("recall", WHERE, option, "soon", "--fast"))
