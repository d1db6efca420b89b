"""Asks a language model which of up to three threads an episode goes on with: one call an episode. Knows no store."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from episodic.consolidate.extract import fenced, prompt
from episodic.errors import ReplyError
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.memory.episode_log import Episode
from episodic.memory.workstreams import Stream

SITE: Final = "workstream"
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["known"],
    "properties": {"known": {"type": "integer"}},
}


async def goes_on(
    client: Client, episode: Episode, streams: Sequence[Stream], told: Mapping[int, Episode]
) -> int | None:
    """Return the thread an episode goes on with; None where it begins a new one.

    Args:
        client: the model.
        episode: what is to be placed.
        streams: the threads it may go on with, best first.
        told: their last episodes, by id.

    Raises:
        LLMError: the model cannot be asked, declined, or named none of them.
    """
    known = [
        {"n": n, "name": stream.name, "last": [_shown(told[one]) for one in stream.episodes[-2:] if one in told]}
        for n, stream in enumerate(streams, start=1)
    ]
    request = Request(
        system=prompt("workstream"), user=fenced({"conversation": _shown(episode), "known": known}), schema=SCHEMA
    )
    answer = fields.whole((await client.ask_record(request, site=SITE, needs=("known",)))["known"])
    if answer is None or not 0 <= answer <= len(streams):
        raise ReplyError("the language model named a thread there is none of: try again", reason="unusable")
    return streams[answer - 1].id if answer else None


def _shown(episode: Episode) -> dict[str, Any]:
    record = episode.record
    return {
        "session": episode.session,
        "at": f"{episode.started_at:%Y-%m-%d}",
        "subject": record.subject,
        "summary": record.summary,
        "topics": record.topics,
    }
