"""The comparison with what could be installed instead: who is left out is told, and nothing leaves the machine."""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CACHE

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import bench_peers
from peers import Ours, Peer, SqliteVec

SCRIPTS = Path(bench_peers.__file__).parent
SAID = [
    "We adopted a grey kitten on Sunday, she sleeps in the sink.",
    "The landlord fixed the boiler at last.",
    "My sister runs her first marathon in Turin.",
    "I sold the old piano to a music school.",
]
ASKED = {"where does the kitten sleep": 0, "what did the music school buy": 3}
CONVERSATION = {
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [{"speaker": "Mia", "dia_id": f"D1:{n}", "text": text} for n, text in enumerate(SAID)],
    },
    "qa": [{"question": question, "evidence": [f"D1:{number}"]} for question, number in ASKED.items()],
}


class Absent(Peer):
    name = "somebody else"
    packages = ("sqlite-vec", "no-such-package-of-anybody")


def test_a_peer_that_is_not_installed_is_skipped_with_the_line_that_brings_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bench_peers.those_here([SqliteVec, Absent]) == [SqliteVec]
    line = "skipped somebody else: pip install sqlite-vec no-such-package-of-anybody brings it\n"
    assert capsys.readouterr().err == line


def test_what_needs_nothing_more_than_we_do_is_told_and_asked_like_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EPISODIC_CACHE", str(CACHE))
    monkeypatch.setenv("EPISODIC_CONFIG", os.devnull)
    data = tmp_path / "tiny.json"
    data.write_text(json.dumps([CONVERSATION]), "utf-8")
    arguments = argparse.Namespace(data=data, conversations=None, json=False)
    result = bench_peers.compared(bench_peers.locomo(arguments), [Ours, SqliteVec], arguments)
    assert (result["questions"], result["rows"]) == (2, 4)
    ways = ["episodic", "episodic, no cross-encoder", "episodic, fast", "sqlite-vec"]
    assert {way: row["mrr"] for way, row in result["methods"].items()} == dict.fromkeys(ways, 1.0)
    assert all(row["disk KB/row"] > 0 for row in result["methods"].values())
    assert "| sqlite-vec | 1.000 |" in capsys.readouterr().out


def test_nothing_leaves_the_machine(tmp_path: Path) -> None:
    """192.0.2.1 is nobody's (RFC 5737)."""
    code = (
        "import socket, sys; from pathlib import Path; from bench_peers import stay_here; stay_here(Path(sys.argv[1]))\n"
        "socket.create_server(('127.0.0.1', 0))\n"
        "socket.getaddrinfo('localhost', 80)\n"
        "for call in (lambda: socket.socket().connect(('192.0.2.1', 80)), lambda: socket.getaddrinfo('a.test', 80)):\n"
        "    try: call()\n"
        "    except PermissionError as error: print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=SCRIPTS, capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.count("nothing leaves the machine") == 2
    assert ran.stderr.splitlines() == ["refused: a connection to 192.0.2.1", "refused: a connection to a.test"]
