"""Brings the forms of a word together, and words that mean the same; knows no sentence.

Light suffix stripping in the manner of Porter (1980, "An algorithm for suffix stripping", Program 14(3)) and of the
Snowball stemmers, much reduced: it takes off inflection and the commonest derivations, and never below four \
letters of
a derived word. Two words wrongly brought together cost more here than two wrongly kept apart.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from episodic.language import lexicon
from episodic.language.cues import bag
from episodic.language.tongues import TONGUES, Tongue

_ENDINGS: Final[Mapping[Tongue, tuple[str, ...]]] = {
    "en": tuple("ations ation ments ment ings ing edly ied ies ers er ed es ic ly al s y e".split()),
    "sv": tuple(
        "ningarna ningen ningar ning arnas ernas ornas arna erna orna andet ande anden heten ens ets ade are at"
        " ats ar er"
        " or en et na as es a e s t n r".split()
    ),
    "de": tuple("ungen ung isch lich ern ers est em en er es et te ten st e n s t".split()),
    "es": tuple("aciones ación amos imos emos ando iendo ado ada ados adas ido ida ar er ir os as es s o a e".split()),
    "fr": tuple("ations ation ements ement ons ent ez ées ée és é er ir aux es s e x".split()),
}
# One letter tells who is meant.
_GENDERED: Final = bag(
    "hijo hija hermano hermana abuelo abuela tío tía niño niña primo prima amigo amiga novio novia suegro suegra"
    " nieto nieta"
    " cousin cousine ami amie voisin voisine"
)
_SHORTEST: Final = 3  # letters left of an inflected word
_DERIVED: Final = 4  # letters left where the ending makes another kind of word


@lru_cache(maxsize=16_384)
def stem(word: str, language: Tongue | None) -> str:
    """Cut a folded word down to what its forms share."""
    root = word.removesuffix("'s").removesuffix("'")
    if root in _GENDERED:
        return bare(root)
    for ending in _ENDINGS[language or "en"]:
        left = root.removesuffix(ending)
        if left != root and len(left) >= (_DERIVED if len(ending) > 3 else _SHORTEST):
            root = left
            break
    return bare(re.sub(r"([bdfgklmnprt])\1$", r"\1", root))


def concept(word: str, language: Tongue | None) -> str:
    """Return what a folded word or phrase ("run_out") means: the head of its group of synonyms, else its stem."""
    if language is None:
        return stem(word, None)
    known = _concepts(language)
    return known.get(word) or known.get(stem(word, language)) or stem(word, language)


@cache
def phrases(language: Tongue | None) -> Mapping[tuple[str, ...], str]:
    """Return the phrases of a language with what they are: a role ("strong", …) or, after "=", a concept."""
    found: dict[tuple[str, ...], str] = {}
    for name in (language,) if language else TONGUES:
        for group in lexicon.groups(name):
            found |= {tuple(word.split("_")): f"={_head(group, name)}" for word in group if "_" in word}
        found |= lexicon.phrases(name)
    return found


@cache
def optional(language: Tongue | None) -> frozenset[str]:
    """Return the concepts a restatement may leave out."""
    return frozenset(concept(word, language) for word in lexicon.OPTIONAL)


@cache
def periods(language: Tongue | None) -> frozenset[str]:
    """Return the concepts that only say how often."""
    return frozenset(concept(word, language) for word in lexicon.PERIODS)


@cache
def function_words(language: Tongue | None) -> frozenset[str]:
    """Return the words without content; those of all languages where it is not known."""
    return frozenset().union(*(lexicon.FUNCTION[name] for name in ((language,) if language else TONGUES)))


@cache
def _concepts(language: Tongue) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for group in lexicon.groups(language):
        head = _head(group, language)
        for word in group:
            if "_" not in word:
                known.setdefault(word, head)
                known.setdefault(stem(word, language), head)
    return known


def _head(group: list[str], language: Tongue) -> str:
    return f"{language}:{stem(group[0], language)}"


@lru_cache(maxsize=16_384)
def bare(word: str) -> str:
    """Drop accents, so that "Häuser" meets "Haus" and a tired typist meets himself."""
    return "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
