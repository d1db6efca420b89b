"""Finds what a conversation leaves open, without a language model. Returns verdicts; loop_ends.py has what finishes it.

Knows no store and no clock. It would rather miss a promise than keep a phrase: most sessions open none or two. A loop
is what somebody took on, waits for, put off or must do by a day.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, tzinfo
from functools import lru_cache
from typing import Final

from episodic.consolidate.heuristics import spoken
from episodic.language import cues, due, idle, promises
from episodic.language.dates import day_of
from episodic.language.numbers import numbers
from episodic.language.said_dates import MONTHS, WEEKDAYS
from episodic.language.sentences import prose, split, unmarked
from episodic.language.tokens import terms
from episodic.records import Opening, Owner, Turn
from episodic.secrets.masks import blanked

PER_TURN: Final = 3  # a turn that opens more is a plan, or a paste
LONGEST: Final = 160  # characters of a loop's text; a longer clause tells a story
_NEAR: Final = 4  # turns within which "done" is about what was last taken on


def opened(turns: Sequence[Turn], *, zone: tzinfo) -> list[Opening]:
    """Return what the turns open, in order, each with the words that do. `zone` is whose days are meant."""
    found: list[Opening] = []
    for turn in turns:
        on = day_of(turn.at, zone)
        kept = 0
        for opening in _of_turn(turn, on):
            if kept < PER_TURN and not any(same(opening.text, other.text) for other in found):
                found.append(opening)
                kept += 1
    return found


# Where it stands ----------------------------------------------------------------------------------------------------

BLOT: Final = "\u2592" * 3
_QUOTED: Final = re.compile(
    r"[\"“„«»”][^\"“”„«»\n]*[\"”“«»]|`[^`\n]+`|(?<![^\s(:])['‘](?=\S)[^'’\n]*(?:['’]\w[^'’\n]*)*['’](?![\w])"  # noqa: RUF001
)
_CUT: Final = re.compile(
    r"; |(?<=\w)\.\.+ |, (?=(?:and|but|so|then|or|otherwise|och|men|så|annars|und|aber|sonst|pero|mais)\s)"
    r"|, (?=(?:i|we|he|she|they|it|it's|he's|she's|i'm|i'll|don't|jag|vi|han|hon|ich|wir|tar|vill|orkar|hab)\s)"
    r"| (?=(?:but|men|aber|otherwise|annars|sonst) )| (?=(?:and|och|und) (?:i|we|jag|vi|ich|wir)\s)",
    re.IGNORECASE,
)


def _of_turn(turn: Turn, on: date) -> Iterator[Opening]:
    runs = spoken(turn) if turn.role == "user" else prose(turn.content) if speaks(turn) else []
    for run in runs:
        blotted = masked(run)
        sentences = split(blotted)
        for place, sentence in enumerate(sentences):
            rest = unmasked("".join(sentences[place + 1 : place + 2]), blotted, run)
            whole = unmasked(sentence, blotted, run)
            found = [
                _opening(unmasked(clause, blotted, run), (whole, rest), seq=turn.seq, owner=owner, on=on)
                for clause in _clauses(sentence)
                if (owner := _owner(clause, sentence, turn)) is not None
            ]
            yield from (one for place, one in enumerate(found) if _says_what(one, goes_on=place > 0))


def speaks(turn: Turn) -> bool:
    """Tell whether a turn is the assistant's own talk."""
    return turn.role == "assistant" and turn.origin == "assistant"


def masked(text: str) -> str:
    """Blot out what is quoted, letter by letter: somebody else's words, a title, code; and a secret's mask."""
    return _QUOTED.sub(lambda match: re.sub(r"\w", BLOT[0], match[0]), blanked(text))


def unmasked(part: str, blotted: str, whole: str) -> str:
    """Return a stretch of a masked text as it was; masking changes no length."""
    at = blotted.find(part)
    return whole[at : at + len(part)] if at >= 0 else part


