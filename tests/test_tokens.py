"""Words as the lexical index keeps them, and those a question asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.tokens import STOPWORDS, asked, asked_words, prepare, stands_in, terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ""),
        (" ?!… ", "? ! ."),
        ("The deck has 14 slides.", "the deck has 14 slides"),
        ("Sarah's deck", "sarah deck"),
        ("Sarah’s deck", "sarah deck"),
        ("don't", "don"),
        ("l'architecte", "l architecte"),
        ("'quoted'", "quoted"),
        ("getUserName", "getusername get user name"),
        ("HTTPServer", "httpserver http server"),
        ("max_retry_count", "max retry count"),
        ("src/main.py:12", "src main py 12"),
        ("v2Beta", "v2beta v2 beta"),
        ("ÄrendeLogg", "arendelogg aerendelogg arende aerende logg"),
        ("ＦＵＬＬ ﬁle ²", "full file 2"),
        ("STRASSE Straße", "strasse strasse"),
        ("腾讯云", "腾 讯 云 腾讯 讯云"),
        ("云", "云"),
        ("重跑gen-itgc后", "重 跑 重跑 gen itgc 后"),
        ("しりとり", "し り と り しり りと とり"),
        ("끝말", "끝 말 끝말"),
        ("हिन्दी में", "हिन्दी में"),
        ("a\0b", "a b"),
        ("lone \ud83d surrogate", "lone surrogate"),
        ("🚀🚀 launch │", "🚀 launch"),
        ('"deck" OR (own:x)*', "deck or own x"),
    ],
)
def test_what_the_index_keeps(text: str, words: str) -> None:
    """Cases 10, 11 and 13: scripts without spaces as one and two signs, identifiers with their parts."""
    assert prepare(text) == words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did Sarah say about the deck?", ("sarah", "say", "deck")),
        ("who is it", ("who", "is", "it")),
        ("NOT NULL constraint", ("null", "constraint")),
        ("deck Deck DECK", ("deck",)),
        ("腾讯云", ("腾讯", "讯云")),
        ("云", ("云",)),
        ("vad sa Sarah om upplägget?", ("sa", "sarah", "upplägget")),
        ("", ()),
        ("?", ()),
    ],
)
def test_what_a_question_asks_for(question: str, words: tuple[str, ...]) -> None:
    """Case 7: stopwords go, unless nothing else is left."""
    assert terms(question) == words


def test_a_limit_keeps_the_first_words() -> None:
    assert prepare("one two three", limit=2) == "one two"
    assert prepare("one two", limit=0) == ""


@given(st.text())
def test_a_question_finds_its_own_text(text: str) -> None:
    assert stands_in(text, text)
    assert set(asked_words(text)) <= set(prepare(text).split())


@given(st.text())
def test_nothing_but_spaces_cuts_what_is_prepared(text: str) -> None:
    words = prepare(text).split(" ") if prepare(text) else []
    assert all(word.isprintable() and word.strip() == word != "" for word in words)


@given(st.text())
def test_preparing_what_is_prepared_adds_no_word(text: str) -> None:
    words = prepare(text).split()
    assert set(prepare(" ".join(words)).split()) <= set(words)


def test_stopwords_are_written_as_words_are() -> None:
    assert not [word for word in STOPWORDS if terms(word) != (word,)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("wie ist es für Müller", (("muller", "mueller"),)),
        ("für", (("fur", "fuer"),)),
        ("the fur", (("fur",),)),
        ("où est l'Ångström?", (("l",), ("angstrom", "aangstroem", "angstroem"))),
        ("blue queue", (("blue",), ("queue",))),
        ("why 🚀 ★★★", (("🚀",), ("★",))),
        ("🇸🇪🇪🇸", (("🇸🇪",), ("🇪🇸",))),
        ('"', (('"',),)),
    ],
)
def test_what_a_question_asks_the_index(question: str, words: tuple[tuple[str, ...], ...]) -> None:
    """A stopword is one as it is written, and a word of two spellings is asked for in both."""
    assert asked(question) == words


def test_an_endless_word_is_cut_alike_in_a_text_and_in_a_question() -> None:
    assert prepare("a" * 5_000) == "a" * 100 == asked_words("a" * 5_000)[0]
