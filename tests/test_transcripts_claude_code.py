"""Claude Code transcripts: what a person typed, what was answered, and nothing a program put between."""

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.capture.transcripts import read
from episodic.capture.transcripts.transcript import Transcript
from episodic.records import Message

SESSION = "5e551011-0000-4000-8000-000000000001"
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "42 files, my favourite colour is blue"}


class Log:
    """Writes records as Claude Code does, each under the last one unless told otherwise, a second apart."""

    def __init__(self, session: str = SESSION) -> None:
        self.session = session
        self.records: list[dict[str, object]] = []

    def add(self, kind: str, uuid: str, **fields: object) -> "Log":
        number = len(self.records)
        parent = next((record["uuid"] for record in reversed(self.records) if "uuid" in record), None)
        envelope = {
            "parentUuid": parent,
            "isSidechain": False,
            "cwd": "/home/anna/deck_v2",
            "sessionId": self.session,
            "type": kind,
            "uuid": uuid,
            "timestamp": f"2026-09-14T10:{number // 60:02}:{number % 60:02}.000Z",
        }
        self.records.append({**envelope, **fields})
        return self

    def user(self, uuid: str, content: object = "", **fields: object) -> "Log":
        return self.add("user", uuid, message={"role": "user", "content": content}, **fields)

    def assistant(self, uuid: str, content: object = "", *, id: str | None = None, **fields: object) -> "Log":  # noqa: A002
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return self.add(
            "assistant", uuid, message={"id": id or f"msg_{uuid}", "role": "assistant", "content": blocks}, **fields
        )

    def attach(self, uuid: str, **fields: object) -> "Log":
        return self.add("attachment", uuid, attachment=fields)

    def plain(self, **fields: object) -> "Log":
        self.records.append(fields)
        return self

    @property
    def data(self) -> bytes:
        return "".join(json.dumps(record) + "\n" for record in self.records).encode()

    def read(self) -> Transcript:
        return read(self.data)


def messages(transcript: Transcript) -> list[Message]:
    return [message for session in transcript.sessions for message in session.messages]


def said(log: Log) -> list[str]:
    """Return who said what, `u: …` and `a: …`."""
    return [f"{message.role[0]}: {message.content}" for message in messages(log.read())]


def identities(transcript: Transcript) -> list[str]:
    return [identity for message in messages(transcript) for piece in message.pieces for identity in piece.identities]


# --- who is speaking


def test_a_prompt_and_its_answer_are_two_messages() -> None:
    transcript = Log().user("u1", "We settled on 14 slides.").assistant("a1", "Noted.").read()
    prompt, answer = messages(transcript)
    assert (prompt.role, prompt.origin, answer.role, answer.origin) == ("user", "user", "assistant", "assistant")
    assert prompt.at is not None
    assert prompt.at.isoformat() == "2026-09-14T10:00:00+00:00"
    assert (transcript.format, transcript.skipped, transcript.bad_lines) == ("claude-code", {}, ())


@pytest.mark.parametrize(
    "content",
    [
        "hej",
        ["hej"],
        [{"type": "text", "text": "hej"}],
        [{"type": "text", "text": ""}, {"type": "text", "text": "hej\n"}],
    ],
)
def test_content_is_a_string_or_a_list_of_blocks(content: object) -> None:
    assert said(Log().user("u1", content)) == ["u: hej"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"isMeta": True}, "machine notes"),
        ({"isVisibleInTranscriptOnly": True}, "machine notes"),
        ({"isCompactSummary": True}, "compaction summaries"),
        ({"isSidechain": True}, "subagent records"),
        ({"agentId": "agent-1"}, "subagent records"),
        ({"teamName": "crew"}, "subagent records"),
        ({"toolUseResult": {"stdout": "x"}}, "tool results"),
        ({"sourceToolAssistantUUID": "a0"}, "tool results"),
        ({"origin": {"kind": "task-notification"}}, "not typed by a person"),
        ({"origin": {"kind": "peer"}}, "not typed by a person"),
        ({"origin": {"kind": "something-of-2028"}}, "not typed by a person"),
        ({"promptSource": "system"}, "not typed by a person"),
    ],
)
def test_a_user_record_is_no_prompt_when_its_fields_say_so(fields: dict[str, object], reason: str) -> None:
    transcript = Log().user("u1", "I prefer tabs.", **fields).read()
    assert (messages(transcript), transcript.skipped) == ([], {reason: 1})


