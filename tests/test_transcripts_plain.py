"""Plain transcripts: spellings, times, sessions, identities, and files that are cut, torn or strange."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.capture.transcripts import read
from episodic.capture.transcripts.transcript import Transcript

HELLO = {"role": "user", "content": "The deck needs 14 slides."}


def lines(*records: object) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def said(transcript: Transcript) -> list[tuple[str, str]]:
    return [(message.role, message.content) for session in transcript.sessions for message in session.messages]


def identities(transcript: Transcript) -> list[str]:
    messages = (message for session in transcript.sessions for message in session.messages)
    return [identity for message in messages for piece in message.pieces for identity in piece.identities]


def contains_in_order(longer: Iterable[str], shorter: Iterable[str]) -> bool:
    rest = iter(longer)
    return all(item in rest for item in shorter)


@pytest.mark.parametrize(
    ("spelling", "role"),
    [
        ("user", "user"),
        ("human", "user"),
        ("customer", "user"),
        ("Human", "user"),
        ("assistant", "assistant"),
        ("ai", "assistant"),
        ("AI", "assistant"),
        ("bot", "assistant"),
        ("model", "assistant"),
        ("gpt", "assistant"),
        ("tool", "tool"),
        ("function", "tool"),
    ],
)
def test_a_role_may_be_spelt_many_ways(spelling: str, role: str) -> None:
    transcript = read(lines({"role": spelling, "content": "x"}))
    message = transcript.sessions[0].messages[0]
    assert (message.role, message.origin) == (role, role)


@pytest.mark.parametrize("key", ["content", "text", "value", "message"])
def test_the_text_may_stand_under_many_keys(key: str) -> None:
    assert said(read(lines({"role": "user", key: "hej"}))) == [("user", "hej")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-09-14T10:03:11Z", datetime(2026, 9, 14, 10, 3, 11, tzinfo=UTC)),
        ("2026-09-14T10:03:11.123456789Z", datetime(2026, 9, 14, 10, 3, 11, 123456, tzinfo=UTC)),
        ("2026-09-14 18:03:11+08:00", datetime(2026, 9, 14, 10, 3, 11, tzinfo=UTC)),
        ("2026-09-14", datetime(2026, 9, 14)),  # noqa: DTZ001
        ("20260914", datetime(2026, 9, 14)),  # noqa: DTZ001
        ("2026-09-14T10:03:11", datetime(2026, 9, 14, 10, 3, 11)),  # noqa: DTZ001
        (1789380191, datetime(2026, 9, 14, 10, 3, 11, tzinfo=UTC)),
        (1789380191.5, datetime(2026, 9, 14, 10, 3, 11, 500000, tzinfo=UTC)),
        ("1789380191.5", datetime(2026, 9, 14, 10, 3, 11, 500000, tzinfo=UTC)),
        (1789380191000, datetime(2026, 9, 14, 10, 3, 11, tzinfo=UTC)),
        (1789380191000123, datetime(2026, 9, 14, 10, 3, 11, 123, tzinfo=UTC)),
        (1789380191000123000, datetime(2026, 9, 14, 10, 3, 11, 123, tzinfo=UTC)),
        (-86400, None),
    ],
)
def test_a_time_is_iso_or_an_epoch_and_a_naive_one_stays_naive(value: object, expected: datetime | None) -> None:
    """Case 110: naive, Z and +08:00 mixed; the zone is the caller's to apply."""
    assert read(lines({**HELLO, "timestamp": value})).sessions[0].messages[0].at == expected


