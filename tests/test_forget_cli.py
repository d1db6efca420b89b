"""`episodic forget` as a person, a pipe and a script meet it."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli

WORDLESS = {"EPISODIC_MODELS": "/nowhere"}
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def told(cli: Cli) -> Run:
    """The command line on a home with two facts by hand, on a machine without model files."""

    def run(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        return cli(*arguments, **{**options, "extra": WORDLESS | options.get("extra", {})})

    run("remember", "The coffee order is a flat white")
    run("remember", "The tea order is Lapsang Souchong")
    return run


def _json(done: "subprocess.CompletedProcess[str]") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["schema"] == 1
    return found


def _fact(run: Run, words: str) -> str:
    hits = _json(run("recall", words, "--fast", "--layer", "fact", "--json"))["hits"]
    return str(hits[0]["id"])


def _bytes(home: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_it_shows_what_goes_and_asks_first(told: Run, home: Path) -> None:
    """CASE 59: by a query too nothing goes without a yes."""
    fact = _fact(told, "coffee")
    for arguments in ((fact,), ("--query", "coffee")):
        done = told("forget", *arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert "This forgets 1 turn, 1 fact:" in done.stderr
        assert f"#{fact} [personal] The coffee order is a flat white" in done.stderr
        assert "nothing was forgotten: add --yes" in done.stderr.splitlines()[-1]
    assert "and 1 turn that say it:" in told("forget", fact).stderr
    near = told("forget", "--query", "coffee order", "--dry-run")
    assert near.returncode == 0
    assert "Not forgotten, as they have only some of the words:" in near.stderr
    assert b"flat white" in _bytes(home)


def test_a_receipt_says_what_went_and_that_nothing_is_left(told: Run, home: Path) -> None:
    """CASES 55, 62: with a search of every file in the same run."""
    done = told("forget", _fact(told, "coffee"), "--yes", "--verify")
    assert done.returncode == 0
    assert re.search(r"^forgotten +1 turn, 1 fact$", done.stdout, re.MULTILINE)
    assert "0 rows, 0 index words, 0 vectors, 0 journal lines" in done.stdout
    assert re.search(r"^\d+ files searched, 0 with traces$", done.stderr, re.MULTILINE)
    assert b"coffee" not in _bytes(home)
    assert told("recall", "coffee", "--fast").stdout == ""
    assert "Lapsang" in told("recall", "tea", "--fast").stdout
    assert told("verify").returncode == told("doctor").returncode - 1 == 0  # there are no models here


def test_a_script_gets_one_document(told: Run) -> None:
    fact = _fact(told, "coffee")
    plan = _json(told("forget", fact, "--dry-run", "--json"))
    assert plan["forgets"] == {"turns": 1, "facts": 1, "episodes": 0, "loops": 0}
    assert [item["id"] for item in plan["items"] if item["layer"] == "fact"] == [int(fact)]
    done = _json(told("forget", fact, "--yes", "--json"))
    assert done["forgotten"]["facts"] == 1
    assert (done["left"], done["searched"], done["traces"]) == ([], None, [])
    assert _json(told("forget", "--all", "--dry-run", "--json"))["forgets"]["turns"] == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["999"], "there is no #999 for user default"),
        (["--query", "zeppelin"], "nothing was found to forget"),
        (["--session", "nowhere"], "nothing was found to forget"),
        (["--source", "nowhere.jsonl"], "nothing came from nowhere.jsonl"),
        (["--after", "someday"], "is no time"),
        (["1", "--all"], "say what to forget"),
        (["--session", "a", "--all-users"], "say what to forget"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_is_not_there_is_one_line_and_exit_1(told: Run, arguments: list[str], says: str) -> None:
    """CASE 58."""
    done = told("forget", *arguments, "--yes")
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_a_file_is_named_as_it_is_called_here(told: Run, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"role": "user", "content": "The quetzal sings."}\n', "utf-8")
    told("ingest", str(path))
    done = told("forget", "--source", str(path), "--yes")
    assert "1 turn" in done.stdout
    assert "1 left out, as they were forgotten before" in told("ingest", str(path)).stderr  # CASE 61


def test_a_trace_is_named_with_what_to_do_and_exit_1(told: Run, home: Path) -> None:
    """CASE 62: a vault's git history is told of honestly."""
    vault = home / "vault"
    vault.mkdir()
    (vault / "note.md").write_text("The coffee order is a flat white\n", "utf-8")
    git = ["git", "-C", str(vault), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["commit", "-qm", "a"],
        ["rm", "-q", "note.md"],
        ["commit", "-qm", "b"],
    ):
        subprocess.run([*git, *command], check=True, capture_output=True)
    done = told("forget", _fact(told, "coffee"), "--yes", "--verify")
    assert done.returncode == 1
    assert re.search(r"objects.+: \d+ traces: its history has it: rm -r .+git -C .+ init", done.stdout)
    subprocess.run([*git, "gc", "-q", "--aggressive"], check=True, capture_output=True)
    told("remember", "The coffee order is a flat white")
    done = told("forget", "--all", "--yes", "--verify")
    assert (done.returncode, "its history has it" in done.stdout) == (1, True)
