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

OWN: Final = ".episodic.toml"

_MOST: Final = 1 << 16  # bytes read of a file of git's
_URL: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://)(?:[^@/]*@)?(?P<host>\[[^\]]*\]|[^:/?#]+)(?::\d+)?/+(?P<path>[^?#]*)"
)
_SCP: Final = re.compile(r"(?:[^@/\s]+@)?(?P<host>[\w.-]{2,}):(?P<path>(?!//)[^?#]+)")  # git@github.com:acme/api.git
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
        if name := _declared(folder)[1].get("project"):
            return str(name)
        return next((_of_repository(root) for root in (folder, *folder.parents) if (root / ".git").exists()), None)
    except (OSError, ValueError):  # no access, or no path at all
        return None


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
                return root, tomllib.loads(_read(root / OWN))
            except tomllib.TOMLDecodeError:
                return root, {}
    return folder, {}


def _of_repository(root: Path) -> str:
    git = _git_folder(root)
    url = re.split("[?#]", _remote(_read(git / "config")))[0]
    if not url:
        return _with_digest(git.parent if git.name == ".git" else root)
    match = _URL.fullmatch(url) or _SCP.fullmatch(url)
    if match is None or url.startswith("file:"):
        path = Path(url.removeprefix("file://"))
        return _with_digest(path if path.is_absolute() else root / path)
    return f"{match['host']}/{_bare(match['path'])}".casefold()


def _git_folder(root: Path) -> Path:
    """Return the folder with a repository's config; a worktree's .git is a file that names its own folder."""
    git = root / ".git"
    if git.is_dir():
        return git
    named = re.match(r"gitdir:\s*(.+)", _read(git))
    own = root / named[1].strip() if named else git
    common = _read(own / "commondir").strip()
    return (own / common).resolve() if common else own.resolve()


def _remote(config: str) -> str:
    """Return the address of the remote called origin, else of the first one; empty without one."""
    remotes: dict[str, str] = {}
    section = ""
    for line in config.splitlines():
        if head := re.match(r'\s*\[remote "(.*)"\]', line):
            section = head[1]
        elif re.match(r"\s*\[", line):
            section = ""
        elif section and (value := re.match(r'\s*url\s*=\s*"?([^"#;\s]+)', line)):
            remotes.setdefault(section, value[1])
    return remotes.get("origin") or next(iter(remotes.values()), "")


def _with_digest(path: Path) -> str:
    resolved = path.resolve()
    digest = hashlib.sha256(str(resolved).encode("utf-8", "replace")).hexdigest()[:8]
    name = _bare(resolved.name.rsplit("@", 1)[-1])  # an address that was not understood may hold a password
    return f"{name or 'root'}-{digest}"


def _bare(path: str) -> str:
    return path.strip("/").removesuffix(".git").strip("/")


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", "replace")
    except OSError:
        return ""
