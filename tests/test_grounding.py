"""What holds against the transcript, and what is refused and why."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.grounding import Grounded, Reason, Refused, ground
from episodic.records import Candidate, Kind, Origin, Role, Stance, Turn


def turn(content: str, *, seq: int = 0, role: Role = "user", origin: Origin = "user", name: str | None = None) -> Turn:
    return Turn(
        session="s",
        seq=seq,
        role=role,
        content=content,
        at=datetime(2026, 11, 27, tzinfo=UTC),
        origin=origin,
        name=name,
    )


def fact(text: str, quote: str, *, kind: Kind = "technical", seq: int = 0, stance: Stance = "stated") -> Candidate:
    return Candidate(kind=kind, text=text, quote=quote, seq=seq, stance=stance)


def verdict(candidate: Candidate, *window: Turn) -> Reason | None:
    result = ground(candidate, window)
    assert result.candidate is candidate
    return result.reason if isinstance(result, Refused) else None


HOLDS = [
    ("I like jazz a lot", "I  LIKE\njazz", "User likes jazz"),
    ("she said \u201cship it\u201d \u2013 today", '"ship it" - today', "ship it today"),
    ("Sarah wants fourteen slides", "Sarah wants fourteen slides", "Sarah wants 14 slides"),
    ("we have 1,000 users", "1,000 users", "There are 1000 users"),
    ("we have 5k users", "5k users", "There are 5000 users"),
    ("it grew by 12 percent", "12 percent", "It grew by 12%"),
    ("that is Sarah's deck", "Sarah's deck", "The deck is by Sarah"),
    ("det är Saras bilder", "Saras bilder", "Bilderna är gjorda av Sara"),
    ("Klaus likes it", "Klaus likes it", "It is Klaus' favourite"),
    ("the launch is 3 December", "launch", "The launch is on 2026-12-03"),
    ("the launch is on fredag", "launch is", "The launch is on Friday"),
    ("the launch is today", "launch is today", "The launch was on 27 November 2026"),
    ("prefers dark mode, says the form", "dark mode", "Prefers dark mode"),
    ("Ich mag eine Rechnung auf Papier", "Rechnung auf Papier", "Der Nutzer mag Rechnungen auf Papier"),
    ("我喜欢爵士乐", "喜欢爵士", "喜欢爵士乐"),
    ("There is no need to retry uploads. You need to retry the login", "need to retry", "need to retry the login"),
    ("I live in Oslo, can you find a dentist?", "I live in Oslo", "User lives in Oslo"),
    ("We moved to Oslo, maybe we could rent a boat", "We moved to Oslo", "They moved to Oslo"),
]


@pytest.mark.parametrize(("said", "quote", "text"), HOLDS)
def test_what_was_said_holds(said: str, quote: str, text: str) -> None:
    assert verdict(fact(text, quote), turn(said)) is None


REFUSED: list[tuple[str, str, str, Reason]] = [
    ("I like jazz", "", "User likes jazz", "empty quote"),
    ("I like jazz", " \u201c\u2026\u201d \u200b", "User likes jazz", "empty quote"),
    ("I like jazz", "I like jazz", " - ", "empty fact"),
    ("I like jazz", "I love jazz", "User loves jazz", "quote not in turn"),
    ("we throw a party", "art", "art", "quote not in turn"),
    ("Sarah wants 12 slides", "Sarah wants 12 slides", "Sarah wants 14 slides", "number not in window"),
    ("Sarah wants twelve slides", "twelve slides", "Sarah wants fourteen slides", "number not in window"),
    ("we run 3.11.7", "we run 3.11.7", "They run 3.11.8", "number not in window"),
    ("it grew by 15", "it grew by 15", "It grew by 15%", "number not in window"),
    ("the launch is 3 December", "launch", "The launch is on 2026-12-04", "date not in window"),
    ("the launch is on Friday", "launch", "The launch is on Thursday", "date not in window"),
    ("the launch is soon", "launch", "The launch is in May", "date not in window"),
    ("the launch is soon", "launch is soon", "The launch is next week", "date not in window"),
    # a nickname nobody said, at the head of the sentence or within, case 103
    ("I like jazz", "I like jazz", "Kalle likes jazz", "name not in window"),
    ("I like jazz", "I like jazz", "The user, Kalle, likes jazz", "name not in window"),
    ("I met Johan", "I met Johan", "User met Johanna", "name not in window"),
    ("I met Sara", "I met Sara", "User met Sarah", "name not in window"),
    # a quote that leaves its negation outside, case 106
    ("No need to retry the upload", "need to retry", "need to retry", "negation cut off"),
    ("We do not want to merge early", "want to merge early", "They want to merge early", "negation cut off"),
    ("vi vill inte byta logga", "byta logga", "byta logga", "negation cut off"),
    # questions and suppositions, case 107
    ("do you remember Heidi", "Heidi", "User has a dog called Heidi", "question"),
    ("Do we use Redis?", "Do we use Redis?", "They use Redis", "question"),
    ("har du en hund", "en hund", "Har en hund", "question"),
    ("suppose we use Redis", "we use Redis", "They use Redis", "hypothetical"),
    ("if we moved to Oslo we would rent", "we would rent", "They rent", "hypothetical"),
    ("vielleicht nehmen wir Redis", "nehmen wir Redis", "Redis", "hypothetical"),
    ("I like jazz " * 40, "I like jazz", "I like jazz and " + "a " * 150, "too long"),
    ("we use it and it and it", "we use it", "we go on and on " * 6, "repetition"),
    ("我喜欢爵士", "我喜欢爵士", "我喜欢爵士" * 6, "repetition"),
]


@pytest.mark.parametrize(("said", "quote", "text", "reason"), REFUSED)
def test_what_was_not_said_is_refused(said: str, quote: str, text: str, reason: Reason) -> None:
    assert verdict(fact(text, quote), turn(said)) == reason


def test_the_turn_must_be_in_the_window() -> None:
    assert verdict(fact("I like jazz", "I like jazz", seq=7), turn("I like jazz")) == "turn not in window"
    assert verdict(fact("I like jazz", "I like jazz")) == "turn not in window"


def test_the_quote_must_be_in_the_turn_it_names_but_names_may_be_anywhere_in_the_window() -> None:
    window = (turn("Sarah wrote again"), turn("she wants 14 slides", seq=1))
    assert verdict(fact("Sarah wants 14 slides", "she wants 14 slides", seq=1), *window) is None
    assert verdict(fact("Sarah wants 14 slides", "she wants 14 slides", seq=0), *window) == "quote not in turn"


@pytest.mark.parametrize("kind", ["decision", "preference", "personal"])
@pytest.mark.parametrize(
    ("role", "origin"),
    [
        ("assistant", "assistant"),
        ("tool", "tool"),
        ("user", "web"),
        ("user", "file"),
        ("user", "summary"),
        ("user", "tool"),
    ],
)
def test_some_kinds_need_the_user_s_own_words(kind: Kind, role: Role, origin: Origin) -> None:
    """Cases 101 and 133."""
    said = turn("We use Redis", role=role, origin=origin)
    assert verdict(fact("We use Redis", "We use Redis", kind=kind), said) == "needs the user's words"


@pytest.mark.parametrize("origin", ["user", "manual"])
def test_the_user_s_own_words_are_enough(origin: Origin) -> None:
    assert verdict(fact("We use Redis", "We use Redis", kind="decision"), turn("We use Redis", origin=origin)) is None


def test_a_page_does_not_correct_the_user() -> None:
    """Case 133."""
    page = turn("Actually the deck has 14 slides", role="tool", origin="web")
    candidate = fact("The deck has 14 slides", "the deck has 14 slides", kind="correction")
    assert verdict(candidate, page) == "untrusted source"
    assert verdict(candidate, turn(page.content)) is None


def test_stance_is_heeded() -> None:
    said = turn("We use Redis")
    assert verdict(fact("We use Redis", "We use Redis", stance="hypothetical"), said) == "hypothetical"
    assert verdict(fact("We use Redis", "We use Redis", kind="decision", stance="suggested"), said) == "not committed"
    assert verdict(fact("We use Redis", "We use Redis", kind="decision", stance="confirmed"), said) is None


def test_the_speaker_is_read_from_the_turn() -> None:
    named, plain = turn("I like jazz", name="Bosse"), turn("I like jazz")
    grounded = ground(fact("Bosse likes jazz", "I like jazz"), [named])
    assert isinstance(grounded, Grounded)
    assert (grounded.speaker, grounded.turn) == ("Bosse", named)
    grounded = ground(fact("User likes jazz", "I like jazz"), [plain])
    assert isinstance(grounded, Grounded)
    assert grounded.speaker == "user"


@given(st.text(min_size=1, max_size=80))
def test_a_quote_that_is_not_there_never_holds(quote: str) -> None:
    assert isinstance(ground(fact("x", quote + "q\u00e9q"), [turn(quote)]), Refused)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_gets_a_verdict(text: str, said: str) -> None:
    assert isinstance(ground(fact(text, said), [turn(said)]), Grounded | Refused)
