"""The days that a statement says something was or will be on. Knows no clock: the day it was said is given.

"We shipped it on Friday" tells of the Friday before, "the demo is on Friday" of the next: the verb nearest before the
time decides, else the first after it; without one, notes speak of what is to come. Questions tell of nothing.
"""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from episodic.language.periods import Said, find, may_name
from episodic.language.sentences import split

_READ: Final = 4_000  # characters of a turn; what is longer is a pasted text
_LONGEST: Final = 31  # days of a time that says when; a year is only about when
_FEW: Final = 2  # sentences in which a day is that of all that is said

# Endings of several languages; what they take too much ("need", "hat") is in the way only where a time follows.
_BEHIND: Final = re.compile(
    r"(?:was|were|had|did|went|came|said|told|got|gave|took|made|sent|wrote|met|left|lost|found|began|broke|built|bought"
    r"|brought|caught|chose|fell|felt|flew|forgot|held|kept|knew|led|ran|rose|saw|sold|slept|spent|spoke|stood|thought"
    r"|threw|understood|won|drove|ate|drank|swam|sang|put|shut|cut|hit|set|\w{2,}(?<!ee)ed"
    r"|var|hade|har|gjorde|gick|sa|sade|blev|kom|tog|fick|skrev|släppte|skickade|\w{2,}ades?"
    r"|war|waren|hatte|hatten|hat|haben|habe|wurde|wurden|ging|kam"
    r"|fue|fueron|era|hicimos|hemos|\w+(?:amos|imos|aron|ieron)|\w{2,}ó"
    r"|ont|avons|ai|était|étions|\w{2,}ées?)"
)
_AHEAD: Final = re.compile(
    r"(?:will|shall|going|must|should|needs?|plans?|planned|scheduled|booked|supposed|due|is|its|are|am|be|has|have"
    r"|ska|skall|kommer|är|blir|måste|wird|werden|ist|sind|soll|muss|será|vamos|tenemos|hay|sera|doit|est)"
)
_WORD: Final = re.compile(r"[^\W\d_]+")
_UNTIL: Final = re.compile(
    r"(?<!\w)(?:until|till|'til|through|tills|till och med|fram till|t\.?o\.?m\.?|bis|hasta|jusqu'\w+)(?!\w)",
    re.IGNORECASE,
)

_BEFORE: Final = re.compile(r"(?<!\w)(?:before|före|innan|vor|antes de|avant)(?!\w)", re.IGNORECASE)
_NOT: Final = re.compile(
    r"(?<!\w)(?:no|not|never|\w+n't|inte|ingen|inga|inget|aldrig|nicht|kein\w*|nie|ni|pas|jamais)(?!\w)", re.IGNORECASE
)


def told_days(text: str, *, on: date) -> list[tuple[date, date]]:
    """Return the days a text tells of, as (first, the day after the last), other than the day it was said."""
    found = dict[tuple[date, date], None]()
    for sentence in split(text[:_READ]):
        if sentence.rstrip().endswith("?") or not may_name(sentence):
            continue
        for behind in (True, False):
            for said in find(sentence, on, ahead=not behind):
                first, end = said.span.first, said.span.end
                if said.sure and first and _is_behind(sentence, said.start, said.stop) == behind:
                    found[first, end] = None
    short = (one for one in found if timedelta(0) < one[1] - one[0] <= timedelta(days=_LONGEST))
    return [one for one in short if one != (on, on + timedelta(days=1))]


def the_day(text: str, *, on: date) -> date | None:
    """Return the one day that a text of a sentence or two tells of; None where it tells of none, or of several."""
    days = told_days(text, on=on) if len(split(text[:_READ])) <= _FEW else []
    single = len(days) == 1 and days[0][1] - days[0][0] == timedelta(days=1)
    return days[0][0] if single else None


def last_day(text: str, *, on: date) -> date | None:
    """Return the last day on which what a text says holds ("frozen until Friday"); None where it tells of none.

    "No running before Friday" holds until then as well.

    Of several the latest: what is said in one breath holds as long as any of it does. "I lived in Oslo until 2019"
    holds on: what was over when it was said has no end.
    """
    ends = [
        said.span.end
        for sentence in split(text[:_READ])
        if not sentence.rstrip().endswith("?") and (_UNTIL.search(sentence) or _BEFORE.search(sentence))
        for said in find(sentence, on, ahead=True)
        if said.sure and _ends_it(sentence, said)
    ]
    last = max(ends, default=on) - timedelta(days=1)
    return last if last >= on else None


def _ends_it(sentence: str, said: Said) -> bool:
    """Tell whether what a sentence says holds until a time in it."""
    when = sentence[said.start : said.stop]
    denied = _NOT.search(sentence[: said.start]) or _NOT.search(sentence[said.stop :])
    return bool(_UNTIL.match(when) or (_BEFORE.match(when) and denied))


def _is_behind(sentence: str, start: int, stop: int) -> bool:
    """Tell whether what a time in a sentence belongs to was, rather than shall be ("moved to Friday" too)."""
    if sentence[start:stop].casefold().startswith(("to ", "for ")):
        return False
    before, after = (_WORD.findall(part.casefold()) for part in (sentence[:start], sentence[stop:]))
    return next((way for way in (*_ways(before)[::-1], *_ways(after))), False)


def _ways(words: Sequence[str]) -> list[bool]:
    """Tell of each verb in some words whether it is one of the past; after "be" none is."""
    return [
        bool(_BEHIND.fullmatch(word)) and not _AHEAD.fullmatch(word)
        for place, word in enumerate(words)
        if (_BEHIND.fullmatch(word) or _AHEAD.fullmatch(word)) and not (place and words[place - 1] == "be")
    ]
