"""Questions for all that somebody said, decided, wants or asked: who is meant, and about what. Knows no memory.

Such a question has no one answer. Whoever asks "what did Sarah say about the deck" wants everything of hers about it
that still holds.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from episodic.language.cues import fold
from episodic.language.tokens import STOPWORDS, terms

Act = Literal["say", "decide", "want"]


class SetQuestion(NamedTuple):
    """What is asked for: the act, whose, and the words that say about what.

    `who` is a name as asked, folded; "" is the asker. No words in `about`: about anything.
    """

    act: Act
    who: str
    about: tuple[str, ...]


def set_question(question: str) -> SetQuestion | None:
    """Tell whether a question asks for a set, and which."""
    folded = fold(question).strip(" ?!.")
    for act, patterns in _PATTERNS.items():
        for pattern in patterns:
            if found := pattern.fullmatch(folded):
                who = (found.groupdict().get("who") or "").strip()
                return _asked(act, who, found.groupdict().get("about") or "")
    return None


def _asked(act: Act, who: str, about: str) -> SetQuestion | None:
    names = who.split()
    if who in _ASSISTANT:
        return None
    if len(names) > 1 and names[0] in _ARTICLES:
        who = " ".join(names[1:])
    words = tuple(word for word in terms(about) if word not in STOPWORDS)
    return SetQuestion(act, "" if who in _ASKER else who, words)


_ASKER: Final = frozenset("i we jag vi ich wir yo nosotros je nous on me us".split()) | {""}
_ASSISTANT: Final = frozenset("you du ni ihr sie tú usted tu vous it that this they he she".split())
_ARTICLES: Final = frozenset("the a an this that these those it there det den de der die das el la los le les".split())

_WHO: Final = r"(?P<who>[\w'.-]+(?: [\w'.-]+){0,2}?)"
_ABOUT: Final = r"(?: (?:about|on|of|for|with|regarding|concerning|in|from|to) (?P<about>.+))?"
_OM: Final = r"(?: (?:om|för|kring|med|till|på|av|i) (?P<about>.+))?"
_UEBER: Final = r"(?: (?:über|zu|zum|zur|von|vom|für|mit|bei|beim|wegen) (?P<about>.+?))?"
_SOBRE: Final = r"(?: (?:sobre|de|del|para|con|en|a|al|acerca de|respecto a) (?P<about>.+))?"
_SUR: Final = r"(?: (?:sur|de|du|des|pour|avec|à propos de|à propos du|au sujet de|au sujet du|à|au) (?P<about>.+))?"
_ALL: Final = r"(?:what|what all|what else|everything|all that)"
_SAY: Final = (
    r"(?:say|said|tell (?:me|us)|told (?:me|us)|mention(?:ed)?|think|thought|write|written|report(?:ed)?|ask(?:ed)?)"
)
_DECIDE: Final = r"(?:decided?|agreed?|settled?|choose|chosen)"

_FORMS: Final[Mapping[Act, Sequence[str]]] = {
    "say": (
        rf"{_ALL}(?: exactly)? (?:did|does|has|had) {_WHO} (?:ever )?{_SAY}{_ABOUT}",
        rf"(?:everything|all(?: that)?) {_WHO} (?:has |have )?(?:said|told (?:me|us)|mentioned){_ABOUT}",
        rf"vad (?:sa|sade|säger|berättade|nämnde|tyckte|tycker|frågade) {_WHO}{_OM}",
        rf"vad har {_WHO} (?:sagt|berättat|nämnt|tyckt|frågat){_OM}",
        rf"was (?:hat|sagt|sagte|meint|meinte) {_WHO}{_UEBER}(?: (?:gesagt|erzählt|erwähnt|gemeint|gefragt))?",
        rf"qué (?:dijo|dice|ha dicho|contó|mencionó|opina|preguntó) {_WHO}{_SOBRE}",
        rf"(?:qu'a dit|que dit|qu'a demandé) {_WHO}{_SUR}",
        rf"qu'est-ce que {_WHO} (?:a dit|dit|a demandé){_SUR}",
    ),
    "decide": (
        rf"{_ALL} (?:did|have|has|had) {_WHO} {_DECIDE}(?: (?:on|upon))?{_ABOUT}",
        rf"what(?: decisions)? (?:was|were|has been|have been) (?:made|decided|agreed|settled){_ABOUT}",
        rf"vad (?:bestämde|beslutade|beslöt) {_WHO}{_OM}",
        rf"vad har {_WHO} (?:bestämt|beslutat|kommit överens om){_OM}",
        rf"was (?:haben|hat|habe) {_WHO}{_UEBER} (?:entschieden|beschlossen|vereinbart|ausgemacht)",
        rf"qué (?:(?:hemos|he|se ha) )?(?:decidimos|decidí|decidido|acordamos|acordado){_SOBRE}",
        rf"(?:qu'avons-nous|qu'a-t-on|qu'est-ce qu'on a) (?:décidé|convenu){_SUR}",
    ),
    "want": (
        rf"{_ALL} (?:does|did|do) {_WHO} (?:want|wanted|prefer|like|expect|wish|need|require)(?: us| me)?{_ABOUT}",
        rf"vad (?:vill|ville|önskar|föredrar) {_WHO}(?: ha)?{_OM}",
        rf"was (?:will|wollte|möchte|wünscht(?: sich)?|bevorzugt) {_WHO}{_UEBER}",
        rf"qué (?:quiere|quería|prefiere|desea) {_WHO}{_SOBRE}",
        rf"(?:que veut|que voulait|que préfère) {_WHO}{_SUR}",
    ),
}
_PATTERNS: Final[Mapping[Act, Sequence[re.Pattern[str]]]] = {
    act: tuple(map(re.compile, forms)) for act, forms in _FORMS.items()
}
