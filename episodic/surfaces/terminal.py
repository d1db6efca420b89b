"""Where lines go: data to stdout, talk to stderr, colour and progress only on a terminal."""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from episodic.surfaces.render import ANSI, PLAIN, Colour


def show(lines: Iterable[str]) -> None:
    """Print data."""
    for line in lines:
        print(line)


def say(message: str) -> None:
    """Print talk."""
    print(message, file=sys.stderr)


def width() -> int:
    """Return the columns of the terminal, 80 where there is none, 100 at most as longer lines read badly."""
    return min(shutil.get_terminal_size((80, 24)).columns, 100)


def colour() -> Colour:
    """Return the colours stdout takes: none when it is no terminal, or NO_COLOR is set."""
    return ANSI if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else PLAIN


def confirm(question: str) -> bool | None:
    """Ask on a terminal; None where there is nobody to ask."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    say(f"{question} [y/N]")
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


@contextmanager
def bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on a terminal while long work runs; yields what advances it."""
    if not sys.stderr.isatty() or total <= 0:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda count: progress.advance(task, count)
