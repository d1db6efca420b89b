"""The part of a long text that is nearest a question. Knows no memory; words only, so that it costs nothing."""

from typing import Final

from episodic.language.folding import plain
from episodic.language.sentences import spans
from episodic.language.stems import stem
from episodic.language.tokens import STOPWORDS, prepare

_BEFORE: Final = 120  # characters shown before the first word that was asked for


def nearest(text: str, question: str, *, most: int) -> str:
    """Return a text of at most `most` characters whole, else the stretch of them from where most of the words are.

    For a pasted log of megabytes: it is looked through for pieces of words, not cut into them, which takes seconds.
    """
    if len(text) <= most:
        return text
    wanted = _roots(question)
    blocks = range(0, len(text), most // 2)
    best = max(blocks, key=lambda at: (_standing(text[at : at + most // 2], wanted), -at))
    start = max(0, best + _rarest(text[best : best + most // 2], wanted) - _BEFORE)
    if start:
        start = max(text.rfind("\n", start - _BEFORE, start), text.rfind(" ", start - _BEFORE, start)) + 1 or start
    stretch = text[start : start + most]
    return ("… " if start else "") + stretch + (" …" if start + most < len(text) else "")


def _standing(text: str, roots: set[str]) -> int:
    folded = plain(text)
    return sum(root in folded for root in roots)


def _rarest(text: str, roots: set[str]) -> int:
    """Return about where the rarest root stands; folding may have moved it a little. 0 where none does."""
    folded = plain(text)
    counted = [(count, folded.find(root)) for root in roots if (count := folded.count(root))]
    return min(counted, default=(0, 0))[1]


def excerpt(text: str, question: str, *, most: int) -> str:
    """Return at most `most` characters of a text: whole if short, else the sentences around its nearest one.

    The nearest sentence holds most of the question's words; of equal ones, the first. What is left out is marked "…".
    """
    if len(text) <= most:
        return text
    wanted = _roots(question)
    parts = spans(text)
    if not parts:  # white space alone
        return ""
    best = max(range(len(parts)), key=lambda n: (len(wanted & _roots(text[slice(*parts[n])])), -n))
    first = last = best
    while True:
        if last + 1 < len(parts) and parts[last + 1][1] - parts[first][0] <= most:
            last += 1
        elif first > 0 and parts[last][1] - parts[first - 1][0] <= most:
            first -= 1
        else:
            break
    start, stop = parts[first][0], parts[last][1]
    cut = text[start:stop].strip()
    if len(cut) > most:
        cut = cut[: most - 1].rsplit(" ", 1)[0].rstrip() or cut[: most - 1]
        stop = start + len(cut)
    return ("… " if start > 0 else "") + cut + (" …" if stop < len(text) else "")


def _roots(text: str) -> set[str]:
    return {stem(word, "en") for word in prepare(text).split() if word not in STOPWORDS}
