"""One user's memory: journal and rows agree, nothing comes in twice, and what is erased is gone from every byte."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic import get_store
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_session
from episodic.errors import InputError
from episodic.language.tokens import asked_words
from episodic.memory import by_hand
from episodic.memory.db import MIGRATIONS
from episodic.memory.filters import Filter
from episodic.memory.journal import Entry
from episodic.memory.store import Store
from episodic.memory.vectors import Embedded
from episodic.memory.writer import Accepted
from episodic.records import EpisodeRecord, Message, Piece

AT = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def _message(text: str, *identities: str, at: datetime = AT) -> Message:
    return Message("user", (Piece(text, identities),), at=at)


def _write(store: Store, session: str, *messages: Message) -> Accepted:
    return store.write(session, messages)


def _texts(store: Store, session: str = "s") -> list[str]:
    row = store.turns.session(session)
    return [turn.content for turn in store.turns.window(row.id, after=-1)] if row else []


def _rows(store: Store) -> list[Any]:
    """Everything the index holds of the items, the lexical index down to each word's place."""
    places = f"create virtual table if not exists temp.places using fts5vocab(main, lexical_{store.scope}_2, instance)"
    store.db.run(places)
    return [
        store.db.rows("select id, layer, said_at, live, text, own, context from item order by id"),
        store.db.rows("select item, seq, role, name, origin from turn order by item"),
        store.db.rows("select * from temp.places order by 1, 2, 3, 4"),
        store.db.rows("select indexed_seq, journal_bytes > 0, started_at, last_turn_at from session"),
    ]


def _bytes(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def _counts(store: Store) -> dict[str, int]:
    """The rows of every table of ours."""
    tables = "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'"
    return {name: store.db.value(f"select count(*) from {name}") for (name,) in store.db.rows(tables)}


def _search(store: Store, question: str) -> list[tuple[int, float]]:
    return store.lexical.search(asked_words(question), allowed=Filter(), depth=50, context_weight=0.7)


WORDS = st.sampled_from("the deck has fourteen slides Sarah's pipelineChart 重跑gen-itgc后 don't été Ärende".split())
TEXTS = st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=12)


@given(TEXTS, st.data())
@settings(max_examples=25, deadline=None)
def test_turn_by_turn_and_in_bulk_give_equal_rows(texts: list[str], data: st.DataObject) -> None:
    messages = [_message(text, at=AT + timedelta(minutes=n)) for n, text in enumerate(texts)]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(texts)))))
    with tempfile.TemporaryDirectory() as folder:
        config = Config(home=Path(folder) / "a", cache=Path(folder), now=AT, context_turns=2, context_words=4)
        bulk, pieces = Store(config, "u"), Store(replace(config, home=Path(folder) / "b", journal_batch=3), "u")
        _write(bulk, "s", *messages)
        for start, end in zip([0, *cuts], [*cuts, len(texts)], strict=True):
            _write(pieces, "s", *messages[start:end])
        assert _rows(pieces) == _rows(bulk)
        assert len(_rows(bulk)[0]) == len(texts)
        assert bulk.lexical.is_sound()
        assert pieces.lexical.is_sound()
        bulk.close()
        pieces.close()


def test_a_turns_context_is_the_two_turns_on_either_side(store: Store) -> None:
    _write(store, "s", *(_message(f"word{n}") for n in range(5)))
    _write(store, "elsewhere", _message("stranger"))
    found: dict[str, str] = dict(store.db.rows("select own, context from item"))
    assert found["word2"] == "word0 word1 word3 word4"
    assert found["word0"] == "word1 word2"
    assert found["stranger"] == ""


def test_a_long_turn_lends_its_first_sixty_words_to_its_neighbours(store: Store) -> None:
    _write(store, "s", _message(" ".join(f"w{n}" for n in range(100))), _message("short"))
    _write(store, "s", _message("later"))
    contexts = [row[0].split() for row in store.db.rows("select context from item order by id")]
    assert contexts[1] == [*(f"w{n}" for n in range(60)), "later"]
    assert contexts[2] == [*(f"w{n}" for n in range(60)), "short"]


def test_a_message_that_is_known_adds_nothing(store: Store) -> None:
    """Cases 23 and 31."""
    messages = [_message("one", "uuid:1"), _message("two", "uuid:2", "copied-from:9")]
    assert _write(store, "s", *messages) == Accepted(added=2, known=0, forgotten=0, items=(1, 2))
    assert _write(store, "s", *messages) == Accepted(known=2)
    assert _write(store, "s", _message("another text", "copied-from:9")) == Accepted(known=1)
    assert _texts(store) == ["one", "two"]


