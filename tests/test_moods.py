"""A feeling of the moment, and what is more than one."""

import pytest

from episodic.language.moods import is_mood

MOODS = [
    "I feel so frustrated today",
    "I'm really fed up with this bug.",
    "ok, I'm exhausted. I feel terrible right now!",
    "The user is stressed",
    "ich bin total gestresst",
    "Jag är jättetrött idag",
    "estoy agotado",
    "Je suis épuisée en ce moment",
    "sono stanca",
    "estou cansado hoje",
]
MORE = [
    "I'm happy with Postgres",
    "I'm tired of paying 40 euro a month",
    "I'm worried that the API is slow",
    "I'm stressed, so move the launch to 3 May",
    "I feel that 14 slides are enough",
    "Ich bin fertig mit dem Angebot",
    "jag är trött på Acme och byter till Globex",
    "estoy en Madrid",
    "",
]


@pytest.mark.parametrize("text", MOODS)
def test_a_mood_is_known_by_its_words(text: str) -> None:
    assert is_mood(text)


@pytest.mark.parametrize("text", MORE)
def test_a_feeling_with_a_reason_or_a_clause_is_more_than_a_mood(text: str) -> None:
    assert not is_mood(text)
