"""What a sentence affirms and what it denies, and which words exclude each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.polarity import clauses, is_negative, opposites
from episodic.language.tongues import Tongue, tongue

DENIES = [
    ("No need to retry", "CASE 106"),
    ("Never deploy on Fridays", ""),
    ("We don\u2019t accept late homework", "typographic apostrophe"),
    ("I take my coffee without milk", ""),
    ("Wednesdays are meeting-free", ""),
    ("Avoid calls before nine", ""),
    ("No calls and no mails", "two negators, one denial"),
    ("I stopped learning Italian", ""),
    ("Jag äter inte kött", ""),
    ("Skicka aldrig fakturan med post", ""),
    ("Ich wohne nicht mehr in Köln", ""),
    ("Wir haben keine Zeit am Montag", ""),
    ("Ya no usamos Excel para el inventario", ""),
    ("Je ne prends jamais le train", "ne and jamais are one denial"),
]
AFFIRMS = [
    ("Do not forget to configure the proxy", "CASE 29"),
    ("Rotate the keys whenever needed", "CASE 106: no never in whenever"),
    ("Das Knie tut mir weh", "CASE 106: no nie in Knie"),
    ("Glöm inte att konfigurera proxyn", "CASE 29"),
    ("Vergiss nicht, den Proxy zu konfigurieren", "CASE 29"),
    ("No olvides configurar el proxy", "CASE 29"),
    ("N'oublie pas de configurer le proxy", "CASE 29"),
    ("Pay no later than Friday", ""),
    ("We use not only Slack but Teams", ""),
    ("Ni har mötet klockan nio", "Swedish ni is no French neither"),
    ("The nonprofit has a notary", ""),
    ("Nothing but praise for the team", ""),
]
EXCLUDE: list[tuple[str, str, Tongue]] = [
    ("always", "never", "en"),
    ("enabled", "disabled", "en"),
    ("available", "unavailable", "en"),
    ("vegetarian", "steak", "en"),
    ("postgresql", "mysql", "en"),
    ("jira", "linear", "de"),
    ("öppen", "stängd", "sv"),
    ("erlaubt", "verboten", "de"),
    ("ventana", "pasillo", "es"),
    ("toujours", "jamais", "fr"),
]
AGREE: list[tuple[str, str, Tongue]] = [
    ("enabled", "active", "en"),
    ("grey", "gray", "en"),
    ("kitchen", "bathroom", "en"),
    ("on", "on", "en"),
    ("avaktiverad", "inaktiverad", "sv"),
]


@pytest.mark.parametrize(("text", "case"), DENIES)
def test_a_denial_is_seen(text: str, case: str) -> None:
    assert is_negative(text), case


@pytest.mark.parametrize(("text", "case"), AFFIRMS)
def test_words_that_only_look_like_a_denial(text: str, case: str) -> None:
    assert not is_negative(text), case


@pytest.mark.parametrize(("old", "new", "language"), EXCLUDE)
def test_words_that_cannot_both_hold(old: str, new: str, language: Tongue) -> None:
    assert opposites(frozenset({old}), frozenset({new}), language) == ((old, new),)


@pytest.mark.parametrize(("old", "new", "language"), AGREE)
def test_words_that_can_both_hold(old: str, new: str, language: Tongue) -> None:
    assert opposites(frozenset({old}), frozenset({new}), language) == ()


def test_a_word_both_sides_have_is_no_contrast() -> None:
    assert opposites(frozenset({"dark", "light"}), frozenset({"light", "dark", "mode"}), "en") == ()


def test_each_clause_keeps_its_own_stand() -> None:
    text = "The tiles are green, not white"
    assert [(text[start:end], denies) for start, end, denies in clauses(text)] == [
        ("The tiles are green,", False),
        (" not white", True),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The deck needs 12 slides", "en"),
        ("Bygglovet går ut i april", "sv"),
        ("Der Workshop ist am Dienstag", "de"),
        ("La reunión es el martes", "es"),
        ("Le cours commence à 14 heures", "fr"),
        ("Redis", None),
    ],
)
def test_the_language_is_told_by_its_small_words(text: str, expected: Tongue | None) -> None:
    assert tongue(text) == expected


@given(st.text())
def test_clauses_are_the_whole_text(text: str) -> None:
    assert "".join(text[start:end] for start, end, _ in clauses(text)) == text
