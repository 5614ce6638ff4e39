"""A service that the client starts: `assay serve` as a child process that ends with this one.

The child ends when its standard input is closed. Only this process has the other end of that pipe, so the service ends
whenever this process ends, even by SIGKILL.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import threading
from typing import List, Optional

from .errors import StartError

_SECONDS_TO_START = 60.0
_SECONDS_TO_END = 10.0


class Service:
    """Loops until it is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self.url = self._start()

    def ended(self) -> bool:
        """Whether it has ended unexpectedly."""
        return self._process is not None and self._process.poll() is not None

    def start_again(self) -> str:
        """A replacement, if it has ended. It has a new URL."""
        with self._lock:
            if self.ended():
                self.close()
                self.url = self._start()
        return self.url

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _close_pipes(process)
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def leave_to_parent(self) -> None:
        """In a forked process: the service belongs to the parent, and our copy of its pipe must not keep it alive."""
        process, self._process = self._process, None
        if process is not None:
            _close_pipes(process)
            process.returncode = 0  # Not ours to wait for.

    def _start(self) -> str:
        command = [*_command(), "serve", "--port", "0", "--json", "--log-level", "warn"]
        shown = " ".join(shlex.quote(word) for word in command)
        try:
            # In its own session, so that Ctrl-C reaches only the trainer; the service ends when the trainer does.
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as problem:
            raise StartError(
                f"'{shown}' could not be started ({problem.strerror}). Install Node.js 20.19 or newer and the assay "
                "command, name another one in ASSAY_COMMAND, or give the URL of a service that runs: "
                "Client('http://127.0.0.1:8100')"
            ) from problem
        self._process = process
        line = _first_line(process)
        try:
            return str(json.loads(line)["url"])
        except (ValueError, KeyError, TypeError):
            self.close()
            if not line and shutil.which("node") is None:
                why = "there is no 'node' on the PATH: install Node.js 20.19 or newer"
            elif not line:
                why = "it printed nothing; what it wrote to standard error says why"
            else:
                why = f"it printed {line[:200]!r}; what it wrote to standard error says why"
            raise StartError(f"'{shown}' did not print its URL: {why}") from None


def _first_line(process: "subprocess.Popen[bytes]") -> bytes:
    """The line that the service prints when it is ready; if there is none in time, the service is killed."""
    assert process.stdout is not None
    start_timer = threading.Timer(_SECONDS_TO_START, process.kill)
    start_timer.daemon = True
    start_timer.start()
    try:
        return process.stdout.readline()
    finally:
        start_timer.cancel()


def _close_pipes(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _command() -> List[str]:
    given = os.environ.get("ASSAY_COMMAND", "")
    return shlex.split(given) or ["assay"]
