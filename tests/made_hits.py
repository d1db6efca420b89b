"""Hits as recall returns them, for tests of what is done with them."""

from collections.abc import Mapping
from datetime import UTC, datetime

from episodic.recall.hits import Hit
from episodic.recall.rerank import READ


def hit(  # noqa: PLR0913 - what a hit is made of; all but two by name
    ident: int, text: str, *, score: float, read: float, speaker: str = "user", parts: Mapping[str, float] | None = None
) -> Hit:
    """Return a turn that was read."""
    return Hit(
        id=ident,
        layer="turn",
        kind=None,
        text=text,
        score=score,
        said_at=datetime(2026, 5, 3, tzinfo=UTC),
        speaker=speaker,
        session="s",
        evidence=(("s", ident),),
        components={READ: read, **(parts or {})},
    )