def test_a_message_twice_in_one_batch_comes_in_once(store: Store) -> None:
    done = _write(store, "s", _message("one", "uuid:1"), _message("one", "uuid:1"))
    assert (done.added, done.known) == (1, 1)


def test_messages_without_identity_are_never_known(store: Store) -> None:
    done = _write(store, "s", _message("ok"), _message("ok"))
    assert (done.added, _texts(store)) == (2, ["ok", "ok"])


def test_a_message_that_grew_adds_its_new_piece_alone(store: Store) -> None:
    """Case 25."""
    first, second = Piece("I looked at it.", ("block:1",)), Piece("It was the cache.", ("block:2",))
    _write(store, "s", Message("assistant", (first,), at=AT))
    assert _write(store, "s", Message("assistant", (first, second), at=AT)).added == 1
    assert _texts(store) == ["I looked at it.", "It was the cache."]


def test_an_identity_is_known_in_every_session_of_its_user(store: Store, config: Config) -> None:
    _write(store, "s", _message("one", "uuid:1"))
    assert _write(store, "resumed", _message("one", "uuid:1")).known == 1
    other = Store(config, "other")
    assert _write(other, "s", _message("one", "uuid:1")).added == 1
    other.close()


def _journal_only(store: Store, *contents: str, session: str = "s", **more: Any) -> None:
    """Leave turns as a crash between journal and index does."""
    source = {"user": store.user, "session": session, "origin": "user", **more}
    entries = [
        Entry(seq=-1, id="x", role="user", content=text, at="2026-11-20T12:00:00.000000Z", source=source)
        for text in contents
    ]
    with store.journal.locked(seconds=5):
        store.journal.append(session, entries)


def test_the_next_write_indexes_what_a_crash_left_in_the_journal(store: Store) -> None:
    _write(store, "s", _message("before"))
    _journal_only(store, "lost?")
    assert store.unindexed_bytes() > 0
    assert _write(store, "s", _message("after")).added == 1
    assert _texts(store) == ["before", "lost?", "after"]
    assert store.unindexed_bytes() == 0
    assert store.catch_up() == 0
    assert not store.journal.unsettled()
    assert len(_search(store, "lost")) == 3  # the turn itself, and its neighbours by their context


def test_catching_up_indexes_every_session_once(store: Store) -> None:
    _journal_only(store, "a", "b")
    _journal_only(store, "c", session="t")
    assert store.status().turns == 0
    assert store.catch_up() == 3
    assert store.catch_up() == 0
    assert (_texts(store), _texts(store, "t")) == (["a", "b"], ["c"])
    assert (store.unindexed_bytes(), store.lexical.is_sound()) == (0, True)
    assert not store.journal.unsettled()


def test_replaying_adds_nothing_that_is_known_or_forgotten(store: Store) -> None:
    """The same message journalled in two sessions by two processes; and a line that was blanked."""
    _write(store, "s", _message("one", "uuid:1"))
    (digest,) = (row[0] for row in store.db.rows("select digest from identity"))
    _journal_only(store, "one", session="t", ids=[digest.hex()])
    _journal_only(store, "", session="t", forgotten=True)
    assert store.catch_up() == 0
    assert (_texts(store), _texts(store, "t")) == (["one"], [])
    row = store.turns.session("t")
    assert row
    assert (row.indexed_seq, store.unindexed_bytes()) == (1, 0)
    assert SessionBuffer("t", store=store).append_turn("user", "two") == 2


def test_a_torn_line_is_set_aside_once_and_the_rest_is_indexed(store: Store) -> None:
    """Cases 83 and 85."""
    _journal_only(store, "whole")
    with store.journal.path("s").open("ab") as file:
        file.write(b'{"v":1,"seq":1,"con')
    assert store.catch_up() == 1
    assert _write(store, "s", _message("after")).added == 1
    assert store.catch_up() == 0
    assert _texts(store) == ["whole", "after"]
    assert store.status().quarantined_lines == 1


