"""The client against a small real server: whose answer is whose, and what it does when things break."""

import asyncio
import json
import os
import pickle
import socket
import threading
import time
import unittest
from typing import Any, Dict, List

from assay_client import AnswerError, Client, InputError, RefusedError, RewardChangedError, UnreachableError
from assay_client.errors import UnscoredError
from stub_service import Stub, hang_up, refuse, say


def row(number: int) -> Dict[str, Any]:
    return {"response": str(number), "ground_truth": "1"}


class WithStub(unittest.TestCase):
    def setUp(self) -> None:
        self.stub = Stub()
        self.addCleanup(self.stub.end)
        self.client = Client(self.stub.url, timeout=20)
        self.addCleanup(self.client.close)


class Asking(WithStub):
    def test_a_batch_comes_back_in_order(self) -> None:
        results = self.client.score("number", (row(i) for i in range(50)))
        self.assertEqual([result["reward"] for result in results], [float(i) for i in range(50)])
        asked = json.loads(self.stub.bodies[0])
        self.assertEqual((asked["reward"], len(asked["items"])), ("number", 50))
        self.assertTrue(self.stub.bodies[0].isascii())

    def test_no_items_need_no_service(self) -> None:
        self.assertEqual(self.client.score("number", []), [])
        self.assertEqual(self.stub.requests, [])

    def test_options_are_sent(self) -> None:
        self.client.score("number", [row(1)], options={"grading": "fast"})
        self.assertEqual(json.loads(self.stub.bodies[0])["options"], {"grading": "fast"})

    def test_one(self) -> None:
        self.assertEqual(self.client.score_one("number", row(3))["reward"], 3.0)

    def test_pairs_are_graded(self) -> None:
        results = self.client.grade([("1", "1"), {"gold": "1", "answer": "2"}])
        self.assertEqual([result["equal"] for result in results], [True, False])
        with self.assertRaisesRegex(InputError, "a pair is"):
            self.client.grade(["1"])  # type: ignore[list-item]

    def test_unscored_is_none_with_its_reason(self) -> None:
        result = self.client.score_one("number", {"response": "1", "ground_truth": None})
        self.assertIsNone(result["reward"])
        self.assertEqual(result["unscored"], "the ground truth is empty")

    def test_nan_names_its_row_and_nothing_is_sent(self) -> None:
        with self.assertRaisesRegex(InputError, "row 2: 'ground_truth' holds NaN"):
            self.client.score("number", [row(0), row(1), {"response": "2", "ground_truth": float("nan")}])
        self.assertEqual(self.stub.requests, [])

    def test_chunked_answers_are_read(self) -> None:
        self.stub.chunked = True
        self.assertEqual(self.client.score_one("number", row(3))["reward"], 3.0)
        self.assertEqual(self.client.score_one("number", row(4))["reward"], 4.0)
        self.assertEqual(self.stub.connections, 1)

    def test_a_token_goes_with_the_request_and_into_no_message(self) -> None:
        url = self.stub.url.replace("http://", "http://x:secret@")
        with Client(url) as client:
            client.score("number", [row(1)])
            self.assertEqual(self.stub.requests[0][1]["Authorization"], "Basic eDpzZWNyZXQ=")
            self.assertNotIn("secret", repr(client))
            self.stub.faults = [say({})]
            with self.assertRaises(AnswerError) as caught:
                client.score("number", [row(1)])
            self.assertNotIn("secret", str(caught.exception))


class Identity(WithStub):
    def test_the_expected_reward_may_answer(self) -> None:
        with Client(self.stub.url, expect="number@1+abc") as client:
            self.assertEqual(client.score("number", [row(1)])[0]["reward"], 1.0)
            self.assertEqual(client.identities, {"number": "number@1+abc"})

    def test_any_other_may_not(self) -> None:
        with Client(self.stub.url, expect=["number@1+abc", "other@2+def"]) as client:
            client.score("number", [row(1)])
            self.stub.identity = "number@1+changed"
            for ask in (lambda: client.score("number", [row(1)]), lambda: client.score_one("number", row(1))):
                with self.assertRaisesRegex(RewardChangedError, r"number@1\+changed, but number@1\+abc or other"):
                    ask()

    def test_a_change_that_nobody_forbade_is_logged(self) -> None:
        self.client.score("number", [row(1)])
        self.stub.identity = "number@2+def"
        with self.assertLogs("assay_client", "WARNING") as logs:
            self.client.score("number", [row(1)])
        self.assertIn("was number@1+abc and is now number@2+def", logs.output[0])


