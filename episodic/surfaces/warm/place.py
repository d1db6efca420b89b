"""Where a server is found, and by whom alone. Knows nothing of what is asked there.

A Unix domain socket in a folder of its owner's. Where there are none, as on Windows, or where its path would be too
long for one, it is a port of this machine with a token in an owner-only file, which both sides prove to know before
anything is said: a port is open to every user, and a dead server's may be taken by another one.
"""

import json
import os
import socket
import stat
import struct
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import episodic
from episodic.errors import ServerError
from episodic.version import __version__

if TYPE_CHECKING:
    from filelock import FileLock

PROTOCOL: Final = 1
_LONGEST: Final = 100  # bytes of a socket's path; systems take 104 to 108
_LOCALHOST: Final = "127.0.0.1"
_BACKLOG: Final = 16
_TOKEN: Final = 32  # bytes
_LOOK: Final = 0.2  # seconds for which whoever only looks may hold the lock, at most
_OWNER_ONLY: Final = 0o700


class Place(NamedTuple):
    """The files of one server: `name` is a digest of whose it is and of which installation."""

    folder: Path
    name: str

    @property
    def lock(self) -> Path:
        """The file whose lock the server holds."""
        return self.folder / f"{self.name}.lock"

    @property
    def door(self) -> Path:
        """The socket."""
        return self.folder / f"{self.name}.sock"

    @property
    def port(self) -> Path:
        """The file with a port and its token, where there is no socket."""
        return self.folder / f"{self.name}.port"

    @property
    def has_socket(self) -> bool:
        """Whether it is a Unix domain socket."""
        return hasattr(socket, "AF_UNIX") and len(os.fsencode(self.door)) <= _LONGEST


class Line(NamedTuple):
    """An open socket, to listen on or to a server, and the token that both sides know; empty where none is needed."""

    end: socket.socket
    token: str = ""


def place_of(cache: Path) -> Place:
    """Return where the server of this user and this installation is, whether or not one runs."""
    user = os.getuid() if hasattr(os, "getuid") else ""
    return Place(Path(os.path.abspath(cache)) / "serve", f"{_digest(user, socket.gethostname()):08x}")  # noqa: PTH100 - resolve() would follow links


def build() -> str:
    """Return what both sides must have in common: the protocol, the version and the installation."""
    return f"{PROTOCOL} {__version__} {_digest():08x}"


def proof(token: str, side: str, nonce: str) -> str:
    """Return what only who knows the token can say of a nonce; nothing where no token is needed."""
    if not token:
        return ""
    import hmac

    return hmac.new(token.encode(), f"{side} {nonce}".encode(), "sha256").hexdigest()


def prepare(place: Place) -> None:
    """Make the folder, for its owner alone.

    Raises:
        ServerError: it cannot be made, or others could read or replace what is in it.
    """
    try:
        place.folder.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(place, error) from error
    if not _is_private(place.folder):
        raise ServerError(f"{place.folder} is not yours alone: run chmod 700 on it, or remove it")


def lock_of(place: Place) -> "FileLock":
    """Return the lock that a server holds as long as it runs, however it ends."""
    from filelock import FileLock

    return FileLock(place.lock, timeout=_LOOK, mode=0o600)


def is_claimed(place: Place) -> bool:
    """Tell whether a server holds the place, whether or not it answers."""
    from filelock import Timeout

    if not place.lock.exists():
        return False
    try:
        with lock_of(place):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def unusable(place: Place, error: OSError) -> ServerError:
    """Return what to say where the disk refuses."""
    return ServerError(f"{place.folder} cannot be used ({error.strerror}): permit it, or set EPISODIC_CACHE")


def listen(place: Place) -> Line:
    """Listen at a place whose lock is held; what a server that was killed left there is replaced.

    Raises:
        ServerError: something that is no socket is in the socket's place.
    """
    if not place.has_socket:
        return _listen_on_a_port(place)
    _remove_socket(place.door)
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)  # the socket is the owner's from its first moment
    try:
        listener.bind(str(place.door))
    finally:
        os.umask(before)
    listener.listen(_BACKLOG)
    return Line(listener)


def connect(place: Place, *, seconds: float) -> Line:
    """Connect to the server; whose it is is still to be seen.

    Raises:
        OSError, ValueError, KeyError, TypeError: there is none.
    """
    if not _is_private(place.folder):
        raise PermissionError
    if not place.has_socket:
        told = json.loads(place.port.read_text("utf-8"))
        return Line(socket.create_connection((_LOCALHOST, int(told["port"])), seconds), str(told["token"]))
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(seconds)
    try:
        connection.connect(str(place.door))
    except OSError:
        connection.close()
        raise
    return Line(connection)


def is_same_user(connection: socket.socket) -> bool:
    """Tell whether the other end is of the same user, as far as this system says; where not, the folder's mode does."""
    if not hasattr(socket, "AF_UNIX") or connection.family != socket.AF_UNIX:
        return True
    if sys.platform == "linux":
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        return bool(struct.unpack("3i", credentials)[1] == os.getuid())
    if sys.platform == "darwin":
        credentials = connection.getsockopt(0, 1, struct.calcsize("IIh16I"))  # SOL_LOCAL, LOCAL_PEERCRED
        return bool(struct.unpack_from("II", credentials)[1] == os.getuid())
    return True


def leave(place: Place, line: Line, mark: tuple[int, int] | None) -> None:
    """Remove what led to this server, unless another one has taken the place; `mark` is what `marked` returned."""
    line.end.close()
    if mark is not None and marked(place) == mark:
        _path(place).unlink(missing_ok=True)


def marked(place: Place) -> tuple[int, int] | None:
    """Return which file leads to the server."""
    try:
        found = _path(place).lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _path(place: Place) -> Path:
    return place.door if place.has_socket else place.port


def _listen_on_a_port(place: Place) -> Line:
    listener = socket.socket(socket.AF_INET)
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    listener.bind((_LOCALHOST, 0))
    listener.listen(_BACKLOG)
    token = os.urandom(_TOKEN).hex()
    told = json.dumps({"port": listener.getsockname()[1], "token": token})
    fresh = place.port.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(told)
    fresh.replace(place.port)
    return Line(listener, token)


def _remove_socket(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise ServerError(f"{path} is in the way and is no socket: move it away")
    path.unlink()


def _is_private(folder: Path) -> bool:
    """Tell whether a folder is the user's own and closed to others; on Windows the profile folder sees to that."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o077)


def _digest(*parts: object) -> int:
    """Tell installations apart; that two have both digests in common, with and without `parts`, will not happen."""
    where = (os.path.dirname(episodic.__file__), sys.prefix, *sys.version_info[:3], *parts)  # noqa: PTH120
    return zlib.crc32("\0".join(map(str, where)).encode("utf-8", "surrogateescape"))
