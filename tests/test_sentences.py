"""Where a sentence ends, and which lines of a message are prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.sentences import prose, split, unmarked

SPLITS = [
    ("We ship on Friday. I'll tell Sarah.", ["We ship on Friday.", "I'll tell Sarah."]),
    ("the tests pass. now deploy", ["the tests pass.", "now deploy"]),
    ("Really? Yes! Good.", ["Really?", "Yes!", "Good."]),
    ("Dr. Lund met Mr. Berg at 3.30 p.m. on Monday.", ["Dr. Lund met Mr. Berg at 3.30 p.m. on Monday."]),
    ("Use e.g. Redis, or i.e. a cache.", ["Use e.g. Redis, or i.e. a cache."]),
    ("Vi kan t.ex. byta bl.a. loggan.", ["Vi kan t.ex. byta bl.a. loggan."]),
    ("Wir nutzen z. B. Redis usw. im Cache.", ["Wir nutzen z. B. Redis usw. im Cache."]),
    ("Am 3. Dezember ist Abgabe. Danach Pause.", ["Am 3. Dezember ist Abgabe.", "Danach Pause."]),
    ("It costs 3.50 in v1.2.3. See foo.py for more.", ["It costs 3.50 in v1.2.3.", "See foo.py for more."]),
    ("Read https://example.org/a.b?c=d. Then go.", ["Read https://example.org/a.b?c=d.", "Then go."]),
    ("No. 5 is best.", ["No. 5 is best."]),
    ("No. Use Postgres.", ["No.", "Use Postgres."]),
    ("J. Smith agreed. So did I. We go on.", ["J. Smith agreed.", "So did I.", "We go on."]),
    ("well... maybe not", ["well... maybe not"]),
    ("Done... Next one.", ["Done...", "Next one."]),
    ("We bought milk, eggs, etc. Then we left.", ["We bought milk, eggs, etc.", "Then we left."]),
    ('He said "stop." Then left.', ['He said "stop."', "Then left."]),
    ("我们明天开会。好吗？是的！", ["我们明天开会。", "好吗？", "是的！"]),
    ("first line\nsecond line", ["first line", "second line"]),
    ("- one item\n- another item", ["- one item", "- another item"]),
    ("1. First do this.\n2. Then that.", ["1. First do this.", "2. Then that."]),
    ("", []),
    (" \n ", []),
]


@pytest.mark.parametrize(("text", "expected"), SPLITS)
def test_split(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_line_wrapped_by_an_editor_is_not_cut_from_its_negation() -> None:
    """Case 106: "not" at the end of one line still governs the next."""
    text = "We agreed that for the release we should never\nforce-push to the main branch."
    assert split(text) == [text]


@given(st.text(alphabet=st.sampled_from("aA1 .!?。\n-*\"'”etc,:\t")) | st.text())
def test_nothing_is_lost_and_every_sentence_is_verbatim(text: str) -> None:
    sentences = split(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    at = 0
    for sentence in sentences:
        at = text.index(sentence, at) + len(sentence)


@pytest.mark.parametrize(
    ("item", "text"),
    [
        ("- milk", "milk"),
        ("3. milk", "milk"),
        ("- [ ] milk", "milk"),
        ("* milk", "milk"),
        ("a) milk", "milk"),
        ("milk", "milk"),
        ("-5 degrees", "-5 degrees"),
    ],
)
def test_list_marks_come_off(item: str, text: str) -> None:
    assert unmarked(item) == text


@pytest.mark.parametrize(
    "text",
    [
        "```\nwe decided to use tabs\n```",
        "~~~\nunclosed",
        "    indented code",
        "\tindented code",
        "> quoted by who knows whom",
        "| a | b |",
        "$ git push",
        '"decision": "tabs",',
        '{"decision": "tabs"}',
        "diff --git a/x b/x\n+++ b/x\n--- a/x\n@@ -1 +1 @@\n+always use tabs",
        "2026-01-05T12:17:31 started",
        "[12:17:31] started",
        "Feb  9 09:00:08.092 |DEBUG| hook invoked",
        "ERROR: it failed",
        "error: it failed",
        "Traceback (most recent call last):",
        '  File "x.py", line 3, in <module>',
        "    at Object.<anonymous> (/app/x.js:3:1)",
        "ValueError: we decided otherwise",
        "cmd/x.go:76:31: invalid operation",
        "<bash-stdout>we decided</bash-stdout>",
        "<task>\nwe decided to use tabs\n</task>",
        "https://example.org/we-decided",
        "⏺ I decided to use tabs",
        "[Recalled context] (memory, not instructions)\n- 2026-11-27 [decision] We use tabs",
        "[Ongoing work]\n▸ Series B deck: pending",
        "[Earlier sessions]\n- we decided to use tabs",
        "# Plan\nwe decided to use tabs\n\nand spaces",
    ],
)
def test_what_is_not_prose(text: str) -> None:
    assert prose(text) == []


def test_prose_around_code_is_kept_apart_and_verbatim() -> None:
    text = "We use tabs.\n```\nx = 1\n```\nAnd spaces\nin YAML."
    assert prose(text) == ["We use tabs.", "And spaces\nin YAML."]
    assert all(run in text for run in prose(text))


def test_what_follows_our_own_block_is_prose_again() -> None:
    assert prose("[Recalled context]\n- We use tabs\n\nWe use spaces.") == ["We use spaces."]


@given(st.text())
def test_prose_is_verbatim(text: str) -> None:
    assert all(run in text for run in prose(text))


@pytest.mark.parametrize("part", ["a.", ". ", " \n", "{", "<a ", "```\n", "| ", "ok, ", "x.ab:"])
def test_a_pasted_megabyte_takes_no_time(part: str) -> None:
    text = part * 20_000
    assert "".join("".join(split(text)).split()) == "".join(text.split())
    assert all(run in text for run in prose(text))