@pytest.mark.parametrize("key", ["timestamp", "ts", "time", "created_at", "date"])
def test_the_time_may_stand_under_many_keys(key: str) -> None:
    at = read(lines({**HELLO, key: "2026-09-14T00:30:00+08:00"})).sessions[0].messages[0].at
    assert at == datetime(2026, 9, 14, 0, 30, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize("value", ["yesterday", "0001-01-01T00:00:00+08:00", True, {"created": 1}, 1e300, "9" * 400])
def test_a_time_that_is_none_is_counted_and_the_turn_kept(value: object) -> None:
    transcript = read(lines({**HELLO, "time": value}))
    assert transcript.sessions[0].messages[0].at is None
    assert transcript.skipped == {"times not understood": 1}


def test_infinities_and_nan_are_no_times() -> None:
    data = b'{"role":"user","content":"a","ts":NaN}\n{"role":"user","content":"b","ts":-Infinity}\n'
    assert read(data).skipped == {"times not understood": 2}


def test_the_next_time_key_is_tried_when_the_first_says_nothing() -> None:
    at = read(lines({**HELLO, "time": "soon", "date": "2026-09-14"})).sessions[0].messages[0].at
    assert at == datetime(2026, 9, 14)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("record", "name"),
    [
        ({**HELLO, "name": "Sarah"}, "Sarah"),
        ({**HELLO, "speaker": "Sarah"}, "Sarah"),
        ({**HELLO, "author": {"name": "Sarah"}}, "Sarah"),
        ({"speaker": "user", "text": "x"}, None),
        ({"author": {"role": "user", "name": "Sarah"}, "text": "x"}, "Sarah"),
        (HELLO, None),
    ],
)
def test_a_speaker_is_a_name_and_may_stand_for_the_role(record: object, name: str | None) -> None:
    message = read(lines(record)).sessions[0].messages[0]
    assert (message.role, message.name) == ("user", name)


def test_system_text_unknown_roles_and_empty_turns_are_skipped_and_counted() -> None:
    transcript = read(
        lines(
            {"role": "system", "content": "You are helpful."},
            {"role": "developer", "content": "Be brief."},
            HELLO,
            {"role": "narrator", "content": "Meanwhile"},
            {"content": "who said this"},
            {"role": "assistant", "content": None, "tool_calls": []},
            {"role": "user", "content": " \n"},
            42,
            "words",
        )
    )
    assert said(transcript) == [("user", "The deck needs 14 slides.")]
    assert transcript.skipped == {"system text": 2, "unknown role": 2, "empty text": 2, "not an object": 2}


def test_content_blocks_are_joined_and_what_is_not_text_counted() -> None:
    blocks = [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "data:"}},
        {"type": "input_text", "text": "here"},
        "now",
        7,
    ]
    transcript = read(lines({"role": "user", "content": blocks}))
    assert said(transcript) == [("user", "look\n\nhere\n\nnow")]
    assert transcript.skipped == {"image_url blocks": 1, "blocks without text": 1}


def test_text_is_kept_as_written_but_for_what_cannot_be_stored() -> None:
    """Case 19: a lone surrogate becomes U+FFFD, the line is kept; NULs and colour codes go."""
    data = b'{"role":"user","content":"  a \\ud83d b \\u0000\\u001b[31mred\\u001b[0m \\ud83d\\ude00 "}\n'
    content = said(read(data))[0][1]
    assert content == "  a \ufffd b red \U0001f600 "
    content.encode()


def test_ids_and_names_are_storable_too() -> None:
    data = b'{"role":"user","content":"x","session_id":"s\\ud83d","name":"n\\u0000\\udc00"}\n'
    session = read(data).sessions[0]
    assert (session.session_id, session.messages[0].name) == ("s\ufffd", "n\ufffd")


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + lines(HELLO),
        lines(HELLO).replace(b"\n", b"\r\n"),
        b"\n\n  \n" + lines(HELLO) + b"\n",
        lines(HELLO).rstrip(),
        b"\0\0" + lines(HELLO) + b"\0\0\0",
        "\ufeff".encode("utf-16-le") + lines(HELLO).decode().encode("utf-16-le"),
        lines(HELLO).replace(b"}", b"},"),
        lines([HELLO]),
        json.dumps([HELLO], indent=2).encode(),
        json.dumps(HELLO, indent=2).encode(),
        lines({"messages": [HELLO]}),
        json.dumps({"messages": [HELLO]}, indent=2).encode(),
    ],
    ids=[
        "bom",
        "crlf",
        "blank",
        "no-newline",
        "nul",
        "utf16",
        "comma",
        "array",
        "pretty",
        "object",
        "messages",
        "deep",
    ],
)
def test_the_same_turn_is_read_however_the_file_is_packed(data: bytes) -> None:
    transcript = read(data)
    assert said(transcript) == said(read(lines(HELLO)))
    assert identities(transcript) == identities(read(lines(HELLO)))
    assert transcript.bad_lines == ()


def test_two_pretty_printed_objects_one_after_the_other_are_two_turns() -> None:
    data = "\n".join(json.dumps({"role": "user", "content": text}, indent=1) for text in "ab").encode()
    assert said(read(data)) == [("user", "a"), ("user", "b")]


