"""What is said again, in other words or otherwise, session by session: what is current afterwards, and what is history."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest
from conftest import NOW

from episodic import SessionBuffer, consolidate_buffer
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve


def tell(store: Store, sayings: Sequence[str]) -> None:
    for place, text in enumerate(sayings):
        buffer = SessionBuffer(f"day {place}", store=store)
        buffer.append_turn("user", text, at=NOW - timedelta(days=30 - place))
        asyncio.run(consolidate_buffer(buffer))


def facts(store: Store, *, live: bool) -> list[str]:
    rows = store.db.rows("select text from item where layer = 'fact' and live = ? order by id", (live,))
    return [text for (text,) in rows]


SAME: list[Sequence[str]] = [
    (  # CASE 22
        "My favourite colour is blue.",
        "Blue is my favourite colour.",
        "My favourite colour is still blue.",
        "my favourite colour is blue",
    ),
    (
        "The wedding menu has five courses.",
        "The wedding menu has 5 courses",
        "the wedding menu has 5 courses.",
    ),  # CASE 22
    ("We decided to use Stripe for payments.", "For payments, we decided to use Stripe."),  # CASE 25
]


@pytest.mark.parametrize("sayings", SAME, ids=lambda sayings: sayings[0])
def test_the_same_in_other_words_is_one_fact_with_all_its_proofs(wordless: Store, sayings: Sequence[str]) -> None:
    tell(wordless, sayings)
    (fact,) = wordless.memories.items([row[0] for row in wordless.db.rows("select item from fact")]).values()
    assert fact.text == sayings[0]
    assert fact.evidence == tuple((f"day {place}", 0) for place in range(len(sayings)))
    assert fact.recurrence == len(sayings)


BOTH: list[Sequence[str]] = [
    ("Invoice 4471 is due on 3 May.", "Invoice 4477 is due on 8 May."),  # CASE 26
    ("The ledger runs on port 8080.", "The portal runs on port 8081."),  # CASE 26
    (  # CASE 28
        "Remember that step 1 is to drain the north silo.",
        "Remember that step 2 is to clean the north silo.",
    ),
    ("Please always configure the proxy first.", "Do not forget to always check the proxy certificate."),  # CASE 29
    ("Our office rent is 2,300 pounds a month.", "Our studio rent is 1,150 pounds a month."),
]


@pytest.mark.parametrize("sayings", BOTH, ids=lambda sayings: sayings[0])
def test_what_only_looks_alike_is_kept_beside_it(store: Store, sayings: Sequence[str]) -> None:
    tell(store, sayings)
    assert facts(store, live=True) == [*sayings]
    assert facts(store, live=False) == []


# Sayings, and a question; the last one is current and the others are history.
INSTEAD: list[tuple[Sequence[str], str]] = [
    (("I'm vegetarian", "I eat steak now"), "what do I eat"),  # CASE 43
    (("I work at Northwind", "I work at Contoso now"), "where do I work"),  # CASE 44
    (("We use PostgreSQL.", "We moved to MySQL."), "which database do we use"),  # CASE 49
    (("server SSH port is 22", "ssh moved to 49222"), "server SSH port"),  # CASE 52
    (("The standup is at 9:00.", "Standup moved to 9:30."), "when is the standup"),
]


@pytest.mark.parametrize(("sayings", "question"), INSTEAD, ids=lambda value: value[0] if len(value) == 2 else None)
def test_what_replaces_it_is_current_and_the_old_is_history(
    store: Store, sayings: Sequence[str], question: str
) -> None:
    """CASE 50: by state, not by rank."""
    tell(store, sayings)
    *old, new = sayings
    assert (facts(store, live=False), facts(store, live=True)) == (old, [new])
    now = [hit.text for hit in retrieve(question, store, layers=["fact"])]
    assert now == [new]
    both = [hit.text for hit in retrieve(question, store, layers=["fact"], history=True)]
    assert sorted(both) == sorted(sayings)
