"""Servers that speak the chat API, against one on this machine."""

import asyncio
import logging
import traceback
from dataclasses import replace
from typing import Any

import pytest
from llm_server import KEY, Act, Server, fails, hangs, hangs_up, knows, says, sends

from episodic.errors import BackendError, BusyError, LLMError, RefusedError
from episodic.llm.backend import Reply, Request, Usage
from episodic.llm.openai_compatible import OpenAICompatible
from episodic.llm.settings import Secret, Settings

SCHEMA = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string"}}},
    "required": ["facts"],
    "additionalProperties": False,
}
QUESTION = Request("You read turns.", "What is true?")
ASKED = QUESTION._replace(schema=SCHEMA)


@pytest.fixture
def pauses() -> list[float]:
    """What was slept, without sleeping."""
    return []


@pytest.fixture
def settings(server: Server) -> Settings:
    return Settings("openai", "qwen3", f"{server.url}/v1", Secret(KEY), timeout=20.0, retries=2)


@pytest.fixture
def model(settings: Settings, pauses: list[float]) -> OpenAICompatible:
    return made(settings, pauses)


def made(settings: Settings, pauses: list[float]) -> OpenAICompatible:
    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    return OpenAICompatible(settings, sleep=sleep)


def ask(backend: OpenAICompatible, request: Request = QUESTION) -> Reply:
    return asyncio.run(backend.answer(request))


def forms(server: Server) -> list[str]:
    return [asked.body.get("response_format", {"type": "plain"})["type"] for asked in server.asked]


def test_a_reply_comes_with_its_model_and_what_it_cost(server: Server, model: OpenAICompatible) -> None:
    server.plays(says("14 slides", thinks="hm"))
    assert ask(model) == Reply("14 slides", "qwen3", Usage(120, 40), "end")
    asked = server.asked[0]
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert (asked.system, asked.user) == ("You read turns.", "What is true?")
    assert asked.body.keys() == {"model", "messages", "max_tokens", "stream"}


def test_a_server_on_this_machine_needs_no_key(server: Server, settings: Settings, pauses: list[float]) -> None:
    server.plays(says("yes"))
    ask(made(replace(settings, key=Secret("")), pauses))
    assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize(
    ("known", "walked"),
    [
        (["json_schema", "json_object", "plain"], ["json_schema"]),
        (["json_object", "plain"], ["json_schema", "json_object"]),
        (["plain"], ["json_schema", "json_object", "plain"]),
    ],
)
def test_the_ladder_is_walked_down_once(
    server: Server, settings: Settings, model: OpenAICompatible, known: list[str], walked: list[str]
) -> None:
    """LM Studio knows no json_object, older servers no json_schema; each is asked for what it refused only once."""
    server.plays(knows(*known, otherwise=says("{}")))
    assert ask(model, ASKED).text == "{}"
    assert forms(server) == walked
    ask(made(settings, []), ASKED)
    assert forms(server) == [*walked, walked[-1]]
    assert ("JSON schema" in server.asked[-1].system) == (walked[-1] != "json_schema")


def test_a_question_that_is_wrong_in_itself_teaches_nothing(server: Server, model: OpenAICompatible) -> None:
    server.plays(fails(400, "context length exceeded"))
    with pytest.raises(BackendError, match=r"400 \(context length exceeded\): check llm_model"):
        ask(model, ASKED)
    server.plays(says("{}"))
    ask(model, ASKED)
    assert forms(server)[-1] == "json_schema"


@pytest.mark.parametrize(
    "refuses",
    [
        fails(400, "6016 tokens exceed 4096", type="exceed_context_size_error"),  # llama.cpp
        fails(400, "6016 tokens exceed 4096", code="context_length_exceeded"),  # OpenAI
    ],
)
def test_a_prompt_beyond_the_models_context_is_sent_once(server: Server, model: OpenAICompatible, refuses: Act) -> None:
    """With the schema in the prompt it is only longer."""
    server.plays(refuses)
    with pytest.raises(BackendError, match=r"\(6016 tokens exceed 4096\): make window_turns smaller") as caught:
        ask(model, ASKED)
    assert (caught.value.reason, forms(server)) == ("prompt too long", ["json_schema"])


def test_a_model_that_renamed_the_limit_is_asked_by_its_name(server: Server, model: OpenAICompatible) -> None:
    server.plays(fails(400, "Unsupported parameter: use 'max_completion_tokens' instead."), says("{}"))
    ask(model, ASKED)
    ask(model, ASKED)
    assert ["max_completion_tokens" in asked.body for asked in server.asked] == [False, True, True]
    assert forms(server) == ["json_schema"] * 3


def test_a_limit_reached_inside_enforced_json_is_a_cut_reply(server: Server, model: OpenAICompatible) -> None:
    """Groq answers 400 to it, and it says nothing about the schema."""
    server.plays(fails(400, "json_validate_failed", failed_generation='{"facts": ["a", "b'), says("{}"))
    assert ask(model, ASKED) == Reply('{"facts": ["a", "b', stop="length")
    ask(model, ASKED)
    assert forms(server) == ["json_schema"] * 2


