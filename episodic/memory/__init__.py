"""The journal and the one SQLite file: the only folder with SQL in it."""
