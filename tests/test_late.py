"""Late interaction: one vector a token, kept as bits, compared token by token."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from episodic import SessionBuffer, retrieve
from episodic.config import Config
from episodic.memory.store import Store
from episodic.models.late import TokenEmbedder, open_token_embedder, turned
from episodic.recall.late import _BLOCK, CONTEXT_TOKENS, OWN_TOKENS, _product, interact

DOCUMENT = "The Series B deck has 14 slides."
ASKED = "When do you move to the new flat?"
ANSWERED = "Yes, in June."
FIRST_SIGNS = [1, -1, 1, 1, -1, 1, 1, -1]


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> TokenEmbedder:
    """The token embedder, opened with a cache of its own."""
    return open_token_embedder(folder=None, cache=tmp_path_factory.mktemp("cache"), workers=2)


def say(store: Store, session: str, *said: str) -> None:
    SessionBuffer(session, store=store).extend([{"role": "user", "content": text} for text in said])


def test_a_text_has_one_row_of_bits_a_token_whatever_stands_beside_it(late: TokenEmbedder) -> None:
    texts = [DOCUMENT, "x", "We had lunch on Friday.", "", DOCUMENT]
    together = late.documents(texts)
    assert together[0].shape == (10, 48)  # eight words and marks, and one token at each end
    assert [bits.tobytes() for bits in together] == [late.documents([text])[0].tobytes() for text in texts]


def test_a_question_has_no_token_for_punctuation(late: TokenEmbedder) -> None:
    assert len(late.query("how many slides?!")) == len(late.query("how many slides")) == 5


def test_turning_keeps_every_angle_and_is_the_same_each_time() -> None:
    some = np.random.default_rng(1).normal(size=(20, 384)).astype(np.float32)
    assert turned(some) @ turned(some).T == pytest.approx(some @ some.T, abs=1e-2)
    first = turned(np.eye(384, dtype=np.float32)[:1])[0]
    assert np.sign(first[:8]).tolist() == FIRST_SIGNS
    assert np.abs(first).max() < 0.3  # spread over all dimensions


def test_signs_tell_what_is_near_from_what_is_not(config: Config) -> None:
    store = Store(config, "default")
    say(store, "deck", DOCUMENT, "We had lunch on Friday.", "The presentation was too long, she said.")
    profile = store.embeddings.profile()
    assert profile is not None
    items = [item.id for item in store.memories.items(range(1, 20)).values()]
    own = interact("how many slides are in the deck", store, items, profile=profile)[OWN_TOKENS]
    assert store.memories.items([own[0][0]])[own[0][0]].text == DOCUMENT
    assert own[0][1] > own[1][1] + 0.1
    assert all(-1 <= score <= 1 for _, score in own)


def test_a_turn_that_answers_only_beside_its_question_is_found_by_it(config: Config) -> None:
    store = Store(config, "default")
    say(store, "flat", "Morning!", ASKED, ANSWERED, "Lovely.")
    say(store, "other", "Morning!", "Shall we have the meeting?", "Yes, in May.", "Lovely.")
    hits = retrieve("when does she move to the new flat", store, k=8)
    answer, other = (next(hit for hit in hits if hit.text == text) for text in (ANSWERED, "Yes, in May."))
    assert answer.components[CONTEXT_TOKENS] > other.components[CONTEXT_TOKENS] + 0.1
    assert answer.components[CONTEXT_TOKENS] > answer.components[OWN_TOKENS]


def test_models_of_ones_own_without_a_token_embedder_do_without(config: Config, own: Path) -> None:
    store = Store(replace(config, models=own), "default")
    say(store, "deck", DOCUMENT, "We had lunch on Friday.")
    (hit, *_) = retrieve("how many slides in the deck", store)
    assert hit.text == DOCUMENT
    assert OWN_TOKENS not in hit.components


def test_a_store_filled_without_tokens_gets_them_once_there_is_a_model(config: Config, own: Path) -> None:
    bare = Store(replace(config, models=own), "default")
    say(bare, "deck", DOCUMENT, "We had lunch on Friday.")
    bare.close()
    (hit, *_) = retrieve("how many slides in the deck", Store(config, "default"))
    assert OWN_TOKENS in hit.components


def test_a_token_that_few_texts_hold_counts_more_than_one_that_all_do(config: Config) -> None:
    store = Store(config, "default")
    say(
        store, "deck", *(f"The deck needs work, says {name}." for name in ("Ada", "Ben", "Cleo", "Dan")), "Off to Oslo."
    )
    profile = store.embeddings.profile()
    assert profile is not None
    items = store.memories.items(range(1, 20))
    own = interact("the deck in Oslo", store, [*items], profile=profile)[OWN_TOKENS]
    assert items[own[0][0]].text == "Off to Oslo."


def test_a_product_in_blocks_is_the_product(late: TokenEmbedder) -> None:
    query = late.query("when do you move to the new flat")
    packed = np.concatenate(late.documents([DOCUMENT, ASKED, ANSWERED] * 40))
    whole = np.unpackbits(packed, axis=1).astype(np.float32) @ query.T
    assert len(packed) * query.size > 2 * _BLOCK
    assert _product(packed, query) == pytest.approx(whole, abs=1e-5)
