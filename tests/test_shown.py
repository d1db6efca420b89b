"""A turn is shown by the part that answers; nothing in it is reworded."""

import asyncio
from datetime import timedelta

import pytest
from conftest import NOW

from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, retrieve
from episodic.memory.store import Store
from episodic.recall.shown import answering_part
from episodic.recall.strength import roots

LONG = (
    "ugh, good catch, put it in the runbook before anybody forgets it. API containers talk to pgbouncer on 6432, and"
    " the replica listens on 5433. the rates service itself is on 8080. anything else?"
)


@pytest.mark.parametrize(
    ("text", "question", "shown"),
    [
        (LONG, "what port does the replica listen on", "… API containers talk to pgbouncer on 6432, and the replica listens on 5433. …"),
        ("Berlin, since May.", "where do I live", "Berlin, since May."),
        ("It is the blue one that we keep beside the old kiln in the yard, behind the shed. Which glaze next?", "where is the blue one", "It is the blue one that we keep beside the old kiln in the yard, behind the shed. …"),
        ("", "anything", ""),
    ],
)  # fmt: skip
def test_the_sentence_that_answers_is_shown_without_what_trails_behind(text: str, question: str, shown: str) -> None:
    assert answering_part(text, roots(question)) == shown


def talk(store: Store, *said: tuple[str, str]) -> None:
    buffer = SessionBuffer("talk", store=store)
    for minute, (role, text) in enumerate(said):
        buffer.append_turn(role, text, at=NOW - timedelta(days=2) + timedelta(minutes=minute))
    buffer.store.embeddings.catch_up()


def test_an_answer_that_leans_on_its_question_is_shown_with_it(store: Store) -> None:
    talk(store, ("assistant", "Which time for the movie?"), ("user", "Tuesday, 7 PM then"))
    found = retrieve("when do we see the movie", store)
    answer = next(hit for hit in found if hit.text.startswith("Tuesday"))
    assert answer.shown == 'to "Which time for the movie?": Tuesday, 7 PM then'


def test_what_has_run_out_says_so_wherever_it_shows(store: Store) -> None:
    """FINDING 56: "until 2026-11-25" was current on the 29th."""
    buffer = SessionBuffer("freeze", store=store)
    buffer.append_turn("user", "We decided to freeze deployments until 2026-11-25.", at=NOW - timedelta(days=9))
    asyncio.run(consolidate_buffer(buffer, final=True))
    found = retrieve("are deployments frozen", store)
    assert found
    assert all(f"{hit.ran_out}" == "2026-11-25" for hit in found)
    assert all(hit.layer != "fact" for hit in found)
    block = EpisodicInjector(store, session="now").get_context("are deployments frozen?")
    told = [line for line in block.splitlines() if "freeze deployments" in line and line.startswith("- ")]
    assert all("ran out 2026-11-25" in line for line in told)


def test_what_runs_out_later_is_not_over(store: Store) -> None:
    buffer = SessionBuffer("freeze", store=store)
    buffer.append_turn("user", "We decided to freeze deployments until 2026-12-25.", at=NOW - timedelta(days=9))
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert all(hit.ran_out is None for hit in retrieve("are deployments frozen", store))
