"""Asks a language model on behalf of a call site: budget before, retries around, the ledger behind, the parser after.

Knows no vendor, no prompt and no memory. A run is the life of one client.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import datetime
from time import perf_counter
from typing import Any, Final

from episodic.errors import BackendError, BusyError, LLMError, RefusedError, ReplyError
from episodic.llm import ledger as books
from episodic.llm import prices
from episodic.llm.backend import Backend, Reply, Request, SchemaBackend, accepted, estimate
from episodic.llm.guard import guarded
from episodic.llm.replies import Parsed, parse, parse_record, silence
from episodic.llm.retrying import Sleep, persist
from episodic.llm.settings import Settings
from episodic.llm.trouble import PASSING, of_silence, scrub

_MORE: Final = 4  # times the tokens, once, for a reply that thinking used up; OpenAI's own advice is to reserve 25,000

_AGAIN: Final = "\n\nYour last reply could not be used ({reason}). Reply with the JSON asked for, and nothing else."
_REST: Final = (
    "\n\nYour last reply was cut off. It already gave the {count} complete items below. Reply in the same form with"
    " the remaining items only, and an empty list if there are none.\n{items}"
)


@dataclass(slots=True)
class Client:
    """One way to a language model, with its caps. `clock` gives aware times in the user's zone.

    `environ` is the process's environment where the backend is somebody else's object: while it is asked, a variable
    in it keeps an agent behind it from feeding our hooks.
    """

    backend: Backend
    settings: Settings
    ledger: books.Ledger
    clock: Callable[[], datetime]
    environ: MutableMapping[str, str] | None = None
    sleep: Sleep = asyncio.sleep
    used: books.Spent = field(default_factory=books.Spent)  # by this run
    _asking: int = 0

    async def ask(self, request: Request, *, site: str) -> Reply:
        """Return a reply that says something; it may be cut (`stop == "length"`).

        Args:
            request: the question; without a model, the setting's is asked.
            site: who asks, for the ledger: extract, referee, workstream.

        Raises:
            BudgetError: a cap is reached, nobody was asked.
            BusyError: it cannot be asked now; what waits for it should go on waiting.
            BackendError: it cannot be asked like this.
            RefusedError: it declined.
            ReplyError: it said nothing, twice.
        """
        request = request._replace(model=request.model or self.settings.model or None)
        reply = await self._call(request, site)
        if silence(reply.text):
            tokens = request.reply_tokens or self.settings.reply_tokens
            reply = await self._call(request._replace(reply_tokens=tokens * _MORE), site)
        if error := silence(reply.text):
            raise error
        return reply

    async def ask_items(self, request: Request, *, site: str, wants: str, needs: Collection[str] = ()) -> Parsed:
        """Return the items of the list `wants`; asks once more for what was cut, or for a reply that can be used.

        What is still cut after that comes back `truncated`, with all complete items of both replies. `wants` and
        `needs` are those of `replies.parse`.

        Raises:
            LLMError: as `ask`; ReplyError also for a reply of which nothing can be used.
        """
        reply = await self.ask(request, site=site)
        try:
            first = _parsed(reply, wants, needs)
        except ReplyError as error:
            return _parsed(await self.ask(_again(request, error), site=site), wants, needs)
        if not first.truncated:
            return first
        try:
            second = _parsed(await self.ask(_remaining(request, first), site=site), wants, needs)
        except (ReplyError, RefusedError):
            return first
        return _joined(first, second)

    async def ask_record(self, request: Request, *, site: str, needs: Collection[str]) -> dict[str, Any]:
        """Return the one object that has the keys it needs; asks once more where the reply holds none.

        Raises:
            LLMError: as `ask`; ReplyError also for a reply of which nothing can be used.
        """
        reply = await self.ask(request, site=site)
        try:
            return parse_record(reply.text, needs=needs)
        except ReplyError as error:
            reply = await self.ask(_again(request, error), site=site)
            return parse_record(reply.text, needs=needs)

    async def _call(self, request: Request, site: str) -> Reply:
        """Ask with retries, in the time that patience allows."""

        def attempt() -> Awaitable[Reply]:
            return self._counted(request, site)

        own = isinstance(self.backend, SchemaBackend) and self.backend.retries_itself
        try:
            async with asyncio.timeout(self.settings.patience):
                return await persist(attempt, retries=0 if own else self.settings.retries, sleep=self.sleep)
        except TimeoutError:
            raise of_silence(self.settings, self.settings.patience) from None

    async def _counted(self, request: Request, site: str) -> Reply:
        """Ask once, if the caps allow it, and write down what it cost."""
        self._check_caps()
        self._asking += 1
        began = perf_counter()
        reply: Reply | None = None
        outcome: books.Outcome = "failed"
        try:
            reply = await self._answer(request)
            outcome = _OUTCOMES[reply.stop]
        except BusyError:
            outcome = "busy"
            raise
        except RefusedError:
            outcome = "refused"
            raise
        finally:
            self._asking -= 1
            self._record(request, reply, site, outcome, perf_counter() - began)
        return accepted(reply)

    async def _answer(self, request: Request) -> Reply:
        if isinstance(self.backend, SchemaBackend):
            return await self.backend.answer(request)
        with guarded(self.environ):
            return Reply(await self._foreign(self.backend, request))

    async def _foreign(self, backend: Backend, request: Request) -> str:
        """Ask somebody else's object; whatever it raises becomes an error of ours."""
        name = type(backend).__name__
        try:
            text: Any = await backend.ask(request.system, request.user, model=request.model)
        except LLMError:
            raise
        except Exception as error:
            raise _translated(error, name, self.settings) from error
        if not isinstance(text, str):
            raise BackendError(f"{name}.ask returned no text: return the model's reply as str", reason="no text")
        return text

    def _check_caps(self) -> None:
        books.check(self.used, self.settings.run, span="run", asking=self._asking)
        if any(self.settings.day):
            today = books.spent(self.ledger.totals(since=self.clock().date()))
            books.check(today, self.settings.day, span="day", asking=self._asking)

    def _record(self, request: Request, reply: Reply | None, site: str, outcome: books.Outcome, seconds: float) -> None:
        named = (reply.model if reply else "") or request.model
        entry = books.Entry(self.clock(), site, named or type(self.backend).__name__, outcome, seconds=seconds)
        if reply is not None:
            usage = reply.usage or estimate(request, reply.text)
            entry = entry._replace(
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                usd=prices.cost(entry.model, usage),
                estimated=usage.estimated,
            )
        self.used = self.used.plus(entry)
        self.ledger.record(entry)


