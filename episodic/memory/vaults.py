"""Where a user's vaults were written, as rows. Knows nothing of what a vault is."""

from episodic.memory.db import Database


class Vaults:
    """The vaults of one scope."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def folders(self) -> list[str]:
        """Return the folders, sorted."""
        rows = self._db.rows("select folder from vault where scope = ? order by folder", (self._scope,))
        return [row[0] for row in rows]

    def note(self, folder: str) -> None:
        """Remember a folder; joins the open transaction."""
        self._db.run("insert or ignore into vault values (?, ?)", (self._scope, folder))
