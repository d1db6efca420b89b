"""What asking has cost, by day, call site and model, and the caps on it. Knows no backend and no file.

Where entries are kept is a Protocol. A day is the user's own: entries carry aware times in the user's zone.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal, NamedTuple, Protocol

from episodic.errors import BudgetError
from episodic.llm.settings import Cap

Outcome = Literal["ok", "cut", "refused", "busy", "failed"]


class Entry(NamedTuple):
    """One call. `usd` None: the price is not known, or nobody knows whether it was billed. `seconds`: waited."""

    at: datetime
    site: str
    model: str
    outcome: Outcome
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None
    seconds: float = 0.0
    estimated: bool = False


class Total(NamedTuple):
    """What the calls of one day, site and model come to; `unpriced` of them are not in `usd`."""

    day: date
    site: str
    model: str
    calls: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    estimated: int = 0
    seconds: float = 0.0

    def plus(self, entry: Entry) -> "Total":
        """Return the total with one more call."""
        return self._replace(
            calls=self.calls + 1,
            failures=self.failures + (entry.outcome in {"refused", "busy", "failed"}),
            input_tokens=self.input_tokens + entry.input_tokens,
            output_tokens=self.output_tokens + entry.output_tokens,
            usd=self.usd + (entry.usd or 0.0),
            unpriced=self.unpriced + (entry.usd is None),
            estimated=self.estimated + entry.estimated,
            seconds=self.seconds + entry.seconds,
        )


class Spent(NamedTuple):
    """What a cap looks at."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0

    def plus(self, entry: Entry) -> "Spent":
        """Return it with one more call."""
        tokens = self.tokens + entry.input_tokens + entry.output_tokens
        return Spent(self.calls + 1, tokens, self.usd + (entry.usd or 0.0))


class Ledger(Protocol):
    """Where calls are counted: in memory, or in a table of the store."""

    def record(self, entry: Entry) -> None:
        """Count one call."""
        ...

    def totals(self, *, since: date | None = None) -> Sequence[Total]:
        """Return the totals of each day, site and model from a day on; None: all; oldest first."""
        ...


class MemoryLedger:
    """A ledger that lasts as long as its process."""

    def __init__(self) -> None:
        self._totals: dict[tuple[date, str, str], Total] = {}

    def record(self, entry: Entry) -> None:
        """Count one call."""
        key = (entry.at.date(), entry.site, entry.model)
        self._totals[key] = self._totals.get(key, Total(*key)).plus(entry)

    def totals(self, *, since: date | None = None) -> Sequence[Total]:
        """Return the totals of each day, site and model from a day on; None: all; oldest first."""
        return sorted(total for total in self._totals.values() if since is None or total.day >= since)


def spent(totals: Sequence[Total]) -> Spent:
    """Add totals up to what a cap looks at."""
    tokens = sum(total.input_tokens + total.output_tokens for total in totals)
    return Spent(sum(total.calls for total in totals), tokens, sum(total.usd for total in totals))


def check(used: Spent, cap: Cap, *, span: Literal["run", "day"], asking: int = 0) -> None:
    """Refuse another call once a cap is reached. The call before may have gone past it, by itself at most.

    Args:
        used: what the run or the day has used so far.
        cap: what it may use.
        span: which of the two, for the message.
        asking: calls under way that are in no ledger yet.

    Raises:
        BudgetError: nobody is asked; the message says which cap and how to raise it.
    """
    for name, so_far, most in (
        ("calls", used.calls + asking, cap.calls),
        ("tokens", used.tokens, cap.tokens),
        ("usd", used.usd, cap.usd),
    ):
        if most and so_far >= most:
            setting = f"llm_{name}_per_{span}"
            amount = f"{most:g} dollars" if name == "usd" else f"{most} {name}"
            raise BudgetError(
                f"the language model may use {amount} a {span}, and has: raise {setting}"
                f" (EPISODIC_{setting.upper()}; 0: no cap), or wait for the next {span}",
                reason=f"cap {setting}",
            )
