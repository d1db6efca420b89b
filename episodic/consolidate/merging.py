"""Judges which episodes tell the same and which are too old to be looked at; acts on neither. Knows no store.

Precision first: two episodes are one where their summaries mean the same, share their words and differ in no figure,
date, name or negation. What a person wrote by hand, decided or learnt is never archived for its age.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from episodic.consolidate.novelty import critical_difference
from episodic.language.telling_terms import telling_terms
from episodic.memory.episode_log import EPISODE_LISTS, Episode
from episodic.records import EpisodeRecord

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_OVERLAP: Final = 0.6  # Jaccard of the words that tell; a template with other words in it is another episode
_MOST: Final = 8  # entries of a merged list; the sources keep theirs


class Merge(NamedTuple):
    """Episodes, oldest first, that one record can tell."""

    sources: tuple[Episode, ...]
    record: EpisodeRecord


class Plan(NamedTuple):
    """What to merge, and what to archive for its age."""

    merges: tuple[Merge, ...] = ()
    archive: tuple[Episode, ...] = ()


def plan(
    episodes: Sequence[Episode],
    vectors: "Mapping[int, NDArray[np.float32]]",
    *,
    similar: float,
    old: datetime | None,
) -> Plan:
    """Return what to do with the episodes there are.

    Args:
        episodes: those that may be touched.
        vectors: of their summaries, by id, of length 1; what has none is not merged.
        similar: cosine from which two may tell the same.
        old: what ended before may be archived; None: nothing.
    """
    groups = _groups([one for one in episodes if not one.by_hand and one.id in vectors], vectors, similar=similar)
    merges = tuple(Merge(group, _merged([one.record for one in group])) for group in groups)
    merged = {one.id for group in groups for one in group}
    aged = [one for one in episodes if old is not None and one.ended_at < old]
    archive = [one for one in aged if one.id not in merged and not _keeps(one)]
    return Plan(merges, tuple(archive))


def _keeps(episode: Episode) -> bool:
    """Whether an episode is worth finding at any age."""
    return episode.by_hand or bool(episode.record.decisions or episode.record.lessons)


def _groups(
    episodes: Iterable[Episode], vectors: "Mapping[int, NDArray[np.float32]]", *, similar: float
) -> list[tuple[Episode, ...]]:
    """Gather episodes, oldest first, that each tell the same as the first of their group."""
    groups: list[list[Episode]] = []
    for episode in sorted(episodes, key=lambda one: (one.ended_at, one.id)):
        home = next((group for group in groups if _same(group[0], episode, vectors, similar=similar)), None)
        if home is None:
            groups.append([episode])
        else:
            home.append(episode)
    return [tuple(group) for group in groups if len(group) > 1]


def _same(one: Episode, other: Episode, vectors: "Mapping[int, NDArray[np.float32]]", *, similar: float) -> bool:
    if one.project != other.project or float(vectors[one.id] @ vectors[other.id]) < similar:
        return False
    mine, theirs = (set(telling_terms(f"{each.record.subject} {each.record.summary}")) for each in (one, other))
    alike = len(mine & theirs) >= _OVERLAP * max(1, len(mine | theirs))
    return alike and not critical_difference(one.record.summary, other.record.summary)


def _merged(records: Sequence[EpisodeRecord]) -> EpisodeRecord:
    """Tell several records as one: the newest's words, everybody's lists, and how it ended at last."""
    newest = records[-1]
    lists: dict[str, Any] = {
        name: tuple(dict.fromkeys(text for record in records for text in getattr(record, name)))[:_MOST]
        for name in EPISODE_LISTS
    }
    ended = [record.outcome for record in records if record.outcome != "neutral"]
    return newest._replace(outcome=ended[-1] if ended else "neutral", **lists)
