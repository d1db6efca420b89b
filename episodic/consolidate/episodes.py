"""Sums up a stretch of a session in the words it was held in, with no language model; knows no clock and no store.

Extractive: whole sentences of the user, figures as they were said. What the assistant advised is kept apart from what
the user decided.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from episodic.consolidate.heuristics import spoken
from episodic.language import cues, kinds, telling
from episodic.language.numbers import Number, find
from episodic.language.sentences import prose, split, unmarked
from episodic.language.telling_terms import telling_terms, tells
from episodic.language.tokens import terms
from episodic.records import EPISODE_WORDS, Candidate, EpisodeRecord, Outcome, Turn

SUBJECT_WORDS: Final = 10
TOPICS: Final = 5
ADVICE: Final = 3
ACTIONS: Final = 3
LESSONS: Final = 3
CONCERNS: Final = 3
FIGURES: Final = 8
FIGURES_OF_ONE: Final = 6  # of the user or of the assistant; room is left for what the other said
_ENDING: Final = 3  # the user's last turns show how it ended
_POOL: Final = 80  # sentences weighed against each other; the rest of a long session scores lower anyway
_ENOUGH: Final = 0.3  # of the best score; below it a sentence only fills the space left ("That's really helpful!")
_LINE: Final = 300  # characters of one sentence kept as advice or action
_BETWEEN: Final = " · "  # after a sentence that ends without a full stop
_UNSPACED: Final = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]+")

_ABOUT: Final = cues.words_of(
    r"""
    (?:can|could|would|will) you(?: please)?|please|i (?:want|need|would like) (?:you )?to|i'd like (?:you )?to|let's
    help me(?: to)?|i'm (?:trying to|looking for)|kan du|kannst du|könntest du|bitte|puedes|peux-tu|jag vill|ich möchte
    """
)
_NO_REPORT: Final = re.compile(r"(?:let me|let's|now|when|if|once|after|om|när|wenn|sobald|si|quand|cuando)\b")
_CONDITION: Final = re.compile(r"(?:if|when|once|as soon as|om|när|wenn|sobald|falls|si|quand|cuando)\b")
_EDGE: Final = " .!?,;:\u3002\uff1f\uff01"
_CLAUSE_END: Final = re.compile(
    r"[,;:.!?]\s|[\u3002\uff1f\uff01\uff0c]|\s[-\u2013\u2014(]\s?|\s(?:because|so that|since|eftersom|weil|porque)\s"
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of the user, where it stands in the session, and the words that tell what it is about."""

    place: int
    text: str
    terms: frozenset[str]


def record(turns: Sequence[Turn], facts: Sequence[Candidate]) -> EpisodeRecord | None:
    """Sum up an episode; None where the user said nothing that has a subject.

    `facts` are the grounded facts of these turns. Their decisions are the record's, for they are the user's own.
    """
    said = list(_said(turns))
    if not said:
        return None
    weights = _weights(said, turns)
    chosen = _choose(said, weights)
    return EpisodeRecord(
        subject=_subject(said, weights),
        summary=_joined([sentence.text for sentence in chosen]),
        topics=_topics(weights, cues.fold(" ".join(sentence.text for sentence in said))),
        decisions=_unique(fact.text for fact in facts if _is_decided(fact)),
        advice_given=_matching(turns, telling.ADVISES, roles={"assistant"})[:ADVICE],
        actions=_matching(turns, telling.DID, roles={"assistant", "user"})[:ACTIONS],
        lessons=_matching(turns, telling.TEACHES, roles={"user"})[:LESSONS],
        key_numbers=_figures(turns),
        concerns=_matching(turns, telling.WORRIES, roles={"user"})[:CONCERNS],
        outcome=_outcome(turns),
        turn_seqs=tuple(turn.seq for turn in turns),
    )


# Summary ------------------------------------------------------------------------------------------------------------


def _said(turns: Iterable[Turn]) -> Iterator[_Said]:
    place = 0
    for turn in turns:
        for sentence in (whole for run in spoken(turn) for whole in split(run)):
            text = unmarked(sentence)
            about = frozenset(telling_terms(text)) if _is_words(text) else frozenset()
            if about:
                yield _Said(place, " ".join(text.split()), about)
                place += 1


def _is_words(text: str) -> bool:
    """Tell whether a sentence is words for the most part, not a line of code that came without its fence."""
    return sum(char.isalnum() or char.isspace() for char in text) > 0.8 * len(text)


