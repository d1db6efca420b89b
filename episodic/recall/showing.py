"""Makes hits of what was ranked: with what a person is shown of each, and what it replaced or was replaced by.

Knows nothing of how the ranking came about.
"""

from collections.abc import Iterator, Mapping, Sequence

from episodic.language.dates import day_of
from episodic.language.told_days import the_day
from episodic.memory.filters import Filter
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.vectors import Near
from episodic.recall.currency import brief
from episodic.recall.ends import ran_out
from episodic.recall.hits import Hit
from episodic.recall.shown import answering_parts
from episodic.redact import mask


def hits_of(  # noqa: PLR0913 - what is known of an answer, by name
    question: str,
    shown: Sequence[tuple[Item, float]],
    store: Store,
    *,
    parts: Mapping[str, Mapping[int, float]],
    old: Mapping[int, Sequence[int]],
    allowed: Filter,
    passages: Mapping[int, Near],
) -> Iterator[Hit]:
    """Yield a hit for each item that is shown, best first.

    Args:
        question: what was asked.
        shown: items with their scores.
        store: whose memory.
        parts: the components of the scores, by name.
        old: turns that prove only what was superseded, with the facts that hold now.
        allowed: the bounds of the search; where these ask for another time, nothing has run out.
        passages: what of each item was nearest the question by meaning.
    """
    previously = store.supersessions.previous(item.id for item, _ in shown if item.layer == "fact")
    episodes = store.episode_log.read(item.id for item, _ in shown if item.layer == "episode")
    saying = answering_parts(store, [item for item, _ in shown if item.layer == "turn"], question, passages=passages)
    zone = store.config.local_zone()
    for item, score in shown:
        said_on, text = day_of(item.said_at, zone), saying.get(item.id, item.text)
        before, episode = previously.get(item.id), episodes.get(item.id)
        over = ran_out(text, said_at=item.said_at, config=store.config) if allowed.as_of is None else None
        yield Hit(
            id=item.id,
            layer=item.layer,
            kind=item.kind,
            text=mask(item.text),  # rows of an older version may hold what is masked before writing today
            score=round(score, 6),
            said_at=item.said_at,
            speaker=item.speaker,
            session=item.session,
            evidence=item.evidence,
            confidence=item.confidence,
            previously=mask(brief(before, item.text)) if before is not None else None,
            superseded=not item.live,
            outdated=item.id in old,
            replaced_by=tuple(old.get(item.id, ())),
            ran_out=over,
            on=None if item.layer == "episode" else the_day(item.text, on=said_on),
            valid_until=episode.record.valid_until if episode else item.valid_until,
            record=episode.record if episode else None,
            shown=mask(text),
            components={name: round(scores[item.id], 4) for name, scores in parts.items() if item.id in scores},
        )
