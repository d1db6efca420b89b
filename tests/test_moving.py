"""Projects that move: folders renamed, gone or found again, and what finds them; FINDINGS 12. Real folders, no git."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import Cli
from test_projects import repository, session

from episodic import SessionBuffer, get_store, retrieve
from episodic.capture.intake import take_in
from episodic.capture.repository import around, beginnings
from episodic.capture.transcripts import read
from episodic.capture.whereabouts import project_of
from episodic.config import Config
from episodic.memory.store import Store

FIRST_COMMIT = "0123456789abcdef0123456789abcdef01234567"
REMOTE = "git@example.org:acme/api.git"


def committed(root: Path, commit: str = FIRST_COMMIT) -> Path:
    """Make what the first commit leaves in git's log."""
    (root / ".git" / "logs").mkdir(parents=True, exist_ok=True)
    line = f"{'0' * 40} {commit} A <a@b.c> 1764000000 +0100\tcommit (initial): begin\n"
    (root / ".git" / "logs" / "HEAD").write_text(line, "utf-8")
    return root


def with_remote(root: Path, remote: str) -> Path:
    (root / ".git" / "config").write_text(f'[remote "origin"]\n\turl = {remote}\n', "utf-8")
    return root


def worked_in(store: Store, cwd: Path | str, text: str = "We decided to use Kafka for the queue.") -> str | None:
    """Take in a session of a folder; returns the project it was filed under."""
    ident = f"s{len(store.turns.sessions())}"
    take_in(read(session(Path(cwd), f"{text} Note {ident}.", ident).encode()), lambda _: store)
    row = store.turns.session(ident)
    assert row is not None
    return row.project


@pytest.fixture
def notes(wordless: Store, tmp_path: Path) -> Path:
    """A plain folder that a session was filed under."""
    folder = tmp_path / "dev" / "notes"
    folder.mkdir(parents=True)
    assert worked_in(wordless, folder) == str(folder)
    return folder


def test_a_folder_is_found_with_a_slash_below_it_and_after_git_init(wordless: Store, notes: Path) -> None:
    """FINDINGS 12."""
    (notes / "a" / "b").mkdir(parents=True)
    (notes.parent / "link").symlink_to(notes)
    for cwd in (f"{notes}/", f"{notes}//a/../", notes / "a" / "b", notes.parent / "link"):
        assert project_of(wordless.projects, str(cwd)) == str(notes)
    repository(notes)
    for cwd in (notes, notes / "a" / "b"):
        assert project_of(wordless.projects, str(cwd)) == str(notes)
    assert project_of(wordless.projects, str(with_remote(notes, REMOTE))) == str(notes)
    assert project_of(wordless.projects, str(notes.parent)) == str(notes.parent)


def test_a_repository_is_found_where_it_was_moved_by_where_its_history_begins(wordless: Store, tmp_path: Path) -> None:
    name = worked_in(wordless, committed(repository(tmp_path / "a" / "api")))
    shutil.move(tmp_path / "a", tmp_path / "b")
    assert project_of(wordless.projects, str(tmp_path / "b" / "api")) == name
    with_remote(tmp_path / "b" / "api", REMOTE)
    assert worked_in(wordless, tmp_path / "b" / "api") == name
    clone = with_remote(repository(tmp_path / "c" / "clone"), "https://example.org/acme/api")
    assert project_of(wordless.projects, str(clone)) == name


def test_a_remote_that_was_renamed_in_place_stays_one_project_and_a_fork_is_another(
    wordless: Store, tmp_path: Path
) -> None:
    api = committed(with_remote(repository(tmp_path / "api"), REMOTE))
    assert worked_in(wordless, api) == "example.org/acme/api"
    assert (
        project_of(wordless.projects, str(with_remote(api, "https://example.org/acme/backend")))
        == "example.org/acme/api"
    )
    fork = committed(with_remote(repository(tmp_path / "fork"), "https://example.org/me/api"))
    assert worked_in(wordless, fork) == "example.org/me/api"


