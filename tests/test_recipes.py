"""The README's recipes for other people's frameworks run as they stand there; only the model is played."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from llm_server import KEY, Server, says

from episodic import get_store, retrieve
from episodic.config import Config

README = (Path(__file__).resolve().parent.parent / "README.md").read_text("utf-8")
RECIPES = dict(re.findall(r"<!-- recipe: ([\w-]+) -->\n```python\n(.*?)```", README, re.DOTALL))
# What stands in for a model where the recipe names a real one: it repeats what it is sent.
ECHO = """Agent(FunctionModel(lambda messages, _: ModelResponse([TextPart(str(messages[-1].parts[-1].content))])))"""
PLAYED = {
    "pydantic-ai": (
        'Agent("anthropic:claude-haiku-4-5-20251001")',
        ECHO,
        "from pydantic_ai.messages import ModelResponse, TextPart\nfrom pydantic_ai.models.function import FunctionModel\n",
    )
}


def run(name: str, environment: dict[str, str]) -> str:
    named, played, imports = PLAYED.get(name, ("", "", ""))
    code = imports + (RECIPES[name].replace(named, played) if named else RECIPES[name])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def anna(config: Config, environment: dict[str, str]) -> Config:
    """A home where anna's deck is known."""
    environment["EPISODIC_MODELS"] = "/nowhere"
    store = get_store(config=config, user="anna")
    store.remember("The Series B deck has 14 slides.", kind="decision")
    store.close()
    return config


def captured(config: Config) -> list[str]:
    store = get_store(config=config, user="anna")
    found = retrieve("how many slides does the deck have", store, k=20, layers=["turn"], fast=True)
    store.close()
    return [hit.text for hit in found if hit.session == "chat-17"]


@pytest.mark.parametrize("name", ["pydantic-ai", "langgraph"])
def test_a_recipe_tells_the_model_and_remembers_what_was_said(
    name: str, anna: Config, environment: dict[str, str]
) -> None:
    printed = run(name, environment)
    assert "[Recalled context]" in printed, "the model, which repeats what it is sent, was told"
    assert "14 slides" in printed
    assert "how many slides does the deck have?" in captured(anna)
    assert not any("Recalled context" in text for text in captured(anna)), "and what it was told was not taken in"


def test_the_anthropic_recipe_sends_the_block_with_the_message(
    anna: Config, environment: dict[str, str], server: Server
) -> None:
    server.plays(says("Fourteen slides."))
    environment |= {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    assert "Fourteen slides." in run("anthropic", environment)
    sent = server.asked[0].body["messages"][-1]["content"]
    assert sent.startswith("[Recalled context]")
    assert sent.endswith("how many slides does the deck have?")
    assert "system" not in server.asked[0].body
    assert "how many slides does the deck have?" in captured(anna)
