"""What each session of an agent was told, as rows. Knows no rule of telling and no text."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from episodic.language.dates import moment, stamp
from episodic.memory.db import Database


class Course(NamedTuple):
    """How far a session has come: messages `asked`, its `subject`'s number, whether ongoing work was told.

    `vector` is the mean of the subject's messages, float32 in bytes, and `words` are digests of theirs. What was said
    before `lost_at` the agent does not know any more.
    """

    asked: int = 0
    subject: int = 0
    ongoing: bool = False
    lost_at: datetime | None = None
    vector: bytes | None = None
    words: tuple[int, ...] = ()


class Told(NamedTuple):
    """At which message and within which subject an item was told; `digest` is of its line."""

    asked: int
    subject: int
    digest: bytes


class Injections:
    """What the sessions of one scope were told."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def course(self, session: str) -> Course:
        """Return how far a session has come; nowhere, where it was told nothing yet."""
        find = "select asked, subject, ongoing, lost_at, vector, words from injection where scope = ? and session = ?"
        for asked, subject, ongoing, lost, vector, words in self._db.rows(find, (self._scope, session)):
            return Course(
                asked, subject, bool(ongoing), moment(lost) if lost else None, vector, tuple(json.loads(words))
            )
        return Course()

    def told(self, session: str) -> dict[int, Told]:
        """Return what a session was told, by item."""
        find = "select item, asked, subject, digest from injected where scope = ? and session = ?"
        return {row[0]: Told(*row[1:]) for row in self._db.rows(find, (self._scope, session))}

    def keep(self, session: str, course: Course, told: Mapping[int, Told]) -> None:
        """Note how far a session has come and what it was told just now; joins the open transaction."""
        words, lost = json.dumps(course.words), stamp(course.lost_at) if course.lost_at else None
        self._db.run(
            "insert or replace into injection values (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._scope, session, course.asked, course.subject, int(course.ongoing), lost, course.vector, words),
        )
        self._db.run_many(
            "insert or replace into injected select ?, ?, id, ?, ?, ? from item where id = ?",  # forgotten meanwhile
            [(self._scope, session, one.asked, one.subject, one.digest, item) for item, one in told.items()],
        )

    def lose(self, session: str) -> None:
        """Forget what a session was told: its agent has lost it; joins the open transaction."""
        self._db.run("delete from injected where scope = ? and session = ?", (self._scope, session))
