"""Guesses which of five languages a sentence is in, by its function words; knows no grammar and asks no model.

A guess chooses a table, so a wrong one costs recall. Where nothing tells, there is none.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, get_args

Tongue = Literal["en", "sv", "de", "es", "fr"]
TONGUES: Final[tuple[Tongue, ...]] = get_args(Tongue)


def tongue(*texts: str) -> Tongue | None:
    """Return the language most of the telling words of texts are in, or None for a tie or silence."""
    scores = dict(zip(TONGUES, map(sum, zip(*map(_scores, texts), strict=True)), strict=True))
    first, second, *_ = sorted(TONGUES, key=lambda name: -scores[name])
    return first if scores[first] > scores[second] else None


@lru_cache(maxsize=4096)  # a sentence is held against many others, each time in the language of both
def _scores(text: str) -> tuple[float, ...]:
    """Count a text's telling words and letters, a language each."""
    folded = text.casefold().replace("\u2019", "'")
    words = _WORD.findall(folded)
    return tuple(len([word for word in words if word in _COMMON[name]]) + _accents(folded, name) for name in TONGUES)


def _accents(folded: str, name: Tongue) -> float:
    """Weigh letters by how few of the five languages write them; half a word each."""
    return 0.0 if folded.isascii() else 0.5 * sum(folded.count(letter) for letter in _LETTERS[name])


_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|[^\W\d_]")
_LETTERS: Final[Mapping[Tongue, str]] = {"en": "", "sv": "åäö", "de": "äöüß", "es": "ñ¿¡áíóú", "fr": "êèçàœîûù"}


def _bag(words: str) -> frozenset[str]:
    return frozenset(words.split())


_COMMON: Final[Mapping[Tongue, frozenset[str]]] = {
    "en": _bag(
        "the a an of to in on at for and or is are was were be been am do does did has have had with from by as"
        " it its"
        " this that these those i you he she we they my your his her our their not no never always will would can"
        " could"
        " should must monday tuesday wednesday thursday friday saturday sunday january february june july october"
        " december"
        " about below above people runs has i'm i've i'll we're we'll we've don't doesn't it's every each than"
        " then instead now what who use"
    ),
    "sv": _bag(
        "och att det som i en ett på är av för med den har de inte om jag du vi ni han hon så eller till kan ska"
        " skulle"
        " vill från mitt min mina vår vårt våra varje alltid aldrig nu inga ingen efter innan före blir var hos heter"
        " bor sin numera utan måndag tisdag onsdag torsdag fredag maj juni juli augusti oktober kronor mot alla"
        " ligger"
        " betalades blev möte klockan"
    ),
    "de": _bag(
        "der die das den dem des ein eine einer einen einem und oder ist sind war haben hat wir ihr sie er es ich mit"
        " von zu zum zur auf für im am bei nicht dass aus nach mein meine unser unsere kein keine immer nie jetzt"
        " wird"
        " wurde wurden sich wohnt lebt arbeitet montag dienstag mittwoch donnerstag freitag mai juni juli märz"
        " oktober"
        " dezember euro uhr hat heisst geht läuft gilt werden uns seit nur statt mehr bitte jede jeden um"
    ),
    "es": _bag(
        "el la los las un una y o de del al en que es son por con para se su sus lo mi mis nuestro nuestra yo no"
        " lunes martes jueves viernes enero mayo junio julio septiembre vivo trabajo prefiero siempre nunca ahora"
        " ya muy más cada hay está tiene usamos tenemos a las"
    ),
    "fr": _bag(
        "le la les des un une du et ou à au aux est sont ce cette dans sur pas ne qui que je il elle nous vous on mon"
        " lundi mardi mercredi jeudi vendredi janvier mai juin juillet septembre fils ans a été ma mes notre nos"
        " avec pour toujours jamais maintenant chaque c'est j'ai de en plus y sommes avons"
    ),
}