@pytest.mark.parametrize(
    "fields",
    [
        {"origin": {"kind": "human"}},
        {"origin": {"kind": "cli"}},
        {"origin": None},
        {"promptSource": "sdk"},
        {"isMeta": False},
    ],
)
def test_a_user_record_is_a_prompt_when_its_fields_say_a_person_typed_it(fields: dict[str, object]) -> None:
    assert said(Log().user("u1", "I prefer tabs.", **fields)) == ["u: I prefer tabs."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<command-name>/clear</command-name>\n<command-args></command-args>", "slash commands"),
        ("<command-message>init is running</command-message>", "slash commands"),
        ("<local-command-stdout>42</local-command-stdout>", "command output"),
        ("<local-command-caveat>Do not answer</local-command-caveat>", "command output"),
        ("Caveat: The messages below were generated by the user while running local commands.", "command output"),
        ("<bash-input>ls</bash-input>", "shell commands"),
        ("<bash-stdout>a b</bash-stdout><bash-stderr></bash-stderr>", "shell commands"),
        ("<task-notification>done</task-notification>", "machine notes"),
        ("<tick>1</tick>", "machine notes"),
        ("<goal>ship</goal>", "machine notes"),
        ("<session-start-hook>hi</session-start-hook>", "machine notes"),
        ("[Request interrupted by user]", "interruptions"),
        ("[Request interrupted by user for tool use]", "interruptions"),
        ("<ide_opened_file>The user opened a.py</ide_opened_file>", "editor context"),
        ("<ide_selection>lines 1 to 3: x = 1</ide_selection>\n", "editor context"),
        ("<system-reminder>Be kind.</system-reminder>", "system reminders"),
        ("<system-reminder>torn", "system reminders"),
        ("This session is being continued from a previous conversation that ran out", "compaction summaries"),
        ("", "empty text"),
        ("  \n", "empty text"),
    ],
)
@pytest.mark.parametrize("wrap", [lambda text: text, lambda text: [{"type": "text", "text": text}]])
def test_text_a_program_put_in_the_users_place_is_skipped(text: str, reason: str, wrap: object) -> None:
    assert callable(wrap)
    transcript = Log().user("u1", wrap(text)).read()
    assert (messages(transcript), transcript.skipped) == ([], {reason: 1})


@pytest.mark.parametrize(
    ("content", "kept"),
    [
        ("<system-reminder>a</system-reminder>\nUse port 8080.<system-reminder>b</system-reminder>", "Use port 8080."),
        ("<ide_opened_file>a.py</ide_opened_file> rename it", "rename it"),
        (["<ide_selection>x = 1</ide_selection>", "why?"], "why?"),
        (["Stop.", "[Request interrupted by user]"], "Stop."),
        ("What does <system-reminder> mean?", "What does <system-reminder> mean?"),
        ("The <command-name> tag is odd", "The <command-name> tag is odd"),
        ("<user-memory-input>tabs</user-memory-input>", "tabs"),
        ("\x1b[1mbold\x1b[0m \ud83d", "bold \ufffd"),
    ],
)
def test_the_persons_own_words_are_kept_and_only_what_was_inserted_cut(content: object, kept: str) -> None:
    assert said(Log().user("u1", content)) == [f"u: {kept}"]


def test_a_slash_command_takes_its_expansion_along() -> None:
    log = Log().user(
        "u1", ["<command-message>init</command-message>", "Please analyse this codebase and write CLAUDE.md"]
    )
    assert said(log) == []


def test_a_hundred_thousand_tags_that_never_close_are_read_at_once() -> None:
    text = "x " + "<system-reminder>" * 100_000
    assert said(Log().user("u1", text)) == [f"u: {text}"]


def test_a_tool_result_is_never_a_user_statement() -> None:
    """§5.4: what our own server answered comes back as a tool result."""
    transcript = Log().user("u1", [RESULT]).read()
    assert (messages(transcript), transcript.skipped) == ([], {"tool results": 1})


