"""What counts as a number, and which spellings are the same number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.numbers import find, numbers

SAME = [
    # digits
    ("1,000 rows", ["1000"]),
    ("1 000 rader", ["1000"]),
    ("1\u00a0000 rader", ["1000"]),
    ("1\u202f000 lignes", ["1000"]),
    ("1.000 Zeilen", ["1000"]),
    ("1'000 Zeilen", ["1000"]),
    ("1,234,567", ["1234567"]),
    ("1.234.567", ["1234567"]),
    ("3.5 hours", ["3.5"]),
    ("3,5 timmar", ["3.5"]),
    ("0,125 mm", ["0.125"]),
    ("1.234,56 €", ["1234.56"]),
    ("$1,234.56", ["1234.56"]),
    ("items 1,2,3", ["1", "2", "3"]),
    ("between 10-12 people", ["10", "12"]),
    ("it was -5 °C", ["-5"]),
    ("slide 3.", ["3"]),
    ("１４ slides", ["14"]),
    ("٤٢", ["42"]),
    ("the 3rd and 2nd", ["3", "2"]),
    ("Postgres 16, port 8443", ["16", "8443"]),
    ("call 070 123 456", ["070", "123456"]),
    # what stays apart
    ("5k users", ["5k"]),
    ("5K users", ["5k"]),
    ("2M rows", ["2M"]),
    ("10m away", ["10"]),
    ("512MB", ["512"]),
    ("12%", ["12%"]),
    ("12 percent", ["12%"]),
    ("12 procent", ["12%"]),
    ("12 Prozent", ["12%"]),
    ("12 por ciento", ["12%"]),
    ("12 pour cent", ["12%"]),
    ("2.5 million users", ["2500000"]),
    # one token each
    ("Python 3.11.7", ["3.11.7"]),
    ("at 14:30", ["14:30"]),
    ("at 08:05", ["8:05"]),
    ("at 2:30 pm", ["14:30"]),
    ("at 2pm", ["14:00"]),
    ("at 12am", ["0:00"]),
    ("due 2026-12-03", ["2026-12-03"]),
    ("127.0.0.1:8080", ["127.0.0.1", "8080"]),
    ("commit a3f9b21c", ["a3f9b21c"]),
]
WORDS = [
    ("fourteen slides", ["14"]),
    ("twenty-one and thirty five", ["21", "35"]),
    ("two hundred and five", ["205"]),
    ("two and five", ["2", "5"]),
    ("two thousand five hundred", ["2500"]),
    ("a hundred people", ["100"]),
    ("two million", ["2000000"]),
    ("one slide", ["1"]),
    ("fjorton bilder", ["14"]),
    ("tjugofem", ["25"]),
    ("tvåhundra", ["200"]),
    ("femtusen", ["5000"]),
    ("klockan är sex", ["6"]),
    ("vierzehn Folien", ["14"]),
    ("einundzwanzig", ["21"]),
    ("zweihundertfünf", ["205"]),
    ("dreißig", ["30"]),
    ("catorce diapositivas", ["14"]),
    ("treinta y cinco", ["35"]),
    ("quinientos", ["500"]),
    ("veintidós", ["22"]),
    ("quatorze pages", ["14"]),
    ("vingt-cinq", ["25"]),
    ("soixante-dix", ["70"]),
    ("quatre-vingt-dix-sept", ["97"]),
    ("il y a deux cents lignes dans le fichier et", ["200"]),
]
NOT_NUMBERS = [
    "this one is the right one",
    "no one knows",
    "one of them",
    "I once met an elf",
    "not worth a cent",
    "we ran it on DOS in Sept",
    "en bil och ett hus",
    "ein Haus und eine Katze",
    "une maison et un chat",
    "hundreds of thousands",
    "the Knie hurts",
    "",
]


@pytest.mark.parametrize(("text", "expected"), SAME)
def test_digits(text: str, expected: list[str]) -> None:
    assert numbers(text) == expected


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_number_words(text: str, expected: list[str]) -> None:
    assert numbers(text) == expected


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_words_that_only_look_like_numbers(text: str) -> None:
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("old", "new"), [("12 slides", "14 slides"), ("3.1", "3.10"), ("5k", "5"), ("15", "15%"), ("2am", "2pm")]
)
def test_different_numbers_stay_different(old: str, new: str) -> None:
    assert numbers(old) != numbers(new)


def test_a_word_of_a_thousand_hundreds_is_no_number() -> None:
    assert numbers("hundert" * 1000) == []


@given(st.integers(min_value=0, max_value=10**12))
def test_grouping_does_not_change_a_number(value: int) -> None:
    assert numbers(f"{value:,}") == numbers(str(value)) == [str(value)]


@given(st.text())
def test_places_are_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for number in find(text):
        assert end <= number.start < number.end <= len(text)
        end = number.end
