"""Every rule, in the order in which they are applied."""

from typing import Final

from episodic.secrets import assignments, commands, identity, keys, prose
from episodic.secrets.shape import Rule

# A key that says whose it is keeps its own kind where it is also a password's value.
RULES: Final[tuple[Rule, ...]] = (
    *keys.RULES,
    *assignments.RULES,
    *commands.RULES,
    *prose.RULES,
    *identity.RULES,
)
