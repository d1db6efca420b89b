"""The kinds of secrets that `episodic.redact` masks: what each looks like, and what only looks like it."""

from typing import Final

from episodic.secrets import assignments, commands, identity, keys, prose
from episodic.secrets.shape import Rule

# In order: a key that says whose it is keeps its own kind where it is also a password's value.
RULES: Final[tuple[Rule, ...]] = (
    *keys.RULES,
    *assignments.RULES,
    *commands.RULES,
    *prose.RULES,
    *identity.RULES,
)
