"""HTTP/1.1 as bytes, for one request and its answer.

Threads and asyncio read from different kinds of sockets. The parsing is the same, so it is implemented once, without a
socket.
"""

from __future__ import annotations

from typing import Dict, NamedTuple, Optional

from .address import Address

_LONGEST_HEAD = 65_536

# Larger than the results of any batch; a peer that sends more is not a reward service.
LARGEST_BODY = 268_435_456

_HEX = frozenset(b"0123456789abcdefABCDEF")


class WireError(Exception):
    """The bytes are not HTTP, or the peer disconnected in the middle."""


class TooLargeError(WireError):
    """The answer is larger than any valid answer."""

    def __init__(self) -> None:
        super().__init__(f"the answer is larger than {LARGEST_BODY >> 20} MiB")


class Answer(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: bytes
    """Whether the connection can be used for another request."""
    kept: bool


def request_head(address: Address, path: str, length: int) -> bytes:
    lines = [
        f"POST {address.prefix}{path} HTTP/1.1",
        f"Host: {address.host_header}",
        "Content-Type: application/json",
        "Accept: application/json",
        "User-Agent: assay-client",
        f"Content-Length: {length}",
    ]
    if address.authorization:
        lines.append(f"Authorization: {address.authorization}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


class AnswerReader:
    """Takes the received bytes, and has the answer when it is complete."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._status = 0
        self._headers: Optional[Dict[str, str]] = None
        self._body = bytearray()
        self._chunked = False
        self._length: Optional[int] = None
        self._kept = True
        self.started = False

    def feed(self, data: bytes) -> Optional[Answer]:
        self.started = True
        self._data += data
        while self._headers is None:
            if not self._read_head():
                return None
        if len(self._body) + len(self._data) > LARGEST_BODY:
            raise TooLargeError()
        if self._chunked:
            return self._answer() if self._read_chunks() else None
        if self._length is None:
            self._body += self._data
            self._data.clear()
            return None
        if len(self._data) < self._length:
            return None
        if len(self._data) > self._length:
            raise WireError("the answer is longer than announced")
        self._body = self._data
        return self._answer()

    def end(self) -> Answer:
        """The peer has closed the connection: that ends a body of unknown length, and truncates any other."""
        if self._headers is None or self._chunked or self._length is not None:
            raise WireError("the connection was closed before the answer was complete")
        self._kept = False
        return self._answer()

    def _answer(self) -> Answer:
        return Answer(self._status, self._headers or {}, bytes(self._body), self._kept)

    def _read_head(self) -> bool:
        end = self._data.find(b"\r\n\r\n")
        if end < 0:
            if len(self._data) > _LONGEST_HEAD:
                raise WireError("the head of the answer does not end")
            return False
        first, *lines = bytes(self._data[:end]).decode("latin-1").split("\r\n")
        del self._data[: end + 4]
        version, _, rest = first.partition(" ")
        status = rest[:3]
        if not version.startswith("HTTP/1.") or not status.isdigit():
            raise WireError(f"this is not HTTP: {first[:60]!r}")
        if 100 <= int(status) < 200:
            return True  # An interim answer; the real one follows.
        pairs = (line.partition(":") for line in lines)
        self._headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
        self._status = int(status)
        self._plan_body(version)
        return True

    def _plan_body(self, version: str) -> None:
        headers = self._headers or {}
        connection = headers.get("connection", "").lower()
        self._kept = "close" not in connection and (version != "HTTP/1.0" or "keep-alive" in connection)
        self._chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        length = headers.get("content-length")
        if self._status in (204, 304):
            self._chunked, self._length = False, 0
        elif length is not None and not self._chunked:
            if not length.isdigit():
                raise WireError(f"the length of the answer is not a number: {length[:60]!r}")
            # A number with very many digits would take long to parse, and is too large anyway.
            if len(length) > 18 or int(length) > LARGEST_BODY:
                raise TooLargeError()
            self._length = int(length)

    def _read_chunks(self) -> bool:
        """Moves complete chunks into the body; true when the last one and its trailers have arrived."""
        while True:
            # The line with the size of a chunk is short, and so are the trailers: without a limit, searching again with
            # each received piece would take quadratic time on a line that does not end.
            end = self._data.find(b"\r\n", 0, _LONGEST_HEAD)
            if end < 0:
                if len(self._data) >= _LONGEST_HEAD:
                    raise WireError("the size of a chunk does not end")
                return False
            size_text = bytes(self._data[:end]).split(b";")[0].strip()
            if not size_text or not _HEX.issuperset(size_text):
                raise WireError(f"this is not a chunk: {size_text[:60]!r}")
            size = int(size_text[-16:], 16) if len(size_text.lstrip(b"0")) <= 16 else LARGEST_BODY + 1
            if size > LARGEST_BODY:
                raise TooLargeError()
            if size == 0:
                # Trailers end with an empty line; without any, it follows at once.
                if self._data.find(b"\r\n\r\n", end) >= 0:
                    return True
                if len(self._data) > _LONGEST_HEAD:
                    raise WireError("the trailers of the answer do not end")
                return False
            if len(self._data) < end + 2 + size + 2:
                return False
            self._body += self._data[end + 2 : end + 2 + size]
            del self._data[: end + 2 + size + 2]
