"""What `bench.py peers` compares with: how each is told the rows and asked, as its own documentation shows it.

None is a dependency, and all are imported where they are used. Knows nothing of what is measured.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bench_recall import DEPTH, Place, Ranking, Sessions, take_in

from episodic import Store, get_store, retrieve
from episodic.config import Config, load
from episodic.errors import ModelError
from episodic.memory.embeddings import Embeddings
from episodic.models.embedder import Embedder
from episodic.models.files import locate
from episodic.models.late import TokenEmbedder
from episodic.models.reranker import Reranker
from episodic.models.senses import Senses, senses

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSION: Final = 384  # of bge-small-en-v1.5

Ask = Callable[[str], Ranking]


class Row(NamedTuple):
    """A turn, or a piece of a long one: where it stands, and its text behind its speaker's name."""

    place: Place
    text: str


class Told(NamedTuple):
    """What everyone is told: ours by session, the others row by row."""

    sessions: Sessions
    rows: Sequence[Row]


class Meaning(Embedder):
    """The embedder all share; what it has learnt it need not embed again, so that no one's index time holds it."""

    def __init__(self, config: Config) -> None:
        files = locate("embedder", folder=config.models, cache=config.cache)
        super().__init__(files, cache=config.cache, workers=config.threads)
        self._known: dict[str, NDArray[np.float32]] = {}

    def learn(self, texts: Sequence[str]) -> float:
        """Embed texts and forget all others; returns the seconds it took."""
        start = perf_counter()
        vectors = super().documents(texts)
        self._known = dict(zip(texts, vectors, strict=True))
        return perf_counter() - start

    def documents(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return what was learnt, and embed the rest."""
        import numpy as np

        missing = [text for text in texts if text not in self._known]
        made = dict(zip(missing, super().documents(missing), strict=True))
        return np.stack([self._known[text] if text in self._known else made[text] for text in texts])


class Side:
    """One memory in one empty folder, and the ways it can be asked."""

    name = ""
    packages: tuple[str, ...] = ()  # on PyPI, without which it cannot be asked
    pip = ""  # what to install for them, as a shell takes it, where it is something else

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        self.folder = folder
        self.meaning = meaning

    @classmethod
    def lacks(cls) -> str | None:
        """Return what it takes to have it here, None where it is."""
        missing = [package for package in cls.packages if installed(package) is None]
        return f"pip install {cls.pip or ' '.join(cls.packages)}" if missing else None

    def tell(self, told: Told) -> None:
        """Take everything in; opening it before does not count."""
        raise NotImplementedError

    def ways(self) -> Mapping[str, Ask]:
        """Return the ways to ask, by name."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the folder."""


def installed(package: str) -> str | None:
    """Return the version of a package that is here, None where it is not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


# Ours -----------------------------------------------------------------------------------------------------------------


class Ours(Side):
    """Episodic through its public API: in full, without the cross-encoder, and by words alone."""

    name = "episodic"

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        super().__init__(folder, meaning)
        config = replace(load(), home=folder)
        shared = senses(folder=config.models, cache=config.cache, workers=config.threads)
        self._full = opened(config, Given(meaning, shared, reads=True))
        self._unread = opened(config, Given(meaning, shared, reads=False))

    def tell(self, told: Told) -> None:
        """Journal, index and store the vectors, and embed the tokens, which nobody else has a use for."""
        take_in(told.sessions, self._full)

    def ways(self) -> Mapping[str, Ask]:
        """Return the three ways."""
        return {
            "episodic": lambda question: cited(question, self._full),
            "episodic, no cross-encoder": lambda question: cited(question, self._unread),
            "episodic, fast": lambda question: cited(question, self._full, fast=True),
        }

    def close(self) -> None:
        """Close both stores; the database folds its log in."""
        self._unread.close()
        self._full.close()


class Given(Senses):
    """The shared embedder, the other models of a process, and the cross-encoder only where it is to read."""

    def __init__(self, embedder: Embedder, others: Senses, *, reads: bool) -> None:
        self._given = embedder
        self._others = others
        self._reads = reads

    def embedder(self) -> Embedder:
        """Return the shared embedder."""
        return self._given

    def late(self) -> TokenEmbedder | None:
        """Return the token embedder."""
        return self._others.late()

    def reranker(self) -> Reranker:
        """Return the cross-encoder, or do as if its files were missing."""
        if not self._reads:
            raise ModelError("left out of this measurement: ask the other store")
        return self._others.reranker()


def opened(config: Config, given: Senses) -> Store:
    """Open a store on other senses than its own."""
    store = get_store(config=config)
    store.senses = given
    store.embeddings = Embeddings(
        store.db, store.scope, store.vectors, household=store.household, config=config, senses=given
    )
    return store


def cited(question: str, store: Store, *, fast: bool = False) -> Ranking:
    """Ask by the public API."""
    return [set(hit.evidence) for hit in retrieve(question, store, k=DEPTH, fast=fast)]


# The others -----------------------------------------------------------------------------------------------------------


class Peer(Side):
    """A side that is told rows and answers with their numbers; its one way to be asked is its name."""

    rows: Sequence[Row] = ()

    def tell(self, told: Told) -> None:
        """Take all rows in."""
        self.rows = told.rows
        self.take([row.text for row in told.rows])

    def ways(self) -> Mapping[str, Ask]:
        """Return the one way."""
        return {self.name: lambda question: [{self.rows[number].place} for number in self.find(question)]}

    def take(self, texts: Sequence[str]) -> None:
        """Take texts in, numbered from 0."""
        raise NotImplementedError

    def find(self, question: str) -> Sequence[int]:
        """Return the numbers of the best DEPTH, best first."""
        raise NotImplementedError


class SqliteVec(Peer):
    """A vec0 table and nothing else: exact cosines, through the SQLite that comes with us."""

    name = "sqlite-vec"
    packages = ("sqlite-vec",)

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        import apsw
        import sqlite_vec

        super().__init__(folder, meaning)
        self._db = apsw.Connection(str(folder / "vectors.db"))
        self._db.enable_load_extension(True)
        self._db.load_extension(sqlite_vec.loadable_path())
        self._db.execute(
            f"create virtual table turns using vec0(vector float[{DIMENSION}] distance_metric=cosine, +text text)"
        )

    def take(self, texts: Sequence[str]) -> None:
        """Insert all in one transaction."""
        vectors = self.meaning.documents(texts)
        rows = ((n, vector.tobytes(), text) for n, (vector, text) in enumerate(zip(vectors, texts, strict=True)))
        with self._db:
            self._db.executemany("insert into turns (rowid, vector, text) values (?, ?, ?)", rows)

    def find(self, question: str) -> Sequence[int]:
        """Ask for the nearest."""
        found = self._db.execute(
            "select rowid from turns where vector match ? and k = ? order by distance",
            (self.meaning.query(question).tobytes(), DEPTH),
        )
        return [int(row[0]) for row in found]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class Bm25s(Peer):
    """The stemmer and stopwords of its README's first example."""

    name = "bm25s"
    packages = ("bm25s", "PyStemmer")
    pip = "'bm25s[core]'"

    def take(self, texts: Sequence[str]) -> None:
        """Tokenize, index and save."""
        import bm25s
        import Stemmer

        self._stemmer = Stemmer.Stemmer("english")
        self._index = bm25s.BM25()
        self._index.index(self._tokens(list(texts)), show_progress=False)
        self._index.save(str(self.folder), corpus=list(texts), show_progress=False)

    def find(self, question: str) -> Sequence[int]:
        """Ask for the best."""
        most = min(DEPTH, len(self.rows))
        found, _ = self._index.retrieve(self._tokens(question), k=most, show_progress=False)
        return [int(number) for number in found[0]]

    def _tokens(self, texts: list[str] | str) -> Any:
        import bm25s

        return bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False)


