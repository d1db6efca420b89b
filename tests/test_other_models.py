"""Models of one's own: a change is noticed, makes vectors anew, and leaves recall working meanwhile."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from episodic import SessionBuffer, retrieve
from episodic.config import Config
from episodic.memory.store import Store

SAID = [f"Ticket {number} is about the {what}." for number, what in enumerate(["invoice", "boiler", "ferry"] * 15)]


@pytest.fixture
def swapped(config: Config, own: Path) -> Store:
    """A memory of one embedder, opened with another one of the same files and length, whose numbers differ."""
    before = Store(config, "default")
    SessionBuffer("s", store=before).extend([{"role": "user", "content": text} for text in SAID])
    before.close()
    (own / "embedder" / "episodic.json").write_text(json.dumps({"pooling": "mean"}), "utf-8")
    return Store(replace(config, models=own), "default")


def test_vectors_of_two_models_never_mix(swapped: Store) -> None:
    """CASES 14 and 127: another model of the same dimension makes everything wait, and words answer meanwhile."""
    found = retrieve("what is ticket 7 about", swapped)
    assert any(f"{len(SAID)} items may be found by words only" in note for note in found.notes)
    assert found[0].text == "Ticket 7 is about the boiler."
    assert "own meaning" not in found[0].components


def test_making_them_anew_goes_on_where_it_was_interrupted(swapped: Store) -> None:
    class StoppedError(Exception):
        pass

    def interrupt(_: int) -> None:
        raise StoppedError

    slow = Store(replace(swapped.config, embed_batch=10), "default")
    with pytest.raises(StoppedError):
        slow.embeddings.catch_up(on_progress=interrupt)
    assert swapped.embeddings.waiting() == len(SAID) - 10
    assert retrieve("what is ticket 7 about", swapped)[0].text == "Ticket 7 is about the boiler."
    assert slow.embeddings.catch_up() == len(SAID) - 10
    (hit, *_) = retrieve("what is ticket 7 about", swapped)
    assert "own meaning" in hit.components
    assert swapped.db.value("select count(*) from embedding_profile") == 1  # what the other one made is gone
