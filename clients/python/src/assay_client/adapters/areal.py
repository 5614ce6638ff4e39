"""AReaL: a reward of one completion, called in a pool of processes.

The pool pickles the function for each call, so it is an object that holds only its settings, and each process of the
pool keeps one client. AReaL waits 15 s for a call, tries four times, and then takes 0 as the reward. The client
therefore gives up earlier, and its error ends the rollout with the reason.
"""

from __future__ import annotations

from typing import Any, Optional

from ..errors import InputError
from .rows import Columns, Service, about, check_choice, client_of, columns_of, fields_of, numbers_of, sendable, text_of


# Less than AReaL's own 15 s: an error that is raised later is ignored.
_SECONDS = 10.0


class ArealReward:
    """`reward_fn(prompt, completions, prompt_ids, completion_ids, **data)`, a float."""

    def __init__(
        self, reward: str, gold: str, columns: Optional[Columns], service: Service, on_unscored: str
    ) -> None:
        check_choice(on_unscored)
        self.__name__ = self.__qualname__ = reward
        self._reward = reward
        self._sends_all = columns == "all"
        self._columns = columns_of(columns)
        self._service = service
        self._on_unscored = on_unscored
        fields = fields_of(reward)
        self._response = fields.response
        if fields.gold is not None:
            self._columns.setdefault(fields.gold, gold)

    def __call__(
        self, prompt: Any, completions: Any, prompt_ids: Any = None, completion_ids: Any = None, **data: Any
    ) -> float:
        item = {"prompt": prompt, **sendable(data, "the row")} if self._sends_all else {}
        item.update(about(prompt, completion_ids))
        item[self._response] = text_of(completions)
        for field, name in self._columns.items():
            if name not in data:
                there = ", ".join(sorted(data)) or "none"
                raise InputError(f"the data set has no column '{name}' (it has: {there}); name the column that holds it")
            item[field] = data[name]
        result = client_of(self._service, _SECONDS).score_one(self._reward, item)
        return numbers_of(result, self._on_unscored)["reward"]


def areal_reward(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "raise",
) -> ArealReward:
    """A `reward_fn` for AReaL's RLVR workflows.

    reward       the name of a reward
    gold         the data set's column that holds the gold
    columns      further fields of the reward, each with its column; "all" sends the prompt and every column
    service      a Client or a URL. AReaL calls from a pool of processes: without a URL each starts its own service
    on_unscored  "raise", or "zero" to train on 0.0 where a row cannot be scored
    """
    return ArealReward(reward, gold, columns, service, on_unscored)
