"""What an agent is shown before it answers: a block of dated lines for the user's message. Knows no SQL and no model.

Lines are told once in a session and again only when they changed, after a while, or when their subject comes back. A
block is a message's own: none rewrites an earlier one, so that what a model has cached stays valid.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from episodic.consolidate.episodes import telling_terms
from episodic.errors import InputError
from episodic.fence import EARLIER, ONGOING, RECALLED, without_ours
from episodic.language.dates import bound_of
from episodic.language.sentences import prose
from episodic.language.standing import standing
from episodic.memory.episode_log import Episode
from episodic.memory.injections import Course, Told
from episodic.memory.store import Store
from episodic.recall.block import Block, Line
from episodic.recall.course import gone_on
from episodic.recall.hits import Hit, Hits
from episodic.recall.retrieve import retrieve
from episodic.recall.unfinished import GOES_ON

_LOOKED_AT: Final = 20  # hits for five lines; some are told already, or said in this very session
_WEAK: Final = 2  # lines of what may be about something else
_ASKED: Final = 600  # characters of a message that are asked; more is a pasted text
_THREADS: Final = 3  # of ongoing work
_LOOPS: Final = 3  # of a thread
_TRUSTED: Final = frozenset({"user", "assistant", "manual"})  # whose words an agent is shown; no page's, no tool's

_READ: Final = "cross-encoder"
_BEHIND: Final = 0.35  # of a score of 1 behind the best, for what the cross-encoder has not read
_HALF: Final = 0.5  # of the best score, where it has read nothing

Clock = datetime | Callable[[], datetime] | None


class EpisodicInjector:
    """What one session of an agent is told from a memory.

    The text belongs into the user's message, never into the system prompt, so that prompt caches live. What was told is
    kept in the store: it survives a restart and holds across processes.

    Args:
        store: whose memory.
        session: the agent's session; any text that is not blank. What was said in it is not told back to it.
        project: what the session is about; told is what belongs to it or to none. None: everything.
        now: the time, or what tells it; None: the store's clock.
        fast: by words alone, without opening a model.
        within: milliseconds after which the cross-encoder is no longer waited for.

    Raises:
        InputError: the session is blank.
    """

    def __init__(  # noqa: PLR0913 - all but two by name
        self,
        store: Store,
        session: str,
        project: str | None = None,
        now: Clock = None,
        *,
        fast: bool = False,
        within: float | None = None,
    ) -> None:
        if not session.strip():
            raise InputError("the session id is blank: name the session")
        self.store = store
        self.session = session
        self.project = project
        self._now = now
        self._fast = fast
        self._within = within

    def start(self, *, compacted: bool = False) -> str:
        """Return what a session begins with: ongoing work and the newest earlier session.

        Args:
            compacted: the agent has lost what it was told; all of it may be told again.
        """
        course = self.store.injections.course(self.session)
        if compacted:
            course = course._replace(ongoing=False)
        told = {} if compacted else self.store.injections.told(self.session)
        block = self._block()
        if not course.ongoing:
            block.add(ONGOING, self._ongoing(block))
        block.add(EARLIER, self._fresh(self._newest(block), course, told))
        return self._kept(block, course._replace(ongoing=True), lost=compacted)

    def get_context(self, message: str) -> str:
        """Return the block for a message of the user; "" when nothing is worth saying.

        At most 5 lines of recalled context and 2,000 characters in all; the same store and the same calls give the
        same bytes.
        """
        asked = _asked(message)
        before, told = self.store.injections.course(self.session), self.store.injections.told(self.session)
        if not asked:
            self._kept(self._block(), before._replace(asked=before.asked + 1))
            return ""
        embedder = None if self._fast else self.store.embeddings.embedder()
        course = gone_on(before, asked, embedder=embedder, drift=self.store.config.course_drift)
        block, found = self._block(), self._look(asked)
        weak = found.strength == "weak"
        worth = list(self._worth(found))
        since = self._since(hit.id for hit in worth)
        lines = self._fresh((block.hit(hit, asked, since=since.get(hit.id, ())) for hit in worth), course, told)
        block.add(RECALLED, lines[: _WEAK if weak else self.store.config.block_facts], doubtful=weak)
        if not before.ongoing:
            block.add(ONGOING, self._ongoing(block))
        if not before.ongoing or course.subject != before.subject:
            newest = [] if before.ongoing else self._newest(block)
            block.add(
                EARLIER, self._fresh([*newest, *self._closest(asked, block, first=not before.ongoing)], course, told)
            )
        return self._kept(block, course._replace(ongoing=True))

    def _block(self) -> Block:
        return Block(self.store.config)

    def _clock(self) -> datetime:
        now = self._now() if callable(self._now) else self._now
        return bound_of(now, self.store.config.local_zone()) if now is not None else self.store.config.clock()

    def _look(self, asked: str, *, episodes: bool = False) -> Hits:
        return retrieve(
            asked,
            self.store,
            k=_LOOKED_AT,
            layers=("episode",) if episodes else None,
            project=self.project,
            unfiled=True,
            fast=self._fast,
            within=self._within,
            now=self._clock(),
        )

    def _worth(self, found: Hits) -> Iterable[Hit]:
        """Yield what is fit to be told: near the best, not from this session, no page's or tool's, nothing outdated."""
        turns = self.store.turns.read(hit.id for hit in found if hit.layer == "turn")
        stale = {(session, seq + 1) for hit in found if hit.outdated for session, seq in hit.evidence}
        for hit in near(found, gap=self.store.config.told_gap):
            here = hit.session == self.session or {session for session, _ in hit.evidence} == {self.session}
            foreign = hit.id in turns and turns[hit.id].origin not in _TRUSTED
            replies = hit.speaker == "assistant" and not stale.isdisjoint(hit.evidence)
            if not (here or foreign or replies or hit.outdated or hit.superseded):
                yield hit

    def _fresh(self, lines: Iterable[Line], course: Course, told: Mapping[int, Told]) -> list[Line]:
        """Leave out what this session was told, unless that changed, is long ago, or its subject came back."""
        after = self.store.config.told_again
        return [
            line
            for line in lines
            if (known := told.get(line.item)) is None
            or known.digest != _digest(line)
            or course.asked - known.asked >= after
            or course.subject - known.subject > 1
        ]

    def _ongoing(self, block: Block) -> list[Line]:
        """Return the threads that go on, with what is open in each; then loops of none."""
        loops = [loop for loop in self.store.loops() if self._ours(loop.project)]
        streams = [stream for stream in self.store.streams() if self._ours(stream.project)]
        open_in = {stream.id: [loop for loop in loops if loop.workstream == stream.id] for stream in streams}
        first = sorted(streams, key=lambda stream: (not open_in[stream.id], stream.state != "confirmed"))
        shown = [one for one in first if open_in[one.id] or one.state == "confirmed"][:_THREADS]
        alone = [loop for loop in loops if loop.workstream not in open_in]
        return [
            *(block.thread(one, open_in[one.id][:_LOOPS]) for one in shown),
            *(block.loop(loop) for loop in alone[: max(0, _THREADS - len(shown))]),
        ]

    def _ours(self, project: str | None) -> bool:
        return self.project is None or project is None or project == self.project

    def _newest(self, block: Block) -> list[Line]:
        """Return the newest episode of an earlier session."""
        found = self.store.episodes(last=_LOOKED_AT)
        ours = [one for one in found if self._ours(one.project) and one.session != self.session][:1]
        return self._episodes(ours, block)

    def _closest(self, asked: str, block: Block, *, first: bool) -> list[Line]:
        """Return the earlier session closest to a message; after the first one, only where it is close."""
        found = self._look(asked, episodes=True)
        if found.strength != "strong" and (found.strength == "none" or not first):
            return []
        told: dict[int, Episode] = self.store.episode_log.read(hit.id for hit in self._worth(found))
        return self._episodes(
            [told[hit.id] for hit in found if hit.id in told and hit.id not in block.items][:1], block
        )

    def _episodes(self, chosen: Sequence[Episode], block: Block) -> list[Line]:
        since = self._since(one.id for one in chosen)
        return [block.episode(one, since=since.get(one.id, ())) for one in chosen]

    def _since(self, idents: Iterable[int]) -> dict[int, list[tuple[str, str]]]:
        """Return for memories what their turns said that was replaced, each with what holds now."""
        items = self.store.memories.items(idents)
        replaced = self.store.supersessions.replaced({turn for one in items.values() for turn in one.evidence_items})
        return {
            ident: [pair for turn in one.evidence_items for pair in replaced.get(turn, ())]
            for ident, one in items.items()
            if one.layer != "fact"
        }

    def _kept(self, block: Block, course: Course, *, lost: bool = False) -> str:
        """Note what is told, and return it."""
        told = {line.item: Told(course.asked, course.subject, _digest(line)) for line in block.told if line.item}
        with self.store.transaction():
            if lost:
                self.store.injections.lose(self.session)
            self.store.injections.keep(self.session, course, told)
        return block.text()


def near(found: Hits, *, gap: float) -> list[Hit]:
    """Return the hits that are about as good as the best: by the cross-encoder where it read them, else by score."""
    if going_on := [hit for hit in found if GOES_ON in hit.components]:
        return going_on
    read = [hit.components[_READ] for hit in found if _READ in hit.components]
    top = max((hit.score for hit in found), default=0.0)
    least = top - _BEHIND if read else top * _HALF
    return [
        hit
        for hit in found
        if (hit.components[_READ] >= max(read) - gap if _READ in hit.components else hit.score >= least)
    ]


def _asked(message: str) -> str:
    """Return what of a message is asked about: its prose, cut; "" where it says nothing of its own."""
    text = without_ours(message)
    said = "\n".join(prose(text)) or text
    if len(said) > _ASKED:
        half = _ASKED // 2
        said = f"{said[:half]} {said[-half:]}"
    said = " ".join(said.split())
    return said if standing(said) or any(telling_terms(said)) else ""


def _digest(line: Line) -> bytes:
    return hashlib.sha256(line.says.encode()).digest()[:8]
