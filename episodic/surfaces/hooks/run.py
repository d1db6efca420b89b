"""`episodic hook`: one call of an agent's hook. Starts without the command line's libraries and without numpy.

Whatever goes wrong, the agent gets a valid answer in time and exit code 0, and the log gets a line of what it was: ids
and times, nothing of what was said.
"""

import json
import os
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Final, NamedTuple, cast

from episodic.surfaces.hooks.agents import EVENTS, AgentName, Called, called, reply

_SECONDS: Final = 4.0  # an agent waits for us; Claude Code's prompt hook is given 5 when installed
_READING_MS: Final = 60.0  # for the cross-encoder of a server that runs; see `retrieve` on `within`
_LOG: Final = "hooks.log"
_LOG_BYTES: Final = 256_000  # before the older half goes; some 2,000 calls
_TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
_STDIN: Final = 8 << 20  # bytes read; a prompt is shorter


class _Options(NamedTuple):
    event: str = ""
    agent: AgentName = "claude-code"
    user: str = ""
    home: str = ""


def main(arguments: list[str]) -> None:
    """Answer one call and end the process with 0."""
    work = _Work()
    watch = threading.Timer(_SECONDS, work.give_up)
    watch.daemon = True
    watch.start()
    block, trouble = "", ""
    try:
        block = _answer(work, _read(arguments))
    except BaseException as error:  # noqa: BLE001 - an agent must never fail for its memory's sake
        trouble = type(error).__name__
    watch.cancel()
    work.end(block, trouble)


class _Work:
    """One call as far as it is, and its one line for the agent, by whoever is first: the work or the watch over it."""

    def __init__(self) -> None:
        self.call: Called | None = None
        self.home = ""
        self._started = time.monotonic()
        self._lock = threading.Lock()

    def end(self, block: str, trouble: str) -> None:
        """Answer, note what it was, and end the process."""
        with self._lock:  # never given back: whoever comes second waits for the end
            try:
                with suppress(OSError):
                    os.write(1, f"{reply(self.call, block)}\n".encode(errors="replace"))
                if self.call or trouble:
                    _note(self.home, self.call, block, trouble, time.monotonic() - self._started)
            finally:
                os._exit(0)  # what is still open was written; no thread is waited for

    def give_up(self) -> None:
        """Say nothing and end: it took too long."""
        self.end("", "Timeout")


def _read(arguments: list[str]) -> _Options:
    given = {"event": "", "agent": "claude-code", "user": "", "home": ""}
    rest = iter(arguments)
    for word in rest:
        name, _, value = word.partition("=")
        if name.startswith("--") and name[2:] in given:
            given[name[2:]] = value or next(rest, "")
        elif not word.startswith("-"):
            given["event"] = word
    if given["agent"] not in EVENTS:
        raise ValueError(given["agent"])
    return _Options(given["event"], cast("AgentName", given["agent"]), given["user"], given["home"])


def _answer(work: _Work, options: _Options) -> str:
    """Return what the agent is told; nothing where memory is off, or our own language-model backend runs the agent."""
    from episodic.config import IN_BACKEND, load

    config = load(home=options.home or None)
    is_off = config.off or bool(os.environ.get(IN_BACKEND))
    work.home = "" if is_off else str(config.home)
    raw = sys.stdin.buffer.read(_STDIN)  # also where memory is off: an agent's write must not fail
    if is_off:
        return ""
    text = raw.decode("utf-8-sig", "replace")
    said: Any = json.loads(text) if text.strip() else {}
    work.call = called(options.agent, options.event, said) if isinstance(said, dict) else None
    if work.call is None:
        return ""
    from episodic.surfaces.hooks.moments import met

    return met(work.call, options.agent, config, user=options.user, reading=_READING_MS)


def _note(home: str, call: Called | None, block: str, trouble: str, seconds: float) -> None:
    """Add a line to the log of hooks; where that cannot be, nobody is told."""
    if not home:
        return
    line = {
        "at": time.strftime(_TIME, time.gmtime()),
        "event": call.native if call else None,
        "session": call.session if call else None,
        "ms": round(seconds * 1000),
        "characters": len(block),
        "trouble": trouble or None,
    }
    path = os.path.join(home, _LOG)  # noqa: PTH118 - pathlib is loaded by nothing else on the way to a server
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "ab") as file:
            file.write(f"{json.dumps(line)}\n".encode())
            full = file.tell() > _LOG_BYTES
        if full:
            _halve(path)
    except OSError:
        pass


def _halve(path: str) -> None:
    with open(path, "rb") as file:  # noqa: PTH123
        lines = file.read().splitlines(keepends=True)
    partial = f"{path}.{os.getpid()}"
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.writelines(lines[len(lines) // 2 :])
    os.replace(partial, path)  # noqa: PTH105


def last_lines(home: str, *, most: int) -> list[dict[str, Any]]:
    """Return the last lines of the log, the newest first; what is no line of ours is left out."""
    try:
        with open(os.path.join(home, _LOG), "rb") as file:  # noqa: PTH118, PTH123
            lines = file.read().splitlines()[-most:]
    except OSError:
        return []
    found: list[dict[str, Any]] = []
    for line in reversed(lines):
        with suppress(ValueError, KeyError, TypeError):
            said: Any = json.loads(line)
            time.strptime(said["at"], _TIME)
            found.append(cast("dict[str, Any]", said | {"ms": int(said["ms"])}))
    return found
