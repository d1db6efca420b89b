"""What is current comes before what it replaced, whatever the question's words are like."""

import asyncio
import itertools
import os
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace as changed
from pathlib import Path

import pytest
from chains import chain_of, day, live, replace, say, tell, undo
from conftest import CACHE, NOW
from updates import UPDATES, Update

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config, load
from episodic.consolidate.pipeline import consolidate_session
from episodic.memory.store import Store
from episodic.recall.currency import brief, current_first, outdated
from episodic.recall.hits import Hits
from episodic.recall.retrieve import retrieve

# Turns that hold more of a question's words than what replaced them, so that search alone puts them first.
PORT = "which server SSH port is it, the server SSH port"
OLD_PORT = ("The server SSH port is 22, and that SSH port of the server is open.", "The server SSH port is 22.")


def texts(hits: Hits) -> list[str]:
    return [hit.text for hit in hits]


def tell_port(store: Store) -> tuple[int, int]:
    """Tell of a port that moved; the new fact shares no word with the question. Returns old and new."""
    old = tell(store, OLD_PORT[1], day(0), said=OLD_PORT[0], session="may")
    new = tell(store, "We listen on 49222.", day(9), session="june")
    replace(store, old, new)
    return old, new


# Order --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fast", [True, False])
def test_an_outdated_turn_stands_right_below_what_replaced_it(store: Store, *, fast: bool) -> None:
    """CASE 52."""
    old = tell(store, "The server SSH port is 22.", day(0), said="The server SSH port is 22, for the backup too.")
    new = tell(store, "Listening for SSH moved to 49222.", day(9), session="june")
    replace(store, old, new)
    for name in ("sink", "garden", "train"):
        say(store, f"The {name} has a port of its own, says the server.", day(3), session=name)
    store.embeddings.catch_up()
    hits = retrieve("server SSH port", store, fast=fast)
    place = texts(hits).index("Listening for SSH moved to 49222.")
    assert hits[place + 1].text == "The server SSH port is 22, for the backup too."
    assert hits[place].previously == "22"
    assert hits[place].score > hits[place + 1].score
    assert not any(hit.superseded for hit in hits)


@pytest.mark.parametrize("fast", [True, False])
def test_what_holds_now_is_brought_in_where_the_search_did_not_find_it(store: Store, *, fast: bool) -> None:
    """CASE 52: who finds the old words asks about what they were about."""
    old, new = tell_port(store)
    store.embeddings.catch_up()
    with closing(Store(changed(store.config, depth=1), store.user)) as narrow:
        hits = retrieve(PORT, narrow, fast=fast)
    assert [hit.id for hit in hits if hit.layer == "fact"] == [new]
    assert texts(hits) == ["We listen on 49222.", OLD_PORT[0]]
    assert old not in {hit.id for hit in hits}


def test_what_was_brought_in_has_no_scores_of_its_own(wordless: Store) -> None:
    _, new = tell_port(wordless)
    first = retrieve(PORT, wordless, fast=True)[0]
    assert (first.id, dict(first.components)) == (new, {})


def test_a_fact_brought_in_speaks_for_the_turn_that_proves_it(wordless: Store) -> None:
    """The new turn is found too, and comes once."""
    old = tell(wordless, "The server SSH port is 22.", day(0), said="The server SSH port is 22, SSH port 22.")
    new = tell(wordless, "We listen on 49222.", day(9), said="From today we listen on 49222 on that server.")
    replace(wordless, old, new)
    hits = retrieve("server SSH port", wordless, fast=True)
    assert hits[0].id == new
    assert texts(hits) == ["We listen on 49222.", "The server SSH port is 22, SSH port 22."]


def test_every_turn_of_a_chain_stands_below_its_last_fact(wordless: Store) -> None:
    facts = chain_of(
        wordless, ("I work at Acme as I said.", 0), ("I work at Birch as I said.", 100), ("My employer is Cedar.", 200)
    )
    hits = retrieve("where did I say I work", wordless, fast=True)
    assert hits[0].id == facts[-1]
    assert {*texts(hits)[1:]} == {"I work at Acme as I said.", "I work at Birch as I said."}


def test_a_turn_that_still_proves_something_current_keeps_its_place(wordless: Store) -> None:
    old = tell(wordless, "The server SSH port is 22.", day(0), said="The server SSH port is 22 and its name is Odin.")
    turn = wordless.turns.read(wordless.memories.items([old])[old].evidence_items)
    name = tell(wordless, "The server is named Odin.", day(1))
    with wordless.transaction():
        wordless.memories.prove(name, turn.values())
    replace(wordless, old, tell(wordless, "We listen on 49222.", day(9)))
    assert retrieve("server SSH port", wordless, fast=True)[0].text != "We listen on 49222."


