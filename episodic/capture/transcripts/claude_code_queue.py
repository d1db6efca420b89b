"""Tell what became of prompts that were queued while the agent worked, and which records carry one saying twice.

Knows no record, only steps in file order: nothing but the order and the words connects a prompt with its delivery.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Move = Literal["queued", "left", "absorbed", "taken back", "spoken", "reply", "other"]

_PLACEHOLDER = re.compile(r"\[(?:Pasted text|\.\.\.Truncated text) #\d+[^\]]*\]")
_IMAGE = re.compile(r"\[Image #\d+\]")


class Step(NamedTuple):
    """One record: what it did to the queue or who spoke, in which words, and the ids it is known by.

    `text` are the words of a person, none where a program queued something; `raw` is what the record itself holds, by
    which steps that leave the queue name a prompt. `carrier` is the kind of record the words came in.
    """

    move: Move
    text: str = ""
    carrier: str | None = None
    idents: tuple[str, ...] = ()
    raw: str = ""


@dataclass(slots=True)
class Fates:
    """What became of queued prompts, by the places of their steps.

    `delivered` maps a record to the prompts it delivers, in order; `same` maps a record to the one before it that
    holds the same saying; `taken_back` are those the person pulled back before they were sent.
    """

    delivered: dict[int, list[int]] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)
    taken_back: set[int] = field(default_factory=set)


def fates(steps: Sequence[Step]) -> Fates:
    """Follow the steps of one session in file order.

    A prompt leaves the queue at its head unless the step names another. One that was absorbed may get an attachment
    of its own at any time, and a record in the user's place only before the next reply: later the same words are said
    anew.
    """
    queue = _Queue()
    for place, step in enumerate(steps):
        queue.take(place, step)
    return queue.fates


@dataclass(slots=True)
class _Waiting:
    place: int
    step: Step
    text: str
    left: Move | None = None
    is_settled: bool = False


@dataclass(slots=True)
class _Queue:
    fates: Fates = field(default_factory=Fates)
    waiting: list[_Waiting] = field(default_factory=list)
    lately: dict[str, tuple[int, str | None]] = field(default_factory=dict)  # said since the last reply

    def take(self, place: int, step: Step) -> None:
        if step.move == "queued":
            self._queued(place, step)
        elif step.move in ("left", "absorbed"):
            self._left(step)
        elif step.move == "taken back":
            self._taken_back(step)
        elif step.move == "spoken":
            self._spoken(place, step)
        elif step.move == "reply":
            self.lately.clear()
            for one in self.waiting:
                one.is_settled = one.is_settled or one.left == "absorbed"

    def _queued(self, place: int, step: Step) -> None:
        text = folded(step.text)
        if text and text in self.lately:
            self.fates.same[place] = self.lately[text][0]
            return
        self.waiting.append(_Waiting(place, step, text))

    def _left(self, step: Step) -> None:
        one = self._named(step) or next((one for one in self.waiting if one.left is None), None)
        if one is None:
            return
        one.left = step.move
        one.step = one.step._replace(idents=(*one.step.idents, *step.idents))
        if not one.text:
            self.waiting.remove(one)

    def _taken_back(self, step: Step) -> None:
        """Take back the one that is named, or all that wait."""
        one = self._named(step)
        for gone in [one] if one else [one for one in self.waiting if one.left is None]:
            self.fates.taken_back.add(gone.place)
            self.waiting.remove(gone)

    def _named(self, step: Step) -> _Waiting | None:
        inside = [one for one in self.waiting if one.left is None]
        by_id = (one for one in inside if set(one.step.idents) & set(step.idents))
        by_words = (one for one in inside if step.raw.strip() and folded(one.step.raw) == folded(step.raw))
        return next(by_id, None) or next(by_words, None)

    def _spoken(self, place: int, step: Step) -> None:
        text = folded(step.text)
        found = self._delivered(step, text)
        for one in found:
            self.waiting.remove(one)
        if found:
            self.fates.delivered[place] = [one.place for one in found]
        elif text in self.lately and self.lately[text][1] != step.carrier:
            self.fates.same[place] = self.lately[text][0]
            return
        self.lately[text] = (place, step.carrier)

    def _delivered(self, step: Step, text: str) -> list[_Waiting]:
        open_to = [one for one in self.waiting if one.text and (step.carrier == "attachment" or not one.is_settled)]
        open_to.sort(key=lambda one: one.left is None)  # what left the queue comes before what waits in it
        by_id = (one for one in open_to if set(one.step.idents) & set(step.idents))
        by_words = (one for one in open_to if _matches(one.text, text))
        one = next(by_id, None) or next(by_words, None)
        return [one] if one else _joined(open_to, text)


def folded(text: str) -> str:
    """Return a text as it is compared: without images and the breaks between its lines."""
    return " ".join(_IMAGE.sub(" ", text).split())


def _matches(queued: str, said: str) -> bool:
    """Compare; what was pasted is still a placeholder in the queue."""
    if queued == said or not _PLACEHOLDER.search(queued):
        return queued == said
    parts = _PLACEHOLDER.split(queued)
    at = 0
    for part in parts:
        found = said.find(part.strip(), at)
        if found < 0 or (part is parts[0] and found != 0):
            return False
        at = found + len(part.strip())
    return not parts[-1].strip() or said.endswith(parts[-1].strip())


def _joined(waiting: Sequence[_Waiting], text: str) -> list[_Waiting]:
    """Return the prompts whose words, one after the other, are the text: several that waited are sent as one."""
    found: list[_Waiting] = []
    rest = text
    for one in sorted(waiting, key=lambda one: one.place):
        if rest == one.text or rest.startswith(one.text + " "):
            found.append(one)
            rest = rest[len(one.text) :].lstrip()
    return found if len(found) > 1 and not rest else []