_OUTCOMES: Final[Mapping[str, books.Outcome]] = {"end": "ok", "length": "cut", "refusal": "refused"}


def _translated(error: Exception, name: str, settings: Settings) -> BackendError:
    """Turn an exception of somebody else's into ours: network, timeouts and HTTP statuses that pass are busy."""
    said = scrub(f"{type(error).__name__}: {error}", settings.key)
    status = getattr(error, "status_code", None)
    if isinstance(error, ConnectionError | TimeoutError) or (isinstance(status, int) and status in PASSING):
        return BusyError(f"{name}.ask failed ({said}): try again later", reason=type(error).__name__)
    return BackendError(f"{name}.ask failed ({said}): correct it, or set another backend", reason=type(error).__name__)


def _again(request: Request, error: ReplyError) -> Request:
    return request._replace(user=request.user + _AGAIN.format(reason=error.reason))


def _remaining(request: Request, first: Parsed) -> Request:
    items = json.dumps(first.items, ensure_ascii=False)
    return request._replace(user=request.user + _REST.format(count=len(first.items), items=items))


def _parsed(reply: Reply, wants: str, needs: Collection[str]) -> Parsed:
    parsed = parse(reply.text, wants=wants, needs=needs)
    return parsed._replace(truncated=parsed.truncated or reply.stop == "length")


def _joined(first: Parsed, second: Parsed) -> Parsed:
    items = [*first.items, *(item for item in second.items if item not in first.items)]
    rest = dict(first.rest)
    for key, value in second.rest.items():
        mine = rest.get(key)
        both = isinstance(mine, list) and isinstance(value, list)
        rest[key] = mine + [new for new in value if new not in mine] if both and mine else value
    problems = (*first.problems, *second.problems)
    return Parsed(tuple(items), second.truncated, problems, rest, first.lost + second.lost)
