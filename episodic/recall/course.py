"""Tells when a conversation changes its subject, message by message. Knows no store and keeps no text.

The vectors are held against each other from the middle of all talk, as when a session is cut into episodes; see
`consolidate/subjects.py`. Without an embedder, or where it cannot tell, shared words decide.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from episodic.language.telling_terms import telling_terms
from episodic.memory.injections import Course

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from episodic.models.embedder import Embedder

_FEW: Final = 2  # telling words; a message with fewer goes on with whatever it was
_KEPT: Final = 200  # words of a subject
_SHARE: Final = 0.2  # of a message's telling words that are the subject's: it goes on
_OLD: Final = 0.7  # of the mean, beside a message's own .3: a subject moves on with what is said of it


def gone_on(course: Course, message: str, *, embedder: "Embedder | None", drift: float, key: bytes) -> Course:
    """Return the course after one more message: the same subject, or the next one.

    The words are kept under the home's key, so that no dictionary tells what they were.
    """
    words = tuple(dict.fromkeys(_digest(term, key) for term in telling_terms(message)))
    vector = None if embedder is None or len(words) < _FEW else embedder.documents([message])[0]
    if not course.asked:
        return course._replace(asked=1, vector=_bytes(vector), words=words[:_KEPT])
    if _turned(course, words, vector, embedder=embedder, drift=drift):
        return course._replace(
            asked=course.asked + 1, subject=course.subject + 1, vector=_bytes(vector), words=words[:_KEPT]
        )
    kept = tuple(dict.fromkeys((*words, *course.words)))[:_KEPT]
    return course._replace(asked=course.asked + 1, vector=_mixed(course.vector, vector), words=kept)


def _turned(
    course: Course,
    words: tuple[int, ...],
    vector: "NDArray[np.float32] | None",
    *,
    embedder: "Embedder | None",
    drift: float,
) -> bool:
    """Tell whether a message is about something else."""
    if len(words) < _FEW or not course.words:
        return False
    if len(set(words) & set(course.words)) >= _SHARE * len(words):
        return False
    mean = _read(course.vector)
    if vector is None or mean is None or embedder is None or mean.shape != vector.shape:
        return True
    return _cosine(mean, vector, embedder) < drift


def _cosine(mean: "NDArray[np.float32]", vector: "NDArray[np.float32]", embedder: "Embedder") -> float:
    """Return the cosine of a subject's mean and a message, both taken from the middle of all talk."""
    import numpy as np

    from episodic.consolidate.subjects import middle

    one, other = mean - middle(embedder), vector - middle(embedder)
    return float(np.dot(one, other)) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-12)


def _mixed(old: bytes | None, vector: "NDArray[np.float32] | None") -> bytes | None:
    before = _read(old)
    if vector is None or before is None or before.shape != vector.shape:
        return _bytes(vector) or old
    return _bytes(_OLD * before + (1 - _OLD) * vector)


def _bytes(vector: "NDArray[np.float32] | None") -> bytes | None:
    return None if vector is None else vector.astype("<f4").tobytes()


def _read(raw: bytes | None) -> "NDArray[np.float32] | None":
    if raw is None:
        return None
    import numpy as np

    return np.frombuffer(raw, "<f4")


def _digest(word: str, key: bytes) -> int:
    return int.from_bytes(blake2b(word.encode(), key=key[:32], digest_size=4).digest())
