"""A small real HTTP server with the native interface, which a test can make misbehave.

Its reward is the number in the response, so a test sees whether an answer belongs to its own request.
"""

from __future__ import annotations

import json
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Tuple

from assay_client import Client

Fault = Callable[["Handler"], bool]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Stub"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        self.timeout = self.server.keep_alive
        with self.server.lock:
            self.server.connections += 1
            self.server.open.add(self.request)
        super().setup()

    def finish(self) -> None:
        with self.server.lock:
            self.server.open.discard(self.request)
        super().finish()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.lock:
            self.server.bodies.append(body)
            self.server.requests.append((self.path, dict(self.headers)))
            fault = self.server.faults.pop(0) if self.server.faults else None
        if fault is not None and fault(self):
            return
        asked = json.loads(body)
        self.answer(200, {"results": [score(item) for item in asked["items"]]}, self.server.headers)

    def answer(self, status: int, value: Any, headers: Optional[Dict[str, str]] = None) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Assay-Reward", self.server.identity)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        if self.server.chunked:
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            half = len(data) // 2
            for piece in (data[:half], data[half:]):
                if piece:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


def score(item: Dict[str, Any]) -> Dict[str, Any]:
    if "gold" in item:
        return {"equal": item["gold"] == item["answer"]}
    if item.get("ground_truth", 0) is None:
        return {"reward": None, "format_reward": None, "unscored": "the ground truth is empty"}
    return {"reward": float(item.get("response", item.get("prediction"))), "format_reward": 1.0}


class Stub(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, port: int = 0) -> None:
        self.lock = threading.Lock()
        self.connections = 0
        self.open: set = set()
        self.bodies: List[bytes] = []
        self.requests: List[Tuple[str, Dict[str, str]]] = []
        self.faults: List[Optional[Fault]] = []
        self.keep_alive = 75.0
        self.identity = "number@1+abc"
        self.chunked = False
        self.headers: Dict[str, str] = {}
        super().__init__(("127.0.0.1", port), Handler)
        self.thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def end(self) -> None:
        """Like a killed process: refuses new connections, and breaks the open ones."""
        self.shutdown()
        self.server_close()
        with self.lock:
            still_open = list(self.open)
        for each in still_open:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def handle_error(self, *_: Any) -> None:
        pass  # Clients that go away are part of the tests.


def refuse(status: int, message: str = "no", headers: Optional[Dict[str, str]] = None) -> Fault:
    def fault(handler: Handler) -> bool:
        handler.answer(status, {"error": {"message": message, "type": "test", "param": "items"}}, headers)
        return True

    return fault


def say(value: Any) -> Fault:
    def fault(handler: Handler) -> bool:
        handler.answer(200, value)
        return True

    return fault


def hang_up(handler: Handler) -> bool:
    """Closes the connection in the middle of an answer."""
    handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"resul')
    handler.close_connection = True
    return True


def row(number: int) -> Dict[str, Any]:
    return {"response": str(number), "ground_truth": "1"}


class WithStub(unittest.TestCase):
    def setUp(self) -> None:
        self.stub = Stub()
        self.addCleanup(self.stub.end)
        self.client = Client(self.stub.url, timeout=20)
        self.addCleanup(self.client.close)
