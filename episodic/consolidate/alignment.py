"""Lays two sentences side by side: what they share, and what each has alone. Judges nothing."""

from typing import NamedTuple

from episodic.language import stems
from episodic.language.reading import Reading, Token, read
from episodic.language.tongues import tongue


class Alignment(NamedTuple):
    """Two readings, older and newer, and what is left of each once what they share is taken away.

    `shared` are keys of words and names; `old_only` and `new_only` the words and names left over, what the newer
    sentence takes back aside; numbers and times have pairs of their own.
    """

    old: Reading
    new: Reading
    shared: frozenset[str]
    old_only: tuple[Token, ...]
    new_only: tuple[Token, ...]
    old_numbers: tuple[Token, ...]
    new_numbers: tuple[Token, ...]
    old_when: tuple[Token, ...]
    new_when: tuple[Token, ...]


def align(old: str, new: str) -> Alignment:
    """Lay an older and a newer sentence side by side; both are read in the language they have together."""
    language = tongue(old, new)
    first, second = read(old, language), read(new, language)
    left, right = _left_over(first.of("word", "name"), second.of("word", "name"))
    gone = {token.key for token in (*left, *right)}
    shared = frozenset(token.key for token in first.of("word", "name") if token.key not in gone)
    left, right = _without_optional(left, right, first)
    numbers = _left_over(first.of("number"), second.of("number"))
    when = _left_over(first.of("when"), second.of("when"))
    return Alignment(first, second, shared, left, right, *numbers, *when)


def _left_over(old: tuple[Token, ...], new: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Take away what both have: by key, then by a shared beginning, then a compound by its parts."""
    left, right = _without(old, new), _without(new, old)
    for token in tuple(left):
        twin = next((other for other in right if _akin(token, other)), None)
        if twin:
            left.remove(token)
            right.remove(twin)
    left, right = _uncompounded(left, right)
    right, left = _uncompounded(right, left)
    return tuple(left), tuple(right)


def _without(tokens: tuple[Token, ...], others: tuple[Token, ...]) -> list[Token]:
    keys = {other.key for other in others}
    return [token for token in tokens if token.key not in keys or not any(_same(token, other) for other in others)]


def _same(one: Token, other: Token) -> bool:
    return one.key == other.key and (one.unit == other.unit or not one.unit or not other.unit)


def _akin(one: Token, other: Token) -> bool:
    """Tell whether two spellings are of one word: the same folded word, or a long common beginning and a short rest."""
    if "number" in (one.sort, other.sort) or "when" in (one.sort, other.sort):
        return False
    if one.word == other.word:
        return True
    if "name" in (one.sort, other.sort):
        return one.word.removesuffix("s") == other.word.removesuffix("s")
    short, long = sorted((one.word, other.word), key=len)
    return len(short) >= 5 and long.startswith(short) and len(long) - len(short) <= 3


def _uncompounded(whole: list[Token], parts: list[Token]) -> tuple[list[Token], list[Token]]:
    """Take away a word that is two of the other side's written together ("nötallergi", "Holzfenster")."""
    roots = [_root(part) for part in parts]
    for token in tuple(whole):
        written = stems.bare(token.word)
        head = next((n for n, root in enumerate(roots) if len(root) >= 3 and written.startswith(root)), None)
        if head is None:
            continue
        rest = written[len(roots[head]) :]
        tail = next((n for n, root in enumerate(roots) if n != head and root[:5] in rest), None)
        if tail is not None and len(roots[tail]) >= 3:
            whole.remove(token)
            for place in sorted((head, tail), reverse=True):
                del parts[place], roots[place]
    return whole, parts


def _root(token: Token) -> str:
    return stems.stem(token.word, None)[:6] if ":" in token.key else stems.bare(token.key)


def _without_optional(
    left: tuple[Token, ...], right: tuple[Token, ...], reading: Reading
) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """Drop the verbs a restatement may leave out, unless both sides have one of their own."""
    optional = stems.optional(reading.language)
    mine = tuple(token for token in left if token.sort == "word" and token.key in optional)
    theirs = tuple(token for token in right if token.sort == "word" and token.key in optional)
    if mine and theirs:
        return left, right
    return tuple(t for t in left if t not in mine), tuple(t for t in right if t not in theirs)
