"""Names the kind of a plain statement: "We use PostgreSQL for the ledger", "Anna owns the budget".

Knows no turn, and trusts its caller that the sentence asserts something. Nothing in a plain statement but its shape
says that it is worth keeping, so what is told of code, or of the moment, is refused whatever it holds.
"""

import re
from typing import Final

from episodic.consolidate.evidence import (
    WORDS,
    has_content,
    has_name,
    is_coded,
    is_definite,
    is_marked,
    is_passing,
)
from episodic.consolidate.evidence import telling as telling_words
from episodic.consolidate.shapes import kind_by_shape
from episodic.language import cues, idle, kinds, people, statements
from episodic.language.numbers import find
from episodic.language.sightings import introduces
from episodic.language.statements import Needs, Statement
from episodic.records import Kind

_NAME: Final = r"[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+"
_PERSON: Final = re.compile(rf"{people.TITLE}?{_NAME}(?:[ -]{_NAME}| (?:van|de|von|af) {_NAME})? ")
_OTHERS: Final = re.compile(
    r"(?i:the (?:client|customer|team|board|boss|user|couple|owner|buyer|family)|our [\w-]+|kunden|der kunde"
    r"|die kundin|el"
    r" cliente|la clienta|le client|la cliente) "
)
_OF_MYSELF: Final = re.compile(
    r"(?:[,;:-] (?:and |but |so |since |because |as )?|(?:^|(?<= ))(?:since|because|and) )"
    r"(?=(?:i|i'm|i've|my|we|jag|min|ich|mein|je|mon|ma) )"
)
_KNOWN: Final = re.compile(
    rf"[Mm]y (?:[\w-]+ ){{0,2}}[\w-]+, {_NAME}, (?:is|was|has|lives|works|told|loves|just|and I|said)\b"
)
_MY_MONEY: Final = re.compile(
    r"(?<!\w)(?:my|min|mitt|meine?|mi|mon|ma) .*(?:[$€£]|\d\S* (?:euros?|dollars?|pounds|kr|kronor|usd|sek)(?!\w))"
)
_REACH: Final = 9  # words after the verb in which a thing's figure stands
_PAST: Final = re.compile(
    r"\b(?:yesterday|last|ago|was|were|igår|förra|gestern|letzte[nrs]?|ayer|pasad[oa]|hier|dernière?)\b"
)
_THIS_YEAR: Final = re.compile(
    r"\b(?:this|next|last|first|second|third) (?:year|month|week|quarter|season|term|division|floor)\b"
)
_NEAR: Final = 4  # words after "we have" in which the count stands
_FIRST_WORDS: Final = cues.bag(
    "it this that these those there here what who he she they you i a an and but so if when also each every one nobody"
    " everyone someone no not code test tests build file function which det de han hon vi jag man es sie er ich wir"
    " esto eso él ella ce cela ça elle ils nous je we questo isso isto"
)
_PRONOUN: Final = re.compile(r"(?:it|he|she|they|han|hon|es|er|sie|él|ella|elle|ils)(?!\w)")
_ARTICLES: Final = cues.bag(
    "the den das der die el la los las le les il lo i gli o a os as our my your his her their vår min unsere meine mi"
    " nuestro mon notre"
)


def kind_at_once(sentence: str) -> Kind | None:
    """Name the kind where a shape outweighs every cue word: another's preference, an employer by name."""
    if people.EMPLOYED.match(sentence):
        return "personal"
    return "preference" if _prefers(sentence) else kind_by_shape(sentence)


def _prefers(sentence: str) -> bool:
    """Recognise what another likes: "Ivora strongly prefers bullet points", "The client hates yellow"."""
    said = _said_of(sentence)
    if said is None or is_coded(sentence):
        return False
    match = people.PERSON_PREFERS.match(said)
    return bool(match) and telling_words(said) > 1 and not is_passing(said)


def kind_declared(sentence: str, folded: str) -> Kind | None:
    """Name the kind of a plain statement, or None where it is none or an idle one."""
    if is_marked(sentence):
        return None
    if introduces(sentence):
        return "relationship"
    statement = _stated(sentence, folded)
    if statement is None:
        return _of_a_person(sentence)
    mine = _MY_MONEY.search(folded) or kinds.SURE["personal"].search(folded)  # "My son is 5"
    return "personal" if statement.kind == "technical" and mine else statement.kind


def is_by_figure(sentence: str, folded: str) -> bool:
    """Tell whether only a figure or a day makes a plain statement one; of what kind is then less sure."""
    statement = None if introduces(sentence) else _stated(sentence, folded)
    return statement is not None and statement.needs in {"figure", "date", "definite"}


def _stated(sentence: str, folded: str) -> Statement | None:
    """Return the first way to state something that a sentence, or a clause of it about oneself, takes."""
    for start in _clauses(folded):
        words = folded[start:]
        raw = " ".join(sentence.split()[len(folded[:start].split()) :])
        for statement in statements.STATED:
            match = statement.cue.match(words)
            if match and _holds(statement, raw, words, match.end()):
                return statement
    return None


