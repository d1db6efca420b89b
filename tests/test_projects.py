"""Which project a folder is of: by its repository, not by its name; CASES 73, 74. Real files, no git."""

import json
from pathlib import Path

import pytest
from conftest import Cli

from episodic.capture.projects import identify, short_name


def repository(root: Path, *, remote: str | None = None, name: str = "origin") -> Path:
    """Make what `git init` and `git remote add` would."""
    (root / ".git").mkdir(parents=True)
    section = f'[remote "{name}"]\n\turl = {remote}\n\tfetch = +refs/heads/*:refs/remotes/{name}/*\n' if remote else ""
    (root / ".git" / "config").write_text(f"[core]\n\tbare = false\n{section}[branch]\n", "utf-8")
    return root


@pytest.mark.parametrize(
    "remote",
    [
        "https://github.com/Acme/api.git",
        "https://github.com/acme/api/",
        "git@github.com:acme/api.git",
        "ssh://git@github.com:22/acme/api.git",
        "https://user:hunter2secret@github.com/acme/api.git",
        "https://ghp_abcdefghijklmnopqrstuvwxyz0123456789@github.com/acme/api?token=hunter2secret",
    ],
)
def test_every_way_to_write_a_remote_is_one_project_and_holds_no_secret(tmp_path: Path, remote: str) -> None:
    assert identify(str(repository(tmp_path / "x", remote=remote))) == "github.com/acme/api"


def test_two_folders_of_one_name_are_two_projects(tmp_path: Path) -> None:
    """CASES 73."""
    one, other = (identify(str(repository(tmp_path / side / "api"))) for side in ("a", "b"))
    assert one
    assert other
    assert one != other
    assert short_name(one) == short_name(other) == "api"


def test_two_clones_of_a_remote_are_one_project(tmp_path: Path) -> None:
    clones = [repository(tmp_path / name, remote="git@example.org:team/tool.git") for name in ("one", "two")]
    assert {identify(str(clone)) for clone in clones} == {"example.org/team/tool"}


def test_a_folder_inside_is_of_the_same_project(tmp_path: Path) -> None:
    inside = repository(tmp_path / "api", remote="https://x.org/a/api") / "src" / "deep"
    inside.mkdir(parents=True)
    assert identify(str(inside)) == "x.org/a/api"


@pytest.mark.parametrize("remote", [None, "https://x.org/a/api"])
def test_a_worktree_is_of_its_clones_project(tmp_path: Path, remote: str | None) -> None:
    main, tree = repository(tmp_path / "api", remote=remote), tmp_path / "api-fix"
    own = main / ".git" / "worktrees" / "api-fix"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n", "utf-8")
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {own}\n", "utf-8")
    assert identify(str(tree)) == identify(str(main)) is not None


def test_a_remote_that_is_a_folder_shows_its_name_and_no_path(tmp_path: Path) -> None:
    clones = [repository(tmp_path / name, remote=str(tmp_path / "srv" / "api.git")) for name in ("one", "two")]
    found = {identify(str(clone)) for clone in clones}
    assert len(found) == 1
    assert found.pop().startswith("api-")  # type: ignore[union-attr]


def test_an_address_nobody_understands_shows_no_secret(tmp_path: Path) -> None:
    found = identify(str(repository(tmp_path / "x", remote="https://me:hunter2secret@github.com")))
    assert found is not None
    assert "hunter2" not in found


def test_without_origin_the_first_remote_counts(tmp_path: Path) -> None:
    assert identify(str(repository(tmp_path / "x", remote="https://x.org/a/b", name="upstream"))) == "x.org/a/b"


@pytest.mark.parametrize("cwd", [None, "", "relative/path", "/no/such/folder", "C:\\Users\\me", "\0"])
def test_a_folder_that_is_not_here_says_nothing(cwd: str | None) -> None:
    assert identify(cwd) is None


@pytest.mark.parametrize("config", ["", '[remote "origin"', '[remote "origin"]\n\turl', "\0\xff", "[remote]\nurl=x"])
def test_a_broken_config_counts_as_no_remote(tmp_path: Path, config: str) -> None:
    root = repository(tmp_path / "api")
    (root / ".git" / "config").write_text(config, "utf-8")
    found = identify(str(root))
    assert found is not None
    assert found.startswith("api-")


@pytest.mark.parametrize(
    ("project", "name"),
    [
        ("github.com/acme/api", "api"),
        ("/home/me/api", "api"),
        ("api-1a2b3c4d", "api"),
        ("C:\\work\\api", "api"),
        ("api", "api"),
    ],
)
def test_people_call_a_project_by_its_last_part(project: str, name: str) -> None:
    assert short_name(project) == name


def session(cwd: Path, text: str, ident: str) -> str:
    """Return a Claude Code session of one turn."""
    record = {
        "type": "user",
        "sessionId": ident,
        "cwd": str(cwd),
        "uuid": f"{ident}-1",
        "timestamp": "2026-11-20T10:00:00.000Z",
        "message": {"role": "user", "content": text},
    }
    return json.dumps(record) + "\n"


def projects(cli: Cli) -> dict[str, str]:
    """Return the projects known, with their names."""
    known = json.loads(cli("who", "--json").stdout)["known"]
    return {one["identity"]: one["name"] for one in known if one["kind"] == "project"}


def test_a_session_is_filed_under_its_repository_and_else_under_its_folder(cli: Cli, tmp_path: Path) -> None:
    here = repository(tmp_path / "work" / "api", remote="https://me:hunter2secret@github.com/acme/api.git")
    for place, cwd in enumerate((here, Path("/elsewhere/api"))):
        (tmp_path / f"{place}.jsonl").write_text(
            session(cwd, f"We decided to use Kafka for queue {place}.", f"s{place}"), "utf-8"
        )
        assert cli("ingest", str(tmp_path / f"{place}.jsonl"), extra={"EPISODIC_MODELS": "/nowhere"}).returncode == 0
    assert projects(cli) == {"github.com/acme/api": "api", "/elsewhere/api": "api"}
    assert "github.com/acme/api" in cli("recall", "queue", "--fast", "--project", "api").stderr


def test_a_project_spelt_otherwise_is_pointed_out_and_its_last_part_will_do(cli: Cli) -> None:
    """CASES 74."""
    assert cli("remember", "We decided to use Kafka.", "--project", "acme/My-App").returncode == 0
    for spelt in ("my_app", "myapp", "My-Ap"):
        assert "did you mean acme/My-App?" in cli("recall", "kafka", "--fast", "--project", spelt).stderr
    assert "Kafka" in cli("recall", "kafka", "--fast", "--project", "my-app").stdout
    assert cli("recall", "kafka", "--fast", "--project", "unlike").stderr == "nothing found\n"
    assert "did you mean acme/My-App?" in cli("episodes", "--project", "my_app").stderr
