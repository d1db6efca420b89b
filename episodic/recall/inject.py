"""What an agent is shown before it answers: a block of dated lines for the user's message. Knows no SQL and no model.

Lines are told once in a session and again only when they changed, after a while, or when their subject comes back. A
block is a message's own: none rewrites an earlier one, so that what a model has cached stays valid.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Final

from episodic.capture.buffer import checked
from episodic.fence import EARLIER, ONGOING, RECALLED, without_ours
from episodic.language.sentences import prose
from episodic.language.standing import standing
from episodic.language.telling_terms import telling_terms
from episodic.memory.injections import Course, Told
from episodic.memory.store import Store
from episodic.recall.block import Block, Line
from episodic.recall.choosing import Choice
from episodic.recall.course import gone_on

_TRIES: Final = 3  # to tell a session what no other process tells it at the same time; hooks of one session rarely meet
_WEAK: Final = 3  # lines of what may be about something else
_ASKED: Final = 600  # characters of a message that are asked; more is a pasted text


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
        InputError: the session is blank, or no valid Unicode.
    """

    def __init__(  # noqa: PLR0913 - all but two by name
        self,
        store: Store,
        session: str,
        project: str | None = None,
        now: datetime | Callable[[], datetime] | None = None,
        *,
        fast: bool = False,
        within: float | None = None,
    ) -> None:
        self.store = store
        self.session = checked(session)
        self._fast = fast
        self._choice = Choice(store, session, project, now=now, fast=fast, within=within)

    def start(self, *, compacted: bool = False) -> str:
        """Return what a session begins with: ongoing work and the newest earlier session.

        Args:
            compacted: the agent has lost what it was told and what was said; all of it may be told again.
        """
        return self._told(lambda course: self._begun(course, compacted=compacted), lost=compacted)

    def get_context(self, message: str) -> str:
        """Return the block for a message of the user; "" when nothing is worth saying.

        At most 5 lines of recalled context and 2,000 characters in all; the same store and the same calls give the
        same bytes.
        """
        asked = _asked(message)
        return self._told(lambda before: self._answered(asked, before))

    def _begun(self, course: Course, *, compacted: bool) -> tuple[Block, Course]:
        if compacted:
            course = course._replace(ongoing=False, lost_at=self._choice.clock())
        told = {} if compacted else self.store.injections.told(self.session)
        block = Block(self.store.config)
        if not course.ongoing:
            block.add(ONGOING, self._choice.ongoing(block))
        block.add(EARLIER, self._fresh(self._choice.newest(block), course, told))
        return block, course._replace(ongoing=True)

    def _answered(self, asked: str, before: Course) -> tuple[Block, Course]:
        if not asked:
            return Block(self.store.config), before._replace(asked=before.asked + 1)
        embedder = None if self._fast else self.store.embeddings.embedder()
        drift = self.store.config.course_drift
        key = b"" if self.store.household.paused() else self.store.tombstones.key()  # paused, nothing is kept of it
        course = gone_on(before, asked, embedder=embedder, drift=drift, key=key)
        block, told = Block(self.store.config), self.store.injections.told(self.session)
        lines, sure = self._choice.recalled(asked, block, lost_at=course.lost_at)
        lines = lines if sure else [line.in_doubt() for line in lines]
        best = {line.item for line in lines[:1]}  # an episode that answers is told as what answers
        earlier = [line for line in self._earlier(asked, block, before, course, told) if line.item not in best]
        known = {line.item for line in earlier}
        new = (line for line in self._fresh(lines, course, told) if line.item not in known)
        block.add(RECALLED, islice(new, self.store.config.block_facts if sure else _WEAK), doubtful=not sure)
        if not before.ongoing:
            block.add(ONGOING, self._choice.ongoing(block))
        block.add(EARLIER, earlier)
        return block, course._replace(ongoing=True)

    def _earlier(
        self, asked: str, block: Block, before: Course, course: Course, told: Mapping[int, Told]
    ) -> list[Line]:
        """Return the earlier sessions to know of when a session begins, and when its subject changes.

        Where the newest was told at the start, the first message that has a subject brings the closest one.
        """
        goes_on = before.ongoing and bool(before.words)
        if goes_on and course.subject == before.subject:
            return []
        newest = [] if before.ongoing else self._choice.newest(block)
        known = {line.item for line in newest}
        closest = [line for line in self._choice.closest(asked, block, only_sure=goes_on) if line.item not in known]
        return self._fresh([*newest, *closest[:1]], course, told)

    def _fresh(self, lines: Iterable[Line], course: Course, told: Mapping[int, Told]) -> list[Line]:
        """Leave out what this session was told, unless that changed, is long ago, or its subject came back.

        What was told in doubt is told again once it is sure.
        """
        after = self.store.config.told_again
        return [
            line
            for line in lines
            if (known := told.get(line.item)) is None
            or known.digest not in {_digest(line), _digest(line.for_sure())}
            or course.asked - known.asked >= after
            or course.subject - known.subject > 1
        ]

    def _told(self, say: Callable[[Course], tuple[Block, Course]], *, lost: bool = False) -> str:
        """Note what is told, and return it; while memory is paused it is told without a note.

        What another process told this session meanwhile is not told again: then it is chosen anew.
        """
        if self.store.config.off:
            return ""
        text = ""
        for tries in range(_TRIES, 0, -1):
            before = self.store.injections.course(self.session)
            block, course = say(before)
            text = block.text()
            if self.store.household.paused():
                break
            told = {line.item: Told(course.asked, course.subject, _digest(line)) for line in block.told if line.item}
            with self.store.transaction():
                if tries == 1 or self.store.injections.course(self.session) == before:
                    if lost:
                        self.store.injections.lose(self.session)
                    self.store.injections.keep(self.session, course, told)
                    break
        return text


def _asked(message: str) -> str:
    """Return what of a message is asked about: its prose, cut; "" where it says nothing of its own."""
    text = without_ours(message.encode("utf-8", "replace").decode())
    said = "\n".join(prose(text)) or text
    if len(said) > _ASKED:
        half = _ASKED // 2
        said = f"{said[:half]} {said[-half:]}"
    said = " ".join(said.split())
    return said if standing(said) or any(telling_terms(said)) else ""


def _digest(line: Line) -> bytes:
    return hashlib.sha256(line.says.encode()).digest()[:8]
