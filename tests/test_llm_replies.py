"""What language models really send, and what is found in it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.errors import ReplyError
from episodic.llm import loose_json
from episodic.llm.replies import parse, parse_record, silence

FACT = {"kind": "decision", "text": "The deck has 14 slides"}
OTHER = {"kind": "preference", "text": "Tabs, not spaces"}
NAMED = json.dumps({"facts": [FACT]})


def items(reply: str, **more: Any) -> list[dict[str, Any]]:
    return list(parse(reply, wants="facts", **more).items)


# (reply, items) -------------------------------------------------------------------------------------------------

WHOLE = [
    (NAMED, [FACT]),
    ('{"facts": []}', []),
    ("[]", []),
    ("```json\n[]\n```", []),
    (f"<think>[1, 2]</think>\n```\n{NAMED}\n```", [FACT]),
    # 88: prose with braces before the JSON, and after it
    ('Sure {ok}: {"facts":[]}', []),
    (f"Sure {{ok}}, as in {{'a': 1}} and [see below]: {NAMED} Hope {{this}} helps [1]!", [FACT]),
    (f'Use {{"kind": …}} here. {NAMED}', [FACT]),
    (f'An open {{"quote and then {NAMED}', [FACT]),
    # 97: thinking, with JSON of its own; tags of several makes; the opening tag lost in the prompt
    ('<think>maybe {"a":1}</think>{"facts":[]}', []),
    (f'<think>{{"facts": [{json.dumps(OTHER)}]}}</think>{NAMED}', [FACT]),
    (f'{{"facts": [{json.dumps(OTHER)}]}} no, wait </think>{NAMED}', [FACT]),
    (f"<Thinking>\nhm\n</Thinking>\n{NAMED}", [FACT]),
    (f"Here:\n<think>[</think>{NAMED}", [FACT]),
    (f"<|channel|>analysis<|message|>a [ b<|end|><|start|>assistant<|channel|>final<|message|>{NAMED}", [FACT]),
    ('{"facts": [{"text": "asks why <think> leaks"}]}', [{"text": "asks why <think> leaks"}]),
    ('{"facts": [{"text": "closes </think> by hand"}]}', [{"text": "closes </think> by hand"}]),
    # bare lists, lists with a name of the model's own, one object that should have been a list
    (json.dumps([FACT, OTHER]), [FACT, OTHER]),
    (f"The facts are:\n{json.dumps([FACT])}", [FACT]),
    (json.dumps({"facts": FACT}), [FACT]),
    (json.dumps({"result": {"facts": [FACT]}}), [FACT]),
    # 89: escapes that are none
    (r'{"facts": [{"text": "C:\users\Anna\deck"}]}', [{"text": r"C:\users\Anna\deck"}]),
    (r'{"facts": [{"text": "\ud83d\ude00 \u00e5 \u12 \ud83d!"}]}', [{"text": "😀 å \\u12 \ufffd!"}]),
    (r'{"facts": [{"text": "it\'s \d+"}]}', [{"text": r"it\'s \d+"}]),
    # commas, quotes and line breaks as nobody should write them
    ('{"facts": [{"text": "a",}, {"text": "b"},],}', [{"text": "a"}, {"text": "b"}]),
    ('{"facts": [{"text": "a"} {"text": "b"}]}', [{"text": "a"}, {"text": "b"}]),
    ('{"facts": [{"text": "a"\n"kind": "event"}]}', [{"text": "a", "kind": "event"}]),
    ('{"facts": [{"text": "said "yes", then left"}]}', [{"text": 'said "yes", then left'}]),
    ('{"facts": [{"text": "one\ntwo"}]}', [{"text": "one\ntwo"}]),
    # values that are none
    ('{"facts": [{"n": NaN, "m": -Infinity, "o": 1e999, "p": None}]}', [{"n": None, "m": None, "o": None, "p": None}]),
    ('{"facts": [{"n": True, "m": ' + "9" * 5000 + "}]}", [{"n": True, "m": None}]),
    # keys given twice: lists are joined, of other values the last one counts
    ('{"facts": [{"text": "a"}], "facts": [{"text": "b", "text": "c"}]}', [{"text": "a"}, {"text": "c"}]),
    # several documents: one beside the other is one answer; with words between, the last one is
    ('{"facts": [{"text": "a"}]}\n{"facts": [{"text": "b"}]}', [{"text": "a"}, {"text": "b"}]),
    ('For example {"facts": [{"text": "a"}]}. So: {"facts": [{"text": "b"}]}', [{"text": "b"}]),
    ('{"note": 1} {"facts": [{"text": "a"}]} {"usage": {"tokens": 3}}', [{"text": "a"}]),
    ('Form: {"facts": [...]}\n{"facts": [{"text": "a"}]}', [{"text": "a"}]),
    ('Form: {"facts": ["…\n{"facts": [{"text": "a"}]}', [{"text": "a"}]),
    ('{"facts": [{"text": "a"}, {"text": "a"}]}', [{"text": "a"}]),
]


@pytest.mark.parametrize(("reply", "expected"), WHOLE)
def test_whole_replies_give_all_their_items(reply: str, expected: list[dict[str, Any]]) -> None:
    """Cases 88, 89, 97."""
    parsed = parse(reply, wants="facts")
    assert (list(parsed.items), parsed.truncated) == (expected, False)


CUT = [
    ('{"facts": [{"text": "a"}, {"text": "b"}, {"text": "c', [{"text": "a"}, {"text": "b"}]),
    ('[{"text": "a"}, {"text": ', [{"text": "a"}]),
    ('{"facts": [{"text": "a"}]', [{"text": "a"}]),
    ('{"facts": [{"text": "a"}, {"text": "b"\n```', [{"text": "a"}]),
    ('{"out": {"facts": [{"text": "a"}, {"n": 12', [{"text": "a"}]),
    ('{"facts": [{"text": "a"}]}\n{"facts": [{"text": "b"}, {', [{"text": "a"}, {"text": "b"}]),
]


@pytest.mark.parametrize(("reply", "expected"), CUT)
def test_a_cut_reply_keeps_its_complete_items_and_says_so(reply: str, expected: list[dict[str, Any]]) -> None:
    """Case 94."""
    parsed = parse(reply, wants="facts")
    assert (list(parsed.items), parsed.truncated) == (expected, True)


MALFORMED = [
    ('{"facts": [{"text": "a"}, {"text": oops}, {"text": "c"}]}', 1),
    ('{"facts": [{"text": oops}, {"text": "a"}, {"text": "c"}]}', 1),
    ('{"facts": [{"text": "a"}, {"text": "c"}, {"text": oops}]}', 1),
    ('[{"text": "a"}, {"text" "b"}, {text: "b"}, {"text": "c"}]', 2),
    ('{"facts": [{"text": "a"},\n{"text": "b, "n": 1},\n{"text": "c"}], "loops": []}', 1),
    ('{"facts": [{"text": "a"}, {"text": "b", "of": [1, {"n": nine}]}, {"text": "c"}]}', 1),
    ('{"facts": [{"text": "a"}, "and", 7, null, [], {"text": ""}, {"text": "c"}]}', 5),
]


@pytest.mark.parametrize(("reply", "lost"), MALFORMED)
def test_an_item_that_makes_no_sense_costs_itself_alone(reply: str, lost: int) -> None:
    """It is not taken for a reply that was cut off."""
    parsed = parse(reply, wants="facts", needs=["text"])
    assert (parsed.items, parsed.lost, parsed.truncated) == (({"text": "a"}, {"text": "c"}), lost, False)


def test_a_cut_after_an_item_that_makes_no_sense_is_still_a_cut() -> None:
    parsed = parse('{"facts": [{"text": "a"}, {"text": oops}, {"text": "c"}', wants="facts", needs=["text"])
    assert (parsed.items, parsed.lost, parsed.truncated) == (({"text": "a"}, {"text": "c"}), 1, True)


UNUSABLE = [
    ("", "empty"),
    (" \n", "empty"),
    ("<think>let me see", "only reasoning"),
    ("<think>let me see</think>\n", "only reasoning"),
    ('<think>{"facts": [{"text": "a"}]}', "only reasoning"),
    ("I found nothing.", "no JSON"),
    ("{ok} [see]", "no JSON"),
    ("{'facts': []}", "unusable"),
    ('{"facts": [{"text": "a', "cut"),
    ('{"facts": [', "cut"),
    ('{"answer": 4}', "unusable"),
    ('{"facts": "none"}', "unusable"),
    ('{"facts": null}', "unusable"),
    ('{"facts": ["a", "b"]}', "unusable"),
    ("as in [1, 2]", "unusable"),
    ("the empty list is []", "unusable"),
    ("[" * 20_000, "no JSON"),
    ('["' * 300, "cut"),
]


@pytest.mark.parametrize(("reply", "reason"), UNUSABLE)
def test_what_cannot_be_used_is_never_an_empty_success(reply: str, reason: str) -> None:
    """Cases 91 and 98."""
    with pytest.raises(ReplyError) as caught:
        parse(reply, wants="facts")
    assert caught.value.reason == reason


def test_items_without_what_they_need_are_left_out_and_counted() -> None:
    """Case 91: skipped facts, and the operation still a success."""
    parsed = parse(json.dumps({"facts": [FACT, {"kind": "event"}, {"text": ""}, 7]}), wants="facts", needs=["text"])
    assert parsed.items == (FACT,)
    assert parsed.problems == ("an item without what it needs",)
    with pytest.raises(ReplyError):
        parse('{"facts": [{"kind": "event"}, {"kind": "event"}]}', wants="facts", needs=["text"])


def test_what_an_item_needs_finds_it_outside_of_the_list() -> None:
    needs = ["kind", "text"]
    assert items(f"{json.dumps(FACT)}\n{json.dumps(OTHER)}", needs=needs) == [FACT, OTHER]
    assert items(json.dumps({"memories": [FACT]}), needs=needs) == [FACT]
    assert items(json.dumps(FACT), needs=needs) == [FACT]
    cut = parse(f'{json.dumps(FACT)}\n{{"kind": "event", "te', wants="facts", needs=needs)
    assert (cut.items, cut.truncated) == ((FACT,), True)


@pytest.mark.parametrize("text", ["I like tea very much. " * 300, "no " * 200, "x" * 46_834])
def test_an_item_that_says_one_thing_over_and_over_is_left_out(text: str) -> None:
    """Case 95: one fact of 46,834 characters."""
    parsed = parse(json.dumps({"facts": [FACT, {"text": text}, {"text": "b", "of": [{"deep": text}]}]}), wants="facts")
    assert parsed.items == (FACT,)
    with pytest.raises(ReplyError):
        parse(json.dumps({"facts": [{"text": text}]}), wants="facts")


@pytest.mark.parametrize(
    "text",
    ["-" * 400, "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 6, "ha ha ha ha ha ha", "Buy milk, then buy bread. " * 2],
)
def test_rules_tables_and_laughter_are_no_runaway(text: str) -> None:
    assert items(json.dumps({"facts": [{"text": text}]})) == [{"text": text}]


def test_what_stands_beside_the_items_is_kept_up_to_the_cut() -> None:
    parsed = parse('{"facts": [{"text": "a"}], "loops": [{"id": 1}, {"id": 2', wants="facts")
    assert parsed.truncated
    assert parsed.rest == {"loops": [{"id": 1}]}


def test_a_record_is_the_last_complete_object_with_its_keys() -> None:
    draft, final = {"subject": "deck", "summary": "?"}, {"subject": "deck", "summary": "14 slides"}
    assert parse_record(f"{json.dumps(draft)} better: {json.dumps(final)} {{}}", needs=["subject"]) == final
    assert parse_record(json.dumps({"episode": final}), needs=["subject", "summary"]) == final
    for reply in ('{"subject": "deck", "summary": "14 sl', '{"subject": "deck"}', "none", ""):
        with pytest.raises(ReplyError):
            parse_record(reply, needs=["subject", "summary"])


def test_only_thinking_is_silence() -> None:
    """Case 98."""
    assert silence("<think>a</think><think>b")
    assert silence("  ")
    assert not silence("<think>a</think>b")


def test_errors_hold_no_word_of_the_reply() -> None:
    for reply in ("the secret is swordfish", '{"facts": "swordfish"}', '{"facts": [{"text": "swordfish'):
        with pytest.raises(ReplyError) as caught:
            parse(reply, wants="facts")
        assert "swordfish" not in f"{caught.value} {caught.value.reason}"


# Any reply in any wrapping -----------------------------------------------------------------------------------------

TEXTS = st.text(max_size=12)  # without lone surrogates
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
ITEMS = st.lists(st.dictionaries(TEXTS.filter(lambda key: key != "facts"), VALUES, max_size=4), max_size=4)
PROSE = ["", "Sure! ", "Here {you} go [1]:\n", 'I read {"a": 1} and [] so ', "{{", "Note {ok}: ", '"']
FENCED = [("", ""), ("```json\n", "\n```"), ("```\n", "\n```")]
BEFORE = st.tuples(st.sampled_from(PROSE), st.sampled_from(FENCED))
THOUGHT = st.sampled_from(["", "<think>hm {</think>", "<think>\n[1,2]\n</think>\n", 'so {"facts": 1} </think>'])
AFTER = st.sampled_from(["", "\n", " Done.", " {end}", " [2]", '\n\nLet me know {if} that "helps".'])


def unlike(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those that were there before."""
    found: dict[str, dict[str, Any]] = {}
    for item in listed:
        found.setdefault(json.dumps(item, sort_keys=True), item)
    return list(found.values())


