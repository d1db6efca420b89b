"""What stands in a secret's place, and texts read without it. Light enough for whatever reads a text."""

import re
from typing import Final

_MASK: Final = re.compile(r"\[secret:[a-z0-9_]+\]")


def mask_of(kind: str) -> str:
    """Return what stands in place of a secret of a kind."""
    return f"[secret:{kind}]"


def blanked(text: str) -> str:
    """Return a text with spaces for its masks, so that no word of one is read as a name, a fact or a search term.

    Every other character keeps its place.
    """
    if "[secret:" not in text:
        return text
    return _MASK.sub(lambda mask: " " * len(mask[0]), text)