def test_documents_and_images_are_counted_and_the_words_beside_them_kept() -> None:
    document = {"type": "document", "source": {"type": "text", "data": "I am the CEO"}}
    image = {"type": "image", "source": {"type": "base64", "data": "AAAA"}}
    transcript = Log().user("u1", [document]).user("u2", [image, {"type": "text", "text": "like this"}]).read()
    assert [message.content for message in messages(transcript)] == ["like this"]
    assert transcript.skipped == {"documents": 1, "images": 1}


@pytest.mark.parametrize(
    "message", ["error", None, 7, [], {"role": "user"}, {"role": "user", "content": None}, {"content": [1]}]
)
def test_a_record_without_a_usable_message_says_nothing(message: object) -> None:
    assert said(Log().add("user", "u1", message=message).add("assistant", "a1", message=message)) == []


def test_an_answer_is_its_text_blocks_without_thinking_and_tool_calls() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "text", "text": "Running it."},
        {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}},
        {"type": "text", "text": "Done."},
        {"type": "fallback", "from": {}, "to": {}},
    ]
    transcript = Log().assistant("a1", blocks).read()
    assert messages(transcript)[0].content == "Running it.\n\nDone."
    assert transcript.skipped == {"thinking": 2, "tool calls": 1, "fallback blocks": 1}


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (Log().assistant("a1", "API Error: 529 overloaded", isApiErrorMessage=True), "API errors"),
        (
            Log().add("assistant", "a1", message={"model": "<synthetic>", "content": "No response requested."}),
            "synthetic replies",
        ),
        (Log().assistant("a1", "(no content)"), "empty text"),
        (Log().assistant("a1", "The shard is fine.", isSidechain=True), "subagent records"),
        (Log().assistant("a1", "The shard is fine.", parent_tool_use_id="t1"), "subagent records"),
    ],
)
def test_an_assistant_record_that_is_no_answer_is_skipped(log: Log, reason: str) -> None:
    transcript = log.read()
    assert (messages(transcript), transcript.skipped) == ([], {reason: 1})


# --- attachments and other records


def test_a_prompt_queued_while_the_model_was_busy_is_a_user_statement() -> None:
    image = {"type": "image", "source": {}}
    log = Log().user("u1", "Go.").attach("q1", type="queued_command", prompt="And use tabs.", commandMode="prompt")
    log.attach("q2", type="queued_command", prompt=[image, {"type": "text", "text": "Like so."}])
    assert said(log) == ["u: Go.", "u: And use tabs.", "u: Like so."]


@pytest.mark.parametrize(
    "fields",
    [
        {"commandMode": "task-notification"},
        {"commandMode": "bash"},
        {"origin": {"kind": "task-notification"}},
        {"isMeta": True},
        {"prompt": "<task-notification>done</task-notification>"},
        {"prompt": None},
    ],
)
def test_a_queued_command_that_no_one_typed_is_none(fields: dict[str, object]) -> None:
    assert said(Log().attach("q1", **{"type": "queued_command", "prompt": "go", **fields})) == []


def test_a_queued_prompt_written_again_as_a_record_counts_once() -> None:
    log = Log().attach("q1", type="queued_command", prompt="Use tabs.", source_uuid="p1").user("p1", "Use tabs.")
    assert said(log) == ["u: Use tabs."]


@pytest.mark.parametrize(
    "attachment",
    [
        {"type": "hook_additional_context", "content": "[Recalled context] - 2026-09-14 [decision] 14 slides"},
        {"type": "hook_success", "stdout": "[Ongoing work]"},
        {"type": "nested_memory", "content": {"content": "Always use tabs."}},
        {"type": "edited_text_file", "snippet": "x = 1"},
        {"type": "kind_of_2028", "text": "I prefer tea."},
        "not an object",
    ],
)
def test_other_attachments_and_hooks_output_are_never_read(attachment: object) -> None:
    transcript = Log().add("attachment", "x1", attachment=attachment).read()
    assert (messages(transcript), transcript.skipped) == ([], {"attachments": 1})


