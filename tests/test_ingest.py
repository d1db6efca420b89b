"""`episodic ingest`: where tools keep their sessions, what changed since, and what would be read, with nothing written."""

import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Cli
from transcribed import lines

from episodic.capture.transcripts import FORMATS
from episodic.memory.sources import SourceFile
from episodic.memory.store import Store
from episodic.surfaces.tools import TOOLS, search

WORDLESS = {"EPISODIC_MODELS": "/nonexistent"}
SESSION = "5e551011-0000-4000-8000-000000000001"


def record(text: str, number: int, session: str = SESSION) -> dict[str, object]:
    at = f"2026-09-14T10:00:{number:02}.000Z"
    message = {"role": "user", "content": text}
    return {
        "type": "user",
        "uuid": f"{session}-{number}",
        "sessionId": session,
        "cwd": "/w",
        "timestamp": at,
        "message": message,
    }


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    """A folder of Claude Code's with two sessions, and what else lies there."""
    folder = tmp_path / "claude"
    project = folder / "projects" / "-w"
    project.mkdir(parents=True)
    (project / f"{SESSION}.jsonl").write_bytes(lines(record("14 slides.", 0)))
    (project / "other.jsonl").write_bytes(lines(record("Use Redis.", 0, "other")))
    (project / "sessions-index.json").write_text("{}", "utf-8")
    (project / SESSION / "subagents").mkdir(parents=True)
    (project / SESSION / "subagents" / "journal.jsonl").write_text("{}", "utf-8")
    (folder / "settings.json").write_text("{}", "utf-8")
    return folder


@pytest.fixture
def told(cli: Cli, claude: Path) -> Callable[..., dict[str, object]]:
    """`ingest --json` where Claude Code's folder is that one."""

    def run(*arguments: str) -> dict[str, object]:
        done = cli("ingest", *arguments, "--json", extra=WORDLESS | {"CLAUDE_CONFIG_DIR": str(claude)})
        assert done.returncode == 0, done.stderr
        found: dict[str, object] = json.loads(done.stdout)
        return found

    return run


def of(found: dict[str, object], *keys: str) -> list[object]:
    return [found[key] for key in keys]


def test_all_sessions_of_a_tool_are_taken_and_the_next_time_only_what_changed(
    told: Callable[..., dict[str, object]], claude: Path
) -> None:
    """Cases 25 and 31."""
    counts = ("files", "unchanged", "added", "known", "refused")
    first = told("--from", "claude-code")
    assert of(first, *counts) == [2, 0, 2, 0, []]
    assert first["found"] == [
        {"tool": "claude-code", "places": [str(claude / "projects"), str(claude / "transcripts")], "files": 2}
    ]
    assert of(told("--from", "claude-code"), *counts) == [0, 2, 0, 0, []]
    path = claude / "projects" / "-w" / f"{SESSION}.jsonl"
    path.write_bytes(path.read_bytes() + lines(record("Chart on slide 3.", 1)))
    assert of(told("--from", "claude-code"), *counts) == [1, 1, 1, 1, []]


def test_a_file_that_is_named_is_read_whether_it_changed_or_not(
    told: Callable[..., dict[str, object]], claude: Path
) -> None:
    path = claude / "projects" / "-w" / f"{SESSION}.jsonl"
    assert of(told(str(path)), "added", "known") == [1, 0]
    assert of(told(str(path)), "added", "known") == [0, 1]
    assert of(told(str(claude / "projects" / "-w")), "added", "unchanged") == [1, 1]


def test_a_torn_line_is_read_when_it_is_whole(told: Callable[..., dict[str, object]], claude: Path) -> None:
    path = claude / "projects" / "-w" / f"{SESSION}.jsonl"
    more = lines(record("Chart on slide 3.", 1))
    path.write_bytes(path.read_bytes() + more[:-20])
    first = told("--from", "claude-code")
    assert (first["added"], first["bad_lines"]) == (2, 1)
    path.write_bytes(path.read_bytes() + more[-20:])
    assert of(told("--from", "claude-code"), "added", "known", "bad_lines") == [1, 1, 0]


