"""Gemini CLI sessions: lines that replace, take back and check-point what was said, and the documents of before."""

from pathlib import Path

import pytest
from transcribed import document, lines, said, taken, times

from episodic.capture.transcripts import parts, read
from episodic.capture.transcripts.transcript import joined
from episodic.memory.store import Store

HEAD = {"sessionId": "s-1", "projectHash": "ab12", "startTime": "2026-04-29T21:39:22.319Z", "kind": "main"}


def message(ident: str, kind: str, content: object, second: int = 0, **fields: object) -> dict[str, object]:
    return {"id": ident, "timestamp": f"2026-04-29T21:39:{second:02}.000Z", "type": kind, "content": content, **fields}


ASKED = message("u1", "user", [{"text": "14 slides."}], 33)
ANSWERED = message("g1", "gemini", "Noted.", 35, thoughts=[{"description": "x"}], tokens={"input": 1})


def test_a_prompt_and_its_answer_are_two_turns() -> None:
    called = message("g0", "gemini", "", 34, toolCalls=[{"id": "t", "name": "ls", "result": [{"text": "42 files"}]}])
    notice = message("i1", "info", "Update available", 34)
    transcript = read(lines(HEAD, ASKED, called, notice, ANSWERED))
    assert (transcript.format, transcript.sessions[0].session_id) == ("gemini", "s-1")
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-04-29T21:39:33+00:00", "2026-04-29T21:39:35+00:00"]
    assert transcript.skipped == {"tool calls": 1, "thinking": 1, "info messages": 1}


def test_a_message_written_again_is_the_message_as_it_has_become() -> None:
    begun = message("g1", "gemini", "Not", 35)
    assert said(read(lines(HEAD, ASKED, begun, ANSWERED))) == ["u: 14 slides.", "a: Noted."]


def test_a_rewind_takes_back_a_message_and_all_after_it() -> None:
    more = [message("u2", "user", "12 slides.", 40), message("g2", "gemini", "Changed.", 41)]
    back = {"$rewindTo": "u2"}
    again = message("u3", "user", "13 slides.", 50)
    transcript = read(lines(HEAD, ASKED, ANSWERED, *more, back, again))
    assert said(transcript) == ["u: 14 slides.", "a: Noted.", "u: 13 slides."]
    assert transcript.skipped["rewound"] == 2


def test_a_rewind_to_what_is_not_there_takes_back_everything() -> None:
    assert said(read(lines(HEAD, ASKED, ANSWERED, {"$rewindTo": "x9"}, message("u3", "user", "hi")))) == ["u: hi"]


def test_a_checkpoint_of_messages_replaces_all_before_it() -> None:
    checkpoint = {"$set": {"messages": [ASKED], "lastUpdated": "2026-04-29T21:40:00Z"}}
    assert said(read(lines(HEAD, message("u0", "user", "old"), checkpoint, ANSWERED))) == ["u: 14 slides.", "a: Noted."]
    assert said(read(lines(HEAD, ASKED, {"$set": {"lastUpdated": "x"}}))) == ["u: 14 slides."]


def test_what_a_person_typed_comes_before_what_was_read_into_it() -> None:
    long = message("u1", "user", "Sum up @a.txt\n--- a.txt ---\nI prefer tabs.", displayContent="Sum up @a.txt")
    assert said(read(lines(HEAD, long))) == ["u: Sum up @a.txt"]


def test_a_subagents_session_has_no_person_in_it() -> None:
    transcript = read(lines({**HEAD, "kind": "subagent"}, ASKED, ANSWERED))
    assert (transcript.sessions, transcript.skipped["subagent records"]) == ((), 2)


def test_a_growing_session_adds_only_what_is_new(store: Store) -> None:
    more = message("u2", "user", "14 slides.", 50)
    assert taken(store, lines(HEAD, ASKED), lines(HEAD, ASKED, ANSWERED, more), lines(HEAD, ASKED, more)) == [
        (1, 0),
        (2, 1),
        (0, 2),
    ]


@pytest.mark.parametrize("kind", ["messages", "history"])
def test_the_one_document_of_before_is_read(kind: str) -> None:
    told: dict[str, object] = {**HEAD, "messages": [ASKED, ANSWERED]}
    if kind == "history":
        turns = [
            {"role": "user", "parts": [{"text": "14 slides."}, {"inlineData": {"data": "AAAA"}}], "ts": 1777498773},
            {"role": "model", "parts": [{"text": "Noted."}], "ts": 1777498775},
        ]
        told = {"history": turns}
    transcript = read(document(told))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-04-29T21:39:33+00:00", "2026-04-29T21:39:35+00:00"]


def test_the_folder_is_the_one_the_tool_keeps_beside_the_chats(tmp_path: Path) -> None:
    path = tmp_path / "deck" / "chats" / "session-1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(lines(HEAD, ASKED))
    assert joined(parts(path)).sessions[0].cwd is None
    folder = tmp_path / "home"
    (tmp_path / "deck" / ".project_root").write_text(str(folder), "utf-8")
    assert joined(parts(path)).sessions[0].cwd == str(folder)