def test_records_of_other_and_unknown_types_are_counted_by_type() -> None:
    log = Log().user("u1", "Go.").add("progress", "p1", data={}).add("hologram", "h1", text="I prefer tea.")
    log.plain(type="summary", summary="About another file", leafUuid="zzz")
    log.plain(type="queue-operation", operation="enqueue", content="Go.", sessionId=SESSION)
    log.plain(type=7).plain(silly="this").plain(type="file-history-snapshot", messageId="m", snapshot={})
    transcript = log.read()
    assert len(messages(transcript)) == 1
    assert transcript.skipped == {
        "progress records": 1,
        "hologram records": 1,
        "summary records": 1,
        "queue-operation records": 1,
        "records without a type": 2,
        "file-history-snapshot records": 1,
    }


def test_values_that_are_no_records_are_counted() -> None:
    data = Log().user("u1", "Go.").data + b'"massive error"\n42\n[1]\nnull\n'
    assert read(data).skipped == {"not an object": 4}


# --- one message in several records, copies


def test_records_of_one_api_message_are_one_message_with_a_piece_each() -> None:
    log = Log().user("u1", "Go.")
    log.assistant("a1", [{"type": "thinking", "thinking": "hm"}], id="m1").assistant("a2", "First.", id="m1")
    log.assistant("a3", [{"type": "tool_use", "id": "t1", "name": "Bash"}], id="m1").user("r1", [RESULT])
    log.assistant("a4", "Second.", id="m1").assistant("a5", "Other.", id="m2")
    _, answer, other = messages(log.read())
    assert answer.content == "First.\n\nSecond."
    assert [piece.identities[0] for piece in answer.pieces] == ["uuid:a2", "uuid:a4"]
    assert other.content == "Other."


def test_a_piece_goes_by_its_uuid_the_one_it_was_copied_from_and_a_digest() -> None:
    origin = {"sessionId": "other", "messageUuid": "u0"}
    found = identities(Log().user("u1", "Go.", forkedFrom=origin).read())
    assert found[:2] == ["uuid:u1", "uuid:u0"]
    assert found[2].startswith("sha:")
    assert len(found) == 3


@pytest.mark.parametrize(
    "copy",
    [
        {"uuid": "u1", "timestamp": "2027-01-01T00:00:00Z"},
        {"uuid": "u9", "timestamp": "2027-01-01T00:00:00Z", "forkedFrom": {"messageUuid": "u1"}},
        {"uuid": "u9"},
    ],
    ids=["same uuid", "forked", "same time and text"],
)
def test_a_copy_in_the_same_file_counts_once(copy: dict[str, object]) -> None:
    log = Log().user("u1", "Use port 8080.").assistant("a1", "Ok.")
    log.plain(**{**log.records[0], **copy})
    transcript = log.read()
    assert [message.content for message in messages(transcript)] == ["Use port 8080.", "Ok."]
    assert transcript.skipped == {"duplicates": 1}


def test_a_resumed_copy_shares_an_identity_with_the_original_in_another_file() -> None:
    """Resume rewrites the session id and sometimes the uuids."""
    first = Log().user("u1", "Use port 8080.").assistant("a1", "Ok.")
    second = Log("another-session").user("x1", "Use port 8080.").assistant("x2", "Ok.")
    before = {identity for identity in identities(first.read()) if identity.startswith("sha:")}
    assert before == {identity for identity in identities(second.read()) if identity.startswith("sha:")}


def test_a_history_written_twice_is_read_once_and_goes_on_where_it_was() -> None:
    """/branch once wrote every message twice, with new uuids."""
    log = (
        Log().user("u1", "One.").assistant("a1", "Two.", id="m1").user("u2", "Three.").assistant("a2", "Four.", id="m2")
    )
    renamed = json.loads(json.dumps(log.records).replace('"u1"', '"v1"').replace('"a1"', '"b1"'))
    renamed = json.loads(json.dumps(renamed).replace('"u2"', '"v2"').replace('"a2"', '"b2"'))
    log.records += renamed
    log.user("u3", "Five.", parentUuid="b2")
    assert said(log) == ["u: One.", "a: Two.", "u: Three.", "a: Four.", "u: Five."]


def test_the_first_of_two_records_with_one_uuid_stands() -> None:
    assert said(Log().user("u1", "Review it.").user("u1", "Conflicting.")) == ["u: Review it."]


