"""The client: rows in, rewards out, from threads, event loops and forks alike."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
import weakref
from typing import Any, Dict, FrozenSet, Iterable, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote

from .address import Address
from .batching import AsyncBatcher, Batcher
from .connections import Pool
from .errors import AnswerError, InputError, RefusedError, RewardChangedError, ServiceError, UnscoredError
from .plain import decode, encode, encode_row, plain
from .retry import RetrySchedule
from .service import Service
from .wire import Answer, TooLargeError, WireError

log = logging.getLogger("assay_client")

Result = Dict[str, Any]
"""A row's result: every key of the reward, all None (with `unscored` or `error`) if it has no score."""

Row = Mapping[str, Any]


class Results(List[Result]):
    """The results of a batch, in order."""

    hedges: Optional[int] = None
    """How many answers were two answers, where the service counts them."""


Pair = Union[Row, Tuple[Any, Any]]

# How many responses gave two answers, if the service counts them.
_Envelope = Tuple[str, bytes, str]


class Client:
    """What calls must have in common to share a request: the path, and the text before and after the items."""

    def __init__(
        self,
        url: Optional[str] = None,
        expect: Union[str, Iterable[str], None] = None,
        *,
        timeout: float = 120.0,
    ) -> None:
        self._expect = frozenset([expect] if isinstance(expect, str) else expect or ())
        self._timeout = timeout
        self._identities: Dict[str, str] = {}
        self._service = Service() if url is None else None
        self._ended = weakref.finalize(self, self._service.close) if self._service else None
        self._address = Address(url if self._service is None else self._service.url)
        self._connect()
        _clients.add(self)

    @property
    def url(self) -> str:
        """Where the service runs."""
        return self._address.url

    @property
    def expect(self) -> FrozenSet[str]:
        """The expected identities; if empty, any service may answer."""
        return self._expect

    @property
    def identities(self) -> Dict[str, str]:
        """`NAME@VERSION+HASH` of each reward that has answered: save it with the run, and expect it in the next."""
        return dict(self._identities)

    def score(
        self, reward: str, items: Iterable[Row], *, options: Optional[Mapping[str, Any]] = None
    ) -> Results:
        """A result for each item, in order. An item's fields are those of an `assay reward` line."""
        return self._ask(_score_envelope(reward, options), _encode_rows(items))

    async def ascore(
        self, reward: str, items: Iterable[Row], *, options: Optional[Mapping[str, Any]] = None
    ) -> Results:
        """`score`, for coroutines."""
        return await self._aask(_score_envelope(reward, options), _encode_rows(items))

    def score_one(self, reward: str, item: Row, *, options: Optional[Mapping[str, Any]] = None) -> Result:
        """One item's result. Simultaneous calls of several threads share requests."""
        row = encode_row(item, "the item")
        return self._batcher.call(_score_envelope(reward, options), row)  # type: ignore[no-any-return]

    async def ascore_one(
        self, reward: str, item: Row, *, options: Optional[Mapping[str, Any]] = None
    ) -> Result:
        """`score_one`, for coroutines. Simultaneous calls share requests."""
        row = encode_row(item, "the item")
        batcher = self._loop_state().batcher
        return await batcher.call(_score_envelope(reward, options), row)  # type: ignore[no-any-return]

    def reward_one(self, reward: str, item: Row) -> float:
        """The reward of one item, for trainers without a value for "unscored": raises UnscoredError."""
        return _number(self.score_one(reward, item))

    async def areward_one(self, reward: str, item: Row) -> float:
        """`reward_one`, for coroutines."""
        return _number(await self.ascore_one(reward, item))

    def grade(self, pairs: Iterable[Pair], *, options: Optional[Mapping[str, Any]] = None) -> Results:
        """For each pair of gold and answer: whether they are equal, by which rule, and how certain that is."""
        return self._ask(("/v1/grade", _opening(None, options), ""), _encode_rows(_pair(pair) for pair in pairs))

    def close(self) -> None:
        """Closes the connections, and ends a service that this client started."""
        for pool in (self._pool, *(state.pool for state in list(self._loops.values()))):
            pool.close()
        if self._ended is not None:
            self._ended()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client('{self._address}')"

    def __reduce__(self) -> Tuple[Any, ...]:
        """When pickled, a client is its URL and the expected reward; a process that unpickles it many times has one
        client.
        """
        return shared_client, (self.url, tuple(sorted(self._expect)), self._timeout)

    # Connections and their waiting calls belong to one process, and within it to threads or to one loop.

    def _connect(self) -> None:
        self._pool = Pool(self._address)
        self._batcher: Batcher[_Envelope] = Batcher(self._ask)
        self._loops: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopState]" = (
            weakref.WeakKeyDictionary()
        )
        self._loops_lock = threading.Lock()

    def _after_fork(self) -> None:
        """In the child process: all open connections belong to the parent, and all held locks stay locked forever."""
        if self._service is not None:
            self._service.leave_to_parent()
        self._connect()

    def _loop_state(self) -> "_LoopState":
        loop = asyncio.get_running_loop()
        with self._loops_lock:
            state = self._loops.get(loop)
            if state is None:
                for other, ended in list(self._loops.items()):
                    if other.is_closed():
                        ended.pool.close()
                        del self._loops[other]
                state = self._loops[loop] = _LoopState(self)
            return state

    def _find_service(self) -> None:
        """If a service that this client started has died, it is started again, at a different port."""
        if self._ended is not None and not self._ended.alive:
            raise ServiceError("the client is closed, and the service that it had started has ended with it")
        if self._service is None or not self._service.ended():
            return
        log.warning("the reward service at %s has ended; starting another one", self._address)
        self._address = Address(self._service.start_again())
        self._connect()

    # Requests with retries: one implementation for threads, one for coroutines.

    def _ask(self, envelope: _Envelope, rows: Sequence[bytes]) -> Results:
        path, opening, reward = envelope
        if not rows:
            return Results()
        try:
            answer = self.post(path, opening + b",".join(rows) + b"]}")
        except RefusedError as refusal:
            if refusal.status != 413 or len(rows) == 1:
                raise
            half = len(rows) // 2  # Too large for the service as one body.
            return _together(self._ask(envelope, rows[:half]), self._ask(envelope, rows[half:]))
        return self._results(answer, reward, len(rows))

    async def _aask(self, envelope: _Envelope, rows: Sequence[bytes]) -> Results:
        path, opening, reward = envelope
        if not rows:
            return Results()
        try:
            answer = await self.apost(path, opening + b",".join(rows) + b"]}")
        except RefusedError as refusal:
            if refusal.status != 413 or len(rows) == 1:
                raise
            half = len(rows) // 2
            return _together(await self._aask(envelope, rows[:half]), await self._aask(envelope, rows[half:]))
        return self._results(answer, reward, len(rows))

    def post(self, path: str, body: bytes) -> Answer:
        """A custom request to the same service, for adapters to other protocols; with all retries."""
        self._find_service()
        retries = RetrySchedule(self._timeout, self._address)
        while True:
            try:
                answer = self._pool.post(path, body, retries.left())
                if answer.status < 400:
                    return answer
                pause = retries.after_answer(answer, _refusal(answer))
            except TooLargeError as problem:
                raise AnswerError(f"{self._address}: {problem}") from None
            except (OSError, WireError) as problem:
                pause = retries.after_failure(problem)
            time.sleep(pause)
            self._find_service()

    async def apost(self, path: str, body: bytes) -> Answer:
        """`post`, for coroutines."""
        self._find_service()
        retries = RetrySchedule(self._timeout, self._address)
        while True:
            try:
                answer = await self._loop_state().pool.apost(path, body, retries.left())
                if answer.status < 400:
                    return answer
                pause = retries.after_answer(answer, _refusal(answer))
            except TooLargeError as problem:
                raise AnswerError(f"{self._address}: {problem}") from None
            except (OSError, WireError, asyncio.TimeoutError) as problem:
                pause = retries.after_failure(problem)
            await asyncio.sleep(pause)
            self._find_service()

    def _results(self, answer: Answer, reward: str, count: int) -> Results:
        if reward:
            self._note_identity(reward, answer.headers.get("x-assay-reward", ""))
        try:
            results = Results(decode(answer.body)["results"])
        except (ValueError, KeyError, TypeError):
            raise AnswerError(f"{self._address} did not answer with results but with {answer.body[:200]!r}") from None
        if len(results) != count or not all(isinstance(result, dict) for result in results):
            raise AnswerError(f"{self._address} did not give one result for each of {count} items")
        hedges = answer.headers.get("x-assay-hedges", "")
        results.hedges = int(hedges) if hedges.isdigit() else None
        return results

    def _note_identity(self, reward: str, identity: str) -> None:
        if self._expect and identity not in self._expect:
            expected = " or ".join(sorted(self._expect))
            raise RewardChangedError(
                f"{self._address} scores with {identity or 'a reward without a name'}, but {expected} was expected"
            )
        before = self._identities.get(reward)
        if before == identity:
            return
        if before is not None:
            log.warning("%s: the reward %s was %s and is now %s", self._address, reward, before, identity)
        self._identities[reward] = identity


