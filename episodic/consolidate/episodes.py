"""Sums up a stretch of a session in the words it was held in, with no language model; knows no clock and no store.

Extractive: clauses as they were said. What the assistant advised is kept apart from what the user decided, and from
what it reports as done.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from episodic.consolidate.episode_summary import is_words, said_by_user, subject, summary, weights
from episodic.consolidate.figures import Line, figures, lines_of
from episodic.consolidate.heuristics import spoken
from episodic.language import cues, telling
from episodic.language.clauses import UNSPACED
from episodic.language.endings import how_it_ended
from episodic.language.sentences import split, unmarked
from episodic.language.telling_terms import tells
from episodic.language.tokens import terms
from episodic.records import Candidate, EpisodeRecord, Outcome, Turn

TOPICS: Final = 5
ADVICE: Final = 3
ACTIONS: Final = 3
LESSONS: Final = 3
CONCERNS: Final = 3
_ENDING: Final = 3  # the user's last turns show how it ended
_LINE: Final = 300  # characters of one sentence kept as advice or action

_NO_REPORT: Final = re.compile(r"(?:let me|let's|now|when|if|once|after|om|när|wenn|sobald|si|quand|cuando)\b")


def record(turns: Sequence[Turn], facts: Sequence[Candidate]) -> EpisodeRecord | None:
    """Sum up an episode; None where the user said nothing that has a subject.

    `facts` are the grounded facts of these turns. Their decisions are the record's, for they are the user's own.
    """
    said = said_by_user(turns)
    if not said:
        return None
    weighed = weights(said, turns)
    lines = list(lines_of(turns))
    advice = _matching(lines, telling.ADVISES, roles={"assistant"})
    outcome, ended = _outcome(turns)
    return EpisodeRecord(
        subject=subject(said, weighed),
        summary=summary(said, turns, weighed, facts=facts, ended=ended),
        topics=_topics(weighed, cues.fold(" ".join(sentence.text for sentence in said))),
        decisions=_unique(fact.text for fact in facts if _is_decided(fact)),
        advice_given=advice[:ADVICE],
        actions=_matching(lines, telling.DID, roles={"assistant", "user"})[-ACTIONS:],
        lessons=_matching(lines, telling.TEACHES, roles={"user"})[:LESSONS],
        key_numbers=figures(lines, advice),
        concerns=_matching(lines, telling.WORRIES, roles={"user"})[:CONCERNS],
        outcome=outcome,
        turn_seqs=tuple(turn.seq for turn in turns),
    )


def _topics(weights: Mapping[str, float], said: str) -> tuple[str, ...]:
    """Return the heaviest terms, of those as heavy the longer and earlier first; what two of them share counts once."""
    picked: list[str] = []
    for term in sorted(weights, key=lambda term: (-round(weights[term], 6), -len(term), said.find(term), term)):
        topic = _grown(term, weights, said) if re.match(f"[{UNSPACED}]", term) else term
        if not any(_akin(topic, other) for other in picked):
            picked.append(topic)
            if len(picked) == TOPICS:
                break
    return tuple(picked)


def _akin(one: str, other: str) -> bool:
    """Tell whether two terms are inflections of a word, or overlap where words are not spaced."""
    if re.match(f"[{UNSPACED}]", one):
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


def _matching(lines: Iterable[Line], cue: re.Pattern[str], *, roles: set[str]) -> tuple[str, ...]:
    """Return the sentences of some speakers that hold a cue, neither asked nor negated, and say what it is about."""
    found: list[str] = []
    for turn, sentence in lines:
        if turn.role not in roles or len(sentence) > _LINE or sentence.endswith(":"):
            continue
        folded = cues.fold(sentence)
        match = cue.search(folded)
        if not match or _NO_REPORT.match(folded):
            continue
        if (
            not (cues.is_question(sentence) or cues.is_negated(folded[: match.end()]))
            and sum(map(tells, terms(sentence))) > 1
        ):
            found.append(sentence)
    return _unique(found)


def _outcome(turns: Sequence[Turn]) -> tuple[Outcome, str]:
    """Tell how it ended, and the sentence that says so, by the user's last turns; the last word counts."""
    for turn in [turn for turn in reversed(turns) if spoken(turn)][:_ENDING]:
        sentences = [unmarked(sentence) for run in spoken(turn) for sentence in split(run)]
        for sentence in reversed(sentences):
            if is_words(sentence) and (outcome := how_it_ended(sentence)):
                return outcome, " ".join(sentence.split())
    return "neutral", ""


def _unique(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))
