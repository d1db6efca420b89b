"""A home that an older version indexed: found as before, then by every spelling, and nothing of it lost."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from episodic import get_store, retrieve
from episodic.config import Config
from episodic.language.tokens import prepared_before
from episodic.memory.renewal import renew
from episodic.memory.store import Store
from episodic.records import Message, Piece

SAID = ("Ёлка стоит в зале", "Herr Müller kommt morgen", "we shipped it 🚀", "the deck has 14 slides", "ok", "fine")


def _say(store: Store, session: str, texts: tuple[str, ...]) -> None:
    at = store.config.clock()
    store.write(session, [Message("user", (Piece(text),), at=at) for text in texts])


def _age(store: Store) -> None:
    """Index a user's items as versions before folding did: their own form, their own table, FTS5 to fold accents."""
    with store.transaction():
        store.lexical.drop()
        find = "select id, text, iif(layer = 'fact', text, context) from item where scope = ?"
        for item, text, around in store.db.rows(find, (store.scope,)):
            words = (prepared_before(text), prepared_before(around), item)
            store.db.run("update item set own = ?, context = ? where id = ?", words)
        table = f"lexical_{store.scope}"
        store.db.run(
            f"create view {table}_source as select id, own, context from item where scope = {store.scope};"
            f" create virtual table {table} using fts5(own, context, content = '{table}_source',"
            " content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2');"
            f" insert into {table} ({table}, rank) values ('secure-delete', 1);"
            f" insert into {table} ({table}) values ('rebuild')"
        )


@pytest.fixture
def old(config: Config) -> Iterator[Store]:
    """A home of two sessions and a fact, with a second user, both of an older version."""
    with closing(get_store(config=config, user="other")) as other:
        _say(other, "theirs", SAID)
        _age(other)
    with closing(get_store(config=config)) as store:
        _say(store, "one", SAID)
        _say(store, "two", SAID[:2])
        store.remember("José owns the budget")
        _age(store)
    with closing(get_store(config=config)) as store:
        yield store


def _index(store: Store) -> list[tuple[object, ...]]:
    return store.db.rows("select id, text, own, context from item where scope = ? order by id", (store.scope,))


def test_what_was_found_is_found_until_it_is_renewed_and_a_note_says_so(old: Store) -> None:
    hits = retrieve("Ёлка", old, fast=True)
    assert "Ёлка стоит в зале" in [hit.text for hit in hits]
    assert any("reindex" in note for note in hits.notes)
    assert not retrieve("елка", old, fast=True)
    assert old.lexical.is_sound()


def test_renewing_makes_what_writing_it_today_would_have_made(old: Store, config: Config) -> None:
    behind = old.lexical.behind()
    assert renew(old) == behind == 10
    assert (old.lexical.behind(), old.lexical.is_sound(), renew(old)) == (0, True, 0)
    renewed = _index(old)
    with closing(get_store(config=config, user="new")) as new:
        _say(new, "one", SAID)
        _say(new, "two", SAID[:2])
        new.remember("José owns the budget")
        assert [row[1:] for row in renewed] == [row[1:] for row in _index(new)]
    assert "Ёлка стоит в зале" in [hit.text for hit in retrieve("елка", old, fast=True)]
    assert [hit.text for hit in retrieve("🚀", old, fast=True)][:1] == ["we shipped it 🚀"]


def test_renewing_can_stop_after_any_step_and_go_on(old: Store) -> None:
    class Stopped(Exception):  # noqa: N818 - no error
        pass

    def stop(_: int) -> None:
        raise Stopped

    steps = 0
    while old.lexical.behind():
        with pytest.raises(Stopped):
            renew(old, on_progress=stop)
        steps += 1
        assert {hit.text for hit in retrieve("deck slides", old, fast=True)} >= {"the deck has 14 slides"}
        assert old.lexical.is_sound()
    assert steps > 2
    assert old.lexical.held(old.memories.latest(old.filter(), limit=99)) == len(_index(old)) == 10


def test_what_is_said_and_forgotten_meanwhile_is_indexed_and_gone(old: Store) -> None:
    _say(old, "one", ("Nguyễn joins on Friday",))
    assert [hit.text for hit in retrieve("nguyen", old, fast=True)][:1] == ["Nguyễn joins on Friday"]
    old.forget(query="deck")
    assert not retrieve("deck", old, fast=True)
    renew(old)
    assert old.lexical.is_sound()
    assert not retrieve("deck", old, fast=True)


def test_another_users_rows_are_not_touched(old: Store, config: Config) -> None:
    with closing(get_store(config=config, user="other")) as other:
        before = _index(other)
        renew(old)
        assert _index(other) == before
        assert other.lexical.behind() == len(before)


def test_recall_renews_what_is_little_by_itself(old: Store) -> None:
    assert [hit.text for hit in retrieve("елка", old)][:1] == ["Ёлка стоит в зале"]
    assert old.lexical.behind() == 0
