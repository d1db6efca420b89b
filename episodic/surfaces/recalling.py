"""What `recall` does, for the command line, for a hook, and in the server that may answer both. Prints nothing."""

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from episodic.config import Config

if TYPE_CHECKING:
    from episodic.memory.store import Store
    from episodic.recall.hits import Hits


class Asked(NamedTuple):
    """A question as it was typed: times and the project are not understood yet, nothing is checked."""

    question: str
    k: int = 5
    after: str | None = None
    before: str | None = None
    kinds: Sequence[str] | None = None
    layers: Sequence[str] | None = None
    project: str | None = None
    subject: str | None = None
    as_of: str | None = None
    known_at: str | None = None
    history: bool = False
    fast: bool = False
    within: float | None = None
    everything: bool = False


class Answer(NamedTuple):
    """Hits; `hint` says which project may have been meant, `nothing` why there are no hits; else they are empty."""

    hits: "Hits"
    hint: str = ""
    nothing: str = ""


def recall(config: Config, user: str, asked: Asked) -> Answer:
    """Answer a question from a user's memory: by the server where one runs, else here, with the same result.

    Raises:
        InputError: a time, k, a kind or a layer is none, or the user id is blank.
        ConfigError: the zone is unknown.
        StoreError: the home cannot be opened.
    """
    from episodic.surfaces.warm import client

    return client.ask(config, user, asked) or recall_here(config, user, asked)


def recall_here(config: Config, user: str, asked: Asked) -> Answer:
    """Answer a question in this process; raises as `recall` does."""
    from episodic.consolidate.opening import get_store

    with closing(get_store(user=user, config=config)) as store:
        return answer(store, asked)


def answer(store: "Store", asked: Asked) -> Answer:
    """Answer a question from an open memory; raises as `recall` does."""
    from episodic.recall.focus import focused
    from episodic.recall.retrieve import retrieve
    from episodic.surfaces.typed import named_project, nothing, when

    bounds: dict[str, Any] = {
        "after": when(asked.after, store),
        "before": when(asked.before, store, end=True),
        "as_of": when(asked.as_of, store, last=True),
        "known_at": when(asked.known_at, store, last=True),
    }
    project, hint = named_project(asked.project, store)
    hits = retrieve(
        asked.question,
        store,
        k=asked.k,
        kinds=cast(Any, asked.kinds),
        layers=cast(Any, asked.layers),
        project=project,
        subject=asked.subject,
        history=asked.history,
        fast=asked.fast,
        within=asked.within,
        **bounds,
    )
    if not asked.everything:
        hits = focused(asked.question, hits, gap=store.config.told_gap)
    return Answer(hits, hint, "" if hits else nothing(store, hits.below))
