"""The models have the say that fits what they can read, and the time that there is."""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import CACHE, FULL, NOW, Cli

from episodic import SessionBuffer, retrieve
from episodic.config import Config
from episodic.errors import InputError
from episodic.memory.store import Store
from episodic.models.embedder import Embedder, open_embedder
from episodic.models.reranker import Reranker
from episodic.recall.fusion import fuse, reading_weight
from episodic.recall.reading import say, weighed
from episodic.recall.rerank import Views, _logits, views_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QUESTIONS = 8
SETS = Path(__file__).parent.parent / "scripts" / "languages"


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return open_embedder(folder=None, cache=CACHE, workers=1)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("which database do I use", 1.0),
        ("Okafor", 1.0),  # a name that is no token of its own is still read
        ("wann ist der Zahnarzttermin?", 1.0),
        ("När är tandläkaren bokad?", 1.0),
        ("49222", 1.0),
        ("???", 1.0),
        ("🚀 ★★★", 0.0),
        ("x" * 150, 0.0),
        ("", 1.0),
        ("用户服务器部署在腾讯云国内节点", 0.0),
        ("東京はどこ", 0.0),
        ("끝말잇기", 0.0),
        ("Где лежит запасной ключ?", 0.0),
    ],
)
def test_a_model_knows_what_it_can_read(embedder: Embedder, text: str, share: float) -> None:
    assert embedder.reads(text) == share


def test_of_a_mixed_text_it_reads_the_part_in_its_own_script(embedder: Embedder) -> None:
    assert 0.3 < embedder.reads("привет docker compose up") < embedder.reads("我用PostgreSQL") < 0.9


def test_the_say_goes_from_none_to_all(config: Config) -> None:
    given = replace(config, unread_share=0.4, read_share=0.8)
    assert [say(read, given) for read in (0.0, 0.4, 0.6, 0.8, 1.0)] == pytest.approx([0, 0, 0.5, 1, 1])
    weights = weighed({"own words": 0.2, "own meaning": 0.1}, 0.6, given)
    assert weights == pytest.approx({"own words": 0.2, "own meaning": 0.05})
    assert reading_weight(4.0, fused=0.2, none=-9, full=-7, say=0.5) == pytest.approx(0.6)


def test_lists_without_any_weight_fuse_to_nothing() -> None:
    assert fuse({"meaning": [(1, 0.5)], "words": []}, {"meaning": 0.0, "words": 1.0}) == {}
    assert fuse({"meaning": [(1, 0.5)], "words": [(2, 3.0)]}, {"meaning": 0.0, "words": 1.0}) == {1: 0.0, 2: 1.0}


@pytest.fixture(scope="module", params=["zh", "ja", "ko", "ru"])
def unread(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, list[str]]:
    """A memory in a script that the models do not know, and questions about it; all sessions only at full size."""
    rows = [json.loads(line) for line in (SETS / f"{request.param}.jsonl").read_text("utf-8").splitlines()]
    asked = [row for row in rows if row.get("evidence")][:QUESTIONS]
    proving = {session for row in asked for session, _ in row["evidence"]}
    store = Store(Config(home=tmp_path_factory.mktemp("home"), cache=CACHE, now=NOW), "default")
    for session in (row for row in rows if "turns" in row and (FULL or row["session"] in proving)):
        start = datetime.fromisoformat(session["at"])
        SessionBuffer(session["session"], store=store).extend(
            {"role": turn["role"], "content": turn["text"], "at": start + timedelta(minutes=place)}
            for place, turn in enumerate(session["turns"])
        )
    return store, [row["question"] for row in asked]


def test_what_no_model_reads_is_ranked_by_words_alone(unread: tuple[Store, list[str]]) -> None:
    store, questions = unread
    for question in questions:
        found, words = retrieve(question, store, k=10), retrieve(question, store, k=10, fast=True)
        assert [hit.id for hit in found] == [hit.id for hit in words]
        assert found.strength != "none"
        assert found.read is not None
        assert found.read < 0.3  # one question names a product in Latin letters
        assert not any("meaning" in name or "cross-encoder" in name for hit in found for name in hit.components)


def test_a_question_in_english_over_what_no_model_reads_leaves_the_reader_no_say(
    unread: tuple[Store, list[str]],
) -> None:
    """CASE 16: honest weakness, and no order from a reader that sees nothing but unknown words."""
    found = retrieve("which database do they use", unread[0])
    assert found.read == 1.0
    assert found.strength != "strong"
    assert not any("cross-encoder" in hit.components for hit in found)


