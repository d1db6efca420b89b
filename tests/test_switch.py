"""Whose memory it is, and whether it is on: users, pause and resume, what is ignored."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from conftest import Cli

from episodic import EpisodicInjector, consolidate_buffer, get_store, retrieve
from episodic.capture.buffer import SessionBuffer
from episodic.capture.intake import IGNORED, UNWANTED, take_in
from episodic.capture.projects import identify, ignores, is_excluded
from episodic.capture.transcripts.transcript import BadLine, Transcript, TranscriptSession
from episodic.config import load
from episodic.errors import InputError
from episodic.memory.health import examine
from episodic.memory.store import Store, members
from episodic.records import Message, Piece
from episodic.rights.correct import edit

WORDLESS = {"EPISODIC_MODELS": "/nowhere"}
ODD = ["telegram:1", "telegram:2", "a/b", "..", "../default", "///", "dé fault 🦜", "DEFAULT", "default ", "a'b"]


@pytest.fixture
def full(wordless: Store, clock: datetime) -> Iterator[Store]:
    """A memory with a fact and a turn that is still pending."""
    wordless.remember("The coffee order is a flat white")
    SessionBuffer("talk", store=wordless).append_turn("user", "I prefer oak for the belfry.", at=clock)
    yield wordless
    wordless.close()


def _state(home: Path) -> dict[str, bytes]:
    """What every file of a home holds, SQLite's own bookkeeping aside."""
    return {
        str(path.relative_to(home)): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file() and not path.name.endswith(("-shm", ".lock")) and "leases" not in path.parts
    }


def test_while_it_is_off_nothing_at_all_is_written(full: Store, clock: datetime) -> None:
    full.household.pause(everyone=False, at=clock)
    full.db.checkpoint()
    before = _state(full.home)
    buffer = SessionBuffer("talk", store=full)
    message = Message("user", (Piece("The quetzal sings.", ("uuid:1",)),), clock)
    broken = Transcript("plain", (TranscriptSession("t", (message,)),), bad_lines=(BadLine(1, "{quetzal", "no JSON"),))
    assert buffer.append_turn("user", "I prefer the quetzal theme.") == -1
    assert buffer.extend([{"role": "user", "content": "The quetzal sings."}]) == 0
    assert take_in(broken, lambda _: full).paused == 1
    assert full.remember("The quetzal is blue") == full.remember_episode("The quetzal flew") == 0
    assert "switched off (paused for this user" in asyncio.run(consolidate_buffer(buffer, final=True)).trouble[0]
    with pytest.raises(InputError, match="episodic resume"):
        edit(full, 2, "The coffee order is a cortado")
    assert full.catch_up() == full.embeddings.catch_up() == 0
    assert "flat white" in EpisodicInjector(full, "agent").get_context("what is my coffee order?")
    full.db.checkpoint()
    assert _state(full.home) == before
    assert [hit.text for hit in retrieve("coffee order", full, k=1)] == ["The coffee order is a flat white"]


def test_switched_on_again_it_remembers(full: Store, clock: datetime) -> None:
    full.household.pause(everyone=False, at=clock)
    assert full.status().paused.startswith("paused for this user since 2026-11-29")
    assert full.household.resume(everyone=False)
    assert not full.household.resume(everyone=False)
    assert full.status().paused == ""
    assert full.remember("The quetzal is blue")


def test_one_user_off_leaves_the_others_on_and_everyone_is_everyone(full: Store, clock: datetime) -> None:
    other = get_store(user="anna", config=full.config)
    full.household.pause(everyone=False, at=clock)
    assert other.remember("The harbour is foggy")
    other.household.pause(everyone=True, at=clock)
    full.household.resume(everyone=False)
    assert full.remember("The quetzal is blue") == other.remember("The quetzal is blue") == 0
    assert "for everyone" in next(one.detail for one in examine(full) if one.name == "switch")
    other.household.resume(everyone=True)
    assert full.remember("The quetzal is blue")
    other.close()


