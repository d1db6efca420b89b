"""Answers a question for all that somebody said, decided or wants: with the set, newest first. Knows no cue and no SQL.

One ranking cannot answer it: five lines that are about the deck are not what Sarah said about the deck. A fact belongs
to the set where it holds now, is that person's, and is about what is asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from episodic.config import Config
from episodic.language.cues import fold
from episodic.language.set_questions import Act, SetQuestion
from episodic.language.tokens import prepare
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.captions import Caption, captions_of
from episodic.records import KINDS, ROLES, Kind

_MOST: Final = 20  # facts that are read beside the pool
_FIRST: Final = 3  # words of a sentence, among which stands whose it is: "also Sarah wants …", not "… to Sarah"
_KINDS: Final[Mapping[Act, frozenset[Kind]]] = {
    "say": frozenset(KINDS) - {"activity"},
    "decide": frozenset({"decision", "correction"}),
    "want": frozenset({"decision", "preference", "correction"}),
}


class Members(dict[int, Caption]):
    """The facts that may belong to a set, by id, best found first, each with its caption."""


def facts_of(asked: SetQuestion, allowed: Filter) -> Filter:
    """Return the bounds of the facts among which the set is."""
    return allowed._replace(layers=("fact",), kinds=tuple(sorted(_KINDS[asked.act])))


def members(asked: SetQuestion, store: Store, ranked: Sequence[int], items: Mapping[int, Item]) -> Members:
    """Return the facts that may belong to the set: current, of a fitting kind, and that person's."""
    fitting = [
        items[ident]
        for ident in ranked
        if items[ident].layer == "fact" and items[ident].live and items[ident].kind in _KINDS[asked.act]
    ]
    captions = captions_of(store, fitting)
    theirs = [one for one in fitting if not asked.who or _is_of(one, asked.who, captions.get(one.id, Caption()).person)]
    return Members({one.id: captions.get(one.id, Caption()) for one in theirs[:_MOST]})


def answered(
    asked: SetQuestion,
    ranking: Iterable[tuple[Item, float]],
    members: Members,
    logits: Mapping[int, float],
    *,
    config: Config,
) -> list[tuple[Item, float]]:
    """Return the facts of the set, the newest day first; nothing where none is about what is asked."""
    found = [
        (item, score)
        for item, score in ranking
        if item.id in members
        and (logits.get(item.id, config.none_logit) >= config.strong_logit or _is_about(item, members[item.id], asked))
    ]
    zone = config.local_zone()
    days = {item.id: item.said_at.astimezone(zone).date() for item, _ in found}
    return sorted(found, key=lambda pair: (-days[pair[0].id].toordinal(), -pair[1]))


def _is_about(fact: Item, caption: Caption, asked: SetQuestion) -> bool:
    """Tell by words whether a fact is about what is asked: it says them, or what it belongs to is called so.

    What was corrected belongs to much that nobody decided, so there its own words must say it.
    """
    wanted, said = set(asked.about), prepare(fact.text).split()
    if asked.act != "decide" or fact.kind == "decision":
        said += prepare(caption.stream).split()
    return wanted <= set(said)


def _is_of(fact: Item, who: str, meant: str) -> bool:
    """Tell whether somebody says, does or wants what a fact tells: who speaks, or whom it begins with, or means."""
    if fact.speaker not in {*ROLES, ""}:
        return who in fold(fact.speaker).split() or who == fold(fact.speaker)
    if meant and who in {fold(meant), fold(meant).split(" ")[0]}:
        return True
    first = fold(fact.text).split()[: _FIRST + who.count(" ")]
    return f" {who} " in f" {' '.join(word.strip('.,:;').removesuffix(chr(39) + 's') for word in first)} "
