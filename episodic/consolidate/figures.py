"""Picks the figures of a session, each in the clause it was said in and with who said it; knows no store."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from episodic.consolidate.heuristics import spoken
from episodic.language import cues, kinds
from episodic.language.clauses import EDGE, around, count, unled
from episodic.language.numbers import Number, find
from episodic.language.sentences import prose, split, unmarked
from episodic.language.telling_terms import telling_terms
from episodic.records import Turn

FIGURES: Final = 8
FIGURES_OF_ONE: Final = 6  # of the user or of the assistant; room is left for what the other said
_LEAST: Final = 4  # words of a clause that says what its figure measures
_WHOLE: Final = 14  # words of a sentence that is shown whole
_MOST: Final = 18  # words; a longer clause is no figure's
_JOINT: Final = re.compile(
    r"^(?:(?:and|also|but|so|then|or|och|men|så|und|aber|y|pero|et|mais|no|nej|nein|yes|ja|sí|oui),? )+", re.IGNORECASE
)
_NO_UNIT: Final = cues.bag("and or to of for in och eller till av und oder bis von y o e a de et ou à")
_PLACE: Final = re.compile(
    r"(?:lines?|steps?|options?|items?|points?|issues?|pr|phase|section|chapter|no\.?|rad|zeile|schritt|línea|ligne|#)\s*$",
    re.IGNORECASE,
)
_LINE_OF_CODE: Final = re.compile(r"\w\.\w+:\d|^(?:---|\[|\W*fail)", re.IGNORECASE)
_CODE: Final = re.compile(r"[/\\_#=+<>{}|@]|\w\.\w*[a-z]|:\d+:|[a-z]:\d|\d\.\d+\.\d|-\d+-")


class Line(NamedTuple):
    """A sentence of a turn, without the mark of a list."""

    turn: Turn
    text: str


def lines_of(turns: Iterable[Turn]) -> Iterator[Line]:
    """Yield the sentences of what users and assistants wrote as prose."""
    for turn in turns:
        runs = spoken(turn) if turn.role == "user" else prose(turn.content)
        for sentence in (unmarked(whole) for run in runs for whole in split(run)):
            yield Line(turn, " ".join(sentence.split()))


def figures(lines: Sequence[Line], advised: Collection[str]) -> tuple[str, ...]:
    """Return figures as said and by whom: all of the user's before those of `advised`, the assistant's advice."""
    found: dict[str, str] = {}
    said = [line for line in lines if line.turn.role == "user" and not cues.is_question(line.text)]
    held = [line for line in lines if line.turn.role == "assistant" and line.text in advised]
    for some, most in ((said, FIGURES_OF_ONE), (held, FIGURES)):
        for line in some:
            for value, figure in _figures_of(line.text, line.turn):
                if len(found) < most and figure not in found.values():
                    found.setdefault(value, figure)
    return tuple(found.values())


def figure_of(text: str, turn: Turn) -> str:
    """Return the clause of a text's first figure, and who said it; empty without one."""
    return next((figure for _, figure in _figures_of(" ".join(text.split()), turn)), "")


def _figures_of(text: str, turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield the clauses that hold a figure, by the first value of each."""
    if _LINE_OF_CODE.search(text):
        return
    shown = ""
    whole = count(text) <= _WHOLE
    for number in find(text):
        if _counts(text, number):
            clause = text if whole else around(text, number.start, number.end, least=_LEAST, most=_MOST)
            clause = _JOINT.sub("", unled(clause)).strip(EDGE)
            if clause and clause not in shown and _is_told(clause):
                shown = clause
                yield number.value, f"{clause} ({turn.name or turn.role})"


def _is_told(clause: str) -> bool:
    """Tell whether a clause says what it counts, and is no code."""
    letters = sum(char.isalpha() or char.isspace() for char in clause)
    return letters > 0.6 * len(clause) and any(telling_terms(clause))


def _counts(text: str, number: Number) -> bool:
    """Tell whether a number measures something, and is no option ("do 3 too"), place ("line 3"), name or article."""
    left = re.search(r"\S*$", text[: number.start])
    right = re.match(r"\S*", text[number.end :])
    token = f"{left[0] if left else ''}{text[number.start : number.end]}{right[0] if right else ''}".strip(EDGE + "()")
    before = text[: number.start - len(left[0] if left else "")]
    if _CODE.search(token) or _PLACE.search(before) or _PLACE.search(text[: number.start]):
        return False
    if (number.start and text[number.start - 1].isalpha()) or re.search(r"[a-f]", number.value):
        return False
    following = re.match(r"[%\s-]*([^\W\d_]+)", text[number.end :])
    unit = following[1].casefold() if following else ""
    if not text[number.start].isdigit() and unit in {"of", "av", "von", "de", "des", "d"}:
        return False  # "three of those" counts what was named before
    return len(number.value) > 1 or (
        number.value not in "01" and unit not in kinds.POINTERS | _NO_UNIT and any(telling_terms(unit))
    )
