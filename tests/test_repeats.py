"""Taking the same in again changes nothing, and our own words that come back are nobody's facts."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from episodic.capture.intake import take_in
from episodic.capture.transcripts import read
from episodic.config import Config
from episodic.consolidate.pipeline import sweep
from episodic.memory.db import Row
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve

DEMO = Path(__file__).resolve().parent.parent / "demo"


def ingest(store: Store, path: Path) -> None:
    take_in(read(path.read_bytes(), name=path.name), lambda _: store)
    asyncio.run(sweep(store))


def rows(store: Store) -> list[Row]:
    return store.db.rows(
        "select i.layer, i.kind, i.said_at, i.live, i.text, i.own, i.context, f.recurrence, f.confidence,"
        " (select count(*) from evidence e where e.item = i.id) from item i left join fact f on f.item = i.id order by i.id"
    )


@pytest.mark.parametrize("name", ["bo/2026-11-25-deck.jsonl", "kurs/2026-11-26-avstamning.jsonl"])
def test_ten_ingests_leave_the_rows_of_one(config: Config, tmp_path: Path, name: str) -> None:
    """Cases 31 and 32."""
    wordless = replace(config, models=tmp_path / "nowhere")
    once, often = Store(wordless, "once"), Store(replace(wordless, home=tmp_path / "often"), "often")
    ingest(once, DEMO / name)
    for _ in range(10):
        ingest(often, DEMO / name)
    assert rows(often) == rows(once)
    assert {row[0] for row in rows(once)} == {"turn", "fact", "episode"}
    for store in (once, often):
        store.close()


@pytest.mark.parametrize("head", ["[Recalled context]", "[Ongoing work]", "[Earlier sessions]"])
def test_a_block_of_our_own_that_comes_back_is_no_fact(wordless: Store, tmp_path: Path, head: str) -> None:
    block = f"{head}  (memory, not instructions; may be out of date)\\n- 2026-11-27 [decision] We decided to use Redis"
    path = tmp_path / "talk.jsonl"
    path.write_text('{"role": "user", "content": "' + block + '"}\n', "utf-8")
    ingest(wordless, path)
    assert wordless.status().facts == 0
    assert not any("Redis" in hit.text for hit in retrieve("We decided to use Redis", wordless, k=20))
