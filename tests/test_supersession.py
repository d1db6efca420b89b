"""Chains of facts: the same sayings give the same intervals in any order, and nothing is edited, lost or anybody else's."""

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace as changed
from datetime import datetime
from itertools import count, permutations
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest
from chains import Interval, chain_of, day, feed, intervals, live, replace, say, tell, undo
from conftest import NOW
from hypothesis import example, given, settings
from hypothesis import strategies as st

from episodic import get_store
from episodic.config import Config, load
from episodic.language.dates import moment, stamp
from episodic.language.tokens import asked_words
from episodic.memory.db import MIGRATIONS
from episodic.memory.filters import Filter
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve

EMPLOYERS = [("I work at Acme.", 0.0), ("I work at Birch.", 100.0), ("I work at Cedar.", 200.0)]


def expected(sayings: Sequence[tuple[str, float]]) -> list[Interval]:
    """What sayings mean, worked out from all of them at once: runs of one text, each until the next begins."""
    runs: list[tuple[str, float]] = []
    for text, number in sorted(sayings, key=lambda saying: saying[1]):
        if not runs or runs[-1][0] != text:
            runs.append((text, number))
    ends = [*(number for _, number in runs[1:]), None]
    return [
        Interval(text, day(start), day(end) if end is not None else None, end is None)
        for (text, start), end in zip(runs, ends, strict=True)
    ]


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Config:
    """A home without models that many users share, one for each example."""
    folder = tmp_path_factory.mktemp("crowd")
    return load({}, file=Path(os.devnull), home=folder / "home", cache=folder, models=folder / "none", now=NOW)


def rows(store: Store, *tables: str) -> list[list[tuple[Any, ...]]]:
    return [store.db.rows(f"select * from {table} order by 1, 2") for table in tables]


def found_by_words(store: Store, question: str, allowed: Filter) -> set[int]:
    return {
        item for item, _ in store.lexical.search(asked_words(question), allowed=allowed, depth=50, context_weight=None)
    }


# Order --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_three_employers_give_the_same_intervals_in_every_order(wordless: Store, order: tuple[int, ...]) -> None:
    """CASE 46."""
    member = None
    for place in order:
        member = feed(wordless, member, EMPLOYERS[place][0], day(EMPLOYERS[place][1]))
    assert member is not None
    assert intervals(wordless.supersessions.chain(member)) == [
        Interval("I work at Acme.", day(0), day(100), live=False),
        Interval("I work at Birch.", day(100), day(200), live=False),
        Interval("I work at Cedar.", day(200), None, live=True),
    ]
    assert len(live(wordless)) == 1


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_an_employer_one_went_back_to_has_two_intervals_in_every_order(wordless: Store, order: tuple[int, ...]) -> None:
    """CASE 46: Acme, Birch, Acme again."""
    sayings = [("I work at Acme.", 0.0), ("I work at Birch.", 100.0), ("I work at Acme.", 200.0)]
    member = None
    for place in order:
        member = feed(wordless, member, sayings[place][0], day(sayings[place][1]))
    assert member is not None
    assert intervals(wordless.supersessions.chain(member)) == expected(sayings)
    assert len(live(wordless)) == 1


USERS = count()
SAYINGS = st.lists(st.sampled_from("ABCD"), min_size=1, max_size=9).flatmap(
    lambda texts: st.permutations([(text, float(place)) for place, text in enumerate(texts)])
)