class Chroma(Peer):
    """A collection on disk with our vectors, by cosine; its index as it comes, which is approximate."""

    name = "chroma"
    packages = ("chromadb",)

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        import chromadb

        super().__init__(folder, meaning)
        settings = chromadb.config.Settings(anonymized_telemetry=False)
        self._client = chromadb.PersistentClient(path=str(folder), settings=settings)
        self._turns = self._client.create_collection(
            "turns", embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )

    def take(self, texts: Sequence[str]) -> None:
        """Add all at once."""
        numbers = [str(number) for number in range(len(texts))]
        self._turns.add(ids=numbers, embeddings=self.meaning.documents(texts), documents=list(texts))

    def find(self, question: str) -> Sequence[int]:
        """Ask for the nearest, their ids alone."""
        most = min(DEPTH, len(self.rows))
        found = self._turns.query(query_embeddings=[self.meaning.query(question)], n_results=most, include=[])
        return [int(number) for number in found["ids"][0]]

    def close(self) -> None:
        """Stop it; it shares one system a folder."""
        self._client.close()


class Lance(Peer):
    """A table of our vectors, searched without an index, as is advised below 100,000 rows."""

    name = "lancedb"
    packages = ("lancedb",)

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        import lancedb

        super().__init__(folder, meaning)
        self._db = lancedb.connect(str(folder))

    def take(self, texts: Sequence[str]) -> None:
        """Make the table of all rows."""
        vectors = self.meaning.documents(texts)
        rows = zip(vectors, texts, strict=True)
        self._turns = self._db.create_table(
            "turns", data=[{"row": n, "vector": vector, "text": text} for n, (vector, text) in enumerate(rows)]
        )

    def find(self, question: str) -> Sequence[int]:
        """Ask for the nearest."""
        return self._numbers(self._turns.search(self.meaning.query(question)).distance_type("cosine"))

    def _numbers(self, query: Any) -> Sequence[int]:
        found: list[int] = query.limit(DEPTH).select(["row"]).to_arrow()["row"].to_pylist()
        return found


