"""Tells which project of a memory a working folder is of, wherever folder and repository have moved to since.

A name that something is filed under comes first, then the remote, the folder, and where the history begins. A folder
that is gone stands for its repository, by what its path says. Files nothing.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from episodic.capture import repository
from episodic.capture.projects import declared_name, identify, short_name
from episodic.capture.repository import Repository
from episodic.memory.projects import Mark, Projects

_MOST: Final = 500  # folders beside a lost one that are looked at
_WITHIN: Final = re.compile(r"(?P<main>.*[^/])/(?:\.(?:claude|git)/worktrees|\.worktrees|\.trees)/[^/]+(?:/.*)?")
_BESIDE: Final = re.compile(r"(?P<main>.*/(?!\.)[^/]+?)[._-]+worktrees/[^/]+(?:/.*)?")  # repo.worktrees/x
_APART: Final = re.compile(  # ~/.codex/worktrees/ID/repo, ~/.cursor/worktrees/repo/NAME, ~/.claude-worktrees/repo/NAME
    r"(?P<tool>.*/\.(?:[\w.-]+/|[\w.]+-)worktrees)/(?P<one>[^/]+)/(?P<other>[^/]+)(?:/.*)?"
)
_APPENDED: Final = "-_.+@"  # what stands between the name of a repository and that of a worktree beside it
_HOMES: Final = frozenset({"/home", "/Users"})  # folders of people's own folders


class Place(NamedTuple):
    """What is seen in a folder: its own name for its project, whether that was `declared`, and what else tells."""

    folder: str
    name: str | None = None
    declared: bool = False
    remote: str | None = None
    commits: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()

    def marks(self) -> list[Mark]:
        """Return what its project is known by from now on."""
        remotes = [Mark("remote", self.remote)] if self.remote else []
        commits = [Mark("commit", one) for one in self.commits]
        return [*remotes, *commits, *(Mark("folder", one) for one in self.folders)]


def project_of(projects: Projects, cwd: str | None) -> str | None:
    """Return the project a folder is of, its own path where nothing tells more; None without a folder."""
    return located(projects, cwd)[0] if cwd and plain(cwd) else None


def located(projects: Projects, cwd: str) -> tuple[str, Place]:
    """Return the project a folder is of and what was seen there; nothing is seen in a folder that is gone."""
    folder = plain(cwd)
    if (moved := projects.called(folder)) != folder:
        return moved, Place(folder)
    if not _is_there(folder):
        named, folder = _instead(projects, folder)
        if named:
            return named, Place(folder)
    place = _seen(folder)
    return _known(projects, place) or place.name or folder, place


def plain(cwd: str) -> str:
    """Return a path as it is compared: without a slash at its end, `//` and `.`, and NULs, which no path has."""
    cwd = cwd.replace("\0", "")
    if "\\" in cwd and "/" not in cwd:
        return cwd.rstrip("\\") or cwd
    return os.path.normpath(cwd) if cwd.startswith("/") else cwd.rstrip("/")


# What is there -------------------------------------------------------------------------------------------------------


def _seen(folder: str) -> Place:
    path = Path(folder)
    if not _is_there(folder):
        return Place(folder)
    found = _repository(path)
    if found is None:
        name = declared_name(path)
        return Place(folder, name, declared=name is not None, folders=(folder,))
    addresses = list(repository.remotes(found).items())
    url = dict(addresses).get("origin") or (addresses[0][1] if addresses else "")
    return Place(
        folder,
        identify(folder),
        declared=declared_name(path) is not None,
        remote=repository.address(url) if url else None,
        commits=repository.beginnings(found),
        folders=tuple(dict.fromkeys((str(found.main), str(found.root)))),
    )


def _known(projects: Projects, place: Place) -> str | None:
    """Return the project that a place is known to be of; None where nothing tells."""
    if place.name is not None:
        called = projects.called(place.name)
        if place.declared or called != place.name or projects.is_known(called):
            return called
    if place.remote and len(found := projects.having(Mark("remote", place.remote))) == 1:
        return found[0]
    for folder in _up(place):
        for project in projects.having(Mark("folder", folder)):
            if not _is_another(projects, project, place, moved=False):
                return project
    begun = {one for commit in place.commits for one in projects.having(Mark("commit", commit))}
    same = [one for one in begun if not _is_another(projects, one, place, moved=True)]
    return same[0] if len(same) == 1 else None


def _up(place: Place) -> Iterator[str]:
    """Yield a folder and those above it, as far as they may be of one project; of a link also where it leads to."""
    top = place.folders[-1] if place.folders and place.name is not None and not place.declared else None
    leads_to = [os.path.realpath(place.folder)] if _is_there(place.folder) else []
    for start in dict.fromkeys((place.folder, *leads_to)):
        for folder in (Path(start), *Path(start).parents):
            if str(folder) != start and _is_general(folder):
                break
            yield str(folder)
            if str(folder) == top:
                break
    yield from place.folders if top is not None else ()


def _is_another(projects: Projects, project: str, place: Place, *, moved: bool) -> bool:
    """Tell whether a project is not that of a place, for all that they share: a fork, or a folder used again.

    A remote that changed says so of what lies elsewhere; in the same folder only if the history is another one too.
    """
    marks = projects.marks(project)
    remotes, commits = ({mark.value for mark in marks if mark.kind == kind} for kind in ("remote", "commit"))
    other_remote = bool(place.remote and remotes) and place.remote not in remotes
    if moved:
        return other_remote
    same_history = not commits.isdisjoint(place.commits)
    other_history = bool(place.commits and commits) and not same_history
    return not same_history and (other_remote or (other_history and place.remote not in remotes))


# What is gone --------------------------------------------------------------------------------------------------------


def _instead(projects: Projects, folder: str) -> tuple[str | None, str]:
    """Return the project of a folder that is gone, or the folder that stands for it."""
    text = folder.replace("\\", "/")
    if (found := _WITHIN.fullmatch(text) or _BESIDE.fullmatch(text)) and not _is_general(Path(found["main"])):
        main = folder[: len(found["main"])]
        return None, main if _is_there(main) else _above(projects, main) or main
    if not folder.startswith("/"):
        return None, folder
    path = Path(folder)
    there = next(one for one in path.parents if _is_there(str(one)))
    clone = _registered(projects, path, there)
    if clone is None and (apart := _APART.fullmatch(text)) is not None:
        return _of_a_tool(projects, folder, apart)
    return None, str(clone) if clone is not None else _nearest(projects, path, there)


def _nearest(projects: Projects, lost: Path, there: Path) -> str:
    """Return what stands for a folder that is gone, by what is around it; `there` is the first above that is not."""
    around = _repository(there)
    if around is not None and not _is_general(around.root):
        return str(there)
    if (known := _above(projects, str(lost))) is not None:
        return known
    if (clone := _beside(there, lost)) is not None:
        return str(clone)
    return str(lost if _is_general(there) or _clones_in(there) else there)


def _of_a_tool(projects: Projects, folder: str, apart: "re.Match[str]") -> tuple[str | None, str]:
    """Return the project that a tool's own folder of worktrees names; the id beside its name says nothing."""

    def short(name: str) -> str:
        return short_name(name).casefold()

    known = projects.all()
    for part in (apart["other"], apart["one"]):
        meant = [one.name for one in known if part.casefold() in map(short, (one.name, *one.values("folder")))]
        if len(meant) == 1:
            return meant[0], folder
    own = apart["other"] if apart["tool"].endswith("/.codex/worktrees") else apart["one"]
    return None, f"{apart['tool']}/{own}"


