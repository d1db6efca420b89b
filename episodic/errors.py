"""The error tree; every message ends with what to do. Knows nothing of where an error is shown.

EpisodicError
├── InputError          what was given cannot be used (a file, an id, a date, a session)
│   ├── FormatError     a transcript nobody here can read
│   └── NotFoundError   nothing goes by that name
├── ConfigError         a setting is missing, unknown or out of range
├── StoreError          the home or its database cannot be opened or written
│   └── JournalError    the journal does not verify
├── ServerError         the server that keeps models open cannot be started or ended
├── ModelError          a model file is missing or is not the one we know
└── LLMError            a language model did not help
    ├── BackendError    it cannot be asked like this: a key, an address, a model name; asking again will not help
    │   └── BusyError   it cannot be asked now: a limit, an outage, the network; later it may answer
    ├── RefusedError    it declined to answer
    ├── ReplyError      what it answered cannot be used
    └── BudgetError     a cap of calls, tokens or dollars is reached; nobody was asked
"""


class EpisodicError(Exception):
    """Base of all errors of ours; its text is one line that ends with what to do."""


class InputError(EpisodicError):
    """What was given cannot be used."""


class FormatError(InputError):
    """A transcript in no format we read."""


class NotFoundError(InputError):
    """Nothing goes by that name."""


class ConfigError(EpisodicError):
    """A setting is missing, unknown or out of range."""


class StoreError(EpisodicError):
    """The home or its database cannot be opened or written."""


class JournalError(StoreError):
    """The journal cannot be written, or does not verify."""


class ServerError(EpisodicError):
    """The server that keeps models open cannot be started or ended."""


class ModelError(EpisodicError):
    """A model file is missing or is not the one we know."""


class LLMError(EpisodicError):
    """A language model did not help.

    `reason` is a few words of our own, never of a prompt, a reply or a server: what may be kept of it.
    """

    def __init__(self, message: str, *, reason: str = "no answer") -> None:
        super().__init__(message)
        self.reason = reason


class BackendError(LLMError):
    """A language model cannot be asked like this; asking again will not help."""


class BusyError(BackendError):
    """A language model cannot be asked now. `retry_after`: seconds its server asks us to wait, where it said so."""

    def __init__(self, message: str, *, reason: str = "busy", retry_after: float | None = None) -> None:
        super().__init__(message, reason=reason)
        self.retry_after = retry_after


class RefusedError(LLMError):
    """A language model declined to answer."""


class ReplyError(LLMError):
    """A language model's reply cannot be used."""


class BudgetError(LLMError):
    """A cap on the use of a language model is reached; nobody was asked."""
