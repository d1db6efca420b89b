"""Judges which names a stretch of a conversation makes known, and which two of them are one. Knows no store.

Precision first: a name nobody was introduced by must be seen in two turns, with a capital and never mostly without.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from episodic.language import naming
from episodic.language.acquaintance import NOBODY
from episodic.language.sightings import ENOUGH, Alias, Sighting, aliases, in_lower_case, kind_of, sightings
from episodic.language.spellings import folded, key
from episodic.records import ROLE_OF, EntityKind, Turn

_SPEAKS: Final = frozenset({"user", "assistant", "manual"})  # origins; what tools and pages print introduces nobody
_CHARS: Final = 20_000  # of one turn
_WORDS: Final = 5  # of a name a model lists
_NAME_CHARS: Final = 60

Earlier = Callable[[str], Sequence[str]]  # texts of turns before, that have all words of a name


class Introduced(NamedTuple):
    """A name that is known from now on."""

    name: str
    kind: EntityKind


class SaidAlias(NamedTuple):
    """Two names of one, and the turn that says so."""

    alias: Alias
    turn: Turn


def introduced(turns: Sequence[Turn], *, listed: Iterable[str] = (), earlier: Earlier) -> list[Introduced]:
    """Return the names that turns make known.

    Args:
        turns: of one session.
        listed: names a model lists in the facts of these turns; those that do not stand in them are left out.
        earlier: looks up what was said before with a name in it.
    """
    speaking = [turn for turn in turns if turn.origin in _SPEAKS]
    seen: dict[str, list[Sighting]] = {}
    for by_user in (True, False):
        said = {*seen}
        for turn in (turn for turn in speaking if (turn.role == "user") is by_user):
            for one in sightings(turn.content[:_CHARS], by_user=by_user, said=said):
                seen.setdefault(key(one.name), []).append(one)
    texts = [turn.content for turn in speaking]
    found = {name: _best(some) for name, some in seen.items() if _is_known(some, texts, earlier)}
    found |= {key(speaker.name): speaker for speaker in _speakers(turns)}
    for name in _listed(listed, texts):
        found.setdefault(key(name.name), _told_by(seen.get(key(name.name), ()), name))
    return list(found.values())


def said_aliases(turns: Sequence[Turn]) -> list[SaidAlias]:
    """Return which two names the turns say are one."""
    return [
        SaidAlias(alias, turn)
        for turn in turns
        if turn.origin in _SPEAKS and turn.item is not None
        for alias in aliases(turn.content[:_CHARS])
    ]


def _is_known(some: Sequence[Sighting], texts: Sequence[str], earlier: Earlier) -> bool:
    """Whether sightings suffice, with those of earlier turns where these alone do not."""
    if max(one.points for one in some) >= ENOUGH:
        return True
    name = some[0].name
    before = [*earlier(name)]
    points = _sum([*some, *(one for text in before for one in _seen_in(text, name))])
    if points < ENOUGH:
        return False
    if some[0].kind == "file":
        return True
    plain = sum(in_lower_case(name, text) for text in (*texts, *before))
    return plain < points


def _seen_in(text: str, name: str) -> list[Sighting]:
    """Return what an earlier text adds for a name, of the lines that have it."""
    lines = "\n".join(line for line in text[:_CHARS].splitlines() if name in line)
    return [one for one in sightings(lines) if key(one.name) == key(name)] if lines else []


def _sum(some: Sequence[Sighting]) -> int:
    """Add points up; what only opens sentences counts once, and only where the name stands elsewhere too."""
    points = sum(one.points for one in some if not one.opens)
    return points + 1 if points and any(one.opens for one in some) else points


def _best(some: Sequence[Sighting]) -> Introduced:
    """Return a name with the kind that most was seen of."""
    weights: dict[EntityKind, int] = {}
    for one in some:
        weights[one.kind] = weights.get(one.kind, 0) + one.points + (one.kind != "thing")
    return Introduced(some[0].name, max(weights, key=lambda kind: weights[kind]))


def _told_by(some: Sequence[Sighting], listed: Introduced) -> Introduced:
    """Return a listed name with the kind its sightings show, however few."""
    kinds = [one.kind for one in some if one.kind != "thing"]
    return listed._replace(kind=kinds[0]) if kinds and listed.kind == "thing" else listed


def _speakers(turns: Sequence[Turn]) -> list[Introduced]:
    names = dict.fromkeys(turn.name for turn in turns if turn.name)
    programs = (ROLE_OF, NOBODY)
    return [
        Introduced(name, "person")
        for name in names
        if _is_name(name) and not any(name.casefold() in listed for listed in programs)
    ]


def _listed(names: Iterable[str], texts: Sequence[str]) -> list[Introduced]:
    """Return the listed names that were said, as they were said; a model may list what it knows from elsewhere."""
    said = folded("\n".join(texts)).casefold()
    found = (Introduced(" ".join(name.split()), kind_of(name)) for name in names if _is_name(name))
    return [one for one in found if folded(one.name).casefold() in said]


def _is_name(name: str) -> bool:
    words = key(name).split()
    ordinary = len(words) == 1 and words[0] in naming.ORDINARY and not name[:1].isupper()
    return bool(words) and len(words) <= _WORDS and len(name) <= _NAME_CHARS and not ordinary
