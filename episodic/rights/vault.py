"""The vault: a memory's pages in a folder, kept in step with it. Knows no SQL and nothing of what is on a page.

What was written is listed in a manifest with its digests, so that what somebody edited since is told apart and kept,
and what is gone from the memory goes from the folder. Nothing else in the folder is touched.
"""

import hashlib
import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from episodic.config import Config, environment
from episodic.errors import InputError
from episodic.memory.journal import digest
from episodic.memory.store import Store
from episodic.rights.pages import is_empty, pages
from episodic.rights.writing import folder_for, written

MANIFEST: Final = ".episodic-vault.json"
_SCHEMA: Final = 1
_PLAIN: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,40}")
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?|.*\.")
# Every name of a page that there can be: nothing else is ever removed, whatever a manifest says.
_OURS: Final = re.compile(r"(?:(?:threads|people|projects|organisations|episodes)/)?[a-z0-9-]+\.md")
_GIT_SECONDS: Final = 60
_ANOTHERS: Final = {
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
    "GIT_PREFIX",
}


class _Manifest(NamedTuple):
    """Whose pages a folder holds, and the digest of each as it was written."""

    user: str
    files: Mapping[str, str]


class Synced(NamedTuple):
    """What became of a vault's files; `kept` are edited ones, set aside; `notes` say what did not go as it should."""

    folder: Path
    written: tuple[str, ...]
    removed: tuple[str, ...]
    kept: tuple[str, ...]
    unchanged: int
    committed: bool
    notes: tuple[str, ...] = ()


def vault_of(config: Config, user: str) -> Path:
    """Return where a user's vault is unless it was written elsewhere, whether or not there is one."""
    name = user if _PLAIN.fullmatch(user) and not _RESERVED.fullmatch(user) else digest(user)
    return (config.vault or config.home / "vault") / name


def vaults_of(store: Store) -> list[Path]:
    """Return the folders in which the store's user has a vault."""
    found = [Path(folder) for folder in store.vaults.folders()]
    return [folder for folder in dict.fromkeys([vault_of(store.config, store.user), *found]) if is_vault(folder, store)]


def is_vault(folder: Path, store: Store) -> bool:
    """Whether a folder holds a vault of the store's user."""
    try:
        found = _manifest(folder)
    except InputError:
        return False
    return found is not None and found.user == store.user


def sync_all(store: Store, *, emptied: bool = False) -> list[Synced]:
    """Bring every vault that the store's user has in step; none is made."""
    return [sync(store, folder, emptied=emptied) for folder in vaults_of(store)]


def sync(store: Store, folder: Path | None = None, *, emptied: bool = False, commit: bool = True) -> Synced:
    """Bring a vault in step with a memory, made if it is new.

    Args:
        store: whose memory.
        folder: where; None: `vault_of`.
        emptied: whether nothing to write means that nothing is to be left.
        commit: whether to, where the folder is a git repository; nothing is ever pushed.

    Raises:
        InputError: the folder is another user's vault, or cannot be written, or nothing is left to write in it.
    """
    folder = (folder or vault_of(store.config, store.user)).expanduser().absolute()
    known = _known(folder, store.user)
    made = pages(store)
    if is_empty(made) and known and not emptied:
        raise InputError(f"there is nothing to write, and {folder} holds {len(known)} pages: add --empty to clear it")
    files = {} if is_empty(made) and emptied else {f"{page.name}.md": page.text for page in made}
    done = _bring_in_step(folder, files, known)
    _write(folder / MANIFEST, _listed(store.user, files))
    with store.transaction("vault"):
        store.vaults.note(str(folder))
    note = _commit(folder, [*files, *done.removed, MANIFEST]) if commit and (folder / ".git").exists() else None
    committed = note is None and commit and (folder / ".git").exists()
    return done._replace(committed=committed, notes=(*done.notes, *((note,) if note else ())))


def state(store: Store, folder: Path | None = None) -> Synced:
    """Return what `sync` would do to a vault, without doing it."""
    folder = (folder or vault_of(store.config, store.user)).expanduser().absolute()
    known = _known(folder, store.user)
    files = {f"{page.name}.md": page.text for page in pages(store)}
    edited = tuple(name for name in sorted(known) if _is_edited(folder / name, known.get(name), files.get(name)))
    fresh = tuple(name for name, text in files.items() if _read(folder / name) != text.encode())
    gone = tuple(sorted(known.keys() - files.keys()))
    return Synced(folder, fresh, gone, edited, len(files) - len(fresh), committed=False)