def test_a_broken_record_does_not_hide_a_sound_one_with_its_uuid() -> None:
    assert said(Log().add("user", "u1", message="error").user("u1", "Testing.")) == ["u: Testing."]


def test_records_without_uuid_and_time_are_told_apart_by_their_count() -> None:
    log = Log()
    for text in ("yes", "yes", "no"):
        log.plain(type="user", sessionId=SESSION, message={"role": "user", "content": text})
    assert said(log) == ["u: yes", "u: yes", "u: no"]
    assert len(set(identities(log.read()))) == 3


# --- sessions


def test_the_session_is_the_one_the_record_names_not_the_file() -> None:
    log = Log("s1").user("u1", "Mine.")
    log.user("u2", "Not mine.", sessionId="s2", cwd="/other").assistant("a1", "Ok.")
    sessions = log.read().sessions
    assert [(s.session_id, s.cwd, [m.content for m in s.messages]) for s in sessions] == [
        ("s1", "/home/anna/deck_v2", ["Mine.", "Ok."]),
        ("s2", "/other", ["Not mine."]),
    ]


def test_a_record_without_a_session_belongs_to_the_last_one_named() -> None:
    log = Log("s1").user("u1", "Mine.").plain(type="assistant", uuid="a1", message={"content": "Ok."})
    assert [session.session_id for session in log.read().sessions] == ["s1"]


def test_a_document_of_loglines_is_read_and_named_by_its_first_message() -> None:
    lines = [
        {
            "type": "user",
            "timestamp": "2026-09-14T10:00:00Z",
            "message": {"role": "user", "content": "Add two numbers"},
        },
        {
            "type": "assistant",
            "timestamp": "2026-09-14T10:00:05Z",
            "message": {"content": [{"type": "text", "text": "Ok."}]},
        },
    ]
    short, long = (read(json.dumps({"loglines": part}, indent=2).encode()) for part in (lines[:1], lines))
    assert [message.content for message in messages(long)] == ["Add two numbers", "Ok."]
    assert short.sessions[0].session_id == long.sessions[0].session_id
    assert long.sessions[0].session_id.startswith("claude-code-")


def test_a_file_with_nothing_said_has_no_sessions() -> None:
    """Case 37: headless runs leave files without a user turn."""
    log = Log().plain(type="file-history-snapshot", messageId="m", snapshot={}).add("system", "s1", subtype="init")
    assert log.read().sessions == ()


def test_times_that_run_backwards_keep_the_order_of_the_file() -> None:
    log = (
        Log().user("u1", "One.", timestamp="2026-09-14T12:00:00Z").user("u2", "Two.", timestamp="2026-09-14T11:00:00Z")
    )
    assert said(log) == ["u: One.", "u: Two."]


# --- compaction


def compacted() -> Log:
    log = Log().user("u1", "Use 14 slides.").assistant("a1", "Ok.")
    log.add("system", "cb", subtype="compact_boundary", parentUuid=None, logicalParentUuid="a1", compactMetadata={})
    log.user("cs", "This session is being continued. The user loves 12 slides.", isCompactSummary=True)
    return log.user("u2", "Go on.").assistant("a2", "Going on.")


def test_a_compaction_keeps_both_sides_and_drops_the_summary() -> None:
    log = compacted()
    assert said(log) == ["u: Use 14 slides.", "a: Ok.", "u: Go on.", "a: Going on."]
    assert log.read().skipped == {"system records": 1, "compaction summaries": 1}


def test_preserved_messages_hung_under_the_summary_are_no_branches() -> None:
    log = compacted().user("p1", "Kept one.", parentUuid="cs").user("p2", "Kept two.", parentUuid="cs")
    assert said(log)[2:] == ["u: Go on.", "a: Going on.", "u: Kept one.", "u: Kept two."]


def test_a_rewind_before_a_compaction_is_judged_within_its_window() -> None:
    log = Log().user("u1", "Start.").assistant("a1", "Ready.").user("b1", "First try.").assistant("b2", "No.")
    log.user("c1", "Second try.", parentUuid="a1").assistant("c2", "Yes.")
    log.add("system", "cb", subtype="compact_boundary", parentUuid=None, logicalParentUuid="c2")
    log.user("cs", "Summary.", isCompactSummary=True).user("d1", "After.")
    assert said(log) == ["u: Start.", "a: Ready.", "u: Second try.", "a: Yes.", "u: After."]


