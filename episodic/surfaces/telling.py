"""What `context` does, for the command line, for a hook, and in the server that may answer both. Prints nothing."""

from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from episodic.config import Config

if TYPE_CHECKING:
    from episodic.memory.store import Store


class Message(NamedTuple):
    """What an agent's user wrote, or that its `session` begins: then `text` is None.

    `project` is what a person typed where it is `typed`, else its whole name; `folder` is where the agent works, whose
    project it is where none is named.
    """

    session: str
    text: str | None = None
    start: bool = False
    compacted: bool = False
    project: str | None = None
    folder: str | None = None
    typed: bool = False
    fast: bool = False
    within: float | None = None


class Told(NamedTuple):
    """What the agent is told, "" where nothing is worth saying; `hint` says which project may have been meant."""

    block: str
    hint: str = ""


def context(config: Config, user: str, message: Message) -> Told:
    """Return what an agent should know: by the server where one runs, else from here, with the same result.

    Raises:
        InputError: the session or the user id is blank.
        StoreError: the home cannot be opened.
    """
    from episodic.surfaces.warm import client

    told = None if message.fast else client.tell(config, user, message)
    return told or context_here(config, user, message)


def context_here(config: Config, user: str, message: Message) -> Told:
    """Find out in this process; raises as `context` does."""
    from episodic.consolidate.opening import get_store

    with closing(get_store(user=user, config=config)) as store:
        return tell(store, message)


def tell(store: "Store", message: Message) -> Told:
    """Tell from an open memory; raises as `context` does."""
    from episodic.recall.inject import EpisodicInjector
    from episodic.surfaces.typed import named_project

    project, hint = named_project(message.project, store) if message.typed else (message.project, "")
    if message.project is None and message.folder is not None:
        from episodic.capture.whereabouts import project_of

        project = project_of(store.projects, message.folder)
    injector = EpisodicInjector(
        store, session=message.session, project=project, fast=message.fast, within=message.within
    )
    blocks = [injector.start(compacted=message.compacted)] if message.start or message.compacted else []
    if message.text is not None:
        blocks.append(injector.get_context(message.text))
    if store.db.read_only:
        hint = hint or f"{store.home} cannot be written: what was told is not noted, so it may be told again"
    return Told("\n".join(filter(None, blocks)), hint)
