"""Concurrent single calls become batches.

The first call is sent at once. Calls that arrive while a request is in flight wait, and are sent together as the next
request. A single call therefore never waits for others, and many calls need few requests. There is no extra thread: one
of the waiting threads sends for all.
"""

from __future__ import annotations

import asyncio
import copy
import threading
from collections import deque
from typing import Any, Awaitable, Callable, Deque, Dict, Generic, Hashable, List, Optional, Set, TypeVar

Key = TypeVar("Key", bound=Hashable)
Outcome = Any

# Small enough that the service scores them together; it hands larger requests to several threads.
LARGEST_BATCH = 64
LARGEST_BYTES = 200_000


Waiting = TypeVar("Waiting")


def _take(queue: Deque[Waiting], row_of: Callable[[Waiting], bytes]) -> List[Waiting]:
    """The next batch: the first waiting call, and others up to the size of one request."""
    batch = [queue.popleft()]
    size = len(row_of(batch[0]))
    while queue and len(batch) < LARGEST_BATCH:
        size += len(row_of(queue[0]))
        if size > LARGEST_BYTES:
            break
        batch.append(queue.popleft())
    return batch


class _Call:
    """A row that waits in a thread."""

    __slots__ = ("row", "outcome", "error", "done", "leads", "wake")

    def __init__(self, row: bytes) -> None:
        self.row = row
        self.outcome: Outcome = None
        self.error: Optional[BaseException] = None
        self.done = False
        self.leads = False
        self.wake = threading.Lock()
        self.wake.acquire()


class Batcher(Generic[Key]):
    """Joins calls of threads. Only calls with the same key share a request."""

    def __init__(self, send: Callable[[Key, List[bytes]], List[Outcome]]) -> None:
        self._send = send
        self._lock = threading.Lock()
        # A queue exists while a thread sends for it, and holds the calls that arrived since.
        self._queues: Dict[Key, Deque[_Call]] = {}

    def call(self, key: Key, row: bytes) -> Outcome:
        call = _Call(row)
        with self._lock:
            queue = self._queues.get(key)
            call.leads = queue is None
            if queue is None:
                queue = self._queues[key] = deque()
            queue.append(call)
        if not call.leads:
            self._wait(key, call)
        if not call.done:
            self._lead(key)
        if call.error is not None:
            raise call.error
        return call.outcome

    def _wait(self, key: Key, call: _Call) -> None:
        """Waits until the call has its outcome, or has to send."""
        try:
            call.wake.acquire()
        except BaseException:
            # Interrupted, by Ctrl-C for example: no call may wait for a sender that has stopped.
            with self._lock:
                if call in self._queues.get(key, ()):
                    self._queues[key].remove(call)
                if call.leads and not call.done:
                    self._promote(key)
            raise

    def _lead(self, key: Key) -> None:
        with self._lock:
            queue = self._queues[key]
            batch = _take(queue, lambda call: call.row)
        own = batch[0]
        error: Optional[BaseException] = None
        try:
            outcomes = self._send(key, [call.row for call in batch])
            for call, outcome in zip(batch, outcomes):
                call.outcome = outcome
        except Exception as problem:
            error = problem
        except BaseException:
            # Only for this thread: the rows of the others are sent by the next leader.
            with self._lock:
                self._queues[key].extendleft(reversed(batch[1:]))
                self._promote(key)
            raise
        for call in batch:
            call.error = error if error is None or call is own else copy.copy(error)
            call.done = True
            call.wake.release()
        with self._lock:
            self._promote(key)

    def _promote(self, key: Key) -> None:
        """The next call in the queue sends; if there is none, the next one to arrive."""
        queue = self._queues[key]
        if queue:
            queue[0].leads = True
            queue[0].wake.release()
        else:
            del self._queues[key]


class AsyncBatcher(Generic[Key]):
    """Joins calls of one event loop."""

    def __init__(self, send: Callable[[Key, List[bytes]], Awaitable[List[Outcome]]]) -> None:
        self._send = send
        self._queues: Dict[Key, "Deque[tuple[bytes, asyncio.Future[Outcome]]]"] = {}
        # The event loop itself keeps only weak references to its tasks.
        self._leaders: "Set[asyncio.Task[None]]" = set()

    async def call(self, key: Key, row: bytes) -> Outcome:
        loop = asyncio.get_running_loop()
        future: "asyncio.Future[Outcome]" = loop.create_future()
        queue = self._queues.get(key)
        if queue is None:
            queue = self._queues[key] = deque()
            leader = loop.create_task(self._lead(key))
            self._leaders.add(leader)
            leader.add_done_callback(self._leaders.discard)
        queue.append((row, future))
        return await future

    async def _lead(self, key: Key) -> None:
        queue = self._queues[key]
        try:
            while queue:
                batch = _take(queue, lambda waiting: waiting[0])
                await self._send_batch(key, [(row, future) for row, future in batch if not future.done()])
        finally:
            del self._queues[key]
            for _, future in queue:
                future.cancel()

    async def _send_batch(self, key: Key, batch: "List[tuple[bytes, asyncio.Future[Outcome]]]") -> None:
        if not batch:
            return
        try:
            outcomes = await self._send(key, [row for row, _ in batch])
        except Exception as problem:
            for _, future in batch:
                if not future.done():
                    future.set_exception(copy.copy(problem))
        except BaseException:
            for _, future in batch:
                future.cancel()
            raise
        else:
            for (_, future), outcome in zip(batch, outcomes):
                if not future.done():
                    future.set_result(outcome)
