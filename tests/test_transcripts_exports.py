"""Exports of ChatGPT and Claude.ai: zips and shards, the branch that counts, and what its owner wanted forgotten."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from transcribed import document, said, taken, times

from episodic.capture.intake import take_in
from episodic.capture.transcripts import parts, read
from episodic.capture.transcripts.transcript import Transcript, joined
from episodic.errors import FormatError
from episodic.memory.store import Store

BEGAN = 1784164500.0


def message(
    ident: str, role: str, *parts: object, at: float | None = BEGAN, kind: str = "text", **fields: object
) -> dict[str, object]:
    content = {"content_type": kind, "parts": list(parts)}
    given = {"weight": 1.0, "recipient": "all", "metadata": {}, **fields}
    return {"id": ident, "author": {"role": role, "name": None}, "create_time": at, "content": content, **given}


def conversation(*nodes: tuple[str, str | None, dict[str, object] | None], **fields: object) -> dict[str, object]:
    mapping: dict[str, object] = {
        key: {"id": key, "parent": parent, "message": told, "children": []} for key, parent, told in nodes
    }
    return {"conversation_id": "c-1", "title": "x", "create_time": BEGAN, "mapping": mapping, **fields}


ASKED, ANSWERED = message("m1", "user", "14 slides."), message("m2", "assistant", "Noted.", at=BEGAN + 2)
SHORT = conversation(("root", None, None), ("a", "root", ASKED), ("b", "a", ANSWERED), current_node="b")


def archive(path: Path, **files: object) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, value in files.items():
            packed.writestr(name.replace("__", "/"), json.dumps(value))
    return path


def whole(path: Path) -> Transcript:
    return joined(parts(path))


def test_a_conversation_is_the_path_to_its_current_node() -> None:
    nodes = [
        ("root", None, None),
        ("a", "root", ASKED),
        ("old", "a", message("m0", "assistant", "We take 12.", at=BEGAN + 9)),
        ("b", "a", ANSWERED),
        ("edited", "root", message("m9", "user", "13 slides.", at=BEGAN + 10)),
    ]
    transcript = read(document([conversation(*nodes, current_node="b")]))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert times(transcript) == ["2026-07-16T01:15:00+00:00", "2026-07-16T01:15:02+00:00"]
    assert (transcript.format, transcript.sessions[0].session_id) == ("chatgpt", "c-1")
    assert transcript.skipped["other branches"] == 2


def test_without_a_current_node_the_newest_message_ends_the_path() -> None:
    nodes = [("b", "a", ANSWERED), ("old", "a", message("m0", "assistant", "x", at=BEGAN + 1)), ("a", None, ASKED)]
    assert said(read(document([conversation(*nodes)]))) == ["u: 14 slides.", "a: Noted."]


def test_a_tree_that_is_broken_loses_nothing() -> None:
    nodes = [("a", "gone", ASKED), ("b", "a", ANSWERED)]
    assert said(read(document([conversation(*nodes, current_node="b")]))) == ["u: 14 slides.", "a: Noted."]
    loop = [("a", "b", ASKED), ("b", "a", ANSWERED)]
    assert said(read(document([conversation(*loop, current_node="b")]))) == ["u: 14 slides.", "a: Noted."]


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (message("x", "system", "You are ChatGPT"), "system text"),
        (message("x", "user", kind="user_editable_context"), "custom instructions"),
        (message("x", "assistant", "hm", kind="thoughts"), "thinking"),
        (message("x", "assistant", "hm", kind="reasoning_recap"), "thinking"),
        (message("x", "tool", "42 files", kind="execution_output"), "tool results"),
        (message("x", "assistant", '{"q": 1}', recipient="browser.search"), "tool calls"),
        (message("x", "assistant", "draft", weight=0), "hidden messages"),
        (message("x", "user", "hidden", metadata={"is_visually_hidden_from_conversation": True}), "hidden messages"),
        (message("x", "user", "", None), "empty text"),
    ],
)
def test_what_nobody_said_to_the_other_is_skipped_with_its_reason(told: dict[str, object], reason: str) -> None:
    nodes = [("a", None, ASKED), ("x", "a", told), ("b", "x", ANSWERED)]
    transcript = read(document([conversation(*nodes, current_node="b")]))
    assert said(transcript) == ["u: 14 slides.", "a: Noted."]
    assert transcript.skipped[reason] == 1


def test_parts_are_words_recordings_and_pictures() -> None:
    told = message(
        "m1", "user", "Look:", {"content_type": "image_asset_pointer"}, {"content_type": "audio_transcription", "text": "14."},
        kind="multimodal_text",
    )  # fmt: skip
    transcript = read(document([conversation(("a", None, told), current_node="a")]))
    assert said(transcript) == ["u: Look:\n\n14."]
    assert transcript.skipped == {"images and files": 1}


def test_a_message_without_a_time_gets_that_of_its_neighbour(store: Store) -> None:
    timeless = message("m1", "user", "14 slides.", at=None)
    take_in(read(document([conversation(("a", None, timeless), current_node="a")])), lambda _: store)
    assert [turn.at.timestamp() for turn in store.turns.window(1, after=-1)] == [BEGAN]


def test_what_its_owner_asked_not_to_remember_is_not(store: Store) -> None:
    secret = {**SHORT, "is_do_not_remember": True, "conversation_id": "c-2"}
    transcript = read(document([SHORT, secret]))
    assert [session.do_not_remember for session in transcript.sessions] == [False, True]
    done = take_in(transcript, lambda _: store)
    assert (done.sessions, done.added, done.skipped) == (1, 2, {"conversations its owner asked not to remember": 1})


def test_an_export_of_shards_is_read_from_the_zip_without_what_lies_beside(tmp_path: Path) -> None:
    shards = [[{**SHORT, "conversation_id": f"c-{n}-{m}"} for m in range(3)] for n in range(2)]
    path = archive(
        tmp_path / "export.zip",
        **{"conversations-000.json": shards[0], "conversations-001.json": shards[1]},
        **{"export_manifest.json": {}, "user.json": {}, "__MACOSX__._conversations-000.json": 5},
    )
    transcript = whole(path)
    assert [session.session_id for session in transcript.sessions] == [f"c-{n}-{m}" for n in range(2) for m in range(3)]
    assert transcript.skipped == {"other files of the archive": 3}


def test_a_zip_without_conversations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a zip archive without conversations\*\.json"):
        whole(archive(tmp_path / "photos.zip", **{"photo.json": 1}))


@pytest.mark.parametrize("indent", [None, 1])
def test_a_large_export_comes_in_parts_and_a_torn_one_keeps_what_is_whole(tmp_path: Path, indent: int | None) -> None:
    path = tmp_path / "conversations.json"
    many = [{**SHORT, "conversation_id": f"c-{n}"} for n in range(200)]
    data = json.dumps(many, indent=indent).encode()
    path.write_bytes(data)
    assert [len(part.sessions) for part in parts(path)] == [64, 64, 64, 8, 0]
    path.write_bytes(data[:-100])
    transcript = whole(path)
    assert len(transcript.sessions) == 199
    assert [line.reason for line in transcript.bad_lines] == ["torn last line"]


def test_one_conversation_larger_than_a_read_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    long = message("m1", "user", "é" * 3_000_000)
    path.write_bytes(
        json.dumps([conversation(("a", None, long), current_node="a"), SHORT], ensure_ascii=False).encode()
    )
    assert [len(one) for one in said(whole(path))] == [3_000_003, 13, 9]


def test_a_later_export_adds_only_what_is_new(store: Store) -> None:
    longer = conversation(
        ("a", None, ASKED), ("b", "a", ANSWERED), ("c", "b", message("m3", "user", "Go on.", at=BEGAN + 5)), current_node="c"
    )  # fmt: skip
    assert taken(store, document([SHORT]), document([longer]), document([longer])) == [(2, 0), (1, 2), (0, 3)]


# --- Claude.ai


def wrote(ident: str, sender: str, text: str, *blocks: object, **fields: object) -> dict[str, object]:
    at = "2025-05-12T12:33:05.384611+00:00"
    return {"uuid": ident, "sender": sender, "text": text, "content": list(blocks), "created_at": at, **fields}


def chat(*messages: dict[str, object], **fields: object) -> dict[str, object]:
    return {"uuid": "c-1", "name": "x", "created_at": "2025-05-12T12:00:00Z", "chat_messages": list(messages), **fields}


def block(text: str, kind: str = "text") -> dict[str, object]:
    return {"type": kind, "text": text}


def test_text_stands_in_the_blocks_or_in_the_field_of_before() -> None:
    told = [
        wrote("u1", "human", "", block("14 slides.")),
        wrote("a1", "assistant", "Noted."),
        wrote("u2", "human", "old text", block("new text"), block("said aloud", "voice_note")),
        wrote("a2", "assistant", "", block("hm", "thinking"), {"type": "tool_use"}, block("Yes.")),
    ]
    transcript = read(document([chat(*told, project={"uuid": "p", "name": "Deck"})]))
    assert said(transcript) == ["u: 14 slides.", "a: Noted.", "u: new text\n\nsaid aloud", "a: Yes."]
    assert (transcript.format, transcript.sessions[0].project) == ("claude-ai", "Deck")
    assert times(transcript)[0] == "2025-05-12T12:33:05.384611+00:00"
    assert transcript.skipped == {"thinking": 1, "tool calls": 1}


def test_a_document_somebody_attached_is_not_their_words() -> None:
    told = wrote("u1", "human", "Sum this up.", attachments=[{"file_name": "a", "extracted_content": "I prefer tabs."}])
    transcript = read(document([chat(told)]))
    assert said(transcript) == ["u: Sum this up."]
    assert transcript.skipped == {"attachments": 1}


def test_an_edited_prompt_leaves_its_branch_behind() -> None:
    told = [
        wrote("u1", "human", "12 slides.", parent_message_uuid="00000000-0000-4000-8000-000000000000"),
        wrote("a1", "assistant", "Noted 12.", parent_message_uuid="u1"),
        wrote("u2", "human", "14 slides.", parent_message_uuid="00000000-0000-4000-8000-000000000000"),
        wrote("a2", "assistant", "Noted 14.", parent_message_uuid="u2"),
    ]
    transcript = read(document([chat(*told)]))
    assert said(transcript) == ["u: 14 slides.", "a: Noted 14."]
    assert transcript.skipped == {"other branches": 2}


def test_the_zip_of_claude_ai_is_told_from_that_of_chatgpt(tmp_path: Path) -> None:
    path = archive(
        tmp_path / "data.zip", **{"conversations.json": [chat(wrote("u1", "human", "hi"))], "users.json": []}
    )
    assert (whole(path).format, said(whole(path))) == ("claude-ai", ["u: hi"])


def test_an_export_from_standard_input_is_read_as_well() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("conversations.json", json.dumps([SHORT]))
    assert said(read(packed.getvalue())) == ["u: 14 slides.", "a: Noted."]
