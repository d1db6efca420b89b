"""The models of a process, each opened at first use and then shared by all its stores. Knows no texts."""

from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from episodic.errors import ModelError

if TYPE_CHECKING:
    from episodic.models.embedder import Embedder
    from episodic.models.late import TokenEmbedder
    from episodic.models.reranker import Reranker


class Senses:
    """An embedder, a token embedder and a cross-encoder from one place.

    Args:
        folder: a folder of the user's own with embedder/ and reranker/, late/ too or not; None: what was installed.
        cache: where optimised graphs are kept.
        workers: texts at a time.
    """

    def __init__(self, *, folder: Path | None, cache: Path, workers: int) -> None:
        self._folder = folder
        self._cache = cache
        self._workers = workers
        self._lock = Lock()
        self._embedder: Embedder | None = None
        self._late: TokenEmbedder | None = None
        self._reranker: Reranker | None = None

    def embedder(self) -> "Embedder":
        """Return the embedder.

        Raises:
            ModelError: its files are missing or not the ones we know.
        """
        from episodic.models.embedder import open_embedder

        with self._lock:
            if self._embedder is None:
                self._embedder = open_embedder(folder=self._folder, cache=self._cache, workers=self._workers)
            return self._embedder

    def late(self) -> "TokenEmbedder | None":
        """Return the token embedder; None where the user's own models have none; raises as `embedder` does."""
        from episodic.models.late import open_token_embedder

        if self._folder is not None and not (self._folder / "late").exists():
            return None
        with self._lock:
            if self._late is None:
                self._late = open_token_embedder(folder=self._folder, cache=self._cache, workers=self._workers)
            return self._late

    def reranker(self) -> "Reranker":
        """Return the cross-encoder; raises as `embedder` does."""
        from episodic.models.reranker import open_reranker

        with self._lock:
            if self._reranker is None:
                self._reranker = open_reranker(folder=self._folder, cache=self._cache, workers=self._workers)
            return self._reranker

    def warm_up(self) -> None:
        """Open all models now rather than at their first use; raises as `embedder` does."""
        self.embedder().query("warm")
        if late := self.late():
            late.query("warm")
        self.reranker().scores("warm", ["warm"])

    def are_current(self) -> bool:
        """Tell whether the models held are those that would be opened now; files may have been replaced since."""
        from episodic.models.files import locate

        held = [model.files for model in (self._embedder, self._late, self._reranker) if model is not None]
        try:
            return all(files == locate(files.role, folder=self._folder, cache=self._cache) for files in held)
        except ModelError:
            return False


@lru_cache(maxsize=4)
def senses(*, folder: Path | None, cache: Path, workers: int) -> Senses:
    """Return the process's senses for these settings; a hundred users' stores share one set of models."""
    return Senses(folder=folder, cache=cache, workers=workers)
