"""What compression sees of a restatement, and what must never be overlooked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.novelty import FLOOR, critical_difference, novelty

DIFFER = [
    ("The deck needs 12 slides", "The deck needs 14 slides", "number"),
    ("The deck needs twelve slides", "The deck needs 14 slides", "number"),
    ("Invoice 4471 paid 3 May", "Invoice 4477 paid 8 May", "time"),  # CASE 26
    ("port 8080", "port 8081", "number"),  # CASE 26
    ("The timeout is 30 minutes", "The timeout is 30 seconds", "unit"),
    ("The meeting is on Tuesday", "The meeting is on Thursday", "time"),
    ("The permit expires in March", "The permit expires in April", "time"),
    ("Mötet är på måndag", "Mötet är på onsdag", "time"),
    ("Die Probe ist um 19 Uhr", "Die Probe ist um 20 Uhr", "time"),
    ("Always rebase", "Never rebase", "negation"),
    ("Always rebase", "Never rebase", "opposite"),
    ("Logging is enabled", "Logging is disabled", "opposite"),
    ("We use PostgreSQL", "We moved to MySQL", "name"),  # CASE 49
    ("Anna owns the budget", "Jonas owns the budget", "name"),
    ("The flag new_checkout is set", "The flag old_checkout is set", "name"),
    ("Lint before you test", "Test before you lint", "order"),
    ("I prefer tea over coffee", "I prefer coffee over tea", "order"),
    ("Anna reports to Tom", "Tom reports to Anna", "order"),
    ("I owe Bo 50", "Bo owes me 50", "order"),
    ("I'm Anna's manager", "Anna is my manager", "order"),
    ("I live in Oslo and work in Ski", "I work in Oslo and live in Ski", "order"),
    ("Two cats and three dogs live here", "Three cats and two dogs live here", "order"),
    ("My salary is fine", "His salary is fine", "person"),
    ("All staff park here", "Only staff park here", "quantity"),
    ("We will move to Oslo", "We might move to Oslo", "certainty"),
    ("We will hire two people", "We hired two people", "tense"),
    ("The wing was closed", "The wing is closed", "tense"),
    ("I need a laptop", "I have a laptop", "need"),
    ("I live in Leeds", "I used to live in Leeds", "change"),
    ("Jag äter kött", "Jag äter inte kött", "negation"),
    ("Ich trinke Kaffee", "Ich trinke keinen Kaffee", "negation"),
]
SAME = [
    ("The deck needs 12 slides", "The deck has to have twelve slides"),
    ("Do not forget to configure the proxy", "configure the proxy"),  # CASE 29
    ("Backups run at 2 am", "Backups run at 2:00"),
    ("We pay 1,000 euros", "We pay 1000 EUR"),
    ("No meetings on Wednesdays", "Wednesdays are meeting-free"),
    ("Before pushing, always run the tests", "Always run the tests before pushing"),
    ("Ava and Noah are my children", "My children are Noah and Ava"),
    ("Emil is Rosa's manager", "Rosa's manager is Emil"),
    ("Kursen har tolv deltagare", "Det är 12 deltagare på kursen"),
    ("Ich bevorzuge kurze Antworten", "Kurze Antworten sind mir lieber"),
]
SENTENCES = st.sampled_from([text for old, new, _ in DIFFER for text in (old, new)])


@pytest.mark.parametrize(("old", "new", "reason"), DIFFER)
def test_a_critical_difference_is_named(old: str, new: str, reason: str) -> None:
    assert reason in critical_difference(old, new)


@pytest.mark.parametrize(("old", "new"), SAME)
def test_another_wording_is_no_critical_difference(old: str, new: str) -> None:
    assert critical_difference(old, new) == ()


@given(st.text())
def test_a_text_never_differs_from_itself(text: str) -> None:
    assert critical_difference(text, text) == ()


@given(SENTENCES, SENTENCES)
def test_the_order_of_the_two_does_not_matter(one: str, other: str) -> None:
    assert critical_difference(one, other) == critical_difference(other, one)


@given(st.text(), st.text())
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert critical_difference(one, other) == critical_difference(other, one)


def test_what_is_known_word_for_word_adds_nothing() -> None:
    known = "Sarah wants the pipeline chart moved to slide 3"
    assert novelty(known, ["The deck needs 12 slides", known]) < FLOOR
    assert novelty(known.upper(), [known]) < FLOOR


def test_what_nobody_said_is_new() -> None:
    assert novelty("The kitchen floor will be oak", ["Redis listens on 6379"]) > 0.8
    assert novelty("The kitchen floor will be oak", []) == 1.0


def test_compression_alone_does_not_see_a_number_change() -> None:
    """Which is why a low novelty decides nothing without the critical difference (DESIGN §5.4)."""
    old = "The Series B deck for the lead investor needs 12 slides including the pipeline chart and the team page"
    assert novelty(old.replace("12", "14"), [old]) < FLOOR
    assert critical_difference(old, old.replace("12", "14")) == ("number",)


@given(st.text(), st.lists(st.text(), max_size=25))
def test_novelty_is_a_share(text: str, neighbours: list[str]) -> None:
    assert 0.0 <= novelty(text, neighbours) <= 1.0
