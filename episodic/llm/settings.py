"""Which language model, where, with which key and up to which caps. Knows no vendor's protocol.

A key is read from the environment when a backend is made, is never stored, and shows itself to nobody who prints it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from episodic.config import Config
from episodic.errors import ConfigError

HAIKU: Final = "claude-haiku-4-5-20251001"
OUR_KEY: Final = "EPISODIC_LLM_KEY"


class Secret:
    """A key that prints as dots; `reveal` is called where it goes on the wire, and nowhere else."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Secret('…')" if self._value else "Secret('')"

    def __bool__(self) -> bool:
        return bool(self._value)

    def reveal(self) -> str:
        """Return the key itself."""
        return self._value


class Cap(NamedTuple):
    """What a run or a day may use; 0 is no cap. `usd` are dollars."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a backend and the client around it need to know."""

    backend: str = "none"
    model: str = ""
    base_url: str = ""
    key: Secret = field(default_factory=lambda: Secret(""))
    timeout: float = 180.0  # seconds an attempt
    patience: float = 600.0  # seconds a question
    retries: int = 3
    reply_tokens: int = 4_096
    run: Cap = field(default_factory=Cap)
    day: Cap = field(default_factory=Cap)

    @property
    def host(self) -> str:
        """Where text goes: host and port, without a name and password that may stand before them."""
        return _split(self.base_url).netloc.rpartition("@")[2]

    @property
    def local(self) -> bool:
        """Whether that is this machine."""
        name = _split(self.base_url).hostname or ""
        return name in {"localhost", "::1"} or name.startswith("127.")


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # no address; `check` says so
        return urlsplit("")


class _Vendor(NamedTuple):
    base_url: str
    key: str  # the environment variable that usually holds it
    other_url: str  # the environment variable that moves it for the vendor's own tools
    model: str


_VENDORS: Final = {
    "anthropic": _Vendor("https://api.anthropic.com", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", HAIKU),
    "openai": _Vendor("https://api.openai.com/v1", "OPENAI_API_KEY", "OPENAI_BASE_URL", ""),
}


def resolve(config: Config, environ: Mapping[str, str]) -> Settings:
    """Gather the settings of the language model; what is missing is only said by `check`."""
    vendor = _VENDORS.get(config.llm, _Vendor("", "", "", ""))
    return Settings(
        backend=config.llm,
        model=config.llm_model or vendor.model,
        base_url=(config.llm_base_url or vendor.base_url).rstrip("/"),
        key=Secret((environ.get(OUR_KEY) or environ.get(vendor.key) or "").strip()),
        timeout=config.llm_timeout_seconds,
        patience=config.llm_patience_seconds,
        retries=config.llm_retries,
        reply_tokens=config.llm_reply_tokens,
        run=Cap(config.llm_calls_per_run, config.llm_tokens_per_run, config.llm_usd_per_run),
        day=Cap(config.llm_calls_per_day, config.llm_tokens_per_day, config.llm_usd_per_day),
    )


def check(settings: Settings, environ: Mapping[str, str]) -> None:
    """Say what is missing before anything is sent.

    Raises:
        ConfigError: no model, no key, a key that is none, or an address that is none or not the user's choice.
    """
    vendor = _VENDORS[settings.backend]
    _check_address(settings.base_url)
    if not settings.model:
        raise ConfigError("no model is named: set llm_model (EPISODIC_LLM_MODEL) to one that the server has")
    if not settings.key and (settings.backend == "anthropic" or settings.base_url == vendor.base_url):
        raise ConfigError(f"{settings.host} wants a key: set {vendor.key} or {OUR_KEY}, or llm to none")
    key = settings.key.reveal()
    if not (key.isascii() and key.isprintable() and " " not in key):
        # An HTTP library would refuse it too, and show it.
        raise ConfigError(f"the key has spaces, line breaks or letters no key has: set {vendor.key} or {OUR_KEY} anew")
    _check_neighbour(settings, vendor, environ)


def _check_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and parts.hostname and (parts.port is None or parts.port)
    except ValueError:
        sound = False
    if not sound or not url.isascii() or not url.isprintable() or " " in url:
        raise ConfigError("llm_base_url is no address: use one such as http://localhost:11434/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(f"llm_base_url holds more than host and path: move a key in it to {OUR_KEY}")


def _check_neighbour(settings: Settings, vendor: _Vendor, environ: Mapping[str, str]) -> None:
    """Send a vendor's key only where its owner sends it.

    An address in the environment may come from a repository's settings, so it moves nothing of ours; but a key beside
    it belongs to that address, not to the vendor's own.
    """
    elsewhere = environ.get(vendor.other_url, "").rstrip("/")
    if elsewhere and settings.base_url == vendor.base_url != elsewhere and not environ.get(OUR_KEY):
        raise ConfigError(
            f"{vendor.other_url} is set, and not followed: set llm_base_url to it, or to {vendor.base_url}"
            f" with a key in {OUR_KEY}"
        )
