"""Makes the vectors that are missing. Knows nothing of how they are searched."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from episodic.config import Config
from episodic.errors import ModelError
from episodic.language import sentences
from episodic.memory.db import Database
from episodic.memory.household import Household
from episodic.memory.vectors import TOLD, Embedded, VectorIndex
from episodic.models.senses import Senses

if TYPE_CHECKING:
    from episodic.models.embedder import Embedder
    from episodic.models.late import TokenEmbedder

Model = TypeVar("Model")

_LOCK: Final = "embedding.lock"
_SENTENCES: Final = 40  # of a turn, its first ones; further down mostly stands what was pasted
_SENTENCES_WITHIN: Final = 20_000  # characters of a turn; reading a pasted megabyte for forty sentences takes seconds
_TOKEN_CHARS: Final = 8  # more than a token has in any prose; what lies further in need not be cut into tokens
_SENTENCE_CHARS: Final = 15  # at least; "Yes, please." is near everything


class Waiting(NamedTuple):
    """An item that waits for vectors: its text, its speaker's name, and whether a user told it to an assistant."""

    item: int
    text: str
    name: str | None
    told: bool

    def words(self, start: int, end: int) -> str:
        """Return a stretch of the text with the speaker's name before it."""
        return f"{self.name}: {self.text[start:end]}" if self.name else self.text[start:end]


class Embeddings:
    """The embedders of a home, of texts and of their tokens, and the items of one scope that wait for them."""

    def __init__(  # noqa: PLR0913 - the parts of a store
        self, db: Database, scope: int, vectors: VectorIndex, *, household: Household, config: Config, senses: Senses
    ) -> None:
        self._db = db
        self._scope = scope
        self._vectors = vectors
        self._household = household
        self._config = config
        self._senses = senses
        self.trouble: str | None = None  # why there is no embedder, once it was looked for

    def embedder(self) -> "Embedder | None":
        """Return the embedder, or None with the reason in `trouble`; looked for once."""
        return self._opened(self._senses.embedder)

    def late(self) -> "TokenEmbedder | None":
        """Return the token embedder, or None with the reason in `trouble` if there should be one."""
        return self._opened(self._senses.late)

    def profile(self) -> int | None:
        """Return the id under which the vectors of these embedders are kept; None without any."""
        embedder, late = self.embedder(), self.late()
        if embedder is None or self.trouble is not None:
            return None
        fingerprint = embedder.files.fingerprint + (f"+{late.files.fingerprint}" if late else "")
        known = self._db.value("select id from embedding_profile where fingerprint = ? and active = 1", (fingerprint,))
        if known is not None:
            return int(known)
        if self._db.read_only:
            self.trouble = "this home's vectors are of other models, and it cannot be written"
            return None
        dimension = int(embedder.query("dimension").shape[0])
        return self._vectors.use(name=embedder.files.name, fingerprint=fingerprint, dimension=dimension)

    def waiting(self) -> int:
        """Return how many of this user's items have no vectors yet."""
        count = "select count(*) from waiting w cross join item i on i.id = w.item where i.scope = ?"
        return int(self._db.value(count, (self._scope,)))

    def catch_up(self, *, on_progress: Callable[[int], None] | None = None) -> int:
        """Embed what is waiting, in batches that each are saved; returns how many items got their vectors.

        One process at a time embeds a home: another one that waits here finds its work done.
        """
        profile, embedder = self.profile(), self.embedder()
        if profile is None or embedder is None or not self.waiting() or self._household.paused():
            return 0
        from filelock import FileLock

        done = 0
        with FileLock(self._db.path.parent / _LOCK, mode=0o600):
            while batch := self._batch():
                passages = list(_passages(embedder, self.late(), batch, config=self._config))
                with self._db.transaction():
                    same = self._still(batch)
                    self._vectors.put(profile, [one for one in passages if one.item in same])
                done += len(batch)
                if on_progress is not None:
                    on_progress(len(batch))
            if done and not self._db.value("select 1 from waiting limit 1"):
                self._vectors.drop_others(profile)
        return done

    def start_over(self) -> None:
        """Make every item of this user wait for new vectors."""
        with self._db.transaction():
            worded = "id not in (select item from turn where kept = 0)"
            self._db.run(
                f"insert or ignore into waiting select id from item where scope = ? and {worded}", (self._scope,)
            )
            items = [row[0] for row in self._db.rows("select id from item where scope = ?", (self._scope,))]
            self._vectors.remove(items)

    def _opened(self, find: Callable[[], Model]) -> Model | None:
        if self.trouble is not None:
            return None
        try:
            return find()
        except ModelError as error:
            self.trouble = str(error)
            return None

    def _still(self, batch: Iterable[Waiting]) -> set[int]:
        """Return the items that still wait with the text they had: others may have been reworded or stripped since."""
        texts = {one.item: one.text for one in batch}
        rows = self._db.rows(
            "select i.id, i.text from json_each(:items) j cross join waiting w on w.item = j.value"
            " cross join item i on i.id = w.item",
            {"items": json.dumps([*texts])},
        )
        return {item for item, text in rows if text == texts[item]}

    def _batch(self) -> list[Waiting]:
        rows = self._db.rows(
            f"select i.id, i.text, t.name, coalesce({TOLD}, 0) from waiting w cross join item i on i.id = w.item"
            " left join turn t on t.item = i.id where i.scope = ? order by w.item limit ?",
            (self._scope, self._config.embed_batch),
        )
        return [Waiting(item, text, name, bool(told)) for item, text, name, told in rows]


