"""The client with the real service: started by it, ended with it, and used by many callers at once."""

import asyncio
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

from assay_client import Client, ServiceError, StartError
from assay_client.adapters.rows import fields_of

COMMAND = shlex.split(os.environ["ASSAY_COMMAND"])

NUMBER_MODULE = "export const score = (row) => ({ reward: Number(row.response), half: row.response / 2 });\n"


def row(number: int) -> Dict[str, Any]:
    return {"response": str(number)}


def is_alive(pid: int) -> bool:
    """Whether a process that is not our child is running."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


def wait_until_dead(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_alive(pid)


class OwnService(unittest.TestCase):
    def test_scores_and_ends_with_its_client(self) -> None:
        with Client() as client:
            assert client._service is not None and client._service._process is not None
            pid = client._service._process.pid
            items = [
                {"response": "</think> <answer>4</answer>", "ground_truth": "4"},
                {"response": "</think> <answer>4 or 5</answer>", "ground_truth": "4"},
                {"response": "</think> <answer>4</answer>", "ground_truth": ""},
            ]
            self.assertEqual([each["reward"] for each in client.score("r1_zero", items)], [1.0, 0.0, None])
            self.assertRegex(client.identities["r1_zero"], r"^r1_zero@\d+\.\d+\.\d+.*\+\w+$")
        self.assertFalse(is_alive(pid))
        client.close()  # A second time does no harm.
        with self.assertRaisesRegex(ServiceError, "the client is closed"):
            client.score("r1_zero", items)

    def test_a_service_that_died_is_started_again(self) -> None:
        with Client() as client:
            assert client._service is not None and client._service._process is not None
            item = {"response": "</think> <answer>4</answer>", "ground_truth": "4"}
            before = client.url
            self.assertEqual(client.score_one("r1_zero", item)["reward"], 1.0)
            client._service._process.kill()
            client._service._process.wait()
            with self.assertLogs("assay_client", "WARNING") as logs:
                self.assertEqual(client.score_one("r1_zero", item)["reward"], 1.0)
            self.assertIn("has ended; starting another one", logs.output[0])
            self.assertNotEqual(client.url, before)
            self.assertEqual(asyncio.run(client.ascore_one("r1_zero", item))["reward"], 1.0)

    def killed_parent(self, more: str) -> List[int]:
        """Kills a process that has its own client; returns the pid of its service, and its other output."""
        script = (
            "import os, sys, time\nfrom assay_client import Client\nclient = Client()\n"
            f"found = [client._service._process.pid]\n{more}\nprint(*found, flush=True)\ntime.sleep(60)"
        )
        parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        with parent.stdout:
            pids = [int(word) for word in parent.stdout.readline().split()]
            self.assertTrue(is_alive(pids[0]))
            parent.kill()
            parent.wait()
        return pids

    def test_a_killed_parent_leaves_no_service(self) -> None:
        (service,) = self.killed_parent("")
        self.assertTrue(wait_until_dead(service))

    def test_not_even_when_its_forks_live_on(self) -> None:
        service, fork = self.killed_parent(
            "pid = os.fork()\nif pid == 0:\n    os.close(1)\n    time.sleep(60)\n    os._exit(0)\nfound.append(pid)"
        )
        try:
            self.assertTrue(is_alive(fork))
            self.assertTrue(wait_until_dead(service))
        finally:
            os.kill(fork, signal.SIGKILL)

    def test_a_fork_uses_its_parents_service_and_does_not_end_it(self) -> None:
        item = {"response": "</think> <answer>4</answer>", "ground_truth": "4"}
        with Client() as client:
            pid = os.fork()
            if pid == 0:
                code = 1
                try:
                    code = 0 if client.score_one("r1_zero", item)["reward"] == 1.0 else 2
                    client.close()
                finally:
                    os._exit(code)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
            self.assertEqual(client.score_one("r1_zero", item)["reward"], 1.0)

    def test_commands_that_cannot_be_started(self) -> None:
        with mock.patch.dict(os.environ, {"ASSAY_COMMAND": "/no/such/assay"}):
            with self.assertRaisesRegex(StartError, "could not be started \\(No such file.*Node.js 20.19.*ASSAY_COMMAND"):
                Client()
        with mock.patch.dict(os.environ, {"ASSAY_COMMAND": "echo no"}):
            with self.assertRaisesRegex(StartError, "did not print its URL: it printed b'no serve"):
                Client()
        silent = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
        with mock.patch.dict(os.environ, {"ASSAY_COMMAND": silent}):
            with mock.patch("assay_client.service._SECONDS_TO_START", 0.2):
                with self.assertRaisesRegex(StartError, "did not print its URL: it printed nothing"):
                    Client()

    def test_a_command_without_node(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = Path(folder) / "assay"
            command.write_text("#!/usr/bin/env node\n")
            command.chmod(0o755)
            with mock.patch.dict(os.environ, {"ASSAY_COMMAND": str(command), "PATH": folder}):
                with self.assertRaisesRegex(StartError, "no 'node' on the PATH: install Node.js"):
                    Client()


class ManyAtOnce(unittest.TestCase):
    """The reward is the number in the response, so it shows whether a thread got another thread's answer."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        module = Path(cls.folder.name) / "number.mjs"
        module.write_text(NUMBER_MODULE)
        command = [*COMMAND, "serve", "--port", "0", "--json", "--module", str(module), "--reward", "number"]
        cls.service = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert cls.service.stdout is not None
        cls.client = Client(json.loads(cls.service.stdout.readline())["url"])

    @classmethod
    def tearDownClass(cls) -> None:
        assert cls.service.stdin is not None and cls.service.stdout is not None
        cls.client.close()
        cls.service.stdin.close()
        cls.service.wait(20)
        cls.service.stdout.close()
        cls.folder.cleanup()

    def wrong_of(self, numbers: List[int]) -> int:
        results = [self.client.score_one("number", row(number)) for number in numbers]
        return sum(each["reward"] != float(number) for each, number in zip(results, numbers))

    def test_eight_threads_with_200_calls_each(self) -> None:
        wrong = [0] * 8

        def calls(thread: int) -> None:
            wrong[thread] = self.wrong_of(list(range(thread * 1000, thread * 1000 + 200)))

        threads = [threading.Thread(target=calls, args=(thread,)) for thread in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [0] * 8)

    def test_four_forks_with_200_calls_together(self) -> None:
        self.wrong_of([1])
        pids = []
        for child in range(4):
            pid = os.fork()
            if pid == 0:
                wrong = 99
                try:
                    wrong = self.wrong_of(list(range(child * 1000, child * 1000 + 50)))
                finally:
                    os._exit(wrong)
            pids.append(pid)
        found = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
        self.assertEqual(found, [0, 0, 0, 0])

    def test_a_thousand_coroutines_and_a_batch(self) -> None:
        async def calls() -> List[Any]:
            batch = self.client.ascore("number", map(row, range(5000, 7000)))
            singles = (self.client.ascore_one("number", row(number)) for number in range(1000))
            return await asyncio.gather(batch, *singles)

        batch, *singles = asyncio.run(calls())
        self.assertEqual([each["reward"] for each in batch], [float(i) for i in range(5000, 7000)])
        self.assertEqual([each["reward"] for each in singles], [float(i) for i in range(1000)])


class Names(unittest.TestCase):
    def test_the_fields_that_adapters_send_are_those_of_the_rewards(self) -> None:
        listed = json.loads(subprocess.check_output([*COMMAND, "rewards", "--json"]))["rewards"]
        self.assertGreater(len(listed), 8)
        for reward in listed:
            for name in (reward["name"], *reward["aliases"]):
                fields = fields_of(name)
                required = set(reward["fields"]["required"])
                self.assertEqual({each for each in fields if each is not None}, required, name)


if __name__ == "__main__":
    unittest.main()
