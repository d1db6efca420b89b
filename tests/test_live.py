"""Two sessions through the command line and a real server: extract, contradict, supersede, history."""

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli
from llm_server import KEY, Server, fails, says

SESSIONS = {
    "one": ("2026-11-20T09:00:00Z", "We booked the north hall for the fair, Amira signed yesterday."),
    "two": ("2026-11-26T09:00:00Z", "change of plan: the fair is in the boat house, the north hall flooded"),
}


def facts(*found: dict[str, Any]) -> str:
    whole: dict[str, Any] = {"stance": "stated", "entities": [], "valid_from": None, "valid_until": None}
    return json.dumps({"facts": [whole | one for one in found]})


FIRST = facts(
    {"kind": "decision", "text": "The fair is in the north hall", "quote": "the north hall for the fair", "turn": 0}
)
SECOND = facts(
    {"kind": "decision", "text": "The fair is in the boat house", "quote": "the fair is in the boat house", "turn": 0}
)
RULING = json.dumps({"rulings": [{"candidate": 0, "ruling": "supersede", "known": 1, "why": "one place"}]})


@pytest.fixture(params=["anthropic", "openai"])
def model(request: pytest.FixtureRequest, server: Server) -> dict[str, str]:
    address = server.url if request.param == "anthropic" else f"{server.url}/v1"
    return {
        "EPISODIC_LLM": request.param,
        "EPISODIC_LLM_BASE_URL": address,
        "EPISODIC_LLM_MODEL": "claude-haiku-4-5-20251001",
        "EPISODIC_LLM_KEY": KEY,
    }


@pytest.fixture
def transcripts(tmp_path: Path) -> dict[str, Path]:
    paths = {}
    for name, (at, text) in SESSIONS.items():
        paths[name] = tmp_path / f"{name}.jsonl"
        line = {"role": "user", "content": text, "timestamp": at, "session_id": name}
        paths[name].write_text(json.dumps(line) + "\n", "utf-8")
    return paths


def test_what_the_second_session_says_replaces_what_the_first_one_said(
    cli: Cli, server: Server, model: dict[str, str], transcripts: dict[str, Path]
) -> None:
    server.plays(says(FIRST), says(f"<think>hm</think>Here it is:\n```json\n{SECOND}\n```"), says(RULING))
    for path in transcripts.values():
        done = cli("ingest", str(path), extra=model)
        assert done.returncode == 0, done.stderr
        assert "1 facts" in done.stderr
    assert len(server.asked) == 3
    (hit,) = json.loads(cli("recall", "where is the fair", "--layer", "fact", "--json", extra=model).stdout)["hits"]
    assert (hit["text"], hit["previously"]) == ("The fair is in the boat house", "The fair is in the north hall")
    assert (hit["confidence"], hit["evidence"]) == ("medium", [["two", 0]])
    then = json.loads(cli("recall", "where is the fair", "--layer", "fact", "--as-of", "2026-11-22", "--json").stdout)
    assert [one["text"] for one in then["hits"]] == ["The fair is in the north hall"]
    chain = json.loads(cli("history", str(hit["id"]), "--json").stdout)["chain"]
    assert [(link["text"], link["decided_by"]) for link in chain] == [
        ("The fair is in the north hall", None),
        ("The fair is in the boat house", "referee"),
    ]


def test_status_says_which_model_is_asked_and_never_its_key(cli: Cli, server: Server, model: dict[str, str]) -> None:
    done = cli("status", extra=model)
    assert model["EPISODIC_LLM"] in done.stdout
    assert "on this machine" in done.stdout
    assert KEY not in done.stdout + done.stderr
    assert server.asked == []


def test_a_model_that_is_down_costs_nothing_but_time(
    cli: Cli, server: Server, model: dict[str, str], transcripts: dict[str, Path]
) -> None:
    """Case 34: what is pending waits, is counted, and is taken up when the model is back."""
    patient = model | {"EPISODIC_LLM_RETRIES": "0"}
    server.plays(fails(529))
    done = cli("ingest", str(transcripts["one"]), extra=patient)
    assert done.returncode == 0
    assert "left pending: " in done.stderr
    assert KEY not in done.stderr
    assert json.loads(cli("status", "--json").stdout)["pending"] == 1
    assert json.loads(cli("recall", "which hall is booked", "--fast", "--json").stdout)["hits"]
    server.plays(says(FIRST))
    assert "1 facts" in cli("consolidate", extra=patient).stderr
    assert json.loads(cli("status", "--json").stdout)["pending"] == 0
