"""Names a thread in the words of its episodes. Knows no store and asks nobody."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from episodic.consolidate.activity import words_of
from episodic.language.clauses import cut
from episodic.records import EpisodeRecord

_WORDS: Final = 6  # of a name
_LONGEST: Final = 3  # words of a phrase that episodes have in common
_LENGTH: Final = 0.5  # what a word more is worth, against one more episode that says it
_WORD: Final = re.compile(r"[^\W\d_][\w'-]*")
_BETWEEN: Final = " · "


def of_episode(record: EpisodeRecord) -> str:
    """Return what a thread of one episode is called: its subject, cut after six words."""
    return cut(record.subject, _WORDS)


def of_stream(records: Sequence[EpisodeRecord], *, people: AbstractSet[str] = frozenset()) -> str:
    """Return the phrase most of a thread's episodes, oldest first, have in common; else what the newest is about.

    A single word is given the next most common beside it. `people` are words of names, which name no thread: the same
    people are in many.
    """
    if len(records) < 2:
        return of_episode(records[-1])
    counts: Counter[str] = Counter()
    said: dict[str, str] = {}
    for record in records:
        phrases = dict(_phrases(record, people))
        counts.update(phrases.keys())
        said.update(phrases)
    common = [phrase for phrase, count in counts.items() if count > 1]
    if not common:
        return of_episode(records[-1])
    ranked = sorted(common, key=lambda phrase: (-counts[phrase] * (1 + _LENGTH * phrase.count(" ")), phrase))
    best = ranked[0]
    beside = next((phrase for phrase in ranked[1:] if not set(phrase.split()) & set(best.split())), None)
    return said[best] if " " in best or beside is None else said[best] + _BETWEEN + said[beside]


def _phrases(record: EpisodeRecord, people: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """Yield runs of up to three words that begin and end with one that tells, folded and as written."""
    telling = words_of(" ".join((record.subject, *record.topics, record.summary))) - people
    for text in (record.subject, *record.topics, record.summary):
        for clause in re.split(r"[.,;:!?()·\n]+", text):
            words = _WORD.findall(clause)
            for start in range(len(words)):
                for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                    run = words[start:end]
                    if {run[0].casefold(), run[-1].casefold()} <= telling:
                        yield " ".join(run).casefold(), " ".join(run)
