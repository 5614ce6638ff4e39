"""From the arguments of trainers to the rows of a reward.

Trainers pass everything they have: prompts, token ids, images, every column of the data set. The adapter sends the
completion, the gold, the named columns, and the fields that identify groups and give lengths. With `columns="all"` it
sends every column that JSON can represent, for your own rewards.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from ..client import Client, Result, shared_client, unscored_error, unscored_reason
from ..errors import InputError
from ..plain import plain

Service = Union[Client, str, None]
"""A client, the URL of a service, or nothing: then this process starts a service with the first call."""

Columns = Union[Mapping[str, str], str]
"""Further fields of the rows, each with the column that holds it: `{"language": "lang"}`; or "all" for every column."""


def columns_of(columns: Optional[Columns]) -> Dict[str, str]:
    """The columns that are named one by one."""
    if isinstance(columns, str):
        if columns != "all":
            raise InputError(f"columns is a mapping of fields to columns, or 'all'; it is {columns!r}")
        return {}
    return dict(columns or {})


def about(prompt: Any, ids: Any = None, step: Any = None) -> Dict[str, Any]:
    """The fields that identify groups of completions, and the length of a completion in tokens."""
    found: Dict[str, Any] = {}
    if prompt:
        text = prompt if isinstance(prompt, str) else json.dumps(prompt, sort_keys=True, default=str)
        found["group"] = hashlib.sha1(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    if hasattr(ids, "__len__"):
        found["response_length"] = len(ids)
    if isinstance(step, int):
        found["step"] = step
    return found


def sendable(values: Mapping[str, Any], place: str) -> Dict[str, Any]:
    """The values of a row that JSON can represent."""
    found: Dict[str, Any] = {}
    for name, value in values.items():
        try:
            found[name] = plain(value, place, name)
        except InputError:
            continue  # Images, states of the trainer, functions.
    return found


class Fields(NamedTuple):
    """The reward's names for the completion, the gold and the conversation."""

    response: str
    gold: Optional[str]
    trajectory: Optional[str] = None


_GOLD_AS_ANSWER = ("qa_f1_format", "qa_f1_reward_format", "qa_f1_reward_tool")


def fields_of(reward: str) -> Fields:
    """Your own rewards and compositions take the same arguments as `r1_zero`."""
    if any(sign in reward for sign in "+-*("):
        return Fields("response", "ground_truth")
    if reward in _GOLD_AS_ANSWER:
        return Fields("prediction", "answer", "trajectory")
    if reward.startswith("qa_"):
        return Fields("prediction", "golden_answer")
    if reward.startswith("search_r1_"):
        return Fields("response", "golden_answer")
    if reward == "r1_zero_format":
        return Fields("response", None)
    return Fields("response", "ground_truth")


def client_of(service: Service, timeout: Optional[float] = None) -> Client:
    """The client of a service; with a timeout, one that gives up after that time."""
    if timeout is None:
        return service if isinstance(service, Client) else shared_client(service)
    if isinstance(service, Client):
        return shared_client(service.url, tuple(sorted(service.expect)), timeout)
    return shared_client(service, (), timeout)


def text_of(completion: Any) -> str:
    """The text of a completion: the completion itself, or the last message of the assistant in a list of messages."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return _content(completion)
    if isinstance(completion, Sequence):
        said = [message for message in completion if _role(message) in (None, "assistant")]
        return _content(said[-1]) if said else ""
    raise InputError(f"a completion must be a string or a list of messages; it is {type(completion).__name__}")


def _role(message: Any) -> Any:
    if not isinstance(message, Mapping):
        raise InputError(f"a message must have a role and a content; it is {type(message).__name__}")
    return message.get("role")


def _content(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if content is None:
        return ""  # A message of tool calls alone.
    if isinstance(content, str):
        return content
    parts = (part.get("text") for part in content if isinstance(part, Mapping))
    return "".join(part for part in parts if isinstance(part, str))


def messages_of(completion: Any) -> List[Any]:
    """The conversation, if a completion is one."""
    if isinstance(completion, str):
        return [{"role": "assistant", "content": completion}]
    return [completion] if isinstance(completion, Mapping) else list(completion)


def column(columns: Mapping[str, Any], name: str, count: int) -> Sequence[Any]:
    """A column of a batch; a value that does not have one element for each completion is not a column."""
    if name not in columns:
        there = ", ".join(sorted(columns)) or "none"
        raise InputError(f"the data set has no column '{name}' (it has: {there}); name the column that holds it")
    values = columns[name]
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise InputError(f"the column '{name}' must hold a value for each completion; it is {type(values).__name__}")
    if len(values) != count:
        raise InputError(f"the column '{name}' has {len(values)} values for {count} completions")
    return values  # type: ignore[no-any-return]


def check_choice(on_unscored: str) -> None:
    if on_unscored not in ("raise", "zero"):
        raise InputError(f"on_unscored is 'raise' or 'zero'; it is {on_unscored!r}")


def numbers_of(result: Result, on_unscored: str, row: Optional[int] = None) -> Dict[str, float]:
    """A result for a trainer without a value for "unscored": floats, with the same keys for every row."""
    reason = unscored_reason(result)
    if reason is not None and on_unscored == "raise":
        raise unscored_error(reason, row, ", or ask for on_unscored='zero' to train on 0.0 for them")
    members = ((name, value) for name, value in result.items() if name not in ("unscored", "error"))
    numbers = {name: 0.0 if value is None else float(value) for name, value in members}
    numbers["unscored"] = 0.0 if reason is None else 1.0
    return numbers
