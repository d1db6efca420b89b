"""A home on a disk that cannot be written is read, and what could not be done there is said."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Cli

Locked = Callable[..., "subprocess.CompletedProcess[str]"]
SAID = "The printer is on the third floor"


@pytest.fixture
def locked(cli: Cli, home: Path, environment: dict[str, str]) -> Locked:
    """The command line on a home that cannot be written: on a read-only mount where root may make one."""
    assert cli("remember", SAID).returncode == 0
    assert cli("reindex").returncode == 0
    as_root = not hasattr(os, "geteuid") or os.geteuid() == 0
    mount = f"mount --bind '{home}' '{home}' && mount -o remount,bind,ro '{home}' && exec \"$@\""
    prefix = ["unshare", "--mount", "sh", "-c", mount, "sh"] if as_root else []
    if as_root and (shutil.which("unshare") is None or subprocess.run([*prefix, "true"], check=False).returncode):
        pytest.skip("root can write anywhere, and may mount nothing here")
    for path in () if as_root else (*home.rglob("*"), home):
        path.chmod(0o500 if path.is_dir() else 0o400)

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [*prefix, sys.executable, "-m", "episodic", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120)

    return run


def test_all_that_reads_reads_and_says_what_it_could_not_do(locked: Locked, home: Path) -> None:
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    for command, shown in (
        (("recall", "where is the printer"), SAID),
        (("stats",), "facts"),
        (("status",), "captured"),
        (("doctor",), "lexical index"),
        (("why", "2"), SAID),
        (("export",), SAID),
        (("loops",), ""),
        (("episodes",), ""),
        (("streams",), ""),
        (("verify",), ""),
        (("context", "--session", "s", "where is the printer"), SAID),
    ):
        done = locked(*command)
        assert done.returncode == 0, done.stderr
        assert shown in done.stdout
        assert "cannot be written" in done.stderr
        assert "Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "command",
    [
        ("remember", "I live in Lund"),
        ("remember", "--episode", "The server was down"),
        ("edit", "2", "The printer is in the cellar"),
        ("forget", "2", "--yes"),
        ("pause",),
        ("reindex",),
        ("consolidate",),
    ],
)
def test_what_writes_gets_one_line_that_says_what_to_do(locked: Locked, command: tuple[str, ...]) -> None:
    done = locked(*command)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr.splitlines()[-1]
    assert "permit it" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
