"""From what trainers hand over to the rows of a reward.

Trainers hand over everything they have: prompts, token ids, images, every column of the data set. Only the
completion, the gold and the columns that are named go to the service.
"""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from ..client import Client, Result, shared_client
from ..errors import InputError, UnscoredError

Service = Union[Client, str, None]
"""A client, the URL of a service, or nothing: then a service of this process's own is started with the first call."""

Columns = Mapping[str, str]
"""Further fields of the rows, each with the column that holds it: `{"language": "lang"}`."""


class Fields(NamedTuple):
    """What a reward calls the completion, the gold and the conversation."""

    response: str
    gold: Optional[str]
    trajectory: Optional[str] = None


_GOLD_AS_ANSWER = ("qa_f1_format", "qa_f1_reward_format", "qa_f1_reward_tool")


def fields_of(reward: str) -> Fields:
    """Rewards of your own are called as `r1_zero` is."""
    if reward in _GOLD_AS_ANSWER:
        return Fields("prediction", "answer", "trajectory")
    if reward.startswith("qa_"):
        return Fields("prediction", "golden_answer")
    if reward.startswith("search_r1_"):
        return Fields("response", "golden_answer")
    if reward == "r1_zero_format":
        return Fields("response", None)
    return Fields("response", "ground_truth")


def client_of(service: Service) -> Client:
    return service if isinstance(service, Client) else shared_client(service)


def text_of(completion: Any) -> str:
    """The text of a completion: itself, or what the assistant says last in a list of messages."""
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
    """The conversation that a completion is."""
    if isinstance(completion, str):
        return [{"role": "assistant", "content": completion}]
    return [completion] if isinstance(completion, Mapping) else list(completion)


def column(columns: Mapping[str, Any], name: str, count: int) -> Sequence[Any]:
    """A column of a batch; what is not one value for each completion is no column."""
    if name not in columns:
        there = ", ".join(sorted(columns)) or "none"
        raise InputError(f"the data set has no column '{name}' (it has: {there}); name the column that holds it")
    values = columns[name]
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise InputError(f"the column '{name}' must hold a value for each completion; it is {type(values).__name__}")
    if len(values) != count:
        raise InputError(f"the column '{name}' has {len(values)} values for {count} completions")
    return values  # type: ignore[no-any-return]


def unscored_reason(result: Result) -> Optional[str]:
    """Why a row has no score; None if it has one."""
    reason = result.get("unscored") or result.get("error")
    if reason is None and result.get("reward") is None:
        return "the service gave no reward and no reason"
    return None if reason is None else str(reason)


def check_choice(on_unscored: str) -> None:
    if on_unscored not in ("raise", "zero"):
        raise InputError(f"on_unscored is 'raise' or 'zero'; it is {on_unscored!r}")


def numbers_of(result: Result, on_unscored: str, row: Optional[int] = None) -> Dict[str, float]:
    """A result for a trainer that has no word for unscored: floats, under the same names for every row."""
    reason = unscored_reason(result)
    if reason is not None and on_unscored == "raise":
        place = "a row" if row is None else f"row {row}"
        raise UnscoredError(
            f"{place} could not be scored: {reason}. Leave such rows out of the data set, or ask for "
            "on_unscored='zero' to train on 0.0 for them",
            row=row,
            reason=reason,
        )
    members = ((name, value) for name, value in result.items() if name not in ("unscored", "error"))
    numbers = {name: 0.0 if value is None else float(value) for name, value in members}
    numbers["unscored"] = 0.0 if reason is None else 1.0
    return numbers