def _passages(
    embedder: "Embedder", late: "TokenEmbedder | None", batch: Iterable[Waiting], *, config: Config
) -> Iterator[Embedded]:
    """Cut texts into pieces, and what users told into sentences beside, and embed them all.

    A speaker's name goes before each piece. A sentence has no tokens of its own: those of its text hold it.
    """
    waiting = list(batch)
    most, tokens = config.turn_passages, config.passage_tokens
    pieces = [
        (one, *cut) for one in waiting for cut in enumerate(pieces_of(one.text, embedder, most=most, tokens=tokens))
    ]
    apart = [(one, ~place, span) for one in waiting if one.told for place, span in enumerate(sentences_of(one.text))]
    cuts = [*pieces, *apart]
    texts = [one.words(*span) for one, _, span in cuts]
    bits = dict(enumerate(late.documents(texts[: len(pieces)]))) if late else {}
    once = list(dict.fromkeys(texts))  # a text of one sentence is both
    vectors = dict(zip(once, embedder.documents(once), strict=True))
    for place, (one, ordinal, (start, end)) in enumerate(cuts):
        yield Embedded(one.item, ordinal, start, end, vectors[texts[place]], bits.get(place))


def pieces_of(text: str, embedder: "Embedder", *, most: int, tokens: int) -> list[tuple[int, int]]:
    """Return where the pieces of a text stand that get vectors: all, or of more than `most` the first and last half.

    A person writes before what is pasted, or after it; and where a log begins and how it ends tells what it is about.
    """
    last = most // 2
    first, room = most - last, max(1, most - last) * tokens * _TOKEN_CHARS
    if len(text) <= 2 * room:
        spans = list(embedder.spans(text, tokens=tokens))
    else:
        beyond = len(text) - room
        tail = ((start + beyond, end + beyond) for start, end in embedder.spans(text[beyond:], tokens=tokens))
        spans = [*embedder.spans(text[:room], tokens=tokens), *tail]
    return spans if len(spans) <= most else spans[:first] + spans[len(spans) - last :]


def sentences_of(text: str) -> list[tuple[int, int]]:
    """Return where the first sentences of a text stand; of one that has none of any length, its beginning."""
    head = text[:_SENTENCES_WITHIN]
    found = [(start, end) for start, end in sentences.spans(head) if end - start >= _SENTENCE_CHARS]
    return found[:_SENTENCES] or [(0, len(head))]
