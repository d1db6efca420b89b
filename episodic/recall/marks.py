"""Marks what a block, or an answer given with it, makes of a probe. Knows no memory and no model; text only.

A text is held where its words stand, whatever their case: "12" is not in "120", "1.12" or "12,500". A line tells a
replaced value as current unless it says that it was replaced, or has what holds now beside it.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.config import Config
from episodic.fence import EVERY_HEADING, HEADINGS, RECALLED
from episodic.language.sentences import split
from episodic.recall.block import Block, Line

if TYPE_CHECKING:
    from episodic.recall.probes import Probe

UNKNOWN: Final = "UNKNOWN"  # what a model is told to say when it does not know
_WAS: Final = re.compile(r"\((?:previously|tidigare): [^)]*\)")
_SINCE: Final = ("(since then: ", "(sedan dess: ")
_LINE: Final = re.compile(r"(?:- (\d{4}-\d\d-\d\d) |▸ )")
_TELLING: Final = 25  # characters from which a sentence is somebody's own, and not "ok thanks"


class Shown(NamedTuple):
    """A block read back: its lines, and those of what was recalled for the message, which it stands for or doubts."""

    text: str
    lines: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    sure: bool = False


class Mark(NamedTuple):
    """What became of a probe with a block, or with none.

    `held`: the answer is there; `placed`: and so is the day it belongs to. The rest is harm: lines that tell a replaced
    value as current, lines from another user, and whether what was recalled for a question nobody can answer is shown
    without a doubt.
    """

    held: bool = False
    placed: bool = False
    stale: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()
    confident: bool = False

    @property
    def harm(self) -> bool:
        """Whether it may mislead."""
        return bool(self.stale or self.foreign or self.confident)


class Answer(NamedTuple):
    """What became of a probe that a language model answered."""

    right: bool = False
    placed: bool = False
    stale: bool = False
    foreign: bool = False
    invented: bool = False


def holds(text: str, words: str) -> bool:
    """Tell whether words stand in a text, on their own, in any case."""
    wanted = re.escape(_plain(words))
    return bool(re.search(rf"(?<!\w)(?<!\d[.,:]){wanted}(?![.,:]?\d|\w)", _plain(text)))


def answers(text: str, expect: Iterable[Sequence[str]]) -> bool:
    """Tell whether a text has one of each group."""
    return all(any(holds(text, one) for one in group) for group in expect)


def shown(block: str, config: Config) -> Shown:
    """Read a block back."""
    doubtful = _doubtful(config)
    lines, recalled, sure, here = list[str](), list[str](), False, False
    for line in block.splitlines():
        if any(line.startswith(f"[{heading}]") for heading in EVERY_HEADING):
            here = line.startswith(f"[{HEADINGS[config.language][RECALLED]}]")
            sure = sure or (here and line != doubtful)
            continue
        lines.append(line)
        recalled += [line] * here
    return Shown(block, tuple(lines), tuple(recalled), sure)


def mark(probe: "Probe", block: Shown, *, foreign: Sequence[str]) -> Mark:
    """Mark a block.

    Args:
        probe: what was asked.
        block: what was shown for it.
        foreign: sentences that only other users' sessions have.
    """
    if not probe.answerable:
        theirs = [line for line in block.lines if any(holds(_told(line), one) for one in probe.forbid)]
        return Mark(foreign=_unique(*theirs, *_from(foreign, block)), confident=block.sure and bool(block.recalled))
    day = [line for line in block.lines if probe.on and line.startswith(f"- {probe.on.isoformat()} ")]
    return Mark(
        held=answers(block.text, probe.expect),
        placed=bool(day) and answers("\n".join(day), probe.expect),
        stale=tuple(line for line in block.lines if _tells_as_current(line, probe)),
        foreign=_unique(*_from(foreign, block)),
    )


def mark_answer(probe: "Probe", reply: str) -> Answer:
    """Mark what a language model answered."""
    if not probe.answerable:
        theirs = any(holds(reply, one) for one in probe.forbid)
        return Answer(foreign=theirs, invented=UNKNOWN.casefold() not in reply.casefold())
    right = answers(reply, probe.expect)
    return Answer(
        right=right,
        placed=right and probe.on is not None and probe.on.isoformat() in reply,
        stale=not right and any(holds(reply, one) for one in probe.forbid),
    )


def own_sentences(text: str, *, without: str) -> list[str]:
    """Return the sentences of a text that are long enough to be somebody's own and do not stand in the other one."""
    other = _plain(without)
    found = (_plain(sentence) for sentence in split(text))
    return [sentence for sentence in dict.fromkeys(found) if len(sentence) >= _TELLING and sentence not in other]


def _doubtful(config: Config) -> str:
    """Return the heading of recalled context that has no close match, as a block writes it."""
    block = Block(config)
    block.add(RECALLED, [Line(0, "-")], doubtful=True)
    return block.text().splitlines()[0]


def _tells_as_current(line: str, probe: "Probe") -> bool:
    if any(words in line for words in _SINCE) or answers(line, probe.expect):
        return False
    return any(holds(_WAS.sub("", _told(line)), one) for one in probe.forbid)


def _from(sentences: Sequence[str], block: Shown) -> list[str]:
    return [line for line in block.lines for plain in (_plain(line),) if any(one in plain for one in sentences)]


def _told(line: str) -> str:
    """Return a line without its date, which is no part of what it tells."""
    return _LINE.sub("", line, count=1)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _unique(*lines: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(lines))
