"""The house of DESIGN §2: who may import whom, who may print, ask the clock or speak SQL."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import Cli

ROOT = Path(__file__).resolve().parent.parent / "episodic"
FILES = sorted(ROOT.rglob("*.py"))
# A folder may import from those to its right; what stands beside them in the root is below them all.
ORDER = ["surfaces", "rights", "recall", "consolidate", "capture", "memory", "models", "llm", "language", "secrets"]
DOORS = {"__init__", "__main__"}  # the public names and `python -m episodic`: above everything
STONES = {path.stem for path in ROOT.glob("*.py")} - DOORS  # the modules of the root, below all folders
BEDROCK = {"errors", "secrets", "version"}  # what these may import
HEAVY = {"numpy", "onnxruntime", "tokenizers"}
SQL = re.compile(
    r"\bselect\b.+\bfrom\b|\binsert\s+(?:or\s+\w+\s+)?into\b|\breplace\s+into\b|\bdelete\s+from\b"
    r"|\bupdate\s+\w+\s+set\b|\b(?:create|drop|alter)\s+(?:virtual\s+)?(?:table|view|index|trigger)\b|\bpragma\s+\w+",
    re.IGNORECASE | re.DOTALL,
)
CLOCKS = {"now", "utcnow", "today", "time", "time_ns", "localtime", "gmtime"}
ENVIRONMENT = {"environ", "environb", "getenv", "getenvb", "putenv"}


def _name(path: Path) -> str:
    return path.relative_to(ROOT.parent).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _room(path: Path) -> str:
    """The folder of a file, or its own name when it stands in the root."""
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def _imports(path: Path) -> Iterator[str]:
    """Every module named by an import anywhere in a file, inside functions and for type checkers too."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written in full"
            assert node.module
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _ours(path: Path) -> set[str]:
    """The rooms a file imports from."""
    rooms = {name.split(".")[1] for name in _imports(path) if name.startswith("episodic.")}
    return {room for room in rooms if (ROOT / room).is_dir() or (ROOT / f"{room}.py").is_file()}


def _outside(path: Path) -> set[str]:
    return {name.split(".")[0] for name in _imports(path)}


def _called(path: Path) -> set[str]:
    calls = (node.func for node in ast.walk(_tree(path)) if isinstance(node, ast.Call))
    return {function.id for function in calls if isinstance(function, ast.Name)}


def _sql(path: Path) -> list[str]:
    """The strings of a file that are SQL, docstrings aside."""
    nodes = list(ast.walk(_tree(path)))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in prose)
    return [text for text in texts if isinstance(text, str) and SQL.search(text)]


def _outer_world(path: Path) -> set[str]:
    """What a file asks of the clock on the wall and of the environment; a stopwatch is no clock."""
    asked = {name for name in _imports(path) if name.startswith(("os.environ", "os.getenv", "time.time"))}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            base, name = node.value.id, node.attr
            if (base in {"datetime", "date", "time"} and name in CLOCKS) or (base == "os" and name in ENVIRONMENT):
                asked.add(f"{base}.{name}")
    return asked


def _code_lines(path: Path) -> int:
    """The lines of a file without its tables: words and patterns are as many as there are, and split nothing."""
    tree = _tree(path)
    tables = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return len(path.read_text("utf-8").splitlines()) - sum((node.end_lineno or 0) - node.lineno for node in tables)


def test_imports_point_only_down() -> None:
    wrong = {}
    for path in FILES:
        room = _room(path)
        if room in DOORS:
            continue
        below = ORDER[ORDER.index(room) :] + sorted(STONES) if room in ORDER else [room, *BEDROCK]
        if astray := _ours(path) - {*below}:
            wrong[_name(path)] = astray
    assert wrong == {}


def test_every_folder_has_its_place_in_the_order() -> None:
    assert {_room(path) for path in FILES if path.parent != ROOT} <= {*ORDER}


