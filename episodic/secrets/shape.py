"""What a rule for one kind of secret is made of, and the pieces its pattern is written with."""

from collections.abc import Callable
from typing import Final, NamedTuple

import regex as re

from episodic.secrets.judges import random

FOLD: Final = "(?ai)"  # ASCII letters in either case
ANY_SCRIPT: Final = "(?i)"  # letters of every script in either case
AS_WRITTEN: Final = "(?a)"  # `-p` is not `-P`
# A key may follow a letter only when that letter is the end of an escaped line break in quoted JSON.
LEFT: Final = r"(?<![A-Za-z0-9](?<!\\[nrt]))"
QUOTE: Final = r"\\{0,3}[\"'`]"
# The characters of a bare value; a full stop or colon at its end belongs to the sentence, `&name=` to the query string.
CORE: Final = r"!#$%*+\-/0-9=@A-Z^_a-z~À-ɏ"
BARE: Final = rf"(?:[{CORE}]|[.:?](?=[.:?{CORE}])|&(?![\w.-]{{1,40}}=|amp;))++"
QUOTED: Final = r"[!#-&(-\[\]-_a-~À-ɏ]++"
VALUE: Final = rf"(?:[bfru]{{1,2}}(?=[\"']))?(?P<quote>{QUOTE})?+(?P<secret>(?(quote){QUOTED}|(?![:=?+-]){BARE}))"
# One word of a shell: what stands in quotes may hold spaces.
WORD: Final = rf"(?P<quote>\\{{0,3}}[\"'])?+(?P<secret>(?(quote)[^\"'\\\n]{{1,256}}|(?![:=?+-]){BARE}))"
ANNOTATION: Final = r":[ \t]{0,2}[A-Za-z_][\w.|\[\] ]{0,30}="  # `password: str = "…"`
# A bracket only after a quote, `env["TOKEN"] =`, or `[secret:token]: word` would be read as a name and its value.
SET: Final = rf"(?:{QUOTE}\]?)?(?P<sep>[ \t]{{0,4}}(?:=>|:=|={{1,3}}|{ANNOTATION}|:)[ \t]{{0,4}}){VALUE}"


Verdict = Callable[[re.Match[str]], bool]


class Rule(NamedTuple):
    """One kind of secret.

    `triggers` are substrings one of which every match contains. A pattern that opens with `FOLD`, `ANY_SCRIPT` or
    `AS_WRITTEN` is searched in the lines with a trigger, which is in lower case; any other one everywhere, and its
    triggers stand within a word of ten characters.
    `pattern` has a group `secret`, all that is replaced. Quantifiers are possessive or short, and what may run long
    either breaks at its own first character or is always accepted, so no text makes the search quadratic.
    """

    kind: str
    triggers: tuple[str, ...]
    pattern: str
    reason: str
    verdict: Verdict
    lines: int = 1  # that a match may span
    evidence: str = ""  # what a line with a secret also holds: a small pattern that spares the large one

    @property
    def by_line(self) -> bool:
        """Whether only lines with a trigger are searched."""
        return self.pattern.startswith((FOLD, ANY_SCRIPT, AS_WRITTEN))


def rule(kind: str, triggers: str, pattern: str, reason: str, verdict: Verdict = random) -> Rule:
    """Describe one kind; `triggers` are set apart by spaces."""
    return Rule(kind, tuple(triggers.split()), pattern, reason, verdict)


def prefixed(kind: str, prefixes: str, body: str, least: int, reason: str) -> Rule:
    """Describe tokens that say what they are: a prefix, then at least so many characters of `body`.

    Letters stuck to the end go too, or the next token in a row of them would only be seen once this one is gone.
    """
    triggers = tuple(prefixes.split())
    heads = "|".join(map(re.escape, triggers))
    return Rule(kind, triggers, rf"{LEFT}(?P<secret>(?:{heads})[{body}]{{{least},}}+[A-Za-z0-9_]*+)", reason, random)
