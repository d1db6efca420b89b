"""Codex rollouts: every turn once, of the person only what they typed, and forks that repeat nothing."""

import sys
from pathlib import Path
from typing import Any

import pytest
from transcribed import identities, lines, said, taken, times

from episodic.capture.transcripts import parts, read
from episodic.capture.transcripts.transcript import joined
from episodic.memory.store import Store

THREAD = "019fc8be-3658-7ca3-9e29-000000000001"
BRANCH = "019fc8be-3658-7ca3-9e29-000000000002"


def record(kind: str, second: int = 0, **payload: object) -> dict[str, object]:
    return {"timestamp": f"2026-08-03T10:00:{second:02}.000Z", "type": kind, "payload": payload}


def head(ident: str = THREAD, second: int = 0, **payload: object) -> dict[str, object]:
    at = f"2026-08-03T10:00:{second:02}.000Z"
    given: dict[str, object] = {"cwd": "/home/anna/deck", "source": "cli", **payload}
    return record("session_meta", second, id=ident, timestamp=at, **given)


def event(role: str, text: str, second: int = 0) -> dict[str, object]:
    return record("event_msg", second, type=f"{role}_message", message=text)


def response(role: str, text: str, second: int = 0) -> dict[str, object]:
    block = {"type": "input_text" if role == "user" else "output_text", "text": text}
    return record("response_item", second, type="message", role=role, content=[block])


def item(kind: str, text: str, second: int = 0) -> dict[str, object]:
    told = {"type": kind, "id": "i1", "content": [{"type": "text", "text": text}]}
    return record("event_msg", second, type="item_completed", item=told)


TALK = [
    head(),
    event("user", "14 slides.", 1),
    response("user", "14 slides.", 1),
    record("response_item", 2, type="reasoning", summary=[], encrypted_content="x"),
    record("response_item", 2, type="function_call", name="shell", arguments="{}"),
    record("response_item", 2, type="function_call_output", output="42 files"),
    event("agent", "Noted.", 3),
    response("assistant", "Noted.", 3),
]


def test_a_turn_written_as_event_and_response_is_one() -> None:
    transcript = read(lines(*TALK))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-08-03T10:00:01+00:00", "2026-08-03T10:00:03+00:00"]
    (session,) = transcript.sessions
    assert (transcript.format, session.session_id, session.cwd) == ("codex", THREAD, "/home/anna/deck")
    assert transcript.skipped["written twice by the tool"] == 2
    assert transcript.skipped["function_call_output records"] == 1


@pytest.mark.parametrize("kinds", ["eir", "rie", "ei", "ir", "i", "r", "e"])
def test_whatever_kinds_of_record_tell_of_a_turn_it_counts_as_often_as_it_was_said(kinds: str) -> None:
    ways: dict[str, list[dict[str, Any]]] = {
        "e": [event("user", "go on"), event("agent", "ok")],
        "i": [item("UserMessage", "go on"), item("AgentMessage", "ok")],
        "r": [response("user", "go on"), response("assistant", "ok")],
    }
    told = [ways[kind][place] for _ in range(3) for place in (0, 1) for kind in kinds]
    dated = [{**one, "timestamp": f"2026-08-03T10:00:{second:02}.000Z"} for second, one in enumerate(told)]
    assert said(read(lines(head(), *dated))) == ["u: go on", "a: ok"] * 3


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>",
        "<user_instructions>\nI prefer tabs.\n</user_instructions>",
        "# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nI prefer tabs.\n</INSTRUCTIONS>",
        '<hook_prompt hook_run_id="1">I prefer tabs.</hook_prompt>',
        "<codex_internal_context>x</codex_internal_context>",
        "<goal_context>x</goal_context>",
        "<something_of_2028>I prefer tabs.</something_of_2028>",
        "# Files mentioned by the user:\n\n## a.txt",
    ],
)
def test_machine_text_in_the_users_place_is_no_turn(text: str) -> None:
    transcript = read(lines(head(), response("user", text), response("user", "14 slides.")))
    assert said(transcript) == ["u: 14 slides."]
    assert transcript.skipped["instructions and environment"] == 1


def test_developer_text_is_never_the_users() -> None:
    transcript = read(lines(head(), response("developer", "[Recalled context]\n- I prefer tabs"), event("user", "hi")))
    assert said(transcript) == ["u: hi"]
    assert transcript.skipped["developer text"] == 1


def test_of_a_prompt_with_the_editors_context_only_the_request_is_the_users() -> None:
    text = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nUse 14 slides.\n"
    assert said(read(lines(head(), event("user", text), response("user", text)))) == ["u: Use 14 slides."]