class _LoopState:
    """The state of one event loop."""

    def __init__(self, client: Client) -> None:
        self.pool = Pool(client._address)
        self.batcher: AsyncBatcher[_Envelope] = AsyncBatcher(client._aask)


_clients: "weakref.WeakSet[Client]" = weakref.WeakSet()
_shared: Dict[Tuple[Optional[str], Tuple[str, ...], float], Client] = {}
_shared_lock = threading.Lock()


def shared_client(url: Optional[str] = None, expect: Tuple[str, ...] = (), timeout: float = 120.0) -> Client:
    """This process's only client for a URL; without a URL, for a service that this process starts."""
    with _shared_lock:
        client = _shared.get((url, expect, timeout))
        if client is None:
            client = _shared[url, expect, timeout] = Client(url, expect, timeout=timeout)
        return client


def _after_fork() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for client in list(_clients):
        client._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def unscored_reason(result: Result) -> Optional[str]:
    """Why a row has no score; None if it has one."""
    reason = result.get("unscored") or result.get("error")
    if reason is None and result.get("reward") is None:
        return "the service gave no reward and no reason"
    return None if reason is None else str(reason)


def unscored_error(reason: str, row: Optional[int] = None, or_else: str = "") -> UnscoredError:
    place = "a row" if row is None else f"row {row}"
    message = f"{place} could not be scored: {reason}. Leave such rows out of the data set{or_else}"
    return UnscoredError(message, row=row, reason=reason)


