"""The words of a text that say what it is about. Knows no sentence and weighs nothing."""

from collections.abc import Iterator
from typing import Final

from episodic.language.cues import bag
from episodic.language.tokens import terms


def telling_terms(text: str) -> Iterator[str]:
    """Yield the terms of a text that say what it is about."""
    return filter(tells, terms(text))


def tells(term: str) -> bool:
    """Tell whether a term says what a text is about."""
    return len(term) > 1 and not term.isdigit() and term not in _FILLER


# Too common in talk with an assistant to say what it was about.
_FILLER: Final = bag(
    "hi hello hey thanks thank yes yeah yep ok okay sure nope please great good cool nice perfect continue go"
    " ahead done get got make made want need use using like know see let way thing things something right now lot"
    " really one two can't don't i'm i've i'd it's that's let's all only more most much many other another such"
    " same first last next new help think thinking thought feel feeling look looking run running check try trying"
    " going work works working time add adding added change changes changed update updated fix fixed show tell"
    " give take put still already even again bit idea ideas issue question suggest recommend recommendations tips"
    " options maybe probably different better best default otherwise because well back here actually mean out up"
    " day days today able start find keep while both each every hej tack ja nej okej bra mer mycket behöver kolla"
    " danke hallo nein gut mehr bitte kannst hola gracias sí vale bien más bonjour merci oui non d'accord plus"
    " fait faire"
)
