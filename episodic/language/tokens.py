"""Turns text into the words the lexical index keeps, and a question into the words it asks for.

Knows nothing of FTS5 or of SQL. Scripts written without spaces become 1- and 2-grams (FTS5's unicode61 would keep a
whole run as one token), identifiers also give their parts, and script boundaries split (`重跑gen-itgc后`).
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

from episodic.language.folding import folded, is_sign, spellings
from episodic.secrets.masks import blanked

# \w knows no vowel signs, and without those of India and South-East Asia their words fall apart.
_WORD: Final = re.compile(r"(?:[^\W_]|[\u07a6-\u07b0\u0900-\u109f\u1780-\u17d3])+(?:['\u2019][^\W_]+)*")
_CAMEL: Final = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])(?=[A-ZÀ-Þ][a-zà-ÿ])")
_SIGN: Final = re.compile(r"[\U0001f1e6-\U0001f1ff]{2}|[^\x00-\xff\w\s]")  # the two letters of a flag are one
_WORD_OR_SIGN: Final = re.compile(f"{_WORD.pattern}|{_SIGN.pattern}")
_LONGEST: Final = 100  # letters of a word; no model reads a longer one, and a pasted key or image is no word
_FIRST_UNSPACED: Final = "\u0e00"  # every script without spaces begins at or above Thai

# Words that carry no subject. Each language's own; a word that means something in another one is left out.
STOPWORDS: Final = frozenset(
    # English
    "a an the of to in on at for and or nor is are was were be been being am do does did done has have had having with"
    " from by as it its this that these those i you he she they we me him her them my your his their our us what when"
    " where who whom whose which how why would could should will can may might shall must about into onto than then"
    " there here not no so if but just also too very any some don didn doesn isn wasn aren ll ve re"
    # Swedish
    " och att det som en ett är på av för med den har hade de inte om jag du vi ni han hon sig så eller"
    " vad när hur vem vilken vilket där här kan ska skulle vill blev blir från ut upp under efter ju"
    # German
    " der das den dem des ein eine einer eines einem einen und oder ist sind waren sein haben hatte wir ihr"
    " sie er es ich mit von zu zum zur auf für im am bei nicht dass wer wie wo wann welche welcher aus nach"
    # Spanish
    " el la los las un una unos unas y o de del al en que es fue con por para se su sus lo le les no qué"
    " quién cuándo dónde cómo cuál mi tu nos ha he"
    # French
    " le les des du et ou à au aux est était sont ce cette ces dans sur pas ne qui que quoi quand où comment"
    " quel quelle je il elle nous vous ils elles".split()
)
_FOLDED_STOPWORDS: Final = STOPWORDS | frozenset(map(folded, STOPWORDS))


def prepare(text: str, *, limit: int | None = None) -> str:
    """Return the words of a text as the index stores them, space-separated; at most `limit` of them.

    A word that may be written in two ways stands there in both. A text of signs alone gives its signs.
    """
    words = _looked_for(text, unigrams=True)
    found = [*words] if text.isascii() else [spelt for word in words for spelt in spellings(word)]
    return " ".join(found[:limit] if limit is not None else found)


def asked(question: str, *, unigrams: bool = False) -> tuple[tuple[str, ...], ...]:
    """Return the distinct words a question asks the index for, each in its spellings, the plainest first.

    Stopwords are dropped unless nothing else is left.
    """
    words = tuple(dict.fromkeys(_looked_for(question, unigrams=unigrams)))
    return tuple(map(spellings, tuple(word for word in words if word not in _FOLDED_STOPWORDS) or words))


def asked_words(question: str) -> tuple[str, ...]:
    """Return all spellings of the words a question asks the index for, for whatever has any of them."""
    return tuple(dict.fromkeys(spelt for word in asked(question) for spelt in word))


def stands_in(question: str, text: str) -> bool:
    """Whether a text has all the words a question asks for, in one of their spellings each."""
    words = set(prepare(text).split())
    return all(not words.isdisjoint(word) for word in asked(question))


def terms(text: str) -> tuple[str, ...]:
    """Return the distinct words of a text as they are written, in order, without stopwords unless there are no others.

    For reading what a text is about, by lists of words; for what the index is asked, see `asked`.
    """
    words = tuple(dict.fromkeys(_words(unicodedata.normalize("NFKC", text), unigrams=False)))
    return tuple(word for word in words if word not in STOPWORDS) or words


def prepared_before(text: str) -> str:
    """Return the words of a text as versions before folding stored them, to know them by."""
    return " ".join(_words(unicodedata.normalize("NFKC", text), unigrams=True))


def _looked_for(text: str, *, unigrams: bool) -> Iterator[str]:
    """Yield the folded words and signs of a text; of one that has neither, whatever characters it is made of."""
    plain, found = folded(blanked(text)), False
    for word in _words(plain, unigrams=unigrams, signs=not plain.isascii()):
        found = True
        yield word
    if not found:
        yield from dict.fromkeys(char for char in plain if char.isprintable() and not char.isspace())


def _words(text: str, *, unigrams: bool, signs: bool = False) -> Iterator[str]:
    before = ""
    for word in (_WORD_OR_SIGN if signs else _WORD).findall(text):
        if signs and is_sign(word[0]):
            if word != before:  # a row of stars is one
                yield word
        elif not signs or not _SIGN.match(word):
            yield from _cut(word, unigrams=unigrams)
        before = word


def _cut(word: str, *, unigrams: bool) -> Iterator[str]:
    if word.isascii() and (word.islower() or word.isdigit()) and "'" not in word:  # most are; saves half the time
        yield word[:_LONGEST]
        return
    if max(word) < _FIRST_UNSPACED:
        yield from _parts(word)
        return
    for run, other in _by_script().findall(word):
        yield from _grams(run, unigrams=unigrams) if run else _parts(other)


@cache
def _by_script() -> re.Pattern[str]:
    """Tell runs of scripts written without spaces, or with too few to search by, from other words.

    Han, Kana, Hangul, Thai, Lao, Khmer and Burmese; compiled when one is met, as it costs a start 4 ms.
    """
    unspaced = (
        "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
        "\U00020000-\U0002fa1f"
    )
    return re.compile(f"([{unspaced}]+)|([^{unspaced}]+)")


def _grams(run: str, *, unigrams: bool) -> Iterator[str]:
    """2-grams of a run; its single characters too where asked, or where the run is one."""
    if unigrams or len(run) == 1:
        yield from run
    for i in range(len(run) - 1):
        yield run[i : i + 2]


def _parts(word: str) -> Iterator[str]:
    """A word without its clitic ("Sarah's", "don't"), then the parts of a camelCase name."""
    stem, *rest = re.split("['\u2019]", word)
    stem = stem[:_LONGEST]
    yield stem.casefold()
    yield from (part.casefold() for part in rest if len(part) > 2)  # l'architecte, but not the s of Sarah's
    camel = _CAMEL.split(stem)
    if len(camel) > 1:
        yield from (part.casefold() for part in camel)
