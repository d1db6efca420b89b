"""Whatever a model puts into a field of a reply, consolidating goes on, and what stands beside it is kept."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic import get_store, llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config, load
from episodic.consolidate import narrate, profiles
from episodic.consolidate.episodes import record
from episodic.consolidate.goes_on import goes_on
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.consolidate.report import Report
from episodic.consolidate.second_opinion import rule
from episodic.errors import LLMError
from episodic.llm import fields
from episodic.llm.client import Client
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.memory.workstreams import Stream
from episodic.records import EpisodeRecord, Neighbour, Turn

SAID = "The deck needs 12 slides, says Sarah. It lies in private/ with the rest. I will mail Ada the offer on Monday."
DECK = {"kind": "technical", "text": "The deck needs 12 slides", "quote": "The deck needs 12 slides", "turn": 0}
LIES = {"kind": "technical", "text": "The deck lies in private/", "quote": "It lies in private/", "turn": 0}
OFFER = {"text": "Mail Ada the offer", "quote": "I will mail Ada the offer", "turn": 0, "owner": "user", "due": None}

ODD_TEXTS = (
    *(
        "",
        " ",
        "/",
        "//",
        "private/",
        "/private",
        "../",
        "~",
        ".",
        "…",
        "🚀",
        "👩‍👩‍👧",
        "\0",
        "a\0b",
        "\n",
        "deck\nprivate/",
    ),
    *(
        "\ud800",
        "x\udfffy",
        "\u202edeck",
        "\ufeff",
        "a" * 500,
        "Sarah " * 90,
        "9" * 400,
        "1e999",
        "NaN",
        "-1",
        "0001-01-01",
    ),
    *(
        "9999-12-31",
        "2026-13-45",
        "C:\\users\\nils",
        "\\",
        "%s {0} $1",
        "'; drop table item; --",
        "<script>",
        "[#1]",
        "slides",
    ),
    *("Ångström/", "重跑", "٣", "a/–", "–", "İ", "ß", "<think>", "{", "]}", "Sarah's", "\x1b[31mred", "\x85", "true"),
)
ODD = st.one_of(
    st.sampled_from(ODD_TEXTS),
    st.sampled_from([None, True, False, 0, -1, 1, 1.5, 10**40, -(10**18), 2**63, float("nan"), float("inf"), 1e300]),
    st.text(max_size=30),
    st.recursive(
        st.none() | st.integers() | st.sampled_from(ODD_TEXTS),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
        max_leaves=6,
    ),
)


FEW = settings(max_examples=settings().max_examples // 5)  # each is a session


@pytest.fixture(scope="module")
def plain_config(tmp_path_factory: pytest.TempPathFactory) -> Config:
    """Settings without models: what is tested is what is read. A model that fails is not asked again."""
    home, now = tmp_path_factory.mktemp("odd"), datetime(2026, 11, 29, 9, tzinfo=UTC)
    found = load({}, file=Path("/dev/null"), home=home, models=home / "none", zone="Europe/Stockholm", now=now)
    return replace(found, llm_retries=0)


@pytest.fixture(scope="module")
def lasting(plain_config: Config) -> Iterator[Store]:
    """One memory for all examples."""
    opened = get_store(config=plain_config)
    yield opened
    llm.set_backend(None)
    opened.close()


def consolidated(store: Store, reply: Any) -> Report:
    """Say the same in a new session and consolidate it with this reply."""
    buffer = SessionBuffer(f"talk {len(store.turns.sessions())}", store=store)
    buffer.append_turn("user", SAID)
    llm.set_backend(ScriptedLLM(lambda request: {"rulings": []} if "rulings" in request.system else reply))
    report = asyncio.run(consolidate_buffer(buffer))
    assert buffer.pending == 0
    assert report.failed == report.bugs == report.parked == 0
    return report


def client(config: Config, reply: Any) -> Client:
    llm.set_backend(ScriptedLLM(lambda _: reply))
    opened = llm.connect(config)
    assert opened is not None
    return opened


@FEW
@given(st.sampled_from(sorted({*DECK, "stance", "entities", "valid_from", "valid_until", "more"})), ODD)
def test_an_odd_field_costs_its_fact_at_most(lasting: Store, field: str, odd: Any) -> None:
    report = consolidated(lasting, {"facts": [DECK | {field: odd}, LIES]})
    assert report.added + report.restated >= 1
    assert report.proposed <= 2


@FEW
@given(st.lists(ODD, max_size=4))
def test_an_odd_entity_is_dropped_and_the_fact_stays(lasting: Store, entities: list[Any]) -> None:
    report = consolidated(
        lasting, {"facts": [DECK | {"entities": [*entities, "Sarah"]}, LIES | {"entities": entities}]}
    )
    assert report.added + report.restated == 2
    assert [one.name for one in lasting.entities.find("Sarah")] == ["Sarah"]


def test_every_odd_name_is_survived(lasting: Store) -> None:
    """FINDINGS 53: a folder named `private/` ended every run."""
    for place in range(0, len(ODD_TEXTS), 4):
        facts = [DECK | {"entities": list(ODD_TEXTS[place : place + 4])}]
        assert consolidated(lasting, {"facts": facts}).proposed == 1


@FEW
@given(st.lists(ODD, max_size=3), st.integers(0, 3))
def test_an_odd_item_costs_itself_alone_and_is_counted(lasting: Store, odd: list[Any], place: int) -> None:
    items = [*odd[:place], DECK, *odd[place:]]
    report = consolidated(lasting, {"facts": items})
    assert report.added + report.restated == 1
    assert report.proposed == len(items)
    assert report.trouble == ()


@FEW
@given(st.sampled_from(sorted(OFFER)), ODD, st.lists(ODD, max_size=2), ODD)
def test_odd_loops_leave_facts_and_sound_loops_alone(
    lasting: Store, field: str, odd: Any, entries: list[Any], closed: Any
) -> None:
    opened = [*entries, OFFER | {field: odd}, OFFER]
    done = [{"loop": closed, "quote": "I will mail Ada the offer", "turn": 0}, closed]
    report = consolidated(lasting, {"facts": [DECK], "loops_opened": opened, "loops_closed": done})
    assert report.added + report.restated == 1
    assert [loop.text for loop in lasting.loop_book.unfinished(project=None)].count("Mail Ada the offer") == 1


@FEW
@given(st.sampled_from(["loops_opened", "loops_closed", "more"]), ODD)
def test_an_odd_list_beside_the_facts_costs_itself_alone(lasting: Store, key: str, odd: Any) -> None:
    report = consolidated(lasting, {"facts": [DECK], key: odd})
    assert report.added + report.restated == 1


KNOWN = [Neighbour(7, "The deck needs 14 slides", "technical"), Neighbour(8, "The deck is blue", "technical")]
PAIRS = [("The deck needs 12 slides", KNOWN), ("The deck is red", KNOWN)]
RULED = {"candidate": 1, "ruling": "supersede", "known": 2, "why": "red now"}


@FEW
@given(st.sampled_from(["candidate", "ruling", "known", "why"]), ODD)
def test_an_odd_ruling_costs_itself_alone(plain_config: Config, field: str, odd: Any) -> None:
    reply = {"rulings": [RULED | {"candidate": 0, field: odd}, RULED]}
    assert asyncio.run(rule(client(plain_config, reply), PAIRS))[1].id in {7, 8}


COACHED = [
    Turn("coach", 0, "user", "I earn 2,840 euro a month and rent is 960.", datetime(2026, 11, 20, tzinfo=UTC)),
    Turn("coach", 1, "assistant", "You should put 300 euro aside.", datetime(2026, 11, 20, tzinfo=UTC)),
    Turn("coach", 2, "user", "I'll think about it.", datetime(2026, 11, 20, tzinfo=UTC)),
]
TOLD = {"subject": "Budget", "summary": "The user earns 2,840 euro.", "outcome": "unresolved"}


@FEW
@given(st.sampled_from(sorted(narrate.SCHEMA["properties"])), ODD, ODD)
def test_an_odd_field_of_an_episode_falls_back_to_what_was_said(
    plain_config: Config, field: str, odd: Any, inner: Any
) -> None:
    plain = record(COACHED, ())
    assert plain is not None
    listed = [{"text": inner, "quote": "rent is 960", "turn": 0}, {"text": "Rent", "quote": inner, "turn": inner}]
    for value in (odd, [odd], listed):
        asked = client(plain_config, TOLD | {field: value})
        told = asyncio.run(narrate.narrate(asked, COACHED, plain, zone=plain_config.local_zone(), tone=True))
        assert told.subject
        assert len(told.summary.split()) <= 60
        for name in ("topics", "decisions", "advice_given", "actions", "lessons", "key_numbers", "concerns", "tags"):
            assert all(isinstance(one, str) and one and "\n" not in one for one in getattr(told, name))


@FEW
@given(ODD)
def test_an_odd_thread_is_none_or_one_that_was_shown(plain_config: Config, odd: Any) -> None:
    at = datetime(2026, 11, 20, tzinfo=UTC)
    episode = Episode(3, "coach", None, at, at, EpisodeRecord("Budget", "The user earns 2,840 euro."))
    stream = Stream(5, "Budget", None, "hypothesis", 1, 0, at, (3,))
    try:
        assert asyncio.run(goes_on(client(plain_config, {"known": odd}), episode, [stream], {3: episode})) in {None, 5}
    except LLMError:
        assert fields.whole(odd) not in {0, 1}


@FEW
@given(st.sampled_from(["text", "facts"]), ODD)
def test_an_odd_sentence_of_a_profile_costs_itself_alone(plain_config: Config, field: str, odd: Any) -> None:
    basis = [profiles.Basis(12, "Ada is our landlord", datetime(2026, 11, 20, tzinfo=UTC) + timedelta(days=1))]
    sound = {"text": "Ada is the landlord", "facts": [12]}
    asked = client(plain_config, {"sentences": [sound | {field: odd}, sound, odd]})
    told = asyncio.run(profiles.narrate(asked, "Ada", basis))
    assert told.facts == (12,)
    assert "Ada is the landlord [#12]." in told.text


@FEW
@given(st.text(max_size=60) | st.sampled_from([json.dumps(text) for text in ODD_TEXTS]) | ODD.map(json.dumps))
def test_no_reply_at_all_stops_the_work(lasting: Store, reply: str) -> None:
    """What cannot be used leaves the window pending, with a line that says so."""
    buffer = SessionBuffer(f"talk {len(lasting.turns.sessions())}", store=lasting)
    buffer.append_turn("user", SAID)
    llm.set_backend(ScriptedLLM(lambda _: reply))
    report = asyncio.run(consolidate_buffer(buffer))
    assert report.failed == len(report.trouble) == buffer.pending <= 1
    assert report.bugs == 0
