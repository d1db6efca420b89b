"""Claude through the real package, against a server on this machine."""

import asyncio
import logging
import subprocess
import sys
import traceback
from dataclasses import replace
from typing import Any

import pytest
from llm_server import KEY, Act, Server, fails, hangs, hangs_up, says, sends

from episodic.errors import BackendError, BusyError, LLMError, RefusedError
from episodic.llm.anthropic import Anthropic
from episodic.llm.backend import Reply, Request, Usage
from episodic.llm.settings import HAIKU, Secret, Settings

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"facts": {"type": "array", "items": {"type": "string", "maxLength": 300}}},
    "required": ["facts"],
    "additionalProperties": False,
}
QUESTION = Request("You read turns.", "What is true?")


@pytest.fixture
def settings(server: Server) -> Settings:
    return Settings("anthropic", HAIKU, server.url, Secret(KEY), timeout=20.0, retries=2)


@pytest.fixture
def claude(settings: Settings) -> Anthropic:
    return Anthropic(settings)


def ask(backend: Anthropic, request: Request = QUESTION) -> Reply:
    return asyncio.run(backend.answer(request))


def test_a_reply_comes_with_its_model_and_what_it_cost(server: Server, claude: Anthropic) -> None:
    server.plays(says("14 slides", thinks="hm"))
    assert ask(claude) == Reply("14 slides", HAIKU, Usage(120, 40), "end")
    asked = server.asked[0]
    assert asked.path == "/v1/messages"
    assert asked.key == KEY
    assert (asked.system, asked.user) == ("You read turns.", "What is true?")


def test_nothing_is_sent_that_newer_models_refuse(server: Server, claude: Anthropic) -> None:
    server.plays(says("yes"))
    ask(claude)
    assert server.asked[0].body.keys() == {"model", "max_tokens", "system", "messages"}


def test_a_schema_is_sent_as_the_api_takes_it(server: Server, claude: Anthropic) -> None:
    """Lengths are no part of the API's schemas; they go into descriptions."""
    server.plays(says('{"facts": []}'))
    ask(claude, QUESTION._replace(schema=SCHEMA))
    sent = server.asked[0].body["output_config"]["format"]
    assert sent["type"] == "json_schema"
    item = sent["schema"]["properties"]["facts"]["items"]
    assert "maxLength" not in item
    assert "300" in item["description"]
    assert SCHEMA["properties"]["facts"]["items"] == {"type": "string", "maxLength": 300}


def test_a_server_without_schemas_is_asked_without_one_and_remembered(server: Server, claude: Anthropic) -> None:
    server.plays(fails(400, "output_config: extra inputs are not permitted"), says("{}"))
    question = QUESTION._replace(schema=SCHEMA)
    assert ask(claude, question).text == "{}"
    ask(claude, question)
    assert ["output_config" in asked.body for asked in server.asked] == [True, False, False]
    assert ["JSON schema" in asked.system for asked in server.asked] == [False, True, True]


def test_a_question_that_is_wrong_in_itself_says_so(server: Server, claude: Anthropic) -> None:
    server.plays(fails(400, "max_tokens is too large"))
    with pytest.raises(BackendError, match=r"400 \(max_tokens is too large\): check llm_model"):
        ask(claude, QUESTION._replace(schema=SCHEMA))


def test_a_thinking_model_is_asked_for_little_of_it(server: Server, claude: Anthropic) -> None:
    server.plays(says("yes"))
    ask(claude, QUESTION._replace(model="claude-haiku-5-5"))
    assert server.asked[0].body["output_config"] == {"effort": "low"}


def test_a_cut_reply_and_a_refusal_say_so(server: Server, claude: Anthropic) -> None:
    server.plays(says('{"facts": [', stop="length"), says("", stop="refusal"))
    assert ask(claude).stop == "length"
    assert ask(claude).stop == "refusal"
    with pytest.raises(RefusedError):
        asyncio.run(claude.ask("You read turns.", "What is true?"))


def test_a_reply_of_thinking_alone_is_empty_and_not_an_error(server: Server, claude: Anthropic) -> None:
    """Case 98: whoever asked sees that nothing was said."""
    server.plays(says("", thinks="a long thought", stop="length"))
    assert ask(claude) == Reply("", HAIKU, Usage(120, 40), "length")