def test_the_watermark_only_rises(store: Store) -> None:
    marks = []
    for step in range(4):
        _write(store, "s", _message(f"turn {step}", f"uuid:{step}"))
        _write(store, "s", _message(f"turn {step}", f"uuid:{step}"))
        store.catch_up()
        row = store.turns.session("s")
        assert row
        marks.append(row.indexed_seq)
        store.turns.consolidated("s", step)
        store.turns.consolidated("s", 0)
        row = store.turns.session("s")
        assert row
        assert row.consolidated_seq == step
    assert marks == [0, 1, 2, 3]


@pytest.mark.parametrize("keep", [0, 1, 2])
def test_a_journal_that_lost_its_end_takes_new_turns(store: Store, keep: int) -> None:
    """What was indexed stays, what comes is indexed, and the loss is for `verify` to show."""
    _write(store, "s", *(_message(f"turn {n}") for n in range(3)))
    path = store.journal.path("s")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:keep]))
    assert SessionBuffer("s", store=store).append_turn("user", "next") == 3
    assert _texts(store) == ["turn 0", "turn 1", "turn 2", "next"]
    assert store.journal.verify(path).problems


def test_a_journal_that_is_gone_takes_new_turns(store: Store) -> None:
    _write(store, "s", _message("turn 0"))
    store.journal.path("s").unlink()
    assert SessionBuffer("s", store=store).append_turn("user", "next") == 1
    assert _texts(store) == ["turn 0", "next"]


def test_the_lexical_index_agrees_after_every_kind_of_change(store: Store) -> None:
    """Case 80."""
    for number in range(6):
        _write(store, "s", _message(f"turn number {number} about the deck"))
        assert store.lexical.is_sound()
    store.remember("The deck has 14 slides")
    assert store.lexical.is_sound()
    store.lexical.rebuild()
    assert store.lexical.is_sound()
    assert len(_search(store, "deck")) == 8
    store.erase()
    assert store.lexical.is_sound()
    assert _search(store, "deck") == []


def test_a_lexical_index_that_drifted_is_noticed_and_rebuilt(store: Store) -> None:
    """Case 80."""
    _write(store, "s", _message("the deck"))
    store.db.run("update item set own = 'something else'")
    assert not store.lexical.is_sound()
    store.lexical.rebuild()
    assert store.lexical.is_sound()
    assert len(_search(store, "something")) == 1


SECRETS = [
    "sk-ant-api03-Zq8vN2mKx7Lw4RtYpB6sHd9JfGc3VaEuTn5XoQiMkWzP1yCrSb0lDhFj",
    "AKIAQ3EXAMPLEZ7WNV2K",
    "hunter2-correct-horse",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
]


def test_no_secret_reaches_any_byte_of_the_home(store: Store, home: Path) -> None:
    """Cases 136 and 139."""
    key, aws, password, token = SECRETS
    buffer = SessionBuffer("s", store=store)
    buffer.append_turn("user", f"ANTHROPIC_API_KEY={key} and postgres://anna:{password}@db.internal/app")
    buffer.append_turn("tool", f"AWS_ACCESS_KEY_ID={aws}\nGITHUB_TOKEN={token}", name=f"env {token}")
    buffer.append_turn("user", "before <private>my divorce from Bertram</private> after")
    store.remember(f"The staging key is {key}")
    kept = _bytes(home)
    assert [secret for secret in [*SECRETS, "divorce", "Bertram"] if secret.encode() in kept] == []
    assert [secret for secret in SECRETS if secret.lower().encode() in kept] == []
    assert b"db.internal/app" in kept
    assert _texts(store)[2] == "before  after"


def _embed(store: Store, items: Iterable[int], *, seed: int) -> list[bytes]:
    """Give items vectors nobody else has; returns them as bytes, floats and bits."""
    profile = store.vectors.use(name="fake", fingerprint="fake", dimension=64)
    vectors = np.random.default_rng(seed).standard_normal((len(list(items)), 64)).astype(np.float32)
    with store.transaction():
        store.vectors.put(
            profile, [Embedded(item, 0, 0, 5, vector) for item, vector in zip(items, vectors, strict=True)]
        )
    return [*(v.tobytes() for v in vectors), *(np.packbits(v > 0, bitorder="little").tobytes() for v in vectors)]


MINE = ["Quetzalcoatl prefers marmalade", "zeppelins fly over Ljubljana", "my brother Ignatius is ill", "重跑服务器"]
PIECES = ["quetzalcoatl", "marmalade", "zeppelin", "ljubljana", "ignatius", "重跑"]


