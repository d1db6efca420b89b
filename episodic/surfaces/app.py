"""What all commands share: the application, its boundary for errors, the options, and how a store is opened."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from episodic.errors import EpisodicError

if TYPE_CHECKING:
    from episodic.memory.store import Store

INTERRUPTED = 130
_unwritable: set[Path] = set()  # homes that were opened to be read only, told of at the end if it comes to that


class Boundary(TyperGroup):
    """The one place that turns errors of ours into a line; bugs crash with a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return self._flushed(ctx)
        except EpisodicError as error:
            print(f"episodic: {error}", file=sys.stderr)
            raise SystemExit(1) from None
        except KeyboardInterrupt:
            print("episodic: interrupted; what was saved stays saved, run it again to go on", file=sys.stderr)
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            # The reader has left, as `| head` does; what is still to be flushed at exit goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None

    def _flushed(self, ctx: Any) -> Any:
        """Run a command and push its output out here, where a broken pipe is expected."""
        try:
            done = super().invoke(ctx)
            for home in _unwritable:
                print(f"episodic: {home} cannot be written: what is there was shown, nothing noted", file=sys.stderr)
            return done
        finally:
            sys.stdout.flush()


app = typer.Typer(
    cls=Boundary,
    help="Long-term memory for AI agents, in one SQLite file on your own machine.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich help costs a quarter of a second
)

User = Annotated[str, typer.Option("--user", envvar="EPISODIC_USER", help="Whose memory.", show_default=True)]
Home = Annotated[Path | None, typer.Option("--home", help="The folder it is kept in.", show_default="EPISODIC_HOME")]
Project = Annotated[str | None, typer.Option("--project", envvar="EPISODIC_PROJECT", help="Only this project.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
After = Annotated[str | None, typer.Option("--after", metavar="WHEN", help="From then on: a date, today, 7d, 2w.")]
Within = Annotated[
    float | None, typer.Option("--within", metavar="MS", help="Answer in the order found if reading takes longer.")
]
Before = Annotated[str | None, typer.Option("--before", metavar="WHEN", help="Until then, that day included.")]


@app.callback(invoke_without_command=True)
def main_options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Long-term memory for AI agents, in one SQLite file on your own machine."""
    if version:
        from episodic.version import __version__

        print(__version__)
        raise typer.Exit


def open_store(home: Path | None, user: str) -> "Store":
    """Open the store that the options name."""
    from episodic.config import load
    from episodic.rights.opening import get_store

    store = get_store(user=user, config=load(home=home))
    if store.db.read_only:
        _unwritable.add(store.home)
    return store


def opener(home: Path | None, user: str) -> Any:
    """Return what opens the store of a user a transcript names; one that names none belongs to `user`."""
    opened: dict[str, Store] = {}

    def open_for(name: str | None) -> "Store":
        key = name or user
        if key not in opened:
            opened[key] = open_store(home, key)
        return opened[key]

    return open_for


def typed_out(context: typer.Context, option: str) -> bool:
    """Tell whether a person gave an option on the command line, rather than the environment or nobody."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def project_of(given: str | None, store: "Store") -> str | None:
    """Return the project a person named; where there is none of that name, point out what it may have been."""
    from episodic.surfaces import terminal
    from episodic.surfaces.typed import named_project

    name, hint = named_project(given, store)
    if hint:
        terminal.say(f"episodic: {hint}")
    return name
