"""What went wrong at a server, in one line that ends with what to do. Knows status codes, no protocol."""

import re
from typing import Final

from episodic.errors import BackendError, BusyError
from episodic.llm.settings import OUR_KEY, Secret, Settings
from episodic.redact import mask

PASSING: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
_DETAIL: Final = 200  # characters of a server's own words; enough for a sentence, too few for a prompt echoed back

_SHORTER: Final = "make window_turns smaller, or give the model a larger context"

_ADVICE: Final = {
    400: "check llm_model and what the server supports",
    401: f"set a valid key in the vendor's own variable or in {OUR_KEY}",
    402: "add credit to the account behind the key",
    403: f"use a key that may use this model ({OUR_KEY})",
    404: "check llm_model and llm_base_url",
    413: _SHORTER,
}
_PASSING_ADVICE: Final = {
    429: "wait a while, or use another model (llm_model); what is pending stays pending",
}


def of_status(status: int, *, settings: Settings, detail: str = "", retry_after: float | None = None) -> BackendError:
    """Return the error that an HTTP status stands for."""
    said = f" ({told})" if (told := scrub(detail, settings.key)) else ""
    if status in PASSING:
        advice = _PASSING_ADVICE.get(status, "try again later; what is pending stays pending")
        line = f"{settings.host} answered {status}{said}: {advice}"
        return BusyError(line, reason=f"status {status}", retry_after=retry_after)
    advice = _ADVICE.get(status, "check llm_base_url and llm_model")
    return BackendError(f"{settings.host} answered {status}{said}: {advice}", reason=f"status {status}")


def of_redirect(status: int, *, settings: Settings) -> BackendError:
    """Return the error for a server that sends us on: where text goes is for the user to say."""
    line = f"{settings.host} sends us to another address ({status}): set llm_base_url to the one that is meant"
    return BackendError(line, reason="redirect")


def of_length(settings: Settings, detail: str = "") -> BackendError:
    """Return the error for a prompt that is beyond the model's context."""
    said = f" ({told})" if (told := scrub(detail, settings.key)) else ""
    return BackendError(f"{settings.host} cannot read that much at once{said}: {_SHORTER}", reason="prompt too long")


def of_silence(settings: Settings, seconds: float) -> BusyError:
    """Return the error for a server that did not answer in time."""
    line = f"{settings.host or 'the language model'} gave no answer in {seconds:g} s: try again later, or raise"
    return BusyError(f"{line} llm_timeout_seconds or llm_patience_seconds", reason="timeout")


def of_connection(settings: Settings, detail: str = "") -> BusyError:
    """Return the error for a server that cannot be reached."""
    said = f" ({told})" if (told := scrub(detail, settings.key)) else ""
    line = f"{settings.host} cannot be reached{said}: is it running, and is llm_base_url right?"
    return BusyError(line, reason="no connection")


def of_certificate(settings: Settings) -> BackendError:
    """Return the error for a server whose certificate does not hold."""
    line = f"{settings.host} shows no certificate we trust: point SSL_CERT_FILE at your own, or correct llm_base_url"
    return BackendError(line, reason="certificate")


def of_nonsense(settings: Settings) -> BackendError:
    """Return the error for an answer that is not what the protocol has."""
    line = f"{settings.host} did not answer like the {settings.backend} API: check llm_base_url"
    return BackendError(line, reason="unknown protocol")


def scrub(text: str, key: Secret | None = None) -> str:
    """Return words of somebody else's as one short line without keys and without control characters."""
    hidden = key.reveal() if key else ""
    if hidden:
        text = text.replace(hidden, "…")
    line = re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", mask(text)).strip()
    return line if len(line) <= _DETAIL else line[: _DETAIL - 1] + "…"
