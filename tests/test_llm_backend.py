"""The seam: one contract for every backend, and the budget, the ledger, the settings and the guard around it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from llm_server import KEY, Act, Server, fails, says

import episodic
from episodic import llm
from episodic.config import IN_BACKEND, Config, load
from episodic.errors import (
    BackendError,
    BudgetError,
    BusyError,
    ConfigError,
    InputError,
    LLMError,
    RefusedError,
    ReplyError,
)
from episodic.llm.anthropic import Anthropic
from episodic.llm.backend import Backend, Reply, Request, SchemaBackend, Stop, Usage
from episodic.llm.client import Client
from episodic.llm.ledger import MemoryLedger, Total
from episodic.llm.openai_compatible import OpenAICompatible
from episodic.llm.prices import PRICES, cost
from episodic.llm.replies import Parsed
from episodic.llm.scripted import ScriptedLLM
from episodic.llm.settings import HAIKU, Cap, Secret, Settings

NOW = datetime(2026, 11, 29, 23, 50, tzinfo=UTC)
FACTS = [{"text": "a"}, {"text": "b"}, {"text": "c"}]
QUESTION = Request("You read turns.", "What is true?")


@dataclass
class Says:
    """A line of a play that every backend can perform."""

    text: str
    stop: Stop = "end"


@dataclass
class Fails:
    """A failure that passes, or one that does not."""

    passing: bool = True


Play = list[Says | Fails]


class OwnObject:
    """What a user would write: the contract, and nothing of ours."""

    def __init__(self, play: Play, heard: list[tuple[str, str, str | None]]) -> None:
        self.play = play
        self.heard = heard

    async def ask(self, system_prompt: str, user_prompt: str, *, model: str | None = None) -> str:
        self.heard.append((system_prompt, user_prompt, model))
        line = self.play.pop(0) if len(self.play) > 1 else self.play[0]
        if isinstance(line, Fails):
            raise ConnectionResetError("gone") if line.passing else ValueError("wrong")
        if line.stop == "refusal":
            raise RefusedError("declined: ask another model")
        return line.text


@dataclass
class Stage:
    """A client around one backend, what the backend heard, and what was slept without sleeping."""

    client: Client
    heard: Callable[[], list[tuple[str, str]]]
    ledger: MemoryLedger
    pauses: list[float] = field(default_factory=list)

    def ask(self, request: Request = QUESTION, **more: Any) -> Reply:
        return asyncio.run(self.client.ask(request, site="extract", **more))

    def items(self) -> Parsed:
        return asyncio.run(self.client.ask_items(QUESTION, site="extract", wants="facts", needs=["text"]))

    def totals(self) -> list[Total]:
        return list(self.ledger.totals())


def act(line: Says | Fails) -> Act:
    if isinstance(line, Says):
        return says(line.text, stop=line.stop)
    return fails(503) if line.passing else fails(401)


def scripted(play: Play) -> ScriptedLLM:
    """A script whose last line goes on."""
    lines = list(play)

    def line(_request: Request) -> Reply | Exception:
        now = lines.pop(0) if len(lines) > 1 else lines[0]
        if isinstance(now, Fails):
            return BusyError("busy: wait") if now.passing else BackendError("wrong: correct it")
        return Reply(now.text, "m", Usage(120, 40), now.stop)

    return ScriptedLLM(line)


Staged = Callable[..., Stage]


@pytest.fixture(params=["anthropic", "openai", "scripted", "own object"])
def stage(request: pytest.FixtureRequest, server: Server) -> Staged:
    def made(*play: Says | Fails, **more: Any) -> Stage:
        pauses: list[float] = []

        async def sleep(seconds: float) -> None:
            pauses.append(seconds)

        settings = replace(Settings("openai", "m", f"{server.url}/v1", Secret(KEY), retries=2), **more)
        heard: list[tuple[str, str, str | None]] = []
        server.plays(*map(act, play))
        backends: dict[str, Backend] = {
            "anthropic": Anthropic(settings),
            "openai": OpenAICompatible(settings, sleep=sleep),
            "scripted": scripted(list(play)),
            "own object": OwnObject(list(play), heard),
        }
        backend = backends[request.param]
        ledger = MemoryLedger()
        client = Client(backend, settings=settings, ledger=ledger, clock=lambda: NOW, sleep=sleep)

        def hears() -> list[tuple[str, str]]:
            if isinstance(backend, ScriptedLLM):
                return [(call.system, call.user) for call in backend.calls]
            return [(said[0], said[1]) for said in heard] or [(asked.system, asked.user) for asked in server.asked]

        return Stage(client, hears, ledger, pauses)

    return made


# One contract for every backend ----------------------------------------------------------------------------------


def test_every_backend_is_asked_by_the_same_contract(stage: Staged) -> None:
    played = stage(Says("14 slides"))
    assert asyncio.run(played.client.backend.ask("You read turns.", "What is true?", model="m")) == "14 slides"
    assert played.heard() == [("You read turns.", "What is true?")]


def test_every_call_is_in_the_ledger(stage: Staged) -> None:
    played = stage(Says("yes"))
    assert played.ask().text == "yes"
    (total,) = played.totals()
    assert (total.day, total.site, total.model, total.calls, total.failures) == (NOW.date(), "extract", "m", 1, 0)
    assert total.input_tokens > 0
    assert total.output_tokens > 0
    assert (total.usd, total.unpriced) == (0.0, 1)


def test_what_passes_is_tried_again(stage: Staged) -> None:
    assert stage(Fails(), Fails(), Says("yes")).ask().text == "yes"


def test_what_does_not_pass_in_time_is_busy(stage: Staged) -> None:
    played = stage(Fails())
    with pytest.raises(BusyError):
        played.ask()
    assert len(played.heard()) == 3
    assert sum(total.failures for total in played.totals()) in {1, 3}  # the package and our client retry inside a call


def test_what_will_not_pass_is_asked_once(stage: Staged) -> None:
    played = stage(Fails(passing=False))
    with pytest.raises(BackendError) as caught:
        played.ask()
    assert type(caught.value) is BackendError
    assert len(played.heard()) == 1


def test_a_refusal_is_an_error_and_counted(stage: Staged) -> None:
    played = stage(Says("", stop="refusal"))
    with pytest.raises(RefusedError):
        played.ask()
    assert (played.totals()[0].calls, played.totals()[0].failures) == (1, 1)


@pytest.mark.parametrize("nothing", ["", "<think>a long thought"])
def test_thinking_alone_is_asked_again_and_is_never_a_success(stage: Staged, nothing: str) -> None:
    """Case 98."""
    assert stage(Says(nothing, stop="length"), Says("yes")).ask().text == "yes"
    played = stage(Says(nothing, stop="length"))
    before = len(played.heard())
    with pytest.raises(ReplyError):
        played.items()
    assert len(played.heard()) == before + 2


def test_items_come_out_of_any_wrapping(stage: Staged) -> None:
    played = stage(Says(f"<think>hm</think>Sure {{ok}}:\n```json\n{json.dumps({'facts': FACTS})}\n```"))
    assert list(played.items().items) == FACTS


def test_the_rest_of_a_cut_reply_is_asked_for(stage: Staged) -> None:
    """Case 94: two of five facts complete, and all of them dropped."""
    cut = json.dumps({"facts": FACTS})[:-15]
    played = stage(Says(cut, stop="length"), Says(json.dumps({"facts": FACTS[1:]})))
    parsed = played.items()
    assert (list(parsed.items), parsed.truncated) == (FACTS, False)
    assert json.dumps(FACTS[:2]) in played.heard()[1][1]


def test_what_is_still_cut_says_so(stage: Staged) -> None:
    cut = json.dumps({"facts": FACTS})[:-15]
    for second in (Says(cut, stop="length"), Says("no more"), Says("", stop="refusal")):
        parsed = stage(Says(cut, stop="length"), second).items()
        assert (list(parsed.items), parsed.truncated) == (FACTS[:2], True)


def test_a_reply_that_cannot_be_used_is_asked_for_again_once(stage: Staged) -> None:
    played = stage(Says("I think so."), Says(json.dumps({"facts": FACTS})))
    assert list(played.items().items) == FACTS
    assert "(no JSON)" in played.heard()[1][1]
    with pytest.raises(ReplyError):
        stage(Says("I think so.")).items()


def test_a_record_is_asked_for_again_once(stage: Staged) -> None:
    played = stage(Says("{}"), Says('{"subject": "deck"}'))
    asking = played.client.ask_record(QUESTION, site="episode", needs=["subject"])
    assert asyncio.run(asking) == {"subject": "deck"}


@pytest.mark.parametrize(
    ("caps", "line"),
    [
        ({"run": Cap(calls=2)}, r"2 calls a run.*llm_calls_per_run \(EPISODIC_LLM_CALLS_PER_RUN; 0: no cap\)"),
        ({"day": Cap(calls=2)}, r"2 calls a day.*llm_calls_per_day"),
        ({"run": Cap(tokens=5)}, r"5 tokens a run.*llm_tokens_per_run"),
        ({"day": Cap(tokens=5)}, r"5 tokens a day.*llm_tokens_per_day"),
    ],
)
def test_a_cap_stops_before_anybody_is_asked(stage: Staged, caps: dict[str, Cap], line: str) -> None:
    played = stage(Says("yes"), **caps)
    played.ask()
    if "calls" in line:
        played.ask()
    before = len(played.heard())
    with pytest.raises(BudgetError, match=line):
        played.ask()
    assert len(played.heard()) == before


# Caps and the ledger ---------------------------------------------------------------------------------------------


def client_of(backend: Backend, *, ledger: MemoryLedger | None = None, now: datetime = NOW, **more: Any) -> Client:
    settings = replace(Settings(), **more)
    return Client(backend, settings=settings, ledger=ledger or MemoryLedger(), clock=lambda: now)


def test_dollars_are_capped_where_the_price_is_known() -> None:
    priced = Reply("yes", HAIKU, Usage(1_000_000, 100_000))
    client = client_of(ScriptedLLM([priced]), run=Cap(usd=1.5))
    asyncio.run(client.ask(QUESTION, site="extract"))
    assert client.used.usd == pytest.approx(1.5)
    with pytest.raises(BudgetError, match=r"1\.5 dollars a run.*llm_usd_per_run"):
        asyncio.run(client.ask(QUESTION, site="extract"))


def test_a_day_ends_at_midnight_and_is_shared_by_its_runs() -> None:
    ledger, day = MemoryLedger(), Cap(calls=1)
    backend = ScriptedLLM(["a", "b"])
    asyncio.run(client_of(backend, ledger=ledger, day=day).ask(QUESTION, site="extract"))
    with pytest.raises(BudgetError):
        asyncio.run(client_of(backend, ledger=ledger, day=day).ask(QUESTION, site="extract"))
    tomorrow = client_of(backend, ledger=ledger, day=day, now=NOW + timedelta(minutes=10))
    asyncio.run(tomorrow.ask(QUESTION, site="extract"))
    assert [total.day for total in ledger.totals()] == [date(2026, 11, 29), date(2026, 11, 30)]
    assert [total.day for total in ledger.totals(since=date(2026, 11, 30))] == [date(2026, 11, 30)]


def test_calls_under_way_count() -> None:
    backend = ScriptedLLM(["a", "b", "c"])
    client = client_of(backend, run=Cap(calls=2))

    async def together() -> list[Reply | BaseException]:
        asking = (client.ask(QUESTION, site="extract") for _ in range(3))
        return await asyncio.gather(*asking, return_exceptions=True)

    assert [isinstance(result, BudgetError) for result in asyncio.run(together())] == [False, False, True]


def test_totals_are_kept_by_site_and_model() -> None:
    client = client_of(ScriptedLLM([Reply("a", HAIKU, Usage(100, 10)), Reply("b", "m", Usage(10, 1)), "c"]))
    for site in ("extract", "extract", "referee"):
        asyncio.run(client.ask(QUESTION, site=site))
    by_model = {(total.site, total.model): total for total in client.ledger.totals()}
    assert by_model["extract", HAIKU].usd == pytest.approx((100 * 1 + 10 * 5) / 1e6)
    assert (by_model["extract", "m"].usd, by_model["extract", "m"].unpriced) == (0.0, 1)
    assert by_model["referee", "scripted"].estimated == 1


@pytest.mark.parametrize(
    ("model", "known"),
    [(HAIKU, True), ("claude-haiku-4-5", True), ("gpt-4o-mini-2024-07-18", True), ("gpt-5-pro", False), ("", False)],
)
def test_a_model_without_a_price_costs_nobody_knows_what(model: str, known: bool) -> None:
    assert (cost(model, Usage(1_000, 1_000)) is not None) == known
    assert all(price.written > price.read > 0 for price in PRICES.values())


# Somebody's own object -------------------------------------------------------------------------------------------


class Raises:
    def __init__(self, error: Exception) -> None:
        self.error = error

    async def ask(self, *_: Any, **__: Any) -> str:
        raise self.error


class StatusError(Exception):
    status_code = 429


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ConnectionError("gone"), BusyError),
        (TimeoutError(), BusyError),
        (StatusError("slow down"), BusyError),
        (RuntimeError(f"bad key sk-ant-api03-{'x9Y' * 20} in\nheader"), BackendError),
    ],
)
def test_whatever_an_own_object_raises_becomes_an_error_of_ours(error: Exception, kind: type[LLMError]) -> None:
    client = client_of(Raises(error), retries=0)
    with pytest.raises(kind, match=r"Raises\.ask failed") as caught:
        asyncio.run(client.ask(QUESTION, site="extract"))
    assert type(caught.value) is kind
    assert caught.value.__cause__ is error
    assert "x9Y" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_own_object_is_told_the_model_only_where_one_is_set() -> None:
    heard: list[tuple[str, str, str | None]] = []
    own = OwnObject([Says("yes")], heard)
    asyncio.run(client_of(own).ask(QUESTION, site="extract"))
    asyncio.run(client_of(own, model="m").ask(QUESTION, site="extract"))
    asyncio.run(client_of(own, model="m").ask(QUESTION._replace(model="n"), site="extract"))
    assert [model for _, _, model in heard] == [None, "m", "n"]


def test_what_is_no_text_or_not_async_says_so() -> None:
    class Silent:
        async def ask(self, *_: Any, **__: Any) -> Any:
            return None

    class Sync:
        def ask(self, *_: Any, **__: Any) -> Any:
            return "yes"

    for own, line in ((Silent(), "returned no text"), (Sync(), r"Sync\.ask failed .*await")):
        with pytest.raises(BackendError, match=line):
            asyncio.run(client_of(own, retries=0).ask(QUESTION, site="extract"))


def test_patience_has_an_end() -> None:
    class Slow:
        async def ask(self, *_: Any, **__: Any) -> str:
            await asyncio.Event().wait()
            return ""

    client = client_of(Slow(), patience=0.05)
    with pytest.raises(BusyError, match=r"no answer in 0\.05 s"):
        asyncio.run(client.ask(QUESTION, site="extract"))
    assert client.used.calls == 1


def test_an_agent_behind_a_backend_sees_the_guard_and_nobody_else_does() -> None:
    """A backend that is itself an agent would feed our hooks with our own prompts."""
    environ: dict[str, str] = {}
    seen: list[str | None] = []

    class Agent:
        def __init__(self, wait: float) -> None:
            self.wait = wait

        async def ask(self, *_: Any, **__: Any) -> str:
            await asyncio.sleep(self.wait)
            seen.append(environ.get(IN_BACKEND))
            return "yes"

    async def together() -> None:
        asking = []
        for wait in (0.0, 0.02):
            client = client_of(Agent(wait))
            client.environ = environ
            asking.append(client.ask(QUESTION, site="extract"))
        await asyncio.gather(*asking)

    asyncio.run(together())
    assert (seen, environ) == (["1", "1"], {})
    environ[IN_BACKEND] = "1"  # an agent above us set it, so it is not ours to take away
    asyncio.run(together())
    assert environ == {IN_BACKEND: "1"}


# The script ------------------------------------------------------------------------------------------------------


def test_a_script_fits_lines_to_prompts_and_keeps_what_it_was_asked() -> None:
    model = ScriptedLLM({"slides": {"facts": FACTS}, "What": "yes"})
    assert asyncio.run(model.ask("You count slides.", "What is true?")) == json.dumps({"facts": FACTS})
    assert asyncio.run(model.ask("You read turns.", "What is true?")) == "yes"
    assert [call.system for call in model.calls] == ["You count slides.", "You read turns."]
    with pytest.raises(LookupError, match="no line of the script fits call 3: add words"):
        asyncio.run(model.ask("", ""))


def test_a_script_fails_the_calls_it_is_told_to_and_says_when_it_is_over() -> None:
    model = ScriptedLLM(["a", BusyError("busy: wait"), "b"], failing={2: BackendError("wrong: correct it")})
    assert asyncio.run(model.ask("", "")) == "a"
    with pytest.raises(BackendError, match="wrong"):
        asyncio.run(model.ask("", ""))
    with pytest.raises(BusyError):
        asyncio.run(model.ask("", ""))
    assert asyncio.run(model.ask("", "")) == "b"
    with pytest.raises(LookupError, match="the script has 3 lines and call 5 needs one more: add it"):
        asyncio.run(model.ask("", ""))


# Settings --------------------------------------------------------------------------------------------------------


def configured(environ: Mapping[str, str] = {}, /, **flags: Any) -> Config:
    return load(environ, file=Path(os.devnull), zone="Europe/Stockholm", now=NOW, **flags)


@pytest.fixture(autouse=True)
def no_backend() -> Iterator[None]:
    yield
    llm.set_backend(None)


def test_by_default_there_is_no_language_model() -> None:
    assert llm.connect(configured(), environ={"ANTHROPIC_API_KEY": KEY}) is None
    assert llm.active(configured()) == llm.Active("none")


def test_settings_choose_a_backend_and_say_where_text_goes() -> None:
    claude = configured({"EPISODIC_LLM": "anthropic"})
    assert llm.active(claude, environ={"ANTHROPIC_API_KEY": KEY}) == llm.Active(
        "anthropic", HAIKU, "api.anthropic.com", local=False
    )
    local = configured(llm="openai", llm_model="qwen3", llm_base_url="http://localhost:11434/v1/")
    assert llm.active(local, environ={}) == llm.Active("openai", "qwen3", "localhost:11434", local=True)
    client = llm.connect(local, environ={})
    assert client
    assert isinstance(client.backend, SchemaBackend)
    assert client.settings.base_url == "http://localhost:11434/v1"
    assert client.clock().isoformat() == "2026-11-30T00:50:00+01:00"


def test_our_own_variable_for_the_key_wins() -> None:
    client = llm.connect(configured(llm="anthropic"), environ={"ANTHROPIC_API_KEY": "other", "EPISODIC_LLM_KEY": KEY})
    assert client
    assert client.settings.key.reveal() == KEY


LOCAL = {"llm": "openai", "llm_model": "m", "llm_base_url": "http://localhost:1/v1"}
WRONG: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({"llm": "anthropic"}, {}, "set ANTHROPIC_API_KEY or EPISODIC_LLM_KEY"),
    ({"llm": "openai", "llm_model": "m"}, {}, "set OPENAI_API_KEY or EPISODIC_LLM_KEY"),
    ({**LOCAL, "llm_model": ""}, {}, "set llm_model"),
    ({**LOCAL, "llm_base_url": "localhost:11434"}, {}, "use one such as http://localhost:11434/v1"),
    ({**LOCAL, "llm_base_url": "file:///etc/passwd"}, {}, "use one such as"),
    ({**LOCAL, "llm_base_url": "http://[::1"}, {}, "use one such as"),
    ({**LOCAL, "llm_base_url": "http://h:99999/v1"}, {}, "use one such as"),
    ({**LOCAL, "llm_base_url": "http://h/v1\r\nx: y"}, {}, "use one such as"),
    ({**LOCAL, "llm_base_url": f"https://me:{KEY}@h/v1"}, {}, "move a key in it to EPISODIC_LLM_KEY"),
    ({**LOCAL, "llm_base_url": f"https://h/v1?key={KEY}"}, {}, "move a key in it to EPISODIC_LLM_KEY"),
    (LOCAL, {"EPISODIC_LLM_KEY": f"{KEY}\r\nx: y"}, "the key has spaces"),
    (LOCAL, {"EPISODIC_LLM_KEY": f"{KEY}å"}, "the key has spaces"),
    ({"llm": "anthropic"}, {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://evil"}, "set llm_base_url to it"),
]


@pytest.mark.parametrize(("flags", "environ", "line"), WRONG)
def test_what_is_missing_is_said_before_anything_is_sent(
    flags: dict[str, str], environ: dict[str, str], line: str
) -> None:
    with pytest.raises(ConfigError, match=line) as caught:
        llm.connect(configured(**flags), environ=environ)
    shown = llm.active(configured(**flags), environ=environ)
    assert shown.trouble == str(caught.value)
    assert KEY not in f"{caught.value} {shown}"


@pytest.mark.parametrize("value", ["claude", "", "None"])
def test_an_unknown_language_model_is_refused(value: str) -> None:
    with pytest.raises(ConfigError, match="it is one of none, anthropic, openai"):
        configured(llm=value)


def test_caps_come_from_the_settings_and_zero_lifts_them() -> None:
    environ = {"EPISODIC_LLM_CALLS_PER_RUN": "7", "EPISODIC_LLM_USD_PER_DAY": "0"}
    client = llm.connect(configured(environ, **LOCAL), environ={})
    assert client
    assert (client.settings.run.calls, client.settings.day.usd) == (7, 0.0)


def test_an_own_object_wins_over_the_settings() -> None:
    own = OwnObject([Says("yes")], [])
    llm.set_backend(own)
    client = llm.connect(configured(llm="anthropic"), environ={})
    assert client
    assert client.backend is own
    assert client.settings.model == ""
    assert llm.active(configured()) == llm.Active("OwnObject", local=None)
    asyncio.run(client.ask(QUESTION, site="extract"))
    again = llm.connect(configured(), environ={})
    assert again
    assert again.ledger is client.ledger


@pytest.mark.parametrize("what", [OwnObject, "a name", object()])
def test_what_cannot_be_asked_is_no_backend(what: Any) -> None:
    with pytest.raises(InputError, match="async def ask"):
        llm.set_backend(what)


# What is imported, and whom it talks to ---------------------------------------------------------------------------


def test_importing_the_seam_imports_no_backend() -> None:
    code = "import sys, episodic.llm; print(*{name.split('.')[0] for name in sys.modules})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(ran.stdout.split()) & {"anthropic", "httpx", "httpx2", "urllib", "asyncio", "ssl"}
    assert episodic.llm is llm


TALK = """
import asyncio, json, sys
called = set()
def hook(event, arguments):
    if event == "socket.connect":
        called.add(str(arguments[1][:2]))
    elif event == "socket.getaddrinfo":
        called.add(f"name {arguments[0]}")
