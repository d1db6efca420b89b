"""Brings the spellings of a word to one form, the same for what is indexed and for what is asked. Knows no word.

What two spellings may differ in comes from Unicode's own tables: decompositions and combining classes, categories,
and the letters' names. Measured beside it: `anyascii` (135 ms to import, and it gives Han, Kana and Arabic as Latin
letters, so that different words meet), `pyuca` (740 ms to open, and か is が to it), icu4py (43 MB, and it has no
transforms), PyICU (no wheels). This takes a start .5 ms.

What two spellings never lose is what makes another word of them: the vowel signs and viramas of Indic scripts, the tone
marks of Thai and Lao, the voicing of Kana, the breve of й (which Unicode's collation holds apart from и as well).
"""

import re
import unicodedata
from typing import Final

_OWN_MARK: Final = frozenset("йЙ")
_LATIN: Final = re.compile(
    r"LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:DOTLESS |LONG |FINAL )?([A-Z]{1,2})(?: WITH .+)?"
)
_NAMED: Final = {"ETH": "D", "THORN": "TH", "SHARP S": "SS"}  # as CLDR's Latin-ASCII has them
# Letters that are typed one for the other, Arabic for Persian or without its dots, as Lucene's normalizers have them:
# alef wasla, alef maksura, Farsi yeh, keheh, teh marbuta, heh goal. Urdu's yeh barree is another.
_ARABIC: Final = dict(zip("\u0671\u0649\u06cc\u06a9\u0629\u06c1", "\u0627\u064a\u064a\u0643\u0647\u0647", strict=True))
_TATWEEL: Final = "\u0640"  # only stretches a word
_APOSTROPHES: Final = "\u2018\u2019\u201b\u02b9\u02bb\u02bc\u055a\u05f3"

# Where two letters may stand for one, as CLDR's transforms for German, Danish and Norwegian write them.
_WRITTEN_OUT: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
_BARE: Final = str.maketrans("äöüøå", "aouoa")
_OUT: Final = str.maketrans(_WRITTEN_OUT)
_OUT_BUT_RINGS: Final = str.maketrans(_WRITTEN_OUT | {"å": "a"})  # Ångström is Angstroem to most
_KEPT: Final = frozenset(_WRITTEN_OUT) | frozenset(map(str.upper, _WRITTEN_OUT)) | _OWN_MARK


class _Table(dict[int, "str | None"]):
    """What becomes of a character, found out when one is first met: all of Unicode would cost a start a second."""

    def __missing__(self, code: int) -> str | None:
        self[code] = found = _folded(chr(code))
        return found


_TABLE: Final = _Table()


def folded(text: str) -> str:
    """Return a text without what its spellings may differ in, but for case and the letters that `spellings` gives.

    Gone are points, accents and stress marks, nuktas, tatweels, and what is not seen: soft hyphens, joiners, variation
    selectors. Digits are ASCII, Latin letters too where they have a bar or are joined, Katakana is Hiragana.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).translate(_TABLE))


def spellings(word: str) -> tuple[str, ...]:
    """Return how a folded word may be written, plainest first: müller is muller and mueller, blue is blue alone."""
    if word.isascii():
        return (word,)
    return tuple(dict.fromkeys(word.translate(table) for table in (_BARE, _OUT, _OUT_BUT_RINGS)))


def plain(text: str) -> str:
    """Return the one form that the spellings of a name or a word have, without case: "Łódź" and "lodz" are one."""
    return folded(text).casefold().translate(_BARE)


def is_sign(char: str) -> bool:
    """Whether a character is looked for although it is no letter: emoji, stars, hearts; not the lines of tables."""
    return char > "\u00ff" and unicodedata.category(char) == "So" and not "\u2500" <= char <= "\u259f"


def _folded(char: str) -> str | None:
    category = unicodedata.category(char)
    if char.isascii() or char in _KEPT:
        return char
    if category in {"Cf", "Me"} or char == _TATWEEL or _is_dropped(char):
        return None
    if category == "Nd":
        return str(unicodedata.digit(char))
    if char in _APOSTROPHES:
        return "'"
    marked = unicodedata.normalize("NFKD", char)
    bare = "".join(one for one in marked if not _is_dropped(one))
    return unicodedata.normalize("NFC", "".join(map(_letter, unicodedata.normalize("NFC", bare))))


def _is_dropped(char: str) -> bool:
    """Whether a mark only helps to read a word; by combining class, as the category has vowel signs in it too."""
    place = unicodedata.combining(char)
    if not place:
        return unicodedata.category(char) == "Mn" and ("SELECTOR" in unicodedata.name(char, "") or char == "\u034f")
    if place == 7:
        return "NUKTA" in unicodedata.name(char, "")  # of the same class are tone marks of Burmese
    return place == 1 or 10 <= place <= 36 or place >= 200  # bars, Hebrew and Arabic points, accents


def _letter(char: str) -> str:
    """Return what a letter without marks is written for: the letters its name says, or the one it is typed for."""
    if char.isascii():
        return char
    if char in _ARABIC:
        return _ARABIC[char]
    name = unicodedata.name(char, "")
    if latin := _LATIN.fullmatch(name):
        return latin[2].lower() if latin[1] == "SMALL" else latin[2].capitalize()
    if name.startswith("LATIN ") and (letter := _NAMED.get(name.split("LETTER ")[-1])):
        return letter.lower() if " SMALL " in name else letter.capitalize()
    for written, meant in (("KATAKANA LETTER ", "HIRAGANA LETTER "), (" SIGN CANDRABINDU", " SIGN ANUSVARA")):
        if written in name:
            return _named(name.replace(written, meant)) or char
    return char


def _named(name: str) -> str | None:
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return None