def test_objects_glued_to_one_line_are_all_read() -> None:
    data = lines(HELLO).rstrip() + lines({"role": "assistant", "content": "ok"})
    assert [role for role, _ in said(read(data))] == ["user", "assistant"]


def test_a_line_separator_inside_a_text_does_not_end_the_line() -> None:
    assert said(read(lines({"role": "user", "content": "a\u2028b\x85c"}))) == [("user", "a\u2028b\x85c")]


def test_bad_lines_are_kept_with_their_number_and_stop_nothing() -> None:
    """Cases 83 and 85: valid, `{bad`, valid, half a line at the end."""
    data = lines(HELLO) + b"{bad\n" + lines({"role": "assistant", "content": "ok"}) + b'{"role": "us'
    transcript = read(data)
    assert len(said(transcript)) == 2
    assert [(line.number, line.raw, line.reason[:14]) for line in transcript.bad_lines] == [
        (2, "{bad", "not JSON: Expe"),
        (4, '{"role": "us', "torn last line"),
    ]


def test_a_bad_first_line_does_not_hide_the_format() -> None:
    transcript = read(b'{"a":1}}\n[oops\nnoise\n' + lines(HELLO))
    assert len(said(transcript)) == 1
    assert [line.number for line in transcript.bad_lines] == [1, 2, 3]


def test_a_line_nested_too_deeply_is_a_bad_line() -> None:
    deep = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    transcript = read(lines(HELLO) + deep + lines(HELLO))
    assert len(said(transcript)) == 2
    assert [line.number for line in transcript.bad_lines] == [2]


def test_a_number_of_ten_thousand_digits_is_a_bad_line() -> None:
    assert len(read(lines(HELLO) + b'{"role":"user","n":' + b"9" * 10_000 + b"}\n").bad_lines) == 1


def test_bytes_that_are_not_utf8_are_replaced_and_counted() -> None:
    transcript = read(b'{"role":"user","content":"caf\xe9"}\n' + lines(HELLO))
    assert said(transcript)[0] == ("user", "caf\ufffd")
    assert transcript.skipped == {"lines with bytes that are not UTF-8, kept": 1}


def test_a_very_long_line_is_read_whole() -> None:
    """Case 40: a line of 200,000 characters, alone past the 64 KiB that are looked at first."""
    text = "slide " * 40_000
    assert said(read(lines({"role": "user", "content": text}))) == [("user", text)]


def test_an_array_cut_short_gives_the_turns_before_the_cut() -> None:
    data = json.dumps([HELLO, {"role": "assistant", "content": "ok"}, HELLO], indent=2).encode()
    transcript = read(data[:-20])
    assert len(said(transcript)) == 2
    assert [line.reason for line in transcript.bad_lines] == ["torn last line"]


def test_one_file_is_one_session_named_by_its_first_message() -> None:
    short, long = read(lines(HELLO)), read(lines(HELLO, {"role": "assistant", "content": "ok"}))
    assert len(long.sessions) == 1
    assert short.sessions[0].session_id == long.sessions[0].session_id


def test_the_time_of_the_first_message_tells_two_files_apart() -> None:
    monday, tuesday = (read(lines({**HELLO, "date": f"2026-09-{day}"})) for day in (14, 15))
    assert monday.sessions[0].session_id != tuesday.sessions[0].session_id


def test_a_session_id_that_changes_starts_a_session_and_one_that_returns_goes_on() -> None:
    records = [("a", "1"), ("b", "2"), (None, "3"), ("a", "4")]
    transcript = read(lines(*({"role": "user", "text": text, "session_id": sid} for sid, text in records)))
    assert [(s.session_id, [m.content for m in s.messages]) for s in transcript.sessions] == [
        ("a", ["1", "4"]),
        ("b", ["2", "3"]),
    ]


def test_project_and_user_are_those_the_records_give() -> None:
    transcript = read(
        lines({**HELLO, "session_id": 7, "user_id": "anna", "project": "deck"}, {"role": "ai", "text": "ok"})
    )
    session = transcript.sessions[0]
    assert (session.session_id, session.user, session.project, len(session.messages)) == ("7", "anna", "deck", 2)


