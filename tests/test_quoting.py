"""Quotes as models type them, found in the turn as it was said."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from episodic import get_store, llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.consolidate.quoting import as_said
from episodic.llm.backend import Request
from episodic.llm.scripted import Line, ScriptedLLM
from episodic.memory.store import Store

FOUND = [
    ("We ship on Friday, then.", "we ship on friday", "we ship on friday"),
    (r"It is \"done\" now", 'It is "done" now', r"It is \"done\" now"),
    ('It is "done" now', r"It is \"done\" now", 'It is "done" now'),
    (r"in C:\\users\\nils today", r"C:\users\nils", r"C:\\users\\nils"),
    ("We use **Postgres** for `billing`", "We use Postgres for billing", "We use **Postgres** for `billing"),
    ("We use Postgres", "We use **Postgres**", "We use Postgres"),
    ("see [the plan](http://a.b/c) first", "see the plan first", "see [the plan](http://a.b/c) first"),
    ("Tom &amp; Ada own it", "Tom & Ada own it", "Tom &amp; Ada own it"),
    ("needs:\n- 14 slides\n- a chart", "needs: 14 slides, a chart", "needs:\n- 14 slides\n- a chart"),
    (
        "We moved to Oslo, after long talks, in May",
        "We moved to Oslo … in May",
        "We moved to Oslo, after long talks, in May",
    ),
    (
        "We moved to Oslo, after long talks, in May",
        "We moved to Oslo [...] in May",
        "We moved to Oslo, after long talks, in May",
    ),
    ("We moved to Oslo.", "We moved to Oslo...", "We moved to Oslo"),
    ("我住在上海，喜欢喝茶", "喜欢喝茶", "喜欢喝茶"),
]


@pytest.mark.parametrize(("text", "quote", "said"), FOUND)
def test_a_quote_is_found_however_it_was_typed(text: str, quote: str, said: str) -> None:
    """FINDINGS 47: `C:\\users\\nils` was "not in turn"."""
    assert as_said(quote, text) == said


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("We moved to Oslo in May", "We moved to Bergen in May"),
        ("We moved to Oslo in May", "in May … We moved"),
        ("We moved to Oslo in May", "moved Oslo"),
        ("We moved to Oslo in May", "e moved to Osl"),
        ("We moved to Oslo in May", "…"),
        ("We moved to Oslo in May", "**"),
        ("We do not need 14 slides", "We need 14 slides"),
        ("one\n\nWe moved.\n\nmuch later, in May", "We moved … in May"),
        ("", "We moved"),
    ],
)
def test_what_was_not_said_is_found_nowhere(text: str, quote: str) -> None:
    assert as_said(quote, text) == ""


@pytest.fixture
def plain(config: Config) -> Iterator[Store]:
    """A store without models, for a language model that is asked once."""
    opened = get_store(config=replace(config, llm_retries=0, models=config.home / "none"))
    yield opened
    opened.close()
    llm.set_backend(None)


def facts(store: Store) -> list[tuple[str, str]]:
    return store.db.rows("select i.text, f.quote from item i join fact f on f.item = i.id order by i.id")


HOME = r"My home is C:\users\nils\new\tables here"


@pytest.mark.parametrize(
    "written",
    [
        r"My home is C:\users\nils\new\tables",  # nothing escaped: \u makes no sense, \n and \t do
        r"My home is C:\\users\\nils\\new\\tables",  # as JSON has it
        r"My home is C:\\\\users\\\\nils\\\\new\\\\tables",  # escaped twice
    ],
)
def test_a_windows_path_is_a_fact_however_it_was_escaped(plain: Store, written: str) -> None:
    reply = f'{{"facts": [{{"kind": "technical", "text": "{written}", "quote": "{written}", "turn": 0}}]}}'
    llm.set_backend(ScriptedLLM([reply]))
    buffer = SessionBuffer("talk", store=plain)
    buffer.append_turn("user", HOME)
    assert asyncio.run(consolidate_buffer(buffer)).refused == {}
    ((text, quote),) = facts(plain)
    assert quote == r"My home is C:\users\nils\new\tables"
    assert text.replace("\\\\", "\\") == quote


def test_a_path_whose_backslashes_all_read_as_escapes_is_a_fact(plain: Store) -> None:
    reply = (
        r'{"facts": [{"kind": "technical", "text": "It lies in C:\new\run", "quote": "lies in C:\new\run", "turn": 0}]}'
    )
    llm.set_backend(ScriptedLLM([reply]))
    buffer = SessionBuffer("talk", store=plain)
    buffer.append_turn("user", r"It lies in C:\new\run")
    asyncio.run(consolidate_buffer(buffer))
    assert facts(plain) == [(r"It lies in C:\new\run", r"lies in C:\new\run")]


def test_all_of_a_long_turn_is_shown(plain: Store) -> None:
    """FINDINGS 47: past 6,000 characters nothing was shown, and all of it counted as consolidated."""
    lines = [f"Step {n} of the plan takes {n} days and is not done before the one in front of it." for n in range(170)]
    shown: list[str] = []

    def line(request: Request) -> Line:
        told: list[dict[str, Any]] = json.loads(request.user.split("\n")[1])["turns"]
        shown.extend(turn["text"] for turn in told if turn["n"] == 1)
        found = next((one for one in reversed(lines) if any(one in turn["text"] for turn in told)), None)
        fact = {"kind": "temporal", "text": found, "quote": found, "turn": 1}
        return {"facts": [fact] if found else [], "loops_opened": [], "loops_closed": []}

    llm.set_backend(ScriptedLLM(line))
    buffer = SessionBuffer("talk", store=plain)
    buffer.append_turn("user", "Here is the plan.")
    buffer.append_turn("user", "\n".join(lines))
    buffer.append_turn("user", "That is all.")
    report = asyncio.run(consolidate_buffer(buffer))
    assert all(any(one in part for part in shown) for one in lines)
    assert max(map(len, shown)) <= 6_000
    assert (report.turns, report.windows, report.proposed) == (3, 1, len(shown))
    assert lines[-1] in {text for text, _ in facts(plain)}


def test_what_a_system_says_is_shown_to_no_model(plain: Store) -> None:
    script = ScriptedLLM([{"facts": []}])
    llm.set_backend(script)
    buffer = SessionBuffer("talk", store=plain)
    buffer.append_turn("system", "You are a helper for the Vega project")
    buffer.append_turn("user", "Good morning to you")
    asyncio.run(consolidate_buffer(buffer))
    assert "Vega" not in script.calls[0].user
