"""Goes on with the work in a process of its own, where a person or an agent would otherwise wait. Knows no store."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import episodic


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    """Run a command of ours detached: it outlives this process, reads nothing and writes nowhere.

    What it cannot do stays pending, or is parked with its reason; `status` shows both.
    """
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, *_safely(), "-m", "episodic", *arguments],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        **apart,
    )


def _safely() -> list[str]:
    """Keep Python from looking for modules in the folder it is started in: it may be somebody else's repository."""
    try:
        is_ours = Path(episodic.__file__).parent.parent.samefile(Path.cwd())
    except OSError:
        is_ours = False
    return [] if is_ours else ["-P"]
