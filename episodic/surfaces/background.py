"""Goes on with the work in a process of its own, where a person or an agent would otherwise wait. Knows no store."""

import subprocess
import sys
from typing import Any


def start(*arguments: str) -> None:
    """Run a command of ours detached: it outlives this process, reads nothing and writes nowhere.

    What it cannot do stays pending, or is parked with its reason; `status` shows both.
    """
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    nowhere = subprocess.DEVNULL
    subprocess.Popen(  # noqa: S603 - our own command line
        [sys.executable, "-m", "episodic", *arguments],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        **apart,
    )