class LanceHybrid(Lance):
    """The same with a full-text index, both joined by its default reranker, reciprocal rank fusion."""

    name = "lancedb, hybrid"

    def take(self, texts: Sequence[str]) -> None:
        """Index the words too."""
        from lancedb.index import FTS

        super().take(texts)
        self._turns.create_index("text", config=FTS())

    def find(self, question: str) -> Sequence[int]:
        """Ask by both."""
        query = self._turns.search(query_type="hybrid").vector(self.meaning.query(question)).text(question)
        return self._numbers(query.distance_type("cosine"))


class Mem0(Peer):
    """Its store without inference: no language model is asked. Its local vector store, in a folder.

    The half of its search that goes by words needs spaCy's and Qdrant's models, which come from elsewhere than PyPI.
    """

    name = "mem0, infer=False"
    packages = ("mem0ai",)

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        from mem0 import Memory

        super().__init__(folder, meaning)
        store = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": DIMENSION}
        unused = {"api_key": "none"}  # its defaults want a key when they are made; neither is ever asked
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "openai", "config": unused},
                "llm": {"provider": "openai", "config": unused},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = mem0_embedder(meaning)
        self._numbers: dict[str, int] = {}

    def take(self, texts: Sequence[str]) -> None:
        """Add all as one conversation."""
        messages = [{"role": "user", "content": text} for text in texts]
        added = self._memory.add(messages, user_id="bench", infer=False)["results"]
        self._numbers = {one["id"]: number for number, one in enumerate(added)}

    def find(self, question: str) -> Sequence[int]:
        """Search without its floor, as everyone is asked for as many."""
        found = self._memory.search(question, top_k=DEPTH, threshold=0.0, filters={"user_id": "bench"})
        return [self._numbers[one["id"]] for one in found["results"]]

    def close(self) -> None:
        """Close its files."""
        self._memory.vector_store.client.close()
        self._memory.close()


