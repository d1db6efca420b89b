"""What an episode was about, as far as it can be held against others: a direction, words, openings. Knows no store.

Two sessions that share days or a template are not one thread for it, nor for a name, which is a word like any other and
tells the more the rarer it is. Words of any talk are left out; what opens like an earlier session ("Can you help me
with a failing deploy?") counts neither in words nor in the direction.
"""

import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.consolidate.subjects import spoken_weight
from episodic.language import cues, said_dates
from episodic.language.telling_terms import telling_terms
from episodic.records import Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RUN: Final = 5  # words that two sessions open with alike are a template
_OPENING: Final = 60  # words of a turn, and
_TURNS: Final = 3  # turns of the user, among which templates are looked for
_SKETCHES: Final = 4  # rows; 2: F1 .73 instead of .79 on topics.jsonl, the scatter itself .79
ROWS: Final = 1 + _SKETCHES  # of an episode's vector
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
        " noted number list line set message mail email call meeting question answer yes morgon kväll vecka veckor"
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
    """One episode; `vector` is None where nothing was embedded.

    Its first row is the mean of the turns, counted from the middle of all talk. The rest, `_SKETCHES` of them, sketch
    how the turns differ from each other: the sum of their outer products is nearly the turns' scatter. `terms` counts
    the turns that hold a term.
    """

    episode: int
    project: str | None
    vector: "NDArray[np.float32] | None"
    terms: Mapping[str, int]
    openings: frozenset[int]


def activity(  # noqa: PLR0913 - all but two by name
    episode: int,
    turns: Sequence[Turn],
    *,
    project: str | None,
    vectors: "Mapping[int, NDArray[np.float32]]",
    middle: "NDArray[np.float32] | None",
    seen: AbstractSet[int],
) -> Activity:
    """Return what an episode was about.

    Args:
        episode: its id.
        turns: that prove it.
        project: whose it is.
        vectors: of the turns, by item.
        middle: the mean vector of talk about anything.
        seen: the openings of other sessions.
    """
    texts, openings, templates = _stripped(turns, seen)
    left_out = frozenset().union(*map(words_of, templates))
    kept = Counter(term for text in texts for term in words_of(text) - left_out)
    weights = [spoken_weight(text) for text in texts]
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
    rows, weight = np.array([vector for vector, _ in found], "<f8"), np.array([w for _, w in found])
    mean = np.average(rows, axis=0, weights=weight)
    apart = (rows - mean) * np.sqrt(weight / weight.sum())[:, None]
    seed = [zlib.crc32(turn.content.encode("utf-8", "replace")) for turn in turns]  # equal signs would not cancel out
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), (_SKETCHES, len(rows)))
    sketches = signs @ apart * np.sqrt((len(rows) - 1) / _SKETCHES)
    return np.vstack([mean - middle, sketches]).astype("<f4")


def unpacked(vector: bytes | None) -> "NDArray[np.float32] | None":
    """Return an episode's rows as they were kept; None where there are none, or the one row of older versions."""
    import numpy as np

    rows = np.frombuffer(vector or b"", "<f4")
    return rows.reshape(ROWS, -1) if len(rows) and len(rows) % ROWS == 0 else None
