"""The error tree; every message ends with what to do. Knows nothing of where an error is shown.

EpisodicError
├── InputError          what was given cannot be used (a file, an id, a date, a session)
│   ├── FormatError     a transcript nobody here can read
│   └── NotFoundError   nothing goes by that name
├── ConfigError         a setting is missing, unknown or out of range
├── StoreError          the home or its database cannot be opened or written
│   └── JournalError    the journal does not verify
└── ModelError          a model file is missing or is not the one we know
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


class ModelError(EpisodicError):
    """A model file is missing or is not the one we know."""
