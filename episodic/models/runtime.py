"""Opens an ONNX graph and its tokenizer the fast way and runs one text at a time.

Knows nothing of what the numbers mean. Dynamic int8 scales over the whole batch, so that a text's output would depend
on its neighbours; one text a run, on two one-thread workers, is both exact and the fastest found on two cores
(30 pairs of 55 tokens: 179 ms, against 245 ms in one batch on two threads).
"""

import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from episodic.config import environment
from episodic.errors import ModelError
from episodic.models.files import ModelFiles

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WORTH_SHARING: Final = 4  # sequences; fewer are done before a second thread has started
_UNKNOWN: Final = frozenset({"[UNK]", "<unk>"})
_LETTERS: Final = 1.5  # a token from which a word is read; languages a model never saw come out letter by letter
_EVERYDAY: Final = "吗呢您哪谁怎虽吧"  # in the vocabulary of every model that reads Chinese, and of no English one
_LONGEST: Final = 100  # characters of a word; WordPiece takes a longer one for unknown
_SAMPLE: Final = 2_000  # characters that tell which language a text is in
_STYLED: Final = re.compile(r"[\U0001d400-\U0001d7ff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+")  # one for one in NFKC
_EXTERNAL_FROM: Final = "1024"  # bytes; smaller tensors stay in the graph file, larger ones are memory-mapped


class Network:
    """A model that takes one sequence a run; opened at its first use.

    Args:
        files: which model.
        cache: folder for the optimised graph.
        max_tokens: longer texts are cut.
        workers: sequences at the same time, one thread each.
        planned: keep a plan of the memory for every length seen. Lengths that come again are a few per cent faster;
            a cross-encoder's, each of a pair, are as fast without, and it grows by 15 MB in 50 questions with it.
    """

    def __init__(self, files: ModelFiles, *, cache: Path, max_tokens: int, workers: int, planned: bool = True) -> None:
        self._files = files
        self._cache = cache
        self._max_tokens = max_tokens
        self._workers = max(1, workers)
        self._planned = planned
        self._lock = Lock()
        self._opened: _Opened | None = None
        self._whole: Any = None

    def encode(self, texts: Sequence[Any]) -> list[Any]:
        """Turn texts, or pairs of texts, into tokens, cut to the model's length."""
        plain = [legible(text) if isinstance(text, str) else tuple(map(legible, text)) for text in texts]
        encodings: list[Any] = self._ready().tokenizer.encode_batch(plain)
        return encodings

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text stands in it, of all of it, in characters."""
        found: list[tuple[int, int]] = self._uncut().encode(legible(text), add_special_tokens=False).offsets
        return found

    def reads(self, text: str) -> float:
        """Return the share of a text's tokens, 0 to 1, that stand for more than an unknown word or a single letter."""
        text = legible(text[:_SAMPLE])
        if text.isascii() and max(map(len, text.split()), default=0) <= _LONGEST:
            return 1.0  # every model has these letters; saves 8 ms a question
        if not any(map(str.isalnum, text)):
            return 0.0  # one emoji is as unknown as another, and so the same to a model
        opened = self._ready()
        encoding = self._uncut().encode(text, add_special_tokens=False)
        words: dict[int, list[int]] = {}
        for place, word in enumerate(encoding.word_ids):
            if word is not None:
                words.setdefault(word, []).append(place)
        read = counted = 0
        for pieces in words.values():
            written = [text[slice(*encoding.offsets[piece])] for piece in pieces]
            letters = sum(map(str.isalpha, "".join(written)))
            if not letters:
                continue
            counted += len(pieces)
            known = not any(encoding.tokens[piece] in _UNKNOWN for piece in pieces)
            whole = opened.spells or letters >= _LETTERS * len(pieces) or "".join(written).isascii()
            read += len(pieces) * (known and whole)
        return read / counted if counted else 1.0

    def run(self, encoding: Any) -> "NDArray[np.float32]":
        """Run one sequence; returns the graph's first output with its batch axis removed."""
        import numpy as np

        opened = self._ready()
        columns = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        feed = {name: np.asarray([ids], np.int64) for name, ids in columns.items() if name in opened.inputs}
        sequence: NDArray[np.float32] = opened.session.run(None, feed)[0][0]
        return sequence

    def map(self, function: Callable[[Any], Any], encodings: Sequence[Any]) -> list[Any]:
        """Apply `function` to each encoding, in order, on the workers."""
        self._ready()
        if self._workers == 1 or len(encodings) < _WORTH_SHARING:
            return [function(encoding) for encoding in encodings]
        with ThreadPoolExecutor(self._workers) as pool:
            return list(pool.map(function, encodings))

    def _ready(self) -> "_Opened":
        with self._lock:
            if self._opened is None:
                self._opened = _read(self._files, self._cache, self._max_tokens, planned=self._planned)
            return self._opened

    def _uncut(self) -> Any:
        """Return a tokenizer that cuts nothing; most questions need none, and it takes 7 MB and 15 ms a model."""
        cut = self._ready().tokenizer
        with self._lock:
            if self._whole is None:
                self._whole = deepcopy(cut)
                self._whole.no_truncation()
            return self._whole