def _erase(store: Store) -> None:
    with store.journal.locked(seconds=5):
        store.erase()
        store.journal.remove()


def test_nothing_of_an_erased_user_is_left_in_any_byte(store: Store, config: Config, home: Path) -> None:
    """Cases 55, 56 and 62: no word, no vector; and another user's rows are not touched."""
    other = Store(config, "other")
    theirs = _write(other, "s", _message("the hippopotamus sleeps", "uuid:h"), _message("in the armoire", "uuid:a"))
    mine = _write(store, "s", *(_message(text, f"uuid:{n}") for n, text in enumerate(MINE)))
    fact = store.remember("Quetzalcoatl prefers marmalade on Thursdays")
    with store.transaction():
        session = store.turns.session("s")
        assert session
        record = EpisodeRecord("zeppelins", "They spoke of zeppelins over Ljubljana", topics=("zeppelins",))
        store.episode_log.add(record, store.turns.window(session.id, after=-1), session=session.id, project=None)
    vectors = _embed(store, [*mine.items, fact], seed=1)
    kept_vectors = _embed(other, theirs.items, seed=2)
    before = _bytes(home)
    assert [word for word in PIECES if word.encode() not in before.lower()] == []
    assert [vector for vector in [*vectors, *kept_vectors] if vector not in before] == []
    their_rows = other.db.rows("select * from item where scope = ?", (other.scope,))
    their_answer = _search(other, "hippopotamus in the armoire")

    _erase(store)

    after = _bytes(home).lower()
    assert [word for word in PIECES if word.encode() in after] == []
    raw = _bytes(home)
    assert [vector for vector in vectors if vector in raw] == []
    assert [vector for vector in kept_vectors if vector not in raw] == []
    assert other.db.rows("select * from item where scope = ?", (other.scope,)) == their_rows
    assert _search(other, "hippopotamus in the armoire") == their_answer
    assert other.lexical.is_sound()
    assert _texts(other) == ["the hippopotamus sleeps", "in the armoire"]
    other.close()


def test_an_erased_user_leaves_no_row_but_tombstones(store: Store) -> None:
    _write(store, "s", *(_message(text, f"uuid:{n}") for n, text in enumerate(MINE)))
    _embed(store, [1, 2, 3, 4], seed=1)
    store.remember("Quetzalcoatl prefers marmalade")
    _erase(store)
    left = {name: count for name, count in _counts(store).items() if count and not name.startswith(("lexical", "scan"))}
    assert left == {
        "home": 1,
        "event_head": 1,
        "scope": 1,
        "migration": len(list(MIGRATIONS.glob("*.sql"))),
        "embedding_profile": 1,
        "tombstone": 9,  # four by their sources, and each of the five by what it says
    }
    assert store.db.value("select count(*) from scan_1") == 0


def test_a_row_taken_from_the_lexical_index_leaves_no_word(store: Store, home: Path) -> None:
    """Case 62: of one item too, in pages that its neighbours go on using."""
    items = _write(store, "s", *(_message(f"{word} mattered") for word in ("deck", "quetzalcoatl", "chart"))).items
    assert b"quetzalcoatl" in _bytes(home)
    with store.transaction():
        rows = store.db.rows("select id, own, context from item")
        store.lexical.take(rows)
        store.lexical.put([row for row in rows if "quetzalcoatl" not in f"{row[1]} {row[2]}"])
        store.db.run("delete from item where id in (?, ?, ?)", items)
    store.journal.remove()
    assert store.db.checkpoint()
    assert b"quetzalcoatl" not in _bytes(home)


def test_what_was_erased_does_not_come_back_from_its_file(store: Store) -> None:
    """Case 61."""
    messages = [_message("one", "uuid:1", "copied-from:9"), _message("two", "uuid:2")]
    _write(store, "s", *messages)
    _erase(store)
    assert _write(store, "s", *messages) == Accepted(forgotten=2)
    assert _write(store, "t", _message("one again", "copied-from:9")) == Accepted(forgotten=1)
    assert store.status().turns == 0
    assert _write(store, "s", *messages, _message("three", "uuid:3")).added == 1


def test_what_one_user_erased_another_may_still_take_in(store: Store, config: Config) -> None:
    """CASE 68: tombstones are of one user; another one's answer must not tell of them either."""
    _write(store, "s", _message("one", "uuid:1"))
    _erase(store)
    other = Store(config, "anna")
    assert _write(other, "s", _message("one", "uuid:1")) == Accepted(added=1, items=(2,))
    other.close()
    assert _write(store, "s", _message("one", "uuid:1")) == Accepted(forgotten=1)