def _clauses(sentence: str) -> Iterator[str]:
    """Cut a sentence where another thing is said."""
    start = 0
    for match in _CUT.finditer(sentence):
        if sentence[start : match.start()].strip():
            yield sentence[start : match.start()].strip()
        start = match.end()
    if sentence[start:].strip():
        yield sentence[start:].strip()


# What it opens ------------------------------------------------------------------------------------------------------


def _owner(clause: str, sentence: str, turn: Turn) -> Owner | None:
    """Return whose move it is; None where the clause opens nothing."""
    said = cues.fold(unmarked(clause)).rstrip(".!… ")
    whole = cues.fold(sentence)
    if len(said) > LONGEST * 2 or BLOT in said:
        return None
    if turn.role == "assistant":
        return "assistant" if _puts_off(said, whole) else None
    if promises.NOTED.search(said) and not promises.NOT_NOW.match(said):
        return "user"
    return None if _is_idle(said, whole) else _taker(said, dated=due.due(said, on=turn.at.date()) is not None)


def _taker(said: str, *, dated: bool) -> Owner | None:
    of_person = idle.OF_CODE.isdisjoint(said.split()[:3])
    in_turn: tuple[tuple[Owner, re.Pattern[str], bool], ...] = (
        ("user", promises.PROMISES, True),
        ("user", promises.DEFERS, True),
        ("other", promises.WAITS, True),
        ("other", promises.THEIRS, of_person),
        ("user", promises.DEADLINES, True),
        ("user", promises.DATED, dated),
        ("other", promises.THEIRS_DATED, dated and of_person),
    )
    return next((owner for owner, cue, counts in in_turn if counts and cue.search(said)), None)


def _puts_off(said: str, whole: str) -> bool:
    return bool(promises.PUT_OFF.search(said)) and not promises.OFFERS.search(whole) and "?" not in whole


def _is_idle(said: str, whole: str) -> bool:
    """Tell whether a clause asks, supposes, or speaks of the past or of never."""
    return bool(
        "?" in whole
        or (cues.is_question(said) and not promises.UNDONE.match(said))
        or promises.NOT_NOW.search(said)
        or promises.SUPPOSED.search(whole[: whole.find(said) + len(said)] if said in whole else whole)
        or cues.is_hypothetical(said)
    )


def _opening(clause: str, around: tuple[str, str], *, seq: int, owner: Owner, on: date) -> Opening:
    """Make an entry of a clause; `around` are its sentence and the next one, which may name the day."""
    sentence, following = around
    quote = unmarked(clause).strip().rstrip(".!,;")
    day = due.due(quote, on=on) or due.due(sentence, on=on) or _due_of(following, on)
    return Opening(text=_text(quote, sentence), quote=quote, seq=seq, owner=owner, due=day)


def _says_what(opening: Opening, *, goes_on: bool) -> bool:
    """Tell whether a stranger would know what is meant: "I'll do it" names neither a thing nor a day."""
    if goes_on and _ABOUT_IT.match(cues.fold(opening.quote)):
        return False  # "but they haven't come" is about what was opened just before
    if opening.owner == "assistant":
        return True
    named = len(content(opening.quote))
    enough = named > 1 or (opening.owner == "other" and not goes_on)
    return (bool(things(opening.quote)) and enough) or (opening.due is not None and not goes_on and named > 0)


_ABOUT_IT: Final = re.compile(
    r"(?:(?:and|but|so|och|men|så|und|aber) )?(?:he|she|they|it|han|hon|de|den|det|er|sie|es|sind|ist)(?!\w)"
)


def _due_of(sentence: str, on: date) -> date | None:
    """Return a day the next sentence names as a deadline."""
    return due.due(sentence, on=on) if promises.DEADLINES.search(cues.fold(sentence)) else None


