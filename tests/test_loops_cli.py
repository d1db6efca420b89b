"""`episodic loops` as a person uses it."""

import json
import re
from pathlib import Path

import pytest
from conftest import Cli

DEMO = Path(__file__).resolve().parent.parent / "demo"
LAST = DEMO / "series-b/a75d08c6-13be-4f94-97c1-60de4b2f985a.jsonl"


@pytest.fixture
def deck(cli: Cli, environment: dict[str, str]) -> int:
    """Two loops of the demo; the id of the one with a day."""
    environment["EPISODIC_MODELS"] = "/nowhere"
    assert cli("ingest", str(LAST)).returncode == 0
    return next(int(loop["id"]) for loop in json.loads(cli("loops", "--json").stdout)["loops"] if loop["due"])


def test_the_list_reads_like_the_design(cli: Cli, deck: int) -> None:
    heading, first, second = cli("loops").stdout.splitlines()
    assert re.fullmatch(r"▸ .+  \(hypothesis, \d facts\)", heading)
    assert first == f"  · send updated deck to Sarah before Thursday  (due 2026-12-03)  #{deck}"
    assert second.startswith("  · sensitivity table still pending sign-off  ")
    assert max(map(len, (heading, first, second))) <= 80


def test_what_is_late_is_marked(cli: Cli, deck: int) -> None:
    late = cli("loops", extra={"EPISODIC_NOW": "2026-12-04T09:00:00+00:00"}).stdout
    assert f"(due 2026-12-03, overdue)  #{deck}" in late


def test_what_is_done_is_out_of_the_list_and_back_by_undo(cli: Cli, deck: int) -> None:
    done = cli("loops", "done", str(deck), "--note", "by mail")
    assert done.stderr.startswith(f"#{deck} is done: send updated deck")
    assert "deck" not in cli("loops").stdout
    assert "done 2026-11-29" in cli("loops", "--all").stdout
    assert "by mail" in cli("why", str(deck)).stdout
    assert cli("undo", str(deck)).stderr.startswith(f"#{deck} is open again: send updated deck")
    assert f"#{deck}" in cli("loops").stdout


def test_what_is_put_off_comes_back(cli: Cli, deck: int) -> None:
    assert "put off until 2026-12-01" in cli("loops", "snooze", str(deck), "--until", "tuesday").stderr
    assert "deck" not in cli("loops").stdout
    assert "deck" in cli("loops", extra={"EPISODIC_NOW": "2026-12-01T09:00:00+00:00"}).stdout


def test_a_loop_is_shown_with_the_turns_that_prove_it(cli: Cli, deck: int) -> None:
    shown = cli("show", str(deck)).stdout
    assert '"TODO: send updated deck to Sarah before Thursday"' in shown
    assert "2026-11-29 evidence: opened" in shown


@pytest.mark.usefixtures("deck")
def test_several_are_settled_at_once(cli: Cli) -> None:
    idents = [str(loop["id"]) for loop in json.loads(cli("loops", "--json").stdout)["loops"]]
    cli("loops", "drop", *idents)
    empty = cli("loops")
    assert (empty.returncode, empty.stdout, empty.stderr) == (0, "", "nothing is open\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("loops", "done", "9999"), "there is no loop #9999 for user default"),
        (("loops", "snooze", "{deck}", "--until", "2026-11-29"), "say until when, a day to come"),
        (("loops", "snooze", "{deck}", "--until", "whenever"), "'whenever' is no day to come"),
        (("loops", "reopen", "{deck}"), "is open already"),
        (("loops", "--owner", "me"), "'me' is no owner: use one of user, assistant, other"),
        (("undo", "{deck}"), "was not changed since it was opened"),
    ],
)
def test_a_mistake_is_one_clear_line(cli: Cli, deck: int, arguments: tuple[str, ...], said: str) -> None:
    ran = cli(*(word.format(deck=deck) for word in arguments))
    assert ran.returncode == 1
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_nobody_elses_loops_are_listed(cli: Cli, deck: int) -> None:
    other = cli("loops", "--all", "--user", "anna")
    assert (other.returncode, other.stdout) == (0, "")
    assert cli("loops", "done", str(deck), "--user", "anna").returncode == 1


def test_the_list_is_narrowed(cli: Cli, deck: int) -> None:
    assert cli("loops", "--owner", "other").stdout.splitlines()[1].startswith("  · sensitivity table")
    assert cli("loops", "--due-before", "2026-12-03").stdout.endswith(f"#{deck}\n")
    assert cli("loops", "--due-before", "2026-12-02").stdout == ""
    assert cli("loops", "--project", "another").stdout == ""