# --- rewinds


def test_a_rewound_prompt_and_all_below_it_are_abandoned() -> None:
    log = Log().user("u1", "Start.").assistant("a1", "Ready.")
    log.user("b1", "Use 12.").assistant("b2", "12 it is.").user("b3", "Good.").attach(
        "q", type="queued_command", prompt="So."
    )
    log.user("c1", "Use 14.", parentUuid="a1").assistant("c2", "14 it is.")
    assert said(log) == ["u: Start.", "a: Ready.", "u: Use 14.", "a: 14 it is."]
    assert log.read().skipped == {"abandoned branches": 4}


def test_the_branch_with_the_latest_leaf_wins_even_if_it_began_first() -> None:
    log = Log().user("u1", "Start.").assistant("a1", "Ready.").user("b1", "Use 12.")
    log.user("c1", "Use 14.", parentUuid="a1").assistant("b2", "12 it is.", parentUuid="b1")
    assert said(log) == ["u: Start.", "a: Ready.", "u: Use 12.", "a: 12 it is."]


def test_a_rewind_is_seen_past_hooks_and_notices() -> None:
    log = Log().user("u1", "Start.").assistant("a1", "Ready.").add("system", "s1", subtype="turn_duration")
    log.attach("h1", type="hook_success").user("b1", "Use 12.").user("c1", "Use 14.", parentUuid="a1")
    assert said(log) == ["u: Start.", "a: Ready.", "u: Use 14."]


def test_a_late_hook_on_an_abandoned_branch_does_not_revive_it() -> None:
    log = (
        Log()
        .user("u1", "Start.")
        .assistant("a1", "Ready.")
        .user("b1", "Use 12.")
        .user("c1", "Use 14.", parentUuid="a1")
    )
    log.attach("h1", type="hook_success")
    log.records[-1]["parentUuid"] = "b1"
    assert said(log) == ["u: Start.", "a: Ready.", "u: Use 14."]


def test_an_answer_generated_again_replaces_the_first() -> None:
    log = (
        Log()
        .user("u1", "Name it.")
        .assistant("a1", "Bob.", id="m1")
        .assistant("a2", "Alice.", id="m2", parentUuid="u1")
    )
    assert said(log) == ["u: Name it.", "a: Alice."]


def test_records_of_one_message_under_one_parent_are_no_branches() -> None:
    log = Log().user("u1", "Go.").assistant("a1", "One.", id="m1").assistant("a2", "Two.", id="m1", parentUuid="u1")
    assert said(log) == ["u: Go.", "a: One.\n\nTwo."]


def test_parallel_tool_calls_and_their_results_are_no_branches() -> None:
    call = [{"type": "text", "text": "Reading."}, {"type": "tool_use", "id": "t1"}]
    log = (
        Log()
        .user("u1", "Go.")
        .assistant("a1", call, id="m1")
        .assistant("a2", [{"type": "tool_use", "id": "t2"}], id="m1")
    )
    log.user("r1", [RESULT], parentUuid="a1").user("r2", [RESULT], parentUuid="a2")
    log.assistant("a3", "Found one.", id="m2", parentUuid="r1").assistant("a4", "Found two.", id="m3", parentUuid="r2")
    log.user("u2", "Thanks.", parentUuid="a4")
    assert said(log) == ["u: Go.", "a: Reading.", "a: Found one.", "a: Found two.", "u: Thanks."]


def test_prompts_at_the_root_are_never_branches() -> None:
    """Some files give no parents at all."""
    log = Log()
    for number in range(3):
        log.user(f"u{number}", f"Number {number}.", parentUuid=None)
    assert len(said(log)) == 3


