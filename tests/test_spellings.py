"""Spellings that meet, by words alone and with the models, and words that only look alike."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import Cli

from episodic import get_store, retrieve
from episodic.language.tokens import stands_in
from episodic.memory.store import Store
from episodic.records import Message, Piece

HERE = Path(__file__).parent
DISTRACTING = ("the meeting moved to noon", "we had lunch by the river", "tests are green again", "ferry at eight 🎉")


def _pairs(name: str) -> list[tuple[str, str]]:
    """The first two columns of a table; what an editor would compose or hide is escaped in it."""
    rows = (HERE / name).read_text("utf-8").splitlines()
    cells = [row.encode("raw_unicode_escape").decode("raw_unicode_escape").split("\t") for row in rows]
    return [(one, other) for one, other, _ in cells if not one.startswith("# ")]


PAIRS, APART = _pairs("spellings.tsv"), _pairs("spellings_apart.tsv")


def _say(store: Store, texts: Sequence[str], session: str = "s") -> None:
    at = store.config.clock()
    store.write(session, [Message("user", (Piece(text),), at=at) for text in texts])


@pytest.mark.parametrize(("stored", "question"), PAIRS)
def test_two_spellings_meet(stored: str, question: str) -> None:
    assert stands_in(question, stored)


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_words_stay_two(one: str, other: str) -> None:
    assert not stands_in(one, other)
    assert not stands_in(other, one)


@pytest.fixture(scope="module")
def spelt(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """One store with every spelling that is asked for in another one, each in a session of its own."""
    from conftest import CACHE, NOW

    from episodic.config import load

    config = load({}, file=Path("/dev/null"), home=tmp_path_factory.mktemp("spelt"), cache=CACHE, now=NOW)
    store = get_store(config=config)
    for place, text in enumerate(dict.fromkeys([*(stored for stored, _ in PAIRS), *DISTRACTING])):
        _say(store, [text], f"s{place}")
    store.embeddings.catch_up()
    return store


@pytest.mark.parametrize("fast", [True, False])
def test_every_spelling_finds_the_other_first(spelt: Store, *, fast: bool) -> None:
    missed = []
    for stored, question in PAIRS:
        hits = retrieve(question, spelt, k=1, fast=fast)
        if not hits or not stands_in(question, hits[0].text):
            missed.append((stored, question, [hit.text for hit in hits], hits.strength))
    assert missed == []


@pytest.mark.parametrize("stored", ['"', "★★★", "🚀", "…", "→"])
def test_a_sign_that_was_stored_alone_is_found_by_words_alone(wordless: Store, stored: str) -> None:
    """Finding 52."""
    _say(wordless, [*DISTRACTING, stored])
    assert [hit.text for hit in retrieve(stored, wordless)][:1] == [stored]


def test_the_vowel_signs_of_a_script_tell_words_apart_in_the_index(wordless: Store) -> None:
    _say(wordless, ["उसने दिन कहा"], "one")
    _say(wordless, ["उसने दीन कहा"], "two")
    assert [hit.text for hit in retrieve("दीन", wordless)] == ["उसने दीन कहा"]


def test_forgetting_by_a_word_takes_it_in_every_spelling(store: Store) -> None:
    _say(store, ["Herr Müller kommt", "Herr Mueller kommt", "the mull is dry"])
    assert store.forget(query="Müller").left == ()
    assert not retrieve("mueller", store, fast=True)
    assert [hit.text for hit in retrieve("mull", store, fast=True)] == ["the mull is dry"]


def test_a_subject_narrows_in_every_spelling(wordless: Store) -> None:
    _say(wordless, ["Łódź has trams", "Kraków has trams"])
    assert [hit.text for hit in retrieve("trams", wordless, subject="lodz")] == ["Łódź has trams"]


@pytest.mark.parametrize("asked", ["Jose", "JOSÉ", "jose\u0301"])
def test_a_name_is_known_in_every_spelling(wordless: Store, asked: str) -> None:
    at = wordless.config.clock()
    _say(wordless, ["José approved the budget"])
    item = max(wordless.memories.latest(wordless.filter(), limit=1))
    with wordless.transaction():
        entity, _ = wordless.entities.learn("José", "person", at=at)
        wordless.entities.mention([item], [entity])
    assert [one.name for one in wordless.entities.find(asked)] == ["José"]


def test_a_hook_by_words_alone_finds_another_spelling(cli: Cli) -> None:
    cli("ingest", "-", "--session", "s", stdin='{"role": "user", "content": "Herr Müller wohnt in Łódź."}\n')
    found = cli("recall", "--fast", "mueller lodz")
    assert "Herr Müller wohnt in Łódź." in found.stdout