def mem0_embedder(meaning: Meaning) -> Any:
    """Return the shared embedder as mem0 calls one."""
    from mem0.embeddings.base import EmbeddingBase

    class Shared(EmbeddingBase):  # type: ignore[misc]
        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            vector = meaning.query(text) if memory_action == "search" else meaning.documents([text])[0]
            values: list[float] = vector.tolist()
            return values

    return Shared()


class LangGraph(Peer):
    """Its store in memory, with an index over the text."""

    name = "langgraph, in memory"
    packages = ("langgraph",)

    def __init__(self, folder: Path, meaning: Meaning) -> None:
        super().__init__(folder, meaning)
        self._store = self._opened({"dims": DIMENSION, "embed": langchain_embedder(meaning)})

    def take(self, texts: Sequence[str]) -> None:
        """Put one by one, as its documentation has it; the field is named here, as its stores differ in how else."""
        for number, text in enumerate(texts):
            self._store.put(("turns",), str(number), {"text": text}, index=["text"])

    def find(self, question: str) -> Sequence[int]:
        """Search its one namespace."""
        return [int(one.key) for one in self._store.search(("turns",), query=question, limit=DEPTH)]

    def _opened(self, index: Mapping[str, Any]) -> Any:
        from langgraph.store.memory import InMemoryStore

        return InMemoryStore(index=index)


class LangGraphSqlite(LangGraph):
    """Its store in SQLite, which it opens by Python's own module; it embeds questions as it embeds documents."""

    name = "langgraph, sqlite"
    packages = ("langgraph-checkpoint-sqlite",)

    @classmethod
    def lacks(cls) -> str | None:
        """Return what it takes to have it here: also a Python that was built for it."""
        import sqlite3

        loads = hasattr(sqlite3.Connection, "enable_load_extension")
        return super().lacks() or (None if loads else "a Python whose sqlite3 loads extensions, such as Debian's")

    def close(self) -> None:
        """Close the file."""
        self._store.conn.close()

    def _opened(self, index: Mapping[str, Any]) -> Any:
        import sqlite3

        from langgraph.store.sqlite import SqliteStore

        connection = sqlite3.connect(self.folder / "store.db", check_same_thread=False, isolation_level=None)
        store = SqliteStore(connection, index=index)
        with own_vec0(self.folder):
            store.setup()
        return store


@contextmanager
def own_vec0(folder: Path) -> Iterator[None]:
    """Have sqlite-vec loaded from a copy that is bound to itself, as Python's SQLite is not ours.

    Its library keeps one SQLite to call, in a variable that all its copies in a process share unless they are told not
    to; the second SQLite to load it would get the calls of the first, which ends the process.
    """
    import ctypes

    import sqlite_vec

    shared = Path(sqlite_vec.loadable_path())
    library = next(shared.parent.glob(f"{shared.name}.*"))
    copy = folder.with_name(f"{folder.name}-{library.name}")
    shutil.copyfile(library, copy)
    ctypes.CDLL(str(copy), mode=getattr(os, "RTLD_DEEPBIND", 0))  # glibc's; elsewhere a copy shares nothing anyway
    kept = sqlite_vec.loadable_path
    sqlite_vec.loadable_path = lambda: str(copy)
    try:
        yield
    finally:
        sqlite_vec.loadable_path = kept


def langchain_embedder(meaning: Meaning) -> Any:
    """Return the shared embedder as LangChain calls one."""
    from langchain_core.embeddings import Embeddings as Base

    class Shared(Base):  # type: ignore[misc]
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            vectors: list[list[float]] = meaning.documents(texts).tolist()
            return vectors

        def embed_query(self, text: str) -> list[float]:
            vector: list[float] = meaning.query(text).tolist()
            return vector

    return Shared()


SIDES: Final[Sequence[type[Side]]] = (
    Ours,
    SqliteVec,
    Bm25s,
    Chroma,
    Lance,
    LanceHybrid,
    Mem0,
    LangGraph,
    LangGraphSqlite,
)
