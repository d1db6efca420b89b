"""What consolidating did, counted. Knows nothing of how."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Report:
    """What consolidating did: everything proposed was added, restated or refused, and `refused` counts each reason.

    `superseded` are those of the added that took another fact's place. `failed` windows stay pending; `parked` turns
    were set aside after a few attempts, those that a bug of ours stopped at once; `bugs` counts what such a bug
    stopped. `trouble` says why, each reason once.
    """

    turns: int = 0
    windows: int = 0
    failed: int = 0
    parked: int = 0
    bugs: int = 0
    proposed: int = 0
    added: int = 0
    superseded: int = 0
    restated: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    episodes: int = 0
    embedded: int = 0
    trouble: tuple[str, ...] = ()

    def __add__(self, other: "Report") -> "Report":
        return Report(
            turns=self.turns + other.turns,
            windows=self.windows + other.windows,
            failed=self.failed + other.failed,
            parked=self.parked + other.parked,
            bugs=self.bugs + other.bugs,
            proposed=self.proposed + other.proposed,
            added=self.added + other.added,
            superseded=self.superseded + other.superseded,
            restated=self.restated + other.restated,
            refused=Counter(self.refused) + Counter(other.refused),
            episodes=self.episodes + other.episodes,
            embedded=self.embedded + other.embedded,
            trouble=tuple(dict.fromkeys((*self.trouble, *other.trouble))),
        )
