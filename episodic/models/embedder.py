"""Text to unit vectors. Knows nothing of where vectors are kept or compared."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from episodic.models.files import ModelFiles, locate
from episodic.models.runtime import Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder:
    """A sentence embedder, opened at its first text.

    Args:
        files: which model (see `open_embedder`).
        cache: folder for the optimised graph.
        max_tokens: longer texts are cut; passages are made to fit.
        workers: texts embedded at the same time, one thread each.
    """

    def __init__(self, files: ModelFiles, *, cache: Path, max_tokens: int = 256, workers: int = 2) -> None:
        self.files = files
        self._network = Network(files, cache=cache, max_tokens=max_tokens, workers=workers)

    def documents(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Embed texts as they are stored. Returns (len(texts), dimension) float32, rows of length 1."""
        return self._embed(texts)

    def query(self, text: str) -> "NDArray[np.float32]":
        """Embed a question, with the model's own query prefix. Returns (dimension,) float32 of length 1."""
        vector: NDArray[np.float32] = self._embed([self.files.query_prefix + text])[0]
        return vector

    def reads(self, text: str) -> float:
        """Return the share of a text's tokens that stand for more than an unknown word or a letter, 0 to 1."""
        return self._network.reads(text)

    def spans(self, text: str, *, tokens: int) -> Iterator[tuple[int, int]]:
        """Cut a text into pieces of at most `tokens` tokens; yields (start, end) in characters, end exclusive."""
        if len(text) <= tokens:  # a token has at least one character
            yield 0, len(text)
            return
        offsets = self._network.offsets(text)
        starts = [0, *(offsets[i][0] for i in range(tokens, len(offsets), tokens))]
        yield from zip(starts, [*starts[1:], len(text)], strict=True)

    def _embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        import numpy as np

        rows = self._network.map(self._vector, self._network.encode(texts))
        return np.stack(rows) if rows else np.zeros((0, 0), np.float32)

    def _vector(self, encoding: Any) -> "NDArray[np.float32]":
        import numpy as np

        states = self._network.run(encoding)
        pooled = states[0] if self.files.pooling == "cls" else states.mean(axis=0)
        unit: NDArray[np.float32] = (pooled / max(float(np.linalg.norm(pooled)), 1e-12)).astype(np.float32)
        return unit


def open_embedder(*, folder: Path | None, cache: Path, workers: int) -> Embedder:
    """Find the embedder's files; the model itself opens at its first text.

    Raises:
        ModelError: the files are missing or not the ones we know.
    """
    return Embedder(locate("embedder", folder=folder, cache=cache), cache=cache, workers=workers)
