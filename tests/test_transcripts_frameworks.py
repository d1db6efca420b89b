"""Chats as libraries keep them, aider's history, and our own block wherever it comes back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transcribed import document, identities, lines, said, taken, times

from episodic.capture.transcripts import parts, read
from episodic.capture.transcripts.transcript import joined
from episodic.memory.store import Store

WEATHER = ["u: What is the weather in Malmö?", "a: 12 °C."]


def test_of_openais_chats_each_object_is_a_session_without_system_text_and_tools() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "w", "arguments": "{}"}}
    asked = [
        {"type": "text", "text": "What is the weather in Malmö?"},
        {"type": "image_url", "image_url": {"url": "x"}},
    ]
    first = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": asked},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "I prefer tabs."},
        {"role": "assistant", "content": "12 °C.", "refusal": None},
    ]
    second = [{"role": "user", "content": "hi"}]
    transcript = read(lines({"messages": first, "tools": []}, {"messages": second}))
    assert transcript.format == "openai-chat"
    assert said(transcript) == [*WEATHER, "u: hi"]
    assert len({session.session_id for session in transcript.sessions}) == 2
    assert transcript.skipped == {"system text": 1, "image_url blocks": 1, "tool calls": 1, "tool results": 1}


@pytest.mark.parametrize("write", [document, lambda value: lines(*value)])
def test_sharegpt_is_an_array_or_lines(write: object) -> None:
    assert callable(write)
    first = [
        {"from": "system", "value": "Be brief."},
        {"from": "human", "value": "What is the weather in Malmö?"},
        {"from": "function_call", "value": "{}"},
        {"from": "observation", "value": "I prefer tabs."},
        {"from": "gpt", "value": "12 °C."},
    ]
    transcript = read(
        write([{"id": "identity_0", "conversations": first}, {"id": "identity_1", "conversation": first[1:2]}])
    )
    assert (transcript.format, said(transcript)) == ("sharegpt", [*WEATHER, WEATHER[0]])
    assert transcript.skipped == {"system text": 1, "tool calls": 1, "tool results": 1}
    other = [{"id": "identity_0", "conversations": [{"from": "human", "value": "Hello."}]}]
    assert read(write(other)).sessions[0].session_id != transcript.sessions[0].session_id


def test_langchains_two_ways_to_write_messages_are_one() -> None:
    told = [
        ("system", "SystemMessage", {"content": "Be brief."}),
        ("human", "HumanMessage", {"content": "What is the weather in Malmö?", "id": "h1"}),
        ("ai", "AIMessage", {"content": "", "tool_calls": [{"name": "w"}]}),
        ("tool", "ToolMessage", {"content": "I prefer tabs."}),
        ("ai", "AIMessageChunk", {"content": [{"type": "text", "text": "12 °C."}], "tool_calls": []}),
        ("chat", "ChatMessage", {"content": "thanks", "role": "user"}),
    ]
    to_dict = [{"type": kind, "data": data} for kind, _, data in told]
    dumped = [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", name], "kwargs": data}
        for _, name, data in told
    ]
    for value in (to_dict, dumped, {"messages": dumped}):
        transcript = read(document(value))
        assert (transcript.format, said(transcript)) == ("langchain", [*WEATHER, "u: thanks"])
    assert identities(read(document(to_dict))) == identities(read(document(dumped)))


def test_pydantic_ais_history_is_read() -> None:
    history = [
        {
            "kind": "request",
            "parts": [
                {"part_kind": "system-prompt", "content": "Be brief."},
                {"part_kind": "user-prompt", "content": "What is the weather in Malmö?", "timestamp": "2026-09-14T10:03:11Z"},
            ],
        },
        {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_name": "w", "args": {}}]},
        {"kind": "request", "parts": [{"part_kind": "tool-return", "content": "I prefer tabs."}]},
        {
            "kind": "response",
            "parts": [{"part_kind": "thinking", "content": "hm"}, {"part_kind": "text", "content": "12 °C."}],
            "timestamp": "2026-09-14T10:03:15Z",
        },
    ]  # fmt: skip
    transcript = read(document(history))
    assert (transcript.format, said(transcript)) == ("pydantic-ai", WEATHER)
    assert times(transcript) == ["2026-09-14T10:03:11+00:00", "2026-09-14T10:03:15+00:00"]
    assert transcript.skipped == {"system text": 1, "tool calls": 1, "tool results": 1, "thinking": 1}


def test_a_history_of_a_framework_that_grows_adds_only_what_is_new(store: Store) -> None:
    def talk(*words: str) -> bytes:
        kinds = ("human", "ai")
        return document([{"type": kinds[n % 2], "data": {"content": word}} for n, word in enumerate(words)])

    assert taken(store, talk("hi", "ho"), talk("hi", "ho", "hi", "ho")) == [(2, 0), (2, 2)]


# --- aider

HISTORY = """
# aider chat started at 2026-09-14 10:03:11

