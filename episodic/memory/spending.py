"""What a language model has cost, as a table of this home, so that a day's cap holds across processes. Knows no cap."""

from collections.abc import Sequence
from datetime import date

from episodic.llm.ledger import Entry, Total
from episodic.memory.db import Database

_COLUMNS = "day, site, model, calls, failures, input_tokens, output_tokens, usd, unpriced, estimated, seconds"


class Spending:
    """The ledger of a home, all users together: a cap is the owner's."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def record(self, entry: Entry) -> None:
        """Count one call."""
        key = (entry.at.date(), entry.site, entry.model)
        with self._db.transaction("spending"):
            total = self._total(*key).plus(entry)
            row = (total.day.isoformat(), *total[1:])
            self._db.run(f"insert or replace into spending ({_COLUMNS}) values ({', '.join('?' * len(row))})", row)

    def totals(self, *, since: date | None = None) -> Sequence[Total]:
        """Return the totals of each day, site and model from a day on; None: all; oldest first."""
        rows = self._db.rows(
            f"select {_COLUMNS} from spending where day >= ? order by day, site, model",
            (since.isoformat() if since is not None else "",),
        )
        return [Total(date.fromisoformat(day), *rest) for day, *rest in rows]

    def _total(self, day: date, site: str, model: str) -> Total:
        rows = self._db.rows(
            f"select {_COLUMNS} from spending where day = ? and site = ? and model = ?", (day.isoformat(), site, model)
        )
        return Total(day, *rows[0][1:]) if rows else Total(day, site, model)