def _clauses(folded: str) -> list[int]:
    """Return where the sentence begins, and where in it somebody begins to speak of themselves."""
    return [0, *(match.end() for match in _OF_MYSELF.finditer(folded))]


def _of_a_person(sentence: str) -> Kind | None:
    if _KNOWN.match(sentence) and not _idle(cues.fold(sentence), idle.OF_CODE):
        return "relationship"
    said = _said_of(sentence)
    if said is None:
        return None
    if people.PERSON_SETTLED.match(said) and telling_words(said) > 1:
        return "decision"
    if is_coded(sentence) or _idle(said, idle.OF_CODE):
        return None
    if people.PERSON_AWAY.match(said) and statements.A_DAY.search(said) and not _PAST.search(said):
        return "temporal"
    party = _OTHERS.match(sentence) and people.PARTY_DOES.match(said) and not is_passing(said)
    return "relationship" if party or people.PERSON_IS.match(said) else None


def _said_of(sentence: str) -> str | None:
    """Return what follows the person a sentence begins with, folded; None where it begins with none."""
    subject = _OTHERS.match(sentence) or _PERSON.match(sentence)
    first = cues.fold(sentence).split(" ", 1)[0]
    if not subject or first in _FIRST_WORDS | idle.SOFTWARE or (subject.re is _PERSON and first in _ARTICLES):
        return None
    return cues.fold(sentence[subject.end() :])


def _holds(statement: Statement, sentence: str, folded: str, end: int) -> bool:
    """Tell whether what a statement needs stands after its cue, and nothing that makes it idle stands anywhere."""
    if statement.needs == "content":
        return _tells(statement, folded, end)
    ours = (
        idle.OUR_WORDS if folded.startswith(("our ", "we ", "vår ", "unsere ", "nuestra ", "notre ")) else frozenset()
    )
    if _idle(folded, _IDLE_FOR[statement.needs] - ours):
        return False
    if statement.needs == "date":
        return _is_dated(statement, folded, end)
    taken = len(folded[:end].split())
    rest = ["x", *sentence.split()[taken:]]  # a first word has its capital anyway; here none is first
    if statement.needs == "name":
        # "Hon heter Annelie": who she is was said elsewhere.
        named = has_name(" ".join(rest)) or (statement.kind == "correction" and has_name(sentence))
        return named and not _PRONOUN.match(folded)
    if statement.needs == "definite":
        return is_definite(" ".join(rest[: _REACH + 1]))
    near = _NEAR if statement.cue is statements.COUNTED else _REACH
    # "Det tar 3 minuter": an article right before the verb is a pronoun.
    bare = taken <= 2 and folded.split(" ", 1)[0] in _ARTICLES
    return not bare and _counts(sentence, taken, near)


def _counts(sentence: str, taken: int, near: int) -> bool:
    """Tell whether a number is among `near` words after `taken`; only the whole sentence shows its language."""
    places = [match.span() for match in re.finditer(r"\S+", sentence)][taken : taken + near]
    if not places:
        return False
    return any(
        number.value not in {"0", "1"} and places[0][0] <= number.start < places[-1][1] for number in find(sentence)
    )


def _is_dated(statement: Statement, folded: str, end: int) -> bool:
    """Tell whether a day to come stands from the verb on; of what I plan, more than the day must be said."""
    if _PAST.search(folded):
        return False
    if statement.cue is statements.PLANNED and telling_words(statements.A_DAY.sub("", folded)) <= 1:
        return False
    return bool(statements.A_DAY.search(folded, max(0, folded.rfind(" ", 0, end))))


def _tells(statement: Statement, folded: str, end: int) -> bool:
    if statement.kind == "decision":
        return has_content(folded, statement.cue)
    if statement.cue is statements.ANNOUNCED:  # announced by a colon: the rest must be a sentence
        return telling_words(folded[end:]) > 2 and not _idle(folded, idle.OF_CODE - idle.STACK_WORDS)
    if statement.kind == "activity":
        return telling_words(folded) > 1 and not _idle(folded, idle.OF_CODE - idle.LIFE_WORDS)
    if statement.kind == "technical":
        return telling_words(folded) > 1 and not is_passing(folded) and not _idle(folded, idle.OF_CODE)
    if statement.kind == "preference":
        words = folded[end:]
        return telling_words(words) > 0 and not is_passing(folded) and not _idle(folded, idle.OF_CODE - idle.TEAM_WORDS)
    return not _idle(folded, idle.OF_CODE - idle.LIFE_WORDS) and telling_words(folded) > 0


def _idle(folded: str, words: frozenset[str]) -> bool:
    return not words.isdisjoint(WORDS.findall(_THIS_YEAR.sub("", folded)))


_IDLE_FOR: Final[dict[Needs, frozenset[str]]] = {
    "figure": idle.IDLE,
    "name": idle.IDLE - idle.STACK_WORDS - cues.bag("everything now today maintenant heute idag nu ahora hoy"),
    "date": idle.OF_CODE,
    "definite": idle.IDLE,
}
