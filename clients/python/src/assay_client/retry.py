"""How long and how often a request is retried.

Scoring the same rows twice gives the same rewards, so every failure before an answer can be retried: a service that
restarts, a broken connection, a full queue. If the service refuses a request, that is final.
"""

from __future__ import annotations

import logging
import random
import time

from .address import Address
from .errors import RefusedError, UnreachableError
from .wire import Answer

log = logging.getLogger("assay_client")

_TRY_AGAIN = (429, 502, 503, 504)

# Its own generator, because a trainer has seeded the shared one.
_jitter = random.Random()


class RetrySchedule:
    """The time of one call, with all its tries."""

    def __init__(self, seconds: float, address: Address) -> None:
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._address = address
        self._tries = 0

    def left(self) -> float:
        return max(0.001, self._deadline - time.monotonic())

    def after_failure(self, problem: BaseException) -> float:
        """Seconds to wait before the next try."""
        reason = str(problem) or type(problem).__name__
        if self._pause_fits():
            return self._pause(reason)
        raise UnreachableError(
            f"the reward service at {self._address} did not answer within {self._seconds:g} s: {reason}"
        ) from problem

    def after_answer(self, answer: Answer, refusal: RefusedError) -> float:
        """Seconds to wait before the next try, if the status asks for one."""
        if answer.status not in _TRY_AGAIN or not self._pause_fits():
            raise refusal
        asked = answer.headers.get("retry-after", "")
        least = float(asked) if asked.isdigit() else 0.0
        return max(self._pause(str(refusal)), min(least, self.left()))

    def _pause_fits(self) -> bool:
        return time.monotonic() + self._next_pause() < self._deadline

    def _next_pause(self) -> float:
        return min(2.0, 0.05 * 2**self._tries)

    def _pause(self, reason: str) -> float:
        pause = self._next_pause() * _jitter.uniform(0.5, 1.0)
        self._tries += 1
        # Once for each doubling: often enough to be noticed, and rarely enough to be readable.
        if self._tries & (self._tries - 1) == 0:
            log.warning(
                "the reward service at %s: %s; trying again for up to %.0f s", self._address, reason, self.left()
            )
        return pause
