"""A copy of a home that others write to, and a home from it."""

import json
import os
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import chains
import pytest
from conftest import NOW, Cli

from episodic.config import Config
from episodic.errors import FormatError, InputError
from episodic.memory.health import verify
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.rights import transfer
from episodic.rights.backup import back_up, restore
from episodic.rights.forget import forget_all

WRITER = """
import sys
from pathlib import Path
from episodic import SessionBuffer, get_store
store = get_store(sys.argv[1])
buffer = SessionBuffer("busy", store=store)
number = 0
print("ready", flush=True)
while not Path(sys.argv[2]).exists():
    buffer.append_turn("user", f"Sentence number {number}.")
    number += 1
print(number)
"""


@pytest.fixture
def full(wordless: Store) -> Store:
    """Two users' memories, one of whom has forgotten everything."""
    chains.tell(wordless, "The belfry is 40 m high.", NOW)
    wordless.journal.quarantine(b"{half a line")
    with closing(Store(wordless.config, "bo/..")) as other:
        chains.tell(other, "The quay is closed.", NOW)
        forget_all(other)
        chains.tell(other, "The quay is open.", NOW)
    return wordless


@pytest.fixture
def there(config: Config, tmp_path: Path) -> Config:
    return replace(config, home=tmp_path / "there" / "home", models=tmp_path / "nowhere")


def test_a_home_from_a_backup_is_the_home(full: Store, there: Config, tmp_path: Path) -> None:
    done = back_up(full, tmp_path / "home.zip")
    assert (done.users, done.journals) == (2, 2)
    restore(tmp_path / "home.zip", there.home)
    for user in ("default", "bo/.."):
        with closing(Store(full.config, user)) as before, closing(Store(there, user)) as after:
            assert list(transfer.export(after)) == list(transfer.export(before))
            assert [fault for verdict in verify(after) for fault in verdict.problems] == []
            assert after.status().quarantined_lines == before.status().quarantined_lines


def test_what_was_forgotten_before_does_not_come_back_there(full: Store, there: Config, tmp_path: Path) -> None:
    """The tombstones come along, and the key that makes them tell anything."""
    with closing(Store(replace(full.config, home=tmp_path / "early"), "bo/..")) as early:
        chains.tell(early, "The quay is closed.", NOW)
        old = "\n".join(transfer.export(early))
    back_up(full, tmp_path / "home.zip")
    restore(tmp_path / "home.zip", there.home)
    with closing(Store(there, "bo/..")) as store:
        transfer.bring(transfer.read(old), lambda _: store)
        assert "closed" not in "\n".join(transfer.export(store))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_the_owner_can_read_it_or_what_comes_of_it(full: Store, there: Config, tmp_path: Path) -> None:
    os.umask(0o022)
    back_up(full, tmp_path / "home.zip")
    restore(tmp_path / "home.zip", there.home)
    assert stat.S_IMODE((tmp_path / "home.zip").stat().st_mode) == 0o600
    made = list((tmp_path / "there").rglob("*"))
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_dir()} == {0o700}
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name or path.name.endswith(".db")] == []


@pytest.fixture
def writing(full: Store, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that appends one turn after another to the home until it is told to stop."""
    environment = {**os.environ, "EPISODIC_CONFIG": os.devnull}
    run = [sys.executable, "-c", WRITER, str(full.home), str(tmp_path / "stop")]
    process = subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    (tmp_path / "stop").touch()
    process.wait(timeout=60)


def test_it_is_whole_though_others_write_meanwhile(
    full: Store, there: Config, writing: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    counts = []
    for number in range(3):
        back_up(full, tmp_path / f"{number}.zip")
    (tmp_path / "stop").touch()
    said, _ = writing.communicate(timeout=60)
    for number in range(3):
        settings = replace(there, home=tmp_path / f"home-{number}")
        restore(tmp_path / f"{number}.zip", settings.home)
        with closing(Store(settings, "default")) as store:
            store.catch_up()
            counts.append(store.status().turns)
            assert store.db.value("pragma integrity_check") == "ok"
            assert store.lexical.is_sound()
            assert [fault for verdict in verify(store) for fault in verdict.problems] == []
            assert store.status().quarantined_lines == 1
            assert retrieve("how high is the belfry", store, fast=True)
    assert counts == sorted(counts)
    assert counts[-1] <= int(said) + 1


def test_a_home_that_holds_something_is_left_alone(full: Store, tmp_path: Path) -> None:
    back_up(full, tmp_path / "home.zip")
    with pytest.raises(InputError, match="holds a memory already"):
        restore(tmp_path / "home.zip", full.home)


def _zip_of(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return path


def test_what_is_no_backup_makes_no_home(there: Config, tmp_path: Path) -> None:
    """CASES 70: a name in it names no path outside of the home."""
    (tmp_path / "text.zip").write_text("not a zip")
    files = [
        tmp_path / "text.zip",
        _zip_of(tmp_path / "other.zip", "notes.txt"),
        _zip_of(tmp_path / "up.zip", "episodic.db", "../../evil"),
        _zip_of(tmp_path / "abs.zip", "episodic.db", "/evil"),
    ]
    for file in files:
        with pytest.raises(FormatError, match="is no backup"):
            restore(file, there.home)
    assert not there.home.exists()


def test_the_command_line_backs_up_and_restores(cli: Cli, tmp_path: Path) -> None:
    wordless = {"EPISODIC_MODELS": "/nowhere"}
    cli("remember", "The belfry is 40 m high.", extra=wordless)
    assert cli("backup", str(tmp_path / "b.zip")).returncode == 0
    there = ("--home", str(tmp_path / "there"))
    done = cli("restore", str(tmp_path / "b.zip"), *there)
    assert done.returncode == 0, done.stderr
    found = json.loads(cli("recall", "belfry", "--fast", "--json", *there, extra=wordless).stdout)
    assert "belfry" in found["hits"][0]["text"]
    assert "holds a memory already" in chains.error_of(cli("restore", str(tmp_path / "b.zip"), *there))
    assert chains.error_of(cli("restore", str(tmp_path / "missing.zip"), "--home", str(tmp_path / "other")))
    assert chains.error_of(cli("backup", str(tmp_path / "no" / "b.zip")))