def test_an_english_question_finds_the_shared_word_in_another_script(store: Store) -> None:
    """CASE 16."""
    SessionBuffer("s", store=store).extend(
        [{"role": "user", "content": text} for text in ("我用PostgreSQL", "明天开会")]
    )
    assert retrieve("PostgreSQL", store)[0].text == "我用PostgreSQL"


def test_explain_and_status_say_what_the_models_read(store: Store, cli: Cli) -> None:
    SessionBuffer("s", store=store).append_turn("user", "用户服务器部署在腾讯云国内节点")
    assert "the models read 0% of the question" in cli("recall", "腾讯云", "--explain").stdout
    assert "reads 0% of what was said lately" in cli("status").stdout
    assert "multilingual" in cli("doctor").stdout


@pytest.fixture
def talk(store: Store) -> Store:
    said = ("The Series B deck has 14 slides.", "We had lunch on Friday.", "Slides are due, Sarah decks the hall.")
    SessionBuffer("s", store=store).extend([{"role": "user", "content": text} for text in said])
    return store


def test_without_time_to_read_the_order_found_stands_and_is_said_to(talk: Store) -> None:
    """CASE 122."""
    found = retrieve("how many slides are in the deck", talk, within=0.001)
    assert found[0].text.startswith("The Series B deck")
    assert not any("cross-encoder" in hit.components for hit in found)
    assert any("no time left" in note for note in found.notes)


def test_with_time_enough_nothing_changes(talk: Store) -> None:
    found, timed = (retrieve("how many slides are in the deck", talk, within=ms) for ms in (None, 600_000))
    assert list(found) == list(timed)
    assert found.notes == timed.notes


def test_a_turn_is_read_with_the_end_and_after_the_beginning_of_what_it_replies_to(store: Store) -> None:
    asked = "I walked along the river, " * 12 + "so: who keeps the keys?"
    SessionBuffer("s", store=store).extend(
        [
            {"role": "user", "name": "Ada", "content": asked},
            {"role": "user", "name": "Ben", "content": "Cleo does."},
        ]
    )
    first, second = views_of(store, [*store.memories.items([1, 2]).values()], {})
    assert first.reply == first.spoken == f"Ada: {asked}"
    assert second.reply == f"Ben: Cleo does. (replying to: {asked[-120:]})"
    assert second.spoken.startswith("Ada: I walked along the river")
    assert second.spoken.endswith(" Ben: Cleo does.")
    assert len(second.spoken) < 330


@pytest.mark.parametrize("within", [0, -5, float("nan")])
def test_no_time_at_all_is_refused(talk: Store, within: float) -> None:
    with pytest.raises(InputError, match="give a number above 0"):
        retrieve("deck", talk, within=within)


class Slow(Reranker):
    """A cross-encoder that is late each time it has read."""

    def scores(self, question: str, texts: Sequence[str], *, until: float | None = None) -> "NDArray[np.float32]":
        logits = super().scores(question, texts, until=until)
        if until is not None:
            time.sleep(max(0.0, until - time.monotonic()) + 0.01)
        return logits


def test_where_there_is_time_for_the_first_views_only_they_count(talk: Store) -> None:
    reranker = talk.senses.reranker()
    slow = Slow(reranker.files, cache=talk.config.cache)
    views = [Views("Ada: it is 14.", "Ben: how many? Ada: it is 14."), Views("Ben: lunch.", "Ben: lunch.")]
    first = _logits(slow, "how many", views, until=time.monotonic() + 5)
    assert list(first) == ["Ada: it is 14.", "Ben: lunch."]
    assert first.items() < _logits(reranker, "how many", views, until=None).items()
    with pytest.raises(TimeoutError):
        _logits(slow, "how many", views, until=time.monotonic() - 1)


def test_where_there_is_no_time_for_all_the_first_ten_count(talk: Store) -> None:
    slow = Slow(talk.senses.reranker().files, cache=talk.config.cache)
    views = [Views(text, text) for text in (f"Slide {number} is about the market." for number in range(20))]
    assert [*_logits(slow, "which slide", views, until=time.monotonic() + 5)] == [view.reply for view in views[:10]]
    assert len(_logits(slow, "which slide", views, until=None)) == 20
