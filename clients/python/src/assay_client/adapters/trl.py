"""TRL's GRPOTrainer and RLOOTrainer, and ms-swift.

Both pass the completions and every column by name, and expect a list of floats in which None means "not scored". Since
TRL 1.6, such a row is excluded from the loss, but only if every reward function returns None for it; in older versions
and in ms-swift, None counts as 0.
"""

from __future__ import annotations

import logging
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Sequence, Set

from ..client import Results, unscored_error, unscored_reason
from ..errors import InputError
from .rows import Columns, Fields, Service, about, client_of, column, columns_of, fields_of, messages_of, sendable, text_of

log = logging.getLogger("assay_client")

LogMetric = Callable[[str, float], None]
Rewards = List[Optional[float]]


def trl_reward(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "none",
) -> Callable[..., Rewards]:
    """A reward function for `GRPOTrainer(reward_funcs=...)`, or for an ORM of ms-swift.

    reward       the name of a reward, or a composition: "r1_zero + 0.1*format"
    gold         the data set's column that holds the gold
    columns      further fields of the reward, each with its column; "all" sends the prompt and every column
    service      a Client or a URL; a service of this process's own unless given
    on_unscored  "none", or "raise" for trainers that count None as 0, as ms-swift does
    """
    _check(on_unscored)
    fields = fields_of(reward)

    def score(completions: List[Any], *, log_metric: Optional[LogMetric] = None, **given: Any) -> Rewards:
        items = _items(fields, completions, gold, columns, given)
        return _rewards(client_of(service).score(reward, items), log_metric, on_unscored)

    score.__name__ = score.__qualname__ = reward  # Trainers log under it.
    return score


def trl_reward_async(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "none",
) -> Callable[..., Awaitable[Rewards]]:
    """`trl_reward` as a coroutine function, which TRL runs concurrently with other reward functions."""
    _check(on_unscored)
    fields = fields_of(reward)

    async def score(completions: List[Any], *, log_metric: Optional[LogMetric] = None, **given: Any) -> Rewards:
        items = _items(fields, completions, gold, columns, given)
        return _rewards(await client_of(service).ascore(reward, items), log_metric, on_unscored)

    score.__name__ = score.__qualname__ = reward
    return score


def trl_rewards(
    rewards: Sequence[str],
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
) -> List[Callable[..., Rewards]]:
    """Several reward functions that leave out the same rows.

    TRL adds up the results of the functions, and leaves a row out only if all of them return None. A format reward has
    no gold and always returns a number, so the policy would be trained on the format of rows with a bad gold.
    """
    together = _Together([trl_reward(each, gold=gold, columns=columns, service=service) for each in rewards])

    def function(place: int, reward: str) -> Callable[..., Rewards]:
        def score(completions: List[Any], **given: Any) -> Rewards:
            return together.rewards(place, completions, given)

        score.__name__ = score.__qualname__ = reward
        return score

    return [function(place, reward) for place, reward in enumerate(rewards)]


class _Together:
    """The trainer calls the functions one after another with the same completions; the first call scores for all."""

    def __init__(self, functions: List[Callable[..., Rewards]]) -> None:
        self._functions = functions
        self._completions: Any = None
        self._given_out: Set[int] = set()
        self._rewards: List[Rewards] = []

    def rewards(self, place: int, completions: List[Any], given: Dict[str, Any]) -> Rewards:
        if self._completions is not completions or place in self._given_out:
            log_metric = given.pop("log_metric", None)
            logged: List[Dict[str, float]] = [{} for _ in self._functions]
            all_rewards = [
                each(completions, log_metric=metrics.__setitem__, **given)
                for each, metrics in zip(self._functions, logged)
            ]
            is_scored = [all(each is not None for each in row) for row in zip(*all_rewards)]
            self._rewards = [[each if ok else None for each, ok in zip(of, is_scored)] for of in all_rewards]
            self._completions, self._given_out = completions, set()
            if log_metric is not None and completions:
                log_metric("assay/unscored", is_scored.count(False) / len(completions))
                hedges = [metrics["assay/hedges"] for metrics in logged if "assay/hedges" in metrics]
                if hedges:  # A reward that compares no answers sees none.
                    log_metric("assay/hedges", max(hedges))
        self._given_out.add(place)
        return self._rewards[place]


def _check(on_unscored: str) -> None:
    if on_unscored not in ("none", "raise"):
        raise InputError(f"on_unscored is 'none' or 'raise'; it is {on_unscored!r}")


def _items(
    fields: Fields, completions: List[Any], gold: str, columns: Optional[Columns], given: Mapping[str, Any]
) -> List[Dict[str, Any]]:
    count = len(completions)
    sent = {field: column(given, name, count) for field, name in columns_of(columns).items()}
    if fields.gold is not None and fields.gold not in sent:
        sent[fields.gold] = column(given, gold, count)
    prompts, ids = (_of_each(given.get(name), count) for name in ("prompts", "completion_ids"))
    step = getattr(given.get("trainer_state"), "global_step", None)
    others = {name: each for name, value in given.items() if (each := _of_each(value, count)) is not None}
    items: List[Dict[str, Any]] = []
    for index, completion in enumerate(completions):
        item = about(prompts and prompts[index], ids and ids[index], step)
        if columns == "all":
            row = {name: values[index] for name, values in others.items() if name != "prompts"}
            item.update(sendable({**row, "prompt": prompts and prompts[index]}, f"row {index}"))
        item[fields.response] = text_of(completion)
        item.update((field, values[index]) for field, values in sent.items())
        if fields.trajectory is not None and fields.trajectory not in sent:
            item[fields.trajectory] = messages_of(completion)
        items.append(item)
    return items


def _of_each(values: Any, count: int) -> Any:
    """A list with a value for each completion."""
    return values if isinstance(values, (list, tuple)) and len(values) == count else None


def _rewards(results: Results, log_metric: Optional[LogMetric], on_unscored: str) -> Rewards:
    reasons = [(row, why) for row, why in enumerate(map(unscored_reason, results)) if why is not None]
    if reasons and on_unscored == "raise":
        raise unscored_error(reasons[0][1], reasons[0][0])
    if reasons:
        log.warning("%d of %d completions were not scored; the first: %s", len(reasons), len(results), reasons[0][1])
    if log_metric is not None and results:
        log_metric("assay/unscored", len(reasons) / len(results))
        if results.hedges is not None:
            log_metric("assay/hedges", results.hedges / len(results))
    return [None if unscored_reason(result) is not None else float(result["reward"]) for result in results]
