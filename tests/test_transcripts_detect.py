"""Telling formats apart by content, unpacking, refusing, and finding files."""

import contextlib
import gzip
import json
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.capture.transcripts import FORMATS, find, parts, read
from episodic.capture.transcripts.source import of_bytes
from episodic.errors import FormatError, NotFoundError

PLAIN = b'{"role":"user","content":"14 slides"}\n'
CLAUDE = b'{"type":"user","uuid":"u1","sessionId":"s1","message":{"role":"user","content":"14 slides"}}\n'


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (PLAIN, "plain"),
        (CLAUDE, "claude-code"),
        (b'{"type":"summary","summary":"x","leafUuid":"y"}\n', "claude-code"),
        (b'{"type":"file-history-snapshot","messageId":"m","snapshot":{}}\n', "claude-code"),
        (b'{"type":"mode","mode":"normal","sessionId":"s"}\n', "claude-code"),
        (b'{"type":"system","subtype":"init","uuid":"x","session_id":"s"}\n', "claude-code"),
        (b'{"loglines":[{"type":"user","message":{"content":"x"}}]}', "claude-code"),
        (b'{"messages":[{"role":"user","content":"x"}]}', "openai-chat"),
        (b'{"messages":[{"role":"user","text":"x"}]}', "plain"),
        (b'{"session_id":"s","messages":[{"role":"user","content":"x"}]}', "plain"),
        (b'{"hello":"world"}\n3\n' + PLAIN, "plain"),
        (b'{"type":"news of 2028"}\n' + CLAUDE, "claude-code"),
        (b"\xef\xbb\xbf\n\n{torn\n" + CLAUDE, "claude-code"),
        (CLAUDE + PLAIN, "claude-code"),
        (b'{"type":"system","subtype":"init","session_id":"s"}\n' + CLAUDE, "claude-code"),
        (b'{"type":"message","session_id":"s","role":"user","content":"x"}\n', "plain"),
        (b'{"role":"user","message":"x"}\n', "plain"),
    ],
)
def test_the_first_value_that_tells_decides_the_format(data: bytes, expected: str) -> None:
    assert read(data).format == expected


def test_a_format_asked_for_is_not_guessed_at() -> None:
    assert read(CLAUDE, format="plain").sessions == ()


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(FormatError, match=r"there is no format 'word'; use one of aider, .*claude-code, .*plain$"):
        read(PLAIN, format="word")


@pytest.mark.parametrize(
    "data", [b"", b"\n \r\n", b"\xef\xbb\xbf", b"\xef\xbb", b"\0\0\0", gzip.compress(b"", mtime=0)]
)
def test_an_empty_file_has_no_sessions_and_is_no_error(data: bytes) -> None:
    transcript = read(data)
    assert (transcript.format, transcript.sessions, transcript.bad_lines) == ("empty", (), ())
    assert read(data, format="plain").format == "plain"


def test_a_first_line_still_being_written_is_no_error() -> None:
    transcript = read(CLAUDE[:30])
    assert (transcript.format, transcript.sessions) == ("unknown", ())
    assert [line.reason for line in transcript.bad_lines] == ["torn last line"]


@pytest.mark.parametrize("cut", range(0, len(CLAUDE + PLAIN), 7))
def test_a_transcript_cut_at_any_byte_raises_nothing(cut: int) -> None:
    read((CLAUDE + PLAIN)[:cut])


@pytest.mark.parametrize(
    "data",
    [
        b"hello",
        b"some notes\non lines\n",
        b"[]",
        b"{}",
        b"42\n",
        b'{"a":1}\n{"b":2}\n',
        b'{"role":"narrator","content":"x"}',
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_what_is_no_transcript_is_refused_with_what_to_do(data: bytes) -> None:
    with pytest.raises(FormatError) as error:
        read(data, name="notes.txt")
    assert str(error.value) == (
        "notes.txt is not a transcript Episodic reads (see `episodic ingest --help`); "
        'convert it to lines of {"role", "content"}'
    )


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"SQLite format 3\0\x10\0", "an SQLite database"),
        (gzip.compress(b"SQLite format 3\0", mtime=0), "an SQLite database"),
        (b"PK\x03\x04rest", "a damaged zip archive"),
        (gzip.compress(b"PK\x03\x04rest", mtime=0), "a zip archive in another packed file"),
        ([{"type": "message", "user": "U1", "text": "x", "ts": "1.2"}], "a Slack export"),
        ({"id": "p", "messageID": "m", "type": "text", "text": "x"}, "a part of an OpenCode session"),
        ({"id": "m", "sessionID": "s", "role": "user"}, "a part of an OpenCode session"),
        ({"chunkedPrompt": {"chunks": []}}, "a Gemini session of AI Studio"),
        (b"[2026-09-14, 10:03:11] Sarah: 14 slides\n", "a WhatsApp chat"),
        (b"9/14/26, 10:03 AM - Sarah: 14 slides\n", "a WhatsApp chat"),
    ],
)
def test_what_is_known_and_not_read_is_refused_by_name(data: object, kind: str) -> None:
    packed = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    with pytest.raises(FormatError, match=rf"^f is {kind}") as error:
        read(packed, name="f")
    assert "\n" not in str(error.value)


