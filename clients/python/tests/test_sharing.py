"""One client for many threads, event loops, forks and pickles: no caller may get the answer to another call."""

import asyncio
import json
import os
import pickle
import threading
import time
import unittest
from typing import Any, List

from assay_client import Client, RefusedError, RewardChangedError
from stub_service import WithStub, refuse, row


class Threads(WithStub):
    def test_nobody_gets_anothers_reward(self) -> None:
        wrong: List[Any] = []

        def calls(thread: int) -> None:
            for i in range(200):
                number = thread * 1000 + i
                if self.client.score_one("number", row(number))["reward"] != float(number):
                    wrong.append(number)

        threads = [threading.Thread(target=calls, args=(thread,)) for thread in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        items = sum(len(json.loads(body)["items"]) for body in self.stub.bodies)
        self.assertEqual(items, 1600)
        self.assertLess(len(self.stub.bodies), 1600)

    def test_batches_of_threads_do_not_mix(self) -> None:
        wrong: List[Any] = []

        def calls(thread: int) -> None:
            for i in range(20):
                numbers = [thread * 1000 + i * 10 + k for k in range(10)]
                results = self.client.score("number", map(row, numbers))
                if [result["reward"] for result in results] != [float(number) for number in numbers]:
                    wrong.append(numbers)

        threads = [threading.Thread(target=calls, args=(thread,)) for thread in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_only_calls_of_one_reward_share_a_request(self) -> None:
        threads = [
            threading.Thread(target=self.client.score_one, args=(f"reward{i % 3}", row(i))) for i in range(60)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for body in self.stub.bodies:
            asked = json.loads(body)
            self.assertEqual({int(item["response"]) % 3 for item in asked["items"]}, {int(asked["reward"][-1])})

    def test_an_error_reaches_everybody_who_waits(self) -> None:
        gate = threading.Event()

        def slow(_: Any) -> bool:
            gate.wait(10)
            return False

        self.stub.faults = [slow, refuse(400, "no such reward")]
        outcomes: List[Any] = []

        def call(number: int) -> None:
            try:
                outcomes.append(self.client.score_one("number", row(number))["reward"])
            except RefusedError as error:
                outcomes.append(str(error))

        first = threading.Thread(target=call, args=(0,))
        first.start()
        while not self.stub.bodies:
            time.sleep(0.005)
        rest = [threading.Thread(target=call, args=(number,)) for number in range(1, 6)]
        for thread in rest:
            thread.start()
        while sum(len(queue) for queue in self.client._batcher._queues.values()) < 5:
            time.sleep(0.005)
        gate.set()
        for thread in [first, *rest]:
            thread.join()
        self.assertEqual(outcomes[0], 0.0)
        self.assertEqual(len(self.stub.bodies), 2)
        self.assertEqual(len([each for each in outcomes[1:] if "no such reward" in each]), 5)


class Loops(WithStub):
    def test_calls_at_the_same_time_share_requests_and_keep_their_rewards(self) -> None:
        async def all_calls() -> List[Any]:
            return await asyncio.gather(*(self.client.ascore_one("number", row(i)) for i in range(500)))

        results = asyncio.run(all_calls())
        self.assertEqual([result["reward"] for result in results], [float(i) for i in range(500)])
        self.assertLess(len(self.stub.bodies), 20)

    def test_every_asyncio_run_has_connections_of_its_own(self) -> None:
        for i in range(5):
            self.assertEqual(asyncio.run(self.client.ascore("number", [row(i)]))[0]["reward"], float(i))
        self.assertEqual(self.stub.connections, 5)

    def test_loops_in_threads(self) -> None:
        wrong: List[int] = []

        async def calls(thread: int) -> None:
            for i in range(50):
                numbers = [thread * 1000 + i * 4 + k for k in range(4)]
                results = await asyncio.gather(*(self.client.ascore_one("number", row(number)) for number in numbers))
                wrong.extend(n for n, result in zip(numbers, results) if result["reward"] != float(n))

        threads = [threading.Thread(target=asyncio.run, args=(calls(thread),)) for thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_cancelled_call_harms_no_other(self) -> None:
        async def some_cancelled() -> List[Any]:
            tasks = [asyncio.ensure_future(self.client.ascore_one("number", row(i))) for i in range(100)]
            await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            found = await asyncio.gather(*tasks, return_exceptions=True)
            later = await self.client.ascore_one("number", row(7))
            return [*found, later]

        *found, later = asyncio.run(some_cancelled())
        self.assertEqual([each["reward"] for each in found[1::2]], [float(i) for i in range(1, 100, 2)])
        self.assertTrue(all(isinstance(each, asyncio.CancelledError) for each in found[::2]))
        self.assertEqual(later["reward"], 7.0)

    def test_a_call_cancelled_in_the_middle_leaves_no_answer_to_the_next(self) -> None:
        gate = threading.Event()

        def slow(_: Any) -> bool:
            gate.wait(10)
            return False

        self.stub.faults = [slow]

        async def cancelled_then_asked() -> Any:
            task = asyncio.ensure_future(self.client.ascore("number", [row(1)]))
            while not self.stub.bodies:
                await asyncio.sleep(0.005)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            gate.set()
            return await self.client.ascore("number", [row(2)])

        self.assertEqual(asyncio.run(cancelled_then_asked())[0]["reward"], 2.0)

    def test_a_refusal_is_raised_in_every_call(self) -> None:
        self.stub.faults = [refuse(400)]

        async def calls() -> List[Any]:
            asked = (self.client.ascore_one("number", row(i)) for i in range(3))
            return await asyncio.gather(*asked, return_exceptions=True)

        for error in asyncio.run(calls()):
            self.assertIsInstance(error, RefusedError)


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
class Forks(WithStub):
    def test_a_client_inherited_by_four_forks(self) -> None:
        self.client.score_one("number", row(1))  # A connection to inherit.
        asyncio.run(self.client.ascore_one("number", row(1)))
        pids = []
        for child in range(4):
            pid = os.fork()
            if pid == 0:
                os._exit(self._wrong_answers(child))
            pids.append(pid)
        wrong_here = self._wrong_answers(4)
        wrong = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
        self.assertEqual((wrong, wrong_here), ([0, 0, 0, 0], 0))

    def _wrong_answers(self, child: int) -> int:
        wrong = 0
        try:
            for i in range(50):
                number = child * 1000 + i
                wrong += self.client.score_one("number", row(number))["reward"] != float(number)
                if i % 10 == 0:
                    wrong += asyncio.run(self.client.ascore_one("number", row(number)))["reward"] != float(number)
        except BaseException:
            return 99
        return wrong

    def test_a_fork_while_others_wait_is_not_stuck(self) -> None:
        gate = threading.Event()

        def slow(_: Any) -> bool:
            gate.wait(10)
            return False

        self.stub.faults = [slow]
        waiting = [threading.Thread(target=self.client.score_one, args=("number", row(i))) for i in range(3)]
        for thread in waiting:
            thread.start()
        while not self.stub.bodies:
            time.sleep(0.005)
        pid = os.fork()
        if pid == 0:
            os._exit(self._wrong_answers(5))
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        gate.set()
        for thread in waiting:
            thread.join()
        self.assertEqual(status, 0)


class Pickling(WithStub):
    def test_a_pickled_client_is_its_url_and_what_it_expects(self) -> None:
        self.client.score_one("number", row(1))
        data = pickle.dumps(self.client)
        self.assertLess(len(data), 300)
        again = pickle.loads(data)
        self.assertEqual(again.url, self.client.url)
        self.assertEqual(again.score_one("number", row(2))["reward"], 2.0)
        self.assertEqual(self.stub.connections, 2)
        strict = pickle.loads(pickle.dumps(Client(self.stub.url, expect="other@1+x")))
        with self.assertRaises(RewardChangedError):
            strict.score_one("number", row(1))

    def test_unpickled_many_times_it_is_one_client(self) -> None:
        data = pickle.dumps(self.client)
        self.assertIs(pickle.loads(data), pickle.loads(data))


if __name__ == "__main__":
    unittest.main()
