"""What a question asks: the time it names, and the words without it. Knows no store; the clock and the zone are given.

Where a question goes that asks for a state ("where were we") is for whoever answers those to decide, on `words`.
"""

from datetime import date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from episodic.language import periods
from episodic.language.dates import day_start
from episodic.language.ends import ends
from episodic.language.tokens import STOPWORDS, terms

_LONGEST: Final = 1000  # characters; what is longer holds a pasted text, and the times in it are that text's


class Window(NamedTuple):
    """A time that a question names, as whole local days: `after` included, `before` left out.

    `first` and `last` are the same days, both included; no `after` and no `first`: as far back as there is anything.
    Not `sure`: the words may name a thing rather than say when ("the 2024 budget"). `ahead`: it is still to come, or
    what is to come by then is asked for. `floats`: the words do not say which year ("in June").
    """

    phrase: str
    first: date | None
    last: date
    after: datetime | None
    before: datetime
    sure: bool = True
    ahead: bool = False
    floats: bool = False


class Question(NamedTuple):
    """A question, the time it names if any, and `words`: what is left of it without that time.

    Searching with what is left measured a little better than with all of it: MRR .689 against .677, 27 questions.

    `bare` is whether nothing else is asked for ("what happened yesterday").
    """

    text: str
    words: str
    window: Window | None = None
    bare: bool = False


def shortened(text: str, *, most: int) -> tuple[str, bool]:
    """Return the head and the tail of a question of more characters than `most`, and whether it is one.

    What is asked stands before what was pasted, or after it.
    """
    return ends(text, most), len(text) > most


def understand(text: str, *, now: datetime, zone: tzinfo) -> Question:
    """Find out when a question is about, by the asker's clock and zone."""
    here = now.astimezone(zone)
    said = periods.find(text, here.date(), minute=60 * here.hour + here.minute) if len(text) <= _LONGEST else []
    if not said:
        return Question(text, text)
    chosen = next((one for one in said if one.sure), said[0])
    window = _window(text, chosen, zone, now=here)
    if not chosen.sure:
        return Question(text, text, window)
    words = " ".join(f"{text[: chosen.start]} {text[chosen.stop :]}".split())
    bare = not any(term not in STOPWORDS and term not in _ANYTHING for term in terms(words))
    return Question(text, words, window, bare)


def _window(text: str, said: periods.Said, zone: tzinfo, *, now: datetime) -> Window:
    first, end = said.span.first, said.span.end
    after = day_start(first, zone) if first is not None else None
    return Window(
        phrase=text[said.start : said.stop],
        first=first,
        last=date.fromordinal(end.toordinal() - 1),
        after=now - timedelta(minutes=said.span.minutes) if said.span.minutes else after,
        before=day_start(end, zone),
        sure=said.sure,
        ahead=said.ahead or (first is not None and first > now.date()),
        floats=said.span.floats == "year",
    )


def a_year_earlier(window: Window, zone: tzinfo) -> Window | None:
    """Return the same days of the year before; None where it had no such day."""
    try:
        first, last = (day and day.replace(year=day.year - 1) for day in (window.first, window.last))
    except ValueError:
        return None
    if first is None or last is None:
        return None
    after, before = day_start(first, zone), day_start(date.fromordinal(last.toordinal() + 1), zone)
    return window._replace(first=first, last=last, after=after, before=before)


# Words that ask for whatever there is.
_ANYTHING: Final = frozenset(
    "happen happened happening go went going on up new else anything something everything thing things talk talked"
    " talking discuss discussed do did doing done work worked working say said saying tell told remember recap"
    " summary summarize summarise notes chat chatted conversation conversations ask asked asking mention mentioned"
    " question questions some sometime time around roughly so far list show give"
    " hände hänt händer prata pratade pratat diskutera diskuterade gjorde göra gjort sa sade sagt nytt gick frågade"
    " passiert geschah gesprochen gesagt gemacht besprochen los geredet habe haben hast gefragt fragte"
    " pasó paso hicimos hice hiciste hablamos dijimos dije dicho hecho hemos pregunté preguntamos"
    " passé fait faites dit parlé discuté demandé avons qu on s t ce".split()
)
