"""What is kept for good, what stays with its episode, and what is only talk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.salience import DURABLE, PRIOR, RECURRENCE_MOST, is_filler, salience
from episodic.records import KINDS, Kind

ROUTED: list[tuple[Kind, str, str]] = [
    ("personal", "I'm vegetarian", "durable"),
    ("decision", "We go with oak for the kitchen floor", "durable"),
    ("correction", "The deck has 14 slides, not 12", "durable"),
    ("relationship", "Our lead investor is Sarah", "durable"),
    ("technical", "The API listens on port 8080", "durable"),
    ("temporal", "The grant report is due on 3 May", "durable"),
    ("temporal", "It will be some time next spring perhaps", "episodic"),
    ("activity", "I went for a walk", "episodic"),
    ("event", "The party was loud", "episodic"),
    ("technical", "I think the cache is slow", "episodic"),
    ("activity", "ok thanks, sounds good", "drop"),
    ("event", "Great, perfect!", "drop"),
    ("activity", "Tack, toppen!", "drop"),
    ("activity", "Danke, alles klar", "drop"),
]


@pytest.mark.parametrize(("kind", "text", "tier"), ROUTED)
def test_a_fact_goes_where_it_belongs(kind: Kind, text: str, tier: str) -> None:
    assert salience(kind, text).tier == tier


def test_what_the_user_asked_to_remember_is_durable_in_every_kind() -> None:
    for kind in KINDS:
        judged = salience(kind, "The spare key is under the pot", quote="Remember that the spare key is under the pot")
        assert judged.tier == "durable", kind


def test_saying_it_again_makes_it_durable_and_no_more_than_so_much() -> None:
    said = [salience("activity", "I went for a walk", recurrence=times) for times in (1, 2, 4, 5, 50)]
    assert [judged.tier for judged in said] == ["episodic", "episodic", "durable", "durable", "durable"]
    assert said[-1].parts["recurrence"] == RECURRENCE_MOST == said[-2].parts["recurrence"]


def test_the_parts_add_up_to_the_score() -> None:
    judged = salience("technical", "We must run Redis 7 by Friday", recurrence=2)
    assert judged.score == round(sum(judged.parts.values()), 2)
    assert set(judged.parts) == {"prior", "number", "date", "name", "commitment", "recurrence"}


def test_a_figure_is_no_filler() -> None:
    assert is_filler("ok thanks")
    assert not is_filler("ok, 14")


@given(st.sampled_from(KINDS), st.text(), st.integers(min_value=1, max_value=100))
def test_a_score_is_a_share_and_agrees_with_its_tier(kind: Kind, text: str, recurrence: int) -> None:
    judged = salience(kind, text, recurrence=recurrence)
    assert 0.0 <= judged.score <= 1.0
    assert judged.parts["prior"] == PRIOR[kind]
    assert judged.tier == "drop" or (judged.tier == "durable") == (judged.score >= DURABLE)
