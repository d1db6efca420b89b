"""Out of one home and into another: nothing lost, nothing doubled, nothing back that was forgotten."""

import asyncio
import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import chains
import numpy as np
import pytest
from conftest import CACHE, FULL, NOW, Cli
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from episodic import get_store
from episodic.capture.buffer import SessionBuffer
from episodic.capture.intake import take_in
from episodic.capture.transcripts import find, read
from episodic.config import Config, load
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.placing import place_episodes
from episodic.errors import FormatError
from episodic.memory.health import examine, verify
from episodic.memory.store import Store
from episodic.memory.taking_turns import Taken
from episodic.recall.retrieve import retrieve
from episodic.records import Closing, Opening, Turn
from episodic.redact import clean
from episodic.rights import correct, settle, transfer
from episodic.rights.forget import forget_all

DEMO = Path(__file__).resolve().parent.parent / "demo"
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}

OpenHome = Callable[..., Store]


@pytest.fixture
def elsewhere(config: Config, tmp_path: Path) -> Iterator[OpenHome]:
    """Opens stores in other homes, without model files."""
    opened: list[Store] = []

    def open_home(name: str = "elsewhere", user: str = "default") -> Store:
        settings = replace(config, home=tmp_path / name, models=tmp_path / "nowhere")
        opened.append(get_store(user=user, config=settings))
        return opened[-1]

    yield open_home
    for store in opened:
        store.close()


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A memory of two weeks' sessions, consolidated with the models, then changed by hand in every way."""
    home = tmp_path_factory.mktemp("lived")
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    store = get_store(config=config)
    for file in find(DEMO / "series-b"):
        take_in(read(file.read_bytes(), name=str(file), format=None), lambda _: store, source=str(file))
    store.embeddings.catch_up()
    asyncio.run(sweep(store))
    store.remember("The ferry timetable changes in June.")
    correct.edit(store, store.remember("The ferry leaves from pier 4."), "The ferry leaves from pier 9.")
    correct.undo(store, correct.edit(store, store.remember("The hall is booked for May."), "The hall is free in May."))
    store.remember_episode("Redis ran out of memory", outcome="the limit was raised", worked=True, tags=["redis"])
    asyncio.run(place_episodes(store, model=None))
    threads = store.streams(everything=True)
    store.workstreams.rename(threads[0].id, "Deck for the board", at=NOW)
    store.workstreams.merge(threads[0].id, threads[1].id, at=NOW)
    settle.settle(store, store.loops()[0].id, "done", note="handed over")
    with store.transaction():
        store.episode_log.archive([store.episodes()[-1].id], at=NOW)
    yield store
    store.close()


def text_of(store: Store) -> str:
    return "".join(f"{line}\n" for line in transfer.export(store))


def bring(text: str, store: Store) -> Taken:
    return transfer.counted(transfer.bring(transfer.read(text), lambda _: store))


def records_of(store: Store, what: str) -> list[dict[str, Any]]:
    return [record for line in transfer.export(store) if (record := json.loads(line))["type"] == what]


# Out and in again ---------------------------------------------------------------------------------------------------


def test_a_second_export_is_the_first_to_the_byte(lived: Store, elsewhere: OpenHome) -> None:
    """CASES 149: export, a new store, import, export."""
    first = text_of(lived)
    other = elsewhere()
    taken = bring(first, other)
    assert text_of(other) == first
    header = json.loads(first.split("\n")[0])
    assert dict(+taken.added) == header["counts"]
    assert {"session", "turn", "fact", "supersession", "episode", "workstream", "loop", "entity"} <= taken.added.keys()


def test_taking_it_in_again_adds_nothing(lived: Store, elsewhere: OpenHome) -> None:
    first = text_of(lived)
    other = elsewhere()
    bring(first, other)
    again = bring(first, other)
    assert not +again.added
    assert text_of(other) == first


def test_a_home_takes_in_its_own_export_and_is_as_before(lived: Store) -> None:
    first = text_of(lived)
    assert not +bring(first, lived).added
    assert text_of(lived) == first


