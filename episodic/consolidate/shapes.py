"""Names the kind of a sentence that its shape gives away: who one is, a figure for a figure, a rule.

Knows no turn, and trusts its caller that the sentence asserts something.
"""

import re
from collections.abc import Callable
from typing import Final

from episodic.consolidate.evidence import WORDS, has_figure
from episodic.language import cues, idle
from episodic.language.tokens import STOPWORDS
from episodic.records import Kind

_NAME: Final = r"[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+(?:[ -][A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+){0,3}"
_I_AM: Final = re.compile(rf"(?:I'm|I’m|I am|[Jj]ag är) (?P<name>{_NAME})(?=[.,!]|$| (?:and|from|at|och|från|på) )")  # noqa: RUF001
_INSTEAD: Final = re.compile(
    r"(?P<new>.+) (?:instead of|rather than|i ?stället för|statt|anstatt|en (?:lugar|vez) de|au lieu de) (?P<old>.+)"
)
_SETS: Final = re.compile(
    r"let's (?:set|cap|limit|keep|raise|lower|price|hold) (?!up\b|it\b|this\b|that\b)\S.* (?:to|at) (?P<value>.+)"
)
# What has to be done to a thing once is a task, no rule of it.
_RULE: Final = re.compile(
    r"(?P<what>\S+(?: \S+){0,4}?) (?:should|must) (?P<ever>(?:always|never|not) )?be (?P<how>[\w-]+)(?: .*)?"
)
_ONCE: Final = cues.bag(
    "fixed updated refactored renamed moved deleted removed added changed split rewritten tested checked reviewed"
    " merged replaced improved cleaned extended implemented done there ready able fine good here"
)
_OF_A_FILE: Final = re.compile(r"`?[\w./-]*\.[a-z]{1,6}[\w.-]*`?|\S+_\S+")
_NO_SUBJECT: Final = cues.bag("it this that these those there he she they you one what which who all both")
_LAST: Final = 5  # words before "instead of" in which the new figure stands


def kind_by_shape(sentence: str) -> Kind | None:
    """Name the kind of a sentence by its shape, or None."""
    return next((kind for kind, holds in _SHAPES if holds(sentence)), None)


def gives_a_name(sentence: str) -> bool:
    """Recognise "I'm Tamsin" and "Jag är Torbjörn från Umeå"; "I'm Swedish" is as much about oneself."""
    said = _I_AM.match(sentence.strip())
    if said is None:
        return False
    words = said["name"].casefold().split()
    return STOPWORDS.isdisjoint(words) and not words[0].endswith(("ed", "ing")) and words[0] not in _ONCE


def sets_a_figure(sentence: str) -> bool:
    """Recognise "let's cap the discount at 15 percent", which settles something; "let's fix the 3 tests" is work."""
    said = _SETS.fullmatch(cues.fold(sentence).rstrip(".! "))
    return said is not None and bool(re.search(r"\d", said["value"]) or has_figure(" ".join(said["value"].split()[:2])))


def _replaces_a_figure(sentence: str) -> bool:
    """Recognise "59 dollars instead of 49"."""
    folded = cues.fold(sentence).rstrip(".! ")
    said = _INSTEAD.fullmatch(folded)
    words = WORDS.findall(folded)
    if said is None or words[0] in _NO_SUBJECT or not idle.OF_CODE.isdisjoint(words):
        return False
    return has_figure(" ".join(said["new"].split()[-_LAST:])) and has_figure(" ".join(said["old"].split()[:2]))


def _is_a_rule(sentence: str) -> bool:
    """Recognise "package-lock.json should be committed" and "invoices should always be sent as PDF"."""
    said = _RULE.fullmatch(cues.fold(sentence).rstrip(".! "))
    if said is None or said["what"].split()[0] in _NO_SUBJECT or said["how"] in _ONCE:
        return False
    if _OF_A_FILE.fullmatch(said["what"].removeprefix("the ")):
        return said["how"].endswith(("ed", "en", "private", "public"))
    return said["ever"] in {"always ", "never "} and idle.OF_CODE.isdisjoint(WORDS.findall(cues.fold(sentence)))


_SHAPES: Final[tuple[tuple[Kind, Callable[[str], bool]], ...]] = (
    ("personal", gives_a_name),
    ("correction", _replaces_a_figure),
    ("decision", sets_a_figure),
    ("preference", _is_a_rule),
)
