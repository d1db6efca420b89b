"""What is kept of a session with no language model: the user's sentences, and who advised and who decided."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.episode_summary import SUBJECT_WORDS
from episodic.consolidate.episodes import record
from episodic.consolidate.subjects import segments
from episodic.language.sentences import split
from episodic.records import EPISODE_WORDS, Candidate, EpisodeRecord, Kind, Origin, Role, Stance, Turn

AT = datetime(2026, 11, 27, 9, tzinfo=UTC)


def user(content: str, seq: int = 0, *, minutes: float = 0, origin: Origin = "user") -> Turn:
    return turn(content, seq, role="user", origin=origin, minutes=minutes)


def assistant(content: str, seq: int = 0, *, minutes: float = 0) -> Turn:
    return turn(content, seq, role="assistant", origin="assistant", minutes=minutes)


def turn(content: str, seq: int, *, role: Role, origin: Origin, minutes: float = 0) -> Turn:
    at = AT + timedelta(minutes=minutes)
    return Turn(session="s", seq=seq, role=role, content=content, at=at, origin=origin)


def summed(*turns: Turn, facts: tuple[Candidate, ...] = ()) -> EpisodeRecord:
    episode = record(turns, facts)
    assert episode is not None
    return episode


def fact(text: str, *, kind: Kind = "decision", stance: Stance = "stated") -> Candidate:
    return Candidate(kind=kind, text=text, quote=text, seq=0, stance=stance)


def test_a_session_is_told_in_the_user_s_words() -> None:
    episode = summed(
        user("Can you help me with the Series B deck? It has 14 slides.", 0),
        assistant("I'd recommend to move the pipeline chart to slide 3. I've updated the deck outline.", 1),
        user("Sarah wants the pipeline chart on slide 3.", 2),
        user("I sent the sensitivity table to Sarah.", 3),
        facts=(fact("Sarah wants the pipeline chart on slide 3."),),
    )
    assert episode.subject == "the Series B deck"
    assert episode.summary == (
        "Can you help me with the Series B deck? → I've updated the deck outline."
        " · Sarah wants the pipeline chart on slide 3. I sent the sensitivity table to Sarah."
    )
    assert "pipeline" in episode.topics
    assert episode.decisions == ("Sarah wants the pipeline chart on slide 3.",)
    assert episode.advice_given == ("I'd recommend to move the pipeline chart to slide 3.",)
    assert episode.actions == ("I've updated the deck outline.", "I sent the sensitivity table to Sarah.")
    assert episode.key_numbers == ("It has 14 slides (user)",)
    assert episode.turn_seqs == (0, 1, 2, 3)


@pytest.mark.parametrize(
    "turns",
    [
        [],
        [user("ok")],
        [user("Hi! Thanks, yes please.")],
        [user("```\nx = 1\n```")],
        [user("[Recalled context]\n- We decided to use Redis")],
        [assistant("You should use Redis for the cache.")],
        [user("The deck has 14 slides.", origin="web")],
        [user("The deck has 14 slides.", origin="summary")],
    ],
)
def test_a_session_where_the_user_says_nothing_gives_no_record(turns: list[Turn]) -> None:
    assert record(turns, []) is None


def test_only_what_the_user_committed_to_is_a_decision() -> None:
    """Case 101: advice stays advice."""
    episode = summed(
        user("Which cache suits the billing service?"),
        assistant("You should use Redis for the cache.", 1),
        facts=(
            fact("We use Redis", stance="suggested"),
            fact("We use Valkey", stance="hypothetical"),
            fact("I live in Oslo", kind="personal"),
            fact("We use Postgres", stance="confirmed"),
        ),
    )
    assert episode.decisions == ("We use Postgres",)
    assert episode.advice_given == ("You should use Redis for the cache.",)


@pytest.mark.parametrize(
    "advice",
    [
        "I'd recommend Postgres for the billing service.",
        "You could consider Redis for the cache.",
        "Jag rekommenderar Postgres för faktureringen.",
        "Ich empfehle Postgres für die Rechnungen.",
        "Te recomiendo Postgres para la facturación.",
        "Je recommande Postgres pour la facturation.",
    ],
)
def test_advice_is_known_by_its_words(advice: str) -> None:
    assert summed(user("Which database suits billing?"), assistant(advice, 1)).advice_given == (advice,)


@pytest.mark.parametrize(
    "said",
    [
        "You should see a green light.",
        "Should you use Redis for the cache?",
        "I wouldn't say that you should use Redis.",
        "The recommended port is open.",
        "```\nyou should use Redis\n```",
    ],
)
def test_what_only_sounds_like_advice_is_none(said: str) -> None:
    assert summed(user("Which database suits billing?"), assistant(said, 1)).advice_given == ()


@pytest.mark.parametrize(
    "did",
    [
        "I fixed the login test.",
        "Done, the staging server runs again.",
        "The billing service is deployed.",
        "Jag har fixat inloggningstestet.",
        "Ich habe den Login-Test behoben.",
        "He arreglado la prueba de acceso.",
        "J'ai corrigé le test de connexion.",
    ],
)
def test_what_was_done_is_an_action_whoever_did_it(did: str) -> None:
    assert summed(user("The login test fails on staging."), assistant(did, 1)).actions == (did,)
    assert summed(user("The login test fails on staging."), user(did, 1)).actions == (did,)


@pytest.mark.parametrize(
    "said",
    [
        "Done!",
        "I have not fixed the login test.",
        "Is the billing service deployed?",
        "Let me see what is done on staging.",
        "When the branch is merged we can go on.",
        "I added the following:",
        "the fixed point iteration converges",
    ],
)
def test_what_was_not_done_is_no_action(said: str) -> None:
    assert summed(user("The login test fails on staging."), assistant(said, 1)).actions == ()


def test_lists_of_a_record_are_short_and_hold_nothing_twice() -> None:
    cities = ["Oslo", "Lund", "Rome", "Bonn", "Nice", "Kyiv"]
    said = [user(f"I booked the hotel in {city} for {seq + 20} guests.", seq) for seq, city in enumerate(cities)]
    advised = [assistant(f"You should visit {city} castle in spring.", 10) for city in cities for _ in "ab"]
    episode = summed(*said, *advised)
    assert len(episode.actions) == 3
    assert len(episode.advice_given) == len(set(episode.advice_given)) == 3
    assert len(episode.key_numbers) == 6
    assert len(episode.topics) <= 5


@pytest.mark.parametrize(
    "text", ["let's fix 3 too", "show me the P2 items", "see commit a3f9b21c for it", "this one looks wrong to me"]
)
def test_an_option_or_a_name_is_no_figure(text: str) -> None:
    assert summed(user("The login test fails."), user(text, 1)).key_numbers == ()


def test_a_figure_is_kept_as_said() -> None:
    assert summed(user("The budget is 1,000 euros per month.")).key_numbers == (
        "The budget is 1,000 euros per month (user)",
    )
    assert summed(user("vi har fjorton bilder kvar")).key_numbers == ("vi har fjorton bilder kvar (user)",)


def test_a_first_sentence_that_is_too_long_is_cut_between_words() -> None:
    text = " ".join(f"word{n}" for n in range(80))
    episode = summed(user(text))
    assert episode.summary == " ".join(f"word{n}" for n in range(60)) + "…"
    assert episode.subject == " ".join(f"word{n}" for n in range(10)) + "…"


def test_the_language_of_the_session_is_kept() -> None:
    episode = summed(user("Kan du hjälpa mig med fakturan till Berg? Den ska vara klar på torsdag."))
    assert episode.summary == "Kan du hjälpa mig med fakturan till Berg? Den ska vara klar på torsdag."
    assert "fakturan" in episode.topics


def test_a_script_without_spaces_has_topics_and_a_limit() -> None:
    episode = summed(user("数据库迁移计划需要更新。" * 3 + "我们决定使用数据库迁移工具。"))
    assert any("数据" in topic for topic in episode.topics)
    assert len(summed(user("数据库迁移计划" * 30)).summary) <= EPISODE_WORDS + 1


def test_a_gap_starts_a_new_segment() -> None:
    turns = [user("a", 0), user("b", 1, minutes=30), user("c", 2, minutes=61), user("d", 3, minutes=5)]
    assert segments(turns, gap=timedelta(minutes=30)) == [turns[:2], turns[2:]]
    assert segments([], gap=timedelta(minutes=30)) == []


@given(st.lists(st.integers(min_value=0, max_value=500)))
def test_segments_lose_no_turn(minutes: list[int]) -> None:
    turns = [user("x", seq, minutes=minute) for seq, minute in enumerate(minutes)]
    parts = segments(turns, gap=timedelta(minutes=30))
    assert [turn for part in parts for turn in part] == turns
    assert all(parts)


WORDS = st.sampled_from("Sarah deck slide 14 pipeline Friday launch budget fakturan 数据库 the a is not we".split())
SENTENCE = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(WORDS, min_size=1, max_size=70),
    st.sampled_from([".", "?", "", "。"]),
)


@given(st.lists(st.lists(SENTENCE, min_size=1, max_size=5), min_size=1, max_size=6))
def test_a_summary_is_short_verbatim_and_the_same_each_time(said: list[list[str]]) -> None:
    turns = [user("\n".join(sentences), seq) for seq, sentences in enumerate(said)]
    episode = record(turns, [])
    assert episode == record(turns, [])
    if episode is None:
        return
    assert len(episode.summary.split()) <= EPISODE_WORDS
    assert len(episode.subject.split()) <= SUBJECT_WORDS
    contents = [" ".join(turn.content.split()) for turn in turns]
    for part in re.split(" · | → ", episode.summary):
        for sentence in split(part):
            assert any(sentence.removesuffix("…") in content for content in contents)
