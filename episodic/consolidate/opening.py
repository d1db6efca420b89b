"""Opens a memory that knows what is current: facts written by hand are judged as all others are. Knows no SQL."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from episodic.config import Config
from episodic.memory.owner import Rights
from episodic.memory.store import Store, open_store
from episodic.records import Kind, Neighbour, Turn, Verdict


def get_store(
    home: str | Path | None = None,
    user: str = "default",
    *,
    clock: Callable[[], datetime] | datetime | None = None,
    config: Config | None = None,
    rights: Rights | None = None,
) -> Store:
    """Open a user's memory, made if it is new; the public way is `rights/opening.py`, which names its owner's rights.

    Args:
        home: its folder; None: `EPISODIC_HOME`, else the platform's data folder.
        user: whose memory; any text that is not blank.
        clock: the time, or what tells it, for tests and demos; None: `EPISODIC_NOW`, else the real one.
        config: settings already resolved; None reads the environment and the user's config.toml.
        rights: what forgets; None: nothing does.

    Raises:
        ConfigError: a setting cannot be read.
        StoreError: the home cannot be opened.
    """
    return open_store(home, user, clock=clock, config=config, judge=_judge, introduce=_introduce, rights=rights)


def _judge(text: str, neighbours: Sequence[Neighbour], *, kind: Kind, duplicate: float) -> Verdict:
    """Judge without a language model, loaded when something is first written: reading needs none of it."""
    from episodic.consolidate.referee import judge

    return judge(text, neighbours, kind=kind, duplicate=duplicate)


def _introduce(store: Store, turns: Sequence[Turn], *, project: str | None) -> None:
    """Make known whom a turn written by hand introduces, loaded when something is."""
    from episodic.consolidate.introductions import introduce

    introduce(store, turns, project=project)
