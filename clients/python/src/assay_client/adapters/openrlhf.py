"""OpenRLHF: `reward_func(queries, prompts, labels)` in a file that `--reward.remote_url` names.

A query is prompt and response as one text. The service separates them, as it does if OpenRLHF is given its URL instead.
"""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List, Sequence

from ..client import path_with
from ..errors import AnswerError, RefusedError, UnscoredError
from ..plain import decode, encode_row
from .rows import Service, check_choice, client_of


def openrlhf_reward_func(
    reward: str = "r1_zero", *, service: Service = None, on_unscored: str = "raise"
) -> Callable[..., Dict[str, Any]]:
    """A `reward_func` for OpenRLHF; its numbers are tensors where torch has been imported, else lists.

    reward       the name of a reward
    service      a Client or a URL; a service of this process's own unless given
    on_unscored  "raise", or "zero" to train on 0.0 where a row cannot be scored
    """
    check_choice(on_unscored)
    path = path_with("/openrlhf", reward=reward, on_unscored="zero" if on_unscored == "zero" else "fail")

    def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], **_: Any) -> Dict[str, Any]:
        asked = {"query": list(queries), "prompts": list(prompts), "labels": list(labels)}
        try:
            answer = client_of(service).post(path, encode_row(asked, "the batch"))
        except RefusedError as refusal:
            if refusal.status != 422:
                raise
            raise UnscoredError(str(refusal), reason=str(refusal)) from None
        try:
            found = decode(answer.body)
            logs = {name: _tensor(value) for name, value in found["extra_logs"].items()}
            return {"rewards": _tensor(found["rewards"]), "scores": _tensor(found["scores"]), "extra_logs": logs}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise AnswerError(f"the service did not answer with rewards but with {answer.body[:200]!r}") from None

    return reward_func


def _tensor(value: Any) -> Any:
    numbers: List[float] = value if isinstance(value, list) else [value]
    torch = sys.modules.get("torch")
    return numbers if torch is None else torch.tensor(numbers)
