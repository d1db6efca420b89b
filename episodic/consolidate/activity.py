"""What an episode was about, as far as it can be held against others: a direction, words, openings. Knows no store.

Two sessions that share people, days or a template are not one thread for it. Words of any talk are left out; what opens
like an earlier session ("Can you help me with a failing deploy?") counts neither in words nor in the direction.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.language import cues, said_dates
from episodic.language.telling_terms import telling_terms
from episodic.records import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RUN: Final = 5  # words that two sessions open with alike are a template
_OPENING: Final = 60  # words of a turn, and
_TURNS: Final = 3  # turns of the user, among which templates are looked for
_LITTLE: Final = 1e-3  # weight of a turn that is all template, so that no episode is without a direction
_LONG: Final = 60  # words of a turn that count for its direction; "Noted." says little, a long answer not everything
_WORD: Final = re.compile(r"[\w']+")
_CLAUSE: Final = re.compile(r"[.,;:!?()\n]")
# Words of any talk: when, how many, who said or wants. What two sessions share of these says nothing.
_ANY: Final = (
    frozenset(said_dates.WEEKDAYS)
    | frozenset(said_dates.MONTHS)
    | cues.bag(
        "minute minutes hour hours week weeks month months year years morning evening tonight tomorrow yesterday before"
        " after since until till end start soon later early late ago half once twice time two three four five six seven"
        " eight nine ten eleven twelve twenty hundred thousand say says said tell tells told ask asks asked want wants"
        " wanted need needs needed think thinks people person someone everybody nobody both few several rest part side"
        " number numbers list line set message mail email call meeting question answer yes morgon kväll vecka veckor"
        " månad månader timme timmar år dag dagar två tre fyra fem sex sju åtta nio tio säger sa sagt vill behöver"
        " frågar innan efter sedan slut början folk alla båda woche wochen monat monate jahr jahre stunde stunden tag"
        " tage morgen abend zwei drei vier fünf sechs sieben acht neun zehn sagt sagte gesagt will braucht fragt"
        " vor nach seit bis ende anfang leute alle beide"
    )
)


def words_of(text: str) -> frozenset[str]:
    """Return the words that say what a text is about, without those of any talk."""
    return frozenset(term for term in telling_terms(text) if len(term) > 2) - _ANY


class Activity(NamedTuple):
    """One episode. `vector` has length 1 and points from the middle of all talk; None where nothing was embedded."""

    episode: int
    project: str | None
    vector: "NDArray[np.float32] | None"
    terms: frozenset[str]
    openings: frozenset[int]


def activity(  # noqa: PLR0913 - all but two by name
    episode: int,
    turns: Sequence[Turn],
    *,
    project: str | None,
    vectors: "Mapping[int, NDArray[np.float32]]",
    middle: "NDArray[np.float32] | None",
    seen: AbstractSet[int],
    people: AbstractSet[str] = frozenset(),
) -> Activity:
    """Return what an episode was about.

    Args:
        episode: its id.
        turns: that prove it.
        project: whose it is.
        vectors: of the turns, by item.
        middle: the mean vector of talk about anything.
        seen: the openings of other sessions.
        people: words of names, which make no thread.
    """
    texts, openings, templates = _stripped(turns, seen)
    kept = frozenset().union(*map(words_of, texts)) - frozenset().union(*map(words_of, templates)) - people
    weights = [min(len(_WORD.findall(text)), _LONG) + _LITTLE for text in texts]
    return Activity(episode, project, _direction(turns, weights, vectors, middle), kept, openings)


def _stripped(turns: Sequence[Turn], seen: AbstractSet[int]) -> tuple[list[str], frozenset[int], list[str]]:
    """Return the turns without what other sessions opened with, this one's own openings, and what was left out."""
    texts: list[str] = []
    openings: set[int] = set()
    templates: list[str] = []
    left = _TURNS
    for turn in turns:
        text = turn.content
        if turn.role == "user" and left:
            left -= 1
            words = list(_WORD.finditer(text))
            runs = _runs([word[0].casefold() for word in words[:_OPENING]])
            openings.update(runs)
            known = _template(text, words, [digest in seen for digest in runs])
            templates.append(" ".join(words[n][0] for n in sorted(known)))
            text = " ".join(word[0] for n, word in enumerate(words) if n not in known) if known else text
        texts.append(text)
    return texts, frozenset(openings), templates


def _runs(words: Sequence[str]) -> list[int]:
    """Return a digest of every run of five words, in order."""
    return [zlib.crc32(" ".join(words[at : at + _RUN]).encode()) for at in range(len(words) - _RUN + 1)]


def _template(text: str, words: Sequence[re.Match[str]], seen: Sequence[bool]) -> set[int]:
    """Return the places of the words of a template: runs seen before that begin with a clause, and what follows them.

    In the middle of a clause the same five words may well be what the thread is about ("of the Series B deck").
    """
    known: set[int] = set()
    inside = False
    for at, met in enumerate(seen):
        begins = at == 0 or bool(_CLAUSE.search(text, words[at - 1].end(), words[at].start()))
        inside = met and (inside or begins)
        if inside:
            known.update(range(at, at + _RUN))
    return known


def _direction(
    turns: Sequence[Turn],
    weights: Sequence[float],
    vectors: "Mapping[int, NDArray[np.float32]]",
    middle: "NDArray[np.float32] | None",
) -> "NDArray[np.float32] | None":
    import numpy as np

    found = [
        (vectors[turn.item], weight)
        for turn, weight in zip(turns, weights, strict=True)
        if turn.item is not None and turn.item in vectors
    ]
    if middle is None or not found:
        return None
    away: NDArray[np.float32] = np.average([vector for vector, _ in found], axis=0, weights=[w for _, w in found])
    away = (away - middle).astype("<f4")
    return away / max(float(np.linalg.norm(away)), 1e-12)
