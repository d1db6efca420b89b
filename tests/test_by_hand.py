"""Facts and episodes that a person, or an agent, writes down."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from conftest import Cli

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, retrieve
from episodic.consolidate.pipeline import sweep
from episodic.errors import InputError

ROOT = Path(__file__).resolve().parent.parent

REDIS = (
    *("remember", "--episode", "Redis connection pool exhausted", "--outcome", "max connections raised to 50"),
    *("--worked", "--tag", "redis", "--tag", "perf"),
)


def test_an_incident_comes_back_in_other_words_with_how_it_ended(cli: Cli) -> None:
    cli(*REDIS, "--tried", "restarting the workers", "--lesson", "size the pool for the workers, not the cores")
    cli(
        "remember", "--episode", "Nightly build broke after the compiler upgrade", "--outcome", "pinned gcc", "--failed"
    )
    cli("remember", "The connection to Bern leaves at 9:02.")
    shown = cli("recall", "database connections time out under load", "--limit", "1").stdout
    assert " ".join(shown.split()) == (
        "[episode] Redis connection pool exhausted. max connections raised to 50 (it worked, just now)"
        " tried: restarting the workers lesson: size the pool for the workers, not the cores"
    )
    (hit,) = json.loads(cli("recall", "database connections time out under load", "-k", "1", "--json").stdout)["hits"]
    assert (hit["layer"], hit["record"]["outcome"], hit["record"]["tags"]) == ("episode", "positive", ["redis", "perf"])


def test_an_incident_comes_before_talk_in_which_the_reader_finds_no_answer_either(cli: Cli) -> None:
    """As the README has it, on the transcripts of the demo, which speak of time-outs, load and connections."""
    cli("ingest", str(ROOT / "demo" / "series-b"))
    cli(*REDIS)
    shown = cli("recall", "database connections time out under load", "--limit", "1").stdout
    assert shown.startswith("[episode]    Redis connection pool exhausted")


def test_what_is_far_below_an_answer_does_not_update_it(cli: Cli) -> None:
    """Later it is said what the material costs "per deltagare", which is no number of them."""
    cli("ingest", str(ROOT / "demo" / "kurs"))
    (hit,) = json.loads(cli("recall", "hur många deltagare blir det", "-k", "1", "--json").stdout)["hits"]
    assert hit["text"].startswith("Nej, det blir 24 deltagare")
    assert not hit["outdated"]


def test_the_same_in_python(store: Store) -> None:
    episode = store.remember_episode(
        "Redis connection pool exhausted", outcome="max connections raised to 50", worked=True, tags=["redis", "perf"]
    )
    hit = retrieve("database connections time out under load", store, k=1)[0]
    assert hit.id == episode
    assert hit.record is not None
    assert (hit.record.actions, hit.record.outcome) == (("max connections raised to 50",), "positive")


def test_an_episode_by_hand_is_shown_once_and_told_once(store: Store) -> None:
    """Not beside the turn that proves it, nor by the sweep that tells sessions which have gone quiet."""
    store.remember_episode("The oven would not heat", outcome="new thermostat", worked=True)
    asyncio.run(sweep(get_store(store.home, clock=datetime.now(UTC) + timedelta(days=1))))
    assert [hit.layer for hit in retrieve("oven heat", store)] == ["episode"]
    assert (store.status().episodes, store.status().pending) == (1, 0)


def test_notes_by_hand_are_no_context_of_each_other(store: Store) -> None:
    store.remember("The oven is blue.")
    store.remember("Anna has a boat.")
    assert [hit.text for hit in retrieve("oven", store, layers=["turn"], fast=True)] == ["The oven is blue."]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--episode", "  "], "say what happened"),
        (["--episode", "word " * 61], "at most 60 words: say the rest with --tried and --lesson"),
        (["--episode", "It broke", "It is blue"], "an episode and a fact at once"),
        (["It is blue", "--tag", "x"], "belong to --episode"),
        (["It is blue", "--failed"], "belong to --episode"),
        ([], "there is nothing to remember"),
    ],
)
def test_what_cannot_be_kept_says_what_to_do(cli: Cli, options: list[str], says: str) -> None:
    refused = cli("remember", *options)
    assert (refused.returncode, refused.stdout, says in refused.stderr) == (1, "", True)
    assert refused.stderr.count("\n") == 1
    assert json.loads(cli("stats", "--json").stdout)["turns"] == 0


def test_secrets_stay_out_of_episodes_too(store: Store) -> None:
    key = "sk-ant-" + "api03-" + "x1Y2" * 20
    store.remember_episode("The key leaked", outcome=f"rotated {key}", lessons=[f"never paste {key}"], worked=True)
    assert key not in repr(store.episodes()) + store.db.path.read_bytes().decode("latin-1")


def test_episodes_are_found_by_tag_outcome_and_list(store: Store) -> None:
    redis = store.remember_episode("Redis ran out", outcome="more memory", worked=True, tags=["Perf"])
    build = store.remember_episode("Build broke", outcome="pinned gcc", worked=False, lessons=["read the notes"])
    disk = store.remember_episode("Disk is filling up")
    found = {
        "tag": store.episodes(tag="perf"),
        "positive": store.episodes(outcome="positive"),
        "negative": store.episodes(outcome="negative"),
        "unresolved": store.episodes(outcome="unresolved"),
        "lessons": store.episodes(having="lessons"),
        "none": store.episodes(tag="per"),
    }
    assert {name: [episode.id for episode in episodes] for name, episodes in found.items()} == {
        "tag": [redis],
        "positive": [redis],
        "negative": [build],
        "unresolved": [disk],
        "lessons": [build],
        "none": [],
    }


def test_recall_by_subject_keeps_to_what_was_said_about_it(store: Store) -> None:
    """The turns of an episode about it are about it, whatever words they use."""
    day = datetime(2026, 11, 2, 9, tzinfo=UTC)
    for session, talk in (("deck", "Let us talk about the Series B deck."), ("roof", "Let us talk about the roof.")):
        buffer = SessionBuffer(session, store=store)
        buffer.append_turn("user", talk, at=day)
        buffer.append_turn("assistant", "Gladly, what about it?", at=day)
        buffer.append_turn("user", "We decided to finish it before Christmas.", at=day)
        asyncio.run(consolidate_buffer(buffer, final=True))
    found = retrieve("what did we decide to finish", store, subject="series b deck")
    assert {hit.session for hit in found} == {"deck"}
    assert "We decided to finish it before Christmas." in [hit.text for hit in found]
    assert retrieve("what did we decide to finish", store, subject="zeppelins") == []
    everywhere = retrieve("what did we decide to finish", store)
    assert {session for hit in everywhere for session, _ in hit.evidence} == {"deck", "roof"}


def test_remembering_in_python_rules_as_the_command_does(store: Store) -> None:
    old = store.remember("The Series B deck needs 12 slides.", kind="technical")
    new = store.remember("The Series B deck needs 14 slides now.", kind="technical")
    assert [link.id for link in store.why(new).chain] == [old, new]


@pytest.mark.parametrize("what", ["zeppelin", "a\x00b", "🙂🙂", "’; drop table item; --", "ordet är “söndag”"])
def test_odd_words_are_kept_as_they_are(store: Store, what: str) -> None:
    ident = store.remember_episode(what, tags=[what])
    assert [episode.id for episode in store.episodes(tag=store.episodes()[0].record.tags[0])] == [ident]
    with pytest.raises(InputError):
        store.remember_episode("\x00 ")
