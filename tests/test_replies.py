"""What was replied to a question comes before the turn that only asks it."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.records import Message, Piece


def talk(store: Store, *said: tuple[str, str]) -> None:
    at = store.config.clock() - timedelta(days=3)
    messages = [
        Message("user" if who == "user" else "assistant", (Piece(text),), at=at + timedelta(minutes=place))
        for place, (who, text) in enumerate(said)
    ]
    store.write("talk", messages)
    store.embeddings.catch_up()


def texts(store: Store, question: str) -> Sequence[str]:
    return [hit.text for hit in retrieve(question, store, k=5)]


ASKED = (
    ("who comes along to Lisbon?", "flights to Lisbon are booked", "Lovely. Who's coming along?", "me and Ines, my sister"),
    ("what does the caterer charge", "I called the caterer today", "What does the caterer charge?", "1,200 for the evening"),
    ("where does the choir rehearse", "the choir starts in January", "Where does the choir rehearse?", "in the old chapel"),
    ("why did the bank refuse the loan", "the bank refused", "Did the bank say why?", "they think two years is too short"),
    ("vem passar katten", "vi åker till Oslo på fredag", "Vem passar katten då?", "grannen på tvåan"),
)  # fmt: skip


@pytest.mark.parametrize(("question", "said", "asked", "reply"), ASKED)
def test_a_reply_comes_before_what_it_replies_to(
    store: Store, question: str, said: str, asked: str, reply: str
) -> None:
    talk(store, ("user", said), ("assistant", asked), ("user", reply), ("assistant", "Good to know."))
    found = texts(store, question)
    assert reply in found
    assert asked not in found or found.index(reply) < found.index(asked)


def test_a_turn_that_says_more_than_it_asks_stands_for_itself(store: Store) -> None:
    asked = "does she want the slide as a table or a map? I forgot to ask, TODO: send the deck to Sarah"
    talk(store, ("user", asked), ("assistant", "I would draft a table, as maps invite arguments."))
    assert asked in texts(store, "does she want a table or a map")[:2]


def test_an_agent_answers_with_its_last_word(store: Store) -> None:
    talk(
        store,
        ("user", "is the pooler on prod 6432 or 6433?"),
        ("assistant", "Let me look rather than guess."),
        ("assistant", "6432 is prod, 6433 is staging."),
        ("user", "thanks"),
    )
    assert texts(store, "which port is the prod pooler on")[0] == "6432 is prod, 6433 is staging."
