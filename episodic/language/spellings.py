"""How a name may be written: its forms, the endings it takes, the text it is looked for in. Knows no meaning."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from episodic.language import naming
from episodic.language.tongues import Tongue, tongue
from episodic.records import EntityKind, Name
from episodic.secrets.masks import blanked

# Han, Kana, Thai, Lao, Khmer, Burmese: a name starts and ends anywhere.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HANGUL: Final = "\uac00-\ud7af"
_TOKEN: Final = re.compile(
    rf"[{_UNSPACED}]+|[{_HANGUL}]+|(?:(?![{_UNSPACED}{_HANGUL}])(?:[^\W_]|[\u0300-\u036f\u0900-\u0dff]))+"
)
UNSPACED: Final = re.compile(rf"[{_UNSPACED}]")
_QUOTES: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-", "\u00ad": None}
)
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
SIBILANT: Final = tuple("sxzß")
SHORT: Final = 2  # letters of a name that is as good as a word


class Form(NamedTuple):
    """One way to write a name. `derived` is a part of it, a first name or a surname; `parts` are its folded tokens."""

    name: Name
    written: str
    parts: tuple[str, ...]
    gaps: tuple[str, ...]
    tail: str = ""
    derived: bool = False
    surname: bool = False


class Token(NamedTuple):
    """A word of a text, or a run of a script without spaces, and where it stands."""

    text: str
    folded: str
    start: int
    end: int


class Found(NamedTuple):
    """A form that stands in a text, with its ending, from token `first` to `last`; a name perhaps."""

    form: Form
    start: int
    end: int  # with its ending
    first: int  # tokens
    last: int
    genitive: bool


def folded(text: str) -> str:
    """Return a text as it is searched: compatibility forms and typographic apostrophes brought to one, no masks."""
    return unicodedata.normalize("NFKC", blanked(text).translate(_QUOTES))


def key(name: str) -> str:
    """Return what two spellings of one name share: case, and what stands between its words."""
    return " ".join(token.folded for token in tokens(folded(name))) + _tail(folded(name))


def first_names(names: Iterable[Name]) -> dict[str, list[Name]]:
    """Return the people of several names by the first of them, titles aside."""
    found: dict[str, list[Name]] = {}
    for name in names:
        parts = given(name)
        if len(parts) > 1:
            found.setdefault(parts[0].casefold(), []).append(name)
    return found


class Reading:
    """A text with what is asked of it more than once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens(text)
        self.words = [token.folded for token in self.tokens]
        self.standing: dict[int, list[Found]] = {}  # forms by the token they begin at

    @cached_property
    def shouted(self) -> bool:
        """Whether all of it is in capitals."""
        return self.text == self.text.upper() != self.text.lower()

    @cached_property
    def slavic(self) -> bool:
        """Whether it is Polish, Czech or the like, by letters that no other language has."""
        return bool(_SLAVIC_LETTERS.search(self.all_folded))

    @cached_property
    def language(self) -> Tongue | None:
        """Return which language the text is in, where that shows."""
        return tongue(self.text)

    @cached_property
    def all_folded(self) -> str:
        """Return the text in lower case."""
        return self.text.casefold()

    def word(self, at: int) -> str:
        """Return a token in lower case; empty beyond the text."""
        return self.words[at] if 0 <= at < len(self.words) else ""

    def gap(self, left: int, right: int) -> str:
        """Return what stands between two tokens; a line's end where there is none."""
        start = self.tokens[left].end if left >= 0 else 0
        end = self.tokens[right].start if right < len(self.tokens) else len(self.text)
        return self.text[start:end]

    def opens(self, at: int) -> bool:
        """Whether a token is the first of a sentence, a list item or a quotation."""
        return at == 0 or bool(re.search(r"[.!?:;…\n\"“„«*•>|]", self.gap(at - 1, at)))


# Forms ---------------------------------------------------------------------------------------------------------------


