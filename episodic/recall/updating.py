"""Tells whether, for what is asked, a later saying updates an earlier one. Retires nothing and knows no store.

A mistake here costs a place in one answer, where one of the referee's would hide a fact: so this asks for less. The
question names what it is about; of two sayings about all of that, and about the same people, the later one holds.
"""

from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from episodic.consolidate.alignment import Alignment, align
from episodic.language import lexicon, stems
from episodic.language.asking import BEGINS, KIN, asked_noun, wants_figure
from episodic.language.asking_words import ASKING
from episodic.language.cues import bag, fold, only_asks
from episodic.language.reading import Reading, Token, read
from episodic.language.sentences import split
from episodic.language.tongues import Tongue

_SENTENCES: Final = 12  # of a text that are read; what is longer tells of much, not of one thing

_CHANGE: Final = frozenset({"strong", "weak"})
_FEW: Final = 3  # words two sentences may differ in where one of them lacks a word of the question
_ROOT: Final = 5  # letters two words share where one is made of the other: "submit", "resubmit"
_HALF: Final = 0.5  # of a question's telling words; what holds fewer may be about anything
_MOST: Final = 0.66  # of them, where nothing else shows that both sentences are about one thing


class Saying(NamedTuple):
    """A sentence of a text, what of a question's words it holds, by key, and whether it takes back a value."""

    text: str
    about: frozenset[str]
    rejects: bool


@lru_cache(maxsize=1024)
def sayings(question: str, text: str) -> tuple[Saying, ...]:
    """Return the sentences of a text that hold most of a question's words, and say what it asks for.

    One that takes back a value is among them whatever it holds: "Atlas is 24 november, not the 3rd".
    """
    figure = wants_figure(question)
    said = [_saying(question, sentence) for sentence in split(text)[:_SENTENCES]]
    fit = [one for one in said if not only_asks(one.text) and (not figure or _has_figure(one.text))]
    most = max((len(one.about) for one in fit), default=0)
    return tuple(one for one in fit if one.rejects or (one.about and len(one.about) == most))


class Update(NamedTuple):
    """What a later text seems to do to an older one; `told` is whether it says itself that something changed."""

    seems: bool
    told: bool


@lru_cache(maxsize=4096)
def update_of(question: str, old: str, new: str) -> Update:
    """Tell whether a text, said later, says of what is asked something else than an older text did."""
    pairs = [*product(sayings(question, old), sayings(question, new))]
    taken = any(_takes_back(one, other) for one, other in pairs)
    found = [other for one, other in pairs if updates(question, one, other)]
    return Update(taken or bool(found), taken or any(_tells_change(read(other.text)) for other in found))


def _tells_change(said: Reading) -> bool:
    return bool(said.roles & _CHANGE) or not lexicon.CHANGING.isdisjoint(said.words)


def _takes_back(old: Saying, new: Saying) -> bool:
    """Tell whether a sentence takes back the very value of another that is about the question, and names its matter."""
    if not (old.about and new.rejects):
        return False
    pair = align(old.text, new.text)
    values = {token.key for token in pair.old.of("number", "when")}
    named = {token.key for token in pair.old.of("word", "name")} & {token.key for token in pair.new.of("word", "name")}
    return bool(pair.new.rejected & values and (named or new.about))


def updates(question: str, old: Saying, new: Saying) -> bool:
    """Tell whether `new`, said later, says of what is asked something else than `old` did."""
    pair = align(old.text, new.text)
    if not (old.about & new.about) - _of_anything(pair.old.language):
        return False  # both tell of a decision, each of another thing
    brings = pair.new_only or pair.new_numbers or pair.new_when or _denies_one(pair)
    if not brings or not _is_one_matter(question, old, new, pair):
        return False
    asked = _keys(question, pair.old.language)
    return (_takes_up(pair, asked) or _covers(pair, old, new)) and not _of_another(pair, asked, asked_noun(question))


