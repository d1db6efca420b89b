"""Finds which loops later turns finish, without a language model. Returns verdicts; knows no store and no clock.

Nothing is finished by silence or by time. A clause that denies, asks, plans or puts off finishes nothing; one that
reports must say the loop's act, or that it is done, and name most of what the loop is about. The one word around it
that counts is the question it answers.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from episodic.consolidate.heuristics import spoken
from episodic.consolidate.loops import acts, alike, content, masked, shared, speaks, things, unmasked
from episodic.language import cues, promises
from episodic.language.said_dates import MONTHS, WEEKDAYS
from episodic.language.sentences import prose, split
from episodic.language.tokens import terms
from episodic.language.tongues import tongue
from episodic.records import Closing, OpenLoop, Turn

_NEAR: Final = 4  # turns within which "sent it" is about what was last taken on
_AT_ONCE: Final = 2  # turns within which "done" alone is
_BESIDE: Final = 2  # telling words beside the loop's own in a clause that says it is done
_SHORT: Final = 3  # words that leave no room for another thing


class _Held(NamedTuple):
    """What a loop is held against reports by: its acts, what it is about, and which of several such it is."""

    acts: frozenset[str]
    things: frozenset[str]
    which: frozenset[str]
    waits: bool
    words: str


class _Report(NamedTuple):
    """A clause that tells the end of something; `asked` is what its "it" and "she" point to, around the clause.

    One that `confirms` says yes to the question whether something is done, and so is about what was asked.
    """

    clause: str
    folded: str
    acts: frozenset[str]
    words: frozenset[str]
    asked: frozenset[str]
    done: bool
    answered: bool
    confirms: bool = False


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
        before = [one for one in [*context, *turns[:place]][-1:] if one.session == turn.session]
        for report in _reports(turn, _question(before)):
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


def _question(before: Sequence[Turn]) -> str:
    """Return the question the assistant's last turn ends with; "" where it ends with none."""
    if not before or before[0].role != "assistant":
        return ""
    last = [sentence for run in prose(before[0].content)[-1:] for sentence in split(run)][-1:]
    return last[0] if last and "?" in last[0] else ""


def _reports(turn: Turn, question: str) -> Iterator[_Report]:
    if question and turn.role == "user" and cues.is_yes(turn.content):
        yield from _confirmed(turn, question)
    runs = spoken(turn) if turn.role == "user" else prose(turn.content) if speaks(turn) else []
    for run in runs:
        blotted = masked(run)
        for sentence in split(blotted):
            if "?" in sentence or cues.is_question(sentence) or _DENIED.search(cues.fold(sentence)):
                continue
            for clause in _clauses(sentence):
                around = f"{question} {sentence}" if clause != sentence else question
                report = _report(unmasked(clause, blotted, run).strip().rstrip(".!,;"), cues.fold(clause), around)
                if report is not None:
                    yield report


def _confirmed(turn: Turn, question: str) -> Iterator[_Report]:
    """Yield what a yes confirms: "Did you call Ulla?", "yes, she has the key"."""
    first, folded = split(turn.content)[:1], cues.fold(question)
    if first and _ASKS_BACK.match(_CUT.split(folded)[-1]):
        said = _report(first[0].strip().rstrip(".!,;"), cues.fold(first[0]), question)
        if said is not None and said.done:
            yield said._replace(confirms=True)
    if not _ASKS_BACK.match(folded):
        return
    report = _report(question.rstrip("?!. "), _DID.sub("done ", folded), "")
    if report and _DID.match(folded):
        report = report._replace(acts=acts(question, done=False), done=False)
    if first and report is not None and not promises.NOT_DONE.search(cues.fold(first[0])):
        yield report._replace(clause=first[0].strip().rstrip(".!,;"))


def _clauses(sentence: str) -> Iterator[str]:
    """Yield a sentence whole, then in its parts: "the deck is sent, no answer yet" reports with its first."""
    parts = [part for part in _CUT.split(sentence) if part.strip()]
    if len(parts) > 1:
        yield sentence
    yield from parts


