"""Sessions of other agents: who typed what, what programs put between, and nothing twice."""

import json
from pathlib import Path

import pytest
from transcribed import document, lines, said, taken, times

from episodic.capture.transcripts import find, parts, read
from episodic.capture.transcripts.transcript import Transcript, joined
from episodic.errors import FormatError
from episodic.memory.store import Store

UUID = "0a1b2c3d-4e5f-4061-8071-2a3b4c5d6e7f"


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def written(path: Path, data: bytes) -> Transcript:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return joined(parts(path))


# --- Cursor


def cursor(role: str, *blocks: object) -> dict[str, object]:
    return {"role": role, "message": {"content": list(blocks)}}


CURSOR = [
    cursor("user", text("<open_and_recently_viewed_files>a.py</open_and_recently_viewed_files>"), text("<user_query>\n14 slides.\n</user_query>")),
    cursor("assistant", {"type": "thinking", "thinking": "hm"}, text("[REDACTED]"), {"type": "tool_use", "name": "Shell"}),
    cursor("user", {"type": "tool_result", "content": [text("42 files")]}),
    cursor("assistant", text("Noted.")),
    {"type": "turn_ended", "status": "success"},
]  # fmt: skip


def test_of_cursors_prompts_only_the_query_is_the_users(tmp_path: Path) -> None:
    transcript = written(tmp_path / f"{UUID}.jsonl", lines(*CURSOR))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["", ""]
    assert (transcript.format, transcript.sessions[0].session_id) == ("cursor", UUID)
    assert transcript.skipped["redacted by the tool"] == 1


def test_two_of_cursors_files_that_begin_alike_are_two_sessions(tmp_path: Path, store: Store) -> None:
    one = written(tmp_path / f"{UUID}.jsonl", lines(*CURSOR))
    other = written(tmp_path / f"{UUID[:-1]}0.jsonl", lines(*CURSOR))
    assert {one.sessions[0].session_id, other.sessions[0].session_id} == {UUID, f"{UUID[:-1]}0"}
    assert taken(store, lines(*CURSOR[:1]), lines(*CURSOR)) == [(1, 0), (1, 1)]


def test_a_folder_named_like_a_session_names_none_of_its_files(tmp_path: Path) -> None:
    one = written(tmp_path / UUID / "one.jsonl", lines(cursor("user", text("one"))))
    other = written(tmp_path / UUID / "two.jsonl", lines(cursor("user", text("two"))))
    assert len({one.sessions[0].session_id, other.sessions[0].session_id, UUID}) == 3


def test_a_file_in_cursors_folder_of_subagents_has_no_person_in_it(tmp_path: Path) -> None:
    transcript = written(tmp_path / UUID / "subagents" / "child.jsonl", lines(*CURSOR))
    assert transcript.sessions == ()
    assert transcript.skipped["subagent records"] == 4


# --- Copilot CLI


def happened(kind: str, ident: str, second: int = 0, **data: object) -> dict[str, object]:
    at = f"2026-03-26T17:50:{second:02}.000Z"
    return {"type": kind, "data": data, "id": ident, "timestamp": at, "parentId": None}


COPILOT = [
    happened(
        "session.start", "e1", sessionId=UUID, context={"cwd": "/w", "repository": "Acme/api", "hostType": "github"}
    ),
    happened("system.message", "e2", content="I prefer tabs."),
    happened("user.message", "e3", 35, content="14 slides.", transformedContent="<now/> 14 slides."),
    happened("assistant.message", "e4", 36, content="", toolRequests=[{"name": "bash"}]),
    happened("tool.execution_complete", "e5", 36, result={"content": "42 files"}),
    happened("assistant.message", "e6", 37, content="42.", toolRequests=[], parentToolCallId="c1"),
    happened("assistant.message", "e7", 38, content="Noted.", toolRequests=[]),
]


def test_copilots_events_are_read_as_they_were_typed() -> None:
    transcript = read(lines(*COPILOT))
    (session,) = transcript.sessions
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert (session.session_id, session.cwd, session.project) == (UUID, "/w", "github.com/acme/api")
    assert times(transcript) == ["2026-03-26T17:50:35+00:00", "2026-03-26T17:50:38+00:00"]
    assert transcript.skipped["subagent records"] == 1


