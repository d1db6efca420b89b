"""Searches the bytes of a home for what was forgotten. Knows no rule of what goes and removes nothing.

What is looked for are words that nothing left in any memory of the home has, and stretches of sentences, each as it was
said, as JSON writes it and as the index keeps it.
"""

import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from episodic.language.tokens import prepare, terms
from episodic.memory.store import Store

_WORD: Final = 5  # characters of a word that is looked for; shorter ones stand in any bytes by chance
_WORDS: Final = 60  # looked for at most, the longest first
_STRETCHES: Final = 60
_STRETCH: Final = 48  # characters of a sentence; long enough to be nobody else's
_LARGE: Final = 1 << 26  # bytes of a database of which only a few things are asked for
_FEW: Final = 6
_BLOCK: Final = 1 << 22  # bytes read at once
_GIT: Final = ".git"


class Trace(NamedTuple):
    """A file that holds something that was forgotten, how many different things of it, and what to do."""

    path: Path
    found: int
    advice: str


class Search(NamedTuple):
    """How many files were read, and where something was found."""

    files: int
    traces: tuple[Trace, ...]


class Needles:
    """What to look for, made of what was forgotten; found out when it is first asked for."""

    def __init__(self, store: Store, texts: Sequence[str]) -> None:
        self._store = store
        self.texts = texts
        self._words: tuple[str, ...] | None = None
        self._chosen: tuple[tuple[bytes, ...], ...] | None = None

    def is_not_in(self, text: str) -> bool:
        """Whether a text, such as a line nobody could read, has nothing of it."""
        written = f"{text}\n{_unescaped(text)}"
        if not set(prepare(written).split()).isdisjoint(self._own()):
            return False
        return not any(stretch in written for one in self.texts for stretch in _stretches(one))

    def allows(self, text: str) -> bool:
        """Whether a piece of a summary may stay: it has no word that only it had, and says not half of any of it."""
        about = set(terms(text))
        return self.is_not_in(text) and not any(2 * len(about & said) >= len(said) for said in self._about())

    def forms(self) -> tuple[tuple[bytes, ...], ...]:
        """Return for each thing to look for the bytes it may be written in."""
        if self._chosen is None:
            words = [word for word in self._own() if len(word) >= _WORD][:_WORDS]
            stretches = [stretch for text in self.texts for stretch in _stretches(text)][:_STRETCHES]
            things = [
                *(_with_spellings(word, self.texts) for word in words),
                *({stretch, prepare(stretch)} for stretch in stretches),
            ]
            known = self._store.forgetting.still_said({form for forms in things for form in forms})
            fresh = [forms - known for forms in things if not forms & known]
            self._chosen = tuple(tuple(dict.fromkeys(_bytes(sorted(forms)))) for forms in fresh)
        return self._chosen

    def _about(self) -> list[set[str]]:
        return [set(terms(text)) for text in self.texts if terms(text)]

    def few(self, most: int) -> list[set[str]]:
        """Return a few things to look for, each as it was said and as the index keeps it.

        Words that others of the home have too may be among them.
        """
        words = self._own()
        chosen = [_with_spellings(word, self.texts) for word in words[: most // 2]]
        stretches = [next(_stretches(text), text) for text in self.texts]
        return [*chosen, *({text, prepare(text)} for text in stretches[: most - len(chosen)])]

    def _own(self) -> tuple[str, ...]:
        """Return the words that nothing left of this user has, the longest first."""
        if self._words is None:
            words = {word for text in self.texts for word in prepare(text).split() if len(word) > 2}
            ordered = sorted(words, key=lambda word: (-len(word), word))
            self._words = tuple(word for word in ordered if not self._store.lexical.knows(word))
        return self._words


def is_held(store: Store, gone: Needles) -> bool:
    """Whether the database's file holds something that is gone from its rows.

    A row that is left behind is there whole, so that a few things are enough to ask for; of much in a large file it is
    taken for granted.
    """
    large = store.db.path.stat().st_size > _LARGE
    if large and len(gone.texts) > _FEW:
        return True
    things = gone.few(_FEW if large else _WORDS)
    found = store.db.held(form for forms in things for form in forms if len(form) >= _WORD)
    return bool(found and found - store.forgetting.still_said(found))


def words_of(store: Store, idents: Collection[int], lost: Collection[int]) -> tuple[str, ...]:
    """Return everything that some items and loops say, read before they go."""
    texts = store.forgetting.texts(idents)
    loops = [store.forgetting.loop_texts().get(loop) for loop in lost] if lost else []
    return tuple(dict.fromkeys(text for text in (*texts, *loops) if text))


def all_words(store: Store) -> tuple[str, ...]:
    """Return everything a memory says, as far as it is looked for: a sample of a large one."""
    return tuple(store.forgetting.sample(_WORDS * 4))


def search(store: Store, gone: Needles, *, folders: Iterable[Path] = ()) -> Search:
    """Read every file of the home once, and of other folders of ours, and look for what is gone."""
    files, traces = 0, list[Trace]()
    forms = gone.forms()
    apart = [folder for folder in folders if not folder.is_relative_to(store.home)]
    for folder in (store.home, *apart):
        for path in sorted(folder.rglob("*")):
            if not path.is_file() or path.is_symlink():
                continue
            files += 1
            if count := _found(_blocks(path), forms):
                traces.append(Trace(path, count, _advice(path)))
        for repository in sorted(path for path in folder.rglob(_GIT) if path.is_dir()):
            if count := _found(_packed(repository), forms):
                traces.append(Trace(repository, count, _advice(repository / "objects")))
    return Search(files, tuple(traces))


def _found(blocks: Iterable[bytes], forms: Sequence[Sequence[bytes]]) -> int:
    """Count the things that any of the blocks holds."""
    left = dict(enumerate(forms))
    for block in blocks:
        for number in [number for number, spellings in left.items() if any(one in block for one in spellings)]:
            del left[number]
    return len(forms) - len(left)


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield a file's bytes, each block with the end of the one before; a git object as it is inside."""
    try:
        if path.parent.parent.name == "objects" and _GIT in path.parts:
            yield zlib.decompress(path.read_bytes())
            return
        before = b""
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                yield before + block
                before = block[-4 * _STRETCH :]
    except (OSError, zlib.error):  # gone since, or not ours to read
        return


def _packed(repository: Path) -> Iterator[bytes]:
    """Yield what is in a repository's packs, where git is there to unpack it."""
    git = shutil.which("git")
    if git is None or not any(repository.glob("objects/pack/*.pack")):
        return
    run = [git, "--git-dir", str(repository), "cat-file", "--batch-all-objects", "--batch", "--unordered"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - git's own
        before = b""
        while process.stdout is not None and (block := process.stdout.read(_BLOCK)):
            yield before + block
            before = block[-4 * _STRETCH :]


def _advice(path: Path) -> str:
    """Say what removes a trace of something from a file."""
    if _GIT in path.parts:
        root = Path(*path.parts[: path.parts.index(_GIT)])
        return (
            f"its history has it: rm -r '{root / _GIT}' && git -C '{root}' init, and delete it where it was pushed to"
        )
    if path.suffix == ".md":
        return "run `episodic vault sync`, and delete by hand what was written there by hand"
    return "close other programs that use this home and run it again"


def _with_spellings(word: str, texts: Sequence[str]) -> set[str]:
    """Return a word as the index keeps it and as it was written."""
    said = {one for text in texts for one in re.findall(r"[\w'-]+", text)}
    return {word, *(one for one in said if word in prepare(one).split())}


def _bytes(forms: Iterable[str]) -> Iterator[bytes]:
    for form in forms:
        for text in (form, json.dumps(form, ensure_ascii=False)[1:-1], json.dumps(form)[1:-1]):
            yield text.encode("utf-8", "replace")


def _stretches(text: str) -> Iterator[str]:
    """Yield pieces of a text to look for: its beginning and its middle."""
    for start in dict.fromkeys((0, max(0, len(text) // 2 - _STRETCH // 2))):
        piece = text[start : start + _STRETCH].strip()
        if len(piece) >= _STRETCH // 2 and "\n" not in piece:
            yield piece


def _unescaped(text: str) -> str:
    """Return a text with what JSON may escape written out."""
    return re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