_DID: Final = re.compile(r"(?:so |and |ok |but )?(?:did you|did (?:we|she|he|they)) ")
_ASKS_BACK: Final = re.compile(
    r"(?:so |and |ok |but )?(?:did|have|has|is|are|was|were|har|är|blev|hast|habt|hat|ist|sind|wurde|ha|está|as|est)"
    r"(?!\w)"
)


def _report(clause: str, folded: str, around: str) -> _Report | None:
    """Read a clause; None where it tells the end of nothing, as most do."""
    given_up = bool(promises.GIVEN_UP.search(folded)) and not _FOR_NOW.search(folded)
    if not clause or (promises.NOT_DONE.search(folded) and not given_up) or _GOT_IT.match(folded):
        return None
    done, answered = given_up or bool(promises.DONE.search(folded)), bool(promises.ANSWERED.search(folded))
    reported = acts(clause, done=True)
    if not (done or answered or reported):
        return None
    asked = content(around) if _POINTS.search(folded) else frozenset[str]()
    return _Report(clause, folded, reported, content(clause) | _days(clause), asked, done, answered)


_FOR_NOW: Final = re.compile(
    r"(?<!\w)(?:for now|today|this time|tonight|until|till|tills|bis|idag|heute|hoy|yet)(?!\w)"
)
_GOT_IT: Final = re.compile(r"(?:oh |ok |ah |yes |yeah )*(?:got (?:it|you|that)|i see|glad|thanks|thank you)(?!\w)")
# Points back at what was asked about.
_POINTS: Final = re.compile(
    r"(?<!\w)(?:it|them|he|she|they|him|her|han|hon|den|det|dem|henne|honom|er|sie|es|ihn|ihm|ihr|lo|la|los|las|il|elle"
    r"|le|les)(?!\w)|^(?:yes|yep|ja|jo|sí|oui),? "
)


# Which loop it is ---------------------------------------------------------------------------------------------------


def _finished_by(report: _Report, turn: Turn, loops: Sequence[OpenLoop]) -> list[OpenLoop]:
    named = [loop for loop in loops if _names(report, loop)]
    if len(named) > 1:  # "sent the deck" is no word on which of two decks it was
        return [loop for loop in named if shared(_held(loop).things, report.words) == len(_held(loop).things)]
    if named:
        return named
    here = [loop for loop in loops if loop.session == turn.session]
    last = max(here, key=lambda loop: loop.seq, default=None)
    return [last] if last and _answers(report, last, turn.seq - last.seq) else []


@lru_cache(maxsize=512)
def _held(loop: OpenLoop) -> _Held:
    about = things(loop.text) or things(loop.quote)
    waits = bool(promises.WAITS.search(cues.fold(loop.text)))
    named = about or _days(loop.text)
    return _Held(acts(loop.text, done=False), named, _which(loop.text), waits, cues.fold(f"{loop.text} {loop.quote}"))


def _names(report: _Report, loop: OpenLoop) -> bool:
    """Whether a clause reports the loop's act, or any end, on most of what the loop is about."""
    held = _held(loop)
    named = shared(held.things, report.words | report.asked)
    here = named if report.confirms else shared(held.things, report.words)
    if not (here or report.asked) or not named or _is_another(report, held):
        return False
    alone = here > 0 and shared(_about(report, held), held.things) == len(_about(report, held))
    did = bool(held.acts & report.acts)
    most = named * 2 > len(held.things) or (did and (here > 1 or alone))
    if loop.owner == "other" and _has_spoken(report, held):
        return True
    if not report.confirms and _more(report, held) > _BESIDE + did:
        return False
    if loop.owner == "other":
        return _has_acted(report, held, here=here, most=most)
    if did:
        return most and not _by_another(report, held)
    return report.done and most and (here > 1 or here == len(held.things))


def _has_acted(report: _Report, held: _Held, *, here: int, most: bool) -> bool:
    """Whether who was waited for has acted: "Marta signed", "the landlord answered", "the logs are in"."""
    words = report.folded.split()
    if held.acts & report.acts:
        half = here * 2 >= len(held.things) and not _PASSIVE.isdisjoint(words)
        return most or half or held.acts & report.acts <= _SAYING or len(words) <= _SHORT
    whole = most and (here > 1 or here == len(held.things))
    return report.done and whole


