"""How far every vector of a scope is from a question, by one bit a dimension. Knows no texts and no exact vectors.

Reads what vec0 keeps, as sqlite-vec's ARCHITECTURE.md describes it: rows in chunks, and of each chunk a bitmap of the
rows in use, their ids, their vectors, and one list a metadata column. vec0 answers the same itself, but goes through
each chunk as often as rows are wanted: 155 ms for the nearest 800 of 100,000, which takes 10 ms here.
"""

from itertools import islice
from typing import TYPE_CHECKING, Final

from episodic.memory.db import Database

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CHUNKS: Final = 64  # looked at together, 4 MB; one by one, numpy's overhead is as long as its work


def name_of(profile: int, *, sentences: bool = False) -> str:
    """Return the name of the scan of an embedder's vectors, or of that of its sentences."""
    return f"scan_{profile}_sentences" if sentences else f"scan_{profile}"


def create(db: Database, profile: int, *, dimension: int) -> None:
    """Create both scans of one embedder's vectors where they are missing, as the second is in older files."""
    columns = f"bits bit[{dimension}], scope integer, live integer"
    for sentences in (False, True):
        db.run(f"create virtual table if not exists {name_of(profile, sentences=sentences)} using vec0({columns})")


def names(db: Database, profile: int) -> list[str]:
    """Return the names of the scans that there are of one embedder's vectors."""
    both = [name_of(profile), name_of(profile, sentences=True)]
    return [name for name in both if db.value("select 1 from sqlite_master where name = ?", (name,))]


def nearest(
    db: Database, scan: str, vector: "NDArray[np.float32]", *, scope: int, retired_too: bool
) -> "NDArray[np.int64]":
    """Return the passages of a scope in a scan, the nearest by Hamming distance first."""
    import numpy as np

    bits = bits_of(vector)
    word = np.dtype("<u8" if len(bits) % 8 == 0 else "u1")
    asked = np.frombuffer(bits, word)
    passages, distances = [np.empty(0, np.int64)], [np.empty(0, np.uint16)]
    # The plus takes the integer's affinity away, which would keep the planner off the index of an untyped column.
    rows = db.each(
        "select c.validity, s.data, l.data, c.rowids, v.vectors"
        f" from {scan}_chunks c cross join {scan}_vector_chunks00 v on v.rowid = +c.chunk_id"
        f" cross join {scan}_metadatachunks00 s on s.rowid = +c.chunk_id"
        f" cross join {scan}_metadatachunks01 l on l.rowid = +c.chunk_id order by c.chunk_id"
    )
    while chunks := list(islice(rows, _CHUNKS)):
        in_use, scopes, live, ids, vectors = (b"".join(parts) for parts in zip(*chunks, strict=True))
        mine = np.unpackbits(np.frombuffer(in_use, np.uint8), bitorder="little").astype(bool)
        mine &= np.frombuffer(scopes, "<i8") == scope
        if not retired_too:
            mine &= np.frombuffer(live, "<i8") == 1
        passages.append(np.frombuffer(ids, "<i8")[mine])
        distances.append(_distances(np.frombuffer(vectors, word).reshape(-1, len(asked)), asked)[mine])
    return np.concatenate(passages)[np.argsort(np.concatenate(distances), kind="stable")]


def bits_of(vector: "NDArray[np.float32]") -> bytes:
    """Return one bit a dimension, set where it is above 0."""
    import numpy as np

    return np.packbits(vector > 0, bitorder="little").tobytes()


def _distances(rows: "NDArray[np.unsignedinteger]", asked: "NDArray[np.unsignedinteger]") -> "NDArray[np.uint16]":
    """Count the bits that differ; a column at a time, as numpy is slow to add up few along a row."""
    import numpy as np

    total = np.zeros(len(rows), np.uint16)
    for place, word in enumerate(asked):
        total += np.bitwise_count(rows[:, place] ^ word)
    return total
