"""Tells whether two sentences of the same words say them the other way round; knows no kind of fact."""

import re
from itertools import pairwise
from typing import Final

from episodic.language import cues
from episodic.language.reading import Reading, Token


def turned(old: Reading, new: Reading) -> bool:
    """Tell whether the same words stand the other way round: "A before B" and "B before A", "Tom pays Ann" and back."""
    if turned_round(old, new) or _names_turned(old, new) or _counts_turned(old, new):
        return True
    return (
        _belongs(old, new) or _belongs(new, old) or _words_turned(old, new) or _acts_on(old, new) or _acts_on(new, old)
    )


def turned_round(old: Reading, new: Reading) -> bool:
    """Tell whether the two sides of a "before" or an "over" have changed places."""
    for table in (_BEFORE, _THAN):
        mine, theirs = _sides(old, table), _sides(new, table)
        if mine and theirs and mine[0] & theirs[1] and mine[1] & theirs[0] and mine != theirs:
            return True
    return False


def _words_turned(old: Reading, new: Reading) -> bool:
    """Tell whether two names kept their places and what is said of them did not: "live in A and work in B"."""
    stretches = [_before_names(old), _before_names(new)]
    names = [name for name in stretches[0] if name in stretches[1]]
    mine, theirs = ([stretch[name] for name in names] for stretch in stretches)
    return any(mine[i] & theirs[j] and mine[j] & theirs[i] for i in range(len(names)) for j in range(i + 1, len(names)))


def _before_names(reading: Reading) -> dict[str, frozenset[str]]:
    """Return for each name the words since the name before it."""
    found, since = {}, set[str]()
    for token in reading.tokens:
        if token.sort == "name":
            found[token.key], since = frozenset(since), set()
        else:
            since.add(token.key)
    return found


def _acts_on(one: Reading, other: Reading) -> bool:
    """Tell whether somebody acts in `one` and is acted on in `other`: "I owe Bo", "Bo owes me"."""
    if not _EXPERIENCED.isdisjoint((*one.words, *other.words)):
        return False
    sides = [
        {who for who, words in table.items() if words & set(reading.words)}
        for reading in (one, other)
        for table in (_ACTS, _SUFFERS)
    ]
    return bool((sides[0] - sides[1]) & (sides[3] - sides[2]))


def _belongs(one: Reading, other: Reading) -> bool:
    """Tell "I'm Anna's manager" from "Anna is my manager"."""
    names = {name.casefold() for name in _owners(one) - _owners(other)}
    return bool(names.intersection(other.words) and _I.intersection(one.words) and _MY.intersection(other.words))


def _owners(reading: Reading) -> frozenset[str]:
    return frozenset(re.findall(r"(\w+)'s(?!\w)", reading.text))


def _sides(reading: Reading, table: dict[str, bool]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return what comes first and what second by a word such as "before", with the clause it opens."""
    found = next(((place, word) for place, word in enumerate(reading.words) if word in table), None)
    if found is None:
        return None
    place, word = found
    comma = reading.text.find(",")
    opens = place == 0 and comma > 0
    inside = [token for token in reading.tokens if (token.start < comma if opens else token.place > place)]
    outside = [token for token in reading.tokens if token not in inside and token.word != word]
    sides = (frozenset(t.key for t in outside), frozenset(t.key for t in inside if t.word != word))
    return sides if table[word] else (sides[1], sides[0])


def _names_turned(old: Reading, new: Reading) -> bool:
    """Tell whether two names have changed places, other than around an "and"."""
    if old.language == "de":
        return False
    mine, theirs = _capitals(old), _capitals(new)
    if _owners(old) and _owners(old) == _owners(new):
        return False
    keys = [token.key for token in mine if token.key in {other.key for other in theirs}]
    if len(keys) < 2 or keys == [token.key for token in theirs if token.key in set(keys)]:
        return False
    kept = [token for token in mine if token.key in keys]
    between = (old.words[a.place + 1 : b.place] for a, b in pairwise(kept))
    return not all(set(words) <= _AND for words in between)


def _capitals(reading: Reading) -> list[Token]:
    return [token for token in reading.tokens if reading.text[token.start].isupper() and token.sort in {"word", "name"}]


def _counts_turned(old: Reading, new: Reading) -> bool:
    """Tell whether a number that both have counts another thing: "3 cats and 2 dogs", "2 cats and 3 dogs"."""
    mine, theirs = _bound(old), _bound(new)
    if not mine or not theirs:
        return mine != theirs
    both = {number for number, _ in mine} & {number for number, _ in theirs}
    return {pair for pair in mine if pair[0] in both} != {pair for pair in theirs if pair[0] in both}


def _bound(reading: Reading) -> frozenset[tuple[str, str]]:
    """Pair each number with the word it counts, where there are two or more to confuse; "not 12" counts nothing."""
    numbers = [number for number in reading.of("number") if not number.rejected]
    if len(numbers) < 2:
        return frozenset()
    followers = list(pairwise([*reading.tokens, None]))
    return frozenset((token.key, after.key if after else "") for token, after in followers if token in numbers)


_AND: Final = cues.bag("and & or with och und y et med mit con avec the our")
_I: Final = cues.bag("i i'm we we're i've we've")
_MY: Final = cues.bag("my our")
_ACTS: Final = {
    "first": cues.bag("i i'm i've i'll i'd we we're we've we'll jag vi ich wir je j'ai nous on"),
    "he": cues.bag("he he's han er il"),
    "she": cues.bag("she she's hon elle"),
    "they": cues.bag("they they're ils elles"),
}
_SUFFERS: Final = {
    "first": cues.bag("me us mig oss mich mir uns moi"),
    "he": cues.bag("him honom ihm ihn"),
    "she": cues.bag("her henne ihr"),
    "they": cues.bag("them"),
}
# "Das ist mir lieber": who feels stands where others stand who are acted on.
_EXPERIENCED: Final = cues.bag("lieber gefällt passt schmeckt please pleases suits let passar")
_BEFORE: Final = dict.fromkeys("before före innan vor bevor antes avant".split(), True) | dict.fromkeys(
    "after efter nach nachdem después tras après".split(), False
)
_THAN: Final = dict.fromkeys("than over än als que framför rather".split(), True)
