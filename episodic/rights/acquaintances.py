"""Whom a memory knows: seen whole, and two made one by hand or parted again. Knows no SQL and no rule of naming."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from episodic.consolidate.heuristics import spoken
from episodic.consolidate.portraits import current
from episodic.errors import InputError
from episodic.language.cues import fold, is_question
from episodic.language.likeness import near
from episodic.language.sentences import split, unmarked
from episodic.memory.entities import Companion, Known, Said
from episodic.memory.loops import Loop
from episodic.memory.profiles import Profile
from episodic.memory.store import Store
from episodic.memory.workstreams import Stream

_REMARKS: Final = 3  # shown of what became no fact
_WORDS: Final = 3  # of a remark; "kofi then." says nothing
_LOOKED_AT: Final = 60  # turns, the newest, looked through for remarks
# A name at the head of a clause, or behind what somebody is or is called.
_BEGINS: Final = r"(?:^|[,;:.-] |\b(?:and|but|och|men|und|aber|y|et|called|heter|heißt|llama|appelle) )"
_COMPANIONS: Final = 8  # shown of those it goes with, and of threads


class Remark(NamedTuple):
    """A sentence the user said of somebody, word for word, and the turn it stands in."""

    id: int
    text: str
    said_at: datetime


class Portrait(NamedTuple):
    """All there is about somebody or something; `threads` and `loops` go on and mention it.

    `remarks` are what else was said of somebody, where it became no fact.
    """

    entity: Known
    profile: Profile | None
    facts: tuple[Said, ...]
    remarks: tuple[Remark, ...]
    threads: tuple[Stream, ...]
    loops: tuple[Loop, ...]
    goes_with: tuple[Companion, ...]


def portrait(store: Store, one: Known) -> Portrait:
    """Return everything about one; a profile that is out of date is written anew."""
    facts = tuple(store.entities.facts(one.id))
    return Portrait(
        one,
        current(store, one),
        facts,
        _remarks(store, one, facts) if one.kind in {"person", "thing"} else (),
        _threads(store, one),
        _loops(store, one),
        tuple(store.entities.companions(one.id, most=_COMPANIONS)),
    )


def _remarks(store: Store, one: Known, facts: Sequence[Said]) -> tuple[Remark, ...]:
    """Return what the user said of somebody, the newest first, where a clause begins with the name before the rest."""
    turns = store.turns.read(store.entities.turns(one.id)[-_LOOKED_AT:]).values()
    told = [fold(fact.text) for fact in facts]
    found: dict[str, Remark] = {}
    for turn in sorted(turns, key=lambda turn: turn.at, reverse=True):
        for sentence in (whole for run in spoken(turn) for whole in split(run)):
            text = " ".join(unmarked(sentence).split())
            words = fold(text)
            known = words in found or any(words in fact or fact in words for fact in told)
            if (
                not known
                and len(text.split()) >= _WORDS
                and not is_question(text)
                and one.id in store.entities.named(text)
            ):
                found[words] = Remark(turn.item or 0, text, turn.at)
    names = "|".join(map(re.escape, (one.name, *one.aliases)))
    subject = re.compile(rf"{_BEGINS}(?:{names})(?:'s|,)? \w", re.IGNORECASE)
    return tuple(sorted(found.values(), key=lambda remark: not subject.search(remark.text))[:_REMARKS])


def _threads(store: Store, one: Known) -> tuple[Stream, ...]:
    """Return the threads that go on and mention somebody, those that do most first."""
    counted = Counter(store.workstreams.of_turns(store.entities.turns(one.id)).values())
    going_on = {stream.id: stream for stream in store.streams()}
    return tuple(going_on[ident] for ident, _ in counted.most_common() if ident in going_on)[:_COMPANIONS]


def _loops(store: Store, one: Known) -> tuple[Loop, ...]:
    """Return what is unfinished and names somebody, or is filed under a project."""
    return tuple(loop for loop in store.loops() if _is_about(store, loop, one))


def _is_about(store: Store, loop: Loop, one: Known) -> bool:
    if one.identity and loop.project == one.identity:
        return True
    return one.id in store.entities.named(f"{loop.text}\n{loop.quote}")


def alike(store: Store, name: str) -> list[str]:
    """Return who is known by a name spelt almost so, projects by their folder too."""
    known = store.entities.known()
    return near(name, [spelt for one in known for spelt in (one.name, *one.aliases)])


def merge(store: Store, name: str, other: str) -> Known:
    """Count the second for the first from now on; returns the one they are.

    Raises:
        InputError: one is not known, or two go by its name, or they are one already.
    """
    first, second = _only(store, name), _only(store, other)
    with store.transaction("names"):
        if not store.entities.join(second.id, first.id, why="by hand", decided_by="user", at=store.config.clock()):
            raise InputError(f"{name} and {other} are one already: see `episodic who {name}`")
    return _only(store, first.identity or first.name)


def part(store: Store, name: str) -> tuple[str, str]:
    """Take back that a name counts for another; returns both.

    Raises:
        InputError: nobody was joined under that name.
    """
    found = store.entities.find(name)
    parts = [ident for one in found for ident in store.entities.parts(one.id, name)]
    if len(parts) != 1:
        raise InputError(f"{name} was not joined to another: see `episodic who {name}` for what else it goes by")
    with store.transaction("names"):
        store.entities.part(parts[0], at=store.config.clock())
    return name, found[0].name


def _only(store: Store, name: str) -> Known:
    found = store.entities.find(name)
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(one.identity or one.name for one in found)
        raise InputError(f"{name} may be any of {names}: give one of these")
    meant = alike(store, name)
    hint = f"did you mean {' or '.join(meant)}?" if meant else "see `episodic who` for who is"
    raise InputError(f"nobody is known as {name}: {hint}")
