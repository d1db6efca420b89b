"""Names a thread by a phrase of its user's that tells it from the others. Knows no store and asks nobody.

Candidates are runs of up to four words between stopwords that look like a noun phrase: no verb and no pronoun in them,
the last word used as a noun somewhere in the thread. The best is said in many of the thread's sessions and in few
others (class-based TF-IDF), has two or three words, and shares its words with no other thread's name.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log, sqrt
from typing import Final, NamedTuple

from episodic.consolidate.activity import words_of
from episodic.language import cues
from episodic.language.naming_words import AFTER_A_VERB, BEFORE_A_NOUN, BEFORE_A_VERB, INSIDE, NO_PART, VERB_ENDINGS
from episodic.language.tokens import terms

_LONGEST: Final = 4  # words of a name
_LENGTH: Final[Mapping[int, float]] = {1: 0.75, 2: 1.55, 3: 1.7, 4: 1.6}  # worth of a phrase's words, against rarity
_AGAIN: Final = 0.3  # worth of a word said e times in a session, against one more session that says it
_OPENING: Final = 1.4  # worth of what a session begins with: people say first what they came for
_FIRST: Final = 2.0  # the same of the thread's first session
_ANSWERED: Final = 0.5  # worth of a session in which only the assistant says a phrase
_CAPITAL: Final = 1.3  # worth of a phrase with a capital within a sentence
_RARE: Final = 0.7  # power of the rarity; with 1 the name is what was said once and never again
_PERSON: Final = 0.35  # worth of a phrase with a person's name in it: the same people are in many threads
_SHORT: Final = 5  # letters up to which a word in -ed may be a noun
_ANSWER: Final = 2000  # characters of an answer that bear out what was said
_SHOWN: Final = 12  # candidates that are held against what the thread means
_BASE: Final = 0.15  # added to their cosines; the lower, the more the meaning decides
_TAKEN: Final = 0.5  # worth of a phrase that shares a word with another thread's name
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{2,8}")
_WORD: Final = re.compile(r"[^\W_](?:[\w'-]*\w)?")
_CLAUSE: Final = re.compile(
    r"[.,;:!?()\[\]{}<>|/\\\"“”„«»`*#=+·…\n\u3001\u3002\uff0c\uff1f\uff01]+|\s[-\u2013\u2014]\s|(?:'s|\u2019s)\b"
)


class Said(NamedTuple):
    """What the user said in one session of a thread, turn by turn, what was answered, and its subject."""

    turns: Sequence[str]
    subject: str
    answers: Sequence[str] = ()


class _Phrase(NamedTuple):
    words: tuple[str, ...]  # folded
    shown: str
    capital: bool


class Candidate(NamedTuple):
    """A phrase that may name a thread, as it is written, and how well it does by its words."""

    text: str
    score: float


def candidates(
    sessions: Sequence[Said],
    *,
    elsewhere: Mapping[str, int],
    count: int = 0,
    people: AbstractSet[str] = frozenset(),
    taken: Collection[str] = (),
) -> list[Candidate]:
    """Return the phrases that name a thread best, best first.

    Args:
        sessions: its sessions, oldest first.
        elsewhere: in how many sessions of other threads a term is.
        count: how many sessions the other threads have.
        people: words of names, lower case; alone they name no thread.
        taken: the names of other threads.
    """
    nouns = _nouns(text for session in sessions for text in (*session.turns, session.subject))
    weights: dict[tuple[str, ...], float] = defaultdict(float)
    shown: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    capital = Counter[tuple[str, ...]]()
    for at, session in enumerate(sessions):
        for words, weight in _weighed(session, nouns, shown, capital, first=at == 0).items():
            weights[words] += weight
    others = [frozenset(_words(name)) for name in taken]
    scored = {
        words: sqrt(weight * sum(weights.get((word,), 0.0) for word in words) / len(words))
        * _rarity(words, elsewhere, count)
        * _LENGTH[len(words)]
        * (_CAPITAL if 2 * capital[words] > shown[words].total() else 1.0)
        * (_PERSON if people & set(words) else 1.0)
        * (_TAKEN if any(_shared(words, other) for other in others) else 1.0)
        for words, weight in weights.items()
        if not set(words) <= people and frozenset(words) not in others
    }
    ranked = sorted(scored, key=lambda words: (-scored[words], words))[:_SHOWN]
    return [Candidate(shown[words].most_common(1)[0][0], scored[words]) for words in ranked]


def topic_of(topics: Sequence[Sequence[str]], *, taken: Collection[str]) -> str:
    """Return the phrase that most episodes of a thread have for a topic, half of them at least; "" where none has.

    Only a language model gives phrases; without one a topic is a single word.
    """
    said = Counter(topic for each in topics for topic in dict.fromkeys(each) if 1 < len(topic.split()) <= _LONGEST)
    others = {name.casefold() for name in taken}
    best = next((topic for topic, _ in said.most_common() if topic.casefold() not in others), "")
    return best if 2 * said[best] >= len(topics) else ""


def chosen(found: Sequence[Candidate], near: Sequence[float], sessions: Sequence[Said]) -> str:
    """Return the name: the candidate that is best by its words and nearest to what the thread means.

    Args:
        found: the candidates.
        near: the cosine of each with the thread, as far as it lies apart from the others; empty without a model.
        sessions: the thread's, for the subject of the newest where no phrase is to be had.
    """
    if not found:
        return _last(sessions)
    scores = [
        one.score * max(_BASE + close, 0.01) for one, close in zip(found, near or [0.0] * len(found), strict=True)
    ]
    return found[max(range(len(found)), key=scores.__getitem__)].text


def _last(sessions: Sequence[Said]) -> str:
    """Return the subject of the newest session that has one, whole words of it, where no phrase is to be had."""
    subject = next((one.subject for one in reversed(sessions) if one.subject), "")
    return " ".join(subject.rstrip("…").split()[:6])


def _weighed(
    session: Said,
    nouns: Mapping[str, float],
    shown: dict[tuple[str, ...], Counter[str]],
    capital: Counter[tuple[str, ...]],
    *,
    first: bool,
) -> dict[tuple[str, ...], float]:
    """Return the phrases of a session by how much it is about them, the more often said the more.

    What is answered bears out what the user says, and proposes nothing.
    """
    counts = Counter[tuple[str, ...]]()
    opening = set[tuple[str, ...]]()
    for at, text in enumerate((session.subject, *session.turns)):
        for phrase in _phrases(text):
            counts[phrase.words] += 1
            shown[phrase.words][phrase.shown] += 1
            capital[phrase.words] += phrase.capital
            if at < 2:
                opening.add(phrase.words)
    answered = Counter(phrase.words for text in session.answers for phrase in _phrases(text[:_ANSWER]))
    opened = _FIRST if first else _OPENING
    own = {
        words: (1 + _AGAIN * log(count + answered[words]))
        * nouns.get(words[-1], 0.4)
        * (opened if words in opening else 1)
        for words, count in counts.items()
    }
    borne_out = {words: _ANSWERED * nouns.get(words[-1], 0.4) for words in answered if words in shown}
    return {**borne_out, **own}


def _rarity(words: Sequence[str], elsewhere: Mapping[str, int], count: int) -> float:
    """Return how rare the words of a phrase are in other threads, on average."""
    found = [term for word in words for term in _terms(word)]
    each = [log((count + 4) / (elsewhere.get(term, 0) + 1)) for term in found if len(term) > 1]
    return float(max(sum(each) / max(len(each), 1), 0.05) ** _RARE)


def _shared(words: Sequence[str], other: AbstractSet[str]) -> bool:
    return bool(other & set(words) - INSIDE)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


@lru_cache(maxsize=2048)
def _phrases(text: str) -> tuple[_Phrase, ...]:
    """Return the noun phrases a text may hold, each once; a thread is named anew with each session."""
    return tuple(dict.fromkeys(_read(text)))


def _read(text: str) -> Iterator[_Phrase]:
    telling = words_of(text)
    for clause in _CLAUSE.split(text):
        if not clause:
            continue
        for run in _UNSPACED.findall(clause):
            yield _Phrase((run,), run, capital=False)
        words = _WORD.findall(clause)
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
                run = words[start:end]
                folded = tuple(word.casefold() for word in run)
                if _may_name(folded, telling):
                    yield _Phrase(folded, " ".join(run), any(word[0].isupper() for word in run[start == 0 :]))


def _may_name(words: tuple[str, ...], telling: AbstractSet[str]) -> bool:
    """Tell whether words can be a name: they begin and end with one that tells, and hold no verb and no pronoun."""
    first, last = words[0], words[-1]
    if not (_tells(first, telling) and (_tells(last, telling) or (len(words) > 1 and len(last) == 1))):
        return False
    if any(word in NO_PART or word.isdigit() or "'" in word or _is_verb(word) for word in words):
        return False
    return all(_tells(word, telling) or word in INSIDE or len(word) == 1 for word in words[1:-1])


def _is_verb(word: str) -> bool:
    """Tell by its ending: "cried", "slowly"; not "shed", "speed", "hundred"."""
    return word.endswith(VERB_ENDINGS) or (len(word) > _SHORT and word.endswith("ed") and not word.endswith("red"))


def _tells(word: str, telling: AbstractSet[str]) -> bool:
    return len(word) > 2 and not telling.isdisjoint(_terms(word))


@lru_cache(maxsize=8192)
def _terms(word: str) -> tuple[str, ...]:
    return tuple(terms(word))


def _nouns(texts: Iterable[str]) -> dict[str, float]:
    """Return how surely a word is a noun, .2 to 1, by the words it stands between in a thread."""
    good, bad = Counter[str](), Counter[str]()
    for text in texts:
        for clause in _CLAUSE.split(text):
            words = [word.casefold() for word in _WORD.findall(cues.fold(clause))]
            for at, word in enumerate(words):
                before = words[at - 1] if at else ""
                after = words[at + 1] if at + 1 < len(words) else ""
                good[word] += before in BEFORE_A_NOUN
                bad[word] += before in BEFORE_A_VERB or after in AFTER_A_VERB or not before
                good[word] += not after and bool(before)
    return {word: (good[word] + 0.5) / (good[word] + bad[word] + 1.0) for word in {*good, *bad}}
