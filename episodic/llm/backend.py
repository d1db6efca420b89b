"""What a language model is to us: a question in, a text out. Knows no vendor, no wire and no budget.

Anybody's object with `async ask(system_prompt, user_prompt, *, model=None) -> str` is a backend. Our own are
`SchemaBackend`s: they also take a JSON schema and tell what the answer cost and why it ended.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, Protocol

from episodic.errors import RefusedError

Stop = Literal["end", "length", "refusal"]


class Backend(Protocol):
    """The contract of `llm.set_backend`."""

    async def ask(self, system_prompt: str, user_prompt: str, *, model: str | None = None) -> str:
        """Return the model's reply; `model` None is whatever the backend takes by default."""
        ...


class Request(NamedTuple):
    """One question. `schema` is a JSON schema of closed objects; `reply_tokens` None is the setting's number."""

    system: str
    user: str
    model: str | None = None
    schema: Mapping[str, Any] | None = None
    reply_tokens: int | None = None


class Usage(NamedTuple):
    """Tokens read and written; `estimated` where the backend did not count them."""

    input_tokens: int
    output_tokens: int
    estimated: bool = False


class Reply(NamedTuple):
    """One answer. `stop` is why it ended: by itself, at its length limit, or because the model declined."""

    text: str
    model: str = ""
    usage: Usage | None = None
    stop: Stop = "end"


class SchemaBackend(ABC):
    """A backend of our own. `retries_itself`: what may pass has been tried again before an error of it is seen."""

    retries_itself = True

    @abstractmethod
    async def answer(self, request: Request) -> Reply:
        """Return the model's reply, also a cut one or a refusal.

        Raises:
            BusyError: it cannot be asked now.
            BackendError: it cannot be asked like this.
        """

    async def ask(self, system_prompt: str, user_prompt: str, *, model: str | None = None) -> str:
        """Return the text of the reply, as the contract has it.

        Raises:
            RefusedError: the model declined to answer.
        """
        return accepted(await self.answer(Request(system_prompt, user_prompt, model))).text


def accepted(reply: Reply) -> Reply:
    """Return a reply that is none of a refusal's.

    Raises:
        RefusedError: it is.
    """
    if reply.stop == "refusal":
        raise RefusedError("the language model declined to answer: read the turns it was shown, or ask another model")
    return reply


def described(request: Request) -> Request:
    """Return a question that tells the schema in words, for servers that cannot hold a model to it."""
    if request.schema is None:
        return request
    schema = json.dumps(request.schema, ensure_ascii=False)
    asked = f"Reply with one JSON document that fits this JSON schema, and nothing else:\n{schema}"
    return request._replace(system=f"{request.system}\n\n{asked}")


def estimate(request: Request, reply: str) -> Usage:
    """Guess the tokens of an exchange, rather too high: three bytes each, which holds for English and for Chinese."""
    return Usage(_tokens(request.system + request.user), _tokens(reply), estimated=True)


def _tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // 3)