def test_only_memory_speaks_sql() -> None:
    assert {_name(path) for path in FILES if _sql(path) and _room(path) != "memory"} == set()


def test_the_search_for_sql_finds_what_memory_says() -> None:
    for name in ("db", "embeddings", "lexical", "memories", "store", "tombstones", "turns", "vectors"):
        assert _sql(ROOT / "memory" / f"{name}.py")
    assert not SQL.search("taken from the journal; insert a line, update it, select what you like")


def test_only_models_runs_models() -> None:
    users = {_room(path) for path in FILES if _outside(path) & {"onnxruntime", "tokenizers"}}
    assert users == {"models"}


def test_only_its_own_backend_imports_a_vendors_package() -> None:
    users = {_name(path) for path in FILES if _outside(path) & {"anthropic", "openai", "httpx", "httpx2"}}
    assert users == {"episodic/llm/anthropic.py"}


def test_only_surfaces_print() -> None:
    speakers = {
        _room(path) for path in FILES if _outside(path) & {"typer", "rich"} or _called(path) & {"print", "input"}
    }
    assert speakers == {"surfaces"}


def test_clock_and_environment_are_passed_in() -> None:
    """Only the surfaces and the settings look at the clock on the wall or at the environment."""
    asked = {_name(path): found for path in FILES if (found := _outer_world(path)) and _room(path) != "surfaces"}
    assert asked == {"episodic/config.py": {"datetime.now", "os.environ"}}


def test_what_is_remembered_without_a_limit_is_no_text() -> None:
    """A process that lives on empties what is remembered of texts, and finds it by its limit."""
    kept = {}
    for path in FILES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef) and "cache" in {ast.unparse(one) for one in node.decorator_list}:
                kept[f"{_name(path)}:{node.name}"] = {ast.unparse(one.annotation or node) for one in node.args.args}
    assert kept
    assert {name: types for name, types in kept.items() if types - {"Tongue", "Tongue | None"}} == {}


def test_no_file_is_named_for_nothing() -> None:
    assert not {path.stem for path in FILES} & {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


def test_every_module_says_what_it_is() -> None:
    assert [_name(path) for path in FILES if not ast.get_docstring(_tree(path))] == []


def test_every_folder_is_a_package() -> None:
    assert not [folder for folder in {path.parent for path in FILES} if not (folder / "__init__.py").is_file()]


def test_no_file_is_too_long_to_read() -> None:
    assert {_name(path): lines for path in FILES if (lines := _code_lines(path)) > 450} == {}


def test_importing_the_command_line_opens_nothing_heavy() -> None:
    """Case 125: `--help` once took five seconds elsewhere, all of it imports nobody needed yet."""
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import episodic.surfaces.cli"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.rsplit("|", 1)[-1].strip() for line in ran.stderr.splitlines()}
    assert "episodic.surfaces.cli" in imported
    assert not {name.split(".")[0] for name in imported} & {*HEAVY, "anthropic", "apsw", "rich"}


COMMAND = """
import atexit, sys
atexit.register(lambda: print("LOADED", *sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr))
sys.argv = ["episodic", *sys.argv[1:]]
from episodic.surfaces.cli import main
main()
"""


def _loaded(*arguments: str, environment: dict[str, str]) -> set[str]:
    ran = subprocess.run(
        [sys.executable, "-c", COMMAND, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return set(ran.stderr.rsplit("LOADED", 1)[1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("stats",),
        ("loops",),
        ("recall", "--help"),
        ("remember", "The deck has 14 slides"),
        ("recall", "--fast", "deck"),
        ("who",),
        ("who", "sarah"),
    ],
    ids=" ".join,
)
def test_a_command_without_meaning_starts_without_numpy(
    arguments: tuple[str, ...], environment: dict[str, str], cli: Cli
) -> None:
    """Case 125."""
    assert cli("remember", "The deck is blue").returncode == 0
    loaded = _loaded(*arguments, environment=environment)
    assert {"episodic", "typer"} <= loaded
    assert not loaded & HEAVY
