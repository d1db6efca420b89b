"""From a question to its hits, with the real models where meaning matters."""

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import CACHE, NOW, Cli
from transcribed import taken

from episodic.capture.buffer import SessionBuffer
from episodic.capture.transcripts import find
from episodic.config import Config, load
from episodic.consolidate.pipeline import consolidate_session
from episodic.errors import InputError
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.collapse import collapse
from episodic.recall.currency import answering
from episodic.recall.hits import Hits
from episodic.recall.retrieve import retrieve
from episodic.records import Layer

YESTERDAY = NOW - timedelta(days=1)
LAST_WEEK = NOW - timedelta(days=7)

DOG = [
    ("user", "What breed is the dog that chewed up your sofa?"),
    ("assistant", "A whippet, I am sorry to say."),
    ("user", "Hm, they look so calm."),
]
LEDGER = [
    ("user", "We decided to use PostgreSQL for the ledger."),
    ("assistant", "Noted, I will write the migrations for it."),
    ("user", "The nightly backup of it goes to the machine in Uppsala."),
    ("assistant", "Then I will add the retention of thirty days there."),
]
KITCHEN = [
    ("user", "I prefer oiled oak for the kitchen counter."),
    ("assistant", "Oak needs oil twice a year, stone needs nothing."),
    ("user", "The carpenter comes on Tuesday to measure, and the old sink is thrown out on the same day."),
    ("assistant", "Should I put Tuesday into the calendar?"),
]
TRAVEL = [
    ("user", "My train to Hamburg leaves at 6:12 and I hate it already."),
    ("assistant", "There is a later one at 8:40 with one change in Copenhagen."),
    ("user", "The later one, then, and a seat in the quiet car."),
    ("assistant", "Booked: car 22, seat 41, by the window."),
]
GARDEN = [
    ("user", "The tomatoes on the balcony have brown spots on the lowest leaves."),
    ("assistant", "That is often blight; take the leaves off and water the soil only."),
    ("user", "And the basil beside them looks fine, oddly enough."),
    ("assistant", "Basil does not catch it."),
]
QUESTIONS = [
    "which breed of dog was it that chewed the sofa",
    "what database does the ledger use",
    "when does the carpenter come",
    "what is wrong with the tomatoes",
]


def say(
    store: Store,
    session: str,
    turns: Sequence[tuple[str, str]],
    *,
    at: datetime = LAST_WEEK,
    project: str | None = None,
) -> None:
    """Have turns said a minute apart."""
    said = [
        {"role": role, "content": text, "at": at + timedelta(minutes=place)} for place, (role, text) in enumerate(turns)
    ]
    SessionBuffer(session, store=store, project=project).extend(said)


def texts(hits: Hits) -> list[str]:
    return [hit.text for hit in hits]


