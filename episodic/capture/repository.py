"""Reads what a repository is known by from its files: remotes, where its history begins, its worktrees. Runs no git.

Where a history begins is the first line of git's log of HEAD, which is the first commit of what was begun here and
what was checked out first of a clone; and the oldest commit without parents of the commit graph, which git writes when
it packs. Git drops lines of its log after 90 days, and a clone that was never packed has no graph: then the remote
and the folder are what is left. Packs themselves are not read.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

_MOST: Final = 1 << 16  # bytes read of a text file of git's
_GRAPH_MOST: Final = 1 << 27  # bytes of a commit graph; that of a million commits has 60 MB
_URL: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)(?:[^@/]*@)?(?P<host>\[[^\]]*\]|[^:/?#]+)(?::\d+)?/+(?P<path>[^?#]*)"
)
_SCP: Final = re.compile(r"(?:[^@/\s]+@)?(?P<host>[\w.-]{2,}):(?P<path>(?!//)[^?#]+)")  # git@github.com:acme/api.git
_FIRST_LINE: Final = re.compile(r"0{40,64} (?P<commit>[0-9a-f]{40,64}) ")
_NO_PARENT: Final = 0x70000000  # of a commit graph's first parent
_DATE: Final = (1 << 34) - 1  # the bits of a commit's time, in seconds


class Repository(NamedTuple):
    """A working tree: its root, the folder with its config, and that of the clone it is of where it is a worktree."""

    root: Path
    git: Path

    @property
    def main(self) -> Path:
        """The clone's own working tree."""
        return self.git.parent if self.git.name == ".git" else self.root


def around(folder: Path) -> Repository | None:
    """Return the repository that a folder is in."""
    root = next((root for root in (folder, *folder.parents) if (root / ".git").exists()), None)
    return Repository(root, _git_folder(root)) if root is not None else None


def remotes(repository: Repository) -> dict[str, str]:
    """Return the addresses of remotes by their names, in the order of the config, without query and fragment."""
    found: dict[str, str] = {}
    section = ""
    for line in read(repository.git / "config").splitlines():
        if head := re.match(r'\s*\[remote "(.*)"\]', line):
            section = head[1]
        elif re.match(r"\s*\[", line):
            section = ""
        elif section and (value := re.match(r'\s*url\s*=\s*"?([^"#;\s]+)', line)):
            found.setdefault(section, re.split("[?#]", value[1])[0])
    return found


def address(url: str) -> str | None:
    """Return host and path of a remote, without user, password and port; None of one that is a folder, or unclear."""
    match = _URL.fullmatch(url) or _SCP.fullmatch(url)
    if match is None or url.startswith("file:"):
        return None
    return f"{match['host']}/{bare(match['path'])}".casefold()


def beginnings(repository: Repository) -> tuple[str, ...]:
    """Return the commits a repository's history begins with, as far as its files tell; see above."""
    line = _FIRST_LINE.match(read(repository.git / "logs" / "HEAD"))
    found = [line["commit"] if line else None, _oldest_root(repository.git / "objects" / "info" / "commit-graph")]
    return tuple(dict.fromkeys(filter(None, found)))


def worktrees(git: Path) -> list[Path]:
    """Return the folders that are registered as worktrees of a clone, gone ones too until git prunes them."""
    try:
        registered = sorted((git / "worktrees").iterdir())
    except OSError:
        return []
    named = [read(one / "gitdir").strip() for one in registered]
    return [Path(path).parent for path in named if path]


def bare(path: str) -> str:
    """Return a path without what an address may have around it."""
    return path.strip("/").removesuffix(".git").strip("/")


def read(path: Path) -> str:
    """Return the beginning of a text file; empty where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", "replace")
    except OSError:
        return ""


def _git_folder(root: Path) -> Path:
    """Return the folder with a repository's config; a worktree's .git is a file that names its own folder."""
    git = root / ".git"
    if git.is_dir():
        return git
    named = re.match(r"gitdir:\s*(.+)", read(git))
    own = root / named[1].strip() if named else git
    common = read(own / "commondir").strip()
    return (own / common).resolve() if common else own.resolve()


def _oldest_root(graph: Path) -> str | None:
    """Return the oldest commit without parents of a commit graph (gitformat-commit-graph(5)); None without one."""
    try:
        if graph.stat().st_size > _GRAPH_MOST:
            return None
        data = graph.read_bytes()
        return _root_of(data) if data[:5] == b"CGPH\1" else None
    except (OSError, IndexError, KeyError, ValueError):
        return None


def _root_of(data: bytes) -> str | None:
    width = {1: 20, 2: 32}[data[5]]  # bytes of a hash: sha1, sha256
    chunks = [data[8 + 12 * n : 20 + 12 * n] for n in range(data[6])]
    starts = {chunk[:4]: int.from_bytes(chunk[4:], "big") for chunk in chunks}
    ids, rows = starts[b"OIDL"], starts[b"CDAT"]
    count = int.from_bytes(data[starts[b"OIDF"] + 1020 : starts[b"OIDF"] + 1024], "big")
    roots: list[tuple[int, str]] = []
    for n in range(count):
        row = data[rows + n * (width + 16) + width : rows + (n + 1) * (width + 16)]
        if int.from_bytes(row[:4], "big") == _NO_PARENT:
            when = int.from_bytes(row[8:16], "big") & _DATE
            roots.append((when, data[ids + n * width : ids + (n + 1) * width].hex()))
    return min(roots)[1] if roots else None
