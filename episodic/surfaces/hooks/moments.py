"""What is done at each moment of an agent's session: tell, take in, go on in the background. Prints nothing."""

from pathlib import Path

from episodic.config import Config
from episodic.surfaces.hooks.agents import AgentName, Called


def met(call: Called, agent: AgentName, config: Config, *, user: str, reading: float) -> str:
    """Do what a moment asks for; returns what the agent is told.

    Args:
        call: the moment.
        agent: whose session it is, and so whose transcript.
        config: all settings.
        user: whose memory; "": the environment's, else "default".
        reading: milliseconds the cross-encoder of a server may take.
    """
    import os

    who = user or os.environ.get("EPISODIC_USER") or "default"
    if call.moment == "prompt":
        return _told(config, who, call, reading=reading) if call.prompt.strip() else ""
    if call.moment == "start":
        block = _told(config, who, call)
        _go_on(config, who)
        return block
    _take_in(config, who, call, agent)
    return ""


def _told(config: Config, user: str, call: Called, *, reading: float | None = None) -> str:
    """Ask the server where one runs; by words alone where none does, which opens no model."""
    from episodic.surfaces.telling import Message, context_here
    from episodic.surfaces.warm import client

    message = Message(
        session=call.session,
        text=call.prompt if call.moment == "prompt" else None,
        start=call.moment == "start",
        compacted=call.compacted,
        folder=call.cwd or None,
        within=reading,
    )
    told = client.tell(config, user, message) if config.home.exists() else None
    return (told or context_here(config, user, message._replace(fast=True))).block


def _go_on(config: Config, user: str) -> None:
    """Consolidate in a process of its own what a crash, or a closed window, left behind."""
    from episodic.surfaces import background

    background.start("consolidate", "--home", str(config.home), "--user", user)


def _take_in(config: Config, user: str, call: Called, agent: AgentName) -> None:
    """Take the agent's transcript in, in a process of its own: the agent goes on at once."""
    from episodic.surfaces import background

    if call.transcript and Path(call.transcript).is_file():
        where = ("--home", str(config.home), "--user", user, "--format", agent)
        background.start("ingest", *where, "--", call.transcript)