def test_what_was_asked_there_is_answered_alike_here(lived: Store, elsewhere: OpenHome) -> None:
    other = elsewhere()
    bring(text_of(lived), other)
    for question in ("how many slides does the deck need", "when is the partner meeting", "redis memory", "ferry pier"):
        there = [(hit.text, hit.previously, hit.evidence) for hit in retrieve(question, lived, fast=True)]
        assert [(hit.text, hit.previously, hit.evidence) for hit in retrieve(question, other, fast=True)] == there
        assert there
    assert [loop.text for loop in other.loops()] == [loop.text for loop in lived.loops()]
    assert [one.name for one in other.streams()] == [one.name for one in lived.streams()]
    assert [one.name for one in other.entities.known()] == [one.name for one in lived.entities.known()]


def test_what_was_done_by_hand_can_be_undone_here(lived: Store, elsewhere: OpenHome) -> None:
    other = elsewhere()
    bring(text_of(lived), other)
    assert "Deck for the board" in {one.name for one in other.streams(everything=True)}
    board = next(one.id for one in other.streams(everything=True) if one.name == "Deck for the board")
    before = len(other.streams(everything=True))
    assert other.workstreams.undo(board, at=NOW) == "merged"
    assert len(other.streams(everything=True)) == before + 1
    edited = next(hit.id for hit in retrieve("ferry pier", other, fast=True) if "pier 9" in hit.text)
    correct.undo(other, edited)
    assert "pier 4" in retrieve("ferry pier", other, fast=True)[0].text


def test_its_journal_holds_and_its_vectors_wait(lived: Store, elsewhere: OpenHome) -> None:
    other = elsewhere()
    bring(text_of(lived), other)
    assert [fault for verdict in verify(other) for fault in verdict.problems] == []
    assert {one.name for one in examine(other) if not one.ok} == {"models", "vectors"}
    assert other.status().waiting_items == other.db.value("select count(*) from item")
    assert other.status().pending == lived.status().pending


def test_what_goes_on_here_goes_on_with_the_thread_from_there(lived: Store, config: Config, tmp_path: Path) -> None:
    """The direction of an episode does not travel; it is found again from its turns."""
    with closing(get_store(config=replace(config, home=tmp_path / "there"))) as other:
        bring(text_of(lived), other)
        other.embeddings.catch_up()
        other.remember_episode("The ferry was late")
        asyncio.run(place_episodes(other, model=None))
        there = {one.terms: one.vector for one in lived.workstreams.activities() if one.vector}
        here = {one.terms: one.vector for one in other.workstreams.activities()}
        assert len(there) > 3
        for terms, vector in there.items():
            assert here[terms] is not None
            assert np.frombuffer(here[terms] or b"", "<f4") @ np.frombuffer(vector, "<f4") > 0.99


SAID = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(
    [
        "my key is AKIA" + "IOSFODNN7EXAMPLE",
        "<pri<private>x</private>vate>a</private>",
        "\x1b\x1b[0m[0mx",
        'a "b"\n[[c]]',
    ]
)


