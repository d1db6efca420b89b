"""Threads of work: what goes on with what, what stays apart, and what a person puts right."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from conftest import Cli

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, llm
from episodic.config import Config
from episodic.consolidate import naming, tidying
from episodic.consolidate.activity import Activity
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.workstreams import Threads, place
from episodic.errors import BackendError, InputError, NotFoundError
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.workstreams import Stream
from episodic.records import EpisodeRecord
from episodic.rights.forget import forget_all

DAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
DECK = (
    "The Series B deck needs a competition slide before Sarah sees the revenue chart.",
    "The competition slide of the Series B deck now comes after the revenue chart, as Sarah asked.",
    "For the investor presentation, move the revenue chart of the Series B deck to slide four.",
)
KITCHEN = (
    "The oak worktop for the kitchen stains next to the sink, says the carpenter.",
    "We take laminate for the kitchen worktop and oak for the shelf above the sink.",
)


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


def held(store: Store, name: str, text: str, *, day: int = 0, project: str | None = None) -> None:
    """Hold a session of one exchange and a thank-you, to its end."""
    buffer = SessionBuffer(name, store=store, project=project)
    at = DAY + timedelta(days=day)
    buffer.extend(
        [
            {"role": "user", "content": text, "at": at},
            {"role": "assistant", "content": "Noted.", "at": at},
            {"role": "user", "content": "Thanks.", "at": at},
        ]
    )
    asyncio.run(consolidate_buffer(buffer, final=True))


def streams(store: Store) -> list[Stream]:
    return store.streams(everything=True)


def sessions(store: Store) -> set[frozenset[str]]:
    """Return the sessions of each thread."""
    told = {episode.id: episode.session for episode in store.episodes(archived=True)}
    return {frozenset(told[one] for one in stream.episodes) for stream in streams(store)}


@pytest.fixture
def two(store: Store) -> Store:
    """A memory of two threads, the deck's and the kitchen's."""
    for n, (deck, kitchen) in enumerate(zip(DECK, KITCHEN, strict=False)):
        held(store, f"deck-{n}", deck, day=2 * n)
        held(store, f"kitchen-{n}", kitchen, day=2 * n + 1)
    return store


def test_sessions_on_one_thing_become_one_thread(two: Store) -> None:
    assert sessions(two) == {frozenset({"deck-0", "deck-1"}), frozenset({"kitchen-0", "kitchen-1"})}
    names = [stream.name for stream in streams(two)]
    assert "kitchen" in names[0]
    assert "deck" in names[1]


def test_the_same_without_models(wordless: Store) -> None:
    held(wordless, "a", DECK[0])
    held(wordless, "b", DECK[1])
    held(wordless, "c", KITCHEN[0])
    assert sessions(wordless) == {frozenset({"a", "b"}), frozenset({"c"})}


def test_a_thread_is_a_hypothesis_until_a_second_session_is_in_it(config: Config) -> None:
    store = get_store(config=replace(config, now=DAY + timedelta(days=3)))
    held(store, "a", DECK[0])
    assert [stream.state for stream in streams(store)] == ["hypothesis"]
    held(store, "b", DECK[1])
    assert [(stream.state, stream.sessions) for stream in streams(store)] == [("confirmed", 2)]
    later = get_store(config=replace(config, now=DAY + timedelta(days=40)))
    assert [stream.state for stream in streams(later)] == ["dormant"]
    assert later.streams() == []
    held(later, "c", DECK[2], day=39)
    assert [(stream.state, stream.sessions) for stream in streams(later)] == [("confirmed", 3)]
    store.close()
    later.close()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Good morning! Sarah and Marcus meet on Monday about the coffee machine contract.",
         "Good morning! Sarah and Marcus meet on Monday about the new sailing course."),
        ("Weekly status update please, same template: Done / Next / Risks. Topic is the fleet of company cars.",
         "Weekly status update please, same template: Done / Next / Risks. Topic is the alumni newsletter."),
        ("Can you help me with a failing deploy? exit code 137 when the search indexer starts.",
         "Can you help me with a failing deploy? exit code 1 from terraform, the state is locked."),
    ],
)  # fmt: skip
def test_people_days_and_templates_make_no_thread(store: Store, one: str, other: str) -> None:
    """Case 145."""
    held(store, "one", one)
    held(store, "other", other, day=7)
    assert sessions(store) == {frozenset({"one"}), frozenset({"other"})}


def test_what_a_crash_left_in_no_thread_is_placed_by_the_sweep(store: Store) -> None:
    held(store, "a", DECK[0])
    held(store, "b", DECK[1])
    store.db.run("delete from workstream")
    assert len(store.workstreams.unplaced()) == 2
    asyncio.run(sweep(store))
    assert sessions(store) == {frozenset({"a", "b"})}


# With a judge --------------------------------------------------------------------------------------------------------


def judged(answer: Any) -> ScriptedLLM:
    def reply(request: Request) -> Any:
        if "goes on with a piece of work" not in request.system:
            return {"facts": []}
        return answer(json.loads(request.user.split("\n")[1])) if callable(answer) else answer

    model = ScriptedLLM(reply)
    llm.set_backend(model)
    return model


def asked(model: ScriptedLLM) -> int:
    return sum("goes on with a piece of work" in call.system for call in model.calls)


DOUBTFUL = "How do we make a slide for children in the playground next to the deck chairs?"


@pytest.mark.parametrize(("answer", "count"), [({"known": 1}, 1), ({"known": 0}, 2)])
def test_where_it_is_doubtful_the_model_decides_in_one_call(store: Store, answer: Any, count: int) -> None:
    held(store, "a", DECK[0])
    model = judged(answer)
    held(store, "b", DOUBTFUL, day=1)
    assert (len(sessions(store)), asked(model)) == (count, 1)


@pytest.mark.parametrize(
    "answer", [{"known": 7}, {"known": "1"}, {"known": True}, {}, "no idea", BackendError("x", reason="x")]
)
def test_a_judge_that_says_nothing_usable_leaves_it_to_the_rule(config: Config, answer: Any) -> None:
    store = get_store(config=replace(config, llm_retries=0))
    held(store, "a", DECK[0])
    judged(answer)
    held(store, "b", DOUBTFUL, day=1)
    assert store.workstreams.unplaced() == []
    store.close()


# By rule, in numbers -------------------------------------------------------------------------------------------------


def about(episode: int, *words: str, project: str | None = None) -> Activity:
    return Activity(episode, project, None, frozenset(words), frozenset())


def test_scores_by_words_alone() -> None:
    """All words in common, and a project; half of each thread.s words is nothing to go by."""
    threads = Threads([(1, about(1, "deck", "slide", project="p")), (2, about(2, "oak", "sink"))], words=4.0)
    (same,) = threads.scores(about(3, "deck", "slide", project="p"))
    assert (same.stream, same.shared) == (1, ("deck", "slide"))
    assert threads.scores(about(4, "deck", "oak")) == []


def test_three_nearest_members_speak_for_a_thread() -> None:
    members = [(1, about(n, "deck", "slide", f"word{n}")) for n in range(5)]
    alone = Threads(members[:1], words=4.0).scores(about(9, "deck", "slide"))[0].score
    assert Threads(members, words=4.0).scores(about(9, "deck", "slide"))[0].score < alone


@pytest.mark.parametrize(("score", "action"), [(0.81, "attach"), (0.8, "attach"), (0.5, "ask"), (0.39, "spawn")])
def test_the_band_is_asked_about(score: float, action: str) -> None:
    threads = Threads([(1, about(1, "deck", "slide"))], words=4.0)
    (scored,) = threads.scores(about(2, "deck", "slide"))
    assert place([scored._replace(score=score)], attach=0.8, ask=0.4).action == action
    assert place([], attach=0.8, ask=0.4).action == "spawn"


@pytest.mark.parametrize(
    ("subjects", "name"),
    [
        (["Series B deck for investors"], "Series B deck for investors"),
        (["The Series B deck", "Slides of the Series B deck", "Sarah on the Series B deck"], "Series B deck"),
        (["oak or laminate", "stains in oak"], "oak"),
        (["oak or laminate", "stains on the sink"], "stains on the sink"),
        (["one two three four five six seven"], "one two three four five six…"),
    ],
)
def test_a_thread_is_named_in_the_words_of_its_episodes(subjects: list[str], name: str) -> None:
    assert naming.of_stream([EpisodeRecord(subject, subject) for subject in subjects]) == name


# By hand -------------------------------------------------------------------------------------------------------------


def test_threads_are_merged_and_parted_and_it_can_be_undone(two: Store) -> None:
    kitchen, deck = streams(two)
    before = sessions(two)
    now = two.config.clock()
    two.workstreams.merge(deck.id, kitchen.id, at=now)
    assert len(sessions(two)) == 1
    assert two.workstreams.undo(deck.id, at=now) == "merged"
    assert sessions(two) == before
    new = two.workstreams.split(deck.id, deck.episodes[:1], name="drafts", at=now)
    assert len(sessions(two)) == 3
    assert two.workstreams.undo(new, at=now) == "split"
    assert sessions(two) == before


def test_a_persons_name_for_a_thread_stays(two: Store) -> None:
    deck = streams(two)[-1]
    two.workstreams.rename(deck.id, "Fund raising", at=two.config.clock())
    held(two, "deck-2", DECK[2], day=9)
    assert "Fund raising" in {stream.name for stream in streams(two)}
    two.workstreams.undo(deck.id, at=two.config.clock())
    assert deck.name in {stream.name for stream in streams(two)}


def test_nothing_goes_on_with_a_closed_thread(two: Store) -> None:
    deck = streams(two)[-1]
    two.workstreams.close(deck.id, at=two.config.clock())
    held(two, "deck-2", DECK[2], day=9)
    assert deck.episodes == two.workstreams.read(deck.id, now=two.config.clock()).episodes
    two.workstreams.undo(deck.id, at=two.config.clock())
    assert two.workstreams.read(deck.id, now=two.config.clock()).state != "closed"


def test_what_makes_no_sense_is_said(two: Store) -> None:
    kitchen, deck = streams(two)
    now = two.config.clock()
    with pytest.raises(InputError, match="merged with itself"):
        two.workstreams.merge(deck.id, deck.id, at=now)
    with pytest.raises(InputError, match="no episode of thread"):
        two.workstreams.split(deck.id, [kitchen.episodes[0]], name="x", at=now)
    with pytest.raises(InputError, match="not all"):
        two.workstreams.split(deck.id, deck.episodes, name="x", at=now)
    with pytest.raises(InputError, match="name is blank"):
        two.workstreams.rename(deck.id, " ", at=now)
    with pytest.raises(InputError, match="nothing to undo"):
        two.workstreams.undo(deck.id, at=now)
    for call in (two.workstreams.rename, two.workstreams.merge):
        with pytest.raises(NotFoundError, match="no thread #987654"):
            call(987654, "x" if call == two.workstreams.rename else deck.id, at=now)  # type: ignore[arg-type]


def test_a_merged_episode_stays_in_its_thread(store: Store) -> None:
    for n in range(2):
        held(store, f"s{n}", "Please write a status report of the billing service for the weekly meeting.", day=7 * n)
    stream, other = streams(store)  # an opening they share is held for a template
    store.workstreams.merge(stream.id, other.id, at=store.config.clock())
    tidying.tidy(store)
    (merged,) = store.episodes()
    assert store.workstreams.of_episodes([merged.id]) == {merged.id: stream.id}
    assert store.workstreams.unplaced() == []


def test_another_users_threads_are_out_of_reach(two: Store, config: Config) -> None:
    deck = streams(two)[-1]
    other = get_store(config=config, user="other")
    assert other.streams(everything=True) == []
    with pytest.raises(NotFoundError):
        other.workstreams.rename(deck.id, "mine", at=other.config.clock())
    held(other, "deck-9", DECK[1])
    assert sessions(other) == {frozenset({"deck-9"})}
    forget_all(two)
    assert (two.streams(everything=True), len(other.streams(everything=True))) == ([], 1)
    other.close()


def test_the_commands_show_rename_part_and_undo(two: Store, cli: Cli) -> None:
    kitchen, deck = streams(two)
    lines = cli("streams", "--all").stdout.splitlines()
    assert [line[:2] for line in lines if line[0] != " "] == ["▸ ", "▸ "]
    assert f"#{deck.id}" in cli("streams", "--all").stdout
    assert "2026-11-02" in cli("streams", "show", str(deck.id)).stdout
    assert "Fund raising" in cli("streams", "rename", str(deck.id), "Fund raising").stdout
    assert cli("undo", str(deck.id)).stderr == "undone: renamed\n"
    assert cli("streams", "merge", str(deck.id), str(kitchen.id)).returncode == 0
    assert len(json.loads(cli("streams", "--all", "--json").stdout)["streams"]) == 1
    cli("undo", str(deck.id))
    assert cli("streams", "split", str(deck.id), str(deck.episodes[0]), "--name", "drafts").returncode == 0
    assert "closed" in cli("streams", "close", str(kitchen.id)).stdout
    refused = cli("streams", "show", "987654")
    assert (refused.returncode, refused.stderr) == (
        1,
        "episodic: there is no thread #987654: see `episodic streams --all` for numbers\n",
    )