@pytest.mark.parametrize("act", [fails(429), fails(500), fails(529), fails(408), hangs_up])
def test_what_passes_is_tried_again_by_the_package(server: Server, claude: Anthropic, act: Act) -> None:
    server.plays(act, says("yes"))
    assert ask(claude).text == "yes"
    assert len(server.asked) == 2


ERRORS = [
    (fails(401, f"invalid x-api-key: {KEY}"), BackendError, r"answered 401 .*EPISODIC_LLM_KEY"),
    (fails(402, "no credit"), BackendError, r"402 .*add credit"),
    (fails(403, "no"), BackendError, r"403"),
    (fails(404, "model: claude-nothing"), BackendError, r"404 \(model: claude-nothing\): check llm_model"),
    (fails(413, "too large"), BackendError, r"413 .*window_turns"),
    (fails(429, "number of requests per minute"), BusyError, r"429 .*stays pending"),
    (fails(500, "internal"), BusyError, r"500 .*try again later"),
    (fails(529, "overloaded"), BusyError, r"529"),
    (sends(b"<html>a proxy's page</html>", kind="text/html"), BackendError, r"did not answer like the anthropic API"),
    (sends(b'{"content": [{"ty'), BackendError, r"did not answer like the anthropic API"),
    (sends(b"[]"), BackendError, r"did not answer like the anthropic API"),
    (sends(b"{}"), BackendError, r"did not answer like the anthropic API"),
    (hangs_up, BusyError, r"cannot be reached"),
    (hangs, BusyError, r"no answer in 0.2 s"),
]


@pytest.mark.parametrize(("act", "kind", "line"), ERRORS)
def test_every_error_is_one_line_that_says_what_to_do(
    server: Server, settings: Settings, act: Act, kind: type[LLMError], line: str
) -> None:
    patient = act is not hangs
    claude = Anthropic(replace(settings, retries=1 if patient else 0, timeout=20.0 if patient else 0.2))
    server.plays(act)
    with pytest.raises(kind, match=line) as caught:
        ask(claude)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert not any(char.isdigit() for char in caught.value.reason) or caught.value.reason.startswith("status ")


def test_a_server_that_is_not_there_says_so(settings: Settings) -> None:
    claude = Anthropic(replace(settings, base_url="http://127.0.0.1:9", retries=0))
    with pytest.raises(BusyError, match=r"127\.0\.0\.1:9 cannot be reached: is it running"):
        ask(claude)


def test_a_redirect_is_not_followed(server: Server, claude: Anthropic) -> None:
    """Case 97: only the configured address is called."""
    with Server(says("yes")).open() as elsewhere:
        server.plays(sends(b"", status=307, location=f"{elsewhere.url}/v1/messages"))
        with pytest.raises(BackendError, match="another address"):
            ask(claude)
        assert elsewhere.asked == []


@pytest.mark.parametrize("act", [act for act, _, _ in ERRORS if act is not hangs] + [says("yes")])
def test_the_key_is_in_no_error_no_repr_and_no_log(
    server: Server, settings: Settings, act: Act, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    claude = Anthropic(replace(settings, retries=1))
    server.plays(act)
    seen = [repr(settings), repr(claude), repr(vars(claude)), str(settings.key)]
    try:
        seen.append(repr(ask(claude)))
    except LLMError as error:
        seen += [str(error), repr(error), error.reason, "".join(traceback.format_exception(error))]
    assert KEY not in "\n".join([*seen, caplog.text])
    assert server.asked[0].key == KEY


def test_without_the_package_it_says_how_to_install_it() -> None:
    code = """
import asyncio, sys
sys.modules["anthropic"] = None
from episodic.errors import BackendError
from episodic.llm.anthropic import Anthropic
from episodic.llm.settings import Settings
try:
    asyncio.run(Anthropic(Settings("anthropic", "m", "http://127.0.0.1:9")).ask("a", "b"))
except BackendError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "the anthropic package is not installed: pip install 'episodic-recall[anthropic]'\n"
