"""An agent's hooks: valid JSON and exit code 0 whatever happens, told what is known, taken in what was said."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from conftest import Cli, start

from episodic import SessionBuffer, get_store
from episodic.surfaces.hooks.agents import EVENTS
from episodic.surfaces.hooks.run import last_lines

Hook = Callable[..., Any]
PROMPT = {
    "session_id": "now",
    "cwd": "",
    "hook_event_name": "UserPromptSubmit",
    "prompt": "how many slides has the deck?",
}


@pytest.fixture
def hook(environment: dict[str, str]) -> Hook:
    """One call in a process of its own; returns what it answered, checked to be one JSON object and exit code 0."""
    environment["EPISODIC_MODELS"] = "/nowhere"

    def call(event: str, said: object, *, agent: str = "claude-code", extra: dict[str, str] | None = None) -> Any:
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()
        process = start(["hook", event, "--agent", agent], environment=environment | (extra or {}), stdin=raw)
        answered, trouble = process.communicate(timeout=60)
        assert (process.returncode, trouble) == (0, b"")
        answer = json.loads(answered)
        assert isinstance(answer, dict)
        return answer

    return call


@pytest.fixture
def deck(home: Path) -> Path:
    """A home that knows about a deck and has an open loop."""
    store = get_store(home)
    store.remember("The Series B deck has 14 slides.", kind="decision")
    store.close()
    return home


def told(answer: Any) -> str:
    return str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))


def test_a_prompt_is_told_what_is_known_once(hook: Hook, deck: Path) -> None:
    answer = hook("UserPromptSubmit", PROMPT)
    assert answer["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert "14 slides" in told(answer)
    assert "14 slides" not in told(hook("UserPromptSubmit", PROMPT))
    assert "14 slides" in told(hook("UserPromptSubmit", {**PROMPT, "session_id": "another"}))
    assert "14 slides" in told(hook("SessionStart", {**PROMPT, "source": "compact"})) + told(
        hook("UserPromptSubmit", PROMPT)
    ), "and again after its context was cut"
    assert (deck / "hooks.log").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("agent", EVENTS)
def test_every_agent_is_answered_by_its_own_names(agent: str, hook: Hook, deck: Path) -> None:
    prompt = next(native for native, moment in EVENTS[agent].items() if moment == "prompt")  # type: ignore[index]
    answer = hook(prompt, {**PROMPT, "hook_event_name": prompt}, agent=agent)
    assert set(answer) == {"hookSpecificOutput"}
    assert set(answer["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert answer["hookSpecificOutput"]["hookEventName"] == prompt
    stop = next(native for native, moment in EVENTS[agent].items() if moment == "stop")  # type: ignore[index]
    assert hook(stop, {**PROMPT, "hook_event_name": stop}, agent=agent) == {}
    assert deck.exists()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"garbage",
        b"[]",
        b"null",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe",
        {"session_id": 7, "prompt": "how many slides"},
        {"session_id": "", "prompt": "how many slides"},
        {"session_id": "s", "prompt": None},
        {"session_id": "s", "prompt": ["how many slides"]},
        {**PROMPT, "agent_id": "sub-1"},
        {**PROMPT, "source": "loop_wakeup"},
        {**PROMPT, "prompt": "/compact how many slides"},
        {**PROMPT, "prompt": "ok"},
        {**PROMPT, "prompt": "\ud800 \x00"},
    ],
)
@pytest.mark.usefixtures("deck")
def test_what_is_no_question_of_the_users_gets_nothing(said: object, hook: Hook) -> None:
    assert "14 slides" not in told(hook("UserPromptSubmit", said))


@pytest.mark.parametrize("odd", [{"cwd": "\x00"}, {"cwd": 5, "transcript_path": {}}, {"source": "user", "new": [1]}])
@pytest.mark.usefixtures("deck")
def test_what_an_agent_adds_or_leaves_out_does_no_harm(odd: dict[str, object], hook: Hook) -> None:
    said = {**PROMPT, **odd}
    assert "14 slides" in told(hook("UserPromptSubmit", said))


def test_a_home_that_is_broken_in_any_way_is_nobodys_trouble(hook: Hook, deck: Path) -> None:
    database = deck / "episodic.db"
    whole = database.read_bytes()
    database.write_bytes(b"no database" * 1000)
    assert hook("UserPromptSubmit", PROMPT) == {}
    for size in (0, 100, len(whole) // 2):
        for rest in deck.glob("episodic.db*"):
            rest.unlink()
        database.write_bytes(whole[:size])
        hook("UserPromptSubmit", {**PROMPT, "session_id": f"cut to {size}"})
    shutil.rmtree(deck)
    deck.write_text("a file where the home should be")
    assert hook("UserPromptSubmit", PROMPT) == {}
    assert hook("SessionStart", PROMPT) == {}
    assert hook("Stop", PROMPT) == {}


def test_a_locked_store_is_not_waited_for(hook: Hook, deck: Path) -> None:
    writer = apsw.Connection(str(deck / "episodic.db"))
    writer.execute("begin exclusive")
    begun = time.monotonic()
    assert hook("UserPromptSubmit", PROMPT) == {}
    assert last_lines(str(deck), most=1)[0]["trouble"]
    assert time.monotonic() - begun < 30  # the watch gives up at 4; a writer is waited for a minute elsewhere
    writer.execute("rollback")
    writer.close()


def test_a_prompt_that_begins_with_a_path_is_no_command(hook: Hook, deck: Path) -> None:
    assert "14 slides" in told(hook("UserPromptSubmit", {**PROMPT, "prompt": "/home/deck.md: how many slides?"}))
    assert deck


def test_what_went_wrong_is_in_the_log_of_the_home_that_is_used(hook: Hook, deck: Path) -> None:
    (deck / "episodic.db").write_bytes(b"no database" * 1000)
    assert hook("UserPromptSubmit", PROMPT) == {}
    assert hook("UserPromptSubmit", b"{") == {}
    assert [line["trouble"] for line in last_lines(str(deck), most=3)] == ["JSONDecodeError", "StoreError"]


def test_an_agent_that_never_ends_its_call_is_answered(environment: dict[str, str], deck: Path) -> None:
    command = [sys.executable, "-m", "episodic", "hook", "UserPromptSubmit"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.wait(30) == 0
        assert process.stdout is not None
        assert json.loads(process.stdout.read()) == {}
    assert last_lines(str(deck), most=1)[0]["trouble"] == "Timeout"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_is_nobodys_trouble(hook: Hook, deck: Path) -> None:
    deck.chmod(0o500)
    hook("UserPromptSubmit", PROMPT)
    deck.chmod(0o700)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_is_nobodys_trouble(hook: Hook, deck: Path) -> None:
    (deck / "hooks.log").unlink(missing_ok=True)
    (deck / "hooks.log").symlink_to("/dev/full")
    assert "14 slides" in told(hook("UserPromptSubmit", PROMPT))


def test_switched_off_or_inside_our_own_backend_nothing_is_told_and_nothing_kept(hook: Hook, deck: Path) -> None:
    for variable in ("EPISODIC_OFF", "EPISODIC_IN_BACKEND"):
        assert hook("UserPromptSubmit", PROMPT, extra={variable: "1"}) == {}
    assert not (deck / "hooks.log").exists()
    assert "14 slides" in told(hook("UserPromptSubmit", PROMPT, extra={"EPISODIC_OFF": "false"}))


def test_the_log_holds_ids_and_no_words(hook: Hook, deck: Path) -> None:
    hook("UserPromptSubmit", PROMPT)
    hook("UserPromptSubmit", {**PROMPT, "session_id": "two", "prompt": "what about the Zanzibar plan?"})
    text = (deck / "hooks.log").read_text()
    (deck / "hooks.log").write_text(f'{text}123\n"x"\n{{"at": "now", "ms": 1}}\n{{"ms": 1}}\n{{')  # what a crash left
    assert "slides" not in text
    assert "Zanzibar" not in text
    newest, before = last_lines(str(deck), most=7)
    assert (newest["session"], before["session"]) == ("two", "now")
    assert before["characters"] > 0


def test_the_end_of_a_turn_takes_the_transcript_in(hook: Hook, cli: Cli, home: Path, tmp_path: Path) -> None:
    transcript = tmp_path / "session.jsonl"
    line = {
        "type": "user",
        "uuid": "u1",
        "sessionId": "cc",
        "timestamp": "2026-11-28T09:00:00.000Z",
        "cwd": str(tmp_path),
        "message": {"role": "user", "content": "We decided that the staging port is 5433."},
    }
    transcript.write_text(json.dumps(line) + "\n")
    hook("Stop", {"session_id": "cc", "cwd": str(tmp_path), "transcript_path": str(transcript)})
    until = time.monotonic() + 60
    while time.monotonic() < until and '"turns": 1' not in cli("stats", "--json").stdout:
        time.sleep(0.2)
    assert '"turns": 1' in cli("stats", "--json").stdout
    assert home.exists()


def test_a_hook_loads_neither_numpy_nor_the_command_lines_library(environment: dict[str, str], deck: Path) -> None:
    code = (
        "import io, json, os, sys\n"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({json.dumps(PROMPT).encode()!r}))\n"
        "os._exit = lambda code: print(sorted(set(sys.modules) & {'numpy', 'typer', 'rich', 'onnxruntime', 'asyncio'}), file=sys.stderr)\n"
        "from episodic.surfaces.hooks.run import main\n"
        "main(['UserPromptSubmit'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, encoding="utf-8", check=False, timeout=60
    )
    assert "14 slides" in done.stdout
    assert done.stderr == "[]\n"
    assert deck.exists()


def test_who_is_in_a_session_is_not_told_what_was_said_in_it(hook: Hook, home: Path) -> None:
    store = get_store(home)
    SessionBuffer("now", store=store).append_turn("user", "The Series B deck has 14 slides.")
    store.close()
    assert "14 slides" not in told(hook("UserPromptSubmit", PROMPT))