@cache
def _of_anything(language: Tongue | None) -> frozenset[str]:
    """Return the keys of words for what people do with anything, which tell of no thing."""
    return frozenset(token.key for token in read("use choose decide pick want tell say think know", language).tokens)


def _keys(question: str, language: Tongue | None) -> frozenset[str]:
    return frozenset(token.key for token in read(question, language).tokens) - stems.periods(language)


def _saying(question: str, sentence: str) -> Saying:
    """Read a sentence beside a question; words that only ask are no part of what it is about."""
    pair = align(question, sentence)
    begun = {
        token.key
        for token in pair.old.tokens
        for states, begins in BEGINS
        if token.word in states and begins.search(fold(sentence))
    }
    asking = {token.key for token in pair.old.tokens if token.word in ASKING}
    about = (pair.shared | begun) - asking - stems.periods(pair.old.language)
    return Saying(sentence, about, bool(pair.new.rejected))


def _is_one_matter(question: str, old: Saying, new: Saying, pair: Alignment) -> bool:
    """Tell whether the older sentence answers the question, and the newer is of its kind.

    The less a question's words are in it, the more must be the same: a figure is asked for, or a change is told, or
    the sentences differ in few words. Where both hold all of the words, nothing else need be.
    """
    asked = read(question, pair.old.language).of("word", "name")
    telling = {token.key for token in asked if token.word not in ASKING} - stems.periods(pair.old.language)
    share = len(old.about) / len(telling) if telling else 0.0
    if "strong" in pair.new.roles and (share >= _HALF or _same_sort(pair)):
        return True
    if len(telling) > 1 and telling <= old.about & new.about:
        return True
    return share >= (_HALF if wants_figure(question) else _MOST) and (wants_figure(question) or _is_alike(pair))


def _denies_one(pair: Alignment) -> bool:
    """Tell whether one sentence affirms what the other denies."""
    stands = [{token.key: token.negative for token in reading.tokens} for reading in (pair.old, pair.new)]
    return any(stands[0][key] != stands[1][key] for key in stands[0].keys() & stands[1].keys())


def _same_sort(pair: Alignment) -> bool:
    """Tell whether each sentence has a value of its own, of one sort: a name, a number, a time."""
    names = [any(token.sort == "name" for token in side) for side in (pair.old_only, pair.new_only)]
    return all(names) or bool(pair.old_numbers and pair.new_numbers) or bool(pair.old_when and pair.new_when)


def _is_alike(pair: Alignment) -> bool:
    """Tell whether two sentences differ in few words, and the newer is no further thing of its kind."""
    if "additive" in pair.new.roles and not _denies_one(pair):
        return False
    optional = stems.optional(pair.old.language)
    left, right = ([token for token in side if token.key not in optional] for side in (pair.old_only, pair.new_only))
    return min(len(left), len(right)) <= 2 and max(len(left), len(right)) <= 5


def _has_figure(text: str) -> bool:
    reading = read(text)
    return bool(reading.of("number", "when")) or not lexicon.PERIODS.isdisjoint(reading.words)


def _takes_up(pair: Alignment, asked: frozenset[str]) -> bool:
    """Tell whether the newer sentence names what the older said, to take it back or to say what became of it."""
    values = {t.key for t in pair.old.of("name") if not _is_addressed(pair.old, t)} - asked
    named = any(token.sort == "name" for token in pair.new_only)
    return bool(pair.new.rejected & {token.key for token in pair.old.tokens}) or (named and bool(values & pair.shared))


def _same_unit(pair: Alignment) -> bool:
    """Tell whether both sentences give another number of one unit."""
    return bool({t.unit for t in pair.old_numbers} & {t.unit for t in pair.new_numbers} - {""})


def _is_addressed(reading: Reading, token: Token) -> bool:
    """Tell whether a name is spoken to rather than of: "Thanks, Gina!"."""
    return reading.text[token.start + len(token.word) :][:1] in {"!", ","}


