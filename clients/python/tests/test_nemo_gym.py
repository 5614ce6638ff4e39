"""The resources server of NeMo Gym, started as Gym starts it."""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
import unittest
import urllib.request
from pathlib import Path
from typing import Any, Dict

FOLDER = Path(__file__).resolve().parent.parent / "nemo_gym" / "resources_servers" / "assay"

try:
    import yaml
except ImportError:
    yaml = None  # type: ignore[assignment]
    if os.environ.get("ASSAY_NO_SKIP") == "1":
        raise
    print("yaml is not here: the resources server of NeMo Gym is not tested")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def verify_body(text: str, gold: str) -> Dict[str, Any]:
    message = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    return {
        "responses_create_params": {"input": [{"role": "user", "content": "2+2?"}]},
        "question": "2+2?",
        "expected_answer": gold,
        "response": {"id": "r", "output": [{"type": "reasoning", "summary": []}, message]},
    }


@unittest.skipIf(yaml is None, "yaml is not here")
class ResourcesServer(unittest.TestCase):
    def start(self, port: int) -> "subprocess.Popen[bytes]":
        """Gym fills in host and port, writes the whole configuration as YAML into the environment, and runs the entry
        point there.
        """
        configuration = yaml.safe_load((FOLDER / "configs" / "assay.yaml").read_text())
        server = configuration["assay"]["resources_servers"]["assay"]
        server.update(host="127.0.0.1", port=port)
        environment = {
            **os.environ,
            "NEMO_GYM_CONFIG_DICT": yaml.safe_dump(configuration),
            "NEMO_GYM_CONFIG_PATH": "assay",
        }
        command = [sys.executable, server["entrypoint"]]
        return subprocess.Popen(
            command, cwd=FOLDER, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )

    def post(self, port: int, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def wait_for(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                return
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    def test_started_asked_and_ended_as_gym_does(self) -> None:
        port = free_port()
        process = self.start(port)
        try:
            assert process.stdin is not None
            process.stdin.close()  # Gym's own standard input has no say.
            self.wait_for(process, port)
            self.assertEqual(self.post(port, "/seed_session", {}), {})
            right = self.post(port, "/verify", verify_body("So \\boxed{4}.", "$4$"))
            self.assertEqual((right["reward"], right["question"]), (1.0, "2+2?"))
            self.assertEqual(self.post(port, "/verify", verify_body("So \\boxed{5}.", "4"))["reward"], 0.0)
            unscored = self.post(port, "/verify", verify_body("So \\boxed{4}.", ""))
            self.assertEqual((unscored["reward"], unscored["_ng_failure_class"]), (0.0, "unscored"))
        finally:
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(30), 0)


@unittest.skipIf(yaml is None, "yaml is not here")
class EntryPoint(unittest.TestCase):
    def setUp(self) -> None:
        spec = importlib.util.spec_from_file_location("app", FOLDER / "app.py")
        assert spec is not None and spec.loader is not None
        self.app = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.app)

    def test_the_command(self) -> None:
        found = {"host": "10.0.0.1", "port": 7, "reward": "r1_zero", "arguments": ["--log", "x y"]}
        self.assertEqual(
            self.app.command(found, {"ASSAY_COMMAND": "node 'my assay.js'"}),
            ["node", "my assay.js", "serve", "--nemo-gym", "--host", "10.0.0.1", "--port", "7", "--reward", "r1_zero",
             "--no-token", "--log", "x y"],
        )
        plain = self.app.command({"host": "127.0.0.1", "port": 7}, {})
        self.assertEqual(plain, ["assay", "serve", "--nemo-gym", "--host", "127.0.0.1", "--port", "7"])

    def test_outside_of_gym_it_says_so(self) -> None:
        for environment in ({}, {"NEMO_GYM_CONFIG_PATH": "x", "NEMO_GYM_CONFIG_DICT": "{y: 1}"}):
            with self.assertRaisesRegex(SystemExit, "is started by NeMo Gym"):
                self.app.settings(environment)


if __name__ == "__main__":
    unittest.main()
