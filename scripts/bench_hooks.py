"""How long an agent waits for its memory: hooks in a large store, process start included, and MCP's first answer."""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

import scale_store
from bench_recall import show
from made_up import Talker

RUNS: Final = 50
BARE: Final = """
from mcp.server import MCPServer
server = MCPServer("bare")
@server.tool()
def recall(query: str) -> str:
    "Search."
    return query
server.run()
"""


def hooks(arguments: argparse.Namespace) -> dict[str, Any]:
    """Call the prompt hook RUNS times, each in a session of its own: by words alone, then through the server."""
    size = int((arguments.items or "100000").split(",")[0])
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.data / str(size) if arguments.data else Path(temporary)
        if not (folder / "built.json").exists():
            (folder / "built.json").write_text(json.dumps(scale_store.build(folder, size)), "utf-8")
        now = scale_store.NOW.isoformat()
        environment = os.environ | {"EPISODIC_HOME": str(folder / scale_store.HOME), "EPISODIC_NOW": now}
        command = [sys.executable, "-m", "episodic"]
        floor = _times(lambda _: _run([sys.executable, "-c", "pass"], environment, b""))
        cold = _times(lambda n: _call(command, environment | {"EPISODIC_SERVE": "off"}, f"cold {n}"))
        _run([*command, "serve", "--background"], environment, b"")
        try:
            for n in range(5):
                _call(command, environment, f"warming {n}")
            warm = _times(lambda n: _call(command, environment, f"warm {n}"))
        finally:
            _run([*command, "serve", "--stop"], environment, b"")
    table = {
        "python alone": _spread(floor),
        "prompt hook, by words": _spread(cold),
        "prompt hook, through the server": _spread(warm),
        **_protocol(),
    }
    show(f"{size:,} items, {RUNS} runs, seconds with the process's start", table, arguments)
    return table


def _call(command: list[str], environment: Mapping[str, str], session: str) -> None:
    """Call the hook as an agent does, and see that what it answers is JSON."""
    said = {"session_id": session, "cwd": "", "prompt": Talker(seed=hash(session) % 1000).question()}
    done = _run([*command, "hook", "UserPromptSubmit"], environment, json.dumps(said).encode())
    assert isinstance(json.loads(done), dict)


def _protocol() -> dict[str, dict[str, float]]:
    """Time the first answer of `episodic mcp` and of a bare server of the same SDK, in turn."""
    started: dict[str, list[float]] = {"bare MCP server": [], "episodic mcp": []}
    for _ in range(10):
        started["bare MCP server"].append(asyncio.run(_initialize("-c", BARE)))
        started["episodic mcp"].append(asyncio.run(_initialize("-m", "episodic", "mcp")))
    return {name: _spread(times) for name, times in started.items()}


async def _initialize(*arguments: str) -> float:
    from mcp import Client, StdioServerParameters

    begun = time.perf_counter()
    async with Client(StdioServerParameters(command=sys.executable, args=[*arguments], env=dict(os.environ))):
        return time.perf_counter() - begun


def _times(do: Callable[[int], object]) -> list[float]:
    taken = list[float]()
    for n in range(RUNS):
        begun = time.perf_counter()
        do(n)
        taken.append(time.perf_counter() - begun)
    return taken


def _spread(taken: list[float]) -> dict[str, float]:
    return {"p50": round(median(taken), 3), "p95": round(sorted(taken)[int(len(taken) * 0.95)], 3)}


def _run(command: list[str], environment: Mapping[str, str], said: bytes) -> bytes:
    return subprocess.run(command, env=environment, input=said, check=True, capture_output=True).stdout
