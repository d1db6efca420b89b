"""Answers a question for all that somebody said, decided or wants: with the set, newest first. Knows no cue and no SQL.

One ranking cannot answer it: five lines that are about the deck are not what Sarah said about the deck. A fact belongs
to the set where it holds now, is that person's, and is about what is asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from episodic.config import Config
from episodic.language.cues import fold
from episodic.language.reading import people_in
from episodic.language.sentences import split
from episodic.language.set_questions import Act, SetQuestion
from episodic.language.tokens import prepare
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.captions import Caption, captions_of, has_subject
from episodic.records import KINDS, ROLES, Kind

OF_A_SET: Final = "set"  # the component of a hit that belongs to the set that was asked for

_MOST: Final = 20  # facts that are read beside the pool
_FIRST: Final = 3  # words of a sentence, among which stands whose it is: "also Sarah wants …", not "… to Sarah"
_KINDS: Final[Mapping[Act, frozenset[Kind]]] = {
    "say": frozenset(KINDS) - {"activity"},
    "decide": frozenset({"decision", "correction"}),
    "want": frozenset({"decision", "preference", "correction"}),
}


Members = Mapping[int, Caption]  # what may belong to a set, by id, best found first, each with its caption


def facts_of(asked: SetQuestion, allowed: Filter) -> Filter:
    """Return the bounds of the facts among which the set is."""
    return allowed._replace(layers=("fact",), kinds=tuple(sorted(_KINDS[asked.act])))


def members(asked: SetQuestion, store: Store, ranked: Sequence[int], items: Mapping[int, Item]) -> Members:
    """Return what may belong to the set, that person's: current facts of a fitting kind, and turns that tell of it.

    Of the asker all turns are; there the facts alone say what was decided or wanted.
    """
    fitting = [items[ident] for ident in ranked if _is_fitting(items[ident], asked)]
    captions = captions_of(store, fitting)
    theirs = [one for one in fitting if not asked.who or _is_of(one, asked.who, captions.get(one.id, Caption()))]
    return {one.id: captions.get(one.id, Caption()) for one in theirs[:_MOST]}


def answered(
    asked: SetQuestion,
    ranking: Iterable[tuple[Item, float]],
    members: Members,
    logits: Mapping[int, float],
    *,
    config: Config,
) -> list[tuple[Item, float]]:
    """Return the set, the newest day first; nothing where no fact is about what is asked.

    Of one day facts come before turns, and each in the order in which they were told.
    """
    found = [
        (item, score)
        for item, score in ranking
        if item.id in members
        and (
            logits.get(item.id, config.none_logit) >= config.strong_logit
            or _is_about(item, members[item.id], asked, read=item.id in logits)
        )
    ]
    if all(item.layer != "fact" for item, _ in found):
        return []
    zone = config.local_zone()
    days = {item.id: item.said_at.astimezone(zone).date() for item, _ in found}
    told = {item.id: min((seq for _, seq in item.evidence), default=0) for item, _ in found}
    return sorted(
        found,
        key=lambda pair: (-days[pair[0].id].toordinal(), pair[0].layer != "fact", told[pair[0].id], pair[0].id),
    )


def _is_fitting(item: Item, asked: SetQuestion) -> bool:
    if item.layer == "fact":
        return item.live and item.kind in _KINDS[asked.act]
    return item.layer == "turn" and item.speaker != "assistant" and bool(asked.who) and asked.act == "say"


def _is_about(item: Item, caption: Caption, asked: SetQuestion, *, read: bool) -> bool:
    """Tell by words whether something is about what is asked: it says them, or what it belongs to is called so.

    What was corrected belongs to much that nobody decided, so there its own words must say it. A turn that no model has
    read is taken to go on about what the person said before it.
    """
    wanted, said = set(asked.about), prepare(item.text).split()
    if asked.act != "decide" or item.kind == "decision":
        said += prepare(f"{caption.stream} {caption.turn} {'' if read else caption.before}").split()
    return wanted <= set(said)


def _is_of(item: Item, who: str, caption: Caption) -> bool:
    """Tell whether somebody says, does or wants what is told: who speaks, or whom it begins with, or means.

    A fact that names nobody itself is also of whom another sentence of its turn begins with, if it is not the speaker's
    own. A turn says more than one thing, so that whom it means by "she" is no sign.
    """
    if item.speaker not in {*ROLES, ""}:
        return who in fold(item.speaker).split() or who == fold(item.speaker)
    meant = fold(caption.person) if item.layer == "fact" else ""
    if meant and who in {meant, meant.split(" ")[0]}:
        return True
    own = item.layer != "fact" or has_subject(item.text) or "first" in people_in(item.text)
    return any(_begins_with(who, sentence) for sentence in ((item.text,) if own else (item.text, *split(caption.turn))))


def _begins_with(who: str, sentence: str) -> bool:
    first = fold(sentence).split()[: _FIRST + who.count(" ")]
    return f" {who} " in f" {' '.join(word.strip('.,:;').removesuffix(chr(39) + 's') for word in first)} "
