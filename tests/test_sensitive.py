"""What tells of a person's private life, and what only sounds like it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.sensitive import categories, named
from episodic.records import CATEGORIES, Category

LABELLED = Path(__file__).resolve().parent.parent / "scripts" / "calibration"
ROWS = [
    json.loads(line)
    for name in ("sensitive.jsonl", "sensitive-later.jsonl")
    for line in (LABELLED / name).read_text("utf-8").splitlines()
]
JOKES = {"sv-none-16"}  # "allergic to meetings": nothing in it says that it is none
TELLS: list[tuple[str, Category]] = [
    ("I was diagnosed with type 2 diabetes", "health"),
    ("Anna is pregnant", "health"),
    ("Anna\u2019s pregnant", "health"),
    ("ANNA HAS DIABETES", "health"),
    ("The user has type 2 diabetes", "health"),
    ("Has ADHD and takes Ritalin", "health"),
    ("Annas cancer kom tillbaka i mars", "health"),
    ("Leider hat meine Mutter Krebs", "health"),
    ("ich bin katholisch", "faith"),
    ("I vote for the Greens", "politics"),
    ("jag är med i facket", "union"),
    ("I'm gay", "sexuality"),
    ("As a Muslim woman I pray at noon", "faith"),
    ("I'm Roma", "ethnicity"),
    ("I'm Jewish", "faith"),
    ("My fingerprint template is kept by the gym", "biometrics"),
    ("Our deck has 14 slides. My mother has cancer. It is due on Friday.", "health"),
]
TELLS_NOTHING = [
    "the health check endpoint",
    "SELECT name FROM users UNION SELECT password FROM accounts",
    "patient: wait",
    "Christian and I review it on Monday",
    "I am the lead of the cancer dataset project",
    "My diabetes app has 400 users",
    "If a user has allergies, show the banner",
    "We have diabetes patients as users",
    "I speak Kurdish, my wife is Polish, and we live in Rome",
    "I'm a priest-stripping wizard of HTML",
    "Sono di Roma",
    "Min sida har 400 besökare",
    "Je prends le train pour Lyon",
    "",
    "\0 \ud800 🙂",
]


def test_every_labelled_sentence_is_told_from_a_harmless_one() -> None:
    assert len(ROWS) >= 410
    found = {row["id"]: categories(row["text"]) for row in ROWS}
    assert [row["id"] for row in ROWS if row["categories"] and not found[row["id"]] & set(row["categories"])] == []
    assert [row["id"] for row in ROWS if not row["categories"] and row["id"] not in JOKES and found[row["id"]]] == []


@pytest.mark.parametrize(("text", "category"), TELLS)
def test_what_is_told_of_a_person_is_seen(text: str, category: Category) -> None:
    assert category in categories(text)


@pytest.mark.parametrize("text", TELLS_NOTHING)
def test_what_only_sounds_like_it_is_left_alone(text: str) -> None:
    assert categories(text) == frozenset()


def test_what_was_named_of_a_person_is_recognised_without_one() -> None:
    health: frozenset[Category] = frozenset({"health"})
    stems = named("I was diagnosed with diabetes", health)
    assert stems & named("Meals for diabetics, low in sugar", health)
    assert not named("The diabetes dataset has 768 rows", health)
    assert not named("I was diagnosed with diabetes", frozenset({"faith"}))


@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    assert categories(text) <= set(CATEGORIES)
    assert named(text, frozenset(CATEGORIES)) == named(text, frozenset(CATEGORIES))