def test_an_event_whose_id_was_another_ones_is_an_event_of_its_own() -> None:
    twice = [*COPILOT, happened("user.message", "e3", 50, content="Go on."), COPILOT[2]]
    assert said(read(lines(*twice))) == ["u: 14 slides.", "a: Noted.", "u: Go on."]


def test_a_resumed_session_of_copilot_grows(store: Store) -> None:
    more = [happened("session.resume", "e8", 50), happened("user.message", "e9", 51, content="14 slides.")]
    assert taken(store, lines(*COPILOT), lines(*COPILOT, *more)) == [(2, 0), (1, 2)]


# --- OpenCode


@pytest.fixture
def opencode(tmp_path: Path) -> Path:
    """OpenCode's folder with one session, and one of a subagent."""
    storage = tmp_path / "storage"
    files = {
        "session/p/ses_1.json": {"id": "ses_1", "projectID": "p", "directory": "/w", "time": {"created": 1730000000000}},
        "session/p/ses_2.json": {"id": "ses_2", "projectID": "p", "directory": "/w", "parentID": "ses_1"},
        "message/ses_1/b.json": {"id": "msg_b", "sessionID": "ses_1", "role": "user", "time": {"created": 1730000001000}},
        "message/ses_1/a.json": {"id": "msg_a", "sessionID": "ses_1", "role": "assistant", "time": {"created": 1730000002000}},
        "message/ses_2/c.json": {"id": "msg_c", "sessionID": "ses_2", "role": "user", "time": {"created": 1730000002000}},
        "part/msg_b/1.json": text("14 slides."),
        "part/msg_b/2.json": {**text("Called the Read tool"), "synthetic": True},
        "part/msg_a/1.json": {"type": "tool", "state": {"output": "42 files"}},
        "part/msg_a/2.json": text("Noted."),
        "part/msg_c/1.json": text("I prefer tabs."),
    }  # fmt: skip
    for name, value in files.items():
        (storage / name).parent.mkdir(parents=True, exist_ok=True)
        (storage / name).write_text(json.dumps(value), "utf-8")
    (storage / "part" / "loose.json").write_text(json.dumps({**text("Yes."), "messageID": "msg_a"}), "utf-8")
    return storage


def test_opencodes_sessions_are_put_together_from_their_small_files(opencode: Path) -> None:
    first, second = [joined(parts(path)) for path in find(opencode)]
    assert said(first) == ["u: 14 slides.", "a: Noted.\n\nYes."]
    assert times(first) == ["2024-10-27T03:33:21+00:00", "2024-10-27T03:33:22+00:00"]
    assert (first.format, first.sessions[0].session_id, first.sessions[0].cwd) == ("opencode", "ses_1", "/w")
    assert first.skipped == {"machine notes": 1, "tool calls": 1}
    assert (second.sessions, second.skipped) == ((), {"subagent records": 1})


def test_a_part_of_an_opencode_session_alone_is_refused(opencode: Path) -> None:
    with pytest.raises(FormatError, match=r"a part of an OpenCode session.*give the session's own file"):
        joined(parts(opencode / "message" / "ses_1" / "b.json"))


def test_what_opencode_exports_is_read() -> None:
    told = [
        {"info": {"id": "m1", "role": "user", "time": {"created": 1730000001000}}, "parts": [text("14 slides.")]},
        {"info": {"id": "m2", "role": "assistant", "summary": True}, "parts": [text("We settled on 12.")]},
    ]
    transcript = read(document({"info": {"id": "ses_1", "directory": "/w"}, "messages": told}))
    assert said(transcript) == ["u: 14 slides."]
    assert transcript.skipped == {"compaction summaries": 1}


def test_a_session_id_leads_nowhere_out_of_opencodes_folder(tmp_path: Path, opencode: Path) -> None:
    (tmp_path / "message" / "secret").mkdir(parents=True)
    path = opencode / "session" / "p" / "ses_3.json"
    transcript = written(path, document({"id": "../../message/secret", "projectID": "p", "directory": "/w"}))
    assert transcript.sessions == ()


# --- pi, OpenClaw, Droid


def entry(ident: str, parent: str | None, role: str, *blocks: object, second: int = 0) -> dict[str, object]:
    at = f"2026-05-12T01:02:{second:02}.000Z"
    told = {"role": role, "content": list(blocks)}
    return {"type": "message", "id": ident, "parentId": parent, "timestamp": at, "message": told}