def test_what_is_forgotten_while_it_is_off_is_gone(full: Store, clock: datetime) -> None:
    """The switch keeps nobody from their rights."""
    full.household.pause(everyone=True, at=clock)
    full.forget(query="coffee")
    assert retrieve("coffee order", full, fast=True) == []


def test_the_environment_switches_it_off_for_one_program(cli: Cli, home: Path) -> None:
    cli("remember", "The coffee order is a flat white", extra=WORDLESS)
    off = WORDLESS | {"EPISODIC_OFF": "1"}
    done = cli("remember", "The quetzal is blue", extra=off)
    assert done.returncode == 0
    assert "switched off (EPISODIC_OFF is set)" in done.stderr
    done = cli("ingest", "-", "--session", "s", stdin='{"role": "user", "content": "The quetzal sings."}\n', extra=off)
    assert done.returncode == 0
    assert "1 not taken, as memory is switched off" in done.stderr
    assert "flat white" in cli("recall", "coffee", "--fast", extra=off).stdout
    assert "off: EPISODIC_OFF is set" in cli("status", extra=off).stdout
    assert b"quetzal" not in b"".join(_state(home).values())


def test_off_an_agent_is_told_nothing(full: Store) -> None:
    off = get_store(config=replace(full.config, off=True))
    injector = EpisodicInjector(off, "agent")
    assert injector.start() == injector.get_context("what is my coffee order?") == ""
    assert [hit.text for hit in retrieve("coffee order", off, k=1, fast=True)] == ["The coffee order is a flat white"]
    off.close()


def test_pause_and_resume_by_command(cli: Cli) -> None:
    assert "memory is off for user default: `episodic resume`" in cli("pause", extra=WORDLESS).stderr
    assert "nothing was remembered" in cli("remember", "The quetzal is blue", extra=WORDLESS).stderr
    assert json.loads(cli("status", "--json", extra=WORDLESS).stdout)["paused"]
    assert cli("resume", extra=WORDLESS).stderr == "memory is on for user default\n"
    cli("pause", "--everyone", extra=WORDLESS)
    assert "still off" in cli("resume", extra=WORDLESS).stderr
    assert cli("resume", "--everyone", extra=WORDLESS).stderr == "memory is on for everyone\n"
    assert "remembered as #" in cli("remember", "The quetzal is blue", extra=WORDLESS).stderr


# Users --------------------------------------------------------------------------------------------------------------


def test_any_user_id_is_a_memory_of_its_own(wordless: Store, clock: datetime) -> None:
    """CASES 68, 70, 71: no id is made safe by making two of them one."""
    for number, user in enumerate(ODD):
        store = get_store(user=user, config=wordless.config)
        SessionBuffer(user, store=store).append_turn("user", f"The secret is {1000 + number}.", at=clock)
        store.close()
    for number, user in enumerate(ODD):
        store = get_store(user=user, config=wordless.config)
        assert [hit.text for hit in retrieve("what is the secret", store, k=20, fast=True)] == [
            f"The secret is {1000 + number}."
        ]
        store.close()
    assert sorted([*ODD, "default"]) == sorted(one.user for one in members(wordless.config))
    assert {path.parent for path in wordless.home.rglob("*.jsonl")} == set((wordless.home / "journal").glob("*"))


@pytest.mark.parametrize("blank", ["", "   ", "\t\n"])
def test_a_blank_user_is_nobody(wordless: Store, blank: str) -> None:
    """CASE 71."""
    with pytest.raises(InputError, match="user id is blank"):
        get_store(user=blank, config=wordless.config)


def test_a_users_row_is_found_among_many_of_another(wordless: Store, clock: datetime) -> None:
    """CASE 67: what is another's is left out before anything is cut off."""
    SessionBuffer("all", store=wordless).extend(
        {"role": "user", "content": f"The deck has {n} slides.", "at": clock} for n in range(500)
    )
    other = get_store(user="b", config=wordless.config)
    SessionBuffer("one", store=other).append_turn("user", "The deck has a chart.", at=clock)
    assert [hit.text for hit in retrieve("deck slides", other, fast=True)] == ["The deck has a chart."]
    other.close()


