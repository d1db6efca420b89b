"""Text to one vector a token, for late interaction. Knows nothing of where they are kept or how they are compared.

The graph is ColBERT's without its last projection: what it gives are hidden states, and comparing those is as good
(on LoCoMo, alone and with the turns around: MRR .598). Turned at random and kept as one bit a dimension, a token takes
48 bytes for 1,536 and MRR is .592.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from episodic.models.files import ModelFiles, locate
from episodic.models.runtime import Network

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TokenEmbedder:
    """A model that gives each token of a text a vector of its own. Arguments as for `Embedder`."""

    def __init__(self, files: ModelFiles, *, cache: Path, max_tokens: int = 256, workers: int = 2) -> None:
        self.files = files
        self._network = Network(files, cache=cache, max_tokens=max_tokens, workers=workers)

    def documents(self, texts: Sequence[str]) -> "list[NDArray[np.uint8]]":
        """Return each text's tokens as bits, (tokens, dimension / 8) uint8: the signs of the turned vectors."""
        import numpy as np

        def bits(encoding: Any) -> "NDArray[np.uint8]":
            return np.packbits(turned(self._network.run(encoding)) > 0, axis=1)

        return self._network.map(bits, self._network.encode(texts))

    def query(self, text: str) -> "NDArray[np.float32]":
        """Return a question's tokens, (tokens, dimension) float32 of length 1, turned alike; no punctuation."""
        import numpy as np

        (encoding,) = self._network.encode([text])
        said = [any(letter.isalnum() for letter in token) for token in encoding.tokens]  # [CLS] and [SEP] too
        vectors = turned(self._network.run(encoding)[said])
        unit: NDArray[np.float32] = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return unit


def open_token_embedder(*, folder: Path | None, cache: Path, workers: int) -> TokenEmbedder:
    """Find the model's files; the model itself opens at its first text.

    Raises:
        ModelError: the files are missing or not the ones we know.
    """
    return TokenEmbedder(locate("late", folder=folder, cache=cache), cache=cache, workers=workers)


def turned(vectors: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Turn vectors (n, dimension) at random, the same way each time, keeping all angles.

    Spreads what they have over all dimensions, so that a sign a dimension keeps the angles: random signs, a Hadamard
    transform of blocks, and that once more with the dimensions shuffled between (Ailon and Chazelle, STOC 2006).
    """
    first, shuffled, second, hadamard = _turn(vectors.shape[1])
    blocks = (len(vectors), -1, len(hadamard))
    once = ((vectors * first).reshape(blocks) @ hadamard).reshape(vectors.shape)
    twice: NDArray[np.float32] = ((once[:, shuffled] * second).reshape(blocks) @ hadamard).reshape(vectors.shape)
    return twice


@lru_cache(maxsize=4)
def _turn(dimension: int) -> tuple[Any, Any, Any, Any]:
    """Return both rounds' signs, the shuffle between them, and the transform of one block, a power of two."""
    import numpy as np

    dice = random.Random(0)  # noqa: S311 - no secret, and the same in every version of Python
    first = np.asarray([dice.choice((-1, 1)) for _ in range(dimension)], np.float32)
    shuffled = list(range(dimension))
    dice.shuffle(shuffled)
    second = np.asarray([dice.choice((-1, 1)) for _ in range(dimension)], np.float32)
    hadamard = np.ones((1, 1), np.float32)
    while dimension % (2 * len(hadamard)) == 0:
        hadamard = np.block([[hadamard, hadamard], [hadamard, -hadamard]])
    return first, shuffled, second, hadamard / np.float32(len(hadamard) ** 0.5)
