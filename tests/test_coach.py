"""A session with a finance coach: income and costs are stated, advice is given, and nobody commits to anything."""

from datetime import UTC, datetime, timedelta

from episodic.consolidate.episodes import record
from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import propose
from episodic.records import EpisodeRecord, Role, Turn

SESSION: list[tuple[Role, str]] = [
    ("user", "Hi. My take-home is 2,840 euro a month and I feel like it just evaporates."),
    ("assistant", "Let's look at it together. What are your fixed costs?"),
    ("user", "Rent is 960, the car is 210 with insurance, and I pay 145 for the student loan."),
    ("assistant", "So 1,315 is fixed. I'd recommend putting 10 % aside the day the salary arrives, that is 284 euro."),
    ("user", "Hmm, maybe. Groceries are around 420 and I eat out a lot, perhaps 260."),
    ("assistant", "You should set a cap of 150 for eating out and move the rest to a buffer account."),
    ("user", "I'd have to think about that. What would refinancing even save me?"),
    ("assistant", "At 3.2 % instead of 4.9 % you would save about 22 euro a month."),
    ("user", "ok thanks, I'll sleep on it"),
]
BEGUN = datetime(2026, 11, 20, 18, tzinfo=UTC)


def told() -> tuple[EpisodeRecord, list[Turn]]:
    turns = [
        Turn("coach", n, role, text, BEGUN + timedelta(minutes=n), item=n) for n, (role, text) in enumerate(SESSION)
    ]
    facts = [fact for fact in propose(turns) if isinstance(ground(fact, turns), Grounded)]
    episode = record(turns, facts)
    assert episode is not None
    return episode, turns


def test_nothing_was_decided_and_the_advice_is_advice() -> None:
    episode, _ = told()
    assert episode.decisions == ()
    assert [text.split(" ")[0:2] for text in episode.advice_given] == [["I'd", "recommend"], ["You", "should"]]


def test_every_figure_was_said_and_by_whom_is_shown() -> None:
    episode, turns = told()
    assert {text.rsplit("(", 1)[1] for text in episode.key_numbers} == {"user)", "assistant)"}
    for text in episode.key_numbers:
        words, speaker = text.removesuffix(")").rsplit(" (", 1)
        assert any(turn.role == speaker and words in " ".join(turn.content.split()) for turn in turns)


def test_no_advice_became_a_fact_of_the_users() -> None:
    _, turns = told()
    assert all(turns[fact.seq].role == "user" for fact in propose(turns))
    assert not any(fact.kind == "decision" for fact in propose(turns))