def _covers(pair: Alignment, old: Saying, new: Saying) -> bool:
    """Tell whether the newer sentence is about all that the older is; a change may be told in fewer words."""
    missing = {key for key in old.about - new.about if not any(key[:_ROOT] in token.key for token in pair.new_only)}
    if not missing:
        return True
    lost = [token for token in pair.old.tokens if token.key in missing]
    if not new.about or any(token.sort == "name" or token.word in KIN for token in lost):
        return False
    if pair.new.roles & {"strong", "weak"} and missing <= stems.optional(pair.old.language):
        return True
    if len(missing) > 1:
        return False
    if _same_unit(pair) and len(pair.shared - stems.optional(pair.old.language) - stems.periods(pair.old.language)) > 1:
        return True
    few = max(len(pair.old_only), len(pair.new_only)) <= _FEW
    return "strong" in pair.new.roles or (few and len(new.about) > 1 and lost[:1] != list(pair.old.tokens[:1]))


def _of_another(pair: Alignment, asked: frozenset[str], noun: str) -> bool:
    """Tell whether the newer sentence is about somebody or something else: another's rent, the basic plan."""
    fresh = [token for token in pair.new_only if token.key not in asked and token.word not in pair.old.words]
    if any(token.word in KIN and _owns(pair, token) for token in fresh):
        return True
    if any(_says_which(pair, token, asked) and _after(pair, token, asked) != noun for token in fresh):
        return True
    return "first" in pair.old.people and "first" not in pair.new.people and any(_acts(pair, token) for token in fresh)


def _owns(pair: Alignment, token: Token) -> bool:
    """Tell whether somebody is who the sentence is about, or whose thing it is; "Ben's parents" only speak of Ben."""
    before = pair.new.words[max(0, token.place - 2) : token.place]
    of_known = any(other.place == token.place - 1 and other.key in pair.shared for other in pair.new.tokens)
    return not of_known and (token.place <= 2 or not _OF.isdisjoint(before))


def _says_which(pair: Alignment, token: Token, asked: frozenset[str]) -> bool:
    """Tell whether a word stands right before one that is asked about: "the support team"."""
    if token.word in _CHANGED or token.word in lexicon.CHANGING or token.word.endswith(("ed", "ing")):
        return False
    following = _after(pair, token, asked)
    return bool(following) and not _stands_for(pair, following, asked)


def _stands_for(pair: Alignment, following: str, asked: frozenset[str]) -> bool:
    """Tell whether the older sentence has a value of its own in that place: "Marta leads", "Oskar leads"."""
    values = {token.place + 1 for token in pair.old_only if token.key not in asked}
    return any(token.word == following and token.place in values for token in pair.old.tokens)


def _acts(pair: Alignment, token: Token) -> bool:
    """Tell whether a sentence begins with a name that does what the other's speaker does: "Julia charges 110"."""
    return token.place <= 1 and pair.new.text[token.start].isupper() and bool(_after(pair, token, pair.shared))


def _after(pair: Alignment, token: Token, keys: frozenset[str]) -> str:
    """Return the word right after another in the newer sentence, if it is one of the keys and no name; else ""."""
    following = next((other for other in pair.new.tokens if other.place == token.place + 1), None)
    if following is None or following.sort != "word" or following.key not in keys & pair.shared:
        return ""
    return "" if _STOPS.intersection(pair.new.text[token.start : following.start]) else following.word


_STOPS: Final = frozenset(",;:.!?()")
_OF: Final = bag("of för av für von de del du d")
_CHANGED: Final = bag(
    "only just still already always usually bara redan fortfarande nur noch immer schon solo sólo ya seulement déjà"
    " new old current latest final updated broken personal ny nya nytt gamla aktuell neue neuer neuen alte nueva nuevo"
    " nouveau nouvelle"
)
