"""What somebody said whom the question names comes a little earlier."""

from datetime import UTC, datetime, timedelta

import pytest

from episodic import SessionBuffer, retrieve
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.speakers import lifted

NOW = datetime(2026, 11, 29, tzinfo=UTC)


def item(ident: int, speaker: str) -> Item:
    return Item(ident, "turn", None, "x", NOW, True, None, speaker, "s", (("s", ident),), (ident,))


@pytest.mark.parametrize(
    ("question", "speaker", "is_named"),
    [
        ("what did Caroline paint", "Caroline", True),
        ("what did CAROLINE paint", "Caroline", True),
        ("Caroline\u2019s painting", "Caroline", True),
        ("vad målade Carolines syster", "Caroline", True),
        ("what did Caroline paint", "Caroline Smith", True),
        ("what did the carolinean paint", "Caroline", False),
        ("what did Melanie paint", "Caroline", False),
        ("what did the user say", "user", False),
        ("what did the assistant say", "assistant", False),
        ("小明昨天说了什么", "小明", True),
        ("小红昨天说了什么", "小明", False),
        ("who is it", "", False),
    ],
)
def test_a_speaker_is_named_in_any_case_and_in_genitives(question: str, speaker: str, *, is_named: bool) -> None:
    found = lifted(question, {1: 0.5, 2: 0.5}, {1: item(1, speaker), 2: item(2, "user")}, lift=0.1)
    assert found == {1: 0.6 if is_named else 0.5, 2: 0.5}


def test_the_words_of_whom_the_question_names_come_first(wordless: Store) -> None:
    buffer = SessionBuffer("chat", store=wordless)
    for n, name in enumerate(("Melanie", "Caroline", "Melanie")):
        buffer.append_turn("user", "I painted a lake at sunrise.", name=name, at=NOW + timedelta(days=n))
    hits = retrieve("when did Caroline paint a lake at sunrise?", wordless)
    assert hits[0].speaker == "Caroline"
