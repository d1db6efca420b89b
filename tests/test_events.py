"""What was decided about the turns is recorded: a home whose database is lost comes back whole from its journal."""

import asyncio
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from conftest import CACHE, NOW, Cli

from episodic import get_store
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config, load
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.portraits import refresh
from episodic.errors import InputError, StoreError
from episodic.memory.events import STATE, Event
from episodic.memory.health import verify_record
from episodic.memory.retention import Days
from episodic.memory.store import Store
from episodic.rights import acquaintances, correct, review, settle, transfer
from episodic.rights.backup import back_up, restore
from episodic.rights.rebuild import BEFORE, rebuild

SAID = (
    "The Series B deck needs 12 slides.",
    "I need to send the updated deck to Sarah by Friday.",
    "Sarah Lindqvist is our lawyer and prefers calls on Monday.",
    "We decided to use PostgreSQL for the ledger.",
    "The Series B deck has 14 slides, not 12",
    "I prefer tabs over spaces.",
)
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}
PROMPT = '{"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "where is the printer"}'


@pytest.fixture
def settings(config: Config, tmp_path: Path) -> Config:
    """Settings of a machine without model files."""
    return replace(config, models=tmp_path / "nowhere")


@pytest.fixture(scope="module")
def lived_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a memory to which all was done that can be done by hand."""
    home = tmp_path_factory.mktemp("lived") / "home"
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    store = get_store(config=replace(config, models=home.parent / "nowhere"))
    talk(store, "talk", SAID)
    talk(store, "later", ["The deck is due on Friday.", "I live in Uppsala.", "Remind me to call Anna."], days=2)
    talk(store, "forgotten", ["The hippopotamus budget is 40 euros."], days=3)
    asyncio.run(sweep(store))
    asyncio.run(refresh(store))
    budget = store.remember("The budget is 40,000 euros", project="deck")
    store.remember_episode("Redis ran out of memory", outcome="raised the limit", worked=True, tags=["redis"])
    correct.edit(store, budget, "The budget is 50,000 euros")
    correct.undo(store, correct.edit(store, store.remember("My desk is green"), "My desk is blue"))
    for one, keep in zip(store.doubts.find(), (True, False), strict=False):
        review.accept(store, one.id) if keep else review.reject(store, one.id)
    actions: tuple[settle.Action, ...] = ("done", "snooze", "drop")
    for loop, action in zip(store.loops(), actions, strict=False):
        settle.settle(store, loop.id, action, note="by hand", until=store.config.clock() + timedelta(days=9))
    done = next(loop for loop in store.loops(everything=True) if loop.state == "done")
    settle.settle(store, done.id, "reopen")
    shape_threads(store)
    store.forget(query="hippopotamus")
    store.retention.keep(Days(turns=4000))
    talk(store, "pending", ["This is not consolidated yet."], days=4)
    store.close()
    return home


@pytest.fixture
def lived(settings: Config, lived_home: Path) -> Store:
    """A memory to which all was done that can be done by hand."""
    shutil.copytree(lived_home, settings.home)
    return get_store(config=settings)


def talk(store: Store, session: str, said: "list[str] | tuple[str, ...]", *, days: int = 1) -> None:
    buffer = SessionBuffer(session, store=store, project="deck")
    for place, text in enumerate(said):
        at = store.config.clock() - timedelta(days=30 - days, minutes=-place)
        buffer.append_turn("user", text, at=at)


def shape_threads(store: Store) -> None:
    now = store.config.clock()
    first, *others = [stream.id for stream in store.streams(everything=True)]
    store.workstreams.rename(first, "Board meeting", at=now)
    if others:
        store.workstreams.merge(first, others[0], at=now)
        store.workstreams.split(first, [store.workstreams.read(first, now=now).episodes[0]], name="Apart", at=now)
    store.workstreams.close(first, at=now)
    names = [one.name for one in store.entities.known()]
    if len(names) > 1:
        acquaintances.merge(store, names[0], names[1])


def told(store: Store) -> str:
    return "\n".join(transfer.export(store))


def lose(store: Store) -> None:
    """Delete the database, as a person might."""
    store.close()
    for path in store.home.glob("episodic.db*"):
        path.unlink()


def again(store: Store, *, force: bool = False) -> Store:
    """Make the database anew and open it."""
    for _ in rebuild(store.config, force=force, open_store=lambda user: get_store(user=user, config=store.config)):
        pass
    return get_store(user=store.user, config=store.config)


def numbers(store: Store) -> list[tuple[object, ...]]:
    """Everything that goes by a number, with the number."""
    return store.db.rows(
        "select id, layer, text, live, own, context, said_at, project from item"
        " union all select id, 'loop', text, state, '', '', opened_at, project from loop"
        " union all select id, 'thread', name, '', '', '', opened_at, project from workstream order by 1"
    )


def test_all_that_was_done_by_hand_comes_back_byte_for_byte(lived: Store) -> None:
    before, known = told(lived), numbers(lived)
    lose(lived)
    store = again(lived)
    assert told(store) == before
    assert numbers(store) == known
    assert store.lexical.is_sound()
    assert verify_record(store).problems == ()
    assert store.retention.days() == Days(turns=4000)
    assert store.db.rows("pragma foreign_key_check") == []


def test_a_number_is_never_given_again_after_a_rebuild(lived: Store) -> None:
    last = lived.remember("The printer is on the third floor")
    lived.forget(last)
    lose(lived)
    store = again(lived)
    assert store.remember("The printer is in the cellar") > last


def test_a_turn_whose_line_is_lost_takes_only_what_rests_on_it_alone(lived: Store) -> None:
    facts = {
        item.text for item in lived.memories.items(row[0] for row in lived.db.rows("select item from fact")).values()
    }
    lived.journal.path("later").unlink()
    lose(lived)
    store = again(lived)
    kept = {
        item.text for item in store.memories.items(row[0] for row in store.db.rows("select item from fact")).values()
    }
    assert "The budget is 50,000 euros" in kept
    assert kept < facts
    assert store.db.rows("pragma foreign_key_check") == []
    assert store.db.value("select count(*) from fact where item not in (select item from evidence)") == 0


def test_a_home_whose_database_is_gone_is_not_begun_anew(lived: Store) -> None:
    for left in (None, b""):
        lose(lived)
        if left is not None:
            (lived.home / "episodic.db").write_bytes(left)
        with pytest.raises(StoreError, match="run `episodic rebuild`"):
            get_store(config=lived.config)
        with pytest.raises(StoreError, match="run `episodic rebuild`"):
            get_store(config=lived.config, user="somebody new")
        assert not (lived.home / "episodic.db").exists() or (lived.home / "episodic.db").stat().st_size == 0


def test_a_database_of_another_home_is_refused_and_rebuilt(lived: Store, tmp_path: Path) -> None:
    other = get_store(config=replace(lived.config, home=tmp_path / "other"))
    other.remember("I live in Lund")
    before = told(lived)
    for place, user in enumerate(("default", "agnes")):
        elsewhere = get_store(config=replace(lived.config, home=tmp_path / f"other {place}"), user=user)
        elsewhere.remember("I live in Lund")
        elsewhere.close()
        lose(lived)
        shutil.copy(elsewhere.home / "episodic.db", lived.home)
        with pytest.raises(StoreError, match="run `episodic rebuild`"):
            get_store(config=lived.config)
        store = again(lived)
        assert told(store) == before
        store.close()


def test_a_sound_database_is_rebuilt_only_when_told_so_and_kept_aside_until_something_is_forgotten(
    lived: Store,
) -> None:
    before, kept = told(lived), lived.home / BEFORE
    lived.close()
    with pytest.raises(InputError, match="--force"):
        again(lived)
    store = again(lived, force=True)
    assert told(store) == before
    assert kept.exists()
    store.forget(query="Uppsala")
    assert not kept.exists()


def test_an_event_that_was_not_committed_is_taken_in_by_the_next_start(lived: Store) -> None:
    """As after a crash, or where an older copy of the database was put back."""
    lived.db.checkpoint()
    copy = lived.home.parent / "older.db"
    shutil.copy(lived.home / "episodic.db", copy)
    fact = lived.remember("The printer is on the third floor")
    talk(lived, "new one", ["We decided to use Rust for the parser."])
    asyncio.run(sweep(lived))
    lived.forget(query="Uppsala")
    lived.remember_episode("The server was down")
    before, known = told(lived), numbers(lived)
    lose(lived)
    shutil.copy(copy, lived.home / "episodic.db")
    store = get_store(config=lived.config)
    assert store.why(fact).item.text == "The printer is on the third floor"
    assert told(store) == before
    assert numbers(store) == known
    assert store.lexical.is_sound()
    assert verify_record(store).problems == ()
    assert b"Uppsala" not in b"".join(path.read_bytes() for path in store.home.rglob("*") if path.is_file())


@pytest.mark.parametrize("torn", [b'{"v":1,"origin":"', b"\xff", b'{"v":1,"seq":4}'])
def test_half_a_line_at_the_end_of_the_record_is_taken_off(lived: Store, torn: bytes) -> None:
    before = told(lived)
    lived.close()
    with lived.events.path.open("ab") as file:
        file.write(torn)
    store = get_store(config=lived.config)
    assert told(store) == before
    store.remember("The printer is on the third floor")
    assert verify_record(store).problems == ()
    before = told(store)
    lose(store)
    assert told(again(store)) == before


@pytest.mark.parametrize("how", ["gone", "emptied", "cut", "altered before the end"])
def test_a_record_that_was_cut_is_found_and_made_whole_by_the_store(lived: Store, how: str) -> None:
    log = lived.events
    lived.close()
    lines = log.path.read_bytes().splitlines(keepends=True)
    rest = {"gone": [], "emptied": [], "cut": lines[:-1], "altered before the end": [lines[0], b"{}\n", *lines[2:]]}[
        how
    ]
    log.path.unlink() if how == "gone" else log.path.write_bytes(b"".join(rest))
    assert log.verify(lived.recorder.head()).problems
    lived.close()
    store = get_store(config=lived.config)
    store.remember("The printer is on the third floor")
    before = told(store)
    lose(store)
    assert told(again(store)) == before


def test_an_altered_event_is_found(lived: Store) -> None:
    path = lived.events.path
    assert verify_record(lived).problems == ()
    path.write_bytes(path.read_bytes().replace(b"50,000 euros", b"60,000 euros"))
    assert any("was altered" in fault for fault in verify_record(lived).problems)


def test_a_home_of_an_older_version_is_taken_over_once(lived: Store) -> None:
    lived.db.run("delete from event_head")
    lived.db.run("update home set origin = null, last_at = ''")
    lived.events.remove()
    assert told(lived)
    assert [line.kind for line in lived.events.lines() if isinstance(line, Event)] == [STATE]
    lived.remember("The printer is on the third floor")
    kinds = [line.kind for line in lived.events.lines() if isinstance(line, Event)]
    assert kinds == [STATE, "turns", "remember"]
    lived.forget(query="third floor")
    before = told(lived)
    lose(lived)
    assert told(again(lived)) == before


def test_turns_alone_come_back_where_nothing_was_recorded(lived: Store) -> None:
    turns = lived.status().turns
    lived.events.remove()
    lose(lived)
    (one,) = rebuild(lived.config, force=False, open_store=lambda user: get_store(user=user, config=lived.config))
    assert (one.status.turns, one.status.facts, one.recorded) == (turns, 0, False)


def test_the_clock_of_the_record_never_stands_still_or_goes_back(settings: Config) -> None:
    now = [datetime(2026, 11, 29, tzinfo=UTC)]
    store = get_store(config=replace(settings, now=lambda: now[0]))
    for step in (0, 0, -400, 5):
        now[0] += timedelta(days=step)
        store.remember(f"The printer is on floor {abs(step) + len(now)}")
    found = [line for line in store.events.lines() if isinstance(line, Event)]
    assert sorted({one.at for one in found}) == [one.at for one in found]
    assert {one.origin for one in found} == {store.recorder.origin()}
    assert [one.seq for one in found] == list(range(len(found)))


def test_two_users_come_back_each_with_their_own(lived: Store) -> None:
    other = get_store(config=lived.config, user="agnes")
    talk(other, "talk", SAID)
    asyncio.run(sweep(other))
    other.household.pause(everyone=True, at=lived.config.clock())
    lived.household.resume(everyone=True)
    lived.remember("The printer is on the third floor")
    before = {store.user: told(store) for store in (lived, other)}
    known = numbers(lived)
    other.close()
    lose(lived)
    store = again(lived)
    assert {user: told(get_store(config=lived.config, user=user)) for user in before} == before
    assert numbers(store) == known
    assert not store.household.paused()


def test_every_command_names_rebuild_and_it_is_all_there_is_to_do(cli: Cli, home: Path) -> None:
    cli("remember", "The printer is on the third floor", extra=WORDLESS)
    exported = cli("export", extra=WORDLESS).stdout
    for path in home.glob("episodic.db*"):
        path.unlink()
    for command in (["recall", "x"], ["stats"], ["remember", "y"], ["loops"], ["export"], ["verify"], ["users"]):
        done = cli(*command, extra=WORDLESS)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert "run `episodic rebuild`" in done.stderr
    assert cli("doctor", extra=WORDLESS).returncode == 1
    assert (cli("hook", "UserPromptSubmit", stdin=PROMPT).returncode, list(home.glob("episodic.db"))) == (0, [])
    done = cli("rebuild", extra=WORDLESS)
    assert done.returncode == 0
    assert "1 turns, 1 facts, 0 episodes are back" in done.stderr
    assert cli("export", extra=WORDLESS).stdout == exported
    assert "--force" in cli("rebuild", extra=WORDLESS).stderr


def test_a_home_that_was_never_used_has_nothing_to_rebuild(cli: Cli, home: Path) -> None:
    assert "nothing to rebuild from" in cli("rebuild").stderr
    assert not home.exists()


def test_a_backup_carries_the_record(lived: Store, tmp_path: Path) -> None:
    before = told(lived)
    back_up(lived, tmp_path / "home.zip")
    restore(tmp_path / "home.zip", tmp_path / "restored")
    store = get_store(config=replace(lived.config, home=tmp_path / "restored"))
    assert verify_record(store).problems == ()
    lose(store)
    assert told(again(store)) == before


def test_a_transaction_that_fails_leaves_no_event(lived: Store) -> None:
    size = lived.events.size()

    def fail() -> None:
        with lived.transaction("edit"):
            lived.retention.keep(Days(turns=7))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert lived.events.size() == size
    assert verify_record(lived).problems == ()
