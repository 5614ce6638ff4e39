"""Rows as plain ASCII JSON, and the answers of a service.

A trainer's columns hold whatever its data loader produces: numpy scalars, arrays, tensors, NaN for a missing number.
All of these are converted to plain values, or refused with a message that names the row. No package is imported for
this: arrays are recognised by their methods.
"""

from __future__ import annotations

import json
import math
from typing import Any, Mapping

from .errors import InputError

# Above this, a JSON reader that has only doubles would round an integer and grade against a different one.
_EXACT = 2**53 - 1

_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def encode_row(row: Any, place: str) -> bytes:
    """A row as ASCII JSON. `place` names it in messages: "row 3"."""
    if not isinstance(row, Mapping):
        raise InputError(f"{place} must be a mapping of fields to values; it is {_kind(row)}")
    return encode({_name(key, place): _plain(value, place, f"'{key}'") for key, value in row.items()})


def encode(value: Any) -> bytes:
    """ASCII JSON of plain values."""
    return _encode(value).encode("ascii")


def decode(body: bytes) -> Any:
    """Parses an answer of the service. Raises ValueError if it is not JSON (which has no NaN and no infinity), or is
    nested too deeply.
    """
    try:
        return json.loads(body, parse_constant=_no_number, parse_float=_finite_float)
    except RecursionError:
        raise ValueError("the answer is nested too deeply") from None


def _no_number(name: str) -> Any:
    raise ValueError(f"the answer holds {name}, which is not JSON")


def _finite_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the answer holds {text[:60]}, which is too large for a number")
    return value


def plain(value: Any, place: str, field: str) -> Any:
    """A value made of strings, finite numbers, booleans, None, lists and dictionaries only."""
    return _plain(value, place, f"'{field}'")


def _plain(value: Any, place: str, where: str) -> Any:
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is int:
        return value if -_EXACT <= value <= _EXACT else str(value)
    if kind is float:
        return _finite(value, place, where)
    if kind is list or kind is tuple:
        return [_plain(element, place, where) for element in value]
    if kind is dict:
        return {_name(key, place): _plain(member, place, where) for key, member in value.items()}
    return _plain_of_other(value, place, where)


def _plain_of_other(value: Any, place: str, where: str) -> Any:
    """Subclasses of plain types, and everything that can give its own plain value."""
    ndim = getattr(value, "ndim", None)
    if ndim is not None and hasattr(value, "tolist"):
        if ndim > 0:
            return [_plain(element, place, where) for element in value]
        return _plain_of_scalar(value, place, where)
    for base in (str, int, float):
        if isinstance(value, base):
            return _plain(base(value), place, where)
    if isinstance(value, Mapping):
        return {_name(key, place): _plain(member, place, where) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(element, place, where) for element in value]
    raise InputError(f"{place}: {where} holds {_kind(value)}, which is not JSON")


def _plain_of_scalar(value: Any, place: str, where: str) -> Any:
    dtype = getattr(value, "dtype", None)
    made = value.tolist()
    if type(made) is float and getattr(dtype, "kind", "") == "f" and getattr(dtype, "itemsize", 8) < 8:
        # The shortest decimal of a half or single: 0.1, not 0.10000000149011612, which is its value as a double.
        made = float(str(value[()]))
    if type(made) not in (str, int, float, bool, type(None), list, dict):
        raise InputError(f"{place}: {where} holds {_kind(value)}, which is not JSON")
    return _plain(made, place, where)


def _finite(value: float, place: str, where: str) -> float:
    if math.isfinite(value):
        return value
    name = "NaN" if math.isnan(value) else "an infinity"
    raise InputError(f"{place}: {where} holds {name}, which JSON cannot hold; leave the row out, or send None")


def _name(key: Any, place: str) -> str:
    if isinstance(key, str):
        return key
    raise InputError(f"{place}: the name of a field must be a string; {key!r} is {_kind(key)}")


def _kind(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
