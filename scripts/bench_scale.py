"""How recall does as a memory grows: stores of any size, each stage of a question timed, beside bare tables."""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Final

import apsw
import scale_store
from made_up import Talker

from episodic import Store, get_store, retrieve
from episodic.language.tokens import asked_words
from episodic.memory.lexical import LexicalIndex
from episodic.memory.memories import Memories
from episodic.memory.vectors import VectorIndex
from episodic.models.embedder import Embedder
from episodic.models.reranker import Reranker
from episodic.recall import candidates

SIZES: Final = "1000,10000,100000"
QUESTIONS: Final = 40
WARM: Final = 8  # questions before the clock starts
WAITED: Final = "waited"  # of the asking thread's own time in the cross-encoder
READER: Final = "the cross-encoder, by the clock"
STAGES: Final[Mapping[str, tuple[Any, str]]] = {
    "search by words": (LexicalIndex, "search"),
    "embedding the question": (Embedder, "query"),
    "search by meaning": (VectorIndex, "search"),
    "surroundings": (candidates, "_surroundings"),
    "reading the items": (Memories, "items"),
    READER: (Reranker, "scores"),
}
BARE_DEPTH, BARE_FACTOR = 100, 8  # as recall has them

Times = dict[str, float]


def scale(arguments: argparse.Namespace) -> dict[str, Any]:
    """Build a store of each size, unless it is there already, and ask it; each in a process of its own."""
    table: dict[str, dict[str, Any]] = {}
    for size in map(int, (arguments.items or SIZES).split(",")):
        with tempfile.TemporaryDirectory() as temporary:
            folder = arguments.data / str(size) if arguments.data else Path(temporary)
            built = folder / "built.json"
            if not built.exists():
                built.write_text(json.dumps(_apart("build", folder, size)), "utf-8")
            table[f"{size:,}"] = json.loads(built.read_text("utf-8")) | _apart("ask", folder)
    show(table, arguments)
    return table


def ask(folder: Path) -> dict[str, Any]:
    """Time the stages of questions, and the same questions put to the bare tables right after each."""
    store = get_store(folder / scale_store.HOME, clock=scale_store.NOW)
    bare = scale_store.open_bare(folder)
    talker, laps = Talker(seed=1), _stopwatch()
    for _ in range(WARM):
        retrieve(talker.question(), store)
    found = defaultdict[str, list[float]](list)
    for _ in range(QUESTIONS):
        question = talker.question()
        times = _ours(question, store, laps) | _bare(question, store, bare)
        for name, seconds in times.items():
            found[name].append(seconds)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {name: _spread(values) for name, values in found.items()} | {"memory": f"{memory / 1e6:.0f} MB"}


def _ours(question: str, store: Store, laps: Times) -> Times:
    """Time a question's stages: of the thread that asks, as that is what a busy machine leaves alone."""
    laps.clear()
    start = time.thread_time()
    retrieve(question, store)
    total = time.thread_time() - start - laps.pop(WAITED, 0.0)
    times = {stage: laps[stage] for stage in STAGES}
    reader = times.pop(READER)
    return {**times, "anything else": total - sum(times.values()), "all but the cross-encoder": total, READER: reader}


def _bare(question: str, store: Store, bare: apsw.Connection) -> Times:
    """Time the least anybody would do: FTS5 by its rank, vec0 by its bits, and exact cosines of what that finds."""
    embedder = store.embeddings.embedder()
    assert embedder is not None
    vector = embedder.query(question).tobytes()
    query = " OR ".join(f'"{term}"' for term in asked_words(question))
    start = time.thread_time()
    bare.execute(_BARE_WORDS, {"query": query, "depth": BARE_DEPTH}).fetchall()
    middle = time.thread_time()
    bare.execute(_BARE_MEANING, {"vector": vector, "depth": BARE_DEPTH, "k": BARE_DEPTH * BARE_FACTOR}).fetchall()
    end = time.thread_time()
    return {"bare FTS5": middle - start, "bare vec0": end - middle, "both bare": end - start}


_BARE_WORDS: Final = "select rowid, rank from words where words match :query order by rank limit :depth"
_BARE_MEANING: Final = """
with near as (select rowid from scan where bits match vec_quantize_binary(:vector) and k = :k)
select id, vec_distance_cosine(vector, :vector) from near join exact on id = near.rowid order by 2 limit :depth
"""


def _stopwatch() -> Times:
    """Have each stage add up the seconds it takes, in what is returned."""
    laps: Times = defaultdict(float)
    for stage, (owner, name) in STAGES.items():
        setattr(owner, name, _timed(getattr(owner, name), stage, laps))
    return laps


def _timed(function: Callable[..., Any], stage: str, laps: Times) -> Callable[..., Any]:
    @wraps(function)
    def timed(*arguments: Any, **named: Any) -> Any:
        clock, start = time.perf_counter(), time.thread_time()
        try:
            return function(*arguments, **named)
        finally:
            spent = time.thread_time() - start
            laps[stage] += time.perf_counter() - clock if stage == READER else spent
            laps[WAITED] += spent if stage == READER else 0.0

    return timed


def _spread(seconds: Sequence[float]) -> str:
    """Write the median and the 95th percentile in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20)
    return f"{statistics.median(seconds) * 1000:.1f} ({cuts[-1] * 1000:.1f})"


def _apart(what: str, *arguments: Path | int) -> dict[str, Any]:
    """Run a part in a fresh process and return what it found."""
    command = [sys.executable, __file__, what, *map(str, arguments)]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def show(table: Mapping[str, Mapping[str, Any]], arguments: argparse.Namespace) -> None:
    """Print a row for each figure and a column for each size, unless JSON was asked for."""
    if arguments.json:
        return
    print(f"Recall by size: milliseconds of the asking thread, median (95th percentile) of {QUESTIONS} questions\n")
    print(f"| items | {' | '.join(table)} |\n|---|{'--:|' * len(table)}")
    for name in next(iter(table.values())):
        print(f"| {name} | {' | '.join(str(column[name]) for column in table.values())} |")


if __name__ == "__main__":
    _folder = Path(sys.argv[2])
    print(json.dumps(scale_store.build(_folder, int(sys.argv[3])) if sys.argv[1] == "build" else ask(_folder)))