def test_what_was_undone_brings_nothing_in(wordless: Store) -> None:
    old, new = tell_port(wordless)
    undo(wordless, new)
    hits = retrieve(PORT, wordless, fast=True)
    assert new not in {hit.id for hit in hits}
    assert hits[0].id == old or hits[0].text == OLD_PORT[0]


def test_a_chain_whose_last_fact_is_gone_leaves_the_turns_where_they_were(wordless: Store) -> None:
    _, new = tell_port(wordless)
    turn = wordless.memories.items([new])[new].evidence_items
    undo(wordless, new)
    items = wordless.memories.items(turn)
    scores = dict.fromkeys(items, 0.5)
    assert current_first(wordless, scores, items, outdated(wordless, items)) == (scores, items)


@pytest.mark.parametrize(
    "asked",
    [
        {"layers": ["turn"]},
        {"kinds": ["decision"]},
        {"project": "elsewhere"},
        {"after": day(-5)},
        {"before": day(5)},
        {"as_of": day(5)},
        {"known_at": day(5)},
        {"history": True},
    ],
    ids=lambda asked: next(iter(asked)),
)
def test_nothing_is_brought_in_that_a_filter_would_have_kept_out(wordless: Store, asked: Mapping[str, object]) -> None:
    _, new = tell_port(wordless)
    hits = retrieve(PORT, wordless, fast=True, **asked)  # type: ignore[arg-type]
    assert new not in {hit.id for hit in hits}


def test_another_users_facts_are_not_brought_in(wordless: Store) -> None:
    """CASE 68."""
    with closing(Store(wordless.config, "stranger")) as stranger:
        tell_port(stranger)
        say(wordless, OLD_PORT[0], day(0))
        assert texts(retrieve(PORT, wordless, fast=True)) == [OLD_PORT[0]]
        assert len(retrieve(PORT, stranger, fast=True)) == 2


def test_the_pipelines_own_update_is_answered_with_what_is_current(wordless: Store) -> None:
    """CASES 44, 50 and 52."""
    for name, text, number in (
        ("may", "I live in Uppsala.", 0),
        ("june", "I live in Berlin.", 30),
        ("may too", "The server SSH port is 22.", 1),
        ("july", "Correction: the server SSH port moved to 49222.", 31),
    ):
        SessionBuffer(name, store=wordless).extend([{"role": "user", "content": text, "at": day(number)}])
        asyncio.run(consolidate_session(wordless, name, final=False))
    assert len(live(wordless)) == 2
    home = retrieve("where do I live", wordless, fast=True)
    assert (home[0].text, home[0].previously) == ("I live in Berlin.", "I live in Uppsala.")
    port = retrieve("server SSH port", wordless, fast=True)
    assert "49222" in port[0].text
    assert port[0].previously == "22"
    assert [hit.layer for hit in port if "is 22" in hit.text] in ([], ["turn"])
    then = retrieve("where do I live", wordless, fast=True, as_of=day(10))
    assert then[0].text == "I live in Uppsala."


# Previously ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The deck has 12 slides.", "The deck has 14 slides.", "12 slides"),
        ("The deck has 12 slides.", "The deck has 14 slides, not 12.", "12 slides"),
        ("The deck has 12 slides.", "The deck has not 12 but 14 slides.", "12 slides"),
        ("The deck has 12 slides.", "The deck has 14 slides instead of 12.", "12 slides"),
        ("Präsentation mit 12 Folien", "Präsentation mit 14 Folien, nicht 12", "12 Folien"),
        ("Leken har 12 bilder", "Leken har 14 bilder, inte 12", "12 bilder"),
        ("The server SSH port is 22.", "The server SSH port moved to 49222.", "22"),
        ("Port 22, on the old host.", "Port 49222, on the old host.", "22"),
        ("We pay 22. Tom pays the rest.", "We pay 23. Tom pays the rest.", "22"),
        ("The budget is 40%.", "The budget is 50%.", "40%"),
        ("Two decks of twelve slides.", "Two decks of fourteen slides.", "twelve slides"),
        ("A 12-slide deck", "A 14-slide deck", "12-slide deck"),
        ("Server 3 has 16 GB of memory.", "Server 3 has 32 GB of memory.", "16 GB"),
        ("The meeting is at 9:00 in Oslo.", "The meeting is at 10:00 in Oslo.", "9:00"),
        ("The depot has 6 loading docks.", "The depot has 8 loading docks, not 6.", "6 loading docks"),
        ("The orchard has 85 apple trees in two rows.", "The orchard has 92 apple trees.", "85 apple trees"),
        ("The rent is 900 euros a month.", "The rent is 950 euros a month.", "900 euros"),
        ("We lost 3 work days.", "We lost 4 days.", "3 work"),
        ("I live in Uppsala.", "I live in Berlin.", "I live in Uppsala."),
        ("I own 2 dogs.", "I own 2 cats.", "I own 2 dogs."),
        ("I owned 3 dogs.", "I own no dogs.", "3 dogs"),
        ("腾讯云有12台服务器", "腾讯云有14台服务器", "12台服务器"),
    ],
)
def test_what_was_before_is_said_in_few_words(old: str, new: str, expected: str) -> None:
    assert brief(old, new) == expected


