"""Kept connections, for threads and for event loops.

A connection is a plain socket, used by one exchange at a time. It is closed unless the answer was complete, so no
caller can read the answer to another call. The client has a pool of connections for each process and each event loop.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from typing import List, Optional, Tuple

from .address import Address
from .wire import Answer, AnswerReader, WireError, request_head

_PIECE = 262_144


class Pool:
    """Connections to one service; `post` is for threads, `apost` for coroutines of one loop."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._idle: List[socket.socket] = []
        self._lock = threading.Lock()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for kept in idle:
            kept.close()

    def __del__(self) -> None:
        for kept in self._idle:
            kept.close()

    def post(self, path: str, body: bytes, seconds: float) -> Answer:
        """One exchange. Raises OSError or WireError if a new connection fails; kept connections that are closed are
        skipped.
        """
        deadline = time.monotonic() + seconds
        head = request_head(self.address, path, len(body))
        while True:
            kept = self._take()
            if kept is None:
                return self._settle(*_exchange(self._connect(deadline), head, body, deadline))
            try:
                return self._settle(*_exchange(kept, head, body, deadline))
            except socket.timeout:
                raise
            except (OSError, WireError):
                # The service closed this connection while it was idle. Scoring twice does no harm.
                continue

    async def apost(self, path: str, body: bytes, seconds: float) -> Answer:
        loop = asyncio.get_running_loop()
        if self.address.tls:
            # Event loops support TLS only for their own transports, and those would outlive `asyncio.run`.
            return await loop.run_in_executor(None, self.post, path, body, seconds)
        return await asyncio.wait_for(self._apost(loop, path, body), seconds)

    async def _apost(self, loop: asyncio.AbstractEventLoop, path: str, body: bytes) -> Answer:
        head = request_head(self.address, path, len(body))
        while True:
            kept = self._take()
            if kept is None:
                return self._settle(*await _aexchange(loop, await self._aconnect(loop), head, body))
            try:
                return self._settle(*await _aexchange(loop, kept, head, body))
            except (OSError, WireError):
                continue

    def _take(self) -> Optional[socket.socket]:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                kept = self._idle.pop()
            if _still_open(kept):
                return kept
            kept.close()

    def _settle(self, used: socket.socket, answer: Answer) -> Answer:
        if answer.kept:
            with self._lock:
                self._idle.append(used)
        else:
            used.close()
        return answer

    def _connect(self, deadline: float) -> socket.socket:
        plain = socket.create_connection((self.address.host, self.address.port), timeout=_left(deadline))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self.address.tls:
            return plain
        try:
            return ssl.create_default_context().wrap_socket(plain, server_hostname=self.address.host)
        except BaseException:
            plain.close()
            raise

    async def _aconnect(self, loop: asyncio.AbstractEventLoop) -> socket.socket:
        found = await loop.getaddrinfo(self.address.host, self.address.port, type=socket.SOCK_STREAM)
        failure: OSError = ConnectionError(f"{self.address.host} has no address")
        for family, kind, protocol, _, target in found:
            made = socket.socket(family, kind, protocol)
            try:
                made.setblocking(False)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                await loop.sock_connect(made, target)
                return made
            except OSError as problem:
                made.close()
                failure = problem
            except BaseException:
                made.close()
                raise
        raise failure


def _exchange(used: socket.socket, head: bytes, body: bytes, deadline: float) -> Tuple[socket.socket, Answer]:
    try:
        reader = AnswerReader()
        unsent: Optional[OSError] = None
        try:
            for piece in _pieces(head, body):
                used.settimeout(_left(deadline))
                used.sendall(piece)
        except socket.timeout:
            raise
        except OSError as problem:
            unsent = problem  # Whoever refuses a body may answer and hang up before it has read it.
        while True:
            used.settimeout(_left(deadline))
            try:
                data = used.recv(_PIECE)
            except socket.timeout:
                raise
            except OSError as problem:
                raise unsent or problem
            if not data and unsent and not reader.started:
                raise unsent
            answer = reader.feed(data) if data else reader.end()
            if answer is not None:
                return used, answer if unsent is None else answer._replace(kept=False)
    except BaseException:
        used.close()
        raise


async def _aexchange(
    loop: asyncio.AbstractEventLoop, used: socket.socket, head: bytes, body: bytes
) -> Tuple[socket.socket, Answer]:
    try:
        reader = AnswerReader()
        unsent: Optional[OSError] = None
        try:
            for piece in _pieces(head, body):
                await loop.sock_sendall(used, piece)
        except OSError as problem:
            unsent = problem
        while True:
            try:
                data = await loop.sock_recv(used, _PIECE)
            except OSError as problem:
                raise unsent or problem
            if not data and unsent and not reader.started:
                raise unsent
            answer = reader.feed(data) if data else reader.end()
            if answer is not None:
                return used, answer if unsent is None else answer._replace(kept=False)
    except BaseException:
        used.close()
        raise


def _pieces(head: bytes, body: bytes) -> List[bytes]:
    """One packet for a small request; a large body is not copied."""
    return [head + body] if len(body) < _PIECE else [head, body]


def _still_open(kept: socket.socket) -> bool:
    """Whether an idle connection is silent, as it should be: no unexpected bytes, and not closed."""
    if isinstance(kept, ssl.SSLSocket):
        return True  # Cannot be looked at; if it has gone, the exchange will show it.
    try:
        kept.setblocking(False)
        kept.recv(1, socket.MSG_PEEK)
        return False
    except (BlockingIOError, InterruptedError):
        return True
    except OSError:
        return False


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left
