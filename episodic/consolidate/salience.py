"""Judges how much a fact matters: durable, kept with its episode, or pure filler. Knows no store and no model."""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from episodic.language import cues, kinds, said_dates
from episodic.language.numbers import numbers
from episodic.language.reading import read
from episodic.records import Kind

Tier = Literal["durable", "episodic", "drop"]

DURABLE: Final = 0.55  # score from which a fact stands by itself
# By how long facts of the kind stay true: what a person is, wants or has settled outlives what happened.
PRIOR: Final[Mapping[Kind, float]] = {
    "personal": 0.55,
    "preference": 0.55,
    "decision": 0.55,
    "correction": 0.55,
    "relationship": 0.50,
    "technical": 0.45,
    "temporal": 0.40,
    "event": 0.30,
    "activity": 0.30,
}
NUMBER: Final = 0.10  # a figure can be asked for and is not guessed
DATE: Final = 0.10  # a day or an hour likewise
NAME: Final = 0.05  # a name or an identifier anchors; most sentences have one, so it weighs less
COMMITMENT: Final = 0.10  # "must", "promised", "decided": somebody will be held to it
REMEMBER: Final = 0.30  # the user asked for it: every kind becomes durable
HEDGE: Final = -0.15  # "I think", "probably": a medium kind falls below durable, a sure one needs evidence
RECURRENCE: Final = 0.10  # each further time it was said
RECURRENCE_MOST: Final = 0.40  # four times more say no more


class Salience(NamedTuple):
    """What a fact weighs and why. `parts` are the summands by name, so that `why` can show them."""

    score: float
    tier: Tier
    parts: Mapping[str, float]


def salience(kind: Kind, text: str, *, quote: str = "", recurrence: int = 1) -> Salience:
    """Weigh a fact: prior of its kind, evidence in its text or quote, and how often it was said (once is 1).

    The sum is cut to 0 to 1. Dropped is only what says nothing: filler without evidence that was said once.
    """
    parts = {"prior": PRIOR[kind]} | _evidence(text, quote or text)
    repeats = max(0, recurrence - 1)
    if repeats:
        parts["recurrence"] = min(RECURRENCE_MOST, round(RECURRENCE * repeats, 2))
    score = round(min(1.0, max(0.0, sum(parts.values()))), 2)
    if is_filler(text) and parts.keys() <= {"prior", "hedge"}:
        return Salience(score, "drop", parts)
    return Salience(score, "durable" if score >= DURABLE else "episodic", parts)


def is_filler(text: str) -> bool:
    """Tell whether a text is only talk: thanks, assent, pointers and no word of its own."""
    telling = (token for token in read(text).tokens if token.word not in _FILLER and token.word not in kinds.POINTERS)
    return not any(telling)


def _evidence(text: str, quote: str) -> dict[str, float]:
    said = f"{text} {quote}"
    folded = cues.fold(said)
    tokens = read(text).tokens
    found = {
        "number": NUMBER if numbers(text) else 0.0,
        "date": DATE if said_dates.A_DATE.search(folded) or any(token.sort == "when" for token in tokens) else 0.0,
        "name": NAME if any(token.sort == "name" for token in tokens) else 0.0,
        "commitment": COMMITMENT if _COMMITS.search(folded) else 0.0,
        "remember": REMEMBER if kinds.REMEMBER.search(cues.fold(quote)) else 0.0,
        "hedge": HEDGE if cues.is_hedged(text) or cues.is_hypothetical(text) else 0.0,
    }
    return {name: value for name, value in found.items() if value}


_COMMITS: Final[re.Pattern[str]] = cues.words_of(
    r"""
    must|have to|has to|promised|committed|agreed|decided|deadline|due|always|never|owe|signed|guarantee\w*
    måste|lovade|lovat|bestämt|bestämde|beslutat|senast|alltid|aldrig
    muss|müssen|versprochen|entschieden|beschlossen|vereinbart|frist|immer|nie|niemals
    debo|debemos|tengo que|prometí|decidido|acordado|siempre|nunca
    dois|devons|promis|décidé|convenu|toujours|jamais
    """
)
_FILLER: Final = cues.bag(
    "ok okay yes yeah yep no nope thanks thank great good nice cool perfect fine sure right sounds awesome hello hi hey"
    " bye please sorry welcome exactly agreed done understood noted got well hmm lol haha wow works see know look think"
    " continue proceed next ahead go try again help question"
    " okej ja jo nej tack bra toppen fint perfekt hej hejdå precis exakt förstår klart låter"
    " nein danke alles gut super prima schön hallo tschüss genau klar verstanden stimmt klingt"
    " sí gracias bien genial vale perfecto hola adiós claro entendido"
    " oui non merci bien super parfait bonjour salut voilà compris"
)
