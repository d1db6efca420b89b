"""Marks an environment while somebody else's backend is asked. Knows neither the backend nor the hooks that look."""

from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from threading import Lock

from episodic.config import IN_BACKEND

_asking: Counter[int] = Counter()  # by the environment's identity
_lock = Lock()


@contextmanager
def guarded(environ: MutableMapping[str, str] | None) -> Iterator[None]:
    """Keep `EPISODIC_IN_BACKEND` set until the last of those who ask at the same time has its answer.

    An agent that the backend starts inherits it, and its hooks, seeing it, do nothing: else it would feed on itself.
    """
    if environ is None:
        yield
        return
    _enter(environ)
    try:
        yield
    finally:
        _leave(environ)


def _enter(environ: MutableMapping[str, str]) -> None:
    with _lock:
        if _asking[id(environ)] or IN_BACKEND not in environ:  # where an agent above us marked it, it stays marked
            _asking[id(environ)] += 1
            environ[IN_BACKEND] = "1"


def _leave(environ: MutableMapping[str, str]) -> None:
    with _lock:
        if _asking[id(environ)]:
            _asking[id(environ)] -= 1
            if not _asking[id(environ)]:
                del _asking[id(environ)]
                environ.pop(IN_BACKEND, None)