def test_a_long_text_is_cut_at_a_word() -> None:
    old = "I live in the yellow house by the harbour where the ferry from the islands comes in every morning"
    told = brief(old, "I live in Berlin.")
    assert told.endswith(" …")
    assert len(told) <= 62
    assert old.startswith(told.removesuffix(" …"))
    assert old[len(told) - 2] == " "


def test_a_text_without_spaces_is_cut_too() -> None:
    assert len(brief("用户服务器部署在腾讯云国内节点" * 10, "x")) <= 62


def test_sixty_characters_are_not_cut() -> None:
    assert brief("a" * 60, "b") == "a" * 60


def test_what_a_hit_says_of_before_is_of_the_fact_right_before_it(wordless: Store) -> None:
    chain_of(wordless, ("The deck has 10 slides.", 0), ("The deck has 12 slides.", 1), ("The deck has 14 slides.", 2))
    hits = retrieve("how many slides has the deck", wordless, history=True, layers=["fact"], fast=True)
    assert {hit.text: hit.previously for hit in hits} == {
        "The deck has 10 slides.": None,
        "The deck has 12 slides.": "10 slides",
        "The deck has 14 slides.": "12 slides",
    }


# Chains -------------------------------------------------------------------------------------------------------------


def tell_updates(store: Store) -> dict[str, list[int]]:
    """Tell all chains into one memory, a month between sayings, each its own session; returns the facts of each."""
    told: dict[str, list[int]] = {}
    for place, update in enumerate(UPDATES):
        facts = [
            tell(store, text, day(30 * step + place / 10), session=f"s{step}-{place}")
            for step, text in enumerate(update.said)
        ]
        for old, new in itertools.pairwise(facts):
            replace(store, old, new)
        told[update.question] = facts
    return told


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, dict[str, list[int]]]]:
    """One memory of all update chains, with vectors; read only."""
    home = tmp_path_factory.mktemp("updates") / "home"
    config: Config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    with closing(Store(config, "default")) as store:
        told = tell_updates(store)
        store.embeddings.catch_up()
        yield store, told


def check_update(store: Store, update: Update, facts: list[int], *, fast: bool) -> None:
    hits = retrieve(update.question, store, k=20, fast=fast)
    ranks = {hit.id: rank for rank, hit in enumerate(hits)}
    assert hits[0].id == facts[-1], texts(hits)[:3]
    assert not ranks.keys() & {*facts[:-1]}
    turns = [turn for item in store.memories.items(facts[:-1]).values() for turn in item.evidence_items]
    assert all(ranks[turn] > 0 for turn in turns if turn in ranks)
    for step, fact in enumerate(facts):
        then = retrieve(update.question, store, as_of=day(30 * step + 15), layers=["fact"], fast=fast)
        assert then[0].id == fact, texts(then)[:3]
        assert not {hit.id for hit in then} & ({*facts} - {fact})


def test_there_are_chains_enough() -> None:
    assert len({update.question for update in UPDATES}) == len(UPDATES) >= 30


@pytest.mark.parametrize("update", UPDATES, ids=lambda update: update.question)
def test_the_newest_is_first_and_a_date_gets_what_held_then_by_words(
    updated: tuple[Store, dict[str, list[int]]], update: Update
) -> None:
    """CASES 44, 49 and 52."""
    store, told = updated
    check_update(store, update, told[update.question], fast=True)


@pytest.mark.parametrize("update", UPDATES[:6], ids=lambda update: update.question)
def test_the_newest_is_first_and_a_date_gets_what_held_then_by_meaning(
    updated: tuple[Store, dict[str, list[int]]], update: Update
) -> None:
    """CASES 44, 49 and 52."""
    store, told = updated
    check_update(store, update, told[update.question], fast=False)


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("update", UPDATES[:3], ids=lambda update: update.question)
def test_the_first_hits_are_the_same_whatever_k(
    updated: tuple[Store, dict[str, list[int]]], update: Update, *, fast: bool
) -> None:
    """CASE 118, with outdated turns moved and facts brought in."""
    store, _ = updated
    found = retrieve(update.question, store, k=20, fast=fast)
    for k in (1, 2, 5):
        assert retrieve(update.question, store, k=k, fast=fast) == found[:k]