def tokens(text: str) -> list[Token]:
    """Cut a text into words, and runs of one script where that has no spaces."""
    return [Token(m[0], m[0].casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _tail(text: str) -> str:
    match = re.search(r"[+#]+$", text.strip())
    return match[0] if match else ""


def _form(name: Name, written: str, *, derived: bool = False, surname: bool = False) -> Form | None:
    text = folded(written)
    found = tokens(text)
    if not found:
        return None
    gaps = tuple(text[a.end : b.start] for a, b in pairwise(found))
    return Form(name, written, tuple(t.folded for t in found), gaps, _tail(text), derived, surname)


def all_forms(names: Sequence[Name]) -> Iterator[Form]:
    """Yield every way each name is written; a part of one only where no other name is that."""
    taken = {key(written) for name in names for written in (name.name, *name.aliases)}
    people = [name for name in names if name.kind == "person"]
    for name in names:
        if name.kind == "file" and re.search(r"[/.\\]", name.name):
            continue
        for written in dict.fromkeys((name.name, *name.aliases)):
            for variant in _variants(written, name.kind):
                form = _form(name, variant)
                if form is not None and (variant == written or key(variant) not in taken):
                    yield form
    for name in people:
        words = given(name)
        if len(words) < 2:
            continue
        for part, surname in ((words[0], False), (words[-1], True)):
            form = _form(name, part, derived=True, surname=surname)
            if form is not None and key(part) not in taken and len(part) > 1:
                yield form


def _variants(written: str, kind: EntityKind) -> Iterator[str]:
    """Yield a spelling, that with its umlauts written out, Sara for Sarah, and a name of parts as one word."""
    yield written
    low = written.casefold()
    if low.translate(_UMLAUTS) != low:
        yield low.translate(_UMLAUTS)
    if kind == "person" and low.endswith("ah") and len(low) > 3:
        yield written[:-1]  # Sarah is Sara to many who write of her
    joined = re.sub(r"[-_ ]", "", written)
    if kind != "person" and re.search(r"[-_]", written) and len(joined) > 5:
        yield joined


def given(name: Name) -> list[str]:
    """Return the words of a person's name, without titles."""
    if name.kind != "person" or UNSPACED.search(name.name):
        return []
    return [word for word in folded(name.name).split() if word.casefold().rstrip(".") not in naming.TITLES]


def path_of(name: Name) -> str:
    """Return a file's name as paths are compared: with slashes, in lower case."""
    return name.name.replace("\\", "/").casefold().removeprefix("./").strip("/")


# Endings -------------------------------------------------------------------------------------------------------------


def bases(word: str, *, slavic: bool = False) -> Iterator[str]:
    """Yield what a folded word may be a form of, itself first; Polish and Czech cases only where they are asked for."""
    yield word
    if word.endswith("s"):
        yield word[:-1]
    if word.isascii():
        if slavic:
            yield from _uninflected(word, naming.SLAVIC)
    elif "\u0400" <= word[0] <= "\u04ff":
        yield from _uninflected(word, naming.CYRILLIC)
    elif "\u0600" <= word[-1] <= "\u06ff":
        yield word.lstrip("وفبلك") if len(word) > 3 else word
    elif "\u0590" <= word[-1] <= "\u05ff":
        yield word[1:] if len(word) > 3 and word[0] in "ובלמשכה" else word
    elif "\uac00" <= word[0] <= "\ud7af":
        yield from (word[:n] for n in range(2, len(word)) if naming.PARTICLES.fullmatch(word[n:]))
    elif slavic:
        yield from _uninflected(word, naming.SLAVIC)


def _uninflected(word: str, table: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    for bare, endings in table:
        for ending in endings:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                yield word[: -len(ending)] + bare


_SLAVIC_LETTERS: Final = re.compile("[ąćęłńśźżčěřšůžő]")


def is_form_of(word: str, part: str, reading: Reading, *, inner: bool) -> bool:
    """Whether a word is a part with an ending; only cases bend a name that another follows."""
    if word == part + "s":
        return not inner and not part.endswith(SIBILANT)
    if "\u0400" <= word[0] <= "\u04ff" or "\u0590" <= word[0] <= "\u06ff" or "\uac00" <= word[0] <= "\ud7af":
        return True
    return reading.slavic
