"""Opens a memory with all that its owner may do to it: the public way in. Knows no SQL and no rule."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from episodic.config import Config
from episodic.consolidate import opening
from episodic.errors import InputError
from episodic.memory.owner import Receipt
from episodic.memory.store import Store


def get_store(
    home: str | Path | None = None,
    user: str = "default",
    *,
    clock: Callable[[], datetime] | datetime | None = None,
    config: Config | None = None,
) -> Store:
    """Open a user's memory, made if it is new.

    Args:
        home: its folder; None: `EPISODIC_HOME`, else the platform's data folder.
        user: whose memory; any text that is not blank.
        clock: the time, or what tells it, for tests and demos; None: `EPISODIC_NOW`, else the real one.
        config: settings already resolved; None reads the environment and the user's config.toml.

    Raises:
        ConfigError: a setting cannot be read.
        StoreError: the home cannot be opened.
    """
    return opening.get_store(home, user, clock=clock, config=config, rights=_forget)


def _forget(
    store: Store, ids: Sequence[int], *, everything: bool = False, verify: bool = False, **bounds: Any
) -> Receipt:
    """Forget, loaded when something is: reading and writing need none of it."""
    from episodic.rights.forget import forget, forget_all, wanted

    named = any(bound is not None for name, bound in bounds.items() if name != "with_history") or bool(ids)
    if named == everything:
        raise InputError("say what to forget: numbers, a query, a session, a project, a time, a source, or everything")
    if everything:
        return forget_all(store, verify=verify)
    return forget(store, wanted(store, ids, **bounds), verify=verify)
