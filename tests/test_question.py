"""Times in questions, in five languages, as whole local days of the asker's; and what is no time."""

import time
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from episodic.language.periods import find
from episodic.recall.question import Question, Window, understand

STOCKHOLM = ZoneInfo("Europe/Stockholm")
NOW = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)  # a Wednesday
ENDLESS = ".."


def days(window: Window | None) -> str | None:
    """The days of a window, both included."""
    if window is None:
        return None
    return f"{window.last}" if window.first == window.last else f"{window.first or ''}..{window.last}"


def table() -> list[tuple[str, datetime, str | None]]:
    """The phrases of `day_phrases.tsv`: a question, when it is asked, and its days."""
    rows = list[tuple[str, datetime, str | None]]()
    for line in (Path(__file__).parent / "day_phrases.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            _, question, asked, zone, first, last = line.split("\t")
            now = datetime.strptime(asked, "%a %Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone))
            span = last if first == last else f"{first.strip('-')}..{last}"
            rows.append((question, now, None if last == "none" else span))
    return rows


@pytest.mark.parametrize(("question", "now", "expected"), table())
def test_a_time_is_what_people_mean_by_it(question: str, now: datetime, expected: str | None) -> None:
    """Finding 17, and more that people say; what is no time, or not understood, leaves the question as it is."""
    asked = understand(question, now=now, zone=now.tzinfo or UTC)
    assert days(asked.window if asked.window and asked.window.sure else None) == expected


def test_hours_are_counted_to_the_minute() -> None:
    window = understand("what broke in the last 90 minutes", now=NOW, zone=STOCKHOLM).window
    assert window is not None
    assert window.after == NOW - timedelta(minutes=90)


PHRASES = [
    # English; its days
    ("what did I say today", "2026-11-25"),
    ("what happened this morning", "2026-11-25"),
    ("what did we decide yesterday", "2026-11-24"),
    ("who called last night", "2026-11-24"),
    ("the day before yesterday we talked about tiles", "2026-11-23"),
    ("what did Sarah say last Tuesday", "2026-11-24"),
    ("what did Sarah say last Wednesday", "2026-11-18"),
    ("what did Sarah say on Monday", "2026-11-23"),
    ("who was at Friday's meeting", "2026-11-20"),
    ("Friday\u2019s meeting, who was there", "2026-11-20"),
    ("what did we agree this Monday", "2026-11-23"),
    ("what was said on the Tuesday before last", "2026-11-17"),
    ("what did she want on Tuesday last week", "2026-11-17"),
    ("what did we plan three days ago", "2026-11-22"),
    ("what did I eat a day ago", "2026-11-24"),
    ("what did we decide on 3 May", "2026-05-03"),
    ("what did we decide on May 3rd", "2026-05-03"),
    ("what did we decide on the 3rd of May 2025", "2025-05-03"),
    ("what did we decide on December 3", "2025-12-03"),
    ("what did we decide on May 3, 2025", "2025-05-03"),
    ("what did we decide on Sunday, 3 May", "2026-05-03"),
    ("what did we decide on May 3 last year", "2025-05-03"),
    ("notes of 2026-10-02", "2026-10-02"),
    ("what was said on the 3rd", "2026-11-03"),
    ("what was said on the 30th", "2026-10-30"),
    # weeks and weekends
    ("what did we say last week", "2026-11-16..2026-11-22"),
    ("what did we say this week", "2026-11-23..2026-11-29"),
    ("what did we say the week before last", "2026-11-09..2026-11-15"),
    ("what did we say in the last week", "2026-11-18..2026-11-25"),
    ("what did we say two weeks ago", "2026-11-08..2026-11-14"),
    ("what did we say a week ago", "2026-11-15..2026-11-21"),
    ("what did we do over the weekend", "2026-11-21..2026-11-22"),
    ("what did we do last weekend", "2026-11-21..2026-11-22"),
    ("what did we do in the week of 3 May", "2026-04-27..2026-05-03"),
    ("what did we do in the first week of May", "2026-05-01..2026-05-07"),
    ("what did we do in the last week of May", "2026-05-25..2026-05-31"),
    ("what did we do the week before 3 May", "2026-04-26..2026-05-02"),
    ("what did we do on the first weekend of May", "2026-05-02..2026-05-03"),
    # rolling spans
    ("what did I learn in the past 7 days", "2026-11-18..2026-11-25"),
    ("what did I learn in the last two weeks", "2026-11-11..2026-11-25"),
    ("what did I learn in the past month", "2026-10-25..2026-11-25"),
    ("what did I learn in the last couple of days", "2026-11-23..2026-11-25"),
    # months, quarters, seasons, years
    ("what did we do in April", "2026-04-01..2026-04-30"),
    ("what did we do in December", "2025-12-01..2025-12-31"),
    ("what did we do in April 2025", "2025-04-01..2025-04-30"),
    ("what did we do last April", "2026-04-01..2026-04-30"),
    ("what did we do in April last year", "2025-04-01..2025-04-30"),
    ("what did we do last month", "2026-10-01..2026-10-31"),
    ("what did we do this month", "2026-11-01..2026-11-30"),
    ("what did we do two months ago", "2026-09-10..2026-10-10"),
    ("what did we do at the end of May", "2026-05-21..2026-05-31"),
    ("what did we do in mid-May", "2026-05-11..2026-05-20"),
    ("what did we do in the first half of May", "2026-05-01..2026-05-15"),
    ("what did we do in Q3 2025", "2025-07-01..2025-09-30"),
    ("what did we do in the third quarter of 2025", "2025-07-01..2025-09-30"),
    ("what did we do last quarter", "2026-07-01..2026-09-30"),
    ("what did we do in the spring of 2025", "2025-03-01..2025-05-31"),
    ("what did we do last summer", "2026-06-01..2026-08-31"),
    ("what did we do last winter", "2025-12-01..2026-02-28"),
    ("what did we do in 2024", "2024-01-01..2024-12-31"),
    ("what did we do last year", "2025-01-01..2025-12-31"),
    ("what did we do this year", "2026-01-01..2026-12-31"),
    ("what did we do a year ago", "2025-05-27..2026-05-26"),
    # bounds and ranges
    ("what changed since the beginning of May", "2026-05-01..2026-11-25"),
    ("what changed since last Friday", "2026-11-20..2026-11-25"),
    ("what changed since 2024", "2024-01-01..2026-11-25"),
    ("what changed after 3 May", "2026-05-04..2026-11-25"),
    ("what did we know before 3 May", "..2026-05-02"),
    ("what did we know before the launch on 3 May", "..2026-05-02"),
    ("what did we know by 3 May", "..2026-05-03"),
    ("what did we know until last Friday", "..2026-11-20"),
    ("what did we do between March and May", "2026-03-01..2026-05-31"),
    ("what did we do between March and May 2025", "2025-03-01..2025-05-31"),
    ("what did we do between November and February", "2026-11-01..2027-02-28"),
    ("what did we do between December 2024 and February", "2024-12-01..2025-02-28"),
    ("what did we do from 3 to 5 May", "2026-05-03..2026-05-05"),
    ("what did we do from May 3\u20135", "2026-05-03..2026-05-05"),
    ("what did we do between Monday and Tuesday", "2026-11-23..2026-11-24"),
    ("what did we do from 2024 to 2025", "2024-01-01..2025-12-31"),
    ("what did we do in March or April 2025", "2025-03-01..2025-04-30"),
    # what lies ahead
    ("what do we have tomorrow", "2026-11-26"),
    ("what is due on Friday", "2026-11-27"),
    ("what is due next week", "2026-11-30..2026-12-06"),
    ("what must be done before 3 December", "2026-11-25..2026-12-02"),
    ("what is planned in April", "2027-04-01..2027-04-30"),
    # Swedish
    ("vad sa vi idag", "2026-11-25"),
    ("vad bestämde vi i går", "2026-11-24"),
    ("vad hände i förrgår", "2026-11-23"),
    ("vad sa Sara i tisdags", "2026-11-24"),
    ("vad gjorde vi förra veckan", "2026-11-16..2026-11-22"),
    ("vad gjorde vi för två veckor sedan", "2026-11-08..2026-11-14"),
    ("vad gjorde vi för tre dagar sen", "2026-11-22"),
    ("vad gjorde vi i april 2025", "2025-04-01..2025-04-30"),
    ("vad gjorde vi i maj", "2026-05-01..2026-05-31"),
    ("vad har ändrats sedan början av maj", "2026-05-01..2026-11-25"),
    ("vad visste vi före den 3 maj", "..2026-05-02"),
    ("vad gjorde vi mellan mars och maj", "2026-03-01..2026-05-31"),
    ("vad gjorde vi de senaste sju dagarna", "2026-11-18..2026-11-25"),
    ("vad gjorde vi i slutet av maj", "2026-05-21..2026-05-31"),
    ("vad gjorde vi i somras", "2026-06-01..2026-08-31"),
    ("vad gjorde vi i fjol", "2025-01-01..2025-12-31"),
    ("vad sa vi den 3 maj förra året", "2025-05-03"),
    ("vad gjorde vi vecka 46", "2026-11-09..2026-11-15"),
    ("vad sa vi från 3 till 5 maj", "2026-05-03..2026-05-05"),
    # German
    ("was haben wir heute gesagt", "2026-11-25"),
    ("was haben wir gestern beschlossen", "2026-11-24"),
    ("was haben wir vorgestern besprochen", "2026-11-23"),
    ("was hat Sarah letzten Dienstag gesagt", "2026-11-24"),
    ("was hat Sarah am Montag gesagt", "2026-11-23"),
    ("was haben wir letzte Woche besprochen", "2026-11-16..2026-11-22"),
    ("was haben wir vor zwei Wochen besprochen", "2026-11-08..2026-11-14"),
    ("was haben wir im April 2025 besprochen", "2025-04-01..2025-04-30"),
    ("was haben wir im M\u00e4rz besprochen", "2026-03-01..2026-03-31"),
    ("was hat sich seit Anfang Mai geändert", "2026-05-01..2026-11-25"),
    ("was wussten wir vor dem 3. Mai", "..2026-05-02"),
    ("was haben wir zwischen März und Mai besprochen", "2026-03-01..2026-05-31"),
    ("was haben wir vom 3. bis 5. Mai besprochen", "2026-05-03..2026-05-05"),
    ("was haben wir in den letzten 7 Tagen besprochen", "2026-11-18..2026-11-25"),
    ("was haben wir Ende Mai besprochen", "2026-05-21..2026-05-31"),
    ("was haben wir letztes Jahr besprochen", "2025-01-01..2025-12-31"),
    ("was haben wir am Wochenende gemacht", "2026-11-21..2026-11-22"),
    ("was stand am 03.05.2026 im Protokoll", "2026-05-03"),
    # Spanish
    ("¿qué dijimos hoy?", "2026-11-25"),
    ("¿qué decidimos ayer?", "2026-11-24"),
    ("¿qué pasó anteayer?", "2026-11-23"),
    ("¿qué dijo Sara el martes pasado?", "2026-11-24"),
    ("¿qué hicimos la semana pasada?", "2026-11-16..2026-11-22"),
    ("¿qué hicimos hace dos semanas?", "2026-11-08..2026-11-14"),
    ("¿qué hicimos en abril de 2025?", "2025-04-01..2025-04-30"),
    ("¿qué hicimos en abril?", "2026-04-01..2026-04-30"),
    ("¿qué ha cambiado desde principios de mayo?", "2026-05-01..2026-11-25"),
    ("¿qué sabíamos antes del 3 de mayo?", "..2026-05-02"),
    ("¿qué hicimos entre marzo y mayo?", "2026-03-01..2026-05-31"),
    ("¿qué hicimos del 3 al 5 de mayo?", "2026-05-03..2026-05-05"),
    ("¿qué hicimos en los últimos 7 días?", "2026-11-18..2026-11-25"),
    ("¿qué hicimos el mes pasado?", "2026-10-01..2026-10-31"),
    ("¿qué hicimos el año pasado?", "2025-01-01..2025-12-31"),
    ("¿qué dijimos el 3 de mayo de 2025?", "2025-05-03"),
    ("¿qué hicimos el fin de semana pasado?", "2026-11-21..2026-11-22"),
    # French
    ("qu'avons-nous dit aujourd'hui ?", "2026-11-25"),
    ("qu'a-t-on décidé hier ?", "2026-11-24"),
    ("que s'est-il passé avant-hier ?", "2026-11-23"),
    ("qu'a dit Sarah mardi dernier ?", "2026-11-24"),
    ("qu'avons-nous fait la semaine dernière ?", "2026-11-16..2026-11-22"),
    ("qu'avons-nous fait il y a deux semaines ?", "2026-11-08..2026-11-14"),
    ("qu'avons-nous fait le mois dernier ?", "2026-10-01..2026-10-31"),
    ("qu'avons-nous fait l'année dernière ?", "2025-01-01..2025-12-31"),
    ("qu'avons-nous fait en avril 2025 ?", "2025-04-01..2025-04-30"),
    ("qu'avons-nous fait en avril ?", "2026-04-01..2026-04-30"),
    ("qu'est-ce qui a changé depuis début mai ?", "2026-05-01..2026-11-25"),
    ("que savions-nous avant le 3 mai ?", "..2026-05-02"),
    ("qu'avons-nous fait entre mars et mai ?", "2026-03-01..2026-05-31"),
    ("qu'avons-nous fait du 3 au 5 mai ?", "2026-05-03..2026-05-05"),
    ("qu'avons-nous fait les sept derniers jours ?", "2026-11-18..2026-11-25"),
    ("qu'avons-nous dit le 1er mai 2025 ?", "2025-05-01"),
    ("qu'avons-nous fait à la fin de mai ?", "2026-05-21..2026-05-31"),
]


@pytest.mark.parametrize(("question", "expected"), PHRASES)
def test_a_time_in_words_is_whole_local_days(question: str, expected: str) -> None:
    """CASE 113."""
    window = understand(question, now=NOW, zone=STOCKHOLM).window
    assert days(window) == expected
    assert window is not None
    assert window.sure


NO_TIMES = [
    "may we use tabs",
    "May I see the deck?",
    "we may 3 times retry",
    "they may come",
    "should we march on",
    "march 3 times around the house",
    "give me a second",
    "which is the second slide",
    "the Sunday roast recipe",
    "what is on the menu for Black Friday",
    "does Python 3.11 work",
    "is version 2024.1 out",
    "what changed in version 3",
    "how long is a day",
    "how many days are in a week",
    "who lives at 5 May Street",
    "what time is it",
    "the last slide of the deck",
    "the last week of school",
    "does she like April",
    "who is June married to",
    "the email from April",
    "what was written by May",
    "is Augustus in Rome",
    "do we meet on Mondays",
    "do we meet every Monday",
    "is there a call on Monday mornings",
    "is there life on Mars",
    "how many in 2000 words",
    "a budget of 2024 dollars",
    "at most 2000 tokens",
    "when did I play Cyberpunk 2077",
    "who owns ticket 2025-0403",
    "open notes/2026-05-03.md",
    "is 21-23°C right",
    "sat and sun protection",
    "the one day workshop",
    "day 3 of the trip",
    "recently, what did we say",
    "what did we say the other day",
    "in two weeks of work, what came out",
    "was steht hier im Vertrag",
    "wer hat hier etwas gesagt",
    "guten Tag, wie heißt der Hund",
    "med vem mår man bra",
    "reunión de los lunes por la mañana",
    "tous les lundis matin",
    "la mañana es fría",
    "",
    "?!",
    "\ud83d\ude00",
]


@pytest.mark.parametrize("question", NO_TIMES)
def test_what_only_looks_like_a_time_is_none(question: str) -> None:
    assert understand(question, now=NOW, zone=STOCKHOLM) == Question(question, question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what is in the 2024 budget", "2024-01-01..2024-12-31"),
        ("vad står i budget 2024", "2024-01-01..2024-12-31"),
        ("what is in the March report", "2026-03-01..2026-03-31"),
        ("what is last year's budget", "2025-01-01..2025-12-31"),
        ("what should I watch tonight", "2026-11-25"),
        ("what must be done this week", "2026-11-23..2026-11-29"),
    ],
)
def test_a_time_that_may_be_a_name_or_a_wish_is_not_sure_and_stays_among_the_words(
    question: str, expected: str
) -> None:
    asked = understand(question, now=NOW, zone=STOCKHOLM)
    assert asked.window is not None
    assert (days(asked.window), asked.window.sure, asked.words) == (expected, False, question)


@pytest.mark.parametrize(
    ("question", "words", "bare"),
    [
        ("what did Sarah say last week about the deck?", "what did Sarah say about the deck?", False),
        ("what happened yesterday?", "what happened ?", True),
        ("vad gjorde vi förra veckan", "vad gjorde vi", True),
        ("was haben wir gestern besprochen?", "was haben wir besprochen?", True),
        ("¿Qué hicimos ayer?", "¿Qué hicimos ?", True),
        ("qu'avons-nous fait hier ?", "qu'avons-nous fait ?", True),
        ("last week", "", True),
    ],
)
def test_the_words_are_what_is_left_without_the_time(question: str, words: str, *, bare: bool) -> None:
    asked = understand(question, now=NOW, zone=STOCKHOLM)
    assert (asked.words, asked.bare, asked.text) == (words, bare, question)


def test_today_is_the_askers_day() -> None:
    """CASE 109: half past midnight in Shanghai is still yesterday in UTC."""
    now = datetime(2026, 11, 24, 16, 30, tzinfo=UTC)
    for zone, day in ((ZoneInfo("Asia/Shanghai"), "2026-11-25"), (UTC, "2026-11-24")):
        assert days(understand("what happened today", now=now, zone=zone).window) == day


@pytest.mark.parametrize(("day", "hours"), [("29 March 2026", 23), ("25 October 2026", 25), ("3 May 2026", 24)])
def test_a_day_is_as_long_as_it_was(day: str, hours: int) -> None:
    window = understand(f"what happened on {day}", now=NOW, zone=STOCKHOLM).window
    assert window is not None
    assert window.after is not None
    assert window.before.astimezone(UTC) - window.after.astimezone(UTC) == timedelta(hours=hours)


def test_a_day_that_is_not_in_the_calendar_is_none() -> None:
    assert understand("on 31 April", now=NOW, zone=STOCKHOLM).window is None
    assert days(understand("on 29 February 2025", now=NOW, zone=STOCKHOLM).window) == "2025-02-01..2025-02-28"
    assert days(understand("on 29 February", now=NOW, zone=STOCKHOLM).window) == "2024-02-29"


@pytest.mark.parametrize(
    "words",
    [
        "the first week of ",
        "early in ",
        "in in the week of ",
        "between may and ",
        "before the a b on ",
        "3 - ",
        "since ",
    ],
)
def test_a_question_that_never_comes_to_its_time_is_read_in_no_time(words: str) -> None:
    started = time.process_time()
    find(words * (2000 // len(words)) + "May", date(2026, 11, 25))
    assert time.process_time() - started < 2


def test_a_pasted_text_names_no_time() -> None:
    assert understand("last week " + "the log said so " * 70, now=NOW, zone=STOCKHOLM).window is None


ZONES = st.sampled_from([UTC, STOCKHOLM, ZoneInfo("America/Sao_Paulo"), timezone(timedelta(hours=14))])
NOWS = st.datetimes(datetime(1972, 1, 1), datetime(2098, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds


@given(st.sampled_from([question for question, _ in PHRASES]), NOWS, ZONES)
@example("what was said on the 30th", datetime(2026, 3, 1, tzinfo=UTC), UTC)
@example("what did we do a year ago", datetime(2024, 2, 29, tzinfo=UTC), UTC)
@example("what did we do two months ago", datetime(2026, 4, 30, tzinfo=UTC), UTC)
def test_a_window_is_bounded_and_begins_before_it_ends(question: str, now: datetime, zone: timezone) -> None:
    window = understand(question, now=now, zone=zone).window
    if window is None:  # "since 2024", asked before
        return
    assert window.first is None or window.first <= window.last
    assert window.after is None or window.after.astimezone(UTC) < window.before.astimezone(UTC)
    assert (window.before - timedelta(microseconds=1)).astimezone(zone).date() == window.last


@given(st.text(max_size=80), st.sampled_from([phrase for phrase, _ in PHRASES]))
def test_any_text_is_read_without_an_error(text: str, phrase: str) -> None:
    for question in (text, f"{text} {phrase} {text}"):
        for said in find(question, date(2026, 11, 25)):
            assert 0 <= said.start < said.stop <= len(question)
