"""How a long history comes in: a made-up folder of Claude Code's of any size, read once, again, and after it grew.

The files are as those of a real one are: most small, one a twentieth of all, tool results of 340 KB on one line, one
line in six said by somebody, and last lines torn off.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from bench_speed import show

MEGABYTES: Final = 200
LONG_LINE: Final = 340_000  # bytes of the longest tool results
TORN: Final = 0.1  # of the files end in half a line
GROWN: Final = 5  # files that go on before the third run
WORDS: Final = "the deck needs a chart on slide three because Sarah asked who owns the sensitivity table again".split()

# Reads, journals and indexes, as `ingest` does before it embeds; vectors come later, in the background.
TAKE: Final = """
import json, resource, sys, time
from pathlib import Path
from episodic import get_store
from episodic.surfaces.ingesting import Wanted, take
from episodic.surfaces.tools import search
store = get_store()
began = time.perf_counter()
found = search(["claude-code"])
done = take(Wanted(tools=("claude-code",)), found, lambda _: store)
seconds = time.perf_counter() - began
status = Path("/proc/self/status")  # ru_maxrss is never below what the parent had
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
if status.exists():
    peak = next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
print(json.dumps({
    "seconds": round(seconds, 1),
    "peak_mb": round(peak / 1e6),
    "files_read": done.intake.files, "unchanged": done.unchanged, "added": done.intake.added,
    "known": done.intake.known, "bad_lines": done.intake.bad_lines, "refused": len(done.refused),
}))
"""


def history(arguments: argparse.Namespace) -> dict[str, Any]:
    """Write a history, then take it in three times: new, unchanged, and with a few files grown."""
    megabytes = arguments.megabytes or MEGABYTES
    with tempfile.TemporaryDirectory() as folder:
        claude = Path(folder) / "claude"
        files = list(write(claude / "projects", megabytes * 1_000_000))
        result: dict[str, Any] = {
            "megabytes": round(sum(file.stat().st_size for file in files) / 1e6),
            "files": len(files),
            "largest_mb": round(max(file.stat().st_size for file in files) / 1e6, 1),
        }
        for run in ("first", "again"):
            result |= {f"{run}_{name}": value for name, value in taken(folder, claude).items()}
        for file in files[:GROWN]:
            with file.open("ab") as more:
                more.write(b"\n" + b"".join(_turns(random.Random(len(files)), file.stem, 9_000_000, 20_000)))  # noqa: S311
        result |= {f"grown_{name}": value for name, value in taken(folder, claude).items()}
    show(f"A history of {megabytes} MB, its vectors left for later", result, arguments)
    return result


def taken(folder: str, claude: Path) -> dict[str, Any]:
    """Take a history in, in a process of its own."""
    environment = os.environ | {
        "EPISODIC_HOME": str(Path(folder) / "home"),
        "EPISODIC_CONFIG": os.devnull,
        "CLAUDE_CONFIG_DIR": str(claude),
    }
    run = subprocess.run([sys.executable, "-c", TAKE], env=environment, check=True, capture_output=True, text=True)
    told: dict[str, Any] = json.loads(run.stdout)
    return told


def write(folder: Path, size: int) -> Iterator[Path]:
    """Write files until they are that large together; the first is the largest."""
    chance = random.Random(7)  # noqa: S311 - the same history every time
    left, number = size, 0
    while left > 0:
        wanted = size // 20 if not number else int(chance.paretovariate(1.2) * 300_000)
        path = folder / f"-home-anna-project{number % 12}" / f"5e551011-0000-4000-8000-{number:012}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        torn = chance.random() < TORN
        with path.open("wb") as file:
            for line in _turns(chance, path.stem, number * 100_000, min(wanted, size // 20)):
                file.write(line)
            if torn:
                file.truncate(file.tell() - 40)
        left -= path.stat().st_size
        number += 1
        yield path


def _turns(chance: random.Random, session: str, first: int, size: int) -> Iterator[bytes]:
    """Yield the lines of a session: prompts, answers in parts, tools and what they said."""
    written, number = 0, first
    while written < size:
        number += 1
        if number % 6 == 1:
            line = _record(session, number, "user", " ".join(chance.choices(WORDS, k=20)))
        elif number % 6 == 0:
            line = _record(session, number, "assistant", [_text(" ".join(chance.choices(WORDS, k=60)))])
        elif number % 2:
            long = LONG_LINE if chance.random() < 0.02 else int(chance.expovariate(1 / 6000))
            line = _record(session, number, "user", [{"type": "tool_result", "content": "x y " * (long // 4)}])
        else:
            line = _record(session, number, "assistant", [{"type": "tool_use", "name": "Bash", "input": {}}])
        written += len(line)
        yield line


def _record(session: str, number: int, kind: str, content: object) -> bytes:
    at = (datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number)).isoformat()
    record = {
        "parentUuid": f"{session}-{number - 1}",
        "isSidechain": False,
        "cwd": f"/home/anna/project{int(session[-3:]) % 12}",
        "sessionId": session,
        "type": kind,
        "message": {"role": kind, "id": f"msg_{session}_{number // 6}", "content": content},
        "uuid": f"{session}-{number}",
        "timestamp": at,
    }
    return json.dumps(record).encode() + b"\n"


def _text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}