def test_a_folder_used_again_for_something_else_is_another_project(wordless: Store, tmp_path: Path) -> None:
    api = committed(with_remote(repository(tmp_path / "api"), REMOTE))
    worked_in(wordless, api)
    shutil.rmtree(api)
    other = committed(with_remote(repository(api), "https://example.org/else/site"), "f" * 40)
    assert project_of(wordless.projects, str(other)) == "example.org/else/site"


def test_two_copies_without_a_remote_that_nothing_is_filed_under_stay_themselves(
    wordless: Store, tmp_path: Path
) -> None:
    names = {
        worked_in(wordless, committed(repository(tmp_path / name), commit * 40))
        for name, commit in (("a", "a"), ("b", "b"))
    }
    assert len(names) == 2


def test_the_commit_graph_tells_where_history_begins_when_the_log_is_gone(tmp_path: Path) -> None:
    root = repository(tmp_path / "api")
    ids = sorted(bytes([n]) * 20 for n in (1, 2, 3))
    parents = {ids[0]: 2, ids[1]: 0x70000000, ids[2]: 0x70000000}  # two roots, of which the second is the older
    times = {ids[0]: 300, ids[1]: 200, ids[2]: 100}
    fanout = b"".join(sum(one[0] <= n for one in ids).to_bytes(4, "big") for n in range(256))
    rows = b"".join(
        bytes(20) + parents[one].to_bytes(4, "big") + (0x70000000).to_bytes(4, "big") + times[one].to_bytes(8, "big")
        for one in ids
    )
    starts = [8 + 12 * 4]
    starts += [starts[0] + len(fanout), starts[0] + len(fanout) + 60, starts[0] + len(fanout) + 60 + len(rows)]
    names = (b"OIDF", b"OIDL", b"CDAT", bytes(4))
    table = b"".join(name + start.to_bytes(8, "big") for name, start in zip(names, starts, strict=True))
    (root / ".git" / "objects" / "info").mkdir(parents=True)
    graph = root / ".git" / "objects" / "info" / "commit-graph"
    graph.write_bytes(b"CGPH\1\1\3\0" + table + fanout + b"".join(ids) + rows)
    found = around(root)
    assert found is not None
    assert beginnings(found) == (ids[2].hex(),)
    for cut in (0, 7, 30, 500, 1100):
        graph.write_bytes((b"CGPH\1\1\3\0" + table + fanout)[:cut])
        assert beginnings(found) == ()


# Gone ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lost",
    [
        "api/.claude/worktrees/brave-fox",
        "api/.claude/worktrees/brave-fox/packages/web",
        "api/.worktrees/fix",
        "api/src/removed/deep",
        "api.worktrees/fix/src",
        "api-worktrees/fix",
        "api-feature",
        "api_fix/src",
        "elsewhere/registered",
    ],
)
def test_a_worktree_or_subfolder_that_is_gone_belongs_to_its_repository(
    wordless: Store, tmp_path: Path, lost: str
) -> None:
    """FINDINGS 12."""
    api = repository(tmp_path / "work" / "api", remote="https://example.org/acme/api")
    repository(tmp_path / "work" / "apiary")
    own = api / ".git" / "worktrees" / "registered"
    own.mkdir(parents=True)
    (own / "gitdir").write_text(f"{tmp_path / 'work' / 'elsewhere' / 'registered' / '.git'}\n", "utf-8")
    (tmp_path / "work" / "elsewhere").mkdir()
    assert worked_in(wordless, api) == "example.org/acme/api"
    assert worked_in(wordless, tmp_path / "work" / lost) == "example.org/acme/api"


@pytest.mark.parametrize(
    "lost",
    [
        "/home/me/.codex/worktrees/1a2b/api/src",
        "/home/me/.cursor/worktrees/api/x1y2",
        "/home/me/.claude-worktrees/api/fox",
    ],
)
def test_a_tools_own_worktree_that_is_gone_belongs_to_the_project_it_names(
    wordless: Store, tmp_path: Path, lost: str
) -> None:
    first, second = worked_in(wordless, lost), worked_in(wordless, lost.replace("1a2b", "3c4d").replace("x1y2", "z9"))
    assert first == second  # one project, whatever the id
    worked_in(wordless, repository(tmp_path / "api", remote=REMOTE))
    (named,) = {project.name for project in wordless.projects.all() if project.name.startswith("example.org")}
    with wordless.transaction():
        wordless.projects.move(str(first), named)
    assert worked_in(wordless, lost) == named


