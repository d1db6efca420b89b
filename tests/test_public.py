"""The public names are a contract: benchmarks and integrations import them."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

import episodic
from episodic import SessionBuffer, consolidate_buffer, get_store, retrieve

README = Path(__file__).resolve().parent.parent / "README.md"


@pytest.mark.parametrize("name", episodic.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(episodic, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = episodic.nonsense


def test_the_python_example_of_the_readme_runs(environment: dict[str, str]) -> None:
    readme = re.sub(
        r"<!-- recipe: .*?```python.*?```", "", README.read_text("utf-8"), flags=re.DOTALL
    )  # test_recipes.py
    examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    whole = [example for example in examples if "SessionBuffer(" in example]  # others show a line or two
    assert whole
    for example in whole:
        run = [sys.executable, "-c", example]
        done = subprocess.run(run, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120)
        assert done.returncode == 0, done.stderr
        assert "14 slides" in done.stdout


def test_a_turn_said_is_a_turn_found(home: Path) -> None:
    store = get_store(home)
    buffer = SessionBuffer("session-1", store=store)
    buffer.append_turn("user", "The staging database listens on port 5433.")
    report = asyncio.run(consolidate_buffer(buffer, final=True))
    hits = retrieve("which port is staging on", store, k=3)
    assert (report.turns, report.episodes) == (1, 1)
    assert hits[0].evidence == (("session-1", 0),)
    store.close()