@pytest.mark.parametrize(
    "parents",
    [
        {"u2": "phantom"},
        {"u2": "phantom", "u3": "phantom"},
        {"u2": "u2"},
        {"u1": "a3"},
        {"u1": "a2", "a1": "u2"},
        {"u1": "u1", "u2": "u1", "a1": "a1"},
        {"u1": 7, "a1": ["u1"], "u2": {}},
    ],
    ids=["phantom", "two phantoms", "self", "long cycle", "cycles", "selves", "not a uuid"],
)
def test_a_broken_tree_loses_nothing(parents: dict[str, object]) -> None:
    log = Log()
    for number in (1, 2, 3):
        log.user(f"u{number}", f"Question {number}.").assistant(f"a{number}", f"Answer {number}.")
    for record in log.records:
        record["parentUuid"] = parents.get(str(record["uuid"]), record["parentUuid"])
    assert len(said(log)) == 6


def test_a_chain_of_twenty_thousand_records_is_read_in_one_go() -> None:
    """Case 40."""
    log = Log()
    parent: str | None = None
    for number in range(20_000):
        log.plain(type="progress", uuid=f"p{number}", parentUuid=parent, sessionId=SESSION)
        parent = f"p{number}"
    assert said(log.user("u1", "Still here.", parentUuid=parent)) == ["u: Still here."]


# --- withdrawn text


def test_withdrawn_answers_are_dropped_but_never_what_the_person_said() -> None:
    log = Log().user("u1", "How?").assistant("a1", "Like this.").assistant("a2", "Like thi", supersedesUuids=["a1"])
    log.add(
        "system",
        "s1",
        subtype="model_refusal_fallback",
        retractedMessageUuids=["a2", "u1", 7],
        refusedUserMessageUuid="u1",
    )
    log.assistant("a3", "Another way.")
    assert said(log) == ["u: How?", "a: Another way."]
    assert log.read().skipped["withdrawn replies"] == 2


# --- torn, long and growing files


def test_a_torn_last_line_is_a_bad_line_until_it_is_whole() -> None:
    data = Log().user("u1", "Go.").assistant("a1", "Ok.").data
    torn = read(data[:-9])
    assert [message.content for message in messages(torn)] == ["Go."]
    assert [(line.number, line.reason) for line in torn.bad_lines] == [(2, "torn last line")]
    assert len(messages(read(data))) == 2


def test_a_line_of_340_kilobytes_and_split_emoji_and_broken_bytes_are_read() -> None:
    data = Log().user("u1", "x" * 340_000).user("u2", "smile \ud83d").data
    data += Log().user("u3", "caf?").data.replace(b"?", b"\xe9")
    contents = [message.content for message in messages(read(data))]
    assert [len(contents[0]), *contents[1:]] == [340_000, "smile \ufffd", "caf\ufffd"]


steps = st.lists(st.sampled_from(["prompt", "answer", "tool", "piece", "copy", "summary"]), min_size=1, max_size=10)


def grown(kinds: Iterable[str]) -> Log:
    """Write a file whose every new record follows the last new one; a copy of an old record is followed by nothing."""
    log, last = Log(), None
    for number, kind in enumerate(kinds):
        if kind == "copy" and log.records:
            log.plain(**log.records[number // 2])
            continue
        if kind in ("answer", "piece"):
            id_ = "m1" if kind == "piece" else None
            log.assistant(f"r{number}", f"å {number % 3}", id=id_, parentUuid=last)
        else:
            content: object = [RESULT] if kind == "tool" else f"Say {number % 3}"
            log.user(f"r{number}", content, isCompactSummary=kind == "summary", parentUuid=last)
        last = f"r{number}"
    return log


@given(steps, st.data())
def test_a_file_cut_anywhere_never_raises_and_its_identities_stay_when_it_grows(
    kinds: list[str], data: st.DataObject
) -> None:
    """Cases 31, 32 and 83: without rewinds and withdrawals, reading on only ever adds."""
    whole = grown(kinds).data
    before, after = read(whole[: data.draw(st.integers(0, len(whole)))]), read(whole)
    rest = iter(identities(after))
    pieces = [p.identities[0] for m in messages(before) for p in m.pieces]
    assert set(identities(before)) <= set(identities(after))
    assert len(set(identities(after))) == len(identities(after))
    if "piece" not in kinds:
        assert all(identity in rest for identity in pieces)
    assert len(before.bad_lines) <= 1
