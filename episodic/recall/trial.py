"""Plays a probe set: sessions go into a memory on their days, questions are asked on theirs, with it and without.

Sessions and questions come in the order of time, all users in one home, so that nobody is answered from the future and
everybody else's memory is there to be mixed up with. Knows no table and no terminal.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.llm.backend import Request
from episodic.memory.store import Store
from episodic.recall.inject import EpisodicInjector
from episodic.recall.marks import UNKNOWN, Answer, Mark, Shown, mark, mark_answer, own_sentences, shown
from episodic.recall.probes import Probe, ProbeSet, Sitting

if TYPE_CHECKING:
    from episodic.llm.client import Client

SITE: Final = "probe"
_ASK: Final = f"""You are the personal assistant of one user and answer their message in one or two sentences.
Above the message you may find what you remember of earlier sessions with them. Use only that and the message.
Where you tell of something that happened, give its date as YYYY-MM-DD.
If they do not tell you the answer, reply with the one word {UNKNOWN}. Never guess."""


class Trial(NamedTuple):
    """One probe with its block and what became of it; the answers are a language model's, None where there is none."""

    probe: Probe
    block: Shown
    mark: Mark
    answer: Answer | None = None
    bare: Answer | None = None
    reply: str = ""
    bare_reply: str = ""


async def play(
    probes: ProbeSet, config: Config, home: Path, *, on_progress: Callable[[int], None] = lambda _: None
) -> list[Trial]:
    """Take every session in and ask every question; returns the trials in the order of the file.

    Args:
        probes: what is said and asked.
        config: the settings; its clock is not looked at.
        home: a folder with no memory in it yet.
        on_progress: told of each session and question that is done.

    Raises:
        LLMError: the language model that is set cannot be asked.
    """
    clock = _Clock()
    config = replace(config, home=home, now=clock)
    model = llm.connect(config)  # one for all questions, so that the caps of a run hold for them together
    theirs = {user: _foreign(probes, user) for user in probes.users}
    trials: dict[int, Trial] = {}
    with ExitStack() as opened:
        stores: dict[str, Store] = {}
        for number, event in _in_time(probes):
            clock.stands_at = event.ended_at if isinstance(event, Sitting) else event.asked_at
            if event.user not in stores:
                stores[event.user] = opened.enter_context(closing(get_store(config=config, user=event.user)))
            store = stores[event.user]
            if isinstance(event, Sitting):
                await _take_in(store, event)
            else:
                trials[number] = await _ask(store, event, number, foreign=theirs[event.user], model=model)
            on_progress(1)
    return [trials[number] for number in sorted(trials)]


class _Clock:
    """The clock of the memories: it stands at what is played."""

    stands_at: datetime

    def __call__(self) -> datetime:
        return self.stands_at


def _in_time(probes: ProbeSet) -> Iterator[tuple[int, Sitting | Probe]]:
    """Yield what is said and asked in the order of time, each with its number in the file; what is said goes first."""
    events: list[tuple[datetime, bool, int, Sitting | Probe]] = [
        *((one.ended_at, False, number, one) for number, one in enumerate(probes.sittings)),
        *((one.asked_at, True, number, one) for number, one in enumerate(probes.probes)),
    ]
    return ((number, event) for _, _, number, event in sorted(events, key=lambda event: event[:3]))


def _foreign(probes: ProbeSet, user: str) -> list[str]:
    """Return the sentences that only others' sessions have."""
    own = probes.said_by(user)
    others = (probes.said_by(other) for other in probes.users if other != user)
    return [sentence for text in others for sentence in own_sentences(text, without=own)]


async def _take_in(store: Store, sitting: Sitting) -> None:
    buffer = SessionBuffer(sitting.session, store=store)
    buffer.extend(sitting.turns)
    await consolidate_buffer(buffer, final=True)


async def _ask(store: Store, probe: Probe, number: int, *, foreign: Sequence[str], model: "Client | None") -> Trial:
    """Ask in a session of its own, so that nothing was told before."""
    injector = EpisodicInjector(store, session=f"probe {number}", now=probe.asked_at)
    block = shown(injector.get_context(probe.question), store.config)
    trial = Trial(probe, block, mark(probe, block, foreign=foreign))
    if model is None:
        return trial
    reply = await _reply(model, probe, block.text)
    bare = reply if not block.text else await _reply(model, probe, "")
    return trial._replace(answer=mark_answer(probe, reply), bare=mark_answer(probe, bare), reply=reply, bare_reply=bare)


async def _reply(model: "Client", probe: Probe, block: str) -> str:
    today = f"Today is {probe.asked_at:%Y-%m-%d}."
    message = "\n\n".join(filter(None, (today, block, probe.question)))
    return (await model.ask(Request(system=_ASK, user=message), site=SITE)).text


class Share(NamedTuple):
    """So many of so many."""

    met: int
    of: int

    @property
    def share(self) -> float | None:
        """Return it as a number from 0 to 1; None of none."""
        return self.met / self.of if self.of else None


def figures(trials: Sequence[Trial], *, bare: bool = False) -> dict[str, Share]:
    """Return what the blocks are worth, and what harm they may do; `bare`: what no blocks would be."""
    if bare:
        trials = [Trial(one.probe, Shown(""), Mark()) for one in trials]
    answerable = [one for one in trials if one.probe.answerable]
    episodes = [one for one in trials if one.probe.kind == "episode"]
    never = [one for one in trials if not one.probe.answerable]
    held = [one for one in answerable if one.mark.held]
    return {
        "held": Share(len(held), len(answerable)),
        "held_in_doubt": Share(sum(not one.block.sure for one in held), len(held)),
        "episodes_placed": Share(sum(one.mark.placed for one in episodes), len(episodes)),
        "from_another_user": Share(sum(bool(one.mark.foreign) for one in trials), len(trials)),
        "stale_as_current": _of([bool(one.mark.stale) for one in trials if one.probe.kind == "stale"]),
        "stale_alone": _of([bool(one.mark.stale) and not one.mark.held for one in trials if one.probe.kind == "stale"]),
        "confident_of_nothing": _of([one.mark.confident for one in never]),
    }


def answer_figures(trials: Sequence[Trial], *, bare: bool = False) -> dict[str, Share]:
    """Return what a language model's answers are worth, with the blocks or without."""
    marked = [(one.probe, answer) for one in trials if (answer := one.bare if bare else one.answer) is not None]
    never = [answer for probe, answer in marked if not probe.answerable]
    return {
        "right": _of([answer.right for probe, answer in marked if probe.answerable]),
        "episodes_placed": _of([answer.placed for probe, answer in marked if probe.kind == "episode"]),
        "wrong_user": _of([answer.foreign for answer in never]),
        "stale_as_current": _of([answer.stale for probe, answer in marked if probe.kind == "stale"]),
        "invented": _of([answer.invented for answer in never]),
    }


def _of(found: Sequence[bool]) -> Share:
    return Share(sum(found), len(found))
