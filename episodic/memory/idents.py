"""The one space of ids for everything a person can name that is no item. Knows no table but the items' sequence."""

from episodic.memory.db import Database


def is_one(ident: int) -> bool:
    """Whether a number a person typed can be an id at all; SQLite refuses to look for larger ones."""
    return 0 < ident < 1 << 63


def draw(db: Database) -> int:
    """Take the next id from the sequence that items use, so that no item ever gets it; joins the open transaction.

    SQLite keeps an autoincrement table's highest id in `sqlite_sequence`, which may be updated like any table
    (https://sqlite.org/autoinc.html); raising it keeps the number from every later item. A table of idents beside the
    items would have to be written for each of them.
    """
    db.run("insert into sqlite_sequence (name, seq) select 'item', 0 where not exists"
           " (select 1 from sqlite_sequence where name = 'item')")  # fmt: skip
    return int(db.value("update sqlite_sequence set seq = seq + 1 where name = 'item' returning seq"))
