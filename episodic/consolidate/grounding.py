"""Holds a proposed fact against what was said, and refuses what nobody said.

Knows no store and judges no importance. The quote must stand in the turn it names, and every figure, date and name of
the fact in the window. Who said it is read from the turn. Each reason to refuse is a fixed phrase, to be counted.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from episodic.consolidate.quoting import LONGEST, as_said, places, says_anything, stands_in
from episodic.language import cues, kinds, said_dates
from episodic.language.endings import WEIGHS
from episodic.language.numbers import numbers
from episodic.language.sentences import split
from episodic.records import FACT_CHARS, Candidate, Turn

REPEATS: Final = 4  # times the same five words; a model that has run away

Reason = Literal[
    "empty fact",
    "empty quote",
    "too long",
    "repetition",
    "turn not in window",
    "quote not in turn",
    "negation cut off",
    "question",
    "hypothetical",
    "not committed",
    "needs the user's words",
    "untrusted source",
    "number not in window",
    "date not in window",
    "name not in window",
]


@dataclass(frozen=True, slots=True)
class Grounded:
    """A fact that holds. `speaker` is the name the turn gives, or its role."""

    candidate: Candidate
    turn: Turn
    speaker: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A fact that does not hold, and why."""

    candidate: Candidate
    reason: Reason


def ground(candidate: Candidate, window: Sequence[Turn]) -> Grounded | Refused:
    """Check a candidate against the turns it was drawn from, `window` with its context.

    The first reason that applies is given. Resolved dates ("Thursday" as 2026-12-03) belong in `valid_from` and
    `valid_until`, which are not checked; in the text a date passes that was said, or that a turn of the window bears.
    """
    turn = next((turn for turn in window if turn.seq == candidate.seq), None)
    reason = _misshapen(candidate)
    if reason is None:
        if turn is None:
            return Refused(candidate, "turn not in window")
        reason = _misquoted(candidate, turn) or _unasserted(candidate, turn) or _unbacked(candidate, turn)
        reason = reason or invented(candidate.text, window)
    if reason or turn is None:
        return Refused(candidate, reason or "turn not in window")
    return Grounded(candidate, turn, turn.name or turn.role)


def quoted(quote: str, turn: Turn) -> bool:
    """Whether a quote stands in a turn as whole words; case, spacing and typographic quotes aside."""
    return stands_in(quote, turn.content)


# What the candidate is ----------------------------------------------------------------------------------------------


def _misshapen(candidate: Candidate) -> Reason | None:
    if not says_anything(candidate.text):
        return "empty fact"
    if not says_anything(candidate.quote):
        return "empty quote"
    if len(candidate.text) > FACT_CHARS or len(candidate.quote) > LONGEST:
        return "too long"
    if _repeats(candidate.text) or _repeats(candidate.quote):
        return "repetition"
    return None


# A script without spaces counts by the character.
_TOKEN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+")


def _repeats(text: str) -> bool:
    words = _TOKEN.findall(cues.fold(text))
    grams = Counter(tuple(words[i : i + 5]) for i in range(len(words) - 4))
    return any(count >= REPEATS for count in grams.values())


# Where it stands ----------------------------------------------------------------------------------------------------


def _misquoted(candidate: Candidate, turn: Turn) -> Reason | None:
    """Find the quote as whole words; an occurrence whose negation was left outside does not count."""
    content, quote = cues.fold(turn.content), cues.fold(candidate.quote)
    found = list(places(content, quote))
    if not found:
        return "quote not in turn"
    if cues.is_negated(candidate.text) or not all(_NEGATED_LEFT.search(content[:at]) for at in found):
        return None
    return "negation cut off"


# "No need to retry" must not become "need to retry": a negation up to three words before, in the same clause.
_NEGATED_LEFT: Final = re.compile(
    r"(?<![\w'])(?:not|no|never|none|without|cannot|\w+n't|inte|ej|aldrig|inga|ingen|inget|utan|nicht|kein\w*|nie|niemals"
    r"|ohne|nunca|jamás|sin|ni|ne|pas|jamais|sans)(?: [\w'-]+){0,3} ?$"
)


# Whether it was asserted, and by whom -------------------------------------------------------------------------------