class Failing(WithStub):
    def test_a_refusal_says_why_and_is_final(self) -> None:
        self.stub.faults = [refuse(400, "there is no reward 'x'")]
        with self.assertRaisesRegex(RefusedError, "status 400: there is no reward 'x' \\(items\\)") as caught:
            self.client.score("x", [row(1)])
        self.assertEqual((caught.exception.status, caught.exception.type), (400, "test"))
        self.assertEqual(len(self.stub.requests), 1)

    def test_a_full_queue_is_asked_again(self) -> None:
        self.stub.faults = [refuse(503), refuse(429, headers={"Retry-After": "0"})]
        with self.assertLogs("assay_client", "WARNING"):
            self.assertEqual(self.client.score("number", [row(5)])[0]["reward"], 5.0)
        self.assertEqual(len(self.stub.requests), 3)

    def test_a_queue_that_stays_full_is_an_error_with_its_reason(self) -> None:
        self.stub.faults = [refuse(503, "the queue is full")] * 1000
        with Client(self.stub.url, timeout=0.3) as client, self.assertLogs("assay_client"):
            with self.assertRaisesRegex(RefusedError, "the queue is full"):
                client.score("number", [row(5)])

    def test_an_answer_that_breaks_off_is_asked_for_again(self) -> None:
        self.stub.faults = [None, hang_up, hang_up]
        self.client.score("number", [row(1)])
        with self.assertLogs("assay_client", "WARNING"):
            self.assertEqual(self.client.score("number", [row(2)])[0]["reward"], 2.0)

    def test_answers_that_are_none(self) -> None:
        for value in ({}, [], {"results": 1}, {"results": []}, {"results": [1]}, {"results": [{}, {}]}):
            self.stub.faults = [say(value)]
            with self.assertRaises(AnswerError):
                self.client.score("number", [row(1)])

    def test_a_body_that_is_too_large_goes_in_halves(self) -> None:
        self.stub.faults = [refuse(413), refuse(413)]
        self.stub.headers = {"X-Assay-Hedges": "1"}
        results = self.client.score("number", [row(i) for i in range(8)])
        self.assertEqual([result["reward"] for result in results], [float(i) for i in range(8)])
        self.assertEqual(results.hedges, 3)  # One in each of the three requests that were answered: 2 + 2 + 4 items.

    def test_a_single_item_that_is_too_large_is_an_error(self) -> None:
        self.stub.faults = [refuse(413)]
        with self.assertRaises(RefusedError):
            self.client.score("number", [row(1)])

    def test_nobody_there(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with Client(url, timeout=0.3) as client, self.assertLogs("assay_client", "WARNING"):
            with self.assertRaisesRegex(UnreachableError, "did not answer within 0.3 s"):
                client.score("number", [row(1)])
            with self.assertRaises(ConnectionError):
                asyncio.run(client.ascore("number", [row(1)]))

    def test_a_service_that_says_nothing(self) -> None:
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            with Client(f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.3) as client:
                with self.assertRaises(UnreachableError):
                    client.score("number", [row(1)])
                with self.assertRaises(UnreachableError):
                    asyncio.run(client.ascore("number", [row(1)]))

    def test_errors_come_through_pickle(self) -> None:
        for error in (RefusedError("x", status=400, type="t"), UnscoredError("y", row=3, reason="z")):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), again.__dict__), (type(error), str(error), error.__dict__))


class Restarts(WithStub):
    def test_a_service_that_restarts_is_found_again(self) -> None:
        self.client.score("number", [row(1)])
        port = self.stub.server_address[1]
        self.stub.end()
        back: List[Stub] = []
        timer = threading.Timer(0.3, lambda: back.append(Stub(port)))
        timer.start()
        with self.assertLogs("assay_client", "WARNING"):
            self.assertEqual(self.client.score("number", [row(2)])[0]["reward"], 2.0)
        timer.join()
        self.addCleanup(back[0].end)
        self.assertEqual(asyncio.run(self.client.ascore("number", [row(3)]))[0]["reward"], 3.0)

    def test_a_connection_that_idled_too_long_is_replaced(self) -> None:
        self.stub.keep_alive = 0.05

        async def thrice() -> List[float]:
            found = []
            for i in range(3):
                found.append((await self.client.ascore_one("number", row(i)))["reward"])
                await asyncio.sleep(0.15)
            return found

        for i in range(3):
            self.assertEqual(self.client.score_one("number", row(i))["reward"], float(i))
            time.sleep(0.15)
        self.assertEqual(asyncio.run(thrice()), [0.0, 1.0, 2.0])
        self.assertEqual(self.stub.connections, 6)

    def test_a_kept_connection_is_used_again(self) -> None:
        for i in range(20):
            self.client.score_one("number", row(i))
        self.assertEqual(self.stub.connections, 1)


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
        while sum(len(queue) for queue in self.client._joiner._queues.values()) < 5:
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
