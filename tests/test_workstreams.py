"""Threads of work: what goes on with what, what stays apart, and what a person puts right."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from conftest import Cli
from numpy.typing import NDArray

from episodic import SessionBuffer, Store, consolidate_buffer, get_store, llm
from episodic.config import Config
from episodic.consolidate import naming, tidying
from episodic.consolidate.activity import Activity
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.workstreams import Cut, Scored, grouped, likeness, place, scores
from episodic.errors import BackendError, InputError, NotFoundError
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.workstreams import Stream
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
    assert "worktop" in names[0]
    assert names[1] in {"Series B deck", "competition slide"}


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
    return Activity(episode, project, None, Counter(words), frozenset())


CUT = Cut(join=0.2, ratio=0.6, alone=0.07)


def test_likeness_by_words_alone_is_free_of_length() -> None:
    short = [about(1, *"abcdefgh"), about(2, *"abcdefgh"), about(3, *"uvwxyzop")]
    alike = likeness(short, words=5.0)
    assert alike[0, 1] > 1 > alike[0, 2] == alike[0, 0] == 0
    long = [about(1, *(f"w{n}" for n in range(80))), about(2, *(f"w{n}" for n in range(80))), about(3, *"uvwxyzop")]
    assert likeness(long, words=5.0)[0, 1] == pytest.approx(alike[0, 1], rel=0.05)


@pytest.mark.parametrize(
    "texts",
    [
        ("The Series B deck is at 12 slides now.", "Sarah has notes on the Series B deck.",
         "Can you check the order of the Series B deck?"),
        ("The beehive on the roof lost its queen.", "The roof beehive needs a frame.", "I fed the beehive on the roof."),
    ],
)  # fmt: skip
def test_three_short_sessions_on_one_thing_are_one_thread(store: Store, texts: Sequence[str]) -> None:
    """Finding 62."""
    for n, text in enumerate(texts):
        held(store, f"s{n}", text, day=n)
    assert sessions(store) == {frozenset({"s0", "s1", "s2"})}


@pytest.mark.parametrize(("score", "action"), [(0.46, "attach"), (0.45, "attach"), (0.2, "ask"), (0.04, "spawn")])
def test_the_band_is_asked_about(score: float, action: str) -> None:
    assert place([Scored(1, score)], attach=0.45, ask=0.05).action == action
    assert place([], attach=0.45, ask=0.05).action == "spawn"


def test_the_mean_of_its_members_speaks_for_a_thread() -> None:
    found = scores(np.array([0.0, 0.9, 0.1, 0.4]), [None, 1, 1, 2])
    assert [(one.stream, round(one.score, 2)) for one in found] == [(1, 0.5), (2, 0.4)]


def blocks(within: float, between: float, *, size: int = 4) -> NDArray[np.float64]:
    """Return how alike the episodes of two subjects are."""
    alike = np.full((2 * size, 2 * size), between)
    alike[:size, :size] = alike[size:, size:] = within
    np.fill_diagonal(alike, 0.0)
    return alike


@pytest.mark.parametrize(
    ("within", "between", "groups"),
    [
        (0.9, 0.05, 2),
        (0.9, 0.4, 2),  # two features of one project: alike, but less than half of what each is in itself
        (0.5, 0.45, 1),
        (0.1, 0.1, 8),
    ],
)
def test_two_groups_join_where_they_are_nearly_as_alike_as_each_is_in_itself(
    within: float, between: float, groups: int
) -> None:
    assert len(set(grouped(blocks(within, between), [None] * 8, CUT))) == groups


def test_what_somebody_placed_stays_and_two_such_threads_never_join() -> None:
    pinned = [7, None, None, None, 8, None, None, None]
    groups = grouped(blocks(0.5, 0.45), pinned, CUT)
    assert groups[0] != groups[4]
    apart = grouped(blocks(0.0, 0.0), [7, 7, None, None, 8, 8, None, None], CUT)
    assert apart[0] == apart[1] != apart[4] == apart[5]


def test_a_short_episode_goes_to_the_one_group_that_is_near() -> None:
    alike = blocks(0.4, 0.0)
    alike = np.pad(alike, (0, 1))
    alike[8, :4] = alike[:4, 8] = 0.17
    assert grouped(alike, [None] * 9, CUT)[8] == grouped(alike, [None] * 9, CUT)[0]
    alike[8, 4:8] = alike[4:8, 8] = 0.16  # as near to the other
    assert grouped(alike, [None] * 9, CUT)[8] == 8


# Names ---------------------------------------------------------------------------------------------------------------


def named(*sessions: str, elsewhere: str = "", people: str = "", taken: Sequence[str] = ()) -> str:
    said = [naming.Said(text.split(" / "), "") for text in sessions]
    found = naming.candidates(
        said,
        elsewhere=Counter(elsewhere.split()),
        count=3,
        people=frozenset(people.split()),
        taken=taken,
    )
    return naming.chosen(found, [], said)


@pytest.mark.parametrize(
    ("sessions", "name"),
    [
        (["The Series B deck needs 12 slides", "move the chart of the Series B deck", "send the Series B deck"],
         "Series B deck"),
        (["we start the Postgres migration tonight", "the Postgres migration took 31 minutes"], "Postgres migration"),
        (["Vi planerar köksrenoveringen i mars", "offerten för köksrenoveringen kom"], "köksrenoveringen"),
        (["Die neue Küche kommt im Mai", "der Preis für die neue Küche"], "Küche"),
        (["厨房装修", "厨房装修"], "厨房装修"),
    ],
)  # fmt: skip
def test_a_thread_is_named_by_what_its_sessions_say_and_others_do_not(sessions: list[str], name: str) -> None:
    assert name in named(*sessions)


def test_a_name_is_no_person_no_verb_phrase_and_never_cut() -> None:
    name = named("Sarah called about the lease / sarah also asked who owns the office lease", people="sarah")
    assert name == "office lease"
    assert "…" not in named("one two three four five six seven eight nine ten")


def test_two_threads_do_not_share_a_name() -> None:
    said = ("the oak worktop is late / the kitchen sink leaks", "the oak worktop came")
    first = named(*said)
    assert named(*said, taken=[first]).casefold() != first.casefold()


def test_the_commands_say_so_when_all_threads_are_dormant(store: Store, cli: Cli) -> None:
    held(store, "a", DECK[0])
    done = cli("streams", extra={"EPISODIC_NOW": (DAY + timedelta(days=40)).isoformat()})
    assert done.stdout.startswith("▸ ")
    assert "dormant" in done.stdout
    assert done.stderr == "all threads are dormant, 1 of them: nothing was said in them for 28 days\n"


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


def test_a_topic_of_half_the_episodes_is_the_name() -> None:
    topics = [("Series B deck", "slides"), ("pipeline chart", "Series B deck"), ("deck",)]
    assert naming.topic_of(topics, taken=()) == "Series B deck"
    assert not naming.topic_of(topics, taken=("series b deck",))
    assert not naming.topic_of([("deck", "slides"), ("deck",)], taken=())  # a word is what rules give
