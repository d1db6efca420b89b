"""Loops as rows: their ids, their changes and how they are taken back, their end with the turns that prove them."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from chains import day, say
from conftest import NOW

from episodic.config import Config
from episodic.errors import InputError, NotFoundError
from episodic.memory.loops import Loop
from episodic.memory.store import Store
from episodic.records import Closing, Opening, Owner
from episodic.rights.forget import forget_all
from episodic.rights.settle import settle, undo

DECK = "send the deck to Sarah"


@pytest.fixture
def other(config: Config) -> Iterator[Store]:
    """The memory of another user of the same home."""
    opened = Store(config, "anna")
    yield opened
    opened.close()


def begin(
    store: Store, text: str = DECK, *, at: float = 320, due: date | None = None, owner: Owner = "user", **more: str
) -> int:
    """Open a loop by a turn of its own, said on a day after the first of 2026."""
    turn = say(store, f"I'll {text}", day(at), session=more.get("session", "talk"), project=more.get("project"))
    opening = Opening(text, f"I'll {text}", turn.seq, owner, due)
    with store.transaction():
        return store.loop_book.open(opening, turn, project=more.get("project"), by="evidence", at=NOW)


def end(store: Store, loop: int, text: str = "sent the deck", *, at: float = 321) -> None:
    turn = say(store, text, day(at), session="later")
    with store.transaction():
        store.loop_book.close(Closing(loop, text, turn.seq), turn, by="evidence", at=NOW)


def one(store: Store, ident: int) -> Loop:
    found = store.loop_book.read(ident, now=NOW)
    assert found is not None
    return found


def counts(store: Store) -> list[int]:
    return [store.db.value(f"select count(*) from {table}") for table in ("loop", "loop_evidence", "loop_change")]


def test_a_loop_knows_what_proves_it(store: Store) -> None:
    ident = begin(store, due=date(2026, 12, 3), project="deck")
    found = store.loops()[0]
    assert found[:5] == (ident, DECK, "user", date(2026, 12, 3), "open")
    assert (found.evidence, found.closing, found.project) == ((("talk", 0),), (), "deck")


def test_a_number_names_one_thing_only(store: Store) -> None:
    """Loops and items draw from one sequence, in any order and after a deletion."""
    idents = []
    for n in range(5):
        idents += [begin(store, f"{DECK} {n}"), store.remember(f"Room number {n} is blue")]
    store.db.run("delete from loop where id = ?", (idents[-2],))
    idents += [begin(store, "something else"), store.remember("The door is red")]
    items = {row[0] for row in store.db.rows("select id from item")}
    loops = {loop.id for loop in store.loops()}
    assert len({*idents}) == len(idents)
    assert items.isdisjoint(loops)


def test_a_loop_is_in_no_answer(store: Store) -> None:
    ident = begin(store)
    with pytest.raises(NotFoundError):
        store.why(ident)


def test_dated_ones_come_first_then_the_oldest(store: Store) -> None:
    late = begin(store, "b", due=date(2026, 12, 9))
    old, new = begin(store, "c", at=315), begin(store, "d", at=325)
    soon = begin(store, "a", due=date(2026, 12, 3))
    assert [loop.id for loop in store.loops()] == [soon, late, old, new]
    assert [loop.id for loop in store.loops(due_before=date(2026, 12, 9))] == [soon]


def test_loops_are_narrowed_by_project_and_owner(store: Store) -> None:
    here = begin(store, "a", session="one", project="deck")
    there = begin(store, "b", session="two", owner="other")
    assert [loop.id for loop in store.loops(project="deck")] == [here]
    assert [loop.id for loop in store.loops(owner="other")] == [there]


def test_silence_makes_it_stale_and_never_done(store: Store) -> None:
    ident = begin(store, at=0)
    assert one(store, ident).state == "stale"
    assert store.loops()[0].is_open
    much_later = store.loop_book.read(ident, now=NOW + timedelta(days=3650))
    assert much_later is not None
    assert much_later.state == "stale"


def test_what_ended_it_is_kept_and_it_is_shown_on_demand_only(store: Store) -> None:
    ident = begin(store)
    end(store, ident)
    assert store.loops() == []
    found = store.loops(everything=True)[0]
    assert (found.state, found.closing, found.closed_at) == ("done", (("later", 0),), day(321))


def test_it_ends_once(store: Store) -> None:
    ident = begin(store)
    end(store, ident)
    end(store, ident, "sent it again", at=322)
    assert one(store, ident).closing == (("later", 0),)


def test_said_again_adds_a_proof_and_the_day_said_last(store: Store) -> None:
    ident = begin(store, due=date(2026, 12, 3))
    for at, due in ((325, date(2026, 12, 4)), (310, date(2026, 11, 1)), (330, None)):
        turn = say(store, "the deck again", day(at), session=f"day {at}")
        with store.transaction():
            for _ in range(2):
                opening = Opening(DECK, "the deck again", turn.seq, "user", due)
                store.loop_book.say_again(ident, opening, turn, by="evidence", at=NOW)
    found = one(store, ident)
    assert (found.due, len(found.evidence), found.last_seen_at) == (date(2026, 12, 4), 4, day(330))


# What its owner says ------------------------------------------------------------------------------------------------


def test_its_owner_has_the_last_word(store: Store) -> None:
    ident = begin(store)
    assert settle(store, ident, "done", note="by phone").state == "done"
    assert settle(store, ident, "reopen").state == "open"
    assert settle(store, ident, "drop").state == "dropped"
    changes = store.loop_book.changes(ident)
    assert [(one.what, one.decided_by, one.note) for one in changes] == [
        ("opened", "evidence", None),
        ("done", "user", "by phone"),
        ("reopened", "user", None),
        ("dropped", "user", None),
    ]


def test_a_note_is_masked_like_everything_else(store: Store) -> None:
    ident = begin(store)
    secret = "ghp_" + "a1B2c3" * 6
    settle(store, ident, "done", note=f"the key was {secret}")
    note = str(store.loop_book.changes(ident)[-1].note)
    assert note.startswith("the key was ")
    assert secret not in note


def test_put_off_it_is_out_of_sight_until_its_day(store: Store) -> None:
    ident = begin(store)
    settle(store, ident, "snooze", until=NOW + timedelta(days=3))
    assert store.loops() == []
    assert one(store, ident).state == "snoozed"
    woken = store.loop_book.read(ident, now=NOW + timedelta(days=3))
    assert woken is not None
    assert woken.state == "open"


@pytest.mark.parametrize("until", [None, NOW, NOW - timedelta(days=1)])
def test_it_is_put_off_to_a_time_to_come(store: Store, until: object) -> None:
    ident = begin(store)
    with pytest.raises(InputError, match="until when"):
        settle(store, ident, "snooze", until=until)  # type: ignore[arg-type]


def test_what_it_is_already_is_said(store: Store) -> None:
    ident = begin(store)
    with pytest.raises(InputError, match="open already"):
        settle(store, ident, "reopen")
    settle(store, ident, "done")
    with pytest.raises(InputError, match="done already"):
        settle(store, ident, "done")


def test_every_change_is_taken_back_one_by_one(store: Store) -> None:
    ident = begin(store, due=date(2026, 12, 3))
    before = one(store, ident)
    turn = say(store, "the deck again", day(325), session="again")
    with store.transaction():
        opening = Opening(DECK, "the deck again", turn.seq, "user", date(2026, 12, 9))
        store.loop_book.say_again(ident, opening, turn, by="evidence", at=NOW)
    settle(store, ident, "snooze", until=NOW + timedelta(days=3))
    end(store, ident, at=326)
    taken = [undo(store, ident) for _ in range(3)]
    assert [one[0] for one in taken if one] == ["done", "snoozed", "said again"]
    assert one(store, ident)._replace(last_seen_at=before.last_seen_at) == before
    with pytest.raises(InputError, match="not changed since"):
        undo(store, ident)


def test_what_is_no_loop_is_not_taken_back_as_one(store: Store) -> None:
    assert undo(store, store.remember("The deck is blue")) is None


# Whose it is, and its end -------------------------------------------------------------------------------------------


def test_nobody_else_sees_or_changes_it(store: Store, other: Store) -> None:
    ident = begin(store)
    assert other.loops(everything=True) == []
    assert other.loop_book.unfinished(project=None) == []
    assert undo(other, ident) is None
    with pytest.raises(NotFoundError, match="no loop"):
        settle(other, ident, "done")
    assert not other.loop_book.close(Closing(ident, "sent", 0), say(other, "sent", day(5)), by="evidence", at=NOW)
    assert one(store, ident).state == "open"


def test_forgetting_a_turn_forgets_what_it_opened(store: Store) -> None:
    begin(store)
    store.db.run("delete from item where layer = 'turn'")
    assert counts(store) == [0, 0, 0]


def test_forgetting_another_saying_leaves_the_loop(store: Store) -> None:
    ident = begin(store)
    turn = say(store, "the deck again", day(325), session="again")
    with store.transaction():
        store.loop_book.say_again(ident, Opening(DECK, "the deck", turn.seq, "user"), turn, by="evidence", at=NOW)
    store.db.run("delete from item where id = ?", (turn.item,))
    assert one(store, ident).evidence == (("talk", 0),)


def test_forgetting_everything_forgets_loops_of_this_user_only(store: Store, other: Store) -> None:
    begin(store)
    kept = begin(other)
    assert forget_all(store).left == ()
    assert store.loops(everything=True) == []
    assert [loop.id for loop in other.loops()] == [kept]
    assert counts(store) == [1, 1, 1]
