"""Finds which loops later turns finish, without a language model. Returns verdicts; knows no store and no clock.

Nothing is finished by silence or by time. A clause that denies, asks, plans or puts off finishes nothing; one that
reports must share the loop's act and something it is about, or stand right after it in the same session.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from episodic.consolidate.heuristics import spoken
from episodic.consolidate.loops import acts, alike, content, masked, shared, speaks, unmasked
from episodic.language import cues, promises
from episodic.language.said_dates import MONTHS, WEEKDAYS
from episodic.language.sentences import prose, split
from episodic.language.tokens import terms
from episodic.language.tongues import tongue
from episodic.records import Closing, OpenLoop, Turn

_NEAR: Final = 4  # turns within which "done" is about what was last taken on
_LEANS: Final = 400  # characters of a turn that a report leans on; what is longer speaks of everything
_SHORT: Final = 3  # words that leave no room for another thing


class _Held(NamedTuple):
    """What a loop is held against reports by: its acts, what it is about, and whether somebody is only waited for."""

    acts: frozenset[str]
    things: frozenset[str]
    waits: bool
    words: str


class _Report(NamedTuple):
    """A clause that tells the end of something; `near` are the words it leans on, `done` and `answered` its cues."""

    clause: str
    folded: str
    acts: frozenset[str]
    words: frozenset[str]
    near: frozenset[str]
    done: bool
    answered: bool


def closed(loops: Sequence[OpenLoop], turns: Sequence[Turn], *, context: Sequence[Turn] = ()) -> list[Closing]:
    """Return which loops the turns report finished, each by the first clause that does.

    `context` are the turns before, which are understood and report nothing anew.
    """
    found: list[Closing] = []
    left = list(loops)
    for place, turn in enumerate(turns):
        able = [loop for loop in left if comes_after(turn, loop) and _may_tell(turn, loop)]
        if not able:
            continue
        before = [one for one in [*context, *turns[:place]][-2:] if one.session == turn.session]
        for report in _reports(turn, before):
            for loop in _finished_by(report, turn, able):
                found.append(Closing(loop.id, report.clause, turn.seq))
                left.remove(loop)
                able.remove(loop)
    return found


def comes_after(turn: Turn, loop: OpenLoop) -> bool:
    """Tell whether a turn was said after a loop was last said to be open."""
    return turn.seq > loop.seq if turn.session == loop.session else turn.at > loop.opened_at


def _may_tell(turn: Turn, loop: OpenLoop) -> bool:
    """Tell whether a turn's speaker can end a loop: the user any, an assistant its own in the same session."""
    return turn.role == "user" or (loop.owner == "assistant" and turn.session == loop.session)


# What a turn reports ------------------------------------------------------------------------------------------------

_DENIED: Final = re.compile(
    r"(?:but|except|men|aber|ausser|pero|mais)(?!\w).*(?:n't|not|inte|nicht|kein\w*|no|pas)(?!\w)"
)
_CUT: Final = re.compile(r"[;,]\s|(?<=\w)[.:]+ | (?=(?:but|and|men|och|aber|und|pero|mais|y|et) )", re.IGNORECASE)


def _reports(turn: Turn, before: Sequence[Turn]) -> Iterator[_Report]:
    near = frozenset[str]().union(*(content(one.content[-_LEANS:]) for one in before), content(turn.content[:_LEANS]))
    runs = spoken(turn) if turn.role == "user" else prose(turn.content) if speaks(turn) else []
    for run in runs:
        blotted = masked(run)
        for sentence in split(blotted):
            if "?" in sentence or cues.is_question(sentence) or _DENIED.search(cues.fold(sentence)):
                continue
            for clause in _clauses(sentence):
                report = _report(unmasked(clause, blotted, run).strip().rstrip(".!,;"), cues.fold(clause), near)
                if report is not None:
                    yield report


def _clauses(sentence: str) -> Iterator[str]:
    """Yield a sentence whole, then in its parts: "the deck is sent, no answer yet" reports with its first."""
    parts = [part for part in _CUT.split(sentence) if part.strip()]
    if len(parts) > 1:
        yield sentence
    yield from parts


