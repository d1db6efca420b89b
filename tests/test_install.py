"""Our hooks in other people's settings: in, once, and out again without a trace."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Cli
from hypothesis import given
from hypothesis import strategies as st

from episodic.surfaces.hooks.agents import EVENTS
from episodic.surfaces.hooks.install import commands
from episodic.surfaces.hooks.jsonc import parse, with_part, without_parts
from episodic.version import __version__

# As people keep them: their own hooks, comments, trailing commas, tabs, one line, no end of line, Windows' line ends.
SETTINGS = {
    "nothing": "",
    "white space": " \n",
    "empty object": "{}",
    "a comment in an empty object": "{/* mine */}",
    "empty object, two lines": "{\n}\n",
    "one line": '{"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}',
    "usual": '{\n  "model": "opus",\n  "env": {"A": "1"}\n}\n',
    "comments": '// mine\n{\n  // keep this\n  "model": "opus", // why\n  /* and\n this */\n  "env": {}, // end\n}\n',
    "trailing comma": '{\n\t"model": "opus",\n}',
    "others' hooks": json.dumps(
        {
            "hooks": {
                "SessionStart": [{"matcher": "startup", "hooks": [{"type": "command", "command": "echo hi"}]}],
                "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "/opt/other hook prompt"}]}],
                "PostToolUse": [],
            },
            "permissions": {"allow": ["Bash(git *)"]},
        },
        indent=4,
    ),
    "windows": '{\r\n  "model": "opus",\r\n  "hooks": {}\r\n}\r\n',
    "strings that look like comments": '{"a": "// no comment", "b": "/* nor this */", "c": "\\"}"}',
    "empty hooks": '{\n  "hooks": {\n    "Stop": [],\n    "SessionStart": [ ]\n  }\n}\n',
    "unicode": '{"name": "Zoë 🌊", "ключ": 1}',
}


def settings(environment: dict[str, str], tmp_path: Path) -> Path:
    environment["CLAUDE_CONFIG_DIR"] = str(tmp_path / "claude")
    path = tmp_path / "claude/settings.json"
    path.parent.mkdir()
    return path


@pytest.mark.parametrize("name", SETTINGS)
def test_what_was_there_keeps_its_bytes_and_uninstall_gives_them_back(
    name: str, cli: Cli, environment: dict[str, str], tmp_path: Path
) -> None:
    path, before = settings(environment, tmp_path), SETTINGS[name].encode()
    path.write_bytes(before)
    done = cli("install", "claude-code")
    assert done.returncode == 0, done.stderr
    now = parse(path.read_bytes().decode()).value
    was = parse(before.decode()).value if before.strip() else {}
    assert ("mine" in path.read_text()) == (b"mine" in before)
    assert {key: value for key, value in now.items() if key != "hooks"} == {
        k: v for k, v in was.items() if k != "hooks"
    }
    for event, groups in was.get("hooks", {}).items():
        assert now["hooks"][event][: len(groups)] == groups
    for event in ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"):
        assert sum("--agent claude-code" in json.dumps(group) for group in now["hooks"][event]) == 1
    again = path.read_bytes()
    assert "has them already" in cli("install", "claude-code").stderr
    assert path.read_bytes() == again
    assert cli("uninstall", "claude-code").returncode == 0
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"], "and no backup is left behind"


def test_what_was_changed_since_stays_when_ours_go(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    path.write_text('{\n  "model": "opus" // mine\n}\n')
    cli("install", "claude-code")
    path.write_text(path.read_text().replace('"opus"', '"haiku"'))
    cli("uninstall", "claude-code")
    assert parse(path.read_text()).value == {"model": "haiku"}
    assert "// mine" in path.read_text()
    assert "episodic" not in path.read_text()


def test_windows_line_ends_stay_when_something_was_changed_since(
    cli: Cli, environment: dict[str, str], tmp_path: Path
) -> None:
    path = settings(environment, tmp_path)
    path.write_bytes(b'{\r\n  "model": "opus"\r\n}\r\n')
    cli("install", "claude-code")
    path.write_bytes(path.read_bytes().replace(b"opus", b"haiku"))
    cli("uninstall", "claude-code")
    assert path.read_bytes() == b'{\r\n  "model": "haiku"\r\n}\r\n'


@pytest.mark.skipif(os.name == "nt", reason="another shell")
def test_a_shell_gives_the_user_and_the_home_as_they_are(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    user, home = "a$HOME `id` \"q\" 'x' \\", tmp_path / "my $(home)"
    assert cli("install", "claude-code", "--user", user, "--home", str(home)).returncode == 0
    line = commands(path)["Stop"].replace(" hook ", " ", 1).partition(" ")
    done = subprocess.run(["sh", "-c", f"printf '%s\\n' {line[2]}"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["Stop", "--agent", "claude-code", "--user", user, "--home", str(home)]


def test_a_file_that_was_not_there_is_gone_again(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    cli("install", "claude-code")
    assert json.loads(path.read_text())["hooks"]["Stop"]
    cli("uninstall", "claude-code")
    assert not path.exists()


@pytest.mark.parametrize(
    "broken",
    [
        "{",
        '{"hooks": [1]}',
        '{"hooks": {"Stop": {}}}',
        "[]",
        "null",
        '{"a": 1} x',
        "\udcff",
        '{"hooks": {}, "hooks": {}}',
    ],
)
def test_what_cannot_be_read_is_not_touched(broken: str, cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path, before = settings(environment, tmp_path), broken.encode("utf-8", "surrogateescape")
    path.write_bytes(before)
    done = cli("install", "claude-code")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before


def test_a_dry_run_shows_the_change_and_makes_none(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    path.write_text("{}\n")
    shown = cli("install", "claude-code", "--dry-run", "--user", "anna o")
    assert '+{"hooks"' in shown.stdout.replace(" ", "") or "UserPromptSubmit" in shown.stdout
    assert "anna o" in shown.stdout
    assert path.read_text() == "{}\n"


def test_it_is_done_though_nobody_reads_what_is_shown(environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "episodic", "install", "claude-code"]
    subprocess.run(command, env=environment, stdout=writing, stderr=subprocess.DEVNULL, check=False)
    os.close(writing)
    assert len(commands(path)) == 5


def test_a_linked_settings_file_stays_a_link(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}\n")
    path.symlink_to(kept)
    cli("install", "claude-code")
    assert path.is_symlink()
    assert "UserPromptSubmit" in kept.read_text()


@pytest.mark.parametrize("agent", ["codex", "gemini"])
def test_other_agents_have_their_own_files_and_events(
    agent: str, cli: Cli, environment: dict[str, str], tmp_path: Path
) -> None:
    environment |= {"CODEX_HOME": str(tmp_path / ".codex"), "HOME": str(tmp_path)}
    name, event = {"codex": (".codex/hooks.json", "Stop"), "gemini": (".gemini/settings.json", "AfterAgent")}[agent]
    assert cli("install", agent).returncode == 0
    hooks = json.loads((tmp_path / name).read_text())["hooks"]
    assert f"hook {event} --agent {agent}" in hooks[event][0]["hooks"][0]["command"]
    assert cli("uninstall", agent).returncode == 0
    assert not (tmp_path / name).exists()


def test_a_blank_user_gets_no_hooks(cli: Cli, environment: dict[str, str], tmp_path: Path) -> None:
    path = settings(environment, tmp_path)
    assert "--user default" in cli("install", "claude-code", "--user", " ").stderr
    assert not path.exists()


def test_an_agent_nobody_knows_is_one_line(cli: Cli) -> None:
    done = cli("install", "emacs")
    assert done.returncode == 1
    assert "claude-code, codex, gemini" in done.stderr


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 1, 4, "\t"]), st.booleans())
def test_any_json_is_read_as_json_reads_it(value: object, indent: int | str | None, spaced: bool) -> None:
    text = json.dumps(value, indent=indent, separators=(",", ":") if spaced else None)
    assert parse(text).value == value


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=4), st.sampled_from([None, 1, 4, "\t"]))
def test_a_member_put_in_and_taken_out_again_leaves_the_rest(
    value: dict[str, object], indent: int | str | None
) -> None:
    value.pop("new", None)
    text = json.dumps(value, indent=indent)
    added = with_part(text, parse(text), '"new": [1]')
    assert parse(added).value == {**value, "new": [1]}
    node = parse(added)
    assert parse(without_parts(added, node, [node.names.index("new")])).value == value
    for place in range(len(node.parts)):
        left = without_parts(added, node, [place])
        assert parse(left).value == {
            name: part.value for n, (name, part) in enumerate(zip(node.names, node.parts, strict=True)) if n != place
        }


def test_the_plugin_folder_has_the_same_hooks_and_version_as_install() -> None:
    root = Path(__file__).resolve().parent.parent
    hooks = json.loads((root / "plugin/hooks/hooks.json").read_text())["hooks"]
    assert set(hooks) == set(EVENTS["claude-code"])
    for event, groups in hooks.items():
        assert groups[0]["hooks"][0]["command"] == f"episodic hook {event} --agent claude-code"
    manifest = json.loads((root / "plugin/.claude-plugin/plugin.json").read_text())
    market = json.loads((root / ".claude-plugin/marketplace.json").read_text())
    assert manifest["version"] == market["plugins"][0]["version"] == __version__
    assert (root / market["plugins"][0]["source"] / ".claude-plugin/plugin.json").exists()


def test_doctor_tells_of_hooks_that_are_missing_gone_or_at_work(
    cli: Cli, environment: dict[str, str], tmp_path: Path
) -> None:
    path = settings(environment, tmp_path)
    environment["EPISODIC_MODELS"] = "/nowhere"
    environment |= {"HOME": str(tmp_path), "CODEX_HOME": str(tmp_path / "codex")}

    def found() -> dict[str, dict[str, object]]:
        told = json.loads(cli("doctor", "--json").stdout)["findings"]
        return {one["name"]: one for one in told if "hook" in one["name"]}

    assert "episodic install" in str(found()["hooks"]["detail"])
    cli("install", "claude-code")
    assert found()["hooks of claude-code"]["ok"]
    assert "none yet" in str(found()["hook calls"]["detail"])
    cli("hook", "SessionStart", stdin=json.dumps({"session_id": "s", "source": "startup"}))
    assert str(found()["hook calls"]["detail"]).startswith("last just now")
    path.write_text(path.read_text().replace("PreCompact", "PreCompacted"))
    assert not found()["hooks of claude-code"]["ok"]
    assert "PreCompact" in str(found()["hooks of claude-code"]["detail"])
    path.unlink()
    assert "plugin" in str(found()["hooks"]["detail"])
    assert str(found()["hook calls"]["detail"]).startswith("last just now")


def test_a_shell_completes_our_commands(cli: Cli, environment: dict[str, str]) -> None:
    environment |= {"_EPISODIC_COMPLETE": "complete_bash", "COMP_WORDS": "episodic rec", "COMP_CWORD": "1"}
    assert cli().stdout.split() == ["recall"]