def legible(text: str) -> str:
    """Return a text with mathematical and full-width letters as plain ones, each in its place: no model reads them."""
    return _STYLED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)


class _Opened(NamedTuple):
    """A graph and its tokenizer, which cuts to the model's length.

    `spells` is whether single letters are words to it, as they are in Chinese.
    """

    session: Any
    inputs: frozenset[str]
    tokenizer: Any
    spells: bool


def _read(files: ModelFiles, cache: Path, max_tokens: int, *, planned: bool) -> _Opened:
    """Open both files.

    Raises:
        ModelError: one of them cannot be opened.
    """
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(files.tokenizer))
        graph = _optimised(files, cache)
        session = _open(graph, optimise=graph == files.graph, planned=planned)
    except Exception as error:  # both libraries raise bare exceptions of their own
        raise ModelError(f"{files.graph} cannot be opened ({error}): install it again") from error
    tokenizer.no_padding()  # baked into tokenizer.json: pads every pair to 512 tokens, 28 times slower
    tokenizer.enable_truncation(max_tokens)
    spells = all(tokenizer.token_to_id(letter) is not None for letter in _EVERYDAY)
    return _Opened(session, frozenset(node.name for node in session.get_inputs()), tokenizer, spells)


def _open(graph: Path, *, optimise: bool, planned: bool = True, save_to: Path | None = None) -> Any:
    ort = _onnxruntime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = planned
    options.log_severity_level = 3
    levels = ort.GraphOptimizationLevel  # one level wherever it is done: the graph as shipped gives other last digits
    options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED if optimise else levels.ORT_DISABLE_ALL
    if save_to is not None:
        options.optimized_model_filepath = str(save_to)
        options.add_session_config_entry("session.optimized_model_external_initializers_file_name", "model.data")
        options.add_session_config_entry(
            "session.optimized_model_external_initializers_min_size_in_bytes", _EXTERNAL_FROM
        )
    return ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _onnxruntime() -> Any:
    """Import the runtime with its telemetry switched off, whatever its owner does not say otherwise.

    From 1.32 at the latest its import keeps a device id and events in ~/.cache/Microsoft, and a thread of it sends them
    to mobile.events.data.microsoft.com; it reads the environment for this alone, and only while it is imported.
    """
    environment().setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    return onnxruntime


def _optimised(files: ModelFiles, cache: Path) -> Path:
    """Return the graph as optimised once for this machine and runtime; opens four times faster than as shipped."""
    ort = _onnxruntime()
    folder = cache / "graphs" / f"{files.role}-{files.graph_sha256[:16]}-ort{ort.__version__}"
    graph = folder / "model.onnx"
    if graph.is_file():
        return graph
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(prefix=".building-", dir=folder.parent))
    except OSError:
        return files.graph  # nowhere to write: to be optimised at every start
    try:
        _open(files.graph, optimise=True, save_to=building / "model.onnx")
        os.rename(building, folder)  # noqa: PTH104 - atomic; fails if another process was first, which is as good
    except Exception:  # noqa: BLE001 - onnxruntime raises errors of its own where the disk is full
        shutil.rmtree(building, ignore_errors=True)
    return graph if graph.is_file() else files.graph