@pytest.mark.parametrize("gone", ["/elsewhere/api", "/home/somebody/api", "C:\\work\\api", "/workspaces/1"])
def test_a_folder_of_another_machine_stays_a_project_of_its_own(wordless: Store, gone: str) -> None:
    assert worked_in(wordless, gone) == gone


def test_a_folder_gone_without_a_repository_belongs_to_the_one_above_unless_projects_lie_in_that(
    wordless: Store, tmp_path: Path
) -> None:
    (tmp_path / "book").mkdir()
    repository(tmp_path / "dev" / "other")
    assert worked_in(wordless, tmp_path / "book" / "drafts" / "one") == str(tmp_path / "book")
    assert worked_in(wordless, tmp_path / "dev" / "old") == str(tmp_path / "dev" / "old")


@pytest.mark.parametrize(("cwd", "project"), [("", None), ("\0", None), ("notes", "notes"), ("./notes/", "./notes")])
def test_what_is_no_path_is_found_nowhere(
    wordless: Store, notes: Path, monkeypatch: pytest.MonkeyPatch, cwd: str, project: str | None
) -> None:
    monkeypatch.chdir(notes)
    assert project_of(wordless.projects, cwd) == project


def test_a_worktree_whose_repository_is_gone_too_belongs_to_its_project(wordless: Store, tmp_path: Path) -> None:
    name = worked_in(wordless, repository(tmp_path / "api"))
    shutil.rmtree(tmp_path / "api")
    assert worked_in(wordless, tmp_path / "api" / ".claude" / "worktrees" / "fox") == name
    assert worked_in(wordless, tmp_path / "api" / "src") == name


# The command line ---------------------------------------------------------------------------------------------------


def listed(cli: Cli) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in json.loads(cli("projects", "--json").stdout)["projects"]}


def told(cli: Cli, cwd: Path, ident: str) -> str:
    call = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": ident,
        "cwd": str(cwd),
        "prompt": "which queue do we use?",
    }
    return cli("hook", "UserPromptSubmit", stdin=json.dumps(call)).stdout