@pytest.mark.parametrize("kind", ["session", "session_start"])
def test_entries_of_pi_and_droid_are_read(kind: str) -> None:
    records = [
        {"type": kind, "version": 3, "id": "s-1", "cwd": "/w"},
        {"type": "custom_message", "id": "c", "parentId": None, "content": "I prefer tabs."},
        entry("m1", "c", "user", text("<system-reminder>\nBe safe.\n</system-reminder>\n\n14 slides."), second=1),
        entry("m2", "m1", "assistant", {"type": "toolCall", "id": "t1"}, second=2),
        entry("m3", "t1", "toolResult", text("42 files"), second=3),
        entry("m4", "m3", "user", {"type": "tool_result", "content": "42 files"}, second=4),
        {"type": "compaction", "id": "k", "parentId": "m4", "summary": "We settled on 12."},
        entry("m5", "k", "assistant", text("Noted."), second=5),
    ]
    transcript = read(lines(*records))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-05-12T01:02:01+00:00", "2026-05-12T01:02:05+00:00"]
    assert (transcript.sessions[0].session_id, transcript.sessions[0].cwd) == ("s-1", "/w")


def test_a_branch_of_pis_that_was_left_is_left_out() -> None:
    records = [
        {"type": "session", "version": 3, "id": "s-1"},
        entry("m1", None, "user", text("Hello."), second=1),
        entry("m2", "m1", "assistant", text("Hi."), second=2),
        entry("m3", "m2", "user", text("12 slides."), second=3),
        entry("m4", "m2", "user", text("14 slides."), second=4),
    ]
    transcript = read(lines(*records))
    assert said(transcript) == ["u: Hello.", "a: Hi.", "u: 14 slides."]
    assert transcript.skipped["abandoned branches"] == 1


def test_droids_stream_is_read() -> None:
    def told(kind: str, **fields: object) -> dict[str, object]:
        return {"type": kind, "session_id": "s-1", "timestamp": 1767812641000, **fields}

    records = [
        told("system", cwd="/w"),
        told("message", role="user", text="14 slides."),
        told("tool_result", value="42 files"),
        told("completion", finalText="Noted."),
    ]
    transcript = read(lines(*records))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert (transcript.sessions[0].session_id, transcript.sessions[0].cwd) == ("s-1", "/w")


# --- Qwen Code


def qwen(ident: str, parent: str | None, kind: str, *pieces: object, **fields: object) -> dict[str, object]:
    told = {"role": "user" if kind == "user" else "model", "parts": list(pieces)}
    at = "2026-08-17T13:00:00.000Z"
    given = {"sessionId": "s-1", "cwd": "/w", "timestamp": at, "message": told, **fields}
    return {"uuid": ident, "parentUuid": parent, "type": kind, **given}


def test_qwens_records_are_read_along_the_branch_with_the_last_word() -> None:
    context = {"text": "<qwen:user-prompt-submit-context>\nx\n</qwen:user-prompt-submit-context>"}
    records = [
        qwen("u1", None, "user", {"text": "Begin."}, context),
        qwen("a1", "u1", "assistant", {"text": "We take 12."}),
        qwen("r1", "u1", "system", subtype="rewind"),
        qwen("u2", "r1", "user", {"text": "14 slides."}),
        qwen("a2", "u2", "assistant", {"text": "hm", "thought": True}),
        qwen("a2", "u2", "assistant", {"functionCall": {"name": "ls"}}, {"text": "Noted."}),
        qwen("n1", "a2", "user", {"text": "Job done"}, subtype="notification"),
        qwen("t1", "a2", "system", subtype="session_artifact_snapshot"),
    ]
    transcript = read(lines(*records))
    assert (transcript.format, said(transcript)) == ("qwen", ["u: Begin.", "u: 14 slides.", "a: Noted."])
    assert transcript.skipped["abandoned branches"] == 1
    assert transcript.skipped["output of hooks"] == 1


def test_qwens_records_of_two_writers_on_one_line_are_both_read() -> None:
    data = lines(qwen("u1", None, "user", {"text": "hi"})).strip() + lines(
        qwen("a1", "u1", "assistant", {"text": "ho"})
    )
    assert said(read(data)) == ["u: hi", "a: ho"]


# --- Kimi, Grok, Hermes, Antigravity