def _bring_in_step(folder: Path, files: Mapping[str, str], known: Mapping[str, str]) -> Synced:
    changed, removed, kept = list[str](), list[str](), list[str]()
    for name, text in files.items():
        target = folder / name
        if _is_edited(target, known.get(name), text):
            kept.append(_set_aside(folder, name))
        if _read(target) != text.encode():
            _write(target, text)
            changed.append(name)
    for name in sorted(known.keys() - files.keys()):
        target = folder / name
        if not _OURS.fullmatch(name) or not target.exists():
            continue
        if _is_edited(target, known[name], None):
            kept.append(_set_aside(folder, name))
        target.unlink(missing_ok=True)
        removed.append(name)
    return Synced(folder, tuple(changed), tuple(removed), tuple(kept), len(files) - len(changed), committed=False)


def _is_edited(path: Path, known: str | None, text: str | None) -> bool:
    """Whether a file holds what nobody here wrote, nor is about to."""
    raw = _read(path)
    return raw is not None and hashlib.sha256(raw).hexdigest() != known and (text is None or raw != text.encode())


def _set_aside(folder: Path, name: str) -> str:
    """Move an edited file beside the new one; returns its new name."""
    path = folder / name
    for number in range(1, 10_000):
        target = path.with_name(f"{path.stem}.edited{f'-{number}' if number > 1 else ''}.md")
        if not target.exists():
            path.rename(target)
            return target.relative_to(folder).as_posix()
    raise InputError(f"{path} was edited too often: look through the edited copies beside it and remove some")


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}): move it away") from error


def _write(path: Path, text: str) -> None:
    try:
        folder_for(path)
    except OSError as error:
        raise InputError(f"{path.parent} cannot be made ({error.strerror}): name another folder with --dir") from error
    with written(path) as partial:
        partial.write_bytes(text.encode())


def _known(folder: Path, user: str) -> Mapping[str, str]:
    """Return what was written to a folder, by name with its digest.

    Raises:
        InputError: it was written for another user.
    """
    found = _manifest(folder)
    if found is not None and found.user != user:
        raise InputError(f"{folder} is the vault of user {found.user}: name another folder with --dir")
    return found.files if found is not None else {}


def _listed(user: str, files: Mapping[str, str]) -> str:
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(files.items())}
    told = {"schema": _SCHEMA, "user": user, "files": digests}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _manifest(folder: Path) -> _Manifest | None:
    raw = _read(folder / MANIFEST)
    if raw is None:
        return None
    try:
        found = json.loads(raw)
        whole = found["schema"] == _SCHEMA and all(isinstance(one, str) for one in found["files"].values())
        manifest = _Manifest(str(found["user"]), found["files"])
    except (ValueError, KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise InputError(f"{folder / MANIFEST} cannot be read: move the folder away and sync again")
    return manifest


def _commit(folder: Path, names: Sequence[str]) -> str | None:
    """Commit what was written and removed, and nothing else; returns why not, where it was not."""
    there = [name for name in names if (folder / name).exists()]
    gone = [name for name in names if name not in there]
    try:
        _git(folder, "add", "--", *there)
        if gone:
            _git(folder, "rm", "--cached", "--quiet", "--ignore-unmatch", "--", *gone)
        staged = _git(folder, "diff", "--cached", "--name-only", "-z", "--", *names).stdout.split("\0")
        if changed := [name for name in staged if name]:
            _git(folder, "commit", "--quiet", "--message", "Update memory", "--", *changed)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        return f"git did not commit ({' '.join(said.split())[:200]}): the pages are written all the same"
    return None


def _git(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run git on this folder's repository, not on one whose hook we are run by."""
    own = {name: value for name, value in environment().items() if name not in _ANOTHERS}
    run = ["git", "-C", str(folder), *words]
    return subprocess.run(  # noqa: S603 - our own arguments, the names of pages
        run, check=True, capture_output=True, encoding="utf-8", errors="replace", timeout=_GIT_SECONDS, env=own
    )
