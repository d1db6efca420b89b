"""What the folder above decides for a memory's owner, as far as a store has to know of it: a seam of one method."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from episodic.memory.store import Store


class Receipt(Protocol):
    """What was forgotten, counted before, and what is `left` of it; see `rights/forget.py`."""

    @property
    def left(self) -> tuple[str, ...]:
        """What could not be removed; empty when all is gone."""
        ...


class Rights(Protocol):
    """What decides what goes with what, above this folder."""

    def __call__(self, store: "Store", ids: Sequence[int], **bounds: Any) -> Receipt:
        """Forget; the bounds are those of `Store.forget`."""
        ...
