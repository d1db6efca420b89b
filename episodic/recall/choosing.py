"""Chooses what is worth telling an agent: what answers its user, what goes on, which earlier sessions. Knows no fence.

What an agent is told it takes for true, so this wants more than a list of hits does: nothing outdated, nothing that a
page or a tool said, nothing far behind the best.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final

from episodic.language.dates import bound_of
from episodic.memory.episode_log import Episode
from episodic.memory.store import Store
from episodic.recall.block import Block, Line
from episodic.recall.currency import UPDATED
from episodic.recall.focus import from_then, near
from episodic.recall.hits import Hit, Hits
from episodic.recall.last_time import LAST
from episodic.recall.rerank import READ
from episodic.recall.retrieve import retrieve
from episodic.recall.strength import roots
from episodic.recall.unfinished import GOES_ON
from episodic.recall.within import FROM_THEN, ONLY_THEN

_LOOKED_AT: Final = 20  # hits for five lines; some are told already, or said in this very session
_THREADS: Final = 3  # of ongoing work
_LOOPS: Final = 3  # of a thread
_TRUSTED: Final = frozenset({"user", "assistant", "manual"})  # whose words an agent is shown; no page's, no tool's
_AS_GOOD: Final = 3.0  # logits between two that are about as good
_SUMMED: Final = 2.7  # the cross-encoder's score from which a summary answers; 95 % of LoCoMo's questions reach it


class Choice:
    """What one session of an agent may be told; see `EpisodicInjector` for the arguments."""

    def __init__(  # noqa: PLR0913 - all but three by name
        self,
        store: Store,
        session: str,
        project: str | None,
        *,
        now: datetime | Callable[[], datetime] | None,
        fast: bool,
        within: float | None,
    ) -> None:
        self._store = store
        self._session = session
        self._project = store.projects.resolved(project)
        self._now = now
        self._fast = fast
        self._within = within
        self._found = Hits()  # what was recalled last

    def clock(self) -> datetime:
        """Return the time now."""
        now = self._now() if callable(self._now) else self._now
        return bound_of(now, self._store.config.local_zone()) if now is not None else self._store.config.clock()

    def recalled(self, asked: str, block: Block, *, lost_at: datetime | None = None) -> tuple[list[Line], bool]:
        """Return what a message is answered by, best first, and whether that is sure.

        What was said in this session is part of it only if that was before `lost_at`.
        """
        found = self._found = self._look(asked)
        foreign = self._foreign(found)
        worth = list(self._worth(asked, found, foreign, lost_at=lost_at))
        since = self._since(hit.id for hit in worth)
        lines = [block.hit(hit, asked, since=since.get(hit.id, ())) for hit in _helped_first(worth)]
        about_then = any(hit.components[FROM_THEN] > ONLY_THEN for hit in from_then(worth))
        return lines, about_then or (found.strength == "strong" and self._is_sure(asked, worth))

    def ongoing(self, block: Block) -> list[Line]:
        """Return the threads that go on, with what is open in each; then loops of none."""
        loops = [loop for loop in self._store.loops() if self._ours(loop.project)]
        streams = [stream for stream in self._store.streams() if self._ours(stream.project)]
        open_in = {stream.id: [loop for loop in loops if loop.workstream == stream.id] for stream in streams}
        first = sorted(streams, key=lambda stream: (not open_in[stream.id], stream.state != "confirmed"))
        shown = [one for one in first if open_in[one.id] or one.state == "confirmed"][:_THREADS]
        alone = [loop for loop in loops if loop.workstream not in open_in]
        return [
            *(block.thread(one, open_in[one.id][:_LOOPS]) for one in shown),
            *(block.loop(loop) for loop in alone[: max(0, _THREADS - len(shown))]),
        ]

    def newest(self, block: Block) -> list[Line]:
        """Return the newest episode of an earlier session; none where a message asks for another time."""
        if from_then(self._found):
            return []
        found = self._store.episodes(last=_LOOKED_AT)
        if self._project is not None and not any(self._ours(one.project) for one in found):
            found = self._store.episodes(last=_LOOKED_AT, project=self._project)  # others went on for long meanwhile
        earlier = [one for one in found if self._ours(one.project) and one.session != self._session]
        return self._episodes(earlier[:1], block)

    def closest(self, asked: str, block: Block, *, only_sure: bool) -> list[Line]:
        """Return the earlier sessions closest to a message, the closest first.

        Where there is a deadline and what was recalled holds some, these are they: looking among episodes alone finds
        one more in eleven, and costs as much as recall does.
        """
        known = self._within is not None and any(hit.layer == "episode" for hit in self._found)
        found = self._found if known else self._look(asked, episodes=True)
        if found.strength == "none" or (only_sure and found.strength != "strong"):
            return []
        fit = self._worth(asked, found, self._foreign(found))
        worth = [hit.id for hit in sorted(fit, key=lambda hit: FROM_THEN not in hit.components)]
        told = self._store.episode_log.read(worth)
        return self._episodes([told[ident] for ident in worth if ident in told], block)

    def _look(self, asked: str, *, episodes: bool = False) -> Hits:
        return retrieve(
            asked,
            self._store,
            k=_LOOKED_AT,
            layers=("episode",) if episodes else None,
            project=self._project,
            unfiled=True,
            fast=self._fast,
            within=self._within,
            now=self.clock(),
        )

    def _worth(
        self,
        asked: str,
        found: Hits,
        foreign: Collection[int],
        *,
        lost_at: datetime | None = None,
    ) -> Iterator[Hit]:
        """Yield what is fit to be told: near the best, not from this session, no page's or tool's, nothing outdated."""
        old = {hit.id for hit in found if hit.outdated or hit.superseded or UPDATED in hit.components}
        answers = {(session, seq + 1) for hit in found if hit.id in old for session, seq in hit.evidence}
        for hit in near(asked, found, gap=self._store.config.told_gap):
            here = hit.session == self._session or {session for session, _ in hit.evidence} == {self._session}
            here = here and (lost_at is None or hit.said_at >= lost_at)
            replies = hit.speaker == "assistant" and not answers.isdisjoint(hit.evidence)
            if not (here or hit.id in foreign or replies or hit.id in old):
                yield hit

    def _is_sure(self, asked: str, worth: Sequence[Hit]) -> bool:
        """Tell whether what is told answers: an assistant's words about something else do not, nor many a summary.

        Summaries hold a bit of everything, and the cross-encoder finds some of it near any question.
        """
        read = [hit for hit in worth if READ in hit.components]
        if not read or any({GOES_ON, LAST} & hit.components.keys() for hit in worth):
            return True
        by_hand = {one.id for one in self._store.memories.items(hit.id for hit in read).values() if one.by_hand}
        wanted = roots(asked)
        return any(
            hit.components[READ] >= self._store.config.strong_logit
            and (hit.layer != "episode" or hit.id in by_hand or hit.components[READ] >= _SUMMED)
            and (hit.speaker != "assistant" or 2 * len(wanted & roots(hit.text)) >= len(wanted))
            for hit in read
        ) or any(hit.layer == "fact" for hit in worth)

    def _foreign(self, found: Hits) -> frozenset[int]:
        """Return which hits are a page's or a tool's words."""
        turns = self._store.turns.read(hit.id for hit in found if hit.layer == "turn")
        return frozenset(ident for ident, turn in turns.items() if turn.origin not in _TRUSTED)

    def _episodes(self, chosen: Sequence[Episode], block: Block) -> list[Line]:
        since = self._since(one.id for one in chosen)
        said = (hit for hit in self._found if hit.layer != "episode")
        updated = [hit.text for hit in said if hit.superseded or UPDATED in hit.components]
        return [block.episode(one, since=since.get(one.id, ()), without=updated) for one in chosen]

    def _since(self, idents: Iterable[int]) -> dict[int, list[tuple[str, str]]]:
        """Return for memories what their turns said that was replaced, each with what holds now."""
        items = self._store.memories.items(idents)
        replaced = self._store.supersessions.replaced({turn for one in items.values() for turn in one.evidence_items})
        return {
            ident: [pair for turn in one.evidence_items for pair in replaced.get(turn, ())]
            for ident, one in items.items()
            if one.layer != "fact"
        }

    def _ours(self, project: str | None) -> bool:
        return self._project is None or project is None or project == self._project


def _helped_first(hits: Sequence[Hit]) -> list[Hit]:
    """Put of two episodes that are about as good the one that worked before the one that did not."""
    ranked = list(hits)
    for place, (one, other) in enumerate(pairwise(hits)):
        ended = [hit.record.outcome if hit.record else "" for hit in (one, other)]
        read = [hit.components.get(READ, 0.0) for hit in (one, other)]
        if ended == ["negative", "positive"] and read[0] - read[1] < _AS_GOOD:
            ranked[place : place + 2] = [other, one]
    return ranked