def test_users_are_listed_with_what_is_theirs(cli: Cli) -> None:
    assert cli("users", extra=WORDLESS).stdout == ""
    cli("remember", "The tea is green", "--user", "telegram:1 🦜", extra=WORDLESS)
    cli("pause", "--user", "a/../b", extra=WORDLESS)
    assert cli("users", extra=WORDLESS).stdout.splitlines() == [
        "a/../b        nothing, paused",
        "telegram:1 🦜  1 session, 1 turn, 1 fact, last on 2026-11-29",
    ]
    found = json.loads(cli("users", "--json", extra=WORDLESS).stdout)
    assert [(one["user"], one["facts"], one["paused"]) for one in found["users"]] == [
        ("a/../b", 0, True),
        ("telegram:1 🦜", 1, False),
    ]


# What is not remembered ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "project", "paths", "expected"),
    [
        ("", "acme/api", ["/src/api"], False),
        ("acme/api", "acme/api", [], True),
        ("api", "github.com/acme/api", [], True),
        ("API", "github.com/acme/api", [], True),
        ("api", "github.com/acme/api-docs", [], False),
        ("github.com/secret/*", "github.com/secret/x", [], True),
        ("/src/secret", None, ["/src/secret/sub/folder"], True),
        ("/src/secret", None, ["/src/secretary"], False),
        ("/src/*/private", None, ["/src/a/private/b"], True),
        ("other, /src/secret", None, ["/src/secret"], True),
    ],
)
def test_the_setting_names_projects_and_paths(
    setting: str, project: str | None, paths: list[str], expected: bool
) -> None:
    assert ignores(setting, project=project, paths=paths) is expected


def test_what_is_ignored_is_not_taken_and_counted(wordless: Store, clock: datetime) -> None:
    store = get_store(config=replace(wordless.config, ignore="secret,/src/private"))
    message = Message("user", (Piece("The quetzal sings."),), clock)
    sessions = (
        TranscriptSession("a", (message,), project="github.com/acme/secret"),
        TranscriptSession("b", (message,), cwd="/src/private/x"),
        TranscriptSession("c", (message, message), do_not_remember=True),
    )
    intake = take_in(Transcript("plain", sessions), lambda _: store)
    assert (intake.added, dict(intake.skipped)) == (0, {IGNORED: 2, UNWANTED: 1})
    assert SessionBuffer("d", store=store, project="secret").append_turn("user", "The quetzal sings.") == -1
    assert SessionBuffer("d", store=store, project="open").append_turn("user", "The finch sings.") == 0
    assert b"quetzal" not in b"".join(_state(store.home).values())
    store.close()


def test_a_list_in_the_config_is_read(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('ignore = ["secret", "/src/private"]\noff = true\n', "utf-8")
    settings = load({}, file=file)
    assert (settings.ignore, settings.off) == ("secret,/src/private", True)


def test_a_project_names_itself_and_what_it_excludes_and_nothing_else(tmp_path: Path) -> None:
    """A cloned repository must not move the home, the model or the server that is asked."""
    own = tmp_path / ".episodic.toml"
    own.write_text('project = "belfry"\nexclude = ["private", "logs/*"]\nhome = "/evil"\nllm = "openai"\n', "utf-8")
    for name in ("private/deep", "logs/today", "src"):
        (tmp_path / name).mkdir(parents=True)
    assert identify(str(tmp_path / "src")) == "belfry"
    excluded = {name: is_excluded(str(tmp_path / name)) for name in ("private/deep", "logs/today", "logs", "src", ".")}
    assert excluded == {"private/deep": True, "logs/today": True, "logs": False, "src": False, ".": False}
    own.write_text('exclude = "."\n', "utf-8")
    assert is_excluded(str(tmp_path / "src"))
    own.write_text("exclude = [broken", "utf-8")
    assert not is_excluded(str(tmp_path / "src"))
    assert not is_excluded(None)
