"""Search by words: whatever a person types is words, in any script, and filters come before the limit."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from episodic.config import Config
from episodic.language.dates import stamp
from episodic.language.tokens import asked_words
from episodic.memory.filters import Filter
from episodic.memory.store import Store
from episodic.records import Message, Piece

ANYTHING = Filter()


def _say(store: Store, *texts: str, session: str = "s") -> None:
    at = store.config.clock()
    store.write(session, [Message("user", (Piece(text),), at=at) for text in texts])


def _hits(store: Store, question: str, *, depth: int = 50, allowed: Filter = ANYTHING) -> list[str]:
    """The texts found by their own words, best first."""
    found = store.lexical.search(asked_words(question), allowed=allowed, depth=depth, context_weight=None)
    items = store.memories.items(item for item, _ in found)
    return [items[item].text for item, _ in found]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        pytest.param("don't use tabs", "please do not use tabs here", id="1"),
        pytest.param("don’t use tabs", "we don't like tabs", id="1, typographic"),
        pytest.param("Downloads/transcripts", "they are in the transcripts folder", id="2"),
        pytest.param("what's the budget, roughly?", "the budget is 40k", id="4"),
        pytest.param("status: done", "their status is unknown", id="5, column"),
        pytest.param('timeout "error', "a timeout happened", id="5, quote"),
        pytest.param("retry OR", "we retry twice", id="5, operator at the end"),
        pytest.param("NOT NULL constraint", "it fails on the constraint", id="7, not"),
        pytest.param("salt and pepper", "add pepper", id="7, and"),
        pytest.param("NEAR(deck, 3)", "the deck", id="7, near"),
        pytest.param("AND OR NOT", "to be or what", id="7, nothing but operators"),
        pytest.param("deploy the script", "script for deploy", id="8"),
        pytest.param("{own context} : ^deck*", "our deck", id="column filter"),
        pytest.param("deck\0; drop table item", "our deck", id="NUL"),
        pytest.param("-deck +chart", "our deck", id="signs"),
        pytest.param("don't", "don", id="nothing but a stopword"),
    ],
)
def test_a_question_is_words_and_never_syntax(store: Store, question: str, text: str) -> None:
    """Cases 1, 2, 4, 5, 7 and 8."""
    _say(store, "nothing of the kind", text, "another matter entirely")
    assert text in _hits(store, question)


@pytest.mark.parametrize(
    "term", ["NOT", "NEAR", "AND", 'de"ck', '"', "own:deck", "*", "^deck", "a-b", "(", "{own}", ""]
)
def test_a_term_is_never_syntax(store: Store, term: str) -> None:
    _say(store, "the deck")
    for weight in (None, 0.5):
        found = store.lexical.search((term, "deck"), allowed=ANYTHING, depth=5, context_weight=weight)
        assert [item for item, _ in found] == [1]


@pytest.mark.parametrize(
    "allowed", [Filter(), Filter(layers=("fact",)), Filter(project="p"), Filter(with_retired=True)]
)
def test_every_filter_asks_for_the_user(allowed: Filter) -> None:
    """Case 67: whatever table a search begins with."""
    assert allowed.sql()[0].split(" and ")[0] == "i.scope = :scope"


def test_every_word_counts_and_more_of_them_count_more(store: Store) -> None:
    """Case 8: neither a phrase nor all words are asked for; what has more of them comes first."""
    _say(store, "a script", "script for deploy", "the deploy script", "lunch")
    assert set(_hits(store, "deploy the script")[:2]) == {"script for deploy", "the deploy script"}
    assert _hits(store, "deploy the script")[2:] == ["a script"]


@given(st.text() | st.text(alphabet="\"*^:(){}+-\\'\0 ANDORNEAR重\ud83d", max_size=30))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_question_raises(store: Store, question: str) -> None:
    if not store.turns.sessions():
        _say(store, "the deck has 14 slides")
    store.lexical.search(asked_words(question), allowed=ANYTHING, depth=5, context_weight=0.7)


def test_a_question_of_twenty_thousand_words_is_answered(store: Store) -> None:
    _say(store, "the deck has 14 slides", "lunch")
    assert _hits(store, " ".join(f"word{n}" for n in range(20_000)) + " deck") == ["the deck has 14 slides"]


def test_no_words_find_nothing(store: Store) -> None:
    _say(store, "the deck")
    assert _hits(store, " ?! ") == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        pytest.param("用户服务器部署在腾讯云国内节点", "腾讯云", id="10"),
        pytest.param("しりとりをして遊んだ", "しりとり", id="11, Japanese"),
        pytest.param("어제 끝말잇기를 했다", "끝말잇기", id="11, Korean"),
        pytest.param("我们玩成语接龙", "成语接龙", id="11, Chinese"),
        pytest.param("我们玩成语接龙", "龙", id="one character"),
        pytest.param("ผมชอบกินข้าวผัด", "ข้าวผัด", id="Thai"),
        pytest.param("मुझे हिन्दी पसंद है", "हिन्दी", id="Hindi"),
        pytest.param("重跑gen-itgc后再看", "gen-itgc", id="13"),
        pytest.param("重跑gen-itgc后再看", "重跑", id="13, the Han before"),
        pytest.param("我用PostgreSQL", "which database, postgresql?", id="16"),
        pytest.param("ＦＵＬＬ width", "full", id="width"),
    ],
)
def test_every_script_is_found(store: Store, text: str, question: str) -> None:
    """Cases 10, 11, 13 and 16, with no model."""
    _say(store, "an English sentence", "另一句话", "別の文", "다른 문장", text, "कोई और वाक्य", "ประโยคอื่น")
    assert _hits(store, question)[0] == text


def test_a_word_of_another_script_is_found_whole(store: Store) -> None:
    """Two letters in common are no match."""
    _say(store, "腾飞的云", "हम दूर हैं")
    assert _hits(store, "腾讯云") == []
    assert _hits(store, "हिन्दी") == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("call getUserName first", "user name"),
        ("call getUserName first", "getusername"),
        ("call getUserName first", "getUserName"),
        ("parse with HTTPServerError", "server"),
        ("set max_retry_count to 3", "retry"),
        ("set max_retry_count to 3", "max_retry_count"),
        ("see src/main.py", "main.py"),
        ("the café is closed", "cafe"),
        ("the cafe is closed", "café"),
        ("Ärendet är löst", "arendet"),
        ("deploying it", "deployed"),
        ("Sarah's idea", "sarah"),
        ("ask Sarah", "Sarah’s"),
        ("l'architecte arrive", "architecte"),
        ("it is CONFIRMED", "confirmed"),
    ],
)
def test_a_word_is_found_in_its_other_shapes(store: Store, text: str, question: str) -> None:
    _say(store, "one thing", text, "another")
    assert _hits(store, question) == [text]


def test_own_words_and_those_around_are_asked_apart(store: Store) -> None:
    _say(store, "did the deck go out?", "yes, on Friday", "good")
    own = store.lexical.search(asked_words("deck"), allowed=ANYTHING, depth=9, context_weight=None)
    around = store.lexical.search(asked_words("deck"), allowed=ANYTHING, depth=9, context_weight=0.5)
    assert [item for item, _ in own] == [1]
    assert [item for item, _ in around] == [1, 2, 3]
    assert around[0][1] > around[1][1] > 0


def test_equal_scores_come_in_the_order_they_were_said(store: Store) -> None:
    for session in "dacbe":
        _say(store, "the deck", session=session)
    found = store.lexical.search(asked_words("deck"), allowed=ANYTHING, depth=3, context_weight=None)
    assert [item for item, _ in found] == [1, 2, 3]


def test_another_users_rows_take_no_place(store: Store, config: Config) -> None:
    """Case 67."""
    other = Store(config, "other")
    _say(other, *(f"the deck, take {n}" for n in range(500)))
    _say(store, "my one old deck")
    assert _hits(store, "deck", depth=1) == ["my one old deck"]
    other.close()


def test_filters_come_before_the_limit(store: Store) -> None:
    """Cases 67 and 112: one match among five hundred nearer ones is found by date, project, layer and kind."""
    _say(store, "deck")
    old = stamp(store.config.clock())
    store.db.run("update item set said_at = '2020-01-01T00:00:00.000000Z', project = 'mine'")
    _say(store, *(["deck deck deck"] * 500))
    fact = store.remember("A fact about the deck, and of much else besides", kind="decision")
    assert _hits(store, "deck", depth=1) != ["deck"]
    for allowed in (Filter(before=old), Filter(project="mine")):
        assert _hits(store, "deck", depth=1, allowed=allowed) == ["deck"]
    for allowed in (Filter(layers=("fact",)), Filter(kinds=("decision",)), Filter(layers=("fact", "episode"))):
        found = store.lexical.search(asked_words("deck"), allowed=allowed, depth=1, context_weight=None)
        assert [item for item, _ in found] == [fact]
    assert _hits(store, "deck", allowed=Filter(layers=("episode",))) == []
    assert _hits(store, "deck", allowed=Filter(layers=())) == []


def test_after_includes_and_before_excludes(store: Store) -> None:
    _say(store, "deck")
    now, later = stamp(store.config.clock()), "2030-01-01T00:00:00.000000Z"
    assert _hits(store, "deck", allowed=Filter(after=now)) == ["deck"]
    assert _hits(store, "deck", allowed=Filter(before=now)) == []
    assert _hits(store, "deck", allowed=Filter(after=now, before=later)) == ["deck"]
    assert _hits(store, "deck", allowed=Filter(after=later)) == []


def test_a_project_admits_what_has_none_only_when_asked(store: Store) -> None:
    for project in ("/a/api", "/b/api", None):
        at = store.config.clock()
        store.write(f"s{project}", [Message("user", (Piece(f"deck of {project}"),), at=at)], project=project)
    assert _hits(store, "deck", allowed=Filter(project="/a/api")) == ["deck of /a/api"]
    unfiled = _hits(store, "deck", allowed=Filter(project="/a/api", with_unfiled=True))
    assert sorted(unfiled) == ["deck of /a/api", "deck of None"]
    assert len(_hits(store, "deck")) == 3


def test_what_is_retired_is_found_only_when_asked(store: Store) -> None:
    _say(store, "deck one", "deck two")
    store.db.run("update item set live = 0, layer = 'fact' where id = 1")  # a turn is never retired
    assert _hits(store, "deck") == ["deck two"]
    assert sorted(_hits(store, "deck", allowed=Filter(with_retired=True))) == ["deck one", "deck two"]
