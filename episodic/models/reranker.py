"""A cross-encoder: how well a text answers a question. Knows nothing of pools, blends or ranks."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from episodic.models.files import ModelFiles, locate
from episodic.models.runtime import Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Reranker:
    """A cross-encoder, opened at its first pair. Arguments as for `Embedder`."""

    def __init__(self, files: ModelFiles, *, cache: Path, max_tokens: int = 256, workers: int = 2) -> None:
        self.files = files
        self._network = Network(files, cache=cache, max_tokens=max_tokens, workers=workers, planned=False)

    def scores(self, question: str, texts: Sequence[str], *, until: float | None = None) -> "NDArray[np.float32]":
        """Score each text against the question. Returns (len(texts),) float32 logits; higher answers better.

        Raises:
            TimeoutError: it was later than `until`, by `time.monotonic`, before the last text was begun.
        """
        import numpy as np

        def score(pair: Any) -> float:
            if until is not None and monotonic() > until:
                raise TimeoutError
            return float(self._network.run(pair)[0])

        pairs = self._network.encode([(question, text) for text in texts])
        return np.asarray(self._network.map(score, pairs), np.float32)

    def reads(self, text: str) -> float:
        """Return the share of a text that the model can read, as the embedder's does."""
        return self._network.reads(text)


def open_reranker(*, folder: Path | None, cache: Path, workers: int) -> Reranker:
    """Find the cross-encoder's files; the model itself opens at its first pair.

    Raises:
        ModelError: the files are missing or not the ones we know.
    """
    return Reranker(locate("reranker", folder=folder, cache=cache), cache=cache, workers=workers)
