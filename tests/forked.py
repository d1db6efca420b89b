"""Runs commands as processes of their own without starting Python anew for each.

Starting Python, reading our modules and compiling their patterns takes 0.3 s of a command that reads and 1.5 s of one
that takes something in. A process that has done it once is forked for each command: a store, models, streams, a folder
and an environment each has for itself. Knows nothing of what the commands do.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import apsw

POSSIBLE = sys.platform == "linux"  # elsewhere a fork without a new program is not safe, or not there
PATIENCE = 120  # seconds
_HEAVY = ("asyncio", "numpy", "onnxruntime", "tokenizers", "sqlite_vec", "rich.progress", "mcp.server")
_ends: list[int] = []  # how the command of this process ended, where it ended as it meant to


class Forked:
    """A process that has read the code, and forks itself for every command; any number of them at once."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._lock = Lock()
        self._door, theirs = socket.socketpair()
        with closing(theirs):
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def start(
        self,
        arguments: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path | str | None = None,
        stdin: bytes = b"",
    ) -> "Command":
        """Start `python -m episodic` with these arguments, as `subprocess.Popen` does."""
        folder = str(folder or Path.cwd())
        asked = json.dumps({"arguments": arguments, "environment": dict(environment), "folder": folder}).encode()
        (their_in, our_in), (our_out, their_out), (our_err, their_err) = os.pipe(), os.pipe(), os.pipe()
        ending, their_ending = socket.socketpair()
        theirs = [their_in, their_out, their_err, their_ending.detach()]
        try:
            with self._lock:
                socket.send_fds(self._door, [len(asked).to_bytes(4)], theirs)
                self._door.sendall(asked)
        finally:
            for end in theirs:
                os.close(end)
        return Command(ending, our_in, our_out, our_err, stdin=stdin)

    def close(self) -> None:
        """End the process."""
        self._door.close()
        self._process.wait(PATIENCE)


class Command:
    """A command that runs; used as a `subprocess.Popen` is."""

    def __init__(self, ending: socket.socket, *ends: int, stdin: bytes) -> None:
        self.returncode: int | None = None
        self._ending = ending
        pool = ThreadPoolExecutor(3)
        self._written = pool.submit(_write, ends[0], stdin)
        self._read = [pool.submit(_read, end) for end in ends[1:]]
        pool.shutdown(wait=False)
        self.pid = _number(ending)

    def poll(self) -> int | None:
        """Tell how it ended; None while it runs."""
        if self.returncode is None and select.select([self._ending], [], [], 0)[0]:
            self._note()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, as long as it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def communicate(self, timeout: float = PATIENCE) -> tuple[bytes, bytes]:
        """Wait for its end; returns what it wrote to its output and its errors."""
        if self.returncode is None and not select.select([self._ending], [], [], timeout)[0]:
            os.kill(self.pid, signal.SIGKILL)
            raise TimeoutError(f"killed after {timeout} s")
        self.poll()
        self._written.result()
        out, err = (one.result() for one in self._read)
        return out, err

    def _note(self) -> None:
        self.returncode = _number(self._ending)
        self._ending.close()


def _number(ending: socket.socket) -> int:
    return int.from_bytes(ending.recv(8, socket.MSG_WAITALL), signed=True)


def _write(end: int, data: bytes) -> None:
    with suppress(BrokenPipeError), open(end, "wb") as pipe:
        pipe.write(data)


def _read(end: int) -> bytes:
    with open(end, "rb") as pipe:
        return pipe.read()


def _prepare() -> None:
    """Read what any command may read later: all modules of ours, and what they read when they are used."""
    import episodic

    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # what it starts would not outlive a fork
    for found in pkgutil.walk_packages(episodic.__path__, "episodic."):
        if found.name != "episodic.__main__":
            importlib.import_module(found.name)
    for name in _HEAVY:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # nothing of it is written to, so that nothing of it is copied


def _serve(door: socket.socket) -> dict[str, Any] | None:
    """Fork for every command asked for; returns the command in the process that is to run it, else None."""
    while True:
        with suppress(ChildProcessError):  # those that waited for the commands before
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        length, ends, _, _ = socket.recv_fds(door, 4, 4)
        if not length:
            return None
        asked: dict[str, Any] = json.loads(door.recv(int.from_bytes(length), socket.MSG_WAITALL))
        if not os.fork():
            door.close()
            _wait_for_it(*ends)
            return asked
        for end in ends:
            os.close(end)


def _wait_for_it(*ends: int) -> None:
    """Fork once more: the new process goes on with these streams, this one tells how it ended and ends too."""
    *streams, ending = ends
    pid = os.fork()
    for number, stream in enumerate(streams):
        if not pid:
            os.dup2(stream, number)
        os.close(stream)
    with socket.socket(fileno=ending) as told:
        if not pid:
            return
        told.sendall(pid.to_bytes(8, signed=True))
        _, status = os.waitpid(pid, 0)
        told.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, signed=True))
    os._exit(0)


def _leave() -> None:
    """Leave without taking apart what the process has read, which would copy all of it first.

    Only databases are closed, as they are at the end of Python: it is then that SQLite puts its log into the file.
    """
    if _ends:
        for connection in apsw.connections():
            connection.close()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_ends[0])


def _main() -> None:
    atexit.register(_leave)  # the first to be registered is the last to be run
    _prepare()
    asked = _serve(socket.socket(fileno=int(sys.argv[1])))
    if asked is None:
        return
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    os.chdir(asked["folder"])
    sys.path[0] = asked["folder"]
    sys.argv = ["", *asked["arguments"]]
    try:
        runpy.run_module("episodic", run_name="__main__", alter_sys=True)
        _ends.append(0)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            _ends.append(end.code or 0)
        raise


if __name__ == "__main__":
    _main()
