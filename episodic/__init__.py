"""Episodic: one local memory for AI agents. Public names only; each is loaded when it is first asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from episodic.version import __version__

if TYPE_CHECKING:
    from episodic import llm
    from episodic.consolidate.pipeline import consolidate_buffer
    from episodic.memory.store import Store
    from episodic.recall.hits import Hit, Hits
    from episodic.recall.retrieve import retrieve
    from episodic.rights.doors import EpisodicInjector, SessionBuffer
    from episodic.rights.opening import get_store

__all__ = [
    "EpisodicInjector",
    "Hit",
    "Hits",
    "SessionBuffer",
    "Store",
    "__version__",
    "consolidate_buffer",
    "get_store",
    "llm",
    "retrieve",
]

_HOMES = {
    "EpisodicInjector": "episodic.rights.doors",
    "Hit": "episodic.recall.hits",
    "Hits": "episodic.recall.hits",
    "SessionBuffer": "episodic.rights.doors",
    "consolidate_buffer": "episodic.consolidate.pipeline",
    "Store": "episodic.memory.store",
    "get_store": "episodic.rights.opening",
    "retrieve": "episodic.recall.retrieve",
}


def __getattr__(name: str) -> Any:
    """Load a public name at its first use, so that `import episodic` costs nothing."""
    if name == "llm":
        return import_module("episodic.llm")
    if name not in _HOMES:
        raise AttributeError(f"module 'episodic' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
