"""Any server that speaks OpenAI's chat API: Ollama, llama.cpp, LM Studio, vLLM, OpenAI itself. Knows that API alone.

Servers differ in how they can be held to a schema, so a ladder is walked down and the rung that held is remembered.
Only the configured address is called; the standard library does it, in a thread.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from episodic.errors import BackendError
from episodic.llm import trouble
from episodic.llm.backend import Reply, Request, SchemaBackend, Stop, Usage, described
from episodic.llm.retrying import Sleep, persist
from episodic.llm.settings import Settings

_RUNGS: Final = ("json_schema", "json_object", "plain")
_STEP_DOWN: Final = frozenset({400, 415, 422, 501})  # how servers say that they do not know a parameter
_TOO_LONG: Final = frozenset({"exceed_context_size_error", "context_length_exceeded"})  # llama.cpp; OpenAI
_LARGEST: Final = 8_000_000  # bytes of an answer
_STOPS: Final[Mapping[str, Stop]] = {"length": "length", "content_filter": "refusal"}


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a server and model want to be asked."""

    rung: int = 0
    limit: str = "max_tokens"  # OpenAI's newer models call it max_completion_tokens and refuse the old name


_manners: Final[dict[tuple[str, str], _Manner]] = {}  # what held, for this process


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any  # parsed JSON, None when it was none

    @property
    def error(self) -> dict[str, Any]:
        """What the server says went wrong; {} when nothing."""
        found = self.body.get("error") if isinstance(self.body, dict) else None
        return found if isinstance(found, dict) else {"message": found} if found else {}

    @property
    def too_long(self) -> bool:
        """Whether the prompt is beyond the model's context; on every lower rung it is longer still."""
        return not _TOO_LONG.isdisjoint(str(self.error.get(key)) for key in ("type", "code"))

    @property
    def detail(self) -> str:
        said = self.error.get("message")
        if said is None and isinstance(self.body, dict):
            said = self.body.get("message") or self.body.get("detail")
        return said if isinstance(said, str) else ""


class OpenAICompatible(SchemaBackend):
    """The chat API at `settings.base_url`, which ends before /chat/completions."""

    def __init__(self, settings: Settings, *, sleep: Sleep = asyncio.sleep) -> None:
        self.settings = settings
        self._sleep = sleep

    async def answer(self, request: Request) -> Reply:
        """Return the model's reply, held to the schema as well as the server can.

        Raises:
            BusyError: it cannot be asked now, after all retries.
            BackendError: it cannot be asked like this.
        """
        model = request.model or self.settings.model
        served = (self.settings.base_url, model)
        manner = _manners.get(served, _Manner())
        refused: BackendError | None = None
        while True:
            answer = await persist(
                partial(self._post, _body(request._replace(model=model), manner, self.settings)),
                retries=self.settings.retries,
                sleep=self._sleep,
            )
            if answer.status not in _STEP_DOWN:
                break
            if (partly := _half_generated(answer)) is not None:
                return partly
            refused = refused or _error(answer, self.settings)
            lower = None if answer.too_long else _lower(manner, answer, request)
            if lower is None:
                raise refused
            manner = lower
        reply = _reply(answer, self.settings)
        _manners[served] = manner
        return reply

    async def _post(self, body: Mapping[str, Any]) -> _Answer:
        """Ask once; statuses that pass are raised, so that they are tried again."""
        answer = await asyncio.to_thread(_exchange, body, self.settings)
        if answer.status == 200 and not answer.error:
            return answer
        if answer.status not in _STEP_DOWN:
            raise _error(answer, self.settings)
        return answer


def _body(request: Request, manner: _Manner, settings: Settings) -> dict[str, Any]:
    rung = _RUNGS[manner.rung] if request.schema is not None else "plain"
    system = request.system if rung == "json_schema" else described(request).system
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": request.user}],
        manner.limit: request.reply_tokens or settings.reply_tokens,
        "stream": False,
    }
    if rung == "json_schema":
        form = {"name": "reply", "strict": True, "schema": request.schema}
        return body | {"response_format": {"type": rung, "json_schema": form}}
    return body | ({"response_format": {"type": rung}} if rung == "json_object" else {})


