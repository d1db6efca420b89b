"""What of an answer is about the question: what an agent is told, and a person is shown without --all."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from episodic.recall.focus import near
from episodic.recall.hits import Hit
from episodic.recall.rerank import READ


def hit(  # noqa: PLR0913 - what a hit is made of; all but two by name
    ident: int, text: str, *, score: float, read: float, speaker: str = "user", parts: Mapping[str, float] | None = None
) -> Hit:
    """Return a turn that was read."""
    return Hit(
        id=ident,
        layer="turn",
        kind=None,
        text=text,
        score=score,
        said_at=datetime(2026, 5, 3, tzinfo=UTC),
        speaker=speaker,
        session="s",
        evidence=(("s", ident),),
        components={READ: read, **(parts or {})},
    )


GAP = 2.0
BEST = hit(1, "We opened the studio in May.", score=1.9, read=6.0, speaker="Jon")
ASKED = "When did Jon open the studio?"


def kept(*others: Hit) -> list[int]:
    return [one.id for one in near(ASKED, [BEST, *others], gap=GAP)]


def test_what_reads_and_ranks_about_as_well_is_kept() -> None:
    assert kept(hit(2, "The studio opened with a party.", score=1.8, read=4.5, speaker="Jon")) == [1, 2]


@pytest.mark.parametrize(
    "other",
    [
        hit(2, "The studio opened with a party.", score=1.8, read=3.5, speaker="Jon"),
        hit(2, "The studio opened with a party.", score=1.6, read=5.5, speaker="Jon"),
        hit(2, "Busy with the studio. And you?", score=1.8, read=5.5, speaker="Jon"),
        hit(2, "Congratulations on the studio!", score=1.8, read=5.5, speaker="Gina"),
    ],
    ids=["reads worse", "ranks far behind", "ends by asking", "another's words"],
)
def test_what_only_touches_the_question_is_left_out(other: Hit) -> None:
    assert kept(other) == [1]


def test_what_was_put_above_the_best_stays() -> None:
    """Currency put it there: it reads worse than what it replaced."""
    newer = hit(2, "It opens in June instead.", score=2.0, read=1.0, speaker="Jon")
    assert [one.id for one in near(ASKED, [newer, BEST], gap=GAP)] == [2, 1]


def test_anothers_words_stay_where_nobody_is_named() -> None:
    other = hit(2, "It opened in May, didn't it.", score=1.8, read=5.5, speaker="Gina")
    assert [one.id for one in near("When did the studio open?", [BEST, other], gap=GAP)] == [1, 2]


def test_what_an_assistant_said_is_no_measure_for_what_its_user_said() -> None:
    """ "That fear is common" reads nearer to a question for a fear than the fear does."""
    reply = hit(1, "That fear is common.", score=1.9, read=6.0, speaker="assistant")
    said = hit(2, "I am afraid of the stock market.", score=1.8, read=3.0)
    assert [one.id for one in near("What am I afraid of?", [reply, said], gap=GAP)] == [1, 2]


def test_of_what_is_from_a_day_asked_about_the_near_ones_are_kept() -> None:
    then = {"from then": 1.0}
    day = [
        hit(1, "We opened today!", score=1.9, read=6.0, parts=then),
        hit(2, "It rained all day.", score=1.2, read=-3.0, parts=then),
    ]
    assert [one.id for one in near("What did we open on 3 May?", day, gap=GAP)] == [1]