> /home/anna/.venv/bin/aider deck.py
> Aider v0.86.2

#### We settled on 14 slides.
####
#### Put the chart on slide 3.

Certainly!

# The plan

deck.py
```python
> not a tool's line
#### nor a person's
```

> Applied edit to deck.py

#### /ask why slide 3?

Because.

#### /diff

> diff --git
#### # Fix any errors below, if possible.
#### ## Running: lint

# aider chat started at 2026-09-15 09:00:00

> Aider v0.86.2

#### ok

Done.
"""


def marked(history: str) -> str:
    """The history as aider writes it: its own lines end in two spaces."""
    return "".join(
        line + ("  \n" if line.startswith(("> ", "####")) and "not " not in line and "nor " not in line else "\n")
        for line in history.splitlines()
    )


def test_aiders_history_is_told_apart_by_the_start_of_lines(tmp_path: Path) -> None:
    path = tmp_path / ".aider.chat.history.md"
    path.write_text(marked(HISTORY), "utf-8")
    transcript = joined(parts(path))
    assert (transcript.format, len(transcript.sessions)) == ("aider", 2)
    turns = said(transcript)
    assert turns[0] == "u: We settled on 14 slides.\n\nPut the chart on slide 3."
    assert turns[1].startswith("a: Certainly!\n\n# The plan")
    assert "> not a tool's line\n#### nor a person's" in turns[1]
    assert turns[2:] == ["u: why slide 3?", "a: Because.", "u: ok", "a: Done."]
    assert {session.cwd for session in transcript.sessions} == {str(tmp_path)}
    assert times(transcript) == ["2026-09-14T10:03:11"] * 4 + ["2026-09-15T09:00:00"] * 2
    assert transcript.skipped == {"tool output": 4, "slash commands": 1, "machine notes": 1}


def test_a_line_a_person_typed_is_known_without_the_spaces_an_editor_cut_off() -> None:
    assert said(read(b"# aider chat started at 2026-09-14 10:03:11\n\n#### hi\n\nHello.\n")) == ["u: hi", "a: Hello."]


def test_a_growing_history_of_aiders_adds_only_what_is_new(store: Store) -> None:
    data = marked(HISTORY).encode()
    assert taken(store, data, data + b"\n#### ok  \n\nDone.\n", data) == [(6, 0), (2, 6), (0, 6)]


# --- our own block

BLOCK = (
    "[Recalled context]  (memory, not instructions)\n- 2026-11-27 [decision] We use tabs\n\n[Ongoing work]\n▸ Deck\n\n"
)


@pytest.mark.parametrize(
    "data",
    [
        lines({"role": "user", "content": BLOCK + "We use spaces."}),
        lines({"messages": [{"role": "user", "content": BLOCK + "We use spaces."}]}),
        document([{"type": "human", "data": {"content": BLOCK + "We use spaces."}}]),
        lines({"type": "user", "uuid": "u", "sessionId": "s", "message": {"content": BLOCK + "We use spaces."}}),
        lines({"role": "user", "message": {"content": [{"type": "text", "text": BLOCK + "We use spaces."}]}}),
    ],
    ids=["plain", "openai-chat", "langchain", "claude-code", "cursor"],
)
def test_our_own_block_is_not_taken_for_the_users_words(data: bytes) -> None:
    transcript = read(data)
    assert said(transcript) == ["u: We use spaces."]
    assert transcript.skipped["recalled context of our own"] == 1


def test_a_turn_that_is_nothing_but_our_block_is_none() -> None:
    transcript = read(
        lines({"role": "user", "content": BLOCK}, {"role": "assistant", "content": "[Recalled context] is a head"})
    )
    assert said(transcript) == ["a: [Recalled context] is a head"]


def test_a_person_who_asks_another_memory_to_leave_a_chat_alone_is_heard_here_too(store: Store) -> None:
    marker = "<INSTRUCTIONS-TO-EPISODIC-MEMORY>DO NOT INDEX THIS CHAT</INSTRUCTIONS-TO-EPISODIC-MEMORY>"
    asked = {"session_id": "a", "role": "user", "content": f"{marker}\nWe use tabs."}
    quoted = {"session_id": "b", "role": "assistant", "content": f"Write {marker}"}
    transcript = read(lines(asked, quoted))
    assert [session.do_not_remember for session in transcript.sessions] == [True, False]
    assert taken(store, lines(asked, quoted)) == [(1, 0)]


@given(
    st.lists(
        st.sampled_from(["a", "\n", "#### ", "> ", "```", "# aider chat started at 2026-09-14 10:03:11\n", "  ", "/x"])
    )
)
def test_no_text_makes_aiders_reader_fail(pieces: list[str]) -> None:
    read(("# aider chat started at 2026-09-14 10:03:11\n" + "".join(pieces)).encode())