def _lower(manner: _Manner, answer: _Answer, request: Request) -> _Manner | None:
    """Return how to ask instead, None when there is no other way."""
    if "max_completion_tokens" in answer.detail and manner.limit == "max_tokens":
        return replace(manner, limit="max_completion_tokens")
    if request.schema is None or manner.rung + 1 == len(_RUNGS):
        return None
    return replace(manner, rung=manner.rung + 1)


def _half_generated(answer: _Answer) -> Reply | None:
    """Return what some servers send as an error when a reply reached its limit inside the JSON they enforce."""
    cut = answer.error.get("failed_generation")
    return Reply(cut, stop="length") if isinstance(cut, str) and cut else None


def _reply(answer: _Answer, settings: Settings) -> Reply:
    try:
        choice = answer.body["choices"][0]
        message = choice["message"]
        content = message.get("content")
        if isinstance(content, list):
            content = "".join(part.get("text") or "" for part in content)
        refused = bool(message.get("refusal")) and not content
        stop: Stop = "refusal" if refused else _STOPS.get(str(choice.get("finish_reason")), "end")
        return Reply(str(content or ""), str(answer.body.get("model") or ""), _usage(answer.body.get("usage")), stop)
    except (KeyError, IndexError, TypeError, AttributeError):
        raise trouble.of_nonsense(settings) from None


def _usage(counted: Any) -> Usage | None:
    if not isinstance(counted, dict):
        return None
    read, written = counted.get("prompt_tokens"), counted.get("completion_tokens")
    return Usage(read, written) if isinstance(read, int) and isinstance(written, int) else None


def _error(answer: _Answer, settings: Settings) -> BackendError:
    status = answer.status
    if status == 200:  # gateways send a failure behind them as a success with an error in it
        code = answer.error.get("code")
        status = code if isinstance(code, int) and code >= 400 else 502
    if 300 <= status < 400:
        return trouble.of_redirect(status, settings=settings)
    if answer.too_long:
        return trouble.of_length(settings, answer.detail)
    wait = _seconds(answer.headers.get("retry-after"))
    return trouble.of_status(status, settings=settings, detail=answer.detail, retry_after=wait)


def _seconds(header: str | None) -> float | None:
    """Read a Retry-After in seconds; dates are left to our own patience."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None


def _exchange(body: Mapping[str, Any], settings: Settings) -> _Answer:
    """Post a body and read the answer, whatever its status; blocks.

    Raises:
        BusyError: the server cannot be reached, or does not answer in time.
        BackendError: its certificate does not hold, or the answer is beyond all measure.
    """
    import http.client
    import urllib.request

    headers = {"content-type": "application/json", "accept": "application/json", "user-agent": "episodic"}
    if settings.key:
        headers["authorization"] = f"Bearer {settings.key.reveal()}"
    sent = json.dumps(body).encode()
    request = urllib.request.Request(f"{settings.base_url}/chat/completions", sent, headers)  # noqa: S310 - checked
    try:
        with _opener(settings).open(request, timeout=settings.timeout) as response:
            read = response.read(_LARGEST + 1)
            lower = {name.lower(): value for name, value in response.headers.items()}
            status = response.status
    except (OSError, http.client.HTTPException) as error:
        raise _failure(error, settings) from None
    if len(read) > _LARGEST:
        raise trouble.of_nonsense(settings)
    return _Answer(status, lower, _json(read))


def _opener(settings: Settings) -> Any:
    """Return what opens one address: it follows no redirect, reads no other scheme, and raises for no status."""
    import urllib.request

    opener = urllib.request.OpenerDirector()
    opener.add_handler(urllib.request.ProxyHandler({} if settings.local else None))
    opener.add_handler(urllib.request.HTTPHandler())
    opener.add_handler(urllib.request.HTTPSHandler())
    return opener


def _failure(error: Exception, settings: Settings) -> BackendError:
    import ssl

    cause = getattr(error, "reason", error)  # urllib wraps what it meets on the way there, not on the way back
    if isinstance(cause, ssl.SSLCertVerificationError):
        return trouble.of_certificate(settings)
    if isinstance(cause, TimeoutError):
        return trouble.of_silence(settings, settings.timeout)
    return trouble.of_connection(settings, cause if isinstance(cause, str) else type(cause).__name__)


def _json(read: bytes) -> Any:
    try:
        return json.loads(read)
    except (ValueError, RecursionError):
        return None