def _weights(said: Sequence[_Said], turns: Sequence[Turn]) -> Mapping[str, float]:
    """Weigh terms by how often the user comes back to them, and a little by the assistant taking them up."""
    weights: dict[str, float] = {}
    counts = Counter(term for sentence in said for term in sentence.terms)
    taken_up = Counter(term for turn in turns if turn.role == "assistant" for term in set(terms(turn.content)))
    for term, count in counts.items():
        weights[term] = log(1 + count) + 0.3 * log(1 + min(taken_up[term], 5))
    return weights


def _choose(said: Sequence[_Said], weights: Mapping[str, float]) -> list[_Said]:
    """Pick sentences greedily, each for the terms not covered yet, until 60 words are full; the order stays theirs."""
    chosen: list[_Said] = []
    covered: set[str] = set()
    left = sorted(said, key=lambda sentence: (-_score(sentence, weights, covered), sentence.place))[:_POOL]
    least = _ENOUGH * _score(left[0], weights, covered)
    while left:
        best = max(left, key=lambda sentence: (_score(sentence, weights, covered), -sentence.place))
        left.remove(best)
        if _score(best, weights, covered) < least:
            break
        attempt = sorted([*chosen, best], key=lambda sentence: sentence.place)
        if _count(_joined([sentence.text for sentence in attempt], most=None)) <= EPISODE_WORDS:
            chosen, covered = attempt, covered | best.terms
    return chosen or [_best(said, weights)]


def _best(said: Sequence[_Said], weights: Mapping[str, float]) -> _Said:
    return max(said, key=lambda sentence: (_score(sentence, weights, set()), -sentence.place))


def _score(sentence: _Said, weights: Mapping[str, float], covered: set[str]) -> float:
    """Sum the weights of new terms, damped by length so that the longest sentence does not always win.

    The opening sentence counts double: people say first what they came for.
    """
    gain = sum(weights[term] for term in sorted(sentence.terms - covered))
    return gain / sqrt(3 + _count(sentence.text)) * (2.0 if sentence.place == 0 else 1.0)


def _joined(sentences: Sequence[str], *, most: int | None = EPISODE_WORDS) -> str:
    text = ""
    for sentence in sentences:
        between = "" if not text else " " if re.search(r"[.!?…。？！।][\"'”’»)」]*$", text) else _BETWEEN  # noqa: RUF001
        text += between + sentence
    return text if most is None else cut(text, most)


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def cut(text: str, most: int) -> str:
    """Return a text cut after `most` words, and say so with an ellipsis."""
    words = list(_WORD.finditer(text))
    return text if len(words) <= most else text[: words[most - 1].end()].rstrip(",;: ") + "…"


def _subject(said: Sequence[_Said], weights: Mapping[str, float]) -> str:
    """Shorten the most telling sentence: no greeting, no "can you please", its first clause, ten words."""
    sentence = _best(said, weights).text
    text = sentence[cues.lead(sentence) :]
    while asked := _ABOUT.match(text.casefold()):
        if not text[asked.end() :].strip():
            break
        text = text[asked.end() :].lstrip(" ,")
    clause = _CLAUSE_END.split(text, maxsplit=1)[0]
    if sum(map(tells, terms(clause))) < 2:
        clause = text
    return cut(clause.strip(_EDGE), SUBJECT_WORDS) or cut(sentence, SUBJECT_WORDS)


# The rest of the record ---------------------------------------------------------------------------------------------


def _topics(weights: Mapping[str, float], said: str) -> tuple[str, ...]:
    """Return the heaviest terms, of those as heavy the longer and earlier first; what two of them share counts once."""
    picked: list[str] = []
    for term in sorted(weights, key=lambda term: (-round(weights[term], 6), -len(term), said.find(term), term)):
        topic = _grown(term, weights, said) if re.match(f"[{_UNSPACED}]", term) else term
        if not any(_akin(topic, other) for other in picked):
            picked.append(topic)
    return tuple(picked[:TOPICS])


def _akin(one: str, other: str) -> bool:
    """Tell whether two terms are inflections of a word, or overlap where words are not spaced."""
    if re.match(f"[{_UNSPACED}]", one):
        return any(one[i : i + 2] in other for i in range(len(one) - 1))
    return one == other or (len(other) > 3 and one[:4] == other[:4])


