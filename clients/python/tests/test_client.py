"""The client against a small real server: what it sends and returns, and its behaviour when something fails."""

import asyncio
import json
import pickle
import socket
import threading
import time
import unittest
from typing import List

from assay_client import AnswerError, Client, InputError, RefusedError, RewardChangedError, UnreachableError
from assay_client.errors import UnscoredError
from stub_service import Handler, Stub, WithStub, hang_up, refuse, row, say


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

    def test_numbers_that_are_none_are_refused(self) -> None:
        for number in ("NaN", "Infinity", "-Infinity", "1e999"):
            body = f'{{"results":[{{"reward":{number}}}]}}'.encode()

            def send(handler: Handler, body: bytes = body) -> bool:
                handler.send_response(200)
                handler.send_header("Content-Length", str(len(body)))
                handler.end_headers()
                handler.wfile.write(body)
                return True

            self.stub.faults.append(send)
            with self.subTest(number), self.assertRaises(AnswerError):
                self.client.score("number", [row(1)])

    def test_an_answer_without_end_is_an_error(self) -> None:
        def send(handler: Handler) -> bool:
            handler.send_response(200)
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(b" " * 1_000_000)
            except OSError:
                return True

        self.stub.faults.append(send)
        with self.assertRaisesRegex(AnswerError, "larger than 256 MiB"):
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

        def wait_until_closed() -> None:
            while self.stub.open:
                time.sleep(0.01)

        async def thrice() -> List[float]:
            found = []
            for i in range(3):
                found.append((await self.client.ascore_one("number", row(i)))["reward"])
                wait_until_closed()
            return found

        for i in range(3):
            self.assertEqual(self.client.score_one("number", row(i))["reward"], float(i))
            wait_until_closed()
        self.assertEqual(asyncio.run(thrice()), [0.0, 1.0, 2.0])
        self.assertEqual(self.stub.connections, 6)

    def test_a_kept_connection_is_used_again(self) -> None:
        for i in range(20):
            self.client.score_one("number", row(i))
        self.assertEqual(self.stub.connections, 1)


if __name__ == "__main__":
    unittest.main()