@settings(max_examples=25 if FULL else 10, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_memory_survives_the_way(data: st.DataObject) -> None:
    """CASES 149, whatever the texts are and whatever was done."""
    with TemporaryDirectory() as folder:
        config = load(
            {},
            file=Path(os.devnull),
            home=Path(folder) / "a",
            cache=CACHE,
            models=Path(folder) / "no",
            zone="UTC",
            now=NOW,
        )
        store = get_store(config=config)
        live_through(store, data)
        first = text_of(store)
        other = get_store(config=replace(config, home=Path(folder) / "b"))
        bring(first, other)
        assert text_of(other) == first
        bring(first, other)
        assert text_of(other) == first
        bring(first, store)
        assert text_of(store) == first
        store.close()
        other.close()


WHAT = st.sampled_from(["say", "tell", "replace", "undo", "again", "loop", "name", "episode"])


def live_through(store: Store, data: st.DataObject) -> None:
    """Do some of everything that leaves rows."""
    facts: list[int] = []
    for day, what in enumerate(data.draw(st.lists(WHAT, max_size=12))):
        at = NOW - timedelta(days=50 - day)
        session = data.draw(st.sampled_from(["one", "two/..", "трёх"]))
        turn = chains.say(store, data.draw(SAID), at, session=session, project=data.draw(st.none() | st.just("p")))
        if what == "tell":
            facts.append(chains.tell(store, data.draw(SAID) or "x", at, session=session))
        elif what == "replace" and len(facts) > 1:
            old, new = data.draw(st.permutations(facts))[:2]
            chains.replace(store, old, new, at=at)
        elif what == "undo" and facts:
            chains.undo(store, data.draw(st.sampled_from(facts)))
        elif what == "episode":
            told = store.remember_episode("Something went wrong", outcome="mended", tags=["x"])
            with store.transaction():
                stream = store.workstreams.begin(data.draw(SAID), project=None, decided_by="guard", at=at)
                store.workstreams.attach(told, stream, score=0.1 + 0.2, decided_by="guard", at=at)
        else:
            with store.transaction():
                leave(store, data, turn, what, facts)


def leave(store: Store, data: st.DataObject, turn: Turn, what: str, facts: list[int]) -> None:
    """Do what one turn leaves: another saying of a fact, a loop, or somebody's name."""
    if what == "again" and facts:
        store.facts.restate(data.draw(st.sampled_from(facts)), turn)
    elif what == "loop":
        opening = Opening(data.draw(SAID), turn.content, turn.seq, "user")
        ident = store.loop_book.open(opening, turn, project=None, by="evidence", at=turn.at)
        if data.draw(st.booleans()):
            store.loop_book.close(Closing(ident, "it", turn.seq), turn, by="evidence", at=turn.at)
    elif what == "name":
        sarah, _ = store.entities.learn("Sarah", "person", at=turn.at)
        store.entities.mention([turn.item or 0, *facts], [sarah])
        store.entities.call(sarah, clean(data.draw(SAID)) or "S", item=turn.item or 0)


# Into what is there -------------------------------------------------------------------------------------------------


def test_two_memories_become_one(elsewhere: OpenHome) -> None:
    one, two = elsewhere("one"), elsewhere("two")
    SessionBuffer("talk", store=one).append_turn("user", "The belfry is 40 m high.", at=NOW)
    SessionBuffer("talk", store=two).append_turn("user", "The quay is closed.", at=NOW)
    chains.tell(one, "Anna keeps the keys.", NOW, session="keys")
    chains.tell(two, "Anna keeps the keys.", NOW + timedelta(hours=1), session="other keys")
    taken = bring(text_of(one), two)
    assert taken.added["turn"] == 2
    assert {turn.content for turn in two.turns.window(1, after=-1)} == {
        "The quay is closed.",
        "The belfry is 40 m high.",
    }
    (fact,) = records_of(two, "fact")
    assert (fact["recurrence"], len(fact["evidence"])) == (2, 2)
    assert not +bring(text_of(one), two).added


def test_a_newer_export_brings_only_what_is_new(elsewhere: OpenHome) -> None:
    one, two = elsewhere("one"), elsewhere("two")
    old = chains.tell(one, "The deck has 12 slides.", NOW)
    bring(text_of(one), two)
    chains.replace(one, old, chains.tell(one, "The deck has 14 slides.", NOW + timedelta(days=1)))
    taken = bring(text_of(one), two)
    assert (taken.added["turn"], taken.added["fact"], taken.added["supersession"]) == (1, 1, 1)
    assert [hit.text for hit in retrieve("slides deck", two, fast=True, layers=["fact"])] == ["The deck has 14 slides."]
    assert text_of(two) == text_of(one)


def test_an_older_export_takes_nothing_back(elsewhere: OpenHome) -> None:
    """What was corrected here since stays corrected."""
    store = elsewhere()
    old = chains.tell(store, "The deck has 12 slides.", NOW)
    before = text_of(store)
    chains.replace(store, old, chains.tell(store, "The deck has 14 slides.", NOW + timedelta(days=1)))
    after = text_of(store)
    bring(before, store)
    assert text_of(store) == after


def test_what_is_pending_here_stays_pending(elsewhere: OpenHome) -> None:
    one, two = elsewhere("one"), elsewhere("two")
    SessionBuffer("talk", store=one).append_turn("user", "We decided to use PostgreSQL.", at=NOW)
    SessionBuffer("talk", store=two).append_turn("user", "We decided to rent the hall.", at=NOW)
    asyncio.run(sweep(one))
    bring(text_of(one), two)
    assert two.status().pending == 2
    asyncio.run(sweep(two))
    assert (two.status().pending, two.status().facts) == (0, 2)


def test_turns_keep_their_places_where_others_were_forgotten(elsewhere: OpenHome) -> None:
    """A hole in a session is a line in the journal that is no turn, so that evidence still points at what it did."""
    store, other = elsewhere("one"), elsewhere("two")
    for number in range(4):
        chains.say(store, f"Sentence {number}.", NOW + timedelta(minutes=number))
    lines = [line for line in text_of(store).split("\n") if '"seq":1,' not in line and '"seq":3,' not in line]
    text = "\n".join(lines).replace('"turn":4', '"turn":2')
    bring(text, other)
    assert [turn.seq for turn in other.turns.window(1, after=-1)] == [0, 2]
    assert text_of(other) == text
    assert chains.say(other, "And on.", NOW).seq == 4
    assert [fault for verdict in verify(other) for fault in verdict.problems] == []


# Forgotten ----------------------------------------------------------------------------------------------------------


def test_what_was_forgotten_does_not_come_back(lived: Store, elsewhere: OpenHome) -> None:
    """CASES 61: export, forget, import."""
    store = elsewhere()
    first = text_of(lived)
    bring(first, store)
    forget_all(store)
    taken = bring(first, store)
    assert not +taken.added
    assert taken.forgotten["turn"] == len(records_of(lived, "turn"))
    assert json.loads(text_of(store))["counts"] == {}


def test_a_turn_of_no_known_source_does_not_come_back_either(elsewhere: OpenHome) -> None:
    """What is remembered by hand, or appended by a program, has no identity of its own."""
    store = elsewhere()
    store.remember("The belfry is 40 m high.")
    first = text_of(store)
    forget_all(store)
    bring(first, store)
    assert store.status().turns == store.status().facts == 0


def test_a_fact_of_a_forgotten_turn_stays_only_where_another_turn_says_it(elsewhere: OpenHome) -> None:
    store = elsewhere()
    kept = chains.tell(store, "The belfry is 40 m high.", NOW, session="a")
    chains.tell(store, "The quay is closed.", NOW + timedelta(hours=1), session="a")
    with store.transaction():
        store.facts.restate(
            kept, chains.say(store, "Yes: the belfry is 40 m high.", NOW + timedelta(days=1), session="b")
        )
    first = text_of(store)
    other = elsewhere("two")
    with other.transaction():
        gone = [bytes.fromhex(mark) for mark in marks_of(store, "a")]
        other.tombstones.mark(gone)
    taken = bring(first, other)
    assert [fact["text"] for fact in records_of(other, "fact")] == ["The belfry is 40 m high."]
    assert (taken.forgotten["turn"], taken.forgotten["fact"]) == (2, 1)
    assert "quay" not in text_of(other)


def marks_of(store: Store, session: str) -> list[str]:
    found = store.turns.session(session)
    assert found is not None
    items = [turn.item for turn in store.turns.window(found.id, after=-1) if turn.item]
    return [mark.hex() for mark in store.turns.marks(items)]


# Users, secrets, files ----------------------------------------------------------------------------------------------


def test_nothing_of_another_user_is_in_it(elsewhere: OpenHome) -> None:
    one, two = elsewhere(user="anna"), elsewhere(user="bo/..")
    chains.tell(one, "The belfry is 40 m high.", NOW)
    chains.tell(two, "The quay is closed.", NOW)
    assert "quay" not in text_of(one)
    assert "belfry" not in text_of(two)
    assert json.loads(text_of(two).split("\n")[0])["user"] == "bo/.."


def test_a_secret_is_masked_on_the_way_out_and_in(elsewhere: OpenHome) -> None:
    """CASES 134, 136: a row from before there was a mask for it."""
    store, other = elsewhere("one"), elsewhere("two")
    chains.tell(store, "The dump is at postgres://anna@host/db", NOW)
    with store.transaction():
        store.db.run("update item set text = replace(text, 'anna@', 'anna:' || 'hunter22' || '@')")
        store.db.run("update fact set quote = replace(quote, 'anna@', 'anna:' || 'hunter22' || '@')")
    assert "hunter22" not in text_of(store)
    bring(text_of(store).replace("[secret:url_password]", "hunter" + "22"), other)
    assert "hunter22" not in text_of(other)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text[: len(text) // 2], "line"),
        (lambda text: "\n".join(text.split("\n")[:-3]), "cut off"),
        (lambda text: text.replace('"schema":1', '"schema":2', 1), "newer version"),
        (lambda text: text.split("\n", 1)[1], "does not begin with a header"),
        (lambda text: text.replace('"kind":"personal"', '"kind":"nonsense"', 1), "kind"),
        (lambda text: text.replace('"at":"', '"at":"soon ', 1), "at"),
        (lambda text: text.replace('"user":"default"', '"user":" "', 1), "names no user"),
    ],
    ids=["torn", "short", "newer", "headless", "kind", "time", "nobody"],
)
def test_a_file_that_is_not_whole_changes_nothing(spoil: Callable[[str], str], said: str, elsewhere: OpenHome) -> None:
    store, other = elsewhere("one"), elsewhere("two")
    for number in range(5):
        chains.tell(store, f"The hall has {number} doors.", NOW)
    with pytest.raises(FormatError, match=said):
        bring(spoil(text_of(store)), other)
    assert other.status().turns == 0