def _has_spoken(report: _Report, held: _Held) -> bool:
    """Whether who is waited for begins the clause and answers in it, whatever the answer is about."""
    spoke = report.answered or bool(report.acts & _SAYING)
    return spoke and held.waits and held.acts <= _SAYING and _is_about(_subject(report), held)


# Any word of the one who was waited for is the end of these.
_SAYING: Final = cues.bag("answer tell ask finish call")
_I: Final = re.compile(r"(?<!\w)(?:i|i've|we|we've|jag|vi|ich|wir|hab|habe|haben)(?!\w)")
_PASSIVE: Final = cues.bag("is are been är blev ist sind wurde wurden es son est sont")
_ARTICLES: Final = cues.bag(
    "the a an my our ok and then also nu now finally äntligen endlich den det die der das dem el la le"
)


def _by_another(report: _Report, held: _Held) -> bool:
    """Whether it was done to the speaker: "the bank called" is not "I called the bank"."""
    if _I.search(report.folded):
        return False
    return held.acts & report.acts <= _SAYING and _is_about(_subject(report), held)


def _subject(report: _Report) -> str:
    return next((word for word in report.folded.split() if word not in _ARTICLES), "")


def _is_about(word: str, held: _Held) -> bool:
    return any(alike(word, thing) for thing in held.things)


def _is_another(report: _Report, held: _Held) -> bool:
    """Whether a clause speaks of another such thing: of another person, the first invoice, the April workshop."""
    which = _which(report.clause)
    if which and held.which and not which & held.which:
        return True
    names = re.findall(r"(?<=\w )[A-ZÅÄÖÉ]\w\w+", report.clause)  # German writes every noun with a capital
    unknown = any(cues.fold(name) not in held.words and not _days(name) for name in names)
    return unknown and tongue(report.clause) != "de" and shared(held.things, report.words) < len(held.things)


def _more(report: _Report, held: _Held) -> int:
    """Count what else a clause speaks of: "done" in a clause that speaks of much is the end of something else."""
    about = _about(report, held)
    return len(about) - shared(about, held.things)


_ORDINALS: Final = {
    word: str(number)
    for number, words in enumerate(
        (
            "first första erste ersten erster primera primer premier première",
            "second andra zweite zweiten zweiter segunda segundo deuxième",
            "third tredje dritte dritten dritter tercera tercero troisième",
            "other another annan annat andere anderen otra otro autre",
        ),
        1,
    )
    for word in words.split()
}
_OF_A_MONTH: Final = re.compile(rf"(?<!\w)({'|'.join(MONTHS)})\.?(?: \d{{1,2}}(?:st|nd|rd|th)?)? (?!\d)[^\W\d]{{4}}")


@lru_cache(maxsize=2048)
def _which(text: str) -> frozenset[str]:
    """Return what tells a thing from others of its name: "the second invoice", "the March 15 workshop", "chapter 4"."""
    folded = cues.fold(text)
    ordinals = {_ORDINALS[word] for word in folded.split() if word in _ORDINALS}
    months = {f"month {MONTHS[month]}" for month in _OF_A_MONTH.findall(folded)}
    return frozenset(ordinals | months)


def _answers(report: _Report, loop: OpenLoop, turns: int) -> bool:
    """Whether a clause, right after the loop in the same session, reports its end and names nothing: "sent it"."""
    if loop.owner == "other" or turns > _NEAR:
        return False
    held, words = _held(loop), report.folded.split()
    if held.acts & report.acts:
        return not _about(report, held)
    return turns <= _AT_ONCE and len(words) <= _SHORT and bool(promises.DONE.fullmatch(report.folded))


def _about(report: _Report, held: _Held) -> frozenset[str]:
    """Return what a report is about, besides the loop's own act."""
    forms = {form for name in held.acts for form in promises.TASKS[name].done}
    return frozenset(word for word in report.words if not any(alike(word, form) for form in forms))


def _days(text: str) -> frozenset[str]:
    return frozenset(word for word in terms(text) if word in WEEKDAYS or word in MONTHS)