def test_the_same_words_said_again_later_are_welcome(store: Store) -> None:
    _write(store, "s", _message("I moved to Lund", "uuid:1"))
    store.remember("I moved to Lund")
    _erase(store)
    assert SessionBuffer("s", store=store).append_turn("user", "I moved to Lund") == 0
    store.remember("I moved to Lund")
    assert (store.status().turns, store.status().facts) == (2, 1)
    assert len(_search(store, "Lund")) == 3


def test_tombstones_are_their_users_homes_and_tell_nothing(store: Store, home: Path) -> None:
    _write(store, "s", _message("one", "uuid:1"))
    (digest,) = (row[0] for row in store.db.rows("select digest from identity"))
    _erase(store)
    assert digest not in _bytes(home)
    assert (home / "key").stat().st_size == 32


def test_a_store_stays_its_users_own_after_erasing(store: Store, config: Config) -> None:
    """Case 68: a store left open by a long-lived program must not come to read whoever joins next."""
    left_open = Store(config, "leaver")
    _write(left_open, "s", _message("mine"))
    _erase(left_open)
    joiner = Store(config, "joiner")
    _write(joiner, "s", _message("private matters"))
    assert _texts(left_open) == []
    assert _search(left_open, "private matters") == []
    assert left_open.status().turns == 0
    assert _write(left_open, "s", _message("back")).added == 1
    assert (_texts(left_open), _texts(joiner)) == (["back"], ["private matters"])
    left_open.close()
    joiner.close()
    assert store.status().turns == 0


ODD = [
    "telegram:1",
    "telegram:2",
    "../default",
    "a/b",
    "default ",
    "Default",
    "🚀",
    "..",
    "x" * 300,
    "'; drop table item",
]


def test_users_with_odd_names_are_kept_apart(config: Config) -> None:
    """Cases 68 and 70."""
    stores = {name: Store(config, name) for name in ODD}
    for number, opened in enumerate(stores.values()):
        _write(opened, "s", _message(f"secret{number} of mine", "uuid:1"))
    for number, (name, opened) in enumerate(stores.items()):
        assert _texts(opened) == [f"secret{number} of mine"]
        ((item, _),) = _search(opened, "secret mine " + " ".join(f"secret{n}" for n in range(len(ODD))))
        assert opened.memories.items([item])[item].text == f"secret{number} of mine"
        assert opened.memories.items(range(100)).keys() == {item}
        assert opened.turns.read(range(100)).keys() == {item}
        assert (opened.status().turns, opened.status().users, opened.user) == (1, len(ODD), name)
    assert sorted(stores["a/b"].users()) == sorted(ODD)
    for opened in stores.values():
        opened.close()


@pytest.mark.parametrize("user", ["", "   ", "\t\n"])
def test_a_blank_user_is_refused(config: Config, home: Path, user: str) -> None:
    """Case 71."""
    with pytest.raises(InputError, match=r"^the user id is blank: name one, for instance --user default$"):
        Store(config, user)
    assert not home.exists()


def test_a_user_that_is_no_text_is_refused(config: Config) -> None:
    with pytest.raises(InputError, match=r"^the user id is not valid Unicode: name another one$"):
        Store(config, "anna\udcff")


def test_another_users_rows_do_not_change_a_score(store: Store, config: Config) -> None:
    _write(store, "s", _message("the deck has 14 slides"), _message("Sarah wants the chart"), _message("deck deck"))
    before = _search(store, "Sarah's deck chart")
    other = Store(config, "other")
    _write(other, "s", *(_message(f"deck {n} chart Sarah deck") for n in range(60)))
    other.remember("The deck is Sarah's")
    assert _search(store, "Sarah's deck chart") == before
    assert len(before) == 3
    other.close()


def test_remembering_twice_is_one_fact_of_recurrence_two(store: Store) -> None:
    """Case 20."""
    first = store.remember("I prefer tabs over spaces", kind="preference")
    second = store.remember("I prefer tabs over spaces", kind="preference")
    assert first == second
    fact = store.memories.items([first])[first]
    assert (fact.recurrence, fact.confidence, fact.kind, fact.live) == (2, "high", "preference", True)
    assert fact.evidence == (("remembered", 0), ("remembered", 1))
    assert store.status().facts == 1


