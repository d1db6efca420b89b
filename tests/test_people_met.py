"""Who a stretch of talk makes known, of what kind, and what is said of them: the table people_met.jsonl."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli

from episodic.capture.buffer import SessionBuffer
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.memory.store import Store
from episodic.records import Role
from episodic.rights.acquaintances import portrait

LINES = [json.loads(line) for line in (Path(__file__).parent / "people_met.jsonl").read_text("utf-8").splitlines()]


def talk(store: Store, said: list[str]) -> None:
    buffer = SessionBuffer("s", store=store)
    for text in said:
        role: Role = "assistant" if text.startswith("assistant: ") else "user"
        buffer.append_turn(role, text.removeprefix("assistant: "))
    asyncio.run(consolidate_buffer(buffer))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["said"][0])
def test_who_is_met_is_known_by_name_and_kind(wordless: Store, line: dict[str, Any]) -> None:
    """FINDING 44."""
    talk(wordless, line["said"])
    known = {one.name: one.kind for one in wordless.entities.known()}
    assert {name: known.get(name) for name in line.get("met", {})} == line.get("met", {})
    assert not [name for name in known for part in line.get("not_met", ()) if part in name]
    assert not [name for name, kind in line.get("kinds_not", {}).items() if known.get(name) == kind]


@pytest.mark.parametrize("line", [line for line in LINES if "of" in line], ids=lambda line: line["said"][0])
def test_what_is_said_of_them_is_shown(wordless: Store, line: dict[str, Any]) -> None:
    talk(wordless, line["said"])
    for name, words in line["of"].items():
        (one,) = wordless.entities.find(name)
        shown = portrait(wordless, one)
        assert [
            text
            for text in (*(fact.text for fact in shown.facts), *(said.text for said in shown.remarks))
            if words in text
        ]


def test_what_became_no_fact_is_shown_as_it_was_said(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    said = [
        "Hedvig from the council signs it.",
        "the plan is with Hedvig now, she has until Monday",
        "is Hedvig in today?",
    ]
    path.write_text("".join(json.dumps({"role": "user", "content": text}) + "\n" for text in said), "utf-8")
    assert cli("ingest", str(path)).returncode == 0
    shown = cli("who", "hedvig").stdout
    assert shown.startswith("Hedvig  (person, 3 mentions)\n")
    assert "[said]       Hedvig from the council signs it." in shown
    assert "is Hedvig in today" not in shown


def test_what_is_of_no_known_kind_is_called_nothing(cli: Cli) -> None:
    for text in ("then we saw it with Bildar again", "this was the idea of Bildar"):
        assert cli("remember", text).returncode == 0
    assert cli("who").stdout.split() == ["2", "Bildar"]