def test_what_was_rolled_back_is_left_out_with_all_after_it() -> None:
    back = record("event_msg", 8, type="thread_rolled_back", num_turns=2)
    told = [
        event("user", "one"),
        event("agent", "1"),
        event("user", "two"),
        event("user", "three"),
        event("agent", "3"),
    ]
    transcript = read(lines(head(), *told, back, event("user", "four")))
    assert said(transcript) == ["u: one", "a: 1", "u: four"]
    assert transcript.skipped["rolled back"] == 3
    everything = record("event_msg", 8, type="thread_rolled_back", num_turns=9)
    assert said(read(lines(head(), *told, everything, event("user", "four")))) == ["u: four"]


def test_the_history_a_compaction_repeats_is_not_read_again() -> None:
    again = response("user", "14 slides.")["payload"]
    compacted = record("compacted", 9, message="We settled on 12 slides.", replacement_history=[again])
    assert said(read(lines(*TALK, compacted, event("user", "Go on.", 10)))) == [
        "u: 14 slides.",
        "a: Noted.",
        "u: Go on.",
    ]


def test_a_resumed_rollout_grows_and_only_the_new_turns_are_added(store: Store) -> None:
    grown = [*TALK, event("user", "14 slides.", 20), response("user", "14 slides.", 20), event("agent", "Yes.", 21)]
    assert taken(store, lines(*TALK), lines(*grown), lines(*grown)) == [(2, 0), (2, 2), (0, 4)]


@pytest.mark.parametrize("cut", range(0, len(lines(*TALK)), 97))
def test_a_rollout_cut_anywhere_keeps_its_identities_when_it_grows(cut: int) -> None:
    data = lines(*TALK)
    before = identities(read(data[:cut]))
    for early, late in zip(before, identities(read(data)), strict=False):
        assert set(early) & set(late)


def _fork(second: int = 30) -> bytes:
    """A fork as Codex writes it: its own header, then the whole history with the time of the fork."""
    copied = [{**one, "timestamp": f"2026-08-03T10:00:{second:02}.500Z"} for one in TALK]
    own = [event("user", "Make it blue.", 55), response("user", "Make it blue.", 55)]
    return lines(head(BRANCH, second, forked_from_id=THREAD), *copied, *own)


def test_a_fork_adds_only_what_was_said_in_it(store: Store) -> None:
    assert taken(store, lines(*TALK), _fork(), _fork()) == [(2, 0), (1, 2), (0, 3)]


def test_a_fork_read_before_the_thread_it_came_from_is_no_matter(store: Store) -> None:
    assert taken(store, _fork(), lines(*TALK)) == [(3, 0), (0, 2)]


def test_the_same_words_said_in_a_fork_later_are_said_again(store: Store) -> None:
    own = lines(head(BRANCH, 30, forked_from_id=THREAD), event("user", "14 slides.", 55))
    assert taken(store, lines(*TALK), own) == [(2, 0), (1, 0)]


def test_a_header_copied_along_with_a_history_names_nothing() -> None:
    assert [one.session_id for one in read(_fork()).sessions] == [BRANCH]


@pytest.mark.parametrize("origin", [{"source": {"subagent": "review"}}, {"parent_thread_id": THREAD}])
def test_a_subagents_thread_has_no_person_in_it(origin: dict[str, Any]) -> None:
    transcript = read(lines(head(BRANCH, **origin), event("user", "I prefer tabs."), event("agent", "ok")))
    assert (transcript.sessions, transcript.skipped["subagent records"]) == ((), 2)


def test_a_rollout_where_nothing_was_said_has_no_sessions() -> None:
    transcript = read(
        lines(head(), record("event_msg", 1, type="turn.completed"), record("event_msg", 1, type="token_count"))
    )
    assert (transcript.format, transcript.sessions) == ("codex", ())


def test_the_flat_lines_of_the_first_versions_are_plain() -> None:
    flat = [
        {"timestamp": "2025-09-10T12:00:00Z", "role": "user", "content": "Translate"},
        {"timestamp": "2025-09-10T12:00:01Z", "type": "tool_call", "function": {"name": "t"}, "arguments": "{}"},
        {"timestamp": "2025-09-10T12:00:02Z", "role": "assistant", "content": "hola"},
    ]
    assert said(read(lines(*flat))) == ["u: Translate", "a: hola"]


def test_a_rollout_packed_with_zstd_is_read_and_a_damaged_one_to_where_it_is_sound(tmp_path: Path) -> None:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    path = tmp_path / "rollout.jsonl.zst"
    path.write_bytes(zstd.compress(lines(*TALK)))
    assert said(joined(parts(path))) == ["u: 14 slides.", "a: Noted."]
    assert said(joined(parts(tmp_path / "rollout.jsonl"))) == [
        "u: 14 slides.",
        "a: Noted.",
    ]  # packed since it was found
    many = [event("user", f"number {number} {number**9}", number % 60) for number in range(40_000)]
    path.write_bytes(zstd.compress(lines(head(), *many))[:-500])
    transcript = joined(parts(path))
    assert len(transcript.sessions[0].messages) > 10_000
    assert transcript.bad_lines[-1].reason == "the packed data is damaged from here on"
