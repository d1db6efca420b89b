"""Every way a person speaks in Claude Code is a turn of theirs, once; what a program says is nobody's (FINDINGS 1 to 5)."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Cli
from test_transcripts_claude_code import SESSION, Log, identities, messages, said
from transcribed import lines, taken
from transcribed import said as said_in

from episodic.capture.transcripts import read
from episodic.memory.store import Store

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the"
    " new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
NOTE = "\n\nNote: The user's next message may contain a correction or preference. Pay close attention."
NOTIFICATION = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>"


def queue(log: Log, operation: str, content: object = None, **fields: object) -> Log:
    """Write what happened to the queue, as Claude Code does: a session and a time, no uuid."""
    number = len(log.records)
    record = {"type": "queue-operation", "operation": operation, "sessionId": log.session}
    held = {} if content is None else {"content": content}
    return log.plain(
        **{**record, "timestamp": f"2026-09-14T10:{number // 60:02}:{number % 60:02}.000Z", **held, **fields}
    )


def enqueued(words: object, **fields: object) -> Log:
    return queue(Log().user("u1", "Go.").assistant("a1", "Going."), "enqueue", words, **fields)


def from_person(log: Log) -> list[str]:
    return [one.content for one in messages(log.read()) if one.role == "user" and one.content != "Go."]


def result(content: object, uuid: str = "r1", *, ident: str = "t1", **fields: object) -> Log:
    block = {"type": "tool_result", "tool_use_id": ident, "content": content}
    error = fields.pop("is_error", None)
    return Log().user(uuid, [block if error is None else {**block, "is_error": error}], **fields)


# --- 1: prompts queued while the agent works


@pytest.mark.parametrize(
    "after",
    [
        lambda log: log,
        lambda log: queue(log, "dequeue"),
        lambda log: queue(log, "remove", "Use port 9090."),
        lambda log: queue(log, "remove"),
        lambda log: queue(log, "remove", "Use port 9090.", reason="absorbed_mid_turn"),
        lambda log: queue(log, "dequeue").user("u2", "Use port 9090.", promptSource="queued"),
        lambda log: log.user("u2", "Use port 9090."),
        lambda log: log.user("u2", ["Use port 9090.\n"]),
        lambda log: queue(log, "remove", "Use port 9090.").attach("x", type="queued_command", prompt="Use port 9090."),
        lambda log: queue(log.attach("x", type="queued_command", prompt="Use port 9090."), "remove", "Use port 9090."),
        lambda log: queue(log, "remove", commandUuid="k1").attach(
            "x", type="queued_command", prompt=[{"type": "text", "text": "Use  port\n9090."}], source_uuid="k1"
        ),
        lambda log: (
            queue(log, "remove", "Use port 9090.")
            .attach("x", type="queued_command", prompt="Use port 9090.", source_uuid="u2")
            .user("u2", "Use port 9090.")
        ),
        lambda log: (
            queue(log, "remove", "Use port 9090.")
            .attach("x", type="queued_command", prompt="Use port 9090.")
            .user("u2", "Use port 9090.", promptSource="queued")
        ),
        lambda log: log.plain(**log.records[-1]),
    ],
    ids=[
        "still waiting",
        "dequeued, then cut",
        "removed by name",
        "removed",
        "absorbed",
        "delivered as a record",
        "delivered without a word of the queue",
        "delivered in blocks",
        "delivered as an attachment",
        "the attachment first",
        "by the id of the command",
        "attachment and record",
        "attachment and record without a link",
        "written twice",
    ],
)
def test_a_queued_prompt_is_said_once_whatever_carries_it(after: Callable[[Log], Log]) -> None:
    log = after(enqueued("Use port 9090.")).assistant("a2", "9090, noted.")
    assert [" ".join(words.split()) for words in from_person(log)] == ["Use port 9090."]
    assert said(log)[-1] == "a: 9090, noted."


def test_a_queued_prompt_has_the_time_and_the_place_it_was_typed_at() -> None:
    log = queue(enqueued("Use port 9090."), "remove", "Use port 9090.").assistant("a2", "Noted.")
    prompt = messages(log.read())[2]
    assert (prompt.content, prompt.origin) == ("Use port 9090.", "user")
    assert prompt.at is not None
    assert prompt.at.isoformat() == "2026-09-14T10:00:02+00:00"


@pytest.mark.parametrize(
    ("log", "kept"),
    [
        (queue(enqueued("Use 9090."), "popAll", "Use 9090."), []),
        (queue(queue(enqueued("One."), "enqueue", "Two."), "popAll"), []),
        (queue(queue(queue(enqueued("One."), "enqueue", "Two."), "popAll", "One."), "popAll", "Two."), []),
        (queue(queue(enqueued("One."), "enqueue", "Two."), "popAll", "Two."), ["One."]),
        (queue(queue(queue(enqueued("One."), "dequeue"), "enqueue", "Two."), "popAll"), ["One."]),
        (queue(queue(enqueued("Use 9090."), "popAll", "Use 9090."), "enqueue", "Use 9091."), ["Use 9091."]),
        (queue(enqueued("Use 9090."), "popAll", "Use 9090.").user("u2", "Use 9091."), ["Use 9091."]),
        (queue(enqueued("Use 9090."), "remove", "Use 9090.", reason="cancelled"), []),
        (queue(enqueued(NOTIFICATION), "dequeue"), []),
        (queue(queue(queue(enqueued(NOTIFICATION), "enqueue", "Use 9090."), "dequeue"), "popAll"), []),
        (queue(queue(enqueued(NOTIFICATION), "enqueue", "Use 9090."), "dequeue"), ["Use 9090."]),
        (enqueued("<agent-notification>\n<agent-id>a</agent-id>\n</agent-notification>"), []),
        (enqueued("ls -la", mode="bash"), []),
        (enqueued("go on", origin={"kind": "auto-continuation"}), []),
        (enqueued("/compact"), []),
        (enqueued("/model opus"), []),
        (enqueued("/plan we drop Redis by Friday"), ["we drop Redis by Friday"]),
        (enqueued("/home/anna/deck.png is the one to show"), ["/home/anna/deck.png is the one to show"]),
        (enqueued([{"type": "image"}, {"type": "text", "text": "Like so."}]), ["Like so."]),
        (enqueued("  "), []),
        (enqueued(None), []),
        (enqueued("[Image #1]"), []),
    ],
)
def test_what_was_taken_back_or_no_one_typed_is_not_said(log: Log, kept: list[str]) -> None:
    assert from_person(log) == kept


def test_prompts_that_waited_together_and_were_sent_as_one_are_turns_of_their_own() -> None:
    log = queue(queue(queue(enqueued("Ship on Friday."), "enqueue", "Tell Omar."), "dequeue"), "dequeue")
    assert from_person(log.user("u2", "Ship on Friday.\nTell Omar.")) == ["Ship on Friday.", "Tell Omar."]


def test_what_was_pasted_into_a_queued_prompt_is_told_with_what_was_pasted() -> None:
    log = queue(enqueued("Look at [Pasted text #1 +20 lines] please"), "dequeue").user("u2", "Look at a\nb\nc please")
    assert from_person(log) == ["Look at a\nb\nc please"]


def test_the_same_words_typed_again_later_are_said_twice() -> None:
    log = queue(enqueued("continue"), "remove", "continue").assistant("a2", "Done.").user("u2", "continue")
    queue(log.assistant("a3", "Done again."), "enqueue", "continue")
    assert from_person(log) == ["continue"] * 3


def test_a_copy_of_an_old_prompt_delivers_nothing_that_waits() -> None:
    log = Log().user("u1", "continue").assistant("a1", "Done.")
    log = queue(log, "enqueue", "continue").plain(**log.records[0])
    assert from_person(log) == ["continue"] * 2


def test_a_queued_prompt_stays_one_turn_while_its_file_grows(store: Store) -> None:
    """At every length of the file, and when it is read again whole, each saying is known by what it was known by."""
    log = enqueued("Use port 9090.")
    queue(log, "enqueue", "And tell Omar.")
    queue(queue(log, "dequeue"), "dequeue").user("u2", "Use port 9090.\nAnd tell Omar.").assistant("a2", "Ok.")
    queue(queue(log, "enqueue", "By Friday."), "remove", "By Friday.")
    log.attach("x", type="queued_command", prompt="By Friday.", source_uuid="k").assistant("a3", "Friday.")
    ends = range(1, len(log.records) + 1)
    added = taken(store, *(lines(*log.records[:end]) for end in ends), log.data)
    assert sum(new for new, _ in added) == 7
    session = store.turns.session(SESSION)
    assert session is not None
    kept = [turn.content for turn in store.turns.window(session.id, after=-1)]
    assert sorted(kept) == sorted(["Go.", "Going.", "Use port 9090.", "And tell Omar.", "Ok.", "By Friday.", "Friday."])


# --- 2: words behind a slash command


def command(name: str, words: str | None, order: str = "mna") -> str:
    tags = {
        "m": f"<command-message>{name} is running…</command-message>",
        "n": f"<command-name>/{name}</command-name>",
        "a": "" if words is None else f"<command-args>{words}</command-args>",
    }
    return "\n".join(tags[letter] for letter in order)


DECIDED = "we decided to drop Redis, Omar owns it, by Friday"


@pytest.mark.parametrize("order", ["mna", "nma", "anm", "ma", "amn"])
def test_the_words_behind_a_command_are_the_persons_in_any_order_of_tags(order: str) -> None:
    assert said(Log().user("u1", command("plan", DECIDED, order))) == [f"u: {DECIDED}"]


@pytest.mark.parametrize(
    ("name", "words", "kept"),
    [
        ("workflows:plan", "first check\n\nthat tests cover it", "first check\n\nthat tests cover it"),
        ("compact", "keep what we decided on Mollie", "keep what we decided on Mollie"),
        ("btw", "why did we choose Mollie?", "why did we choose Mollie?"),
        ("review", "--deep the payment module", "--deep the payment module"),
        ("review", "167", "/review 167"),
        ("deploy", "staging", "/deploy staging"),
        ("plan", "我们决定不用Redis", "我们决定不用Redis"),
        ("review", "--deep", None),
        ("review", "", None),
        ("review", None, None),
        ("clear", "", None),
        ("model", "opus", None),
        ("model", "claude-opus-4-1 for this", None),
        ("add-dir", "/home/anna/my deck", None),
        ("resume", "5e551011-0000-4000-8000-000000000001", None),
        ("rename", "billing rewrite", None),
        ("mcp", "enable all", None),
    ],
)
def test_a_command_is_told_where_something_was_said_with_it(name: str, words: str | None, kept: str | None) -> None:
    log = Log().user("u1", command(name, words)).assistant("a1", "Ok.")
    assert said(log) == ([f"u: {kept}"] if kept else []) + ["a: Ok."]


@pytest.mark.parametrize(
    "log",
    [
        Log().user("u1", command("plan", DECIDED)).user("x1", f"Plan this.\n\nARGUMENTS: {DECIDED}", isMeta=True),
        Log().user("u1", [command("plan", DECIDED), f"Plan this.\n\nARGUMENTS: {DECIDED}"]),
        Log().user("u1", command("plan", DECIDED)).user("u2", DECIDED),
        Log().add("system", "s1", subtype="local_command", content=command("plan", DECIDED)),
        queue(queue(Log(), "enqueue", f"/plan {DECIDED}"), "dequeue").user("u1", command("plan", DECIDED)),
    ],
    ids=["expanded beside it", "expanded in it", "sent as a prompt", "a local command", "queued"],
)
def test_the_words_behind_a_command_are_said_once(log: Log) -> None:
    assert said(log) == [f"u: {DECIDED}"]


# --- 3: answers to the agent's questions

WHICH = "Which payment provider?"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"answers": {WHICH: "Mollie"}}, f"{WHICH} Mollie"),
        ({"answers": {"Pick a region": "Frankfurt"}}, "Pick a region: Frankfurt"),
        ({"answers": {WHICH: ["Mollie", "Stripe"]}}, f"{WHICH} Mollie, Stripe"),
        ({"answers": {WHICH: "Mollie", "When?": "Friday"}}, f"{WHICH} Mollie\nWhen? Friday"),
        ({"answers": {WHICH: "none of these, we build our own"}}, f"{WHICH} none of these, we build our own"),
        (
            {"answers": {WHICH: "Mollie"}, "annotations": {WHICH: {"notes": "their fees are lower", "preview": "x"}}},
            f"{WHICH} Mollie\ntheir fees are lower",
        ),
        (
            {"answers": {"Provider": "Mollie"}, "questions": [{"question": WHICH, "header": "Provider"}]},
            f"{WHICH} Mollie",
        ),
        ({"answers": [["Mollie"]], "questions": [{"question": WHICH}]}, f"{WHICH} Mollie"),
        ({"answers": {WHICH: "", "When?": "Friday"}}, "When? Friday"),
    ],
)
def test_an_answer_carries_its_question(given: dict[str, object], told: str) -> None:
    log = result("User has answered your questions.", toolUseResult=given)
    assert said(log) == [f"u: {told}"]


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ('"Which payment provider?"="Mollie"', f"{WHICH} Mollie"),
        ('"Which payment provider?"="Mollie", "When?"="Friday"', f"{WHICH} Mollie\nWhen? Friday"),
        ('"Which payment provider?"="the "cheap" one, "Mollie""', f'{WHICH} the "cheap" one, "Mollie"'),
        ('"Use "Redis"?"="No"', 'Use "Redis"? No'),
        (
            '"Which payment provider?"="Mollie" selected preview:\ncode user notes: lower fees, "When?"="Friday"',
            f"{WHICH} Mollie\nlower fees\nWhen? Friday",
        ),
    ],
)
@pytest.mark.parametrize("wrap", [str, lambda text: [{"type": "text", "text": text}]])
def test_an_answer_is_read_from_its_sentence_where_no_field_has_it(
    pairs: str, told: str, wrap: Callable[[str], object]
) -> None:
    text = f"User has answered your questions: {pairs}. You can now continue with the user's answers in mind."
    assert said(result(wrap(text))) == [f"u: {told}"]


def test_only_the_asking_tool_gives_answers() -> None:
    call = [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]
    text = 'User has answered your questions: "Which payment provider?"="Mollie".'
    block = {"type": "tool_result", "tool_use_id": "t1", "content": text}
    log = Log().assistant("a1", call).user("r1", [block], toolUseResult={"answers": {WHICH: "Mollie"}})
    assert said(log) == []


def test_no_answer_is_no_turn() -> None:
    assert said(result("User declined to answer questions", toolUseResult={"answers": {}})) == []


# --- 4: refusals with words

ASKED_BACK = f"{REFUSED}The user wants to clarify these questions.\n    Take their response into account.\n\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (f"{REFUSED}We deploy from the release branch only", "We deploy from the release branch only"),
        (f"{REFUSED}We deploy from main{NOTE}", "We deploy from main"),
        (f"{REFUSED}First line\n\nSecond line", "First line\n\nSecond line"),
        ([{"type": "text", "text": f"{REFUSED}Not yet"}], "Not yet"),
        (f"Error: {REFUSED}Not yet", "Not yet"),
        (
            "Permission for this tool use was denied. The tool use was rejected. The user said:\nAsk Omar first",
            "Ask Omar first",
        ),
        (
            f'{ASKED_BACK}    Questions asked:\n- "{WHICH}"\n  Answer: Mollie\n- "When?"\n  (No answer provided){NOTE}',
            f"{WHICH} Mollie",
        ),
    ],
)
def test_the_words_of_a_refusal_are_the_persons(content: object, told: str) -> None:
    log = result(content, is_error=True, toolUseResult="User rejected tool use", toolDenialKind="user-rejected")
    assert said(log) == [f"u: {told}"]


@pytest.mark.parametrize(
    ("content", "is_error"),
    [
        ("The user doesn't want to proceed with this tool use. STOP what you are doing and wait.", True),
        ("The user doesn't want to take this action right now. STOP what you are doing.", True),
        ("The agent proposed a plan that was rejected by the user.\n\nRejected plan:\n# Drop Redis", True),
        (
            f'{REFUSED}The user wants to clarify these questions.\n\n    Questions asked:\n- "{WHICH}"\n  (No answer)',
            True,
        ),
        (f"log.txt: {REFUSED}We deploy from main", True),
        (f"{REFUSED}We deploy from main", False),
    ],
)
def test_a_refusal_without_words_is_no_turn(content: str, is_error: bool) -> None:
    assert said(result(content, is_error=is_error)) == []


def test_what_a_person_adds_when_they_allow_a_tool_is_theirs() -> None:
    block = {"type": "tool_result", "tool_use_id": "t1", "content": "42 files"}
    log = Log().user("r1", [block, {"type": "text", "text": "but leave the vendored ones"}])
    log.user("r2", [block, {"type": "text", "text": "[Request interrupted by user for tool use]"}])
    log.user("r3", [block, {"type": "text", "text": "Tool loaded."}])
    assert said(log) == ["u: but leave the vendored ones"]


# --- 5: what comes over a channel


def channel(words: str, **with_: str) -> str:
    return "<channel " + " ".join(f'{key}="{value}"' for key, value in with_.items()) + f">\n{words}\n</channel>"


MOVED = "The demo moved to Tuesday."


@pytest.mark.parametrize(
    ("text", "fields", "told"),
    [
        (channel(MOVED, source="telegram", chat_id="7", user="anna"), {"kind": "channel", "server": "telegram"}, MOVED),
        (channel(MOVED, source="plugin:discord:discord", user="anna"), {"kind": "channel", "server": "x"}, MOVED),
        (channel(MOVED, source="telegram", chat_id="7"), {"kind": "channel", "server": "telegram"}, MOVED),
        (channel(MOVED, source="imessage", user="+46700"), None, MOVED),
        (channel(MOVED, source="board", user="anna", is_owner="true"), {"kind": "channel", "server": "board"}, MOVED),
        (MOVED, {"kind": "channel", "server": "telegram"}, MOVED),
        (channel(MOVED, source="telegram", user="deploybot"), {"kind": "channel", "server": "telegram"}, None),
        (channel(MOVED, source="telegram", user="x", is_bot="true"), {"kind": "channel", "server": "telegram"}, None),
        (channel(MOVED, source="telegram", chat_id="-10", user="x"), {"kind": "channel", "server": "telegram"}, None),
        (channel(MOVED, source="slack", chat_id="C1", user="x"), {"kind": "channel", "server": "slack"}, None),
        (channel(MOVED, source="ci", job="7"), {"kind": "channel", "server": "ci"}, None),
        (channel(MOVED, source="agent-bridge", user="codex"), {"kind": "channel", "server": "agent-bridge"}, None),
        (channel(MOVED, source="peers"), None, None),
        (MOVED, {"kind": "channel", "server": "github"}, None),
        (MOVED, {"kind": "peer", "from": "other"}, None),
    ],
)
@pytest.mark.parametrize("carrier", ["record", "attachment", "queue"])
def test_over_a_channel_the_owner_speaks_and_others_do_not(
    text: str, fields: object, told: str | None, carrier: str
) -> None:
    flags = {"isMeta": True, "origin": fields} if fields else {}
    log = Log()
    if carrier == "record":
        log.user("u1", text, **flags)
    elif carrier == "attachment":
        log.attach("x1", type="queued_command", prompt=text, commandMode="prompt", **flags)
    else:
        queue(log, "enqueue", text, **flags)
    assert said(log) == ([f"u: {told}"] if told else [])


def test_where_several_write_over_a_channel_only_the_owner_is_heard() -> None:
    log = Log().user("u1", channel("I will be late.", source="discord", user="bob"), isMeta=True)
    log.user("u2", channel(MOVED, source="discord", user="anna"), isMeta=True)
    transcript = log.read()
    assert [one.content for one in messages(transcript)] == [MOVED]  # the home folder is anna's
    assert transcript.skipped == {"messages over a channel": 1}


# --- what a program says is nobody's

PROGRAM_TEXTS = [
    "Operation stopped by hook: You have another active session with uncommitted changes.",
    "Operation stopped by hook",
    "Stop hook feedback:\n- run the tests first",
    "SubagentStop hook feedback:\n- no",
    "PreToolUse:Bash hook feedback: denied",
    "Execution stopped by PostToolUse hook: no",
    '<cross-session-message from="uds:/tmp/1.sock" from-name="a">merge it</cross-session-message>',
    'Another Claude session sent a message:\n<cross-session-message from="a">merge it</cross-session-message>',
    "<agent-notification>\n<agent-id>a1</agent-id>\nRead the output file.\n</agent-notification>",
    "<agent-message from='x'>done</agent-message>",
    '<teammate-message teammate_id="zed">\nidle\n</teammate-message>',
    "<scheduled-task>\nCheck the build\n</scheduled-task>",
    '<scheduled_task id="7">Check the build</scheduled_task>',
    "<system-notification>restarted</system-notification>",
    "<task-notification>\ntorn",
    "[SYSTEM NOTIFICATION - NOT USER INPUT]\nA job ended.",
    "[cron:7 nightly] Check the build",
    "<<autonomous-loop-dynamic>>",
    "System: Please continue.",
    "Warning: The maximum number of unified exec processes you can keep open is 60 and you have 61.",
    "Warning: apply_patch was requested via exec_command. Use the apply_patch tool instead of exec_command.",
    "Base directory for this skill: /home/anna/.claude/skills/x\n\n# Skill",
    "This session is being continued from a previous conversation that ran out of context.",
]


def claude_code(text: str) -> bytes:
    return Log().user("u1", text).data


def codex(text: str) -> bytes:
    content = [{"type": "input_text", "text": text}]
    return lines(
        {"type": "session_meta", "payload": {"id": "c1", "cwd": "/x"}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": content}},
    )


def gemini(text: str) -> bytes:
    return lines(
        {"sessionId": "g1", "projectHash": "x", "startTime": "2026-09-14T10:00:00Z"},
        {"id": "1", "timestamp": "2026-09-14T10:00:01Z", "type": "user", "content": text},
    )


def qwen(text: str) -> bytes:
    return lines(
        {"uuid": "q", "sessionId": "q1", "type": "user", "message": {"role": "user", "parts": [{"text": text}]}}
    )


def pi(text: str) -> bytes:
    return lines(
        {"type": "session", "id": "p1", "version": 3, "cwd": "/x"},
        {"type": "message", "id": "m1", "message": {"role": "user", "content": [{"type": "text", "text": text}]}},
    )


def plain(text: str) -> bytes:
    return lines({"role": "user", "content": text})


@pytest.mark.parametrize("written", [claude_code, codex, gemini, qwen, pi, plain])
@pytest.mark.parametrize("text", PROGRAM_TEXTS)
def test_a_programs_text_is_nobodys_in_any_format(text: str, written: Callable[[str], bytes]) -> None:
    assert said_in(read(written(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Stop hook feedback is shown twice, why?",
        "The log says: Operation stopped by hook: no",
        "<task-notification> is shown twice, why?",
        "Another Claude session sent a message: what does that mean?",
        "Warning: the demo moved to Tuesday.",
        "What does System: Please continue. mean?",
        "Implement the following plan: use Redis, then ship",
        "<commit-message>fix the cache</commit-message>",
        "Continue",
    ],
)
@pytest.mark.parametrize("written", [claude_code, gemini, pi])
def test_a_person_may_write_of_what_programs_say(text: str, written: Callable[[str], bytes]) -> None:
    assert said_in(read(written(text))) == [f"u: {text}"]


def test_a_note_beside_a_prompt_takes_only_itself_away() -> None:
    assert said(Log().user("u1", [NOTIFICATION, "Now the tests."])) == ["u: Now the tests."]


def test_a_warning_of_codex_that_no_event_tells_is_not_the_persons() -> None:
    def item(text: str) -> dict[str, object]:
        content = [{"type": "input_text", "text": text}]
        return {"type": "response_item", "payload": {"type": "message", "role": "user", "content": content}}

    def event(text: str) -> dict[str, object]:
        return {"type": "event_msg", "payload": {"type": "user_message", "message": text}}

    typed = "Warning: the demo moved to Tuesday."
    header = {"type": "session_meta", "payload": {"id": "c1", "cwd": "/x"}}
    data = lines(header, item(typed), event(typed), item("Warning: a limit of 2029 is reached."))
    assert said_in(read(data)) == [f"u: {typed}"]


def test_what_openclaw_puts_above_a_message_is_cut() -> None:
    text = "System: [2026-02-03 12:14:30 GMT+1] WhatsApp gateway connected.\n\nThe demo moved to Tuesday."
    assert said_in(read(pi(text))) == ["u: The demo moved to Tuesday."]


PLAN = "# Plan: drop Redis\n\n1. Remove the client."
TRANSCRIPT = "\n\n\nIf you need specific details from before exiting plan mode, read the full transcript at: /x.jsonl"


@pytest.mark.parametrize("fields", [{"planContent": PLAN}, {}], ids=["by field", "by text"])
@pytest.mark.parametrize("behind", ["", TRANSCRIPT])
def test_a_plan_in_the_persons_place_is_told_by_the_assistant(behind: str, fields: dict[str, object]) -> None:
    log = Log().user("u1", f"Implement the following plan:\n\n{PLAN}{behind}", **fields).assistant("a1", "Done.")
    plan, _ = messages(log.read())
    assert (plan.role, plan.origin) == ("assistant", "assistant")
    assert plan.content == f"The plan that was accepted:\n\n{PLAN}"


def test_what_a_person_says_of_a_plan_is_theirs() -> None:
    text = f"Implement the following plan:\n\n{PLAN}{TRANSCRIPT}\n\nUser feedback on this plan: keep the cache warm"
    log = Log().user("u1", text, planContent=PLAN)
    assert said(log) == [f"a: The plan that was accepted:\n\n{PLAN}", "u: keep the cache warm"]
    assert len(set(identities(log.read()))) == 4


# --- the whole way


def test_what_was_said_is_told_and_what_was_left_out_is_named(cli: Cli, tmp_path: Path) -> None:
    log = queue(enqueued("We decided to use Mollie for payments."), "remove", "We decided to use Mollie for payments.")
    log.assistant("a2", "Mollie, noted.").user("h1", "Stop hook feedback:\npassword=hunter2hunter2 is wrong")
    log.user("u2", f"Implement the following plan:\n\n{PLAN}", planContent=PLAN).assistant("a3", "Done.")
    file = tmp_path / "session.jsonl"
    file.write_bytes(log.data)
    told = cli("ingest", str(file), "--explain").stdout
    assert "1 output of hooks\n" in told
    assert "    output of hooks, such as: Stop hook feedback: " in told
    assert "hunter2" not in told
    shown = json.loads(cli("ingest", str(file), "--explain", "--json").stdout)["files"][0]
    assert shown["examples"]["output of hooks"].startswith("Stop hook feedback: ")
    assert cli("ingest", str(file)).returncode == 0
    assert "0 new turns" in cli("ingest", str(file)).stderr
    block = cli("context", "--session", "another", "which provider do we use for payments, and what of Redis").stdout
    assert "We decided to use Mollie for payments." in block
    assert "user: Implement" not in block
    assert "Stop hook feedback" not in block