def test_a_cut_reply_and_a_refusal_say_so(server: Server, model: OpenAICompatible) -> None:
    server.plays(says('{"facts": [', stop="length"), says("", stop="refusal"))
    assert ask(model).stop == "length"
    assert ask(model).stop == "refusal"
    server.plays(
        sends(b'{"choices": [{"message": {"content": null, "refusal": "I cannot"}, "finish_reason": "stop"}]}')
    )
    assert ask(model) == Reply("", stop="refusal")
    with pytest.raises(RefusedError):
        asyncio.run(model.ask("You read turns.", "What is true?"))


def test_content_in_parts_is_joined(server: Server, model: OpenAICompatible) -> None:
    server.plays(sends(b'{"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"text": "b"}]}}]}'))
    assert ask(model) == Reply("ab")


@pytest.mark.parametrize("act", [fails(status) for status in (408, 409, 429, 500, 502, 503)] + [hangs_up])
def test_what_passes_is_tried_again(server: Server, model: OpenAICompatible, act: Act, pauses: list[float]) -> None:
    server.plays(act, act, says("yes"))
    assert ask(model).text == "yes"
    assert pauses == [0.5, 1.0]


def test_a_server_is_given_the_time_it_asks_for(server: Server, model: OpenAICompatible, pauses: list[float]) -> None:
    slow = fails(429, headers={"retry-after": "7"})
    server.plays(slow, fails(503, headers={"retry-after": "Sun, 29 Nov 2026 10:00:00 GMT"}), says("yes"))
    ask(model)
    assert pauses == [7.0, 1.0]


def test_a_server_that_asks_for_an_hour_is_not_waited_for(
    server: Server, model: OpenAICompatible, pauses: list[float]
) -> None:
    server.plays(fails(429, headers={"retry-after": "3600"}))
    with pytest.raises(BusyError) as caught:
        ask(model)
    assert (caught.value.retry_after, pauses) == (3600.0, [])


def _gateway(error: bytes) -> Act:
    return sends(b'{"error": ' + error + b"}")


ERRORS: list[tuple[Act, type[LLMError], str]] = [
    (fails(401, f"Incorrect API key provided: {KEY}"), BackendError, r"answered 401 .*EPISODIC_LLM_KEY"),
    (fails(402, "no credit"), BackendError, r"402 .*add credit"),
    (fails(404, "model 'qwen9' not found"), BackendError, r"404 \(model 'qwen9' not found\): check llm_model"),
    (fails(422, "no such field"), BackendError, r"422"),
    (fails(429, "slow\n\x1b[31mdown"), BusyError, r"429 \(slow \[31mdown\): .*stays pending"),
    (fails(500, "x" * 5_000), BusyError, r"500 \(x{199}…\): try again later"),
    (_gateway(b'{"message": "upstream is full", "code": 429}'), BusyError, r"429 \(upstream is full\)"),
    (_gateway(b'"model is loading"'), BusyError, r"502 \(model is loading\)"),
    (sends(b"<html>a proxy's page</html>", kind="text/html"), BackendError, r"did not answer like the openai API"),
    (sends(b'{"choices": [{"mess'), BackendError, r"did not answer like the openai API"),
    (sends(b'{"choices": []}'), BackendError, r"did not answer like the openai API"),
    (sends(b"[" * 100_000), BackendError, r"did not answer like the openai API"),
    (sends(b" " * 8_000_001), BackendError, r"did not answer like the openai API"),
    (hangs_up, BusyError, r"cannot be reached"),
    (hangs, BusyError, r"no answer in 0.2 s"),
]


@pytest.mark.parametrize(("act", "kind", "line"), ERRORS)
def test_every_error_is_one_line_that_says_what_to_do(
    server: Server, settings: Settings, act: Act, kind: type[LLMError], line: str
) -> None:
    server.plays(act)
    with pytest.raises(kind, match=line) as caught:
        ask(made(replace(settings, retries=1, timeout=0.2 if act is hangs else 20.0), []), ASKED)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)


def test_a_server_that_is_not_there_says_so(settings: Settings) -> None:
    with pytest.raises(BusyError, match=r"127\.0\.0\.1:9 cannot be reached \(ConnectionRefusedError\)"):
        ask(made(replace(settings, base_url="http://127.0.0.1:9/v1"), []))


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_not_followed(server: Server, model: OpenAICompatible, status: int) -> None:
    """Case 97: only the configured address is called."""
    with Server(says("yes")).open() as elsewhere:
        server.plays(sends(b"", status=status, location=f"{elsewhere.url}/v1/chat/completions"))
        with pytest.raises(BackendError, match="another address"):
            ask(model)
        assert elsewhere.asked == []


@pytest.mark.parametrize("act", [act for act, _, _ in ERRORS if act is not hangs] + [says("yes")])
def test_the_key_is_in_no_error_no_repr_and_no_log(
    server: Server, settings: Settings, act: Act, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.plays(act)
    model = made(settings, [])
    seen: list[Any] = [settings, model, vars(model), settings.key]
    try:
        seen.append(ask(model))
    except LLMError as error:
        seen += [str(error), error, error.reason, "".join(traceback.format_exception(error))]
    assert KEY not in "\n".join([*map(repr, seen), caplog.text])
    assert server.asked[0].key == KEY
