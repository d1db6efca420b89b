"""A question for all that somebody said, decided or wants gets the set, newest first, and nothing else."""

import asyncio
from datetime import timedelta

import pytest
from conftest import NOW

from episodic import SessionBuffer, consolidate_buffer, retrieve
from episodic.language.set_questions import SetQuestion, set_question
from episodic.memory.store import Store


def tell(store: Store, session: str, *said: str, days: int) -> None:
    buffer = SessionBuffer(session, store=store)
    for minute, text in enumerate(said):
        buffer.append_turn("user", text, at=NOW - timedelta(days=days) + timedelta(minutes=minute))
    asyncio.run(consolidate_buffer(buffer, final=True))


@pytest.fixture
def offer(store: Store) -> Store:
    """A memory of an offer, in which a customer wants things, others do too, and one thing was corrected."""
    tell(store, "first", "The offer has 8 pages.", "We decided to send the offer as a PDF.", days=20)
    tell(
        store,
        "call",
        "just off the phone with Nadia about the offer",
        "she read it on the train. The offer has 11 pages, not 8",
        "Nadia wants the price list moved to page 2 of the offer",
        "Omar wants the logo in blue",
        days=2,
    )
    tell(store, "other", "We decided to paint the kitchen green.", "I prefer oat milk in my coffee.", days=1)
    return store


def test_what_somebody_said_of_a_thing_is_all_of_it_and_nothing_else(offer: Store) -> None:
    found = [hit.text for hit in retrieve("what did Nadia say about the offer", offer)]
    assert found
    assert any("11 pages" in text for text in found)
    assert any("price list" in text for text in found)
    assert not any(word in text for text in found for word in ("Omar", "kitchen", "oat milk", "has 8 pages"))


def test_what_she_means_is_read_from_the_turn_before(offer: Store) -> None:
    """ "The offer has 11 pages" names nobody; the turn says "she", and the one before Nadia."""
    first = retrieve("what did Nadia say about the offer", offer)[0]
    assert first.layer == "fact"
    assert first.session == "call"


def test_what_was_decided_is_newest_first(offer: Store) -> None:
    found = retrieve("what did we decide", offer)
    assert [hit.kind for hit in found] == sorted((hit.kind for hit in found), key=lambda kind: kind is None)
    days = [hit.said_at.date() for hit in found]
    assert days == sorted(days, reverse=True)


def test_where_nothing_is_of_somebody_all_is_ranked_as_ever(offer: Store) -> None:
    assert retrieve("what did Priscilla say about the offer", offer, k=3)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("what did sarah say about the deck", SetQuestion("say", "sarah", ("deck",))),
        ("What has Anna Berg told us about the pricing?", SetQuestion("say", "anna berg", ("pricing",))),
        ("what did we decide about the deck", SetQuestion("decide", "", ("deck",))),
        ("what does sarah want?", SetQuestion("want", "sarah", ())),
        ("what did the client say about the price", SetQuestion("say", "client", ("price",))),
        ("vad sa Sara om kursen?", SetQuestion("say", "sara", ("kursen",))),
        ("was hat Anna über den Umzug gesagt?", SetQuestion("say", "anna", ("umzug",))),
        ("was haben wir zum Preis entschieden?", SetQuestion("decide", "", ("preis",))),
        ("qué dijo Ana sobre el precio", SetQuestion("say", "ana", ("precio",))),
        ("qu'a dit Marie sur le budget ?", SetQuestion("say", "marie", ("budget",))),
        ("what did you say about tests", None),
        ("how many slides does the deck need", None),
        ("what is the deadline", None),
        ("what did she want", None),
    ],
)
def test_who_is_asked_about_and_what_is_read_from_the_question(question: str, asked: SetQuestion | None) -> None:
    assert set_question(question) == asked
