"""The errors, as one hierarchy: catching `AssayError` catches every error of this package.

Each class can be made from its message alone, so it survives pickling (Ray, process pools).
"""

from __future__ import annotations

from typing import Optional


class AssayError(Exception):
    """The base class of all errors of this package."""


class InputError(AssayError, ValueError):
    """A row cannot be sent: it holds NaN, something that is not JSON, or lacks a column."""


class ServiceError(AssayError):
    """The reward service did not do what it was asked."""


class StartError(ServiceError):
    """`assay serve` could not be started."""


class UnreachableError(ServiceError, ConnectionError):
    """The service did not answer in time, after all retries."""


class RefusedError(ServiceError):
    """The service refused a whole request (a status of 400 or above)."""

    def __init__(
        self,
        message: str,
        *,
        status: Optional[int] = None,
        type: Optional[str] = None,
        param: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.param = param


class AnswerError(ServiceError):
    """The reply is not an answer of a reward service."""


class RewardChangedError(ServiceError):
    """The reward, its version or its options are not the expected ones."""


class UnscoredError(AssayError):
    """A row could not be scored, and the trainer has no value for that."""

    def __init__(self, message: str, *, row: Optional[int] = None, reason: Optional[str] = None) -> None:
        super().__init__(message)
        self.row = row
        self.reason = reason
