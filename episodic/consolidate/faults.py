"""Tells a bug of ours from what the world does to us, and names it without a word of anybody's. Knows no store."""

import traceback
from pathlib import Path
from typing import Final

import apsw

from episodic.errors import EpisodicError
from episodic.version import __version__

_ROOT: Final = Path(__file__).resolve().parent.parent
# A full disk, a file that is locked or unreadable, too little memory: nothing that another version does better.
_WORLD: Final = (EpisodicError, OSError, MemoryError, apsw.BusyError, apsw.FullError, apsw.IOError, apsw.CorruptError)


def is_bug(error: Exception) -> bool:
    """Whether an error is none of our tree's and none of the machine's."""
    return not isinstance(error, _WORLD)


def a_bug(error: BaseException) -> str:
    """Return the line that a person may report."""
    return f"a bug of Episodic {__version__} ({named(error)}): report that line"


def named(error: BaseException) -> str:
    """Return the kind of an error and where in our code it rose: "IndexError in memory/entities.py, look_back, line 1".

    Its message is left out: it may quote what somebody said.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(_ROOT)] or frames
    if not ours:
        return type(error).__name__
    last = ours[-1]
    path = Path(last.filename)
    file = path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else Path(path.name)
    return f"{type(error).__name__} in {file.as_posix()}, {last.name}, line {last.lineno}"
