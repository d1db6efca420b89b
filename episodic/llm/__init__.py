"""The one seam to any language model: which one is active, and a client around it. Knows no prompt and no memory.

    from episodic import llm
    llm.set_backend(obj)    # obj: async ask(system_prompt, user_prompt, *, model=None) -> str

Without a `set_backend`, the settings say which one; by default none, and then no text leaves this machine.
"""

from collections.abc import MutableMapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.errors import EpisodicError, InputError

if TYPE_CHECKING:
    from episodic.config import Config
    from episodic.llm.backend import Backend, Request
    from episodic.llm.client import Client
    from episodic.llm.ledger import Ledger
    from episodic.llm.scripted import ScriptedLLM
    from episodic.llm.settings import Settings

__all__ = ["Active", "Request", "ScriptedLLM", "active", "connect", "set_backend"]


class _Seam:
    """What this process has chosen and spent."""

    backend: "Backend | None" = None
    ledger: "Ledger | None" = None


_seam: Final = _Seam()


class Active(NamedTuple):
    """Which language model is active and where text goes for it. `trouble`: why it cannot be asked, "" when it can."""

    name: str  # none, anthropic, openai, or the class of your own object
    model: str = ""
    host: str = ""  # empty: this process
    local: bool | None = True  # no text leaves this machine; None, with an object of your own: you know, we do not
    trouble: str = ""


def set_backend(obj: "Backend | None") -> None:
    """Use an object of your own from now on, in this process; None goes back to the settings.

    Raises:
        InputError: it has no method `ask`.
    """
    if obj is not None and (isinstance(obj, type) or not callable(getattr(obj, "ask", None))):
        line = "a backend is an object with `async def ask(self, system_prompt, user_prompt, *, model=None) -> str`"
        raise InputError(f"{line}: give one, or None")
    _seam.backend = obj


def active(config: "Config", *, environ: MutableMapping[str, str] | None = None) -> Active:
    """Say which language model is active, without asking it or importing it."""
    if _seam.backend is not None:
        return Active(type(_seam.backend).__name__, config.llm_model, local=None)
    if config.llm == "none":
        return Active("none")
    settings, environ = _resolved(config, environ)
    from episodic.llm.settings import check

    trouble = ""
    try:
        check(settings, environ)
    except EpisodicError as error:
        trouble = str(error)
    return Active(config.llm, settings.model, settings.host, settings.local, trouble)


def connect(
    config: "Config",
    *,
    ledger: "Ledger | None" = None,
    environ: MutableMapping[str, str] | None = None,
) -> "Client | None":
    """Return a client for one run, or None where there is no language model.

    Args:
        config: the settings.
        ledger: where calls are counted; None: in memory, for all runs of this process.
        environ: where keys are looked up; None: the process's own.

    Raises:
        ConfigError: the settings name a language model that cannot be asked like that.
    """
    if _seam.backend is None and config.llm == "none":
        return None
    from episodic.llm.client import Client
    from episodic.llm.ledger import MemoryLedger

    settings, environ = _resolved(config, environ)
    backend = _seam.backend
    if backend is None:
        backend = _configured(settings, environ)
    else:
        settings = replace(settings, backend=type(backend).__name__, model=config.llm_model, base_url="")
    if ledger is None:
        ledger = _seam.ledger = _seam.ledger or MemoryLedger()
    zone = config.local_zone()
    return Client(
        backend, settings=settings, clock=lambda: config.clock().astimezone(zone), ledger=ledger, environ=environ
    )


def _resolved(
    config: "Config", environ: MutableMapping[str, str] | None
) -> "tuple[Settings, MutableMapping[str, str]]":
    from episodic.config import environment
    from episodic.llm.settings import resolve

    environ = environment() if environ is None else environ
    return resolve(config, environ), environ


def _configured(settings: "Settings", environ: MutableMapping[str, str]) -> "Backend":
    from episodic.llm.settings import check

    check(settings, environ)
    if settings.backend == "anthropic":
        from episodic.llm.anthropic import Anthropic

        return Anthropic(settings)
    from episodic.llm.openai_compatible import OpenAICompatible

    return OpenAICompatible(settings)


def __getattr__(name: str) -> object:
    """Load what is only needed to ask or to play a model when it is first asked for."""
    if name == "ScriptedLLM":
        from episodic.llm.scripted import ScriptedLLM

        return ScriptedLLM
    if name == "Request":
        from episodic.llm.backend import Request

        return Request
    raise AttributeError(f"module 'episodic.llm' has no attribute {name!r}")