def _unasserted(candidate: Candidate, turn: Turn) -> Reason | None:
    """Refuse questions and suppositions, by what the proposer says and by what the words themselves show."""
    quote = cues.fold(candidate.quote)
    around = [whole for whole in map(cues.fold, split(turn.content)) if quote in whole or whole in quote] or [quote]
    if cues.only_asks(candidate.text) or cues.only_asks(quote) or all(map(cues.only_asks, around)):
        return "question"
    whole = [sentence for sentence in split(turn.content) if quote in cues.fold(sentence)]
    if whole and all(map(cues.asks_by_order, whole)):
        return "question"
    # Only as far as the quote goes: "we moved to Oslo, maybe we could rent" states its first half.
    upto = [whole[: whole.index(quote) + len(quote)] if quote in whole else whole for whole in around]
    supposed = cues.is_hypothetical(candidate.text) or all(map(cues.is_hypothetical, upto))
    if candidate.stance == "hypothetical" or supposed:
        return "hypothetical"
    if candidate.kind == "decision" and (candidate.stance == "suggested" or all(map(_is_weighed, upto))):
        return "not committed"
    return None


def _is_weighed(folded: str) -> bool:
    """Tell whether a sentence only thinks about what to do: "I'm thinking about where to put it"."""
    return bool(WEIGHS.search(folded)) and not kinds.SURE["decision"].search(folded)


def _unbacked(candidate: Candidate, turn: Turn) -> Reason | None:
    """Refuse what only the user can say where another said it, and corrections by text from outside."""
    if turn.role == "system":
        return "untrusted source"
    by_user = turn.role == "user" and turn.origin in {"user", "manual"}
    if candidate.kind in {"decision", "preference", "personal"} and not by_user:
        return "needs the user's words"
    # A web page or a tool's output that says "actually …" must not rewrite what the user told us.
    outside = turn.role in {"tool", "system"} or turn.origin not in {"user", "manual", "assistant"}
    return "untrusted source" if candidate.kind == "correction" and outside else None


# Whether anything was added -----------------------------------------------------------------------------------------


def invented(text: str, window: Sequence[Turn]) -> Reason | None:
    """Return why a text says more than was said: a date, figure or name of its own; None where it brings none."""
    said = "\n".join(turn.content for turn in window)
    bare, dates = _dated(text)
    if not dates <= _dated(said)[1].union(*map(_borne, window)):
        return "date not in window"
    folded = cues.fold(said)
    if not all(match[0] in folded for match in said_dates.A_DATE.finditer(cues.fold(bare))):
        return "date not in window"
    if not set(numbers(bare)) <= _figures(said) | {str(turn.at.year) for turn in window}:
        return "number not in window"
    known = {stem for word in _words(said) for stem in _stems(word)}
    known.update(stem for turn in window for word in _words(turn.name or "") for stem in _stems(word))
    if not all(_stems(name) & known for name in _names(bare, said, known)):
        return "name not in window"
    return None if all(_is_said(name, said, known) for name in _identifiers(text)) else "name not in window"


# A path, an address, a file, a flag or a name of code; it needs a letter, for 3/4 and 14.5 are figures.
_IDENTIFIER: Final = re.compile(r"(?=.*[^\W\d_])(?:.*[\\/_@~#].*|--\w.*|[\w-]+(?:\.[\w-]{2,})+|.*[a-z][A-Z].*)")
_EDGE: Final = ".,;:!?()[]{}<>\"'`*\u2018\u2019\u201c\u201d\u2026"


def _identifiers(text: str) -> Iterator[str]:
    for word in text.split():
        bare = re.sub(r"['\u2019]s$", "", word.strip(_EDGE))
        if _IDENTIFIER.fullmatch(bare):
            yield bare


def _is_said(identifier: str, said: str, known: set[str]) -> bool:
    """Whether an identifier was said as it is, or is two words with a stroke between them that were both said."""
    if cues.fold(identifier) in cues.fold(said) or as_said(identifier, said):
        return True
    either = re.fullmatch(r"([^\W\d_]+)/([^\W\d_]+)", cues.fold(identifier))
    return either is not None and all(_stems(word) & known for word in either.groups())


_AMBIGUOUS: Final = frozenset({"may", "march", "mars", "mar", "jan", "sep", "dec", "mai", "maj"})
_MONTH: Final = "|".join(sorted(said_dates.MONTHS, key=len, reverse=True))
_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th|er|:e|\.)?"
_DATE: Final = re.compile(
    rf"(?<!\w)(?:(?P<year>\d{{4}})-(?P<iso>\d\d-\d\d)|(?P<first>{_DAY} (?:of |de |d')?(?:{_MONTH}))"
    rf"|(?P<last>(?:{_MONTH})\.? (?:the )?{_DAY})|(?P<weekday>{'|'.join(said_dates.WEEKDAYS)})s?"
    rf"|(?P<month>{_MONTH}))(?!\w)",
    re.IGNORECASE,
)