def test_what_was_forgotten_stays_forgotten_though_its_file_changes(
    told: Callable[..., dict[str, object]], cli: Cli, claude: Path
) -> None:
    """Rule 5: nothing of the file's comes back, and what is new in it is welcome."""
    told("--from", "claude-code")
    assert cli("forget", "--all", "--yes").returncode == 0
    again = told("--from", "claude-code")
    assert of(again, "unchanged", "added", "forgotten") == [0, 0, 2]
    path = claude / "projects" / "-w" / f"{SESSION}.jsonl"
    path.write_bytes(path.read_bytes() + lines(record("Chart on slide 3.", 1)))
    assert of(told("--from", "claude-code"), "unchanged", "added", "forgotten") == [1, 1, 1]


def test_a_file_nobody_can_read_is_named_once(told: Callable[..., dict[str, object]], claude: Path) -> None:
    (claude / "projects" / "-w" / "notes.json").write_text('{"a": 1}', "utf-8")
    assert "notes.json is not a transcript" in str(told("--from", "claude-code")["refused"])
    assert told("--from", "claude-code")["refused"] == []


def test_where_there_is_nothing_it_says_where_it_looked(cli: Cli, tmp_path: Path) -> None:
    done = cli("ingest", "--from", "codex", extra=WORDLESS | {"CODEX_HOME": str(tmp_path / "none")})
    assert done.returncode == 0
    assert f"codex: nothing found in {tmp_path / 'none' / 'sessions'}, " in done.stderr
    assert "set CODEX_HOME if it is elsewhere" in done.stderr


def test_a_tool_nobody_knows_is_refused_with_those_there_are(cli: Cli) -> None:
    done = cli("ingest", "--from", "emacs")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("episodic: --from emacs is unknown: use one of claude-code, codex, ")


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_every_tool_is_found_where_its_variable_says(
    tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = {
        "claude-code": ("CLAUDE_CONFIG_DIR", "", "projects/-w/a.jsonl"),
        "codex": ("CODEX_HOME", "", "sessions/2026/09/14/rollout-a.jsonl.zst"),
        "gemini": ("GEMINI_CLI_HOME", "", ".gemini/tmp/ab12/chats/session-a.jsonl"),
        "cursor": ("CURSOR_CONFIG_DIR", "", "projects/w/agent-transcripts/a/a.jsonl"),
        "copilot": ("COPILOT_HOME", "", "session-state/a/events.jsonl"),
        "opencode": ("XDG_DATA_HOME", "", "opencode/storage/session/p/ses_a.json"),
        "aider": ("AIDER_CHAT_HISTORY_FILE", "history.md", "history.md"),
    }  # fmt: skip
    variable, value, path = where[tool]
    monkeypatch.chdir(tmp_path)
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_bytes(b"x")
    for beside in (
        "tmp/ab12/logs.json",
        ".gemini/tmp/ab12/logs.json",
        "projects/w/mcps/x.json",
        "opencode/storage/part/p.json",
    ):
        (tmp_path / beside).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / beside).write_bytes(b"x")
    (found,) = search([tool], {variable: str(tmp_path / value)})
    expected = {path} | ({"projects/w/mcps/x.json"} if tool == "claude-code" else set())
    assert {file.relative_to(tmp_path).as_posix() for file in found.files} == expected
    assert found.tool.variable == variable


def test_aiders_history_is_that_of_the_folder_or_of_one_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".aider.chat.history.md").write_text("x", "utf-8")
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    (found,) = search(["aider"], {})
    assert [file for file in found.files if file.is_relative_to(tmp_path)] == [tmp_path / ".aider.chat.history.md"]


def test_all_is_every_tool_once() -> None:
    assert [found.tool for found in search(["codex", "all"], {})] == list(TOOLS)
    assert [found.tool.name for found in search(["codex", "codex"], {})] == ["codex"]


def test_of_a_rollout_and_its_packed_copy_the_plain_one_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(b"x")
    (folder / "a.jsonl.zst").write_bytes(b"x")
    (folder / "b.jsonl.zst").write_bytes(b"x")
    (found,) = search(["codex"], {"CODEX_HOME": str(tmp_path)})
    assert sorted(file.name for file in found.files) == ["a.jsonl", "b.jsonl.zst"]


def test_sessions_come_oldest_change_first(claude: Path) -> None:
    old = claude / "projects" / "-w" / "other.jsonl"
    os.utime(old, (1, 1))
    (found,) = search(["claude-code"], {"CLAUDE_CONFIG_DIR": str(claude)})
    assert found.files[0] == old


