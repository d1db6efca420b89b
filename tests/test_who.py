"""`episodic who` as a person and a program meet it."""

import json
from typing import Any

import pytest
from conftest import Cli

SAID = (
    "Sarah is our lead investor.",
    "Sarah prefers 14 slides.",
    "Marcus is our designer and works with Sarah.",
    "Sarah Lind, whom we call SL, signs the lease in Oslo.",
)


@pytest.fixture
def told(cli: Cli) -> Cli:
    for text in SAID:
        assert cli("remember", text).returncode == 0
    return cli


def data(cli: Cli, *arguments: str) -> Any:
    done = cli("who", "--json", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_somebody_whole(told: Cli) -> None:
    shown = told("who", "sarah").stdout
    assert shown.startswith("Sarah Lind  (person, 4 mentions)\nalso: Sarah, SL\n")
    assert "[preference] Sarah prefers 14 slides." in shown
    assert "[#4]." in shown
    assert shown.endswith("goes with: Marcus 1\n")


def test_the_same_for_programs(told: Cli) -> None:
    found = data(told, "SL")
    assert found["entity"]["name"] == "Sarah Lind"
    assert found["profile"]["facts"] == [2, 4, 6, 8]
    assert [fact["id"] for fact in found["facts"]] == [8, 6, 4, 2]
    assert (found["threads"], found["loops"]) == ([], [])
    assert found["goes_with"] == [{"name": "Marcus", "kind": "person", "shared": 1}]


def test_everybody_with_counts(told: Cli) -> None:
    assert told("who").stdout.splitlines() == [
        "    4  person        Sarah Lind  (Sarah, SL)",
        "    1  person        Marcus",
    ]
    assert [one["mentions"] for one in data(told)["known"]] == [4, 1]


@pytest.mark.parametrize(("typed", "meant"), [("sara lind", None), ("saarh", "Sarah"), ("markus", "Marcus")])
def test_a_slip_of_the_pen_is_pointed_out(told: Cli, typed: str, meant: str | None) -> None:
    done = told("who", typed)
    assert (done.returncode, done.stdout) == (0, "")
    assert f"did you mean {meant or 'Sarah Lind'}" in done.stderr
    assert data(told, typed)["entity"] is None
    assert (meant or "Sarah Lind") in data(told, typed)["near"]


def test_nobody_at_all(cli: Cli) -> None:
    assert "nothing is remembered yet" in cli("who").stderr
    done = cli("who", "sarah")
    assert (done.returncode, done.stdout) == (0, "")
    assert "nobody and nothing is known as sarah; `episodic who` lists who is" in done.stderr


def test_two_of_one_name_are_listed(cli: Cli) -> None:
    for text in ("Sarah Khan is our architect.", "Sarah Lind is our lawyer."):
        assert cli("remember", text).returncode == 0
    found = cli("who", "sarah")
    assert found.stdout.splitlines() == ["    1  person        Sarah Khan", "    1  person        Sarah Lind"]
    assert found.stderr == "2 go by sarah: give one of these names\n"
    assert [one["name"] for one in data(cli, "sarah")["among"]] == ["Sarah Khan", "Sarah Lind"]


def test_merging_and_parting(told: Cli) -> None:
    merged = told("who", "--merge", "Sarah Lind", "marcus")
    assert merged.stderr == "marcus is Sarah Lind now; `episodic who --part marcus` takes it back\n"
    assert data(told, "marcus")["entity"]["name"] == "Sarah Lind"
    assert told("who", "--part", "marcus").stderr == "marcus and Sarah Lind are two again\n"
    assert data(told, "marcus")["entity"]["name"] == "Marcus"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--merge", "sarah", "nobody"], "nobody is known as nobody: see `episodic who` for who is"),
        (["--merge", "sarah", "SL"], "are one already"),
        (["--part", "marcus"], "was not joined to another"),
        (["sarah", "--part", "marcus"], "stand alone"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(told: Cli, arguments: list[str], says: str) -> None:
    done = told("who", *arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_user_knows_nobody_here(told: Cli) -> None:
    assert told("who", "--user", "other").stdout == ""
    assert "did you mean" not in told("who", "sarah", "--user", "other").stderr
