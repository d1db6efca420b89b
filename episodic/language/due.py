"""The day a thing is due, from how people say it, in five languages. Knows no clock: the day it was said is given.

A weekday is the next such day, "before Thursday" is that Thursday, the end of a month its last day, a weekend its
Saturday. A span that names no one day ("next week", "soon", "in June") is none, and so is a day that is past.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from episodic.language.cues import fold, words_of
from episodic.language.said_dates import MONTHS, WEEKDAYS

_MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY: Final = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_SHORT: Final = {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
    "mån": 0,
    "tis": 1,
    "ons": 2,
    "tors": 3,
    "fre": 4,
    "lör": 5,
    "sön": 6,
}
_COUNTED: Final = {
    word: number
    for number, words in enumerate(
        (
            "a an one en ett ein einem einer un una une",
            "two två zwei dos deux",
            "three tre drei tres trois",
            "four fyra vier cuatro quatre",
            "five fem fünf cinco cinq",
            "six sex sechs seis",
        ),
        1,
    )
    for word in words.split()
}
_SPAN: Final = {
    word: days
    for days, words in {
        1: "day days dag dagar dagarna tag tage tagen día días jour jours",
        7: "week weeks vecka veckor woche wochen semana semanas semaine semaines",
    }.items()
    for word in words.split()
}
_TODAY: Final = (
    r"today|tonight|this (?:morning|afternoon|evening)|(?:by |at |before )?noon|(?:by )?eod"
    r"|(?:the )?end of (?:the )?day"
    r"|(?:before|after|at|over) (?:lunch|dinner|the coffee|work|bed)"
    r"|idag|i dag|ikväll|i kväll|i eftermiddag|i natt|(?:före|efter|innan) (?:lunch|lunchen|middagen|fikat|maten)"
    r"|heute(?: (?:noch|nachmittag|abend|mittag|nacht|früh))?|(?:vor|nach) dem (?:mittag\w*|essen|kaffee)"
    r"|hoy|esta (?:tarde|noche)|aujourd'hui|ce soir|cet après-midi"
)
_TOMORROW: Final = (
    r"tomorrow|tmrw|tmr|tmrow|imorgon|i morgon|imorron|i morron|mañana|demain"
    r"|(?<!guten )(?<!am )(?<!heute )(?<!jeden )morgen(?! (?:ist|war)(?!\w))"
)
_DATE: Final = re.compile(
    rf"(?<!\w)(?:(?P<iso>\d{{4}}-\d\d-\d\d)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|:?e|er|\.)? ?(?:of |de |d')?(?P<month>{_MONTH})\.?(?: (?P<year>\d{{4}}))?"
    rf"|(?P<month2>{_MONTH})\.? (?:the )?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)"
    r"|(?P<day3>\d{1,2})\.(?P<number>1[0-2]|0?[1-9])\.(?P<year3>\d{4})?"
    r"|(?P<end>(?:the )?end of (?:the |this )?month|month-?end|slutet av månaden|månadsskiftet|månadens slut"
    r"|ende des monats|monatsende|fin de mes|fin du mois)"
    r"|(?:the )?end of (?P<month3>"
    rf"{_MONTH})|(?:slutet av|ende|fin de|fin) (?P<month4>{_MONTH})"
    r"|(?P<weekend>(?:before|by|until|till|this|over|at) (?:the )?(?:coming )?weekend|(?:före|innan|till|i) helgen"
    r"|(?:vor dem|bis zum|am|dieses) wochenende|(?:antes del?|este) fin de semana|(?:avant le|ce) week-?end)"
    r"|(?P<after>the day after tomorrow|i övermorgon|övermorgon|übermorgen|pasado mañana|après-demain)"
    rf"|(?P<tomorrow>{_TOMORROW})|(?P<today>{_TODAY})"
    rf"|(?:in|om|en|dans) (?P<count>\d{{1,2}}|{'|'.join(_COUNTED)}) (?P<span>{'|'.join(_SPAN)})"
    r"|(?:(?:on|by|before|for|until|due|is|at) the|den|am|(?:bis )?zum|el|le) (?P<bare>\d{1,2})"
    r"(?:st|nd|rd|th|:?e|:?a|\.)?(?= |[,;.!?)]|$)(?! ?%)(?! (?:uhr|h)(?!\w))"
    r"|the (?P<ordinal>\d{1,2})(?:st|nd|rd|th)"
    rf"|(?P<weekday>{_WEEKDAY})(?P<week> next week| nästa vecka| nächste woche)?"
    rf"|(?:on|by|before|next|till|for|på|till|före) (?P<short>{'|'.join(_SHORT)})\.?"
    r")(?!\w)"
)
# What stands before a day that is no deadline of the speaker's.
_NO_DEADLINE: Final = re.compile(
    r"(?:away|out|off|there|open|closed|free|valid|ill|sick|since|from|seit|ab|sedan|från|desde|depuis|every|each|varje"
    r"|jeden|last|förra|letzten?|of|(?<!has )(?<!have )(?<!got )(?<!wants )until"
    r"|after|efter(?! )|mail of|dated)(?: (?:on|the|until|till|den|dem|am|vom))*$"
)
_BY: Final = words_of(
    r"(?:by|before|due(?: (?:on|by))?|deadline|latest|senast|före|innan|till|bis(?: zum)?|spätestens|vor|fällig"
    r"|antes del?|hasta|avant|pour)(?: (?:the|next|den|dem|am|på|el|le|is))*$"
)


# A thing that happened on that day: "which I wore to a meeting on January 10th".
_HAPPENED: Final = re.compile(
    r"(?<!\w)(?:wore|was|were|went|met|bought|took|saw|spoke|attended|visited|hosted|volunteered|happened|received"
    r"|hade|hadde|träffade|köpte|pratade|traf|kaufte)(?!\w)[^,;.]*$"
)
# A day named without "by" or "before", farther off than this, is the one gone by: "the June 28 meeting" in July.
_AHEAD: Final = 270


def due(text: str, *, on: date) -> date | None:
    """Return the day a text names as its deadline, or as when it is to happen; None where it names none.

    A day after "by" or "before" wins over one that only stands there, the first one over a later one.
    """
    folded = fold(text)
    found: list[tuple[bool, date]] = []
    end = -1
    for match in _DATE.finditer(folded):
        before = folded[max(0, match.start() - 30) : match.start()].strip()
        by = bool(_BY.search(before)) or match[0].startswith(("by ", "before "))
        day = _day(match, on)
        if day is None or day < on or _NO_DEADLINE.search(before):
            continue
        rolled = any(match[name] for name in ("month", "month2", "number")) and not (match["year"] or match["year3"])
        if not by and ((rolled and (day - on).days > _AHEAD) or _HAPPENED.search(folded[: match.start()])):
            continue
        exact = any(match[name] for name in ("iso", "day", "day2", "day3", "bare", "ordinal"))
        if found and exact and match.start() - end <= 6:
            found[-1] = (found[-1][0], day)  # "Wednesday, the 15th"
        else:
            found.append((by, day))
        end = match.end()
    return next((day for by, day in found if by), found[0][1] if found else None)


def undated(text: str) -> str:
    """Return a text, folded, without the days it names."""
    return " ".join(_DATE.sub(" ", fold(text)).split())


def _day(match: re.Match[str], on: date) -> date | None:
    try:
        return next(_read(match, on), None)
    except (ValueError, OverflowError):  # "the 31st" of a month that has none; the day after the last one
        return None


def _read(match: re.Match[str], on: date) -> Iterator[date]:
    said = match.groupdict()
    if said["iso"]:
        yield date.fromisoformat(said["iso"])
    elif month := said["month"] or said["month2"] or said["number"]:
        number = MONTHS.get(month) or int(month)
        year = said["year"] or said["year3"]
        yield _coming(number, int(said["day"] or said["day2"] or said["day3"]), on, year=int(year) if year else None)
    elif month := said["month3"] or said["month4"]:
        number = MONTHS[month]
        year_of = on.year if number >= on.month else on.year + 1
        yield date(year_of, number, monthrange(year_of, number)[1])
    elif said["weekend"]:
        yield on + timedelta(days=(5 - on.weekday()) % 7)
    elif said["end"]:
        yield on.replace(day=monthrange(on.year, on.month)[1])
    elif said["count"]:
        count = int(said["count"]) if said["count"].isdigit() else _COUNTED[said["count"]]
        yield on + timedelta(days=count * _SPAN[said["span"]])
    elif bare := said["bare"] or said["ordinal"]:
        yield _next_numbered(int(bare), on)
    elif name := said["weekday"] or said["short"]:
        number = WEEKDAYS[name] if name in WEEKDAYS else _SHORT[name]
        coming = timedelta(days=(number - on.weekday() - 1) % 7 + 1)
        yield on + (timedelta(days=7 - on.weekday() + number) if said["week"] else coming)
    else:
        yield on + timedelta(days=2 if said["after"] else 1 if said["tomorrow"] else 0)


def _coming(month: int, day: int, on: date, *, year: int | None) -> date:
    """Return a day of the year, this year's or, once it is past, next year's."""
    this = date(year or on.year, month, day)
    return this if year or this >= on else this.replace(year=on.year + 1)


def _next_numbered(day: int, on: date) -> date:
    """Return the next day with a number: this month's or, once it is past, a later month's."""
    for ahead in range(3):
        months = on.month - 1 + ahead
        first = date(on.year + months // 12, months % 12 + 1, 1)
        if day <= monthrange(first.year, first.month)[1] and first.replace(day=day) >= on:
            return first.replace(day=day)
    raise ValueError(day)