# --- what would be read


def test_explaining_a_file_writes_nothing(cli: Cli, claude: Path, home: Path) -> None:
    path = claude / "projects" / "-w" / f"{SESSION}.jsonl"
    summary = {"type": "summary", "summary": "x", "leafUuid": "y"}
    path.write_bytes(path.read_bytes() + lines(record("Chart on slide 3.", 9), summary) + b'{"type": "user"')
    done = cli("ingest", "--explain", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        str(path),
        "  format: claude-code",
        "  turns: 2 user",
        f"  session {SESSION}: 2 user, 2026-09-14 10:00, /w",
        "  skipped: 1 summary records",
        "  unreadable lines: 1 torn last line",
    ]
    assert not home.exists()


def test_explaining_says_why_a_file_is_not_read_and_goes_on(cli: Cli, claude: Path, tmp_path: Path) -> None:
    chat = tmp_path / "chat.txt"
    chat.write_text("[2026-09-14, 10:03:11] Sarah: 14 slides\n", "utf-8")
    shown = json.loads(cli("ingest", "--explain", str(chat), str(claude), "--json").stdout)
    assert shown["schema"] == 1
    refused, *rest = shown["files"]
    read = sorted(rest, key=lambda file: file["format"] is None)
    assert "a WhatsApp chat, which is not read: several people speak" in refused["refused"]
    assert [(file["format"], file["turns"]) for file in read] == [
        ("claude-code", {"user": 1}),
        ("claude-code", {"user": 1}),
        (None, {}),
        (None, {}),
        (None, {}),
    ]
    assert read[0]["sessions"][0]["first"] == "2026-09-14T10:00:00+00:00"


def test_a_format_can_be_named(cli: Cli) -> None:
    line = '{"type": "user", "uuid": "u", "role": "user", "content": "hi", "message": {"content": "ho"}}\n'
    for name, turns in (("plain", "1 user"), ("codex", "none")):
        done = cli("ingest", "-", "--explain", "--format", name, stdin=line)
        assert f"  format: {name}\n  turns: {turns}\n" in done.stdout
    done = cli("ingest", "-", "--format", "word", stdin=line, extra=WORDLESS)
    assert (done.returncode, f"use one of {', '.join(FORMATS)}" in done.stderr) == (1, True)


def test_what_its_owner_asked_not_to_remember_shows(cli: Cli) -> None:
    told = {"id": "m", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}}
    value = {"id": "c-1", "is_do_not_remember": True, "mapping": {"a": {"parent": None, "message": told}}}
    done = cli("ingest", "-", "--explain", stdin=json.dumps(value))
    assert (
        "  turns: none\n  session c-1: 1 user, no times, no project, its owner asked not to remember it\n"
        in done.stdout
    )


# --- the row of a file


@pytest.mark.parametrize("change", [{"size": 9}, {"modified_ns": 9}, {"reader": "9"}, {"path": "/other"}])
def test_a_file_is_known_only_as_it_was_read(store: Store, change: dict[str, int | str]) -> None:
    file = SourceFile("/w/a.jsonl", 1, 2, "3")
    assert not store.sources.is_known(file)
    store.sources.remember(file)
    assert store.sources.is_known(file)
    changed = SourceFile(**{**file._asdict(), **change})
    assert not store.sources.is_known(changed)
    store.sources.remember(changed)
    assert store.sources.is_known(changed)
    assert store.sources.is_known(file) == ("path" in change)


def test_one_users_files_are_not_anothers_and_go_with_their_owner(store: Store, home: Path) -> None:
    other = Store(store.config, "anna")
    file = SourceFile("/home/anna/secret-project/a.jsonl.gz", 1, 2, "3")
    other.sources.remember(file)
    assert not store.sources.is_known(file)
    store.erase()
    assert other.sources.is_known(file)
    other.erase()
    assert not other.sources.is_known(file)
    other.close()
    assert b"secret-project" not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def test_a_packed_file_that_takes_the_place_of_the_plain_one_while_it_is_read_is_found(cli: Cli, claude: Path) -> None:
    path = claude / "projects" / "-w" / "other.jsonl"
    path.with_name("other.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    done = cli("ingest", "--explain", str(path.with_name("other.jsonl.gz")))
    assert "  turns: 1 user" in done.stdout
