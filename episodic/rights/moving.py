"""Projects renamed and put together by their owner. Knows no SQL; what finds a project by its folder is in capture."""

from pathlib import Path
from typing import NamedTuple

from episodic.capture.projects import short_name
from episodic.capture.whereabouts import located, plain
from episodic.errors import InputError
from episodic.language.likeness import near
from episodic.memory.projects import Mark
from episodic.memory.store import Store


class Moved(NamedTuple):
    """What was filed under `old` and is under `new` now."""

    old: str
    new: str
    sessions: int


def move(store: Store, old: str, new: str) -> Moved:
    """Give a project another name, or the folder it lies in now; the old name still leads to it.

    Raises:
        InputError: there is no such project, the new name is blank, or it is another project's.
    """
    known = _named(store, old)
    name = new.strip()
    if not name:
        raise InputError("the new name is blank: give the project's new name, or the folder it lies in now")
    marks = [Mark("folder", plain(name))] if Path(name).is_absolute() else []
    if store.projects.called(name) != known:  # else it goes back to a name it had
        name = _of_folder(store, marks[0].value) if marks else store.projects.called(name)
    if name == known:
        if not marks or store.projects.having(marks[0]) == [known]:
            raise InputError(f"{known} is called that already: give another name")
    elif (other := _other(store, name, known)) is not None:
        raise InputError(f"{other} is a project already: `episodic projects merge {other} {known}` puts both together")
    return _put(store, known, name, marks)


def merge(store: Store, one: str, other: str) -> Moved:
    """File all of the second project under the first, and have the second's name lead there.

    Raises:
        InputError: there is no such project, or both are one.
    """
    into, known = _named(store, one), _named(store, other)
    if into == known:
        raise InputError(f"{one} and {other} are one project already: see `episodic projects`")
    return _put(store, known, into, [])


def _put(store: Store, old: str, new: str, marks: list[Mark]) -> Moved:
    with store.transaction("project"):
        count = 0
        if old != new:
            count = store.projects.move(old, new)
            store.entities.move(old, new, name=short_name(new))
        store.projects.know(new, marks)
    return Moved(old, new, count)


def _other(store: Store, name: str, known: str) -> str | None:
    """Return another project that a name already means, whole or by its last part."""
    if store.projects.is_known(name):
        return name
    others = [one.name for one in store.projects.all() if one.name != known]
    return next((one for one in others if short_name(one).casefold() == name.casefold()), None)


def _of_folder(store: Store, folder: str) -> str:
    """Return what sessions in a folder are filed under; a folder that is not there is only a name."""
    return located(store.projects, folder)[0] if Path(folder).is_dir() else store.projects.called(folder)


def _named(store: Store, given: str) -> str:
    """Return the project a person means: by its name, a former one, its folder, or the only one's last part."""
    names = [project.name for project in store.projects.all()]
    former = store.projects.former()
    text = given.strip()
    by_folder = store.projects.having(Mark("folder", plain(text))) if text else []
    called = {name: name for name in names} | former
    short = {now: None for name, now in called.items() if short_name(name).casefold() == text.casefold()}
    exact = [former.get(text, text)] if text in called else []
    for found in (exact, by_folder, list(short)):
        if len(found) == 1:
            return found[0]
    meant = list(short) or near(text, names)
    hint = f"did you mean {' or '.join(meant)}?" if meant else "`episodic projects` lists them"
    raise InputError(f"no project is called {given!r}: {hint}" if not short else f"{given!r} may be several: {hint}")