def test_projects_are_listed_moved_and_merged_and_old_names_still_work(
    cli: Cli, config: Config, tmp_path: Path
) -> None:
    old, new = tmp_path / "dev" / "api", tmp_path / "dev" / "backend"
    old.mkdir(parents=True)
    with closing(get_store(config=config)) as store:
        worked_in(store, old)
        SessionBuffer("b", store=store, project="shop").append_turn("user", "We decided to use Redis for the queue.")
    assert cli("remember", "Kafka listens on 9092.", "--project", str(old), "--kind", "technical").returncode == 0
    old.rename(new)
    assert (listed(cli)[str(old)]["exists"], listed(cli)[str(old)]["turns"]) == (False, 2)
    assert f"{old}  (gone)" in cli("projects").stdout
    assert told(cli, new, "h1") == "{}\n"
    done = cli("projects", "move", "api", str(new))
    assert (done.returncode, done.stdout) == (0, "")
    assert f"`episodic projects move {new} {old}` takes it back" in done.stderr
    assert "Kafka" in told(cli, new, "h2")
    for name in (str(old), str(new), "backend", "api"):
        assert "9092" in cli("recall", "kafka port", "--fast", "--project", name).stdout
        assert "Kafka" in cli("context", "which queue?", "--fast", "--session", name, "--project", name).stdout
    merged = json.loads(cli("projects", "merge", "shop", "backend", "--json").stdout)
    assert merged == {"schema": 1, "old": str(new), "new": "shop", "sessions": 1}
    assert list(listed(cli)) == ["shop"]
    with closing(get_store(config=config)) as store:
        assert {hit.text for hit in retrieve("queue", store, project=str(old), fast=True)} >= {
            "We decided to use Kafka for the queue. Note s0.",
            "We decided to use Redis for the queue.",
        }
        assert SessionBuffer("c", store=store, project="api").project == "api"  # only whole names, from a program
        assert [one.identity for one in store.entities.known() if one.kind == "project"] in ([], ["shop"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("move", "nope", "x"), "no project is called 'nope': `episodic projects` lists them"),
        (("move", "shpo", "x"), "did you mean shop?"),
        (("move", "shop", " "), "the new name is blank: give"),
        (("move", "shop", "shop"), "is called that already: give another name"),
        (("move", "shop", "kiosk"), "`episodic projects merge acme/kiosk shop` puts both together"),
        (("merge", "shop", "shop"), "are one project already: see `episodic projects`"),
        (("merge", "tool", "shop"), "'tool' may be several: did you mean a/tool or b/tool?"),
    ],
)
def test_a_bad_name_gets_one_line_that_says_what_to_do(
    cli: Cli, config: Config, words: tuple[str, ...], says: str
) -> None:
    with closing(get_store(config=config)) as store:
        for project in ("shop", "acme/kiosk", "a/tool", "b/tool"):
            SessionBuffer(project, store=store, project=project).append_turn("user", "Hello there.")
    done = cli("projects", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert says in done.stderr


def test_moving_there_and_back_leaves_every_row_as_it_was(wordless: Store) -> None:
    from episodic.rights.moving import move

    tables = ("session", "item", "loop", "workstream", "entity")

    def state() -> list[Any]:
        return [wordless.db.rows(f"select * from {table} order by id") for table in tables]

    wordless.remember("We decided to use Kafka.", project="a/queue")
    before = state()
    move(wordless, "queue", "b/broker")
    assert state() != before
    assert [one.name for one in wordless.projects.all()] == ["b/broker"]
    move(wordless, "broker", "a/queue")
    assert state() == before


def test_what_a_project_was_known_by_is_forgotten_with_it(wordless: Store, tmp_path: Path) -> None:
    name = worked_in(wordless, committed(repository(tmp_path / "secretive")))
    worked_in(wordless, tmp_path)
    wordless.forget(project=name)
    assert {row[0] for row in wordless.db.rows("select project from project_mark")} == {str(tmp_path)}
    wordless.forget(everything=True)
    assert wordless.db.rows("select * from project_mark") == []


def test_another_users_projects_are_not_known(config: Config, notes: Path) -> None:
    with closing(get_store(config=config, user="bo")) as store:
        assert store.projects.all() == []
        assert project_of(store.projects, str(notes / "sub")) != str(notes) or not (notes / "sub").exists()


# Whose it is --------------------------------------------------------------------------------------------------------


def said_by(path: Path, *users: str | None) -> Path:
    lines = [
        {"role": "user", "content": f"Note {n}.", "session": f"s{n}"} | ({"user": name} if name else {})
        for n, name in enumerate(users)
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


@pytest.mark.parametrize(
    ("users", "flags", "says", "got"),
    [
        (
            ("anna", "anna"),
            ("--user", "me"),
            "a file says it is of anna; it was taken in for me, as --user says",
            {"me": 2},
        ),
        (
            ("anna", "bo", "bo"),
            ("--user", "me"),
            "went to them: anna (1 turn), bo (2 turns); --user gets only",
            {"anna": 1, "bo": 2},
        ),
        (("anna", None), (), "what files say is of others went to them: anna (1 turn)", {"anna": 1, "default": 1}),
        (("me",), ("--user", "me"), "", {"me": 1}),
        ((None,), ("--user", "me"), "", {"me": 1}),
    ],
)
def test_ingest_says_whose_a_file_is_and_no_flag_is_ignored_in_silence(  # noqa: PLR0913, PLR0917
    cli: Cli, tmp_path: Path, users: tuple[str | None, ...], flags: tuple[str, ...], says: str, got: dict[str, int]
) -> None:
    """FINDINGS 14."""
    done = cli("ingest", str(said_by(tmp_path / "a.jsonl", *users)), *flags, extra={"EPISODIC_MODELS": "/nowhere"})
    assert done.returncode == 0
    assert says in done.stderr
    assert ("went to them" in done.stderr or "as --user says" in done.stderr) == bool(says)
    members = json.loads(cli("users", "--json").stdout)["users"]
    assert {one["user"]: one["turns"] for one in members if one["turns"]} == got
