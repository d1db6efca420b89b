"""Tells which project a working folder is of, and whether it is to be remembered. Runs no git and asks no network.

Two clones of one remote and all worktrees of a clone are one project, two folders called "api" are two. A remote gives
its host and path, without user, password and query; without one a digest of the root's path stands behind its name. A
project's own `.episodic.toml` may name it and exclude paths, and nothing else: it may come from anybody.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from episodic.capture.repository import Repository, address, around, bare, read, remotes

OWN: Final = ".episodic.toml"

_DIGEST: Final = re.compile(r"-[0-9a-f]{8}$")


def identify(cwd: str | None) -> str | None:
    """Return what project a folder is of: its own name for it, "github.com/acme/api", "api-1a2b3c4d" without a remote.

    None where there is no such folder on this machine or no repository around it.
    """
    if not cwd:
        return None
    try:
        folder = Path(cwd)
        if not folder.is_absolute() or not folder.is_dir():
            return None
        if name := declared_name(folder):
            return name
        repository = around(folder)
        return _of_repository(repository) if repository is not None else None
    except (OSError, ValueError):  # no access, or no path at all
        return None


def declared_name(folder: Path) -> str | None:
    """Return what a folder's own `.episodic.toml`, or the nearest above it, calls its project."""
    name = _declared(folder)[1].get("project")
    return str(name) if name else None


def short_name(project: str) -> str:
    """Return what people call a project: the last part of its path, without our digest."""
    last = re.split(r"[/\\]", project.rstrip("/\\"))[-1]
    return _DIGEST.sub("", last) or project


def ignores(setting: str, *, project: str | None, paths: Iterable[str] = ()) -> bool:
    """Tell whether the setting `ignore` names a project, by its whole name or its last part, or a path or one above."""
    patterns = [pattern.strip() for pattern in setting.split(",") if pattern.strip()]
    if not patterns:
        return False
    names = [project, short_name(project)] if project else []
    places = [place for path in paths for place in (Path(path), *Path(path).parents)]
    for pattern in patterns:
        if any(fnmatchcase(name.casefold(), pattern.casefold()) for name in names):
            return True
        if "/" in pattern or "\\" in pattern:
            wanted = str(Path(pattern).expanduser())
            if any(fnmatchcase(str(place), wanted) for place in places):
                return True
    return False


def is_excluded(cwd: str | None) -> bool:
    """Tell whether a folder is one that its project's own `.episodic.toml` excludes, itself or one above it."""
    if not cwd or not Path(cwd).is_absolute():
        return False
    try:
        root, settings = _declared(Path(cwd))
        within = Path(cwd).relative_to(root)
    except (OSError, ValueError):
        return False
    excluded = settings.get("exclude", ())
    patterns = [excluded] if isinstance(excluded, str) else excluded if isinstance(excluded, list) else []
    places = [place.as_posix() for place in (within, *within.parents)]
    return any(fnmatchcase(place, str(pattern).strip("/") or ".") for pattern in patterns for place in places)


def _declared(folder: Path) -> tuple[Path, Mapping[str, Any]]:
    """Return the nearest folder with an `.episodic.toml` and what that says; nothing where it cannot be read."""
    import tomllib

    for root in (folder, *folder.parents):
        if (root / OWN).is_file():
            try:
                return root, tomllib.loads(read(root / OWN))
            except tomllib.TOMLDecodeError:
                return root, {}
    return folder, {}


def _of_repository(repository: Repository) -> str:
    known = remotes(repository)
    url = known.get("origin") or next(iter(known.values()), "")
    if not url:
        return _with_digest(repository.main)
    if (named := address(url)) is not None:
        return named
    path = Path(url.removeprefix("file://"))
    return _with_digest(path if path.is_absolute() else repository.root / path)


def _with_digest(path: Path) -> str:
    resolved = path.resolve()
    digest = hashlib.sha256(str(resolved).encode("utf-8", "replace")).hexdigest()[:8]
    name = bare(resolved.name.rsplit("@", 1)[-1])  # an address that was not understood may hold a password
    return f"{name or 'root'}-{digest}"
