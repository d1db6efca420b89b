"""JSON documents over a socket, each after its length in bytes. Knows nothing of what they say."""

import json
import struct
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from socket import socket

GREETING: Final = 4096  # bytes at most of what is said before either side trusts the other
QUESTION: Final = 1 << 20  # a question is what a command line takes, or less
ANSWER: Final = 32 << 20  # 500 hits of 20,000 characters each; what is larger the asker finds itself

_LENGTH: Final = struct.Struct(">I")


class GarbledError(ValueError):
    """What came is not a document, or none came in time."""


def send(connection: "socket", document: dict[str, Any], *, until: float, most: int) -> None:
    """Send a document.

    Args:
        connection: to whom.
        document: what JSON has; lone surrogates are kept.
        until: when to give up, by the monotonic clock.
        most: bytes at most.

    Raises:
        GarbledError: it is too large.
        OSError: the other side is gone, or does not read.
    """
    body = json.dumps(document, separators=(",", ":")).encode()
    if len(body) > most:
        raise GarbledError(f"{len(body)} bytes are more than {most}")
    connection.settimeout(_left(until))
    connection.sendall(_LENGTH.pack(len(body)) + body)


def receive(connection: "socket", *, until: float, most: int) -> dict[str, Any]:
    """Receive a document; the arguments are those of `send`.

    Raises:
        GarbledError: what came is no document, or too large, or ends too early.
        OSError: the other side is gone, or says nothing in time.
    """
    (size,) = _LENGTH.unpack(_exactly(connection, _LENGTH.size, until))
    if size > most:
        raise GarbledError(f"{size} bytes are more than {most}")
    try:
        document = json.loads(_exactly(connection, size, until))
    except (ValueError, RecursionError) as error:
        raise GarbledError("not JSON") from error
    if not isinstance(document, dict):
        raise GarbledError("not an object")
    return document


def _exactly(connection: "socket", size: int, until: float) -> bytes:
    received = bytearray()
    while len(received) < size:
        connection.settimeout(_left(until))
        part = connection.recv(min(size - len(received), 1 << 16))
        if not part:
            raise GarbledError("ended too early")
        received += part
    return bytes(received)


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
