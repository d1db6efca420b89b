"""`scripts/count_turns.py`: a dumb reading of what people typed agrees with ours, and tells where it does not."""

import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from test_speaking import DECIDED, NOTE, PLAN, PROGRAM_TEXTS, REFUSED, WHICH, channel, command, queue
from test_transcripts_claude_code import Log

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "count_turns.py"


def counted(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(SCRIPT), str(folder), *more],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def every_way() -> Log:
    log = Log().user("u1", "Start.").assistant("a1", "Started.")
    queue(queue(log, "enqueue", "Use port 9090."), "remove", "Use port 9090.").assistant("a2", "Ok.")
    queue(queue(log, "enqueue", "Not this."), "popAll", "Not this.")
    queue(queue(log, "enqueue", "Ship on Friday."), "dequeue").user("u2", "Ship on Friday.").assistant("a3", "Ok.")
    log.user("u3", command("plan", DECIDED)).user("u4", command("review", "167")).user("u5", command("model", "opus"))
    answered = {"type": "tool_result", "tool_use_id": "t1", "content": "User has answered your questions."}
    log.user("r1", [answered], toolUseResult={"answers": {WHICH: "Mollie"}})
    refused = {"type": "tool_result", "tool_use_id": "t2", "is_error": True, "content": f"{REFUSED}Not on Friday{NOTE}"}
    log.user("r2", [refused]).user("p1", f"Implement the following plan:\n\n{PLAN}", planContent=PLAN)
    log.user("c1", channel("Build failed.", source="ci"), isMeta=True, origin={"kind": "channel", "server": "ci"})
    for number, text in enumerate(PROGRAM_TEXTS[:12]):
        log.user(f"n{number}", text)
    return log


@pytest.mark.parametrize("packed", [False, True])
def test_every_way_of_speaking_is_counted_alike(tmp_path: Path, packed: bool) -> None:
    data = every_way().data
    (tmp_path / "below").mkdir()
    file = tmp_path / "below" / ("session.jsonl.xz" if packed else "session.jsonl")
    file.write_bytes(lzma.compress(data) if packed else data)
    done = counted(tmp_path, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["differs"], told["typed"], told["ours"]) == (0, [], 7, 7)
    assert told["struck out"]["taken back into the editor"] == 1


def test_a_text_that_only_one_reading_takes_for_a_persons_is_named(tmp_path: Path) -> None:
    log = Log().user("u1", "Start.").user("u2", "Read HEARTBEAT.md if it exists and follow it.")
    (tmp_path / "session.jsonl").write_bytes(log.data)
    done = counted(tmp_path)
    assert done.returncode == 1
    assert "lost: 'Read HEARTBEAT.md if it exists" in done.stdout


def test_a_rewound_prompt_differs_for_a_reason(tmp_path: Path) -> None:
    log = Log().user("u1", "Start.").assistant("a1", "Ready.").user("b1", "Use 12.").assistant("b2", "12 it is.")
    log.user("c1", "Use 14.", parentUuid="a1").assistant("c2", "14 it is.")
    (tmp_path / "session.jsonl").write_bytes(log.data)
    done = counted(tmp_path, "--all")
    assert done.returncode == 0
    assert "lost: 'Use 12.' (rewound: another prompt took its place)" in done.stdout