def test_two_users_never_share_a_session() -> None:
    transcript = read(lines({**HELLO, "user": "anna"}, {"role": "ai", "text": "ok"}, {**HELLO, "user": "bo"}))
    assert [(session.user, len(session.messages)) for session in transcript.sessions] == [("anna", 2), ("bo", 1)]


def test_a_user_field_that_names_a_role_is_no_user() -> None:
    transcript = read(lines({**HELLO, "user": "user"}, {"role": "ai", "text": "ok", "user": "assistant"}))
    assert [(session.user, len(session.messages)) for session in transcript.sessions] == [(None, 2)]


def test_each_object_of_messages_is_a_conversation_of_its_own() -> None:
    conversation = {"messages": [HELLO, {"role": "assistant", "content": "ok"}]}
    named = {"session_id": "s", "user": "anna", "messages": [HELLO, 5]}
    transcript = read(lines(conversation, conversation, named, {"messages": [HELLO]}))
    assert [len(session.messages) for session in transcript.sessions] == [2, 2, 1, 1]
    assert len({session.session_id for session in transcript.sessions}) == 4
    assert (transcript.sessions[2].session_id, transcript.sessions[2].user) == ("s", "anna")


def test_the_same_words_said_again_are_another_turn() -> None:
    transcript = read(lines(HELLO, HELLO, HELLO))
    assert len(set(identities(transcript))) == 3


def test_an_own_id_is_the_identity_and_counts_once() -> None:
    transcript = read(lines({**HELLO, "uuid": "u1"}, {**HELLO, "uuid": "u1"}, {**HELLO, "id": 7, "session_id": "s"}))
    assert identities(transcript) == ["uuid:u1", "id:s:7"]
    assert transcript.skipped == {"duplicates": 1}


def test_an_id_that_every_line_carries_loses_no_turn() -> None:
    records = [
        {"role": role, "text": text, "id": "conv-1"} for role, text in [("user", "a"), ("ai", "b"), ("user", "c")]
    ]
    transcript = read(lines(*records))
    assert [text for _, text in said(transcript)] == ["a", "b", "c"]
    assert len(set(identities(transcript))) == 3


def test_the_same_words_in_two_sessions_have_two_identities() -> None:
    found = identities(read(lines({**HELLO, "session_id": "a"}, {**HELLO, "session_id": "b"})))
    assert len(set(found)) == 2


turns = st.fixed_dictionaries(
    {
        "role": st.sampled_from(["user", "assistant", "tool", "system"]),
        "content": st.sampled_from(["ok", "", "å 14", "\ud83d"]),
    },
    optional={
        "ts": st.sampled_from([1789380191, "2026-09-14"]),
        "session_id": st.sampled_from("ab"),
        "id": st.sampled_from("xy"),
    },
)


@given(st.lists(turns, min_size=1, max_size=8), st.data())
def test_a_file_cut_anywhere_never_raises_and_its_identities_stay_when_it_grows(
    records: list[dict[str, object]], data: st.DataObject
) -> None:
    """Cases 31 and 32: reading again, the same file or a longer one, finds what was found before."""
    whole = "".join(json.dumps(record) + "\n" for record in records).encode()
    cut = data.draw(st.integers(0, len(whole)))
    before, after = read(whole[:cut], format="plain"), read(whole, format="plain")
    assert contains_in_order(identities(after), identities(before)) or len(after.sessions) > 1
    assert set(identities(before)) <= set(identities(after))
    assert len(set(identities(after))) == len(identities(after))
    assert read(whole[:cut]).sessions == before.sessions or not before.sessions
    for session in before.sessions:
        later = next(other for other in after.sessions if other.session_id == session.session_id)
        assert later.messages[: len(session.messages)] == session.messages


@given(st.lists(st.sampled_from(["ok", "no", "å"]), min_size=1, max_size=6), st.data())
def test_an_array_cut_anywhere_gives_a_beginning_of_its_turns(texts: list[str], data: st.DataObject) -> None:
    whole = json.dumps([{"role": "user", "content": text} for text in texts], indent=2).encode()
    cut = data.draw(st.integers(0, len(whole)))
    before, after = said(read(whole[:cut], format="plain")), said(read(whole, format="plain"))
    assert after[: len(before)] == before


@given(st.binary(max_size=300))
def test_no_bytes_make_a_named_format_raise(data: bytes) -> None:
    read(b"{" + data, format="plain")
    read(b"[" + data, format="claude-code")