def _number(result: Result) -> float:
    reason = unscored_reason(result)
    if reason is not None:
        raise unscored_error(reason)
    return float(result["reward"])


def _opening(reward: Optional[str], options: Optional[Mapping[str, Any]]) -> bytes:
    members: Dict[str, Any] = {} if reward is None else {"reward": reward}
    if options:
        members["options"] = {name: plain(value, "options", name) for name, value in options.items()}
    return encode(members)[:-1] + (b"," if members else b"") + b'"items":['


def _score_envelope(reward: str, options: Optional[Mapping[str, Any]]) -> _Envelope:
    if not isinstance(reward, str) or not reward:
        raise InputError(f"name a reward, for example 'r1_zero'; {reward!r} is not a name")
    return "/v1/score", _opening(reward, options), reward


def _encode_rows(items: Iterable[Row]) -> List[bytes]:
    return [encode_row(item, f"row {index}") for index, item in enumerate(items)]


def _together(first: Results, second: Results) -> Results:
    both = Results([*first, *second])
    if first.hedges is not None and second.hedges is not None:
        both.hedges = first.hedges + second.hedges
    return both


def _pair(pair: Pair) -> Row:
    if isinstance(pair, Mapping):
        return pair
    try:
        gold, answer = pair
    except (TypeError, ValueError):
        raise InputError(f"a pair is (gold, answer) or a mapping with both; {pair!r} is neither") from None
    return {"gold": gold, "answer": answer}


def _refusal(answer: Answer) -> RefusedError:
    try:
        error = decode(answer.body)["error"]
        message, kind, param = error["message"], error.get("type"), error.get("param")
    except (ValueError, KeyError, TypeError, AttributeError):
        message, kind, param = answer.body[:200].decode("utf-8", "replace") or "no reason given", None, None
    where = f" ({param})" if param else ""
    return RefusedError(
        f"the reward service refused the request with status {answer.status}: {message}{where}",
        status=answer.status,
        type=kind,
        param=param,
    )


def path_with(path: str, **parameters: Optional[str]) -> str:
    """A path with those parameters that are not None."""
    query = "&".join(f"{name}={quote(value, safe='')}" for name, value in parameters.items() if value is not None)
    return f"{path}?{query}" if query else path
