"""Counts words and shortens sentences where a clause ends; knows no grammar, only commas and the small words."""

import re
from collections.abc import Iterator
from typing import Final

from episodic.language import cues

UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
EDGE: Final = " .!?,;:\u3002\uff1f\uff01\uff0c"
_WORD: Final = re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+")
_LEAST: Final = 3  # words of a clause that can stand for its sentence
_END: Final = re.compile(r"[,;:.!?](?=\s)|[\u3002\uff1f\uff01\uff0c\uff1b]|(?<=\s)[-\u2013\u2014](?=\s)|(?<=\s)(?=\()")
_DANGLING: Final = re.compile(
    r"(?:\s(?:what|that|which|the|an?|of|to|and|or|is|are|our|my|your|this|when|if|not|not yet|i|we|you|it|och|att|som"
    r"|und|der|die|das|y|de|la|el|et|le|les|du|des))+$",
    re.IGNORECASE,
)
# Before these a clause has its object: "remove the test | that fails", "flytta bilden | till sida tre".
_JOINT: Final = re.compile(
    r"(?<=\s)(?=(?:and|or|but|because|so that|since|that|which|where|when|while|if|as|for|from|with|without|using|by"
    r"|instead|of|about|into|over|under|before|after|how|what|whether|than|against|och|eller|men|eftersom|som|där|när|om|för|från|med|und|oder|aber|weil|dass|die|der|damit|wenn|mit|für"
    r"|y|o|pero|porque|que|cuando|si|para|con|et|ou|mais|parce|qui|quand|pour|avec|to|in|on|at|till|på|zu|auf|en)\s)",
    re.IGNORECASE,
)


def count(text: str) -> int:
    """Count the words of a text; a letter of a script without spaces is one."""
    return len(_WORD.findall(text))


def cut(text: str, most: int) -> str:
    """Return a text cut after `most` words, and say so with an ellipsis."""
    words = list(_WORD.finditer(text))
    return text if len(words) <= most else text[: words[most - 1].end()].rstrip(",;: ") + "…"


def brief(text: str, most: int, *, mark: str = "…") -> str:
    """Return a text of at most `most` words: whole, up to where a clause ends and `mark`, or cut between two words."""
    if count(text) <= most:
        return text
    for ends, least in ((_END, max(_LEAST, most // 3)), (_JOINT, max(_LEAST, most // 2))):
        for found in reversed(list(ends.finditer(text))):
            head = _DANGLING.sub("", text[: found.start()].rstrip(EDGE + "-\u2013\u2014"))
            if least <= count(head) <= most and _closed(head):
                return head + mark
    return cut(text, most)


def clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """Yield where the clauses of a sentence stand, without the marks between them."""
    start = 0
    for end in [*(found.start() for found in _END.finditer(sentence)), len(sentence)]:
        piece = sentence[start:end]
        left = start + len(piece) - len(piece.lstrip(EDGE + "-\u2013\u2014"))
        if left < end:
            yield left, end
        start = end


def around(sentence: str, start: int, end: int, *, least: int, most: int) -> str:
    """Return the clauses that hold a stretch of a sentence, at least `least` words of them; empty beyond `most`."""
    parts = list(clauses(sentence))
    held = [place for place, (left, right) in enumerate(parts) if left < end and start < right]
    if not held:
        return ""
    first, last = held[0], held[-1]
    while count(_stretch(sentence, parts, first, last)) < least:
        if first:
            first -= 1
        elif last + 1 < len(parts):
            last += 1
        else:
            break
    text = _stretch(sentence, parts, first, last)
    if not _closed(text):
        text = sentence.strip(EDGE)
    return text if count(text) <= most else ""


def unled(sentence: str) -> str:
    """Return a sentence without what only leads in to it: "ok so, "."""
    return sentence[cues.lead(sentence) :]


def _stretch(sentence: str, parts: list[tuple[int, int]], first: int, last: int) -> str:
    return sentence[parts[first][0] : parts[last][1]].strip(EDGE)


def _closed(text: str) -> bool:
    """Tell whether no bracket, quotation or code mark is left open."""
    return text.count("(") == text.count(")") and text.count("`") % 2 == 0 and text.count('"') % 2 == 0