sys.addaudithook(hook)
from pathlib import Path
from episodic import llm
from episodic.config import load
client = llm.connect(load())
request = llm.Request("You read turns.", "What is true?", schema={"type": "object", "properties": {}})
print(asyncio.run(client.ask(request, site="extract")).text)
print(json.dumps(sorted(called)))
"""


@pytest.mark.parametrize("backend", ["anthropic", "openai"])
def test_nobody_but_the_configured_address_is_called(server: Server, backend: str, environment: dict[str, str]) -> None:
    """Cases 97 and 140. A proxy in the environment is none for this machine, and other tools' addresses move nothing."""
    server.plays(says("yes"))
    lures = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL")
    with Server(says("lured")).open() as elsewhere:
        environ = (
            {name: value for name, value in environment.items() if not name.lower().endswith("_proxy")}
            | dict.fromkeys(lures, elsewhere.url)
            | {
                "EPISODIC_LLM": backend,
                "EPISODIC_LLM_MODEL": "m",
                "EPISODIC_LLM_BASE_URL": f"{server.url}/v1",
                "EPISODIC_LLM_KEY": KEY,
            }
        )
        ran = subprocess.run(
            [sys.executable, "-c", TALK], env=environ, capture_output=True, text=True, check=False, timeout=60
        )
        assert elsewhere.asked == []
    assert ran.stderr == ""
    text, called = ran.stdout.splitlines()
    port = server.url.rsplit(":", 1)[1]
    assert text == "yes"
    assert set(json.loads(called)) <= {f"('127.0.0.1', {port})", "name 127.0.0.1", "name b'127.0.0.1'"}
    assert server.asked[0].key == KEY