def test_of_kimis_log_what_a_person_said_and_the_text_of_answers_are_read(tmp_path: Path) -> None:
    def put(words: str, origin: str, time: int) -> dict[str, object]:
        told = {"role": "user", "content": [text(words)], "origin": {"kind": origin}}
        return {"type": "context.append_message", "message": told, "time": time}

    def part(**fields: object) -> dict[str, object]:
        return {"type": "context.append_loop_event", "event": {"type": "content.part", "uuid": "p", "part": fields}}

    records = [
        {"type": "metadata", "protocol_version": "1.4", "created_at": 1785612803281},
        {"type": "config.update", "profileName": "agent", "cwd": "/w", "time": 1785612803281},
        {"type": "turn.prompt", "input": [text("14 slides.")], "origin": {"kind": "user"}, "time": 1785612812819},
        put("14 slides.", "user", 1785612812820),
        put("<system-reminder>Plan mode</system-reminder>", "injection", 1785612812821),
        part(type="think", think="hm"),
        part(type="text", text="Noted."),
        {"type": "context.apply_compaction", "summary": "We settled on 12."},
    ]
    transcript = written(tmp_path / f"session_{UUID}" / "agents" / "main" / "wire.jsonl", lines(*records))
    assert (transcript.format, said(transcript)) == ("kimi", ["u: 14 slides.", "a: Noted."])
    assert (transcript.sessions[0].session_id, transcript.sessions[0].cwd) == (UUID, "/w")
    records[1] = {"type": "config.update", "profileName": "explore"}
    assert read(lines(*records)).sessions == ()


def test_groks_history_takes_session_folder_and_time_from_its_summary(tmp_path: Path) -> None:
    records = [
        {"type": "system", "content": "You are Grok"},
        {"type": "user", "content": [text("<user_info>x</user_info>")], "synthetic_reason": "environment_context"},
        {"type": "user", "content": [{"type": "image", "url": "x"}, text("14 slides.")], "prompt_index": 0},
        {"type": "assistant", "content": "Noted.", "tool_calls": []},
    ]
    summary = {"info": {"id": "s-1", "cwd": "/w"}, "created_at": "2026-07-31T10:13:27Z"}
    (tmp_path / "summary.json").write_text(json.dumps(summary), "utf-8")
    transcript = written(tmp_path / "chat_history.jsonl", lines(*records))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-07-31T10:13:27+00:00"] * 2
    assert (transcript.sessions[0].session_id, transcript.sessions[0].cwd) == ("s-1", "/w")
    (tmp_path / "summary.json").write_text(json.dumps({**summary, "session_kind": "subagent"}), "utf-8")
    assert joined(parts(tmp_path / "chat_history.jsonl")).sessions == ()


def test_a_session_of_hermes_is_read() -> None:
    told = [
        {"role": "user", "content": "14 slides."},
        {"role": "tool", "content": "42 files"},
        {"role": "assistant", "content": "Noted.", "reasoning": "hm"},
        {"role": "session_meta"},
    ]
    value = {"session_id": "s-1", "session_start": "2026-04-29T20:00:00Z", "cwd": "/w", "messages": told}
    transcript = read(document(value))
    assert (transcript.format, said(transcript)) == ("hermes", ["u: 14 slides.", "a: Noted."])
    assert times(transcript) == ["2026-04-29T20:00:00+00:00"] * 2


def test_of_antigravitys_steps_the_explicit_request_and_the_planners_answer_are_read() -> None:
    def step(source: str, kind: str, content: str | None) -> dict[str, object]:
        return {
            "step_index": 0,
            "source": source,
            "type": kind,
            "created_at": "2026-06-26T21:16:16Z",
            "content": content,
        }

    asked = "<USER_REQUEST>\n14 slides.\n</USER_REQUEST>\n<USER_SETTINGS_CHANGE>\nx\n</USER_SETTINGS_CHANGE>"
    records = [
        step("USER_EXPLICIT", "USER_INPUT", asked),
        step("SYSTEM", "SYSTEM_MESSAGE", "I prefer tabs."),
        step("MODEL", "PLANNER_RESPONSE", None),
        step("MODEL", "RUN_COMMAND", "42 files"),
        step("MODEL", "PLANNER_RESPONSE", "Noted."),
    ]
    transcript = read(lines(*records))
    assert (transcript.format, said(transcript)) == ("antigravity", ["u: 14 slides.", "a: Noted."])
    assert times(transcript) == ["2026-06-26T21:16:16+00:00"] * 2
