"""The command line as a person, a pipe and a script meet it: every run is a process, some with a Python of their own."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli

import episodic.surfaces.cli  # noqa: F401 - registers the commands
from episodic.surfaces.app import app
from episodic.version import __version__

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}
FIRST = "nothing is remembered yet: run `episodic ingest --from claude-code`, or on a file"

TALK = [
    ("user", "We decided to use PostgreSQL for the ledger."),
    ("assistant", "Noted, I will write the migrations."),
    ("user", "Sarah is our lead investor and the deck goes to her on Thursday."),
    ("assistant", "Then the deck is due on Thursday."),
]


def line(role: str, content: str, minute: int = 0, **more: Any) -> str:
    at = f"2026-11-20T10:{minute:02}:00+01:00"
    return json.dumps({"role": role, "content": content, "timestamp": at, **more}, ensure_ascii=False) + "\n"


def talk(**more: Any) -> str:
    return "".join(line(role, text, minute, **more) for minute, (role, text) in enumerate(TALK))


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A transcript of four turns, with a fact or two in it."""
    path = tmp_path / "talk.jsonl"
    path.write_text(talk(), "utf-8")
    return path


@pytest.fixture
def told(cli: Cli, transcript: Path) -> Cli:
    """The command line on a home that took the transcript in, on a machine without model files."""

    def run(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        return cli(*arguments, **{**options, "extra": WORDLESS | options.get("extra", {})})

    assert run("ingest", str(transcript)).returncode == 0
    return run


def counts(run: Cli, *arguments: str) -> dict[str, Any]:
    """Return what `stats --json` says."""
    found: dict[str, Any] = json.loads(run("stats", "--json", *arguments).stdout)
    return found


def errors_of(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the one line an error of ours is, after checking that it is one."""
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"episodic: [^\n]+\n", done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


# Help and version ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_a_place_in_the_readme(cli: Cli, command: str) -> None:
    done = cli(command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.lstrip().startswith(f"Usage: episodic {command}")
    assert "--help" in done.stdout
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"$ episodic {command} --help" in readme


def test_no_arguments_show_the_commands(afresh: Cli) -> None:
    done = afresh()
    assert all(command in done.stdout + done.stderr for command in COMMANDS)
    assert "Traceback" not in done.stderr


def test_the_version_is_one_line(afresh: Cli) -> None:
    done = afresh("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{__version__}\n", "")


# Exit codes and errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-command"],
        ["recall"],
        ["recall", "x", "-k", "many"],
        ["recall", "x", "--no-such-option"],
        ["show", "seven"],
        ["episodes", "--last", "0"],
        ["ingest"],
    ],
)
def test_wrong_usage_exits_2_and_says_what_was_wrong(cli: Cli, arguments: list[str]) -> None:
    done = cli(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "4711"], "there is no #4711"),
        (["show", "99999999999999999999999"], "there is no #99999999999999999999999"),
        (["undo", "99999999999999999999999"], "there is no #99999999999999999999999"),
        (["loops", "done", "99999999999999999999999"], "there is no loop #99999999999999999999999"),
        (["streams", "rename", "99999999999999999999999", "x"], "there is no thread #99999999999999999999999"),
        (["ingest", "/no/such/path.jsonl"], "/no/such/path.jsonl does not exist"),
        (["recall", "x", "--after", "someday"], "'someday' is no time: use a date such as"),
        (["recall", "x", "--before", "2026-02-30"], "'2026-02-30' is no time"),
        (["recall", "x", "--after", "99999999y"], "'99999999y' is no time"),
        (["recall", "x", "--before", "9999-12-31"], "'9999-12-31' is no time"),
        (["episodes", "--after", "0001-01-01"], "'0001-01-01' is no time"),
        (["recall", "x", "-k", "0"], "k is 0: give a number from 1 to 500"),
        (["recall", "x", "-k", "501"], "k is 501: give a number from 1 to 500"),
        (["recall", "x", "--kind", "whim"], "'whim' is no kind: use one of personal"),
        (["recall", "x", "--layer", "page"], "'page' is no layer: use one of fact, episode, turn"),
        (["remember", "x", "--kind", "whim"], "'whim' is no kind: use one of personal"),
        (["remember", "   "], "there is nothing to remember"),
        (["remember", "x" * 301], "at most 300 characters"),
        (["forget"], "say what to forget: numbers, or --query"),
        (["forget", "--all", "--all-users"], "say what to forget"),
        (["stats", "--user", ""], "the user id is blank"),
        (["stats", "--user", "   "], "the user id is blank"),
    ],
)
def test_what_cannot_be_done_is_one_line_that_says_why(cli: Cli, arguments: list[str], says: str) -> None:
    """CASES 58, 71."""
    assert says in errors_of(cli(*arguments, extra=WORDLESS))


def test_a_setting_that_cannot_be_read_is_one_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "no-config.toml").write_text("pool = 'many'\n", "utf-8")
    assert "pool cannot be 'many'" in errors_of(cli("stats"))
    (tmp_path / "no-config.toml").write_text("pol = 3\n", "utf-8")
    assert "sets pol, which is no setting" in errors_of(cli("stats"))
    (tmp_path / "no-config.toml").write_text("pool = \n", "utf-8")
    assert "cannot be read" in errors_of(cli("stats"))


@pytest.mark.parametrize("command", [["stats"], ["recall", "x"], ["verify"], ["forget", "--all", "--yes"]])
def test_a_home_that_is_a_file_is_one_line(cli: Cli, home: Path, command: list[str]) -> None:
    home.write_text("not a folder", "utf-8")
    assert "cannot be opened" in errors_of(cli(*command))
    assert home.read_text("utf-8") == "not a folder"


def test_doctor_tells_of_a_home_that_is_a_file(cli: Cli, home: Path) -> None:
    home.write_text("not a folder", "utf-8")
    done = cli("doctor", "--json")
    assert bad(done)
    assert "cannot be opened" in done.stdout
    assert home.read_text("utf-8") == "not a folder"


@pytest.mark.parametrize("command", [["stats"], ["recall", "x"], ["verify"], ["ingest", "-"]])
def test_a_database_that_is_none_is_one_line(cli: Cli, home: Path, command: list[str]) -> None:
    home.mkdir()
    (home / "episodic.db").write_bytes(b"this is no database\n" * 500)
    assert "run `episodic rebuild`" in errors_of(cli(*command, stdin=""))
    assert (home / "episodic.db").read_bytes() == b"this is no database\n" * 500


def test_doctor_tells_of_a_database_that_is_none(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "episodic.db").write_bytes(b"this is no database\n" * 500)
    done = cli("doctor", "--json")
    assert bad(done) == {"database"}
    assert "run `episodic rebuild`" in done.stdout


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("notes.txt", b"Dear diary, nothing happened.\n", "is not a transcript Episodic reads"),
        ("chat.db", b"SQLite format 3\0" + b"\0" * 100, "is an SQLite database"),
        ("export.zip", b"PK\x03\x04" + b"\0" * 100, "is a damaged zip archive"),
        ("talk.jsonl.gz", b"\x1f\x8b" + b"\0" * 10, "is damaged gzip"),
    ],
)
def test_a_file_in_no_format_we_read_is_named_with_the_reason(
    cli: Cli, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    (tmp_path / name).write_bytes(content)
    done = cli("ingest", str(tmp_path / name), extra=WORDLESS)
    assert (done.returncode, done.stdout) == (1, "")
    assert [said for said in done.stderr.splitlines() if said.startswith("episodic: ") and says in said]
    assert "Traceback" not in done.stderr


def test_one_unreadable_file_does_not_stop_the_others(cli: Cli, tmp_path: Path, transcript: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("Dear diary, nothing happened.\n", "utf-8")
    done = cli("ingest", str(notes), str(transcript), "--json", extra=WORDLESS)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["added"], found["files"]) == (4, 1)
    assert [reason for reason in found["refused"] if "notes.txt is not a transcript" in reason]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that even root cannot read")
@pytest.mark.usefixtures("transcript")
def test_one_file_the_disk_refuses_does_not_stop_the_others(cli: Cli, tmp_path: Path) -> None:
    """What came before it is consolidated, what comes after it is read."""
    (tmp_path / "refused.jsonl").symlink_to("/proc/self/mem")
    later = tmp_path / "z.jsonl"
    later.write_text(line("user", "We decided to use Redis for the queue."), "utf-8")
    done = cli("ingest", str(tmp_path), "--json", extra=WORDLESS)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["added"], found["files"]) == (5, 2)
    assert [reason for reason in found["refused"] if "refused.jsonl cannot be read" in reason]
    assert found["facts"] > 1
    alone = cli("ingest", str(tmp_path / "refused.jsonl"), extra=WORDLESS)
    assert (alone.returncode, "cannot be read" in alone.stderr) == (1, True)


def test_an_interrupt_is_one_line_and_exits_130(environment: dict[str, str], home: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell runs behind it has it ignored
    process = subprocess.Popen(
        [sys.executable, "-m", "episodic", "ingest", "-"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    signal.signal(signal.SIGINT, before)
    while not (home / "episodic.db").exists():  # from then on it is at work, and soon waits for us
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, trouble = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)  # Python ends by the signal itself if it came amid an import
    assert said == ""
    assert re.fullmatch(r"episodic: interrupted; [^\n]+\n", trouble)


def test_a_reader_that_leaves_is_no_error(environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "episodic", "config", "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert (process.wait(timeout=60), process.stderr.read()) == (0, b"")
    process.stderr.close()


# A fresh installation -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["recall", "anything"], ["recall", "anything", "--fast"], ["episodes"], ["stats"]])
def test_a_fresh_installation_says_what_to_do_first(cli: Cli, command: list[str]) -> None:
    """CASE 38."""
    done = cli(*command)
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1].endswith(FIRST)
    assert command == ["stats"] or done.stdout == ""


@pytest.mark.parametrize("command", ["stats", "status", "doctor", "verify", "config", "episodes", "reindex"])
def test_every_command_works_on_a_fresh_installation(cli: Cli, command: str) -> None:
    assert cli(command).returncode == 0


# What is data and what is talk --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["recall", "which database for the ledger"], "hits"),
        (["recall", "zxqv blorptag", "--fast"], "hits"),
        (["episodes"], "episodes"),
        (["show", "1"], "item"),
        (["stats"], "turns"),
        (["status"], "pending"),
        (["doctor"], "findings"),
        (["verify"], "journals"),
        (["config"], "settings"),
    ],
)
def test_json_is_one_document_of_a_known_schema(told: Cli, arguments: list[str], key: str) -> None:
    found = json.loads(told(*arguments, "--json").stdout)
    assert found["schema"] == 1
    assert key in found


def test_what_ingest_did_comes_as_json(told: Cli, transcript: Path) -> None:
    found = json.loads(told("ingest", str(transcript), "--json").stdout)
    assert (found["schema"], found["files"], found["sessions"]) == (1, 1, 1)
    assert (found["added"], found["known"], found["refused"]) == (0, 4, [])


def test_a_hit_in_json_has_its_proof_and_times_with_a_zone(told: Cli) -> None:
    found = json.loads(told("recall", "which database for the ledger", "--json").stdout)
    hit = found["hits"][0]
    assert (hit["layer"], hit["kind"], hit["text"]) == ("fact", "decision", TALK[0][1])
    assert hit["said_at"] == "2026-11-20T09:00:00+00:00"
    assert hit["evidence"] == [[hit["session"], 0]]
    shown = json.loads(told("show", str(hit["id"]), "--json").stdout)
    assert (shown["item"]["text"], shown["turns"][0]["content"]) == (TALK[0][1], TALK[0][1])
    episode = json.loads(told("episodes", "--json").stdout)["episodes"][0]
    assert episode["record"]["decisions"] == [TALK[0][1]]


def test_data_goes_to_stdout_and_talk_to_stderr(afresh: Cli, transcript: Path) -> None:
    taken = afresh("ingest", str(transcript))
    assert taken.stdout == ""
    assert taken.stderr.startswith("4 new turns in 1 sessions, 0 known already\n")
    for arguments in (
        ["recall", "database for the ledger", "--all"],
        ["episodes"],
        ["show", "1"],
        ["stats"],
        ["status"],
    ):
        done = afresh(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout
    nothing = afresh("recall", "zxqv blorptag flimwonk")
    assert (nothing.returncode, nothing.stdout) == (0, "")
    assert re.fullmatch(r"nothing found; \d+ below what counts as an answer\n", nothing.stderr)
    remembered = afresh("remember", "My sister Anna lives in Uppsala.")
    assert remembered.stdout == ""
    assert re.fullmatch(r"remembered as #\d+\n", remembered.stderr)


def test_nothing_is_coloured_when_it_goes_to_a_pipe(told: Cli) -> None:
    for arguments in (["recall", "ledger"], ["recall", "ledger", "--explain"], ["episodes"], ["stats"], ["doctor"]):
        done = told(*arguments, extra={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
        assert "\x1b" not in done.stdout + done.stderr


def on_a_terminal(arguments: list[str], environment: dict[str, str]) -> str:
    """Run a command on a terminal of its own and return what it printed there."""
    ours, theirs = os.openpty()
    try:
        command = [sys.executable, "-m", "episodic", *arguments]
        process = subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    finally:
        os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:  # how Linux says that the other side has closed
        pass
    finally:
        os.close(ours)
    assert process.wait(timeout=60) == 0
    return shown.decode()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals of this kind")
def test_a_terminal_gets_colour_unless_it_is_unwanted(told: Cli, environment: dict[str, str]) -> None:
    assert told("recall", "ledger", "--fast").stdout
    bare = {name: value for name, value in environment.items() if name != "NO_COLOR"}
    assert "\x1b[36m[decision]" in on_a_terminal(["recall", "ledger", "--fast"], bare)
    assert "\x1b" not in on_a_terminal(["recall", "ledger", "--fast"], bare | {"NO_COLOR": "1"})


def test_lines_fit_a_terminal_of_80_columns(cli: Cli) -> None:
    words = "The deck for Sarah and the other investors has to be finished and proofread before Thursday. "
    turns = [
        line("user", "Sarah is our lead investor and the deck for all of her seven partners is hers to approve."),
        line("user", words * 6, 1),
        line("assistant", "deckdeckdeck" * 30, 2),
        line("user", "The deck, 14 slides.", 3, name="Bartholomew"),
    ]
    cli("ingest", "-", "--session", "s", stdin="".join(turns), extra=WORDLESS)
    for option in ([], ["--explain"]):
        shown = cli("recall", "lead", "investor", "deck", *option, "--fast", extra={"COLUMNS": "80"}).stdout
        assert "[relationship] Sarah is our lead investor" in shown
        assert "[said]       Bartholomew: " in shown
        assert [text for text in shown.splitlines() if len(text) > 80] == []


def test_a_hit_shows_its_kind_its_words_and_its_age(told: Cli) -> None:
    shown = told("recall", "which database for the ledger", "-k", "1", "--fast").stdout
    assert shown == "[decision]   We decided to use PostgreSQL for the ledger.  (high, 9d ago)\n"


def test_a_time_to_come_is_just_now(cli: Cli) -> None:
    """CASE 115."""
    cli("ingest", "-", "--session", "s", stdin=line("user", "The comet.").replace("2026", "2099"), extra=WORDLESS)
    assert "just now" in cli("recall", "comet", "--fast").stdout


# Taking in ----------------------------------------------------------------------------------------------------------


def test_taking_the_same_folder_in_again_adds_nothing(cli: Cli) -> None:
    """CASE 31."""
    first = json.loads(cli("ingest", str(ROOT / "demo"), "--json", extra=WORDLESS).stdout)
    before = counts(cli)
    again = json.loads(cli("ingest", str(ROOT / "demo"), "--json", extra=WORDLESS).stdout)
    assert first["added"] > 200
    assert (again["added"], again["facts"], again["restated"], again["episodes"]) == (0, 0, 0, 0)
    assert (again["unchanged"], again["known"]) == (first["files"], 0)
    assert counts(cli) == before


def test_a_file_that_grew_adds_only_what_is_new(told: Cli, transcript: Path) -> None:
    """CASE 25."""
    with transcript.open("a", encoding="utf-8") as file:
        file.write(line("user", "And the appendix gets a page of its own.", 9))
    found = json.loads(told("ingest", str(transcript), "--json").stdout)
    assert (found["added"], found["known"]) == (1, 4)
    assert counts(told)["turns"] == 5
    assert "appendix" in told("recall", "appendix", "--fast").stdout


def test_opening_a_home_again_and_again_changes_nothing(told: Cli) -> None:
    """CASE 32."""
    before = counts(told)
    for _ in range(3):
        assert counts(told) == before


def test_broken_lines_are_counted_and_kept_aside(cli: Cli, tmp_path: Path, home: Path) -> None:
    """CASES 83, 85."""
    path = tmp_path / "broken.jsonl"
    path.write_text(line("user", "One.") + '{"role": "user", "cont\n' + line("user", "Two.", 1) + '{"role"', "utf-8")
    done = cli("ingest", str(path), extra=WORDLESS)
    assert "2 new turns" in done.stderr
    assert "2 unreadable lines kept aside in quarantine\n" in done.stderr
    kept = {file.read_text("utf-8").strip() for file in (home / "quarantine").rglob("*.txt")}
    assert kept == {'{"role": "user", "cont', '{"role"'}
    path.write_text(path.read_text("utf-8") + ': "user", "content": "Three."}\n', "utf-8")
    assert "1 new turns in 1 sessions, 2 known already" in cli("ingest", str(path), extra=WORDLESS).stderr
    assert json.loads(cli("status", "--json").stdout)["quarantined_lines"] == 2


def test_standard_input_is_a_session_of_the_name_it_is_given(cli: Cli) -> None:
    assert cli("ingest", "-", "--session", "by hand", stdin=talk(), extra=WORDLESS).returncode == 0
    found = json.loads(cli("recall", "ledger", "--fast", "--json").stdout)
    assert {hit["session"] for hit in found["hits"]} == {"by hand"}
    again = cli("ingest", "-", "--session", "by hand", stdin=talk(), extra=WORDLESS)
    assert again.stderr.startswith("0 new turns in 0 sessions, 4 known already\n")


@pytest.mark.parametrize("packed", [True, False])
def test_packed_files_are_unpacked(cli: Cli, tmp_path: Path, *, packed: bool) -> None:
    """A packed and a plain copy hold the same turns."""
    data = talk().encode()
    (tmp_path / "one.jsonl").write_bytes(gzip.compress(data) if packed else data)
    (tmp_path / "two.jsonl.gz").write_bytes(gzip.compress(data))
    done = cli("ingest", str(tmp_path / "one.jsonl"), str(tmp_path / "two.jsonl.gz"), extra=WORDLESS)
    assert done.stderr.startswith("4 new turns in 1 sessions, 4 known already\n")


def test_a_null_time_is_shown_west_of_greenwich_too(cli: Cli) -> None:
    """What programs write that know no time: 0001-01-01T00:00:00Z, which is the year 0 in New York."""
    west = WORDLESS | {"EPISODIC_ZONE": "America/New_York"}
    null = '{"role": "user", "content": "We decided to use Go.", "timestamp": "0001-01-01T00:00:00Z"}\n'
    assert cli("ingest", "-", "--session", "s", stdin=null, extra=west).returncode == 0
    for command in (["show", "1"], ["why", "2"], ["history", "2"], ["recall", "go"]):
        done = cli(*command, extra=west)
        assert (done.returncode, "Go" in done.stdout) == (0, True), done.stderr


def test_a_lone_surrogate_does_not_stop_a_line(cli: Cli) -> None:
    """CASE 19."""
    broken = '{"role": "user", "content": "broken \\ud83d emoji"}\n'
    assert cli("ingest", "-", "--session", "s", stdin=broken, extra=WORDLESS).returncode == 0
    assert "broken \ufffd emoji" in cli("recall", "emoji", "--fast").stdout


def test_what_a_killed_run_left_of_another_user_is_consolidated_by_the_next(
    cli: Cli, tmp_path: Path, environment: dict[str, str]
) -> None:
    """CASE 34: a transcript may name its user, and the second run finds nothing new to take in."""
    path = tmp_path / "anna.jsonl"
    path.write_text(talk(user_id="anna"), "utf-8")
    take_in = (
        "import sys; from pathlib import Path; from episodic import get_store;"
        "from episodic.capture.intake import take_in; from episodic.capture.transcripts import read;"
        "take_in(read(Path(sys.argv[1]).read_bytes()), lambda user: get_store(user=user or 'default'))"
    )
    subprocess.run([sys.executable, "-c", take_in, str(path)], env=environment, check=True)
    assert counts(cli, "--user", "anna")["facts"] == 0
    cli("ingest", str(path), extra=WORDLESS)
    assert counts(cli, "--user", "anna")["facts"] > 0
    assert json.loads(cli("status", "--user", "anna", "--json").stdout)["pending"] == 0


# Finding ------------------------------------------------------------------------------------------------------------


def test_recall_by_words_opens_no_model(told: Cli) -> None:
    """CASES 124, 128."""
    done = told("recall", "which database for the ledger", "--fast")
    assert (done.returncode, done.stderr) == (0, "")
    assert "PostgreSQL" in done.stdout


def test_recall_without_model_files_answers_by_words_and_says_so(told: Cli) -> None:
    """CASE 128."""
    done = told("recall", "which database for the ledger")
    assert done.returncode == 0
    assert "PostgreSQL" in done.stdout
    assert re.fullmatch(r"episodic: recall by words only: [^\n]+\n", done.stderr)


@pytest.mark.parametrize("question", ["don't use tabs", 'timeout "error', "retry OR", "NOT NULL", "a/b", "col:x", "*"])
def test_any_question_is_just_words(told: Cli, question: str) -> None:
    """CASES 1, 2, 5, 7."""
    done = told("recall", question, "--fast")
    assert (done.returncode, done.stderr) in ((0, ""), (0, "nothing found\n"))


def test_a_day_as_a_bound_is_that_whole_day(told: Cli) -> None:
    """CASE 113."""

    def found(*bounds: str) -> bool:
        return bool(told("recall", "ledger", "--fast", *bounds).stdout)

    assert found("--after", "2026-11-20", "--before", "2026-11-20")
    assert not found("--before", "2026-11-19")
    assert not found("--after", "2026-11-21")
    assert found("--after", "9d")
    assert found("--after", "2026-11-20T10:00", "--before", "2026-11-20T10:01")
    assert not found("--before", "2026-11-20T10:00")
    assert told("episodes", "--before", "2026-11-20").stdout
    assert not told("episodes", "--after", "2026-11-21").stdout


def test_kinds_layers_and_projects_narrow(cli: Cli) -> None:
    cli("ingest", "-", "--session", "s", "--project", "books", stdin=talk(), extra=WORDLESS)
    for options, layers in (
        (["--kind", "decision"], {"fact"}),
        (["--layer", "turn"], {"turn"}),
        (["--layer", "turn", "--layer", "fact", "--project", "books"], {"turn", "fact"}),
        (["--project", "flat"], set()),
    ):
        found = json.loads(cli("recall", "PostgreSQL ledger migrations", "--fast", "--json", *options).stdout)
        assert {hit["layer"] for hit in found["hits"]} == layers


def test_what_is_remembered_by_hand_is_found_and_shown(cli: Cli) -> None:
    said = cli("remember", "My sister Anna lives in Uppsala.").stderr
    ident = said.strip().rpartition("#")[2]
    assert cli("remember", "-", stdin="My sister Anna lives in Uppsala.\n").stderr == said
    shown = cli("recall", "where does Anna live", "--fast").stdout
    assert shown == "[personal]   My sister Anna lives in Uppsala.  (high, just now)\n"
    assert "said: 2 times" in cli("show", ident).stdout
    plain = json.loads(cli("recall", "blue", "--json", "--fast").stdout)
    assert plain["hits"] == []
    cli("remember", "blue")
    assert "[personal]   blue" in cli("recall", "blue", "--fast").stdout


# Other people -------------------------------------------------------------------------------------------------------


def test_users_of_a_home_never_see_each_other(told: Cli) -> None:
    """CASES 68, 70, 71."""
    for user in ("telegram:1", "telegram:2", "../default"):
        assert told("recall", "ledger", "--fast", "--user", user).stdout == ""
        told("ingest", "-", "--session", "s", "--user", user, stdin=line("user", f"The pin of {user} is secret."))
        assert counts(told, "--user", user)["turns"] == 1
    for user in ("telegram:1", "telegram:2", "../default"):
        found = json.loads(told("recall", "pin secret", "--fast", "--json", "--user", user, "-k", "50").stdout)
        assert {hit["text"] for hit in found["hits"]} == {f"The pin of {user} is secret."}
    assert told("recall", "pin secret", "--fast").stdout == ""
    assert counts(told)["users"] == 4


def test_what_one_user_may_see_another_may_not_show(told: Cli) -> None:
    """CASE 68."""
    assert told("show", "1").returncode == 0
    assert "there is no #1 for user anna" in errors_of(told("show", "1", "--user", "anna"))


def test_the_user_and_the_home_may_come_from_flag_or_environment(told: Cli, tmp_path: Path) -> None:
    other = tmp_path / "other home"
    told("remember", "Anna likes oak.", "--home", str(other), "--user", "anna")
    assert counts(told)["users"] == 1
    assert counts(told, "--home", str(other), "--user", "anna")["facts"] == 1
    theirs = json.loads(told("stats", "--json", "--home", str(other), extra={"EPISODIC_USER": "anna"}).stdout)
    assert (theirs["user"], theirs["facts"]) == ("anna", 1)


# Forgetting ---------------------------------------------------------------------------------------------------------


def bytes_of(home: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def test_forgetting_asks_before_it_deletes(told: Cli) -> None:
    before = counts(told)
    done = told("forget", "--all")
    assert (done.returncode, done.stdout) == (1, "")
    assert "This forgets everything of user default: 1 sessions, 4 turns" in done.stderr
    assert "nothing was forgotten: add --yes" in done.stderr.splitlines()[-1]
    assert counts(told) == before


def test_forgetting_leaves_a_receipt_and_no_word(told: Cli, home: Path) -> None:
    """CASES 55, 56, 62."""
    assert b"PostgreSQL" in bytes_of(home)
    done = told("forget", "--all", "--yes")
    assert done.returncode == 0
    assert re.search(r"^forgotten +1 sessions, 4 turns, \d facts, 1 episodes$", done.stdout, re.MULTILINE)
    assert "0 rows, 0 index words, 0 vectors, 0 journal bytes" in done.stdout
    for word in (b"PostgreSQL", b"postgresql", b"ledger", b"Sarah", b"sarah"):
        assert word not in bytes_of(home)
    assert counts(told)["turns"] == 0
    assert told("recall", "ledger", "--fast").stdout == ""
    assert told("episodes").stdout == ""


def test_what_was_forgotten_does_not_come_back_with_its_transcript(told: Cli, transcript: Path, home: Path) -> None:
    """CASE 61."""
    told("forget", "--all", "--yes")
    done = told("ingest", str(transcript))
    assert done.returncode == 0
    assert "4 left out, as they were forgotten before" in done.stderr
    assert counts(told)["turns"] == 0
    assert b"PostgreSQL" not in bytes_of(home)
    with transcript.open("a", encoding="utf-8") as file:
        file.write(line("user", "Something new.", 30))
    assert "1 new turns" in told("ingest", str(transcript)).stderr
    told("ingest", "-", "--session", "later", stdin=line("user", TALK[0][1], 45))
    assert "PostgreSQL" in told("recall", "ledger", "--fast").stdout


def test_forgetting_one_user_leaves_the_others(told: Cli, transcript: Path) -> None:
    told("ingest", str(transcript), "--user", "anna")
    kept = told("recall", "ledger", "--fast", "--user", "anna").stdout
    told("forget", "--all", "--yes")
    assert (counts(told)["turns"], counts(told, "--user", "anna")["turns"]) == (0, 4)
    assert told("recall", "ledger", "--fast", "--user", "anna").stdout == kept != ""
    assert told("verify", "--user", "anna").returncode == 0
    told("remember", "Oak is nicer.")
    assert "Oak" not in told("recall", "oak", "--fast", "--user", "anna").stdout


def test_forgetting_all_users_empties_the_home_of_what_is_ours(told: Cli, home: Path, transcript: Path) -> None:
    told("ingest", str(transcript), "--user", "anna")
    (home / "notes of my own.txt").write_text("mine", "utf-8")
    done = told("forget", "--all-users", "--yes")
    assert done.returncode == 0
    assert "the whole home" in done.stderr
    assert "(2 users)" in done.stderr
    assert [path.name for path in home.rglob("*")] == ["notes of my own.txt"]
    assert "4 new turns" in told("ingest", str(transcript)).stderr  # no tombstone is left either


# Health -------------------------------------------------------------------------------------------------------------


def journals(home: Path) -> Iterator[Path]:
    yield from (home / "journal").rglob("*.jsonl")


def test_an_untouched_journal_verifies(told: Cli) -> None:
    done = told("verify")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "4 turns in 1 journals, 0 faults\n")


def test_an_edited_line_is_found(told: Cli, home: Path) -> None:
    (path,) = journals(home)
    path.write_text(path.read_text("utf-8").replace("PostgreSQL", "MongoDB"), "utf-8")
    done = told("verify")
    assert (done.returncode, done.stderr) == (1, "4 turns in 1 journals, 1 faults\n")
    assert done.stdout == f"{path.name}: seq 0: was altered\n"
    assert told("doctor").returncode == 1


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_lost_line_is_found(told: Cli, home: Path, lost: int) -> None:
    (path,) = journals(home)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:lost] + lines[lost + 1 :]), "utf-8")
    assert told("verify").returncode == 1


def test_a_lost_journal_is_found(told: Cli, home: Path) -> None:
    for path in journals(home):
        path.unlink()
    done = told("verify")
    assert done.returncode == 1
    assert "the file is gone" in done.stdout


def test_doctor_finds_a_healthy_home_well(cli: Cli, transcript: Path) -> None:
    cli("ingest", str(transcript))
    done = cli("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    assert "BAD" not in done.stdout
    assert "bge-small-en-v1.5, ms-marco-MiniLM-L-12-v2" in done.stdout
    assert "answerai-colbert-small-v1" in done.stdout  # where it is missing, recall is by words alone


def bad(done: "subprocess.CompletedProcess[str]") -> set[str]:
    """Return the names of the checks that failed."""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return {finding["name"] for finding in json.loads(done.stdout)["findings"] if not finding["ok"]}


def test_doctor_names_what_is_wrong(cli: Cli, transcript: Path, home: Path) -> None:
    cli("ingest", str(transcript))
    (home / "episodic.db").chmod(0o644)
    assert bad(cli("doctor", "--json")) == {"permissions"}
    (home / "episodic.db").chmod(0o600)
    assert bad(cli("doctor", "--json", extra=WORDLESS)) == {"models"}
    (path,) = journals(home)
    kept = path.read_bytes()
    path.write_bytes(kept.replace(b"PostgreSQL", b"MongoDB..."))
    assert bad(cli("doctor", "--json")) == {"journal chain"}
    path.write_bytes(kept)
    assert cli("doctor").returncode == 0


def test_doctor_tells_a_damaged_database_and_its_advice_brings_all_back(told: Cli, home: Path) -> None:
    exported = told("export").stdout
    database = home / "episodic.db"
    pages = bytearray(database.read_bytes())
    start = pages.index(TALK[0][1].encode()) // 4096 * 4096
    pages[start : start + 4096] = b"\xff" * 4096
    database.write_bytes(pages)
    done = told("doctor", "--json")
    assert "database" in bad(done)
    assert "rebuild" in next(f["detail"] for f in json.loads(done.stdout)["findings"] if f["name"] == "database")
    assert told("rebuild").returncode == 0
    assert told("export").stdout == exported
    assert counts(told)["turns"] == 4
    assert "PostgreSQL" in told("recall", "ledger", "--fast").stdout
    assert told("verify").returncode == 0


def test_reindexing_embeds_what_waits(told: Cli, cli: Cli) -> None:
    waiting = json.loads(told("status", "--json").stdout)["waiting_items"]
    assert waiting > 4
    assert cli("reindex").stderr == f"0 turns indexed, {waiting} items embedded\n"
    assert cli("reindex").stderr == "0 turns indexed, 0 items embedded\n"
    assert cli("reindex", "--all").stderr == f"0 turns indexed, {waiting} items embedded\n"
    assert cli("doctor").returncode == 0


def test_status_accounts_for_every_turn(told: Cli) -> None:
    found = json.loads(told("status", "--json").stdout)
    assert found["turns"] == found["consolidated"] + found["pending"] + found["parked"] == 4
    assert "no text leaves this machine" in told("status").stdout


def test_config_shows_every_setting_and_where_it_comes_from(cli: Cli, tmp_path: Path, home: Path) -> None:
    (tmp_path / "no-config.toml").write_text("pool = 12\ndepth = 34\n", "utf-8")
    found = json.loads(cli("config", "--json", extra={"EPISODIC_POOL": "21"}).stdout)["settings"]
    assert (found["pool"], found["depth"], found["home"]) == (21, 34, str(home))
    shown = cli("config", "--home", str(tmp_path))
    assert re.search(rf"^home +{re.escape(str(tmp_path))}$", shown.stdout, re.MULTILINE)
    assert shown.stderr.startswith("file: ")


# Lookups ------------------------------------------------------------------------------------------------------------


def test_episodes_are_looked_up_by_what_they_hold_and_what_they_are_about(told: Cli) -> None:
    assert json.loads(told("episodes", "--with", "decisions", "--json").stdout)["episodes"]
    assert json.loads(told("episodes", "--subject", "ledger", "--json").stdout)["episodes"]
    assert json.loads(told("episodes", "--subject", "giraffe", "--json").stdout)["episodes"] == []
    refused = told("episodes", "--with", "nonsense")
    assert refused.returncode == 1
    assert "use one of topics, decisions" in refused.stderr


def test_what_a_model_cost_is_nothing_where_none_was_asked(told: Cli) -> None:
    assert told("stats", "--cost").stdout == "nothing; no language model was asked\n"
    assert json.loads(told("stats", "--cost", "--json").stdout) == {"schema": 1, "cost": []}
