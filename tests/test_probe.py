"""What `episodic probe` says of a memory: its file, its marks, and the command, with a language model and without."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli

import episodic.surfaces.cli  # noqa: F401 - registers the commands
from episodic import llm
from episodic.config import Config
from episodic.errors import BudgetError, FormatError
from episodic.fence import EARLIER, RECALLED
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.recall.block import Block, Line
from episodic.recall.marks import Answer, Shown, answers, holds, mark, mark_answer, own_sentences, shown
from episodic.recall.probes import PROBE_KINDS, Probe, ProbeSet, read
from episodic.recall.trial import Trial, answer_figures, figures, play
from episodic.surfaces.app import app

SHIPPED = Path(__file__).resolve().parent.parent / "demo" / "probes"
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}


def turn(
    content: str, day: str = "2026-05-04", *, user: str = "kim", session: str = "1", **more: Any
) -> dict[str, Any]:
    return {"user": user, "session": session, "at": f"{day}T09:00", "role": "user", "content": content} | more


def asked(question: str, kind: str = "answer", *, user: str = "kim", **more: Any) -> dict[str, Any]:
    return {"user": user, "asked_at": "2026-06-01T09:00", "kind": kind, "question": question} | more


def text(*rows: dict[str, Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


SMALL = text(
    turn("The staging database listens on port 5433."),
    turn("The garden shed gets a green roof.", "2026-05-11", session="2"),
    turn("Our choir sings in Uppsala on Sunday.", user="bo"),
    asked("Which port does the staging database listen on?", expect=["5433"]),
    asked("What happens to the garden shed?", "episode", expect=[["green roof", "grass roof"]], on="2026-05-11"),
    asked("Where does our choir sing?", "other-user", forbid=["Uppsala"]),
    asked("Who takes the dog?", "never-said"),
)


def probes(raw: str) -> ProbeSet:
    return read([("x.jsonl", raw)], zone=UTC)


# The file -----------------------------------------------------------------------------------------------------------


def test_a_probe_file_is_read() -> None:
    found = probes(SMALL)
    assert found.users == ("kim", "bo")
    assert [len(one.turns) for one in found.sittings] == [1, 1, 1]
    assert [probe.answerable for probe in found.probes] == [True, True, False, False]
    assert found.probes[1].expect == (("green roof", "grass roof"),)
    assert (found.probes[1].on, found.probes[0].asked_at) == (date(2026, 5, 11), datetime(2026, 6, 1, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 2: this is no JSON; write one turn or probe a line"),
        ("[1]", "line 2: neither a turn nor a probe"),
        (turn("Hi.", role="narrator"), "role 'narrator' is unknown: use user or assistant"),
        (turn("Hi.", at="noon"), '"at" is no time: write it as 2026-11-29T09:00'),
        (turn("Hi.", user=" "), 'a turn needs "user": give it as text'),
        (asked("Which?", user=""), 'a probe needs "user": give it as text'),
        (asked("Which?", "guess"), "kind 'guess' is unknown: use one of answer, episode, stale, other-user, never-said"),
        (asked("Which?"), "such a probe expects an answer: list it"),
        (asked("Which?", "never-said", expect=["5433"]), "such a probe has none: leave it out"),
        (asked("Which?", expect="5433"), '"expect" is no list of texts: write it as ["14 slides"]'),
        (asked("Which?", expect=[5433]), '"expect" is no list of texts'),
        (asked("Which?", "stale", expect=["6432"]), 'kind stale needs "forbid": list what must not be shown'),
        (asked("Which?", "episode", expect=["6432"]), '"on" is the day of an episode'),
        (asked("Is it 5433?", expect=["5433"]), "the question gives its answer away ('5433'): ask otherwise"),
        (asked("Which?", expect=["5433"], user="eve"), "eve has no sessions: give turns of theirs"),
        (asked("Which?", "other-user", forbid=["5433"]), "kim said '5433' too: forbid words of another user's alone"),
        (asked("Which?", "other-user", forbid=["6432"]), "nobody else said '6432': take words from another user's"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_line_is_said_in_one(line: str | dict[str, Any], says: str) -> None:
    raw = line if isinstance(line, str) else json.dumps(line)
    with pytest.raises(FormatError) as error:
        probes(text(turn("Port 5433.")) + raw + "\n" + text(asked("Who takes the dog?", "never-said")))
    assert says in str(error.value)
    assert str(error.value).startswith("x.jsonl, line 2: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("raw", ["", "\n\n", text(turn("Hi.")), text(asked("Who?", "never-said"))])
def test_a_set_needs_turns_and_probes(raw: str) -> None:
    with pytest.raises(FormatError, match="a probe file needs both"):
        probes(raw)


# The marks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words", "there"),
    [
        ("The deck has 14 slides.", "14 Slides", True),
        ("The deck has 114 slides.", "14 slides", False),
        ("It costs 3,150 a month", "3,150", True),
        ("It costs 13,150 a month", "3,150", False),
        ("It is at 14,500 now", "14", False),
        ("at 16:45, then", "6:45", False),
        ("The rate is 3.9%.", "3.9%", True),
        ("Bänkskivan blir EK, sa hon", "ek", True),
        ("veckan", "ek", False),
        ("197\u00a0000 kr", "197 000", True),
    ],
)
def test_words_stand_on_their_own(said: str, words: str, there: bool) -> None:
    assert holds(said, words) is there


def test_of_each_group_one_is_enough_and_every_group_is_needed() -> None:
    assert answers("Leeds or York", [["leeds"], ["york", "glasgow"]])
    assert not answers("Leeds or Hull", [["leeds"], ["york", "glasgow"]])


def probe(kind: str, **more: Any) -> Probe:
    given = next(one for one in PROBE_KINDS if one == kind)
    return Probe("kim", datetime(2026, 6, 1, tzinfo=UTC), given, "Which?", **more)


def block(*lines: str, sure: bool = True) -> Shown:
    return Shown("\n".join(lines), lines, lines, sure=sure)


STALE = probe("stale", expect=(("6432",),), forbid=("5433",))


@pytest.mark.parametrize(
    ("line", "misleads"),
    [
        ('- 2026-05-04 [said] user: "staging is on 5433"', True),
        ("▸ staging: open port 5433", True),
        ("- 2026-05-04 [technical] staging is on 6432 (previously: 5433)", False),
        ("- 2026-05-04 [technical] staging moved (previously: 5433)", False),
        ('- 2026-05-04 [said] user: "staging is on 5433" (since then: it moved)', False),
        ('- 2026-05-04 [said] user: "staging is on 6432 now, 5433 is dead"', False),
        ('- 2026-05-04 [said] user: "staging moved"', False),
    ],
)
def test_a_replaced_value_misleads_unless_its_line_says_so(line: str, misleads: bool) -> None:
    assert bool(mark(STALE, block(line), foreign=()).stale) is misleads


def test_a_date_is_no_value() -> None:
    dated = probe("stale", expect=(("6432",),), forbid=("2026",))
    assert not mark(dated, block("- 2026-05-04 [said] user: hello"), foreign=()).stale


def test_an_episode_is_right_only_on_its_day() -> None:
    roof = probe("episode", expect=(("green roof",),), on=date(2026, 5, 11))
    assert mark(roof, block("- 2026-05-11 the shed gets a green roof"), foreign=())[:2] == (True, True)
    assert mark(roof, block("- 2026-05-12 the shed gets a green roof"), foreign=())[:2] == (True, False)
    assert mark(roof, block("- 2026-05-11 the shed gets a tin roof"), foreign=())[:2] == (False, False)


def test_who_asks_what_was_never_said_is_not_to_be_shown_anything_for_sure() -> None:
    lines = '- 2026-05-04 [said] user: "the cat is fed"'
    assert mark(probe("never-said"), block(lines), foreign=()).confident
    assert not mark(probe("never-said"), block(lines, sure=False), foreign=()).confident
    assert not mark(probe("never-said"), block(), foreign=()).confident


def test_another_users_words_are_found_in_any_line_for_any_probe() -> None:
    own, theirs = "The choir is mine, that much is sure.", "The choir sings in Uppsala on Sunday. Yes."
    foreign = own_sentences(theirs, without=own)
    line = "- 2026-05-04 the choir sings in Uppsala on Sunday."
    assert mark(probe("answer", expect=(("x",),)), block(line), foreign=foreign).foreign == (line,)
    assert mark(probe("other-user", forbid=("Uppsala",)), block("▸ uppsala"), foreign=foreign).foreign == ("▸ uppsala",)
    assert not mark(probe("never-said"), block("- 2026-05-04 yes."), foreign=foreign).foreign


@pytest.mark.parametrize("language", ["en", "sv"])
def test_what_a_block_says_of_itself_is_read_back(config: Config, language: str) -> None:
    spoken = replace(config, language=language)
    for doubtful in (True, False):
        made = Block(spoken)
        made.add(RECALLED, [Line(1, "- 2026-05-04 one")], doubtful=doubtful)
        made.add(EARLIER, [Line(2, "- 2026-05-05 two")])
        read_back = shown(made.text(), spoken)
        assert read_back.lines == ("- 2026-05-04 one", "- 2026-05-05 two")
        assert (read_back.recalled, read_back.sure) == (("- 2026-05-04 one",), not doubtful)


@pytest.mark.parametrize(
    ("given", "reply", "marked"),
    [
        (STALE, "It is on 6432, it was on 5433 before.", Answer(right=True)),
        (STALE, "It is on 5433.", Answer(stale=True)),
        (STALE, "UNKNOWN", Answer()),
        (probe("other-user", forbid=("Uppsala",)), "In Uppsala.", Answer(foreign=True, invented=True)),
        (probe("never-said"), "Your brother does.", Answer(invented=True)),
        (probe("never-said"), "Unknown.", Answer()),
        (
            probe("episode", expect=(("roof",),), on=date(2026, 5, 11)),
            "A roof, on 2026-05-11.",
            Answer(right=True, placed=True),
        ),
        (probe("episode", expect=(("roof",),), on=date(2026, 5, 11)), "A roof, lately.", Answer(right=True)),
    ],
)
def test_a_models_answer_is_marked(given: Probe, reply: str, marked: Answer) -> None:
    assert mark_answer(given, reply) == marked


# The run ------------------------------------------------------------------------------------------------------------


def run(found: ProbeSet, config: Config, home: Path) -> list[Trial]:
    return asyncio.run(play(found, replace(config, models=Path("/nowhere")), home))


def test_nobody_is_answered_from_what_is_said_later(config: Config, home: Path) -> None:
    found = probes(text(turn("The dog stays with Petra.", "2026-07-01"), turn("The cat is fed."), asked("Who takes the dog?", "answer", expect=["petra"])))  # fmt: skip
    late = [one._replace(turns=(said,), session=str(n)) for n, said in enumerate(found.sittings[0].turns) for one in found.sittings]  # fmt: skip
    trials = run(ProbeSet(tuple(late), found.probes), config, home)
    assert not trials[0].mark.held
    assert "Petra" not in trials[0].block.text


def test_trials_come_in_the_order_of_the_file(config: Config, home: Path) -> None:
    found = probes(SMALL)
    first = found.probes[0]._replace(asked_at=datetime(2026, 6, 9, tzinfo=UTC))
    trials = run(ProbeSet(found.sittings, (first, *found.probes[1:])), config, home)
    assert [one.probe.question for one in trials] == [one.question for one in found.probes]


@pytest.fixture
def model() -> Iterator[ScriptedLLM]:
    """A model that reads its block aloud where there is one, and else makes something up about the dog alone."""

    def answer(request: Request) -> Any:
        if request.schema is not None:
            return {"facts": [], "subject": "Talk", "summary": "", "known": 0, "rulings": []}
        said = request.user.split("\n\n")
        return "Your brother does." if "dog" in said[-1] else " ".join(said[1:-1]) or "UNKNOWN"

    scripted = ScriptedLLM(answer)
    llm.set_backend(scripted)
    yield scripted
    llm.set_backend(None)


def test_with_a_language_model_its_answers_are_marked_with_the_block_and_without(
    model: ScriptedLLM, config: Config, home: Path
) -> None:
    trials = run(probes(SMALL), config, home)
    met = {name: share.met for name, share in answer_figures(trials).items()}
    bare = {name: share.met for name, share in answer_figures(trials, bare=True).items()}
    assert (met["right"], met["episodes_placed"], bare["right"]) == (2, 1, 0)
    assert (met["wrong_user"], bare["wrong_user"], bare["invented"]) == (0, 0, 1)
    questions = [call.user for call in model.calls if call.schema is None]
    assert all(asked.startswith("Today is 2026-06-01.\n\n") for asked in questions)
    assert trials[0].reply
    assert trials[0].bare_reply == "UNKNOWN"


def test_the_caps_of_a_run_hold_for_all_questions_together(model: ScriptedLLM, config: Config, home: Path) -> None:
    with pytest.raises(BudgetError, match="run"):
        run(probes(SMALL), replace(config, llm_calls_per_run=5), home)
    assert len([call for call in model.calls if call.schema is None]) == 5


def test_the_table_of_a_run_with_a_model_has_both(
    model: ScriptedLLM,
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in (environment | WORDLESS).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "small.jsonl").write_text(SMALL, "utf-8")
    app(["probe", str(tmp_path / "small.jsonl"), "--misses"], standalone_mode=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "what ScriptedLLM answers with memory without answered right 2/2 1.00 0/2 0.00" in told
    assert "Who takes the dog?" in told
    assert "answered what nobody said" in told
    assert "> Your brother does." in told
    assert model.calls


# The command --------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.jsonl"
    path.write_text(SMALL, "utf-8")
    return str(path)


def test_a_probe_file_end_to_end(cli: Cli, small: str, home: Path) -> None:
    done = cli("probe", small, "--misses", extra=WORDLESS)
    assert (done.returncode, done.stderr) == (0, "")
    told = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert told[:2] == ["2 users, 3 sessions, 3 turns", "4 probes: 2 with an answer, 2 with none"]
    assert "the block holds the answer 2/2 1.00 0/2 0.00" in told
    assert "what happened, on its day 1/1 1.00 0/1 0.00" in told
    assert "from another user 0/4 0.00 0/4 0.00" in told
    assert max(map(len, done.stdout.splitlines()[:15])) <= 80
    assert not home.exists()  # one's own memory is not touched


def test_as_json_every_trial_has_its_block_and_marks(cli: Cli, small: str) -> None:
    told = json.loads(cli("probe", small, "--json", extra=WORDLESS).stdout)
    assert (told["schema"], told["llm"], told["answers"]) == (1, "none", None)
    assert told["blocks"]["held"] == {"count": 2, "of": 2, "share": 1.0}
    assert "port 5433" in told["trials"][0]["block"]
    assert told["trials"][0]["asked_at"] == "2026-06-01T07:00:00+00:00"  # nine o'clock, in Stockholm


def test_what_was_learnt_is_kept_where_it_is_named(cli: Cli, small: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    assert cli("probe", small, "--home", kept, extra=WORDLESS).returncode == 0
    assert "5433" in cli("recall", "staging port", "--fast", "--home", kept, "--user", "kim").stdout
    again = cli("probe", small, "--home", kept, extra=WORDLESS)
    assert again.returncode == 1
    assert "is not empty, and simulated people belong into no memory: name a new folder" in again.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"{", "line 1: this is no JSON"), (b"\xff\xfe", "give a probe file in UTF-8"), (None, "exist")],
)
def test_what_cannot_be_used_is_one_line(cli: Cli, tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "bad.jsonl"
    if content is not None:
        path.write_bytes(content)
    done = cli("probe", str(path), extra=WORDLESS)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("episodic: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr


# The set that comes with it -----------------------------------------------------------------------------------------


def shipped(*users: str) -> ProbeSet:
    files = [SHIPPED / f"{user}.jsonl" for user in users] or sorted(SHIPPED.glob("*.jsonl"))
    return read([(path.name, path.read_text("utf-8")) for path in files], zone=UTC)


def test_the_shipped_set_is_what_it_says() -> None:
    found = shipped()
    kinds = [one.kind for one in found.probes]
    assert (len(found.users), len(found.probes)) == (8, 60)
    assert len(kinds) - sum(one.answerable for one in found.probes) >= 20
    assert min(map(kinds.count, PROBE_KINDS)) >= 8


def test_every_answer_was_given_by_its_user_and_every_stale_one_too() -> None:
    found = shipped()
    for one in found.probes:
        said = found.said_by(one.user)
        if one.answerable:
            assert answers(said, one.expect), one
            assert all(holds(said, old) for old in one.forbid), one


def test_two_people_with_an_atlas_and_a_sarah_each_are_told_their_own(config: Config, home: Path) -> None:
    found = shipped("marek", "priya")
    told = figures(asyncio.run(play(found, config, home)))
    assert told["held"].share == 1.0
    assert told["episodes_placed"].share == 1.0
    assert (told["from_another_user"].met, told["confident_of_nothing"].met, told["stale_alone"].met) == (0, 0, 0)


@pytest.mark.full
def test_the_shipped_set_keeps_its_figures(config: Config, home: Path) -> None:
    told = figures(asyncio.run(play(shipped(), config, home)))
    assert (told["held"].share or 0) >= 0.94
    assert (told["episodes_placed"].share or 0) >= 0.90
    assert told["from_another_user"].met == 0
    assert told["stale_as_current"].met <= 7  # what no fact was made of is ruled by nobody
    assert told["stale_alone"].met <= 1
    assert told["confident_of_nothing"].met == 0