names = st.sampled_from(
    [
        "type",
        "uuid",
        "message",
        "messages",
        "role",
        "content",
        "data",
        "parts",
        "kind",
        "payload",
        "mapping",
        "loglines",
        "attachment",
        "origin",
        "sessionId",
        "history",
        "projectHash",
        "chat_messages",
        "conversations",
        "from",
        "value",
        "part_kind",
        "id",
        "parent",
        "type",
        "$set",
        "$rewindTo",
        "event",
        "projectID",
        "directory",
        "info",
        "author",
        "current_node",
        "step_index",
    ]
)
words = st.sampled_from(
    "user assistant attachment system text human queued_command gemini message session event_msg response_item"
    " session_meta request user-prompt user.message metadata".split()
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4))


@given(st.lists(st.dictionaries(names, values, max_size=6), max_size=4))
def test_no_json_makes_anything_but_a_format_error(records: list[object]) -> None:
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    with contextlib.suppress(FormatError):
        read(data)
    for name in FORMATS:
        read(data, format=name)


def test_standard_input_is_called_by_its_name() -> None:
    with pytest.raises(FormatError, match=r"^standard input is not a transcript"):
        read(b"hello")


def test_gzip_is_known_by_its_first_bytes() -> None:
    assert read(gzip.compress(CLAUDE, mtime=0), name="no-suffix").sessions == read(CLAUDE).sessions
    assert read(gzip.compress(PLAIN, mtime=0) + gzip.compress(PLAIN)).sessions == read(PLAIN + PLAIN).sessions


def test_a_gzip_bomb_is_stopped_at_the_limit() -> None:
    bomb = gzip.compress(b"\0" * 50_000_000, mtime=0)
    with pytest.raises(FormatError, match=r"bomb unpacks to more than 1,000,000 bytes; split it"):
        list(of_bytes(bomb, name="bomb", limit=1_000_000))


def test_damaged_gzip_gives_what_can_be_unpacked_and_says_so() -> None:
    lines = b"".join(b'{"role":"user","content":"%d %d"}\n' % (number, number**7) for number in range(20_000))
    transcript = read(gzip.compress(lines, mtime=0)[:-5000])
    assert len(transcript.sessions[0].messages) > 10_000
    assert transcript.bad_lines[-1].reason == "the packed data is damaged from here on"


def test_gzip_of_which_nothing_can_be_unpacked_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^f is damaged gzip; pack it again"):
        read(b"\x1f\x8b\x08\0", name="f")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of transcripts among other things."""
    for name in (
        "b.jsonl",
        "a.JSON",
        "c.ndjson",
        "d.jsonl.gz",
        "notes.md",
        "photos.gz",
        "rollout.jsonl.zst",
        ".aider.chat.history.md",
        "._b.jsonl",
        "deep/subagents/agent-1.jsonl",
        "deep/subagents/agent-1.meta.json",
        ".quarantine/b.jsonl",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(PLAIN)
    return tmp_path


def test_a_file_is_found_whatever_its_name(folder: Path) -> None:
    assert find(folder / "notes.md") == [folder / "notes.md"]


def test_a_folder_gives_its_transcripts_sorted_without_hidden_ones(folder: Path) -> None:
    names = [file.relative_to(folder).as_posix() for file in find(folder)]
    assert names == [
        ".aider.chat.history.md",
        "a.JSON",
        "b.jsonl",
        "c.ndjson",
        "d.jsonl.gz",
        "deep/subagents/agent-1.jsonl",
        "rollout.jsonl.zst",
    ]


def test_a_hidden_folder_is_read_when_it_is_asked_for(folder: Path) -> None:
    assert find(folder / ".quarantine") == [folder / ".quarantine" / "b.jsonl"]


def test_loops_of_links_end_and_broken_links_are_left_out(folder: Path) -> None:
    before = find(folder)
    (folder / "deep" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    assert find(folder) == before
    assert len(find(folder / "deep" / "up")) == len(before)


def test_a_path_where_nothing_is_raises(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"does not exist; check the path"):
        find(tmp_path / "nothing")


def _peak(path: Path) -> int:
    """Bytes held at most while a file is read."""
    tracemalloc.start()
    for _ in parts(path):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_a_long_history_is_read_without_holding_what_tools_said(tmp_path: Path) -> None:
    """Case 40."""
    result = {"type": "tool_result", "tool_use_id": "t", "content": "x" * 340_000}
    record = {"type": "user", "sessionId": "s", "message": {"role": "user", "content": [result]}}
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        for number in range(60):
            file.write(json.dumps({**record, "uuid": f"u{number}"}).encode() + b"\n")
    assert path.stat().st_size > 20_000_000
    assert _peak(path) < 5_000_000


@pytest.mark.parametrize("packed", [True, False])
def test_a_long_export_on_one_line_is_read_without_holding_it(tmp_path: Path, *, packed: bool) -> None:
    message = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["x" * 50_000]}}
    many = [{"id": f"c{n}", "mapping": {"a": {"parent": None, "message": message}}} for n in range(400)]
    data = json.dumps(many).encode()
    assert len(data) > 20_000_000
    path = tmp_path / "export.zip"
    if packed:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("conversations.json", data)
    else:
        path.write_bytes(data)
    del many, data
    assert _peak(path) < 15_000_000  # a few conversations at a time
