"""What is read of an enormous turn, to make facts and episodes of it. Knows nothing of what is looked for in it."""

from collections.abc import Iterable

from episodic.config import Config
from episodic.language.ends import ends
from episodic.records import Turn

_BETWEEN = "\n\n"  # so that no sentence is made of two halves


def skimmed(turns: Iterable[Turn], config: Config) -> list[Turn]:
    """Return turns with the head and the tail of what is too long for any person to have typed.

    The rest was pasted: no fact is in it that its speaker stands for, and reading five megabytes takes a minute.
    """
    return [turn._replace(content=ends(turn.content, config.turn_chars, between=_BETWEEN)) for turn in turns]