def _registered(projects: Projects, lost: Path, there: Path) -> Path | None:
    """Return the clone that has a lost folder, or one above it, as a worktree: beside it, or known."""
    wanted = {lost, *lost.parents}
    for clone in dict.fromkeys((*_clones_in(there), *map(Path, projects.folders()))):
        if not wanted.isdisjoint(repository.worktrees(clone / ".git")):
            return clone
    return None


def _above(projects: Projects, folder: str) -> str | None:
    """Return the nearest of a folder and those above it in which a project is known to lie."""
    path = Path(folder)
    for one in (path, *path.parents):
        if one != path and _is_general(one):
            return None
        if projects.having(Mark("folder", str(one))):
            return str(one)
    return None


def _beside(there: Path, lost: Path) -> Path | None:
    """Return the repository beside a lost folder whose name that one begins with: repo of repo-feature."""
    name = lost.relative_to(there).parts[0]
    alike = [one for one in _clones_in(there) if name.startswith(one.name) and name[len(one.name)] in _APPENDED]
    return max(alike, key=lambda one: len(one.name), default=None)


def _clones_in(folder: Path) -> list[Path]:
    """Return the clones right below a folder."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.path for _, entry in zip(range(_MOST), entries, strict=False) if entry.is_dir()]
    except OSError:
        return []
    return [Path(name) for name in sorted(names) if Path(name, ".git").is_dir()]


def _is_general(folder: Path) -> bool:
    """Tell whether a folder is too high up to be one project: a disk's, a person's, that of all temporary files."""
    import tempfile

    if len(folder.parts) <= 2 or str(folder.parent) in _HOMES:
        return True
    return any(folder in (one, *one.parents) for one in (_home(), Path(tempfile.gettempdir())))


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # nobody's
        return Path("/")


def _repository(folder: Path) -> Repository | None:
    try:
        return repository.around(folder)
    except OSError:
        return None


def _is_there(folder: str) -> bool:
    try:
        return folder.startswith("/") and Path(folder).is_dir() if os.name != "nt" else Path(folder).is_dir()
    except (OSError, ValueError):
        return False
