"""What a person would expect of a memory where use showed another thing; each of the faults in six situations."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, get_store
from episodic.config import Config
from episodic.memory.store import Store
from episodic.surfaces import render
from episodic.surfaces.recalling import Asked, recall_here

ROWS = [
    json.loads(line)
    for line in (Path(__file__).resolve().parent.parent / "scripts" / "calibration" / "outdated.jsonl")
    .read_text("utf-8")
    .splitlines()
]
MARKS = ("outdated", "ran out", "since then", "expired")


def at(config: Config, moment: str) -> Config:
    return replace(config, now=datetime.fromisoformat(moment))


def told(row: Mapping[str, Any], config: Config) -> None:
    """Bring a memory into the row's situation: each session is taken in and consolidated when it ended."""
    turns = row.get("turns", ())
    for session, said in groupby(turns, key=lambda turn: turn[0]):
        lines = list(said)
        with closing(get_store(config=at(config, lines[-1][3]))) as store:
            buffer = SessionBuffer(session, store=store)
            buffer.extend(
                {"role": role, "content": text, "at": datetime.fromisoformat(when)} for _, role, text, when in lines
            )
            asyncio.run(consolidate_buffer(buffer, final=True))
    for command in row.get("commands", ()):
        by_hand(command["argv"], at(config, command["at"]))


def by_hand(argv: Sequence[str], config: Config) -> None:
    from episodic.surfaces import cli
    from episodic.surfaces.app import app

    assert cli  # its commands are the app's

    environment = {"EPISODIC_HOME": str(config.home), "EPISODIC_NOW": config.clock().isoformat()}
    done = CliRunner().invoke(app, list(argv), env=environment | {"EPISODIC_CONFIG": "/dev/null"})
    assert done.exit_code == 0, done.output


def recalled(row: Mapping[str, Any], config: Config) -> list[str]:
    """The lines of `recall`, one a hit."""
    found = recall_here(config, "default", Asked(row["question"])).hits
    return [" ".join(line.split()) for line in render.hits(found, now=config.clock(), width=2000)]


def block(row: Mapping[str, Any], store: Store) -> tuple[str, list[str]]:
    """The heading and the lines of the block of one agent's session."""
    injector = EpisodicInjector(store, session="now")
    for before in row.get("before", ()):
        injector.get_context(before)
    heading, *lines = injector.get_context(row["question"]).splitlines() or [""]
    return heading, lines


def holds(line: str, groups: Sequence[Sequence[str]]) -> bool:
    return all(any(one in line.casefold() for one in group) for group in groups)


def check_lines(lines: Sequence[str], expect: Mapping[str, Any]) -> None:
    """Check the lines of an answer against what is expected of them."""
    for place, key in enumerate(("first", "second")):
        if groups := expect.get(key):
            assert len(lines) > place, (key, lines)
            assert holds(lines[place], groups), (key, lines)
    for groups in expect.get("lines", ()):
        assert any(holds(line, groups) for line in lines), (groups, lines)
    for fragment in expect.get("not_first", ()):
        assert not lines or fragment not in lines[0].casefold(), (fragment, lines)
    for fragment in expect.get("absent", ()):
        assert not any(fragment in line.casefold() for line in lines), (fragment, lines)
    for key in ("marked", "not_marked"):
        for fragment in expect.get(key, ()):
            found = [line for line in lines if fragment in line.casefold()]
            assert all(any(mark in line for mark in MARKS) == (key == "marked") for line in found), (key, found)


def check_episodes(store: Store, expect: Mapping[str, Any]) -> None:
    """Check how episodes are told, and how many there are."""
    episodes = sorted(store.episodes(), key=lambda one: one.started_at)
    if "outcome" in expect:
        assert episodes[-1].record.outcome == expect["outcome"]
        assert any(holds(one.record.summary, expect["summary"]) for one in episodes), episodes
    facts = [row[0] for row in store.db.rows("select item from fact")]
    for fragment in expect.get("not_decided", ()):
        decided = (fact for fact in store.memories.items(facts).values() if fact.kind == "decision")
        assert not any(fragment in fact.text.casefold() for fact in decided)
    if subjects := expect.get("episodes"):
        told = [one.record.summary.casefold() for one in episodes]
        assert len(told) == len(subjects), told
        for place, summary in enumerate(told):
            assert any(one in summary for one in subjects[place]), told
            assert not any(one in summary for other in subjects if other != subjects[place] for one in other), told


def check_streams(store: Store, expect: Mapping[str, Any]) -> None:
    """Check the workstreams by name, state and sessions."""
    streams = store.streams()
    for wanted in expect["streams"]:
        found = next((one for one in streams if any(name in one.name.casefold() for name in wanted["name"])), None)
        assert found is not None, streams
        assert found.state == wanted["status"]
        assert found.sessions == len(wanted["sessions"])


def case(row: Mapping[str, Any]) -> Any:
    open_still = {"62-4": "no model that comes with it reads Swedish well enough to tell the subjects apart"}
    marks = [pytest.mark.xfail(reason=open_still[row["id"]])] if row["id"] in open_still else []
    return pytest.param(row, id=row["id"], marks=marks)


@pytest.mark.parametrize("row", [case(row) for row in ROWS])
def test_what_was_found_in_use_is_as_a_person_expects(row: Mapping[str, Any], config: Config) -> None:
    told(row, config)
    now, expect = at(config, row["now"]), row["expect"]
    if row["surface"] == "recall":
        lines = recalled(row, now)
        check_lines(lines, expect)
        if "first_at" in expect:
            first = recall_here(now, "default", Asked(row["question"])).hits[0]
            assert f"{first.said_at:%Y-%m-%d}" == expect["first_at"], lines
        return
    with closing(get_store(config=now)) as store:
        if row["surface"] == "block":
            heading, lines = block(row, store)
            check_lines(lines, expect)
            assert not expect.get("heading_not") or expect["heading_not"] not in heading
        elif row["surface"] == "episodes":
            check_episodes(store, expect)
        else:
            check_streams(store, expect)