def without_ids(hits: Hits) -> list[dict[str, Any]]:
    return [{key: value for key, value in asdict(hit).items() if key != "id"} for hit in hits]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A memory of five sessions of a week ago, two of them in a project, with facts and episodes; read only."""
    home = tmp_path_factory.mktemp("talks") / "home"
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    opened = Store(config, "default")
    say(opened, "dog", DOG)
    say(opened, "ledger", LEDGER, project="books")
    say(opened, "kitchen", KITCHEN, at=YESTERDAY, project="flat")
    say(opened, "travel", TRAVEL)
    say(opened, "garden", GARDEN)
    for session in opened.turns.sessions():
        asyncio.run(consolidate_session(opened, session.name, final=True))
    opened.embeddings.catch_up()
    yield opened
    opened.close()


# What is found ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fast", [False, True])
def test_an_answer_that_shares_no_word_with_its_question_is_found_by_the_turn_it_follows(
    talks: Store, *, fast: bool
) -> None:
    hits = retrieve(QUESTIONS[0], talks, k=3, fast=fast)
    assert "A whippet, I am sorry to say." in texts(hits)


def test_a_turns_surroundings_count_by_meaning_too(talks: Store) -> None:
    answer = next(hit for hit in retrieve(QUESTIONS[0], talks, k=20) if hit.text.startswith("A whippet"))
    assert answer.components["context meaning"] > answer.components["own meaning"]


def test_a_question_in_other_words_is_answered_first_and_strongly(talks: Store) -> None:
    hits = retrieve("which day is the man coming to take measurements", talks, layers=["turn"])
    assert hits.strength == "strong"
    assert hits[0].text.startswith("The carpenter comes on Tuesday")


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_hits_are_the_same_whatever_k(talks: Store, question: str, *, fast: bool) -> None:
    """CASE 118."""
    found = retrieve(question, talks, k=20, fast=fast)
    assert len(found) > 2
    for k in (1, 2, 5):
        assert retrieve(question, talks, k=k, fast=fast) == found[:k]


def test_the_first_hits_are_the_same_where_k_reaches_below_what_is_reread(talks: Store) -> None:
    """CASE 118."""
    shallow = Store(replace(talks.config, pool=3), talks.user)
    found = retrieve(QUESTIONS[3], shallow, k=20, layers=["turn"])
    assert ["cross-encoder" in hit.components for hit in found] == [True] * 3 + [False] * (len(found) - 3)
    unread = [hit.components["fused"] for hit in found[3:]]
    assert unread == sorted(unread, reverse=True)
    assert len(unread) > 3
    assert all(retrieve(QUESTIONS[3], shallow, k=k, layers=["turn"]) == found[:k] for k in (1, 2, 3, 4, 8))


KEYS = [
    "Karin keeps asking where the spare key signature in that song comes from.",
    "The key to a spare room is to keep it empty, says Karin.",
    "Karin has a spare tyre, keep that in mind.",
    "Where does Karin keep going in her spare time?",
    "Does the keyboard have a spare key, Karin wonders.",
    "Karin had to keep a key ring for the school play.",
    "Keep the spare batteries away from the key fob, Karin.",
    "Karin lost the key, so now she has no spare.",
    "The spare part that Karin wants is a key part of the engine.",
    "Karin does keep a diary, where she writes down every key event.",
    "Spare me the details, Karin, where is the key point?",
    "Which key does Karin sing in, and where does she keep the notes?",
    "Where does the time go, says Karin, I keep no spare hour.",
    "Karin made a spare copy of the answer key for the exam.",
    "The API key expired and Karin had no spare one to keep.",
]
POT = "Karin keeps the spare key under the blue flower pot."
SMALL_TALK = [
    "The soup was too salty today.",
    "It rained until four.",
    POT,
    "And then the bus came late.",
    "Wet shoes.",
]


def test_an_answer_deep_in_the_pool_is_lifted_by_rereading(config: Config) -> None:
    """CASE 119: what is read is the pool, not the few that will be shown."""
    store = Store(config, "default")
    say(store, "keys", [("user", text) for text in KEYS])
    say(store, "answer", [("user", text) for text in SMALL_TALK])
    found = retrieve("where does Karin keep the spare key", store, k=100)
    fused = {hit.text: hit.components["fused"] for hit in found}
    assert sum(score > fused[POT] for score in fused.values()) >= 4
    assert found[0].text == POT
    shallow = Store(replace(config, pool=4), "default")
    assert POT not in texts(retrieve("where does Karin keep the spare key", shallow, k=4))


@pytest.mark.parametrize("fast", [False, True])
def test_an_exact_match_of_two_years_ago_comes_before_a_vague_one_of_yesterday(config: Config, *, fast: bool) -> None:
    """CASE 116."""
    store = Store(config, "default")
    say(store, "old", [("user", "The router's admin password hint is the name of the ferry.")], at=NOW - timedelta(730))
    say(store, "new", [("user", "I should really do something about the wifi."), ("user", "The router blinks.")])
    say(store, "newer", [("user", "A hint of spring today, and the ferry was late.")], at=YESTERDAY)
    hits = retrieve("router admin password hint", store, fast=fast)
    assert hits[0].text.startswith("The router's admin password hint")
    assert len(hits) > 1


def test_a_turn_from_the_future_is_found_like_any_other(config: Config) -> None:
    """CASE 115."""
    store = Store(config, "default")
    say(store, "s", [("user", "The comet comes back.")], at=datetime(2099, 1, 1, tzinfo=UTC))
    say(store, "t", [("user", "The bus was late.")])
    hits = retrieve("when is the comet back", store)
    assert hits[0].text == "The comet comes back."
    assert hits[0].said_at == datetime(2099, 1, 1, tzinfo=UTC)


def test_nonsense_is_answered_with_nothing_and_says_what_was_held_too_weak(talks: Store) -> None:
    """CASES 107, 121."""
    hits = retrieve("zxqv blorptag flimwonk", talks)
    assert (list(hits), hits.strength) == ([], "none")
    assert hits.below > 0
    fast = retrieve("zxqv blorptag flimwonk", talks, fast=True)
    assert (list(fast), fast.strength, fast.below) == ([], "none", 0)


def test_nonsense_is_answered_with_nothing_where_much_is_near_it(store: Store) -> None:
    """Of a hundred passages and more one is always near."""
    taken(store, *(path.read_bytes() for path in find(Path(__file__).parent.parent / "demo" / "series-b")))
    store.embeddings.catch_up()
    for question in (
        "asdf qwer zxcv",
        "blorf snib tarquel",
        "how tall is mount kilimanjaro",
        "lorem ipsum dolor sit amet",
    ):
        hits = retrieve(question, store)
        assert (list(hits), hits.strength) == ([], "none"), question
    assert retrieve("what does the deck need", store)


@pytest.mark.parametrize("question", ["", "   ", "?!", '"', "\0"])
def test_a_question_without_words_is_answered_without_an_error(talks: Store, question: str) -> None:
    """CASE 5."""
    for fast in (True, False):
        hits = retrieve(question, talks, fast=fast)
        assert (list(hits), hits.strength) == ([], "none")


def test_a_new_memory_answers_with_nothing(config: Config) -> None:
    """CASE 38."""
    hits = retrieve("anything", Store(config, "default"))
    assert (list(hits), hits.strength, hits.below, hits.notes) == ([], "none", 0, ())


# Words are words ----------------------------------------------------------------------------------------------------

SYNTAX = [
    ("user", "Please don't use tabs in this repository."),
    ("user", "The files are in Downloads/transcripts on the old laptop."),
    ("user", "What's the budget, roughly? About forty thousand."),
    ("user", "status: done, as of this morning."),
    ("user", 'It ended with timeout "error after an hour.'),
    ("user", "On failure it will retry twice."),
    ("user", "The column has a NOT NULL constraint."),
    ("user", "More salt and pepper in the soup next time."),
    ("user", "There is a deploy script in the tools folder."),
    ("user", "The new script for deploy is not tested."),
]
ASKED = [
    ("don't use tabs", ["don't use tabs"]),
    ("Downloads/transcripts", ["Downloads/transcripts"]),
    ("what's the budget, roughly?", ["the budget, roughly"]),
    ("status: done", ["status: done"]),
    ('timeout "error', ['timeout "error']),
    ("retry OR", ["retry twice"]),
    ("NOT NULL constraint", ["NOT NULL constraint"]),
    ("salt and pepper", ["salt and pepper"]),
    ("pepper NEAR/2 salt*", ["salt and pepper"]),
    ("own : tabs ^use (", ["don't use tabs"]),
    ("deploy the script", ["deploy script", "script for deploy"]),
]


@pytest.fixture(scope="module")
def asked_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Hits]:
    """Ask one memory of odd sentences in each of the ways there are."""
    home = tmp_path_factory.mktemp("syntax") / "home"
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    store, wordless = Store(config, "default"), Store(replace(config, models=home / "nowhere"), "default")
    for place, turn in enumerate(SYNTAX):
        say(store, f"session {place}", [turn])

    def ask(question: str, mode: str) -> Hits:
        return retrieve(question, wordless if mode == "no models" else store, k=3, fast=mode == "fast")

    return ask


@pytest.mark.parametrize("mode", ["hybrid", "fast", "no models"])
@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_nothing_in_a_question_is_syntax(
    asked_of: Callable[[str, str], Hits], question: str, expected: list[str], mode: str
) -> None:
    """CASES 1, 2, 4, 5, 7, 8."""
    found = texts(asked_of(question, mode))
    assert all(any(part in text for text in found) for part in expected)


@pytest.mark.parametrize("question", ["Downloads", "transcripts"])
def test_either_side_of_a_slash_is_found(asked_of: Callable[[str, str], Hits], question: str) -> None:
    """CASE 2."""
    assert "Downloads/transcripts" in asked_of(question, "fast")[0].text


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("用户服务器部署在腾讯云国内节点", "腾讯云"),
        ("昨日は友達としりとりをした", "しりとり"),
        ("주말에 끝말잇기를 했다", "끝말잇기"),
        ("孩子们在玩成语接龙", "成语接龙"),
        ("记得重跑gen-itgc后再检查", "gen-itgc"),
        ("ผมชอบกินข้าวผัด", "ข้าวผัด"),
    ],
)
def test_scripts_without_spaces_are_found_by_a_part_of_their_run(wordless: Store, said: str, question: str) -> None:
    """CASES 10, 11, 13."""
    say(wordless, "other", [("user", "今天天气很好"), ("user", "We talked about the weather."), ("user", "今日は晴れ")])
    say(wordless, "one", [("user", said)])
    assert retrieve(question, wordless, fast=True)[0].text == said


# Filters ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("bounds", [{"before": NOW - timedelta(days=300)}, {"layers": ["turn"], "project": "old"}])
def test_a_filter_applies_before_the_limit(config: Config, bounds: dict[str, Any], *, fast: bool) -> None:
    """CASE 112: one old match among many new ones that match better."""
    store = Store(replace(config, depth=4, hamming_factor=1), "default")
    say(store, "old", [("user", "Somebody mentioned the heating.")], at=NOW - timedelta(days=400), project="old")
    say(store, "new", [("user", f"The heating in room {n} is broken, the heating!") for n in range(40)])
    assert texts(retrieve("is the heating broken", store, fast=fast, **bounds)) == ["Somebody mentioned the heating."]


def test_a_date_is_the_whole_local_day(config: Config) -> None:
    """CASE 113: Stockholm is an hour ahead of UTC in November."""
    store = Store(config, "default")
    say(store, "a", [("user", "late on the day: lantern")], at=datetime(2026, 11, 20, 22, 30, tzinfo=UTC))
    say(store, "b", [("user", "early on the next: lantern")], at=datetime(2026, 11, 20, 23, 30, tzinfo=UTC))

    def within(after: date | None, before: date | None) -> set[str]:
        return {text.split(":")[0] for text in texts(retrieve("lantern", store, after=after, before=before, fast=True))}

    day, following = date(2026, 11, 20), date(2026, 11, 21)
    assert within(day, following) == within(None, following) == {"late on the day"}
    assert within(following, None) == {"early on the next"}
    assert within(day, None) == {"late on the day", "early on the next"}


def test_after_includes_its_moment_and_before_leaves_its_own_out(wordless: Store) -> None:
    """CASE 110: aware and naive times mean the same moment."""
    say(wordless, "s", [("user", "lantern")], at=datetime(2026, 11, 20, 12, 0, tzinfo=UTC))
    for noon in (datetime(2026, 11, 20, 12, 0, tzinfo=UTC), datetime(2026, 11, 20, 13, 0)):  # noqa: DTZ001 - naive
        assert len(retrieve("lantern", wordless, after=noon)) == 1
        assert len(retrieve("lantern", wordless, before=noon)) == 0
        assert len(retrieve("lantern", wordless, before=noon + timedelta(seconds=1))) == 1


@pytest.mark.parametrize("fast", [False, True])
def test_a_project_narrows_to_what_belongs_to_it(talks: Store, *, fast: bool) -> None:
    assert {hit.session for hit in retrieve("oak counter and the ledger", talks, k=50, project="flat", fast=fast)} == {
        "kitchen"
    }
    assert {"kitchen", "ledger"} <= {hit.session for hit in retrieve("oak counter and the ledger", talks, k=50)}
    assert retrieve("oak counter", talks, project="unheard of", fast=fast) == []


@pytest.mark.parametrize("layer", ["turn", "fact", "episode"])
def test_layers_narrow_to_those_named(talks: Store, layer: Layer) -> None:
    hits = retrieve("PostgreSQL for the ledger", talks, k=50, layers=[layer])
    assert {hit.layer for hit in hits} == {layer}


def test_kinds_narrow_to_facts_of_those_kinds(talks: Store) -> None:
    found = retrieve("what was decided and preferred", talks, k=50, kinds=["decision", "preference"])
    assert {(hit.kind, hit.text) for hit in found} == {
        ("decision", "We decided to use PostgreSQL for the ledger."),
        ("preference", "I prefer oiled oak for the kitchen counter."),
    }
    assert {hit.kind for hit in retrieve("which oak is preferred", talks, k=50, kinds=["preference"])} == {"preference"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"k": 0}, r"k is 0: give a number from 1 to 500"),
        ({"k": -3}, r"k is -3"),
        ({"k": 501}, r"k is 501"),
        ({"kinds": ["decision", "whim"]}, r"'whim' is no kind: use one of personal, preference, decision"),
        ({"layers": ["page"]}, r"'page' is no layer: use one of fact, episode, turn"),
    ],
)
def test_what_is_no_kind_layer_or_count_is_refused_with_what_would_be(
    talks: Store, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        retrieve("anything", talks, **wrong)


# Everything once ----------------------------------------------------------------------------------------------------


def item(ident: int, layer: Layer, text: str, proofs: Sequence[int] = ()) -> Item:
    return Item(
        id=ident,
        layer=layer,
        kind="decision" if layer == "fact" else None,
        text=text,
        said_at=NOW,
        live=True,
        project=None,
        speaker="user",
        session="s",
        evidence=tuple(("s", turn) for turn in proofs),
        evidence_items=tuple(proofs) if layer != "turn" else (ident,),
    )


LONG, SHORT = "We decided to use PostgreSQL for it.", "We use it."
TURN_1, TURN_2, OTHER = item(1, "turn", LONG), item(2, "turn", LONG + " Yes."), item(3, "turn", "Something else.")
WHOLE = item(10, "fact", LONG, [1, 2])
PART = item(11, "fact", SHORT, [1, 2])
PART_OF_1 = item(12, "fact", SHORT, [1])
RETOLD, TOLD = item(20, "episode", LONG, [1, 2]), item(21, "episode", f"{LONG} Bo agreed.", [1, 2])


@pytest.mark.parametrize(
    ("ranked", "kept"),
    [
        ([OTHER, TURN_1], [OTHER, TURN_1]),
        ([WHOLE, OTHER, TURN_1], [WHOLE, OTHER]),
        ([TURN_1, OTHER, WHOLE], [WHOLE, OTHER]),
        ([TURN_1, OTHER, PART], [TURN_1, OTHER]),
        ([PART, OTHER, TURN_1], [PART, OTHER]),
        ([TURN_1, OTHER, TURN_2, WHOLE], [WHOLE, OTHER]),
        ([TURN_1, WHOLE, OTHER, TURN_2], [WHOLE, OTHER]),
        ([TURN_1, PART, OTHER, TURN_2], [TURN_1, OTHER, TURN_2]),
        ([WHOLE, TURN_1, PART_OF_1], [WHOLE, PART_OF_1]),
        ([TURN_1, WHOLE, PART_OF_1], [WHOLE, PART_OF_1]),
        ([RETOLD, OTHER, TURN_1], [OTHER, TURN_1]),
        ([RETOLD, OTHER, TURN_2], [OTHER, TURN_2]),
        ([RETOLD, TURN_1, WHOLE], [WHOLE]),
        ([RETOLD, OTHER], [RETOLD, OTHER]),
        ([TOLD, OTHER, TURN_1], [TOLD, OTHER, TURN_1]),
        ([], []),
    ],
)
def test_a_fact_and_its_turns_are_one_hit(ranked: list[Item], kept: list[Item]) -> None:
    """The better placed stays, but a fact that says most of its turn takes the turn's place.

    An episode that only repeats a turn is left to it.
    """
    found = collapse(ranked, {one.id: -float(place) for place, one in enumerate(ranked)}, margin=0.5)
    assert [item for item, _ in found] == kept
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


@pytest.mark.parametrize(("margin", "kept"), [(0.05, [TURN_1, OTHER]), (0.15, [PART, OTHER])])
def test_a_fact_that_scores_nearly_as_well_as_its_turn_takes_its_place(margin: float, kept: list[Item]) -> None:
    found = collapse([TURN_1, PART, OTHER], {1: 0.9, 11: 0.8, 3: 0.7}, margin=margin)
    assert found == list(zip(kept, [0.9, 0.7], strict=True))


@pytest.mark.parametrize(("answers", "kept"), [((), TURN_1), ((10, 11), PART)])
def test_a_fact_that_no_reader_took_for_an_answer_leaves_its_place_to_its_turn(
    answers: Sequence[int], kept: Item
) -> None:
    """It says less than its turn, be it placed above or below it."""
    for ranked in ([TURN_1, PART], [PART, TURN_1]):
        found = collapse(ranked, {1: 0.9, 11: 0.8}, margin=0.5, answers=answers, doubtful=(() if answers else (10, 11)))
        assert [item for item, _ in found] == [kept]


def test_a_turn_that_stands_for_one_of_its_facts_stands_for_all() -> None:
    ranked = [PART, PART_OF_1, TURN_1, OTHER]
    found = collapse(ranked, {11: 0.9, 12: 0.85, 1: 0.8, 3: 0.1}, margin=0.5, doubtful=(11, 12))
    assert [item for item, _ in found] == [TURN_1, OTHER]


@pytest.mark.parametrize(
    ("question", "logit", "answers"),
    [
        ("which database does the ledger use", 5.2, True),
        ("which database does the ledger use", 4.0, False),
        ("we use it for what", 3.2, True),
    ],
)
def test_a_fact_answers_where_it_reads_so_or_says_what_is_asked(question: str, logit: float, answers: bool) -> None:
    known = {PART.id: PART, OTHER.id: OTHER}
    found = answering(question, {PART.id: logit, OTHER.id: 1.0}, known, config=Config())
    assert found == ({PART.id} if answers else set())


def test_a_fact_that_reads_worse_than_a_turn_does_not_answer() -> None:
    known = {PART.id: PART, OTHER.id: OTHER}
    assert answering("which database", {PART.id: 5.5, OTHER.id: 7.0}, known, config=Config()) == set()


def test_a_fact_takes_its_turns_place_in_an_answer(talks: Store) -> None:
    hits = retrieve("PostgreSQL for the ledger", talks, k=50)
    same = [
        hit for hit in hits if hit.text == "We decided to use PostgreSQL for the ledger." and hit.layer != "episode"
    ]
    assert [(hit.layer, hit.kind, hit.evidence) for hit in same] == [("fact", "decision", (("ledger", 0),))]


def test_a_fact_said_in_three_sessions_is_one_hit_with_three_proofs(wordless: Store) -> None:
    """CASE 25."""
    for session in ("a", "b", "c"):
        say(wordless, session, [("user", "We decided to use PostgreSQL for the ledger.")])
        asyncio.run(consolidate_session(wordless, session, final=False))
    hits = retrieve("PostgreSQL ledger", wordless, k=50)
    assert [(hit.layer, hit.evidence) for hit in hits] == [("fact", (("a", 0), ("b", 0), ("c", 0)))]


def test_evidence_names_session_and_place_of_the_turns(talks: Store) -> None:
    turn = retrieve("seat in the quiet car", talks, layers=["turn"])[0]
    assert (turn.evidence, turn.session, turn.speaker) == ((("travel", 2),), "travel", "user")
    episode = retrieve("train to Hamburg", talks, layers=["episode"])[0]
    assert episode.evidence == tuple(("travel", seq) for seq in range(4))


# Other people -------------------------------------------------------------------------------------------------------


def test_another_users_rows_change_nothing(config: Config) -> None:
    """CASES 67, 68: neither what is found nor any score, however many and however alike."""
    narrow = replace(config, depth=5, hamming_factor=1)
    questions = ["PostgreSQL for the ledger", "train to Hamburg", "the ledger backup"]
    ours = Store(narrow, "b")
    say(ours, "ledger", LEDGER)
    say(ours, "travel", TRAVEL)
    alone = [without_ids(retrieve(question, ours, k=20)) for question in questions]
    theirs = Store(narrow, "a")
    for n in range(12):
        say(theirs, f"ledger {n}", LEDGER)
        say(theirs, "ledger", [*TRAVEL, ("user", f"PostgreSQL for the ledger, PostgreSQL {n}!")])
    assert [without_ids(retrieve(question, ours, k=20)) for question in questions] == alone
    fresh = Store(narrow, "b")
    assert [without_ids(retrieve(question, fresh, k=20)) for question in questions] == alone
    assert all(hits for hits in alone)
    assert retrieve("PostgreSQL for the ledger", Store(narrow, "c")) == []


# What recall has to do without --------------------------------------------------------------------------------------


def test_without_model_files_words_answer_and_one_note_says_so(wordless: Store) -> None:
    """CASE 128."""
    say(wordless, "ledger", LEDGER)
    hits = retrieve("which database for the ledger", wordless)
    assert hits[0].text == "We decided to use PostgreSQL for the ledger."
    assert hits.strength == "weak"
    assert len(hits.notes) == 1
    assert hits.notes[0].startswith("recall by words only: ")
    assert retrieve("which database for the ledger", wordless, fast=True).notes == ()


def test_a_little_that_waits_is_embedded_on_the_spot(config: Config) -> None:
    store = Store(replace(config, embed_in_recall=2), "default")
    buffer = SessionBuffer("s", store=store)
    buffer.append_turn("user", "The cat sleeps on the piano.")
    buffer.append_turn("user", "It rained all afternoon.")
    hits = retrieve("where does the cat rest", store)
    assert (hits.notes, store.embeddings.waiting()) == ((), 0)
    assert hits[0].text == "The cat sleeps on the piano."


def test_much_that_waits_is_left_waiting_and_said(config: Config) -> None:
    store = Store(replace(config, embed_in_recall=2), "default")
    buffer = SessionBuffer("s", store=store)
    for n in range(3):
        buffer.append_turn("user", f"Note {n} about the piano.")
    hits = retrieve("piano", store)
    assert hits.notes == ("3 items may be found by words only until `episodic reindex` has embedded them",)
    assert store.embeddings.waiting() == 3
    assert len(hits) == 3


def test_a_journal_ahead_of_the_index_is_said(wordless: Store) -> None:
    buffer = SessionBuffer("s", store=wordless)
    buffer.append_turn("user", "The cat sleeps on the piano.")
    path = wordless.journal.path("s")
    indexed = path.stat().st_size
    with wordless.journal.locked(seconds=5):
        wordless.journal.append("s", list(wordless.journal.entries(path)))
    assert retrieve("piano", wordless, fast=True).notes == (
        f"{path.stat().st_size - indexed} bytes of the journal are not indexed yet: run `episodic reindex`",
    )
    wordless.catch_up()
    assert retrieve("piano", wordless, fast=True).notes == ()


# The same every time ------------------------------------------------------------------------------------------------


def test_turn_by_turn_and_at_once_give_the_same_answers(config: Config) -> None:
    turns = [*DOG, *LEDGER, *TRAVEL, *GARDEN]
    at_once, by_turn = Store(config, "at once"), Store(config, "by turn")
    say(at_once, "s", turns)
    buffer = SessionBuffer("s", store=by_turn)
    for place, (role, text) in enumerate(turns):
        buffer.append_turn(role, text, at=LAST_WEEK + timedelta(minutes=place))
    for question in QUESTIONS[:2]:
        assert without_ids(retrieve(question, by_turn, k=20)) == without_ids(retrieve(question, at_once, k=20))


def test_the_same_question_gets_the_same_answer(talks: Store) -> None:
    again = Store(talks.config, talks.user)
    for question in QUESTIONS[:2]:
        assert retrieve(question, talks, k=20) == retrieve(question, talks, k=20) == retrieve(question, again, k=20)


def test_recalling_changes_nothing(talks: Store) -> None:
    """CASES 53, 101: a recalled memory is not a confirmed one."""
    before = talks.status()
    facts = talks.memories.items(range(1, 200))
    for question in QUESTIONS[:1] * 3:
        retrieve(question, talks, k=50)
    retrieve(QUESTIONS[1], talks, fast=True)
    assert talks.status() == before
    assert talks.memories.items(range(1, 200)) == facts


def test_a_question_that_is_no_valid_text_is_answered(store: Store) -> None:
    """A terminal of another encoding gives bytes that Python reads as lone surrogates."""
    store.remember("The deck has 14 slides.")
    assert [hit.text for hit in retrieve("\udcff deck slides", store)] == ["The deck has 14 slides."]


def test_a_secret_in_an_old_row_is_masked_on_the_way_out(store: Store, cli: Cli) -> None:
    """CASES 134: a row written before its kind of secret was known."""
    SessionBuffer("old", store=store).append_turn("user", "The billing database is at its old place.")
    secret = "postgres://billing:" + "hunter2hunter2" + "@db.internal/billing"
    with store.transaction():
        store.db.run("update item set text = 'The billing database is at ' || ?", (secret,))
    hits = retrieve("where is the billing database", store)
    assert "[secret:" in hits[0].text
    assert "hunter2" not in "".join(hit.text for hit in hits)
    assert "hunter2" not in cli("recall", "where is the billing database").stdout
    assert "hunter2" not in cli("show", str(hits[0].id)).stdout
