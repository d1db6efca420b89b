"""Finds known names in a text, in any case and script. Knows no store, and how a name was learnt.

A name matches as whole words with the endings it takes ("Saras", "Klaus'", "Анны"), and inside scripts without spaces.
The longest name wins. A name that is also a word ("Will", "Go") needs something beside it that shows it is meant;
one that could be either of two ("Sarah", of two Sarahs) is found as both, and so as neither.

Own code rather than an Aho-Corasick library: a dictionary by first word finds the names of 5,000 in 2,000 characters in
5 ms, and what takes the care, endings and words that are names, no such library does.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from episodic.language import naming
from episodic.language.meant import accepts, is_denied, is_ordinary
from episodic.language.spellings import (
    SIBILANT,
    UNSPACED,
    Form,
    Found,
    Reading,
    all_forms,
    bases,
    folded,
    is_form_of,
    path_of,
)
from episodic.records import EntityKind, Name

_PATH: Final = re.compile(
    r"(?<![\w/\\.~-])(?:~?[/\\]|\.{1,2}[/\\])?(?:[\w.@+-]+[/\\])*[\w@+-]*(?:\.[\w+-]+|\w)(?:/(?!\w))?"
)


class Mention(NamedTuple):
    """A name found: whose it is, more than one where the text cannot tell, and where it stands in the folded text."""

    ids: tuple[int, ...]
    start: int
    end: int
    text: str


class Gazetteer:
    """The names of one store, made ready to be found."""

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = tuple(names)
        self._forms: dict[str, list[Form]] = {}
        self._runs: dict[str, list[Form]] = {}
        self._files, self._files_by_end = _by_path(names)
        for form in all_forms(self.names):
            table = self._runs if len(form.parts) == 1 and UNSPACED.match(form.parts[0]) else self._forms
            table.setdefault(form.parts[0], []).append(form)
        self._longest = max(map(len, self._runs), default=0)

    def find(self, text: str) -> list[Mention]:
        """Return the names mentioned in a text, in its order."""
        reading = Reading(folded(text))
        found = [*self._words(reading), *self._inside(reading)]
        for one in found:
            reading.standing.setdefault(one.first, []).append(one)
        sure = {
            one.form.name.id for one in found if not is_ordinary(one, reading) and accepts(one, reading, frozenset())
        }
        kept = [one for one in found if accepts(one, reading, frozenset(sure))]
        mentions = [*_chosen(kept, reading), *self._paths(reading)]
        return sorted(_longest(mentions), key=lambda one: one.start)

    def mentioned(self, text: str) -> list[int]:
        """Return the ids of those a text mentions, each once; what is ambiguous is nobody."""
        return list(dict.fromkeys(one.ids[0] for one in self.find(text) if len(one.ids) == 1))

    def _words(self, reading: "Reading") -> Iterator[Found]:
        """Yield every form that stands at a word, whatever it means there."""
        for at, token in enumerate(reading.tokens):
            for base in dict.fromkeys(bases(token.folded, slavic=reading.slavic)):
                for form in self._forms.get(base, ()):
                    if (found := _at(form, at, reading)) is not None:
                        yield found

    def _inside(self, reading: "Reading") -> Iterator[Found]:
        """Yield the names inside runs of scripts without spaces."""
        for at, token in enumerate(reading.tokens):
            if not self._runs or not UNSPACED.match(token.text):
                continue
            for start in range(len(token.folded)):
                for length in range(1, min(self._longest, len(token.folded) - start) + 1):
                    for form in self._runs.get(token.folded[start : start + length], ()):
                        if _fits_run(form, token.folded, start, start + length):
                            begin = token.start + start
                            yield Found(form, begin, begin + length, at, at, genitive=False)

    def _paths(self, reading: "Reading") -> Iterator[Mention]:
        """Yield the files a path names: the whole path, its end, or its last part where only one file has it."""
        if not self._files:
            return
        for match in _PATH.finditer(reading.text):
            if not re.search(r"[./\\]", match[0]):
                continue  # a plain word is found as one
            path = re.sub(r"^(?:\./)+", "", match[0].replace("\\", "/")).casefold().rstrip("/.")
            best = self._files_named(path)
            if best and not is_denied("file", reading):
                end = match.start() + len(match[0].rstrip("/."))
                start = max(match.start(), end - max(len(one.name) for one in best))
                yield Mention(tuple(one.id for one in best), start, end, reading.text[start:end])

    def _files_named(self, path: str) -> list[Name]:
        """Return the file of a path, the longest that its end names, or all whose last part it is."""
        parts = path.split("/")
        if parts[-1] not in self._files_by_end:
            return []
        ends = ("/".join(parts[first:]) for first in range(len(parts)))
        found = next((self._files[end] for end in ends if end in self._files), [])
        return found or (self._files_by_end.get(path, []) if "." in path else [])


def _by_path(names: Sequence[Name]) -> tuple[dict[str, list[Name]], dict[str, list[Name]]]:
    """Return files by their path, and by their last part."""
    whole: dict[str, list[Name]] = {}
    ends: dict[str, list[Name]] = {}
    for name in names:
        if name.kind == "file":
            path = path_of(name)
            whole.setdefault(path, []).append(name)
            ends.setdefault(path.rsplit("/", 1)[-1], []).append(name)
    return whole, ends


def _at(form: Form, at: int, reading: Reading) -> Found | None:
    """Hold a form against the tokens from one on; None where it does not stand there as a name would."""
    last = at + len(form.parts) - 1
    if last >= len(reading.tokens):
        return None
    for step, part in enumerate(form.parts):
        word = reading.words[at + step]
        if word != part and not is_form_of(word, part, reading, inner=step < len(form.parts) - 1):
            return None
        if step and not _joins(form.gaps[step - 1], reading.gap(at + step - 1, at + step), form.name.kind):
            return None
    end = reading.tokens[last].end
    after = reading.text[end:]
    if not after.startswith(form.tail) or (after[len(form.tail) :][:1] in "+#" and after[len(form.tail) :]):
        return None
    end += len(form.tail)
    ending = re.match(r"'(?:[^\W\d_]{1,4}(?!\w))?", reading.text[end:]) if not form.tail else None
    genitive = bool(ending) and (len(ending[0]) > 1 or form.parts[-1].endswith(SIBILANT)) if ending else False
    if ending and len(ending[0]) > 1:
        end += len(ending[0])
    if not _stands_alone(form, at, reading, end):
        return None
    return Found(form, reading.tokens[at].start, end, at, last, genitive)


def _joins(own: str, gap: str, kind: EntityKind) -> bool:
    """Whether what stands between two parts of a name may stand there."""
    if own.strip(" -_") or not own:  # of a path, of Node.js, of two scripts side by side
        return gap == own or gap.replace("\\", "/") == own
    if gap in {"-", "_"} or (gap.isspace() and "\n\n" not in gap):
        return True
    return kind == "person" and gap == "."  # johan.berg@…


def _stands_alone(form: Form, at: int, reading: Reading, end: int) -> bool:
    """Whether a name is no part of a longer word, path, address or name."""
    text, start = reading.text, reading.tokens[at].start
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    person = form.name.kind == "person"
    own = text[start:end]
    if re.search(r"\w[-.]$|[\w]?_$", before) and not UNSPACED.search(before):
        return False
    if re.match(r"_|\.\w|@\w", after) and not (person and len(form.parts) > 1 and after[0] == "@"):
        return False
    if re.match(r"-\w", after):
        second = text[end + 1]
        return own[:1].isupper() and len(own) > 3 and (not person or second.islower())
    if person and (before.endswith("/") or after.startswith("/")):
        around = re.search(r"\S*$", text[:start])[0] + re.match(r"\S*", text[start:])[0]  # type: ignore[index]
        return not re.match(r"[~./\\]", around) and around.count("/") == 1 and "." not in around.rstrip(".,")
    return True


def _fits_run(form: Form, run: str, start: int, end: int) -> bool:
    """Whether a name inside a run of a script without spaces is one there, and no part of a longer word."""
    name, before, after = form.parts[0], run[:start], run[end:]
    if re.fullmatch(r"[\u30a0-\u30ff]+", name):
        return not re.search(r"[\u30a1-\u30ff]$", before) and not re.match(r"[\u30a1-\u30ff]", after)
    if re.search(r"[\u0e00-\u0eff]", name):
        short = len(name) < 4
        return not re.match(r"[\u0e31\u0e33-\u0e3a\u0e47-\u0e4e]", after) and (
            not short or before.endswith(naming.THAI_TITLES)
        )
    if re.match(naming.HONORIFICS, after):
        return True
    if re.search(r"[\u3040-\u30ff]", run):  # Japanese: a name of Han between Kana
        return not re.search(r"[\u4e00-\u9fff]$", before) and not re.match(r"[\u4e00-\u9fff]", after)
    if form.name.kind == "person" and len(name) == 2:
        return not after or after[0] in naming.AFTER_HAN or after[:2] in naming.AFTER_HAN_PAIRS
    return True


def _chosen(found: Sequence[Found], reading: Reading) -> Iterator[Mention]:
    """Yield one mention a place: of who is written so in full, in that case, without an ending; else of all."""
    places: dict[tuple[int, int], list[Found]] = {}
    for one in found:
        places.setdefault((one.start, one.end), []).append(one)
    for (start, end), some in places.items():
        text = reading.text[start:end]
        best = [one for one in some if not one.form.derived] or some
        best = [one for one in best if text.startswith(one.form.written)] or best
        best = [one for one in best if one.form.parts == tuple(reading.words[one.first : one.last + 1])] or best
        yield Mention(tuple(dict.fromkeys(one.form.name.id for one in best)), start, end, text)


def _longest(mentions: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the mentions that no longer one covers; a path covers only what is a file."""
    taken: list[Mention] = []
    for one in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        if not any(one.start < other.end and other.start < one.end for other in taken):
            taken.append(one)
            yield one
