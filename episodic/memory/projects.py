"""The projects of one scope: what is filed under each, what it is known by, and how it is renamed. Reads no folder."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal, NamedTuple

from episodic.language.dates import moment
from episodic.memory.db import Database

MarkKind = Literal["name", "remote", "commit", "folder"]

_OF_ONE: Final = ("name", "folder")  # kinds of marks that are of one project only
_FILED: Final = ("session", "item", "loop", "workstream")  # tables whose rows belong to a project


class Mark(NamedTuple):
    """Something a project is known by; see `0015_projects.sql`."""

    kind: MarkKind
    value: str


class Project(NamedTuple):
    """A project with how much is filed under it; `known_by` holds former names, remotes, first commits and folders."""

    name: str
    sessions: int
    turns: int
    facts: int
    last_used_at: datetime | None
    known_by: tuple[Mark, ...] = ()

    def values(self, kind: MarkKind) -> tuple[str, ...]:
        """Return what it is known by of one kind."""
        return tuple(mark.value for mark in self.known_by if mark.kind == kind)


class Projects:
    """What is filed under projects, and under which names and places they are found."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def called(self, name: str) -> str:
        """Return what a project is called now; a name that was never another project's is returned as it is."""
        return str(next(iter(self.having(Mark("name", name))), name))

    def resolved(self, project: str | None) -> str | None:
        """Return the same for a project that may be none."""
        return None if project is None else self.called(project)

    def having(self, mark: Mark) -> list[str]:
        """Return the projects that are known by something."""
        find = "select project from project_mark where scope = ? and kind = ? and value = ? order by project"
        return [row[0] for row in self._db.rows(find, (self._scope, *mark))]

    def marks(self, project: str) -> list[Mark]:
        """Return what a project is known by."""
        find = "select kind, value from project_mark where scope = ? and project = ? order by kind, value"
        return [Mark(kind, value) for kind, value in self._db.rows(find, (self._scope, project))]

    def former(self) -> dict[str, str]:
        """Return the names that projects had before, with what they are called now."""
        find = "select value, project from project_mark where scope = ? and kind = 'name'"
        return dict(self._db.rows(find, (self._scope,)))

    def folders(self) -> list[str]:
        """Return every folder in which a project lies or lay."""
        find = "select value from project_mark where scope = ? and kind = 'folder' order by value"
        return [row[0] for row in self._db.rows(find, (self._scope,))]

    def is_known(self, name: str) -> bool:
        """Tell whether anything is filed under a name."""
        return any(
            self._db.value(f"select 1 from {table} where scope = ? and project = ?", (self._scope, name))
            for table in _FILED
        )

    def all(self) -> list[Project]:
        """Return every project that anything is filed under, the last used first."""
        named = " union ".join(f"select project from {table} where scope = :scope" for table in _FILED)
        rows = self._db.rows(
            f"select p.project, (select count(*) from session where scope = :scope and project = p.project"
            "  and source is not 'manual'),"
            " (select count(*) from item where scope = :scope and project = p.project and layer = 'turn'),"
            " (select count(*) from item where scope = :scope and project = p.project and layer = 'fact' and live = 1),"
            " (select max(said_at) from item where scope = :scope and project = p.project),"
            " (select json_group_array(json_array(kind, value) order by kind, value) from project_mark"
            "  where scope = :scope and project = p.project)"
            f" from ({named}) p where p.project is not null order by 5 desc, 1",
            {"scope": self._scope},
        )
        return [
            Project(
                name,
                sessions,
                turns,
                facts,
                moment(last) if last else None,
                tuple(Mark(*one) for one in json.loads(marks)),
            )
            for name, sessions, turns, facts, last, marks in rows
        ]

    def know(self, project: str, marks: Iterable[Mark]) -> None:
        """Remember what a project is known by; a folder, like a former name, is of the project that has it last."""
        new = [mark for mark in marks if self._needs(project, mark)]
        if not new:
            return
        with self._db.transaction("project"):
            for mark in new:
                if mark.kind in _OF_ONE:
                    self._unmark(mark)
                add = "insert or ignore into project_mark (scope, kind, value, project) values (?, ?, ?, ?)"
                self._db.run(add, (self._scope, *mark, project))

    def move(self, old: str, new: str) -> int:
        """File under `new` all that is under `old`, which stays known as its name; returns how many sessions that was.

        Joins the open transaction.
        """
        find = "select count(*) from session where scope = ? and project = ? and source is not 'manual'"
        count = int(self._db.value(find, (self._scope, old)))
        for table in _FILED:
            self._db.run(f"update {table} set project = ? where scope = ? and project = ?", (new, self._scope, old))
        self._unmark(Mark("name", new))  # it may have been called so before
        self._db.run(
            "update or replace project_mark set project = ? where scope = ? and project = ?", (new, self._scope, old)
        )
        self.know(new, [Mark("name", old)])
        return count

    def prune(self) -> None:
        """Forget what projects were known by that nothing is filed under any more; joins the open transaction."""
        named = " union ".join(f"select project from {table} where scope = :scope" for table in _FILED)
        self._db.run(
            f"delete from project_mark where scope = :scope and project not in"
            f" (select project from ({named}) where project is not null)",
            {"scope": self._scope},
        )

    def _needs(self, project: str, mark: Mark) -> bool:
        return self.having(mark) != [project] if mark.kind in _OF_ONE else project not in self.having(mark)

    def _unmark(self, mark: Mark) -> None:
        gone = "delete from project_mark where scope = ? and kind = ? and value = ?"
        self._db.run(gone, (self._scope, *mark))