def _dated(text: str) -> tuple[str, set[str]]:
    """Take the dates out of `text`; return the rest, years included, and the dates as "12-3", "month 5" or "day 0"."""
    dates: set[str] = set()

    def take(match: re.Match[str]) -> str:
        said = match[0].casefold()
        words = re.findall(r"[^\W\d_]+|\d+", said)
        months = [said_dates.MONTHS[word] for word in words if word in said_dates.MONTHS]
        if match["weekday"]:
            dates.add(f"day {said_dates.WEEKDAYS[match['weekday'].casefold()]}")
        elif match["month"]:
            if said in _AMBIGUOUS and not match[0][0].isupper():
                return match[0]
            dates.add(f"month {months[0]}")
        else:
            month, day = map(int, match["iso"].split("-")) if match["iso"] else (months[0], _number(words))
            dates.add(f"{month}-{day}")
        return f" {match['year'] or ''} "

    return _DATE.sub(take, text), dates


def _number(words: Sequence[str]) -> int:
    return next(int(word) for word in words if word.isdigit())


def _borne(turn: Turn) -> set[str]:
    """Return the day a turn bears: that date is not invented."""
    return {f"{turn.at.month}-{turn.at.day}", f"month {turn.at.month}"}


def _figures(said: str) -> set[str]:
    """Return the numbers said; "5k" is also 5000, and "May 2025" holds 2025."""
    values = set(numbers(said))
    for number in tuple(values):
        scaled = re.fullmatch(r"(\d+(?:\.\d+)?)([kM])", number)
        if scaled:
            values.add(f"{float(scaled[1]) * {'k': 1_000, 'M': 1_000_000}[scaled[2]]:.0f}")
        if re.fullmatch(r"\d{4}-\d\d-\d\d", number):
            values.add(number[:4])
    return values


# Begin a fact about somebody without being a name.
_OPENERS: Final = cues.bag(
    "user users speaker assistant they he she it we i you this that these those there the a an his her their its our my"
    " your in on at by for from with after before since during until when while if as to and but not no all each every"
    " some both new old one do does did is are was were has have had will would can could should must may always never"
    " please prefers wants likes uses works lives plans needs decided switched moved remember use avoid currently today"
    " yesterday recently also only project team"
    " användaren hon han hen de den det vi jag en ett från på vid för med när om alltid aldrig"
    " nutzer nutzerin benutzer er sie es wir ich der die das ein eine im am bei von mit für wenn immer nie"
    " usuario usuaria el la los las un una ella él en con por para cuando si siempre nunca"
    " utilisateur utilisatrice l'utilisateur il elle on nous je le les une des dans avec pour quand toujours jamais"
)
_FUNCTION: Final = cues.bag("the a an to at in on for with his her their my from that as by into about of it")
_GERMAN: Final = cues.bag(
    "der die das und ist nicht ein eine einen mit für von im am den dem hat sind auf zu bevorzugt mag will nutzer"
)
_SPEAKERS: Final = cues.bag(
    "i a user users assistant nutzer nutzerin benutzer usuario usuaria utilisateur utilisatrice"
)
_SPELLED: Final = re.compile(r"(?<!\w)[^\W\d_][^\W_]*(?:['\u2019]s?(?!\w))?")


def _names(text: str, said: str, known: set[str]) -> Iterator[str]:
    """Yield the capitalised words of a fact that must have been said; a sentence's first only if it may be a name."""
    german = len(_GERMAN.intersection(_words(text))) > 1
    plain = {word for word in _SPELLED.findall(said) if word.islower()}
    for sentence in split(text):
        for place, word in enumerate(_SPELLED.finditer(sentence)):
            name = word[0].casefold()
            if not word[0][0].isupper() or name in _SPEAKERS:
                continue
            if place == 0 and _opens(name, sentence[word.end() :], plain):
                continue
            # German writes every noun with a capital, and bends it.
            if german and any(name.startswith(near) or near.startswith(name) for near in _near(name, known)):
                continue
            yield name


def _opens(name: str, rest: str, plain: set[str]) -> bool:
    """Tell whether a first word is no name: known as such, a verb by its look, or said bent in lower case."""
    following = rest.casefold().split(maxsplit=1)[:1]
    verb = name.endswith(("s", "ed", "ing")) and not _FUNCTION.isdisjoint(following)
    return name in _OPENERS or verb or any(word[:4] == name[:4] for word in plain if len(word) > 3)


def _near(name: str, known: set[str]) -> Iterator[str]:
    yield from (word for word in known if abs(len(word) - len(name)) <= 2 and len(word) > 3)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+(?:'[^\W_]+)*", cues.fold(text)))


def _stems(word: str) -> set[str]:
    """Return a word with and without the marks of a genitive: Sarah's, Saras, Klaus'."""
    bare = word.translate({0x2019: "'"}).removesuffix("'s").strip("'")
    return {bare, bare.removesuffix("s") if len(bare) > 3 else bare, *bare.split("'")}
