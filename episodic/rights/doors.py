"""The public ways in and out of a memory, which open the default one where none is given. Knows nothing of either."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

from episodic.capture import buffer
from episodic.memory.store import Store
from episodic.recall import inject
from episodic.rights.opening import get_store


class SessionBuffer(buffer.SessionBuffer):
    """One session of one user.

    Args:
        session_id: the session's name; any text that is not blank.
        store: whose memory; None opens the one that `get_store()` does.
        project: what the session belongs to; None: nothing in particular.
        source: where its turns come from, for `show`.

    Raises:
        InputError: the session id is blank, or no valid Unicode.
    """

    def __init__(
        self, session_id: str, *, store: Store | None = None, project: str | None = None, source: str | None = None
    ) -> None:
        buffer.checked(session_id)
        super().__init__(session_id, store=store or get_store(), project=project, source=source)


class EpisodicInjector(inject.EpisodicInjector):
    """What one session of an agent is told from a memory; see `recall/inject.py` for the rest.

    Args:
        store: whose memory; None opens the one that `get_store()` does.
        session: the agent's session; None is a new one.
        project: what the session is about; told is what belongs to it or to none. None: everything.
        now: the time, or what tells it; None: the store's clock.
        more: `fast` and `within`.

    Raises:
        InputError: the session is blank, or no valid Unicode.
    """

    def __init__(
        self,
        store: Store | None = None,
        session: str | None = None,
        project: str | None = None,
        now: datetime | Callable[[], datetime] | None = None,
        **more: Any,
    ) -> None:
        session = uuid4().hex if session is None else buffer.checked(session)
        super().__init__(store or get_store(), session, project, now, **more)
