"""What asker and server say to each other: a question with all its settings, and its answer. Knows no socket."""

import os
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from episodic import errors
from episodic.config import Config
from episodic.errors import EpisodicError
from episodic.surfaces.recalling import Answer, Asked
from episodic.surfaces.telling import Message, Told

MALFORMED: Final = (KeyError, TypeError, ValueError, AttributeError)  # what reading something malformed raises
_PATHS: Final = ("home", "cache", "models")
# What is told of the disk or of model files is told by who was asked, who may see another disk by now.
_TOLD_BY_THE_ASKER: Final = (errors.StoreError, errors.ModelError)


def question(config: Config, user: str, asked: Asked | Message) -> dict[str, Any] | None:
    """Return a question, or a message of an agent's user, as JSON has it, with everything that decides its answer.

    None where that cannot be said: the clock is a function, there is no home yet, which its owner makes, or the models
    are in a folder named from here, whose name an answer may tell.
    """
    if callable(config.now) or (config.models is not None and not config.models.is_absolute()):
        return None
    settings = {field.name: getattr(config, field.name) for field in fields(Config)}
    settings |= {name: os.path.abspath(path) for name in _PATHS if (path := settings[name]) is not None}  # noqa: PTH100 - resolve() would follow links
    settings["now"] = config.now.isoformat() if config.now is not None else None
    try:
        home = identity(config.home)
    except OSError:
        return None
    return {"settings": settings, "user": user, "asked": asked._asdict(), "home": home, "zone": zone(config)}


def settings_of(document: Mapping[str, Any]) -> tuple[Config, str]:
    """Return the settings and the user that `question` made this of; raises what is `MALFORMED`."""
    settings = dict(document["settings"])
    settings |= {name: Path(settings[name]) for name in _PATHS if settings[name] is not None}
    if settings["now"] is not None:
        settings["now"] = datetime.fromisoformat(settings["now"])
    return Config(**settings), str(document["user"])


def identity(folder: Path) -> list[int]:
    """Return which folder a path leads to: a server may see another one there, from before or in another container."""
    found = folder.stat()
    return [found.st_dev, found.st_ino]


def zone(config: Config) -> list[Any] | None:
    """Return the system's zone where the settings name none: the server may have been started in another one."""
    if config.zone:
        return None
    here = config.local_zone()
    offset = here.utcoffset(None)
    return [offset.total_seconds() if offset is not None else None, here.tzname(None)]


def answer(found: Answer) -> dict[str, Any]:
    """Return an answer as JSON has it."""
    from episodic.recall import wire

    return {**found._asdict(), "hits": wire.packed(found.hits)}


def refusal(error: EpisodicError) -> dict[str, Any]:
    """Return an error of ours as JSON has it."""
    if isinstance(error, _TOLD_BY_THE_ASKER):
        return {"refused": "ask the disk"}
    return {"error": type(error).__name__, "message": str(error)}


def answer_of(document: Mapping[str, Any]) -> Answer | None:
    """Return the answer a server gave; None where it gave none.

    Raises:
        EpisodicError: answering raised it.
    """
    from episodic.recall import wire

    try:
        if "error" in document:
            raise _error_of(document)
        return Answer(wire.unpacked(document["hits"]), document["hint"], document["nothing"])
    except MALFORMED:
        return None


def told_of(document: Mapping[str, Any]) -> Told | None:
    """Return what a server tells an agent; None where it told nothing.

    Raises:
        EpisodicError: finding out raised it.
    """
    try:
        if "error" in document:
            raise _error_of(document)
        return Told(str(document["block"]), str(document["hint"]))
    except MALFORMED:
        return None


def _error_of(document: Mapping[str, Any]) -> EpisodicError:
    kind = getattr(errors, document["error"])
    if not issubclass(kind, EpisodicError):
        raise TypeError(kind)
    error: EpisodicError = kind(document["message"])
    return error