@given(SAYINGS, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
@example([("A", 0.0), ("A", 2.0), ("C", 3.0), ("A", 4.0), ("B", 1.0)], Random(0))  # noqa: S311 - which fact of a chain is met
def test_sayings_in_any_order_give_the_intervals_of_time(
    crowd: Config, sayings: list[tuple[str, float]], chance: Any
) -> None:
    """CASE 46: whichever current or retired fact of the chain a saying was held against."""
    with closing(Store(crowd, f"user {next(USERS)}")) as store:
        told: list[int] = []
        for text, number in sayings:
            told.append(feed(store, chance.choice(told) if told else None, text, day(number)))
        chain = store.supersessions.chain(told[0])
        assert intervals(chain) == expected(sayings)
        check_chain(store, [link.id for link in chain])
        assert store.lexical.is_sound()
        items = store.memories.items(link.id for link in chain).values()
        assert sum(len(item.evidence) for item in items) == len(sayings)  # a split moves proofs and makes none
        assert [item.recurrence for item in items] == [len(item.evidence) for item in items]


@given(SAYINGS, st.data())
@settings(max_examples=15, deadline=None)
def test_every_undo_takes_one_fact_out_and_every_redo_puts_it_back(
    crowd: Config, sayings: list[tuple[str, float]], data: st.DataObject
) -> None:
    with closing(Store(crowd, f"user {next(USERS)}")) as store:
        member: int | None = None
        for text, number in sayings:
            member = feed(store, member, text, day(number))
        assert member is not None
        chain = [link.id for link in store.supersessions.chain(member)]
        gone: list[tuple[int, list[int]]] = []
        for _ in range(data.draw(st.integers(0, len(chain) - 1))):
            gone.append((data.draw(st.sampled_from(chain[1:])), chain))
            chain = [fact for fact in chain if fact != gone[-1][0]]
            assert undo(store, gone[-1][0]) == [chain[-1]]
            check_chain(store, chain)
            assert len(store.supersessions.chain(gone[-1][0])) == 1
        while gone:
            fact, before = gone.pop()
            replace(store, data.draw(st.sampled_from(chain)), fact)
            chain = before
            check_chain(store, chain)


def check_chain(store: Store, expected_ids: list[int]) -> None:
    """Check that a chain has these facts, only its last one is current, and each of them holds from its start on."""
    links = store.supersessions.chain(expected_ids[0])
    assert [link.id for link in links] == expected_ids
    assert live(store) == {expected_ids[-1]}
    for link in links:
        condition, bound = Filter(layers=("fact",), as_of=stamp(link.start)).sql()
        held = store.db.rows(f"select i.id from item i where {condition}", bound | {"scope": store.scope})
        assert held == [(link.id,)]


def test_an_older_fact_that_arrives_late_retires_nothing(wordless: Store) -> None:
    """CASE 46."""
    birch = tell(wordless, "I work at Birch.", day(100))
    acme = tell(wordless, "I work at Acme.", day(0))
    replace(wordless, birch, acme)
    assert live(wordless) == {birch}
    assert wordless.supersessions.previous([birch]) == {birch: "I work at Acme."}


def test_when_a_fact_became_true_counts_before_when_it_was_said(wordless: Store) -> None:
    """CASE 46: "I was at Acme until 2019" said today is still the older one."""
    birch = tell(wordless, "I work at Birch.", day(100))
    acme = tell(wordless, "I worked at Acme.", day(150), valid_from=day(-700))
    replace(wordless, birch, acme)
    assert live(wordless) == {birch}
    assert [link.start for link in wordless.supersessions.chain(acme)] == [day(-700), day(100)]


def test_the_newest_of_two_facts_said_at_one_moment_is_the_one_told_last(wordless: Store) -> None:
    old, new = tell(wordless, "The port is 22.", day(0)), tell(wordless, "The port is 49222.", day(0))
    replace(wordless, old, new)
    assert live(wordless) == {new}
    assert [link.id for link in wordless.supersessions.chain(old)] == [old, new]


def test_a_fact_ends_where_it_said_it_would_even_before_what_replaced_it(wordless: Store) -> None:
    old = tell(wordless, "I rent in Uppsala.", day(0), valid_until=day(50))
    new = tell(wordless, "I rent in Berlin.", day(100))
    replace(wordless, old, new)
    assert [link.end for link in wordless.supersessions.chain(new)] == [day(50), None]


def test_one_new_fact_about_a_person_retires_only_the_one_it_replaces(wordless: Store) -> None:
    twenty = [tell(wordless, f"Sarah owns boat number {number}.", day(number)) for number in range(20)]
    new = tell(wordless, "Sarah sold boat number 7.", day(30))
    replace(wordless, twenty[7], new)
    assert live(wordless) == {*twenty, new} - {twenty[7]}


# Said again ---------------------------------------------------------------------------------------------------------


def test_a_saying_belongs_to_a_fact_only_while_nothing_else_held_in_between(wordless: Store) -> None:
    acme, birch, cedar = chain_of(wordless, *EMPLOYERS)
    same_at = wordless.supersessions.same_at
    assert same_at(cedar, "i work at acme", day(50)) == acme
    assert same_at(cedar, "I work at Acme.", day(-50)) == acme
    assert same_at(acme, "I work at Birch.", day(150)) == birch
    assert same_at(acme, "I work at Birch.", day(50)) == birch  # Birch held a little earlier than was known
    assert same_at(acme, "I work at Acme.", day(150)) is None
    assert same_at(acme, "I work at Cedar.", day(50)) is None
    assert same_at(acme, "I work at Cedar.", day(999)) == cedar


def test_a_fact_said_twice_is_split_by_what_held_in_between(wordless: Store) -> None:
    fact = tell(wordless, "I work at Acme.", day(0), said="Well, I work at Acme.")
    again = say(wordless, "I work at Acme.", day(200))
    once_more = say(wordless, "I work at Acme, as I said.", day(220))
    with wordless.transaction():
        for turn in (again, once_more):
            wordless.facts.restate(fact, turn)
    birch = tell(wordless, "I work at Birch.", day(100))
    replace(wordless, fact, birch)
    first, between, last = wordless.supersessions.chain(fact)
    assert (first.text, between.id, last.id) == ("I work at Acme.", birch, fact)
    items = wordless.memories.items([first.id, last.id])
    assert [items[link.id].recurrence for link in (first, last)] == [1, 2]
    assert items[first.id].quote == "Well, I work at Acme."
    assert items[last.id].evidence_items == (again.item, once_more.item)
    assert {*items[first.id].evidence_items}.isdisjoint(items[last.id].evidence_items)
    assert (items[first.id].said_at, items[last.id].said_at) == (day(0), day(200))
    assert (first.why, between.why, last.why) == (None, "same subject", "same subject")
    assert live(wordless) == {fact}


def test_the_earlier_half_of_a_split_keeps_what_it_had_replaced(wordless: Store) -> None:
    acme, birch = chain_of(wordless, *EMPLOYERS[:2])
    with wordless.transaction():
        wordless.facts.restate(birch, say(wordless, "I work at Birch.", day(300)))
    cedar = tell(wordless, "I work at Cedar.", day(200))
    replace(wordless, birch, cedar)
    links = wordless.supersessions.chain(acme)
    assert [link.text[-6:] for link in links] == [" Acme.", "Birch.", "Cedar.", "Birch."]
    assert wordless.supersessions.previous([links[1].id, cedar, birch]) == {
        links[1].id: "I work at Acme.",
        cedar: "I work at Birch.",
        birch: "I work at Cedar.",
    }


def test_a_fact_put_in_the_place_of_what_came_after_it_began_is_current_from_its_last_saying(wordless: Store) -> None:
    """Berlin was said first, Uppsala after it, and Berlin again: Berlin it is, and not since the first time."""
    berlin = tell(wordless, "I live in Berlin.", day(0))
    uppsala = tell(wordless, "My home is in Uppsala.", day(100))
    with wordless.transaction():
        wordless.facts.restate(berlin, say(wordless, "I live in Berlin.", day(200)))
    replace(wordless, uppsala, berlin)
    assert live(wordless) == {berlin}
    assert intervals(wordless.supersessions.chain(berlin)) == [
        Interval("I live in Berlin.", day(0), day(100), live=False),
        Interval("My home is in Uppsala.", day(100), day(200), live=False),
        Interval("I live in Berlin.", day(200), None, live=True),
    ]


# Nothing is edited --------------------------------------------------------------------------------------------------


def test_what_is_replaced_keeps_its_words_its_quote_its_date_and_its_proof(wordless: Store) -> None:
    """CASE 47: superseded is not wrong."""
    old = tell(wordless, "The deck has 12 slides.", day(0), said="So, the deck has 12 slides.")
    before = wordless.memories.items([old])[old]
    new = tell(wordless, "The deck has 14 slides.", day(10))
    replace(wordless, old, new)
    after = wordless.memories.items([old])[old]
    assert after == before._replace(live=False)
    assert after.evidence == (("talk", 0),)
    assert wordless.db.value("select retired_at from fact where item = ?", (old,)) == stamp(NOW)


def test_replacing_twice_is_replacing_once(wordless: Store) -> None:
    old, new = chain_of(wordless, *EMPLOYERS[:2])
    before = rows(wordless, "item", "fact", "supersession", "evidence")
    replace(wordless, old, new)
    assert rows(wordless, "item", "fact", "supersession", "evidence") == before


def test_replacing_again_what_was_replaced_since_changes_nothing(wordless: Store) -> None:
    acme, birch, cedar = chain_of(wordless, *EMPLOYERS)
    before = rows(wordless, "item", "fact", "supersession", "evidence")
    replace(wordless, acme, birch)
    assert rows(wordless, "item", "fact", "supersession", "evidence") == before
    assert live(wordless) == {cedar}


def test_being_recalled_fifty_times_changes_nothing(wordless: Store) -> None:
    """CASES 53 and 64."""
    chain_of(wordless, *EMPLOYERS)
    before = rows(wordless, "item", "fact", "supersession", "evidence", "verdict")
    for _ in range(50):
        assert retrieve("where do I work", wordless, fast=True)
    retrieve("where do I work", wordless, history=True)
    assert rows(wordless, "item", "fact", "supersession", "evidence", "verdict") == before


def test_a_replacement_inside_a_transaction_that_fails_never_was(wordless: Store) -> None:
    old, new = tell(wordless, "The port is 22.", day(0)), tell(wordless, "The port is 49222.", day(1))

    def fail() -> None:
        with wordless.transaction():
            wordless.supersessions.replace(old, new, why="x", decided_by="guard", at=NOW)
            raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        fail()
    assert live(wordless) == {old, new}
    assert len(wordless.supersessions.chain(old)) == 1


# Search -------------------------------------------------------------------------------------------------------------


def test_what_is_replaced_leaves_the_search_by_words_by_its_state(wordless: Store) -> None:
    """CASE 50."""
    old, new = chain_of(wordless, ("The server SSH port is 22.", 0), ("The server SSH port is 49222.", 1))
    facts = Filter(layers=("fact",))
    assert found_by_words(wordless, "SSH port 22", facts) == {new}
    assert found_by_words(wordless, "SSH port 22", facts._replace(with_retired=True)) == {old, new}
    undo(wordless, new)
    assert found_by_words(wordless, "SSH port 22", facts) == {old}


def test_what_is_replaced_leaves_the_search_by_meaning_by_its_state(store: Store) -> None:
    """CASE 50."""
    old = tell(store, "The server SSH port is 22.", day(0))
    new = tell(store, "The server SSH port is 49222.", day(1))
    store.embeddings.catch_up()
    profile, embedder = store.embeddings.profile(), store.embeddings.embedder()
    assert profile is not None
    assert embedder is not None
    query = embedder.query("which port does SSH use")

    def found(allowed: Filter) -> set[int]:
        near = store.vectors.search(query, profile=profile, allowed=allowed, depth=20, factor=8)
        return {one.item for one in near} & {old, new}

    assert found(Filter()) == {old, new}
    replace(store, old, new)
    assert found(Filter()) == {new}
    assert found(Filter(layers=("fact",))) == {new}
    assert found(Filter(with_retired=True)) == {old, new}
    undo(store, new)
    assert found(Filter()) == {old}
    late = tell(store, "The server SSH port is 2222.", day(2))
    replace(store, old, late)
    store.embeddings.catch_up()
    assert found(Filter()) == set()  # also what was undone, and what is embedded after it was retired
    early = tell(store, "The server SSH port is 21.", day(-1))
    replace(store, late, early)
    store.embeddings.catch_up()
    assert early not in {
        one.item for one in store.vectors.search(query, profile=profile, allowed=Filter(), depth=20, factor=8)
    }


def test_status_counts_only_what_is_current(wordless: Store) -> None:
    chain_of(wordless, *EMPLOYERS)
    assert (wordless.status().facts, wordless.status().turns) == (1, 3)


# Undo ---------------------------------------------------------------------------------------------------------------


def test_undo_brings_back_what_was_replaced(wordless: Store) -> None:
    old, new = chain_of(wordless, *EMPLOYERS[:2])
    assert undo(wordless, new) == [old]
    assert live(wordless) == {old}
    assert [link.id for link in wordless.supersessions.chain(old)] == [old]
    assert wordless.supersessions.previous([old, new]) == {}
    assert wordless.db.value("select retired_at from fact where item = ?", (old,)) is None


def test_undo_of_what_replaced_nothing_does_nothing(wordless: Store) -> None:
    old, new = chain_of(wordless, *EMPLOYERS[:2])
    assert undo(wordless, old) == []
    undo(wordless, new)
    before = rows(wordless, "item", "fact", "supersession")
    assert undo(wordless, new) == []
    assert rows(wordless, "item", "fact", "supersession") == before


def test_what_was_undone_can_be_done_again(wordless: Store) -> None:
    old, new = chain_of(wordless, *EMPLOYERS[:2])
    before = intervals(wordless.supersessions.chain(old))
    undo(wordless, new)
    replace(wordless, old, new)
    assert live(wordless) == {new}
    assert intervals(wordless.supersessions.chain(old)) == before
    assert undo(wordless, new) == [old]


def test_undo_goes_back_one_step_at_a_time(wordless: Store) -> None:
    acme, birch, cedar = chain_of(wordless, *EMPLOYERS)
    assert undo(wordless, cedar) == [birch]
    assert live(wordless) == {birch}
    assert undo(wordless, birch) == [acme]
    assert live(wordless) == {acme}


def test_undo_in_the_middle_leaves_what_is_current_current(wordless: Store) -> None:
    acme, birch, cedar = chain_of(wordless, *EMPLOYERS)
    assert undo(wordless, birch) == [cedar]
    assert live(wordless) == {cedar}
    assert intervals(wordless.supersessions.chain(acme)) == [
        Interval("I work at Acme.", day(0), day(200), live=False),
        Interval("I work at Cedar.", day(200), None, live=True),
    ]
    replace(wordless, acme, birch)
    assert [link.id for link in wordless.supersessions.chain(acme)] == [acme, birch, cedar]
    assert live(wordless) == {cedar}


def test_undo_brings_back_one_fact_of_a_chain_however_it_was_fed(wordless: Store) -> None:
    """Birch arrived last, between the two others, so that Cedar has two rows it took the place of."""
    acme, cedar = chain_of(wordless, EMPLOYERS[0], EMPLOYERS[2])
    birch = tell(wordless, *_at(EMPLOYERS[1]))
    replace(wordless, cedar, birch)
    assert undo(wordless, cedar) == [birch]
    assert live(wordless) == {birch}
    assert [link.id for link in wordless.supersessions.chain(birch)] == [acme, birch]


def test_undo_in_the_middle_of_what_was_fed_out_of_order_leaves_no_two_true_at_once(wordless: Store) -> None:
    member = None
    for text, number in (("A", 0.0), ("C", 5.0), ("B", 3.0), ("A", 4.0)):
        member = feed(wordless, member, text, day(number))
    assert member is not None
    first, b, again, last = (link.id for link in wordless.supersessions.chain(member))
    assert undo(wordless, b) == [last]
    check_chain(wordless, [first, again, last])


def test_undo_brings_back_all_that_one_fact_replaced(wordless: Store) -> None:
    first, second = tell(wordless, "I own a canoe.", day(0)), tell(wordless, "I own a kayak.", day(1))
    new = tell(wordless, "I own no boat any more.", day(2))
    replace(wordless, first, new)
    replace(wordless, second, new)
    assert live(wordless) == {new}
    assert undo(wordless, new) == [first, second]
    assert live(wordless) == {first, second}


def _at(saying: tuple[str, float]) -> tuple[str, datetime]:
    return saying[0], day(saying[1])


# Lookups ------------------------------------------------------------------------------------------------------------


def test_what_a_fact_replaced_is_the_latest_before_it(wordless: Store) -> None:
    acme, cedar = chain_of(wordless, EMPLOYERS[0], EMPLOYERS[2])
    birch = tell(wordless, *_at(EMPLOYERS[1]))
    replace(wordless, acme, birch)
    assert wordless.supersessions.previous([acme, birch, cedar, 999]) == {
        birch: "I work at Acme.",
        cedar: "I work at Birch.",
    }


def test_a_turn_is_outdated_when_all_it_proves_has_been_replaced(wordless: Store) -> None:
    acme, _, cedar = chain_of(wordless, *EMPLOYERS)
    items = wordless.memories.items([acme, cedar])
    (old_turn,), (new_turn,) = items[acme].evidence_items, items[cedar].evidence_items
    silent = say(wordless, "Good morning.", day(1)).item
    assert silent is not None
    assert wordless.supersessions.outdated([old_turn, new_turn, silent]) == {old_turn: [cedar]}
    still = wordless.turns.read([old_turn])[old_turn]
    with wordless.transaction():
        other = tell(wordless, "I like the river.", day(0.5))
        wordless.memories.prove(other, [still])
    assert wordless.supersessions.outdated([old_turn]) == {}


def test_a_chain_says_who_decided_each_step_and_why(wordless: Store) -> None:
    old, new = tell(wordless, "The port is 22.", day(0)), tell(wordless, "The port is 49222.", day(1))
    with wordless.transaction():
        wordless.supersessions.replace(old, new, why="edited", decided_by="user", at=NOW)
    first, second = wordless.supersessions.chain(new)
    assert (first.why, first.decided_by) == (None, None)
    assert (second.why, second.decided_by) == ("edited", "user")


# Other users --------------------------------------------------------------------------------------------------------


def test_another_users_chain_is_neither_seen_nor_touched(wordless: Store) -> None:
    """CASE 68."""
    facts = chain_of(wordless, *EMPLOYERS)
    turns = [turn for item in wordless.memories.items(facts).values() for turn in item.evidence_items]
    before = rows(wordless, "item", "fact", "supersession", "evidence")
    with closing(Store(wordless.config, "stranger")) as stranger:
        for fact in facts:
            assert stranger.supersessions.chain(fact) == []
            assert stranger.facts.verdicts(fact) == []
            assert undo(stranger, fact) == []
        assert stranger.supersessions.previous(facts) == {}
        assert stranger.supersessions.outdated(turns) == {}
        for asked in (Filter(with_retired=True), Filter(as_of=stamp(NOW)), Filter(known_at=stamp(NOW))):
            assert found_by_words(stranger, "work Acme Birch Cedar", asked) == set()
    assert rows(wordless, "item", "fact", "supersession", "evidence") == before


# Migration ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def of_the_first_version(config: Config, home: Path, tmp_path: Path) -> Config:
    """A home whose file was made by the first migration alone, with a turn, a fact and an episode of one user."""
    settings_ = changed(config, models=tmp_path / "nowhere")
    home.mkdir()
    connection = apsw.Connection(str(home / "episodic.db"))
    connection.execute("pragma journal_mode = wal").fetchall()
    connection.execute((MIGRATIONS / "0001_initial.sql").read_text("utf-8"))
    said = stamp(day(0))
    connection.execute(
        "create table migration (version integer primary key, checksum text not null, applied_at text not null) strict;"
        f" insert into migration values (1, 'abc', '{said}');"
        f" insert into scope (id, user, created_at) values (1, 'default', '{said}');"
        " create view lexical_1_source as select id, own, context from item where scope = 1;"
        " create virtual table lexical_1 using fts5(own, context, content = 'lexical_1_source', content_rowid = 'id',"
        " tokenize = 'porter unicode61 remove_diacritics 2');"
        " insert into session (id, scope, external_id, indexed_seq, journal_bytes) values (1, 1, 'talk', 0, 0);"
        " insert into item (id, scope, layer, kind, said_at, text, own, context) values"
        f" (1, 1, 'turn', null, '{said}', 'I live in Uppsala.', 'i live in uppsala', ''),"
        f" (2, 1, 'fact', 'personal', '{said}', 'I live in Uppsala.', 'i live in uppsala', ''),"
        f" (3, 1, 'episode', null, '{said}', 'Where home is.', 'where home is', '');"
        " insert into turn (item, session, seq, role, origin) values (1, 1, 0, 'user', 'user');"
        " insert into fact (item, quote, speaker, stance, confidence, last_confirmed_at) values"
        f" (2, 'I live in Uppsala.', 'user', 'stated', 'low', '{said}');"
        " insert into episode (item, session, subject, topics, decisions, advice_given, actions, key_numbers,"
        f" turn_count, started_at, ended_at) values (3, 1, 'Home', '[]', '[]', '[]', '[]', '[]', 1, '{said}', '{said}');"
        " insert into evidence values (2, 1), (3, 1);"
        " insert into lexical_1 (lexical_1) values ('rebuild');"
        " pragma user_version = 1"
    ).fetchall()
    connection.close()
    return settings_


def test_a_store_of_the_first_version_keeps_its_rows_and_gets_the_new_columns(of_the_first_version: Config) -> None:
    with closing(get_store(config=of_the_first_version)) as store:
        assert store.db.value("pragma user_version") == len(list(MIGRATIONS.glob("*.sql")))
        texts = {ident: item.text for ident, item in store.memories.items([1, 2, 3]).items()}
        assert texts == {1: "I live in Uppsala.", 2: "I live in Uppsala.", 3: "Where home is."}
        columns = "salience, tier, learnt_at, retired_at, reviewed"
        assert store.db.rows(f"select {columns} from fact") == [(0.55, "durable", stamp(day(0)), None, 0)]
        assert [episode.record.subject for episode in store.episodes()] == ["Home"]
        assert [link.text for link in store.why(2).chain] == ["I live in Uppsala."]
        assert store.why(2).turns[0].content == "I live in Uppsala."
        assert store.db.value("pragma foreign_key_check") is None
        assert store.lexical.is_sound()
    assert [path.name for path in of_the_first_version.home.glob("*before*")] == []


def test_a_fact_of_the_first_version_is_found_as_of_then_and_can_be_replaced(of_the_first_version: Config) -> None:
    with closing(get_store(config=of_the_first_version)) as store:
        for asked in ({"as_of": day(1)}, {"known_at": day(1)}):
            hits = retrieve("where do I live", store, layers=["fact"], fast=True, **asked)  # type: ignore[arg-type]
            assert [hit.id for hit in hits] == [2]
        new = tell(store, "I live in Berlin.", day(9))
        replace(store, 2, new)
        assert live(store) == {new}
        assert moment(store.db.value("select known_at from supersession")) == NOW
