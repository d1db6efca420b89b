"""Claude, through Anthropic's own package. Knows the Messages API; nothing else here imports that package.

The package tries again by itself what may pass. Sampling parameters are never sent: newer models answer 400 to them.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from episodic.errors import BackendError, BusyError
from episodic.llm import trouble
from episodic.llm.backend import Reply, Request, SchemaBackend, Stop, Usage, described
from episodic.llm.settings import Settings

# Models that think unless told otherwise; at their own default they were seen to think 2,500 tokens over a yes or no.
_THINKING: Final = re.compile(r"claude-[a-z]+-(?:[5-9]|\d\d)(?![\d])")
_STOPS: Final[Mapping[str, Stop]] = {
    "refusal": "refusal",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}

_plain: Final[set[tuple[str, str]]] = set()  # servers and models that refused an output_config, for this process


class Anthropic(SchemaBackend):
    """The Messages API at `settings.base_url`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def answer(self, request: Request) -> Reply:
        """Return the model's reply; without a schema where the server knows no schemas.

        Raises:
            BusyError: it cannot be asked now, after all retries.
            BackendError: it cannot be asked like this, or the package is not installed.
        """
        model = request.model or self.settings.model
        served = (self.settings.base_url, model)
        if served in _plain:
            return await self._create(described(request), model, {})
        shape = _output_config(request.schema, model)
        try:
            return await self._create(request, model, shape)
        except BackendError as error:
            if not shape or error.reason != "status 400":
                raise
            try:
                reply = await self._create(described(request), model, {})
            except BackendError:
                raise error from None
            _plain.add(served)
            return reply

    async def _create(self, request: Request, model: str, shape: Mapping[str, Any]) -> Reply:
        anthropic = _package()
        settings = self.settings
        # A client a call: asyncio.run closes its loop behind it, and connections of a closed loop cannot be used.
        # Its own address and no redirects: neither the environment nor the server moves where text goes.
        http = anthropic.DefaultAsyncHttpxClient(follow_redirects=False, trust_env=not settings.local)
        try:
            async with anthropic.AsyncAnthropic(
                api_key=settings.key.reveal(),
                base_url=settings.base_url.removesuffix("/v1"),
                timeout=settings.timeout,
                max_retries=settings.retries,
                http_client=http,
            ) as client:
                message = await client.messages.create(
                    model=model,
                    max_tokens=request.reply_tokens or settings.reply_tokens,
                    system=request.system,
                    messages=[{"role": "user", "content": request.user}],
                    **shape,
                )
        except anthropic.APIStatusError as error:
            raise _of_status(error, settings) from None
        except anthropic.APITimeoutError:
            raise trouble.of_silence(settings, settings.timeout) from None
        except anthropic.APIConnectionError as error:
            raise _of_connection(error, settings) from None
        except (anthropic.AnthropicError, ValueError):
            raise trouble.of_nonsense(settings) from None
        return _reply(message, settings)


def _package() -> Any:
    """Import Anthropic's package; it takes a second or more, so only when something is asked."""
    try:
        import anthropic
    except ImportError:
        line = "the anthropic package is not installed: pip install 'episodic-recall[anthropic]'"
        raise BackendError(line, reason="package missing") from None
    return anthropic


def _output_config(schema: Mapping[str, Any] | None, model: str) -> dict[str, Any]:
    config: dict[str, Any] = {}
    if schema is not None:
        # The API knows no lengths and ranges; this moves them into descriptions, so whoever reads validates again.
        config["format"] = {"type": "json_schema", "schema": _package().transform_schema(dict(schema))}
    if _THINKING.match(model):
        config["effort"] = "low"
    return {"output_config": config} if config else {}


def _of_status(error: Any, settings: Settings) -> BackendError:
    if 300 <= error.status_code < 400:
        return trouble.of_redirect(error.status_code, settings=settings)
    body = error.body if isinstance(error.body, dict) else {}
    inner = body.get("error")
    detail = inner.get("message", "") if isinstance(inner, dict) else ""
    return trouble.of_status(error.status_code, settings=settings, detail=str(detail))


def _of_connection(error: Exception, settings: Settings) -> BusyError | BackendError:
    import ssl

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return trouble.of_certificate(settings)
        cause = cause.__cause__ or cause.__context__
    return trouble.of_connection(settings)


def _reply(message: Any, settings: Settings) -> Reply:
    """Read a message; a server that is none of the kind gives the package something else, or one with holes."""
    content, usage = getattr(message, "content", None), getattr(message, "usage", None)
    if not isinstance(content, list):
        raise trouble.of_nonsense(settings)
    text = "".join(block.text for block in content if block.type == "text" and isinstance(block.text, str))
    counted = Usage(usage.input_tokens or 0, usage.output_tokens or 0) if usage is not None else None
    return Reply(text, str(message.model or ""), counted, _STOPS.get(str(message.stop_reason), "end"))
