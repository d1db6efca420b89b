"""Goes through windows: one that cannot be consolidated is halved until what fails stands alone, and that is parked.

Knows nothing of what consolidating is; it is given what tries a window. What comes after a parked turn goes on.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Final

from episodic.consolidate.faults import a_bug, is_bug, named
from episodic.consolidate.report import Report
from episodic.errors import BackendError, BudgetError, BusyError, LLMError
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.memory.store import Store
from episodic.records import Turn

Try = Callable[[Sequence[Turn], Sequence[Turn]], Awaitable[Report]]  # context and window; raises where it fails

_PARKED: Final = "turn {seq} of {name} was set aside ({reason}): `episodic consolidate --retry` tries it again"
_BUG: Final = "turn {seq} of {name} was set aside: {bug}; a newer version tries the turn again by itself"
_READY: Final = Request("Answer with one word.", "Are you ready?")


async def through(  # noqa: PLR0913 - all but three by name
    store: Store,
    context: Sequence[Turn],
    window: Sequence[Turn],
    *,
    attempt: Try,
    ask: Client | None,
    again: bool = False,
) -> Report:
    """Consolidate a window, or what of it can be; the rest is left pending at first, then parked with its reason.

    Args:
        store: the memory.
        context: the turns before, which are seen and not consolidated.
        window: the turns.
        attempt: what consolidates them.
        ask: the model, to see whether it answers at all.
        again: it was parked before, and goes back at once if it fails.

    Raises:
        EpisodicError: the home or its database cannot be used; nothing of the window is lost.
    """
    done = await _tried(context, window, attempt)
    if isinstance(done, LLMError):
        name = window[0].session
        if not again and store.turns.failed(name) < store.config.attempts:
            return _pending(done)
        if isinstance(done, BackendError) and not await _answers(ask):
            store.turns.park(name, done.reason)
            return _pending(done)
    return done if isinstance(done, Report) else await _halved(store, context, window, done, attempt=attempt)


async def _halved(
    store: Store, context: Sequence[Turn], window: Sequence[Turn], error: Exception, *, attempt: Try
) -> Report:
    """Try both halves of a window that failed, in order; park a turn that fails alone."""
    if len(window) == 1:
        return _parked(store, window[0], error)
    report = Report()
    for before, half in _halves(context, window, overlap=store.config.window_overlap):
        done = await _tried(before, half, attempt)
        report += done if isinstance(done, Report) else await _halved(store, before, half, done, attempt=attempt)
        if report.failed:
            break
    return report


async def _tried(context: Sequence[Turn], window: Sequence[Turn], attempt: Try) -> Report | Exception:
    """Return what became of a window, or the error that the turns of it may be to blame for."""
    try:
        return await attempt(context, window)
    except (BusyError, BudgetError) as error:
        return _pending(error)
    except LLMError as error:
        return error
    except Exception as error:
        if not is_bug(error):
            raise
        return error


def _halves(
    context: Sequence[Turn], window: Sequence[Turn], *, overlap: int
) -> Iterator[tuple[Sequence[Turn], Sequence[Turn]]]:
    middle = len(window) // 2
    first, second = window[:middle], window[middle:]
    yield context, first
    yield ([*context, *first][-overlap:] if overlap else []), second


def _parked(store: Store, turn: Turn, error: Exception) -> Report:
    """Set a turn aside, and go on after it."""
    bug = not isinstance(error, LLMError)
    reason = error.reason if isinstance(error, LLMError) else named(error)
    with store.transaction():
        if turn.item is not None:
            store.turns.parking.park([turn.item], reason, bug=bug, at=store.config.clock())
        store.turns.consolidated(turn.session, turn.seq)
    line = _BUG if bug else _PARKED
    told = line.format(seq=turn.seq, name=turn.session, bug=a_bug(error), reason=reason)
    return Report(parked=1, bugs=int(bug), trouble=(told,))


def _pending(error: LLMError) -> Report:
    return Report(failed=1, trouble=(f"left pending: {error}",))


async def _answers(ask: Client | None) -> bool:
    """Whether the model answers anything: if not, it is out of order, and no turn is to blame."""
    try:
        return ask is not None and bool((await ask.ask(_READY, site="extract")).text)
    except LLMError:
        return False