def test_a_crash_while_remembering_leaves_the_turn_pending(store: Store) -> None:
    """Between turn and fact; what is remembered next must not mark it as consolidated."""
    by_hand.write_down(store, "We decided to launch on Friday.", project=None)
    store.remember("I prefer tabs over spaces", kind="preference")
    assert (store.status().pending, store.status().facts) == (2, 1)
    report = asyncio.run(consolidate_session(store, "remembered", final=False))
    assert (report.added, store.status().pending, store.status().facts) == (1, 0, 2)


@pytest.mark.parametrize(
    "again", ["we ship ON friday", "We ship on  Friday.", "We ship on Friday!", "Ｗe ship on Friday"]
)
def test_spelling_alone_makes_no_second_fact(store: Store, again: str) -> None:
    assert store.remember("We ship on Friday") == store.remember(again)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Invoice 4471 paid 3 May", "Invoice 4477 paid 8 May"),
        ("The port is 8080", "The port is 8081"),
        ("We can deploy on Fridays", "We can't deploy on Fridays"),
        ("The API is written in C++", "The API is written in C#"),
        ("It was -5 degrees", "It was 5 degrees"),
        ("The fee is 3.5 %", "The fee is 3 5"),
        ("My favourite is 🍎", "My favourite is 🍌"),
        ("Ship it?", "Ship it"),
    ],
)
def test_what_differs_in_a_sign_is_another_fact(store: Store, one: str, other: str) -> None:
    """Case 26: to the lexical index some of these are the same words."""
    first, second = store.remember(one), store.remember(other)
    assert [item.text for item in store.memories.items([first, second]).values()] == [one, other]


def test_the_same_words_of_another_project_are_another_fact(store: Store) -> None:
    """Case 73."""
    assert store.remember("The port is 8080", project="/a/api") != store.remember("The port is 8080", project="/b/api")


@pytest.mark.parametrize("text", ["", "  \n", "<private>all of it</private>", "\x1b[31m"])
def test_nothing_to_remember_is_refused(store: Store, text: str) -> None:
    with pytest.raises(InputError, match=r"^there is nothing to remember: give a sentence"):
        store.remember(text)
    assert store.status().turns == 0


def test_too_much_to_remember_is_refused(store: Store) -> None:
    """Case 95."""
    store.remember("x" * 300)
    with pytest.raises(InputError, match=r"^a memory has at most 300 characters: split it$"):
        store.remember("x" * 301)
    assert store.status().turns == 1


def test_opening_again_and_again_changes_no_count(config: Config) -> None:
    """Case 32."""
    first = Store(config, "default")
    _write(first, "s", _message("one", "uuid:1"), _message("two", "uuid:2"))
    first.remember("The deck has 14 slides")
    seen = [(first.status(), _counts(first))]
    first.close()
    for _ in range(3):
        again = Store(config, "default")
        again.catch_up()
        seen.append((again.status()._replace(database_bytes=seen[0][0].database_bytes), _counts(again)))
        again.close()
    assert seen[1:] == seen[:1] * 3


def test_every_turn_is_consolidated_pending_or_parked(store: Store, config: Config) -> None:
    for name, turns in (("a", 5), ("b", 4), ("c", 3)):
        _write(store, name, *(_message(f"{name} {n}") for n in range(turns)))
    other = Store(config, "other")
    _write(other, "s", *(_message(f"{n}") for n in range(9)))
    store.turns.consolidated("a", 2)
    store.db.run("update session set parked_reason = 'the model fell silent' where external_id = 'b'")
    status = store.status()
    assert (status.sessions, status.turns) == (3, 12)
    assert (status.consolidated, status.pending, status.parked) == (3, 5, 4)
    assert (other.status().turns, other.status().pending) == (9, 9)
    other.close()


def test_a_window_ends_before_the_seq_it_is_given(store: Store) -> None:
    _write(store, "s", *(_message(f"{n}") for n in range(4)))
    row = store.turns.session("s")
    assert row
    spans = [[turn.seq for turn in store.turns.window(row.id, after=-1, before=end)] for end in (0, 1, 3, None)]
    assert spans == [[], [0], [0, 1, 2], [0, 1, 2, 3]]