def _text(quote: str, sentence: str) -> str:
    """Return a clause as an entry of a list: without "I'll" and "TODO:"; whole where it speaks of "it" alone."""
    plain = _untaken(quote)
    if len(content(plain)) < 2:
        plain = _untaken(unmarked(sentence).strip().rstrip(".!"))
    plain = " ".join(plain.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _untaken(text: str) -> str:
    match = promises.TAKING_ON.match(text.casefold().replace("\u2019", "'"))
    left = text[match.end() :] if match and len(text.casefold()) == len(text) else text
    return left.strip() or text


# Which is which -----------------------------------------------------------------------------------------------------

_EMPTY: Final = cues.bag(
    "still just now then also going need have got gotta must promised promise remind forget todo note action item"
    " please remember remembered new yesterday igår gestern ayer hier nyss both alla båda beide really definitely"
    " quickly today tomorrow tonight morning afternoon evening noon weekend before after lunch once soon later want"
    " wants thing things something"
    " get make let said says already yes ok okay well good great about them those back waiting wait awaiting"
    " pending myself next week day by till until thanks everything all because since while one our out off over"
    " there here handle manually myself yourself måste behöver jag väntar fortfarande nu idag imorgon innan före"
    " efter lovat lovade senare snart också bara nog mig dig min mitt mina ett din fått varit sen sedan muss"
    " müssen warte warten noch heute morgen bis vor werde versprochen erinnere erinner mich mir dich dir mein"
    " meine meinen daran bitte mal dann auch schon nur ihm ihr ihnen uns jetzt gleich"
)


@lru_cache(maxsize=2048)
def content(text: str) -> frozenset[str]:
    """Return the telling words of a text, days left out."""
    words = (word for word in terms(due.undated(text)) if len(word) > 2 and word not in _EMPTY)
    return frozenset(word for word in words if word not in MONTHS and word.removesuffix("s") not in WEEKDAYS)


@lru_cache(maxsize=2048)
def things(text: str) -> frozenset[str]:
    """Return the telling words of a text that are no form of the act it announces: what it is about, and whom."""
    forms = {
        form for name in acts(text, done=False) for form in (*promises.TASKS[name].will, *promises.TASKS[name].done)
    }
    return frozenset(word for word in content(text) if not any(alike(word, form) for form in forms))


@lru_cache(maxsize=2048)
def acts(text: str, *, done: bool) -> frozenset[str]:
    """Return which acts a text announces or, with `done`, reports."""
    folded = f" {cues.fold(text)} "
    words = {word for word in re.findall(r"[^\W_]+(?:-[^\W_]+)*", folded) if word in _FORMS[done]}
    phrases = {form for form in _FORMS[done] if " " in form and f" {form} " in folded}
    return frozenset().union(*(_FORMS[done][form] for form in words | phrases))


def _by_form(*, done: bool) -> Mapping[str, frozenset[str]]:
    forms: dict[str, frozenset[str]] = {}
    for name, act in promises.TASKS.items():
        for form in act.done if done else act.will:
            plain = form.replace("_", " ")
            forms[plain] = forms.get(plain, frozenset()) | {name}
    return forms


_FORMS: Final = {done: _by_form(done=done) for done in (False, True)}


def same(one: str, other: str) -> bool:
    """Whether two loops are about the same thing: nearly all telling words of the shorter one are in the longer."""
    a, b = content(one), content(other)
    both = shared(a, b) if len(a) <= len(b) else shared(b, a)
    least = min(len(a), len(b))
    told = acts(one, done=False), acts(other, done=False)
    figures = {*numbers(due.undated(one))}, {*numbers(due.undated(other))}
    if (all(told) and not told[0] & told[1]) or (all(figures) and figures[0] != figures[1]):
        return False
    return one == other or (least >= 2 and both >= max(2, round(0.75 * least)))


def shared(one: frozenset[str], other: frozenset[str]) -> int:
    """Count the words of one set that some word of the other is a form of."""
    return sum(any(alike(word, known) for known in other) for word in one)


@lru_cache(maxsize=1 << 15)
def alike(one: str, other: str) -> bool:
    """Tell whether two words are forms of one: they begin alike, for three quarters of the shorter."""
    if one[:3] != other[:3]:
        return False
    shorter = min(len(one), len(other))
    if shorter < 4:
        return one == other
    same_until = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), shorter)
    return same_until >= max(4, -(-3 * shorter // 4))
