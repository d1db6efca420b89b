"""The part of a long text that is nearest a question. Knows no memory; words only, so that it costs nothing."""

from episodic.language.sentences import spans
from episodic.language.stems import stem
from episodic.language.tokens import STOPWORDS, prepare


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