def test_the_command_line_takes_a_home_to_another(cli: Cli, tmp_path: Path) -> None:
    for user, text in (("anna", "The belfry is 40 m high."), ("bo", "The quay is closed.")):
        cli("remember", text, "--user", user, extra=WORDLESS)
    file = tmp_path / "all.jsonl"
    assert cli("export", str(file), "--all-users", "--user", "anna").returncode == 0
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    there = {**WORDLESS, "EPISODIC_HOME": str(tmp_path / "there")}
    done = cli("import", str(file), extra=there)
    assert done.returncode == 0, done.stderr
    assert "user bo: 1 turns, 1 facts new" in done.stderr
    assert "belfry" in cli("recall", "how high is the belfry", "--user", "anna", "--fast", extra=there).stdout
    assert cli("export", "--user", "bo", extra=there).stdout == cli("export", "--user", "bo").stdout


def test_a_file_of_somebody_becomes_anothers_only_on_request(cli: Cli, tmp_path: Path) -> None:
    cli("remember", "The belfry is 40 m high.", "--user", "anna", extra=WORDLESS)
    file = tmp_path / "anna.jsonl"
    cli("export", str(file), "--user", "anna")
    there = {**WORDLESS, "EPISODIC_HOME": str(tmp_path / "there")}
    assert json.loads(cli("import", str(file), "--into", "cleo", "--json", extra=there).stdout)["users"].keys() == {
        "cleo"
    }
    assert "belfry" in cli("recall", "belfry", "--user", "cleo", "--fast", extra=there).stdout
    assert cli("recall", "belfry", "--user", "anna", "--fast", extra=there).stdout == ""


@pytest.mark.parametrize("name", ["missing", "binary", "folder"])
def test_what_cannot_be_read_is_one_line(name: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder").mkdir()
    assert chains.error_of(cli("import", str(tmp_path / name)))