def spelled(document: Any, *, indent: int | None, ascii_only: bool) -> str:
    return json.dumps(document, indent=indent, ensure_ascii=ascii_only)


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_valid_json_is_read_as_json_is(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = spelled([value], indent=indent, ascii_only=ascii_only)
    read = loose_json.read(text)
    assert read is not None
    assert (json.dumps(read.value), read.end, read.complete, read.repairs) == (
        *(json.dumps([value]), len(text), True),
        frozenset(),
    )


@given(ITEMS, THOUGHT, BEFORE, AFTER, st.booleans())
def test_any_reply_is_found_in_any_wrapping(
    listed: list[dict[str, Any]], thought: str, before: tuple[str, tuple[str, str]], after: str, ascii_only: bool
) -> None:
    prose, (fence, end) = before
    reply = spelled({"facts": listed}, indent=None, ascii_only=ascii_only)
    parsed = parse(thought + prose + fence + reply + end + after, wants="facts")
    assert json.dumps(parsed.items, sort_keys=True) == json.dumps(unlike(listed), sort_keys=True)
    assert not parsed.truncated


@given(ITEMS, THOUGHT, st.booleans(), st.booleans(), st.data())
def test_any_beginning_of_a_reply_gives_its_first_items(
    listed: list[dict[str, Any]], thought: str, named: bool, ascii_only: bool, data: st.DataObject
) -> None:
    """Case 94."""
    document = {"facts": listed, "loops": [1]} if named else listed
    reply = thought + spelled(document, indent=None, ascii_only=ascii_only)
    cut = data.draw(st.integers(0, len(reply) - 1))
    try:
        parsed = parse(reply[:cut], wants="facts")
    except ReplyError:
        return
    assert parsed.truncated
    whole = json.dumps(unlike(listed)[: len(parsed.items)], sort_keys=True)
    assert json.dumps(parsed.items, sort_keys=True) == whole
    assert parsed.items


@given(st.text(alphabet='{}[]",:\\untf0 1a-<>/k`\n', max_size=60))
def test_no_reply_makes_it_crash(reply: str) -> None:
    try:
        parsed = parse(reply, wants="facts")
    except ReplyError:
        return
    assert parsed.items or not parsed.truncated
