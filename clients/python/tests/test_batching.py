"""Which call sends for which others, and that no call is left waiting when the sender is interrupted."""

import asyncio
import threading
import time
import unittest
from typing import Any, Callable, List

from assay_client.batching import LARGEST_BATCH, LARGEST_BYTES, AsyncBatcher, Batcher


class Gate:
    """A sender whose first request waits for a signal."""

    def __init__(self, first: Callable[[], None]) -> None:
        self.first = first
        self.opened = threading.Event()
        self.batches: List[List[bytes]] = []

    def send(self, key: str, rows: List[bytes]) -> List[bytes]:
        self.batches.append(rows)
        if len(self.batches) == 1:
            self.opened.wait(10)
            self.first()
        return [b"<" + row + b">" for row in rows]


def outcomes_with(gate: Gate, count: int, padding: int = 0) -> List[Any]:
    """The results of `count` threads, the first of which sends while all others wait."""
    batcher: "Batcher[str]" = Batcher(gate.send)
    outcomes: List[Any] = [None] * count

    def call(i: int) -> None:
        try:
            outcomes[i] = batcher.call("key", b"%0*d" % (padding, i))
        except BaseException as error:
            outcomes[i] = error

    threads = [threading.Thread(target=call, args=(i,)) for i in range(count)]
    threads[0].start()
    while not gate.batches:
        time.sleep(0.002)
    for thread in threads[1:]:
        thread.start()
    while len(batcher._queues["key"]) < count - 1:
        time.sleep(0.002)
    gate.opened.set()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive(), "a call waits for ever"
    assert batcher._queues == {}
    return outcomes


def fail(error: BaseException) -> Callable[[], None]:
    def now() -> None:
        raise error

    return now


class JoinedThreads(unittest.TestCase):
    def test_the_first_goes_alone_and_the_rest_together(self) -> None:
        gate = Gate(lambda: None)
        outcomes = outcomes_with(gate, 30)
        self.assertEqual(outcomes, [b"<%d>" % i for i in range(30)])
        self.assertEqual([len(batch) for batch in gate.batches], [1, 29])

    def test_a_crowd_goes_in_batches_that_are_not_too_large(self) -> None:
        gate = Gate(lambda: None)
        outcomes_with(gate, 1 + LARGEST_BATCH + 5)
        self.assertEqual([len(batch) for batch in gate.batches], [1, LARGEST_BATCH, 5])

    def test_large_rows_go_in_smaller_batches_and_a_huge_one_alone(self) -> None:
        gate = Gate(lambda: None)
        outcomes_with(gate, 7, padding=LARGEST_BYTES // 3)
        self.assertEqual([len(batch) for batch in gate.batches], [1, 3, 3])
        gate = Gate(lambda: None)
        outcomes_with(gate, 4, padding=LARGEST_BYTES + 1)
        self.assertEqual([len(batch) for batch in gate.batches], [1, 1, 1, 1])

    def test_an_error_is_of_its_own_batch(self) -> None:
        gate = Gate(fail(ValueError("no")))
        first, *rest = outcomes_with(gate, 5)
        self.assertIsInstance(first, ValueError)
        self.assertEqual(rest, [b"<%d>" % i for i in range(1, 5)])

    def test_who_is_interrupted_while_sending_leaves_the_others_to_another(self) -> None:
        gate = Gate(fail(KeyboardInterrupt()))
        first, *rest = outcomes_with(gate, 5)
        self.assertIsInstance(first, KeyboardInterrupt)
        self.assertEqual(rest, [b"<%d>" % i for i in range(1, 5)])

    def test_who_sends_for_others_and_is_interrupted_loses_none_of_them(self) -> None:
        batches: List[List[bytes]] = []
        opened = threading.Event()

        def send(_: str, rows: List[bytes]) -> List[bytes]:
            batches.append(rows)
            if len(batches) == 1:
                opened.wait(10)
            if len(batches) == 2:
                raise KeyboardInterrupt
            return rows

        gate = Gate(lambda: None)
        gate.send, gate.batches, gate.opened = send, batches, opened  # type: ignore[method-assign,assignment]
        outcomes = outcomes_with(gate, 6)
        interrupted = [each for each in outcomes if isinstance(each, KeyboardInterrupt)]
        self.assertEqual(len(interrupted), 1)
        self.assertEqual(len([each for each in outcomes if isinstance(each, bytes)]), 5)
        self.assertEqual([len(batch) for batch in batches], [1, 5, 4])


class JoinedCoroutines(unittest.TestCase):
    def test_calls_of_one_moment_are_one_batch(self) -> None:
        batches: List[int] = []

        async def send(_: str, rows: List[bytes]) -> List[bytes]:
            batches.append(len(rows))
            await asyncio.sleep(0.01)
            return rows

        async def calls() -> List[Any]:
            batcher: "AsyncBatcher[str]" = AsyncBatcher(send)
            found = await asyncio.gather(*(batcher.call("key", b"%d" % i) for i in range(20)))
            self.assertEqual(batcher._queues, {})
            return found

        self.assertEqual(asyncio.run(calls()), [b"%d" % i for i in range(20)])
        self.assertEqual(batches, [20])

    def test_a_loop_that_ends_ends_those_who_wait(self) -> None:
        async def send(_: str, rows: List[bytes]) -> List[bytes]:
            await asyncio.sleep(60)
            return rows

        async def calls() -> None:
            batcher: "AsyncBatcher[str]" = AsyncBatcher(send)
            await asyncio.wait_for(batcher.call("key", b"1"), 0.05)

        with self.assertRaises(asyncio.TimeoutError):
            asyncio.run(calls())


if __name__ == "__main__":
    unittest.main()
