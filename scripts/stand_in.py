"""Consolidates transcripts with a stand-in for a language model: each request becomes a file, and a file answers it.

    .venv/bin/python scripts/stand_in.py HOME LETTERS PATH...

`LETTERS/001.txt` is the system and the user prompt as any backend would be sent them; whoever stands in reads nothing
else and writes the reply to `LETTERS/001.json`. Lasts until every request is answered.
"""

import asyncio
import sys
from pathlib import Path

from episodic import get_store, llm
from episodic.capture.intake import take_in
from episodic.capture.transcripts import find, parts
from episodic.consolidate.pipeline import sweep

_LOOK: float = 0.5  # seconds between two looks for a reply


class Letters:
    """A backend that writes to a folder and waits for what is put beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    async def ask(self, system_prompt: str, user_prompt: str, *, model: str | None = None) -> str:  # noqa: ARG002
        """Return the reply that somebody writes."""
        self.count += 1
        name = self.folder / f"{self.count:03d}"
        name.with_suffix(".txt").write_text(f"{system_prompt}\n=== USER ===\n{user_prompt}\n", "utf-8")
        while not name.with_suffix(".json").exists():  # noqa: ASYNC110 - whoever answers is no task of ours
            await asyncio.sleep(_LOOK)
        return name.with_suffix(".json").read_text("utf-8")


def main(home: str, letters: str, *paths: str) -> None:
    """Take transcripts in and consolidate them; prints what came of it."""
    folder = Path(letters)
    folder.mkdir(parents=True, exist_ok=True)
    llm.set_backend(Letters(folder))
    store = get_store(home)
    for path in paths:
        for file in find(Path(path)):
            for part in parts(file):
                take_in(part, lambda _: store, source=str(file))
    print(asyncio.run(sweep(store)))
    print(store.status())


if __name__ == "__main__":
    main(*sys.argv[1:])