def test_neighbours_are_found_by_their_distance(store: Store) -> None:
    items = _write(store, "s", *(_message(f"{n}") for n in range(4))).items
    _write(store, "t", _message("elsewhere"))
    assert store.turns.neighbours(items[:2], reach=2) == {
        items[0]: {1: items[1], 2: items[2]},
        items[1]: {-1: items[0], 1: items[2], 2: items[3]},
    }


@pytest.mark.parametrize("project", ["/p29", None])
def test_a_projects_facts_are_not_crowded_out_by_those_of_others(store: Store, project: str | None) -> None:
    """The limit comes after the project: thirty projects that say the same hide none of them."""
    for number in range(29):
        store.remember("We deploy on Mondays", project=f"/p{number}")
    fact = store.remember("We deploy on Mondays", project=project)
    text = "We deploy on Mondays now"
    embedder = store.embeddings.embedder()
    assert embedder is not None
    store.embeddings.catch_up()
    for vector in (None, embedder.query(text)):
        assert [one.id for one in store.neighbours(text, project=project, vector=vector)] == [fact]


def test_episodes_come_newest_first_within_bounds(store: Store) -> None:
    """Case 113: a day is the user's whole local day; before excludes it, after includes it."""
    midnight = datetime(2026, 11, 19, 23, 0, tzinfo=UTC)  # of the 20th, in Stockholm
    for number, at in enumerate((midnight - timedelta(seconds=1), midnight, midnight + timedelta(days=1))):
        _write(store, f"s{number}", _message("a", at=at))
        session = store.turns.session(f"s{number}")
        assert session
        with store.transaction():
            record = EpisodeRecord("subject", f"summary {number}", topics=("a", "b"), decisions=("c",))
            turns = store.turns.window(session.id, after=-1)
            store.episode_log.add(record, turns, session=session.id, project="p" if number else None)
    day = date(2026, 11, 20)
    assert [episode.session for episode in store.episodes()] == ["s2", "s1", "s0"]
    assert [episode.session for episode in store.episodes(last=1)] == ["s2"]
    assert [episode.session for episode in store.episodes(after=day)] == ["s2", "s1"]
    assert [episode.session for episode in store.episodes(before=day)] == ["s0"]
    assert [episode.session for episode in store.episodes(after=datetime(2026, 11, 20, 0, 0))] == ["s2", "s1"]  # noqa: DTZ001 - naive on purpose
    assert [episode.session for episode in store.episodes(project="p")] == ["s2", "s1"]
    newest = store.episodes()[0]
    assert newest.record == EpisodeRecord("subject", "summary 2", topics=("a", "b"), decisions=("c",), turn_seqs=(0,))


def test_threads_write_to_one_store(store: Store) -> None:
    """Case 79."""
    with ThreadPoolExecutor(4) as pool:
        seqs = list(pool.map(lambda n: SessionBuffer("s", store=store).append_turn("user", f"turn {n}"), range(24)))
    assert sorted(seqs) == list(range(24))
    assert sorted(_texts(store)) == sorted(f"turn {n}" for n in range(24))
    assert store.journal.verify(store.journal.path("s")).problems == ()
    assert store.lexical.is_sound()


WRITE = """
import sys
from pathlib import Path
from episodic.capture.buffer import SessionBuffer
from episodic.config import load
from episodic.memory.store import Store
store = Store(load({}, file=Path(sys.argv[1]) / "none", home=Path(sys.argv[1]), zone="UTC"), "default")
for n in range(6):
    SessionBuffer("s", store=store).append_turn("user", f"{sys.argv[2]} says {n}")
"""


def test_processes_write_to_one_session(config: Config, home: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITE, str(home), str(n)]) for n in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    store = Store(config, "default")
    assert sorted(_texts(store)) == sorted(f"{writer} says {n}" for writer in range(3) for n in range(6))
    assert store.journal.verify(store.journal.path("s")).problems == ()
    assert store.unindexed_bytes() == 0
    store.close()


def test_get_store_opens_the_home_and_the_clock_it_is_given(home: Path, config: Config) -> None:
    """Case 110: a clock without a zone is in the user's."""
    store = get_store(home, "anna", clock=datetime(2030, 6, 1, 12, 0), config=config)  # noqa: DTZ001 - naive on purpose
    assert (store.home, store.user) == (home, "anna")
    SessionBuffer("s", store=store).append_turn("user", "hello")
    row = store.turns.session("s")
    assert row
    assert row.last_turn_at == datetime(2030, 6, 1, 10, 0, tzinfo=UTC)
    store.close()
