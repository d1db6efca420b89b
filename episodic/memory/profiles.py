"""Profiles as rows: a few sentences about an entity and the facts they stand on. Knows nothing of who writes them."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from episodic.language.dates import stamp
from episodic.memory.db import Database
from episodic.memory.retention import HOLDS, KEPT, Retention

Writer = Literal["rule", "model"]

_CITED = "select 1 from profile_fact c join item i on i.id = c.fact where c.entity = p.entity"


class Profile(NamedTuple):
    """A profile; `basis` counts the facts there were when it was written, `stale`: one it cites is not current now."""

    text: str
    facts: tuple[int, ...]
    written_by: Writer
    basis: int
    stale: bool


class Profiles:
    """The profiles of one scope's entities."""

    def __init__(self, db: Database, scope: int, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._retention = retention

    def read(self, entity: int) -> Profile | None:
        """Return an entity's profile."""
        rows = self._db.rows(
            "select p.text, (select json_group_array(fact order by fact) from profile_fact where entity = p.entity),"
            f" p.written_by, p.basis, p.stale, exists ({_CITED} and not {KEPT}), exists ({_CITED} and not {HOLDS})"
            " from profile p join entity e on e.id = p.entity where p.entity = :entity and e.scope = :scope",
            {"entity": entity, "scope": self._scope, **self._retention.bound()},
        )
        if not rows:
            return None
        text, facts, writer, basis, stale, expired, lapsed = rows[0]
        told = "" if expired else text
        return Profile(told, tuple(json.loads(facts)), writer, basis, bool(stale or expired or lapsed))

    def write(  # noqa: PLR0913 - a row's columns, by name
        self, entity: int, text: str, facts: Sequence[int], *, written_by: Writer, basis: int, at: datetime
    ) -> None:
        """Put a profile in the place of the one there was; joins the open transaction.

        Stale from the start where a fact it cites was replaced while it was written, and not written at all where one
        was forgotten: no word of that may come back.
        """
        current = self._db.rows(
            "select id, live from item where +scope = ? and layer = 'fact' and id in (select value from json_each(?))",
            (self._scope, json.dumps(list(facts))),
        )
        known = self._db.value("select 1 from entity where id = ? and scope = ?", (entity, self._scope))
        if not known or len(current) < len(set(facts)):
            return
        self._db.run("delete from profile where entity = ?", (entity,))
        stale = int(not all(live for _, live in current))
        row = (entity, text, written_by, basis, stale, stamp(at))
        self._db.run("insert into profile values (?, ?, ?, ?, ?, ?)", row)
        self._db.run_many("insert into profile_fact values (?, ?)", [(entity, fact) for fact, _ in current])
