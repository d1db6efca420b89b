"""Enormous turns and questions: what is kept, what is embedded, what is found, and how sure of it recall may be."""

import json
from dataclasses import replace

import pytest
from conftest import Cli

from episodic import SessionBuffer, get_store, retrieve
from episodic.config import Config
from episodic.memory.embeddings import pieces_of, sentences_of
from episodic.memory.store import Store
from episodic.recall.excerpt import nearest

LOG = "\n".join(f"2026-01-01 10:00 INFO worker {n} took {n * 7} ms" for n in range(20_000))  # 0.9 MB
MIDDLE = len(LOG) // 2
PASTED = f"why does it fail?\n{LOG[:MIDDLE]} xylophone {LOG[MIDDLE:]}\nThe deploy key is kept by Omar."


def test_what_a_person_pasted_is_kept_whole_and_found_by_words_throughout(wordless: Store) -> None:
    SessionBuffer("s", store=wordless).extend([{"role": "user", "content": PASTED}, {"role": "user", "content": "ok"}])
    turn = wordless.turns.read([1])[1]
    assert turn.content == PASTED
    for question in ("xylophone", "who keeps the deploy key", "worker 9999"):
        hit = retrieve(question, wordless)[0]
        assert question.split()[-1] in hit.text[:600]
        assert len(hit.text) < 20_100


def test_an_enormous_turn_gets_so_many_vectors_and_no_more(config: Config) -> None:
    store = get_store(config=replace(config, turn_passages=4, threads=1))
    SessionBuffer("s", store=store).extend([{"role": "user", "content": PASTED}])
    spans = store.db.rows('select start, "end" from passage where ordinal >= 0 order by ordinal')
    assert len(spans) == 4
    assert spans[0][0] == 0
    assert spans[-1][1] == len(PASTED)
    assert "Omar" in PASTED[slice(*spans[-1])]
    store.close()


@pytest.mark.parametrize("most", [1, 2, 3, 8])
def test_pieces_are_the_first_and_the_last_half(store: Store, most: int) -> None:
    embedder = store.embeddings.embedder()
    assert embedder is not None
    text = "a word and another " * 3_000
    pieces = pieces_of(text, embedder, most=most, tokens=50)
    assert len(pieces) == most
    assert pieces[0][0] == 0
    assert most == 1 or pieces[-1][1] == len(text)
    assert pieces_of("short text", embedder, most=most, tokens=50) == [(0, 10)]


def test_the_sentences_of_an_endless_line_are_its_beginning() -> None:
    assert sentences_of("x" * 1_000_000) == [(0, 20_000)]


def test_facts_are_made_of_the_head_and_the_tail(cli: Cli) -> None:
    text = f"I decided to use Postgres for billing.\n{LOG}\nI prefer tabs over spaces."
    line = json.dumps({"role": "user", "content": text}) + "\n"
    done = cli("ingest", "-", "--session", "s", stdin=line, extra={"EPISODIC_MODELS": "/nowhere"})
    assert done.returncode == 0
    assert "Postgres" in cli("recall", "--fast", "what did I decide about billing").stdout


def test_the_part_of_a_text_that_is_nearest_begins_near_the_words() -> None:
    text = "lorem ipsum dolor " * 5_000 + "the key is Ömar's " + "lorem ipsum " * 5_000
    assert "Ömar" in nearest(text, "who has omar's key", most=1_000)[:400]
    assert nearest(text, "nothing of it", most=1_000).startswith("lorem")
    assert nearest("short", "anything", most=1_000) == "short"


@pytest.mark.parametrize(
    "question",
    ["x" * 150, "x" * 1_000_000, "lönn" * 50, "🦄" * 120, " ".join(f"word{n}" for n in range(10_000)), "deck " * 9_000],
)
@pytest.mark.parametrize("fast", [False, True])
def test_an_endless_question_is_never_strong(store: Store, question: str, *, fast: bool) -> None:
    """Finding 19: to a model an unknown word is as another one, and so is an emoji."""
    texts = ("we shipped it 🚀", "🎉🎉", "👍", "the deck has 14 slides", "ok 😀")
    SessionBuffer("s", store=store).extend([{"role": "user", "content": text} for text in texts])
    hits = retrieve(question, store, fast=fast)
    assert hits.strength != "strong"
    assert any("cut" in note for note in hits.notes) is (len(question) > 4_000)


def test_what_is_asked_before_or_after_what_was_pasted_is_looked_for(wordless: Store) -> None:
    SessionBuffer("s", store=wordless).extend([{"role": "user", "content": "the zeppelin lands at noon"}])
    for question in (f"zeppelin {'log line ' * 5_000}", f"{'log line ' * 5_000} zeppelin"):
        assert [hit.text for hit in retrieve(question, wordless)] == ["the zeppelin lands at noon"]