def _grown(gram: str, weights: Mapping[str, float], said: str) -> str:
    """Grow a 2-gram that comes back into the word it is a part of, to at most four characters."""
    grown = gram
    while len(grown) < 4:
        heavy = sorted(other for other in weights if len(other) == 2 and weights[other] >= weights[gram])
        longer = [grown + other[1] for other in heavy if other[0] == grown[-1]]
        longer += [other[0] + grown for other in heavy if other[1] == grown[0]]
        grown_on = next((word for word in longer if said.count(word) > 1), None)
        if grown_on is None:
            break
        grown = grown_on
    return grown


def _is_decided(fact: Candidate) -> bool:
    return fact.kind == "decision" and fact.stance in {"stated", "confirmed"}


def _matching(turns: Iterable[Turn], cue: re.Pattern[str], *, roles: set[str]) -> tuple[str, ...]:
    """Return the sentences of some speakers that hold a cue, neither asked nor negated, and say what it is about."""
    found: list[str] = []
    for turn in turns:
        runs = spoken(turn) if turn.role == "user" else prose(turn.content)
        for sentence in (unmarked(whole) for run in runs if turn.role in roles for whole in split(run)):
            if len(sentence) > _LINE or sentence.endswith(":"):
                continue
            folded = cues.fold(sentence)
            match = cue.search(folded)
            if not match or _NO_REPORT.match(folded):
                continue
            if (
                not (cues.is_question(sentence) or cues.is_negated(folded[: match.end()]))
                and sum(map(tells, terms(sentence))) > 1
            ):
                found.append(" ".join(sentence.split()))
    return _unique(found)


def _outcome(turns: Sequence[Turn]) -> Outcome:
    """Tell how it ended by the user's last turns; the last word counts, and a question with no answer is open."""
    for turn in [turn for turn in reversed(turns) if spoken(turn)][:_ENDING]:
        sentences = [sentence for run in spoken(turn) for sentence in split(run)]
        for sentence in reversed(sentences):
            folded = cues.fold(sentence)
            for outcome, cue in _ENDINGS.items():
                if cue.search(folded) and not (cues.is_question(sentence) or _CONDITION.match(folded)):
                    return outcome
    return "neutral"


_ENDINGS: Final[Mapping[Outcome, re.Pattern[str]]] = {
    "negative": telling.FAILED,
    "unresolved": telling.OPEN,
    "positive": telling.WORKED,
}


def _figures(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return figures as said and by whom: all of the user's before those the assistant advised."""
    advised = set(_matching(turns, telling.ADVISES, roles={"assistant"}))
    found: dict[str, str] = {}
    for role, most in (("user", FIGURES_OF_ONE), ("assistant", FIGURES)):
        for turn in turns:
            runs = spoken(turn) if role == "user" else prose(turn.content)
            for sentence in (unmarked(whole) for run in runs if turn.role == role for whole in split(run)):
                words = " ".join(sentence.split())
                if role == "user" or words in advised:
                    for value, figure in _figures_of(words, turn):
                        if len(found) < most:
                            found.setdefault(value, figure)
    return tuple(found.values())


def figure_of(text: str, turn: Turn) -> str:
    """Return the first figure of a text with up to three words on each side, and who said it; empty without one."""
    return next((figure for _, figure in _figures_of(text, turn)), "")


def _figures_of(text: str, turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield figures by value, as said; those that stand close together are one, under the first one's value."""
    shown = 0
    for number in find(text):
        if number.start >= shown and _counts(text, number):
            left = re.search(r"(?:\S+\s+){0,3}\S*$", text[: number.start])
            right = re.match(r"\S*(?:\s+\S+){0,3}", text[number.end :])
            start, shown = number.start - len(left[0] if left else ""), number.end + len(right[0] if right else "")
            yield number.value, f"{text[start:shown].strip(_EDGE)} ({turn.name or turn.role})"


def _counts(text: str, number: Number) -> bool:
    """Tell whether a number measures something, and is no option ("do 3 too"), name (P2) or article ("one")."""
    if (number.start and text[number.start - 1].isalpha()) or re.search(r"[a-f]", number.value):
        return False
    following = re.match(r"[%\s-]*([^\W\d_]+)", text[number.end :])
    unit = following[1].casefold() if following else ""
    return len(number.value) > 1 or (
        number.value not in "01" and bool(unit) and unit not in kinds.POINTERS and tells(unit)
    )


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