def _report(clause: str, folded: str, near: frozenset[str]) -> _Report | None:
    """Read a clause; None where it tells the end of nothing, as most do."""
    if not clause or promises.NOT_DONE.search(folded):
        return None
    done, answered = bool(promises.DONE.search(folded)), bool(promises.ANSWERED.search(folded))
    reported = acts(clause, done=True)
    if not (done or answered or reported):
        return None
    return _Report(clause, folded, reported, content(clause) | _days(clause), near, done, answered)


# Which loop it is ---------------------------------------------------------------------------------------------------


def _finished_by(report: _Report, turn: Turn, loops: Sequence[OpenLoop]) -> list[OpenLoop]:
    named = [loop for loop in loops if _names(report, loop)]
    if named:
        return named
    near = [loop for loop in loops if loop.session == turn.session and turn.seq - loop.seq <= _NEAR]
    return [loop for loop in near[:1] if _answers(report, loop)]


@lru_cache(maxsize=512)
def _held(loop: OpenLoop) -> _Held:
    announced = acts(loop.text, done=False)
    forms = {form for name in announced for form in (*promises.TASKS[name].will, *promises.TASKS[name].done)}
    about = content(loop.text) | content(loop.quote)
    things = frozenset(word for word in about if not any(alike(word, form) for form in forms))
    waits = bool(promises.WAITS.search(cues.fold(loop.text)))
    return _Held(announced, things or _days(loop.text), waits, cues.fold(f"{loop.text} {loop.quote}"))


def _names(report: _Report, loop: OpenLoop) -> bool:
    """Whether a clause reports the loop's act, or any end, on something the loop is about."""
    held = _held(loop)
    named = shared(held.things, report.words)
    if held.acts & report.acts:
        return _is_reported(report, loop, held, named=named)
    if report.done and named and (named > 1 or named == len(held.things)):
        return True
    if loop.owner != "other" or not report.answered or not held.acts <= _SAYING:
        return False
    leans = named > 0 or bool(_HE_DID.match(report.folded))
    return (named > 0 and held.waits) or (leans and shared(held.things, report.near) > 1)


# Any word of the one who was waited for is the end of these.
_SAYING: Final = cues.bag("answer tell ask finish call")
_ARTICLES: Final = cues.bag("the a an my our ok and then also den det die der das dem el la le")
_PASSIVE: Final = cues.bag("is are been är blev ist sind wurde wurden")


def _is_reported(report: _Report, loop: OpenLoop, held: _Held, *, named: int) -> bool:
    """Whether the act a clause reports is the loop's: done to the same thing, by the right one."""
    reported, words = held.acts & report.acts, report.folded.split()
    if loop.owner == "other":
        whole = named > 1 or named == len(held.things) or len(words) <= _SHORT or not _PASSIVE.isdisjoint(words)
        return (named > 0 and (whole or reported <= _SAYING)) or shared(held.things, report.near) > 1
    subject = next((word for word in words if word not in _ARTICLES), "")
    if reported <= _SAYING and any(alike(subject, thing) for thing in held.things):
        return False  # "the bank called" is not "I called the bank"
    return named > 1 or (not _another(report.clause, held) and (named > 0 or shared(held.things, report.near) > 0))


def _another(clause: str, held: _Held) -> bool:
    """Whether a clause names somebody the loop does not; German writes every noun with a capital."""
    names = re.findall(r"(?<=\w )[A-ZÅÄÖÉ]\w\w+", clause)
    unknown = any(cues.fold(name) not in held.words and not _days(name) for name in names)
    return unknown and tongue(clause) != "de"


def _answers(report: _Report, loop: OpenLoop) -> bool:
    """Whether a clause, right after the loop in the same session, reports its end without naming it."""
    if loop.owner == "other":
        return report.answered and bool(_HE_DID.match(report.folded))
    brief = len(report.folded.split()) <= _SHORT + 1 and bool(promises.DONE.match(report.folded))
    return brief or bool(_held(loop).acts & report.acts)


_HE_DID: Final = re.compile(
    r"(?:(?:ok|oh|yes|yeah|ja|jo|just now|nu|jetzt|gerade),? )*(?:he|she|they|it|han|hon|de|den|det|er|sie|es)(?!\w)"
)


def _days(text: str) -> frozenset[str]:
    return frozenset(word for word in terms(text) if word in WEEKDAYS or word in MONTHS)
