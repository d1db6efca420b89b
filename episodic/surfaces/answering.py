"""Shows what recall found: notes, what is unfinished and gone on with, and the hits. Finds nothing itself."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from episodic.config import Config

if TYPE_CHECKING:
    from episodic.recall.hits import Hits
    from episodic.surfaces.recalling import Answer


def show(answer: "Answer", config: Config, user: str, *, explain: bool, json: bool) -> None:
    """Print an answer: hits and what is open on standard output, all else on the other."""
    from episodic.surfaces import render, terminal

    found = answer.hits
    for note in (*((answer.hint,) if answer.hint else ()), *found.notes):
        terminal.say(f"episodic: {note}")
    if json:
        terminal.show([render.as_json(render.hits_as_dict(found))])
        return
    if explain and found.read is not None:
        terminal.show(render.read(found.read))
    if found.loops or found.streams:
        terminal.show(_open(found, config, user))
    now, width, colour = config.clock(), terminal.width(), terminal.colour()
    terminal.show(render.hits(found, now=now, width=width, colour=colour, explain=explain))
    if not found:
        terminal.say(answer.nothing)


def _open(found: "Hits", config: Config, user: str) -> Iterator[str]:
    """Yield the loops below their threads, as `episodic loops` does, then the threads without any."""
    from episodic.consolidate.opening import get_store
    from episodic.surfaces import loops, render, terminal

    store, width = get_store(user=user, config=config), terminal.width()
    now, today = config.clock(), config.clock().astimezone(config.local_zone()).date()
    try:
        threads = {stream.id: stream for stream in store.streams() if stream.id in found.streams}
        unfinished = [loop for loop in store.loops() if loop.id in found.loops]
    finally:
        store.close()
    yield from loops.lines(unfinished, today=today, width=width, threads=threads)
    shown = {loop.workstream for loop in unfinished}
    rest = [stream for stream in threads.values() if stream.id not in shown]
    yield from render.streams(rest, now=now, width=width, colour=terminal.colour())
