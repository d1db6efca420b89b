"""Killed between the event and the commit, nothing is half done: the next start takes the event in."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from episodic import get_store
from episodic.config import Config
from episodic.memory.health import verify_record
from episodic.rights import transfer

SAID = "The printer is on the third floor"


def dies_before(config: Config, *, commit: int, forgetting: bool) -> bool:
    """Remember a fact, or forget it, in a child that dies before its n-th commit; whether it came to its end."""
    child = os.fork()
    if child == 0:
        store = get_store(config=config)
        seen = 0

        def traced(_: object, sql: str, __: object) -> bool:
            nonlocal seen
            seen += sql == "commit"
            if seen == commit:
                os.kill(os.getpid(), signal.SIGKILL)
            return True

        store.db.connection().exec_trace = traced
        store.forget(query="third floor") if forgetting else store.remember(SAID)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed at an exact point")
@pytest.mark.parametrize("forgetting", [False, True])
def test_a_kill_between_the_event_and_the_commit_leaves_all_of_it_or_nothing(
    config: Config, tmp_path: Path, forgetting: bool
) -> None:
    for commit in range(1, 9):
        settings = replace(config, home=tmp_path / f"{commit}", models=tmp_path / "nowhere")
        store = get_store(config=settings)
        store.remember("I live in Lund")
        if forgetting:
            store.remember(SAID)
        store.close()
        done = dies_before(settings, commit=commit, forgetting=forgetting)
        store = get_store(config=settings)
        store.catch_up()
        assert verify_record(store).problems == ()
        assert store.lexical.is_sound()
        assert store.db.rows("pragma foreign_key_check") == []
        before = list(transfer.export(store))
        if forgetting:
            store.close()
            held = b"".join(path.read_bytes() for path in settings.home.rglob("*") if path.is_file())
            assert b"third floor" not in held
        store.close()
        for path in settings.home.glob("episodic.db*"):
            path.unlink()
        assert rebuilt(settings) == before
        if done:
            return
    raise AssertionError("it never came to its end")


def rebuilt(config: Config) -> list[str]:
    from episodic.rights.rebuild import rebuild

    list(rebuild(config, force=False, open_store=lambda user: get_store(user=user, config=config)))
    store = get_store(config=config)
    try:
        return list(transfer.export(store))
    finally:
        store.close()
