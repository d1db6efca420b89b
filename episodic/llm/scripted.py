"""A language model that says what it is told to, for tests and demos. Knows no network."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from episodic.llm.backend import Reply, Request, SchemaBackend

Line = str | Reply | Exception | Mapping[str, Any] | Sequence[Any]  # an exception is raised, data is sent as JSON


class ScriptedLLM(SchemaBackend):
    """Replies from a script and keeps what it was asked in `calls`.

    Args:
        script: lines in the order they are asked for; or lines by words that the prompt contains, the first that fits;
            or a function of the request.
        failing: errors by the number of the call they fail, from 1; such a call takes no line from a list.
    """

    retries_itself = False  # so that a failing line is tried again, as with somebody's own object

    def __init__(
        self,
        script: Sequence[Line] | Mapping[str, Line] | Callable[[Request], Line],
        *,
        failing: Mapping[int, Exception] | None = None,
    ) -> None:
        self.calls: list[Request] = []
        self._script = script
        self._failing = dict(failing or {})
        self._next = 0

    async def answer(self, request: Request) -> Reply:
        """Return the next line.

        Raises:
            LookupError: the script has none; that is a mistake in the script, so it is no error of ours.
        """
        self.calls.append(request)
        error = self._failing.get(len(self.calls))
        return _spoken(error or self._line(request))

    def _line(self, request: Request) -> Line:
        if callable(self._script):
            return self._script(request)
        if isinstance(self._script, Mapping):
            prompt = f"{request.system}\n{request.user}"
            fitting = (line for words, line in self._script.items() if words in prompt)
            line = next(fitting, None)
            if line is None:
                raise LookupError(f"no line of the script fits call {len(self.calls)}: add words that its prompt has")
            return line
        if self._next == len(self._script):
            raise LookupError(f"the script has {self._next} lines and call {len(self.calls)} needs one more: add it")
        self._next += 1
        return self._script[self._next - 1]


def _spoken(line: Line) -> Reply:
    if isinstance(line, Exception):
        raise line
    if isinstance(line, Reply):
        return line
    return Reply(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False), model="scripted")
