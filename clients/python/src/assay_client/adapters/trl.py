"""TRL's GRPOTrainer and RLOOTrainer, and ms-swift.

Both call with the completions and every column by name, and take a list of floats in which None means "not scored":
that row then has no part in the loss.
"""

from __future__ import annotations

import logging
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional

from ..client import Results
from .rows import Columns, Fields, Service, client_of, column, fields_of, messages_of, text_of, unscored_reason

log = logging.getLogger("assay_client")

LogMetric = Callable[[str, float], None]


def trl_reward(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
) -> Callable[..., List[Optional[float]]]:
    """A reward function for `GRPOTrainer(reward_funcs=...)`, or for an ORM of ms-swift.

    reward    the name of a reward
    gold      the data set's column that holds the gold
    columns   further fields of the reward, each with its column
    service   a Client or a URL; a service of this process's own unless given
    """
    fields = fields_of(reward)

    def score(
        completions: List[Any], *, log_metric: Optional[LogMetric] = None, **given: Any
    ) -> List[Optional[float]]:
        items = _items(fields, completions, gold, columns, given)
        return _rewards(client_of(service).score(reward, items), log_metric)

    score.__name__ = score.__qualname__ = reward  # Trainers log under it.
    return score


def trl_reward_async(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
) -> Callable[..., Awaitable[List[Optional[float]]]]:
    """`trl_reward` as a coroutine function, which TRL runs beside other reward functions."""
    fields = fields_of(reward)

    async def score(
        completions: List[Any], *, log_metric: Optional[LogMetric] = None, **given: Any
    ) -> List[Optional[float]]:
        items = _items(fields, completions, gold, columns, given)
        return _rewards(await client_of(service).ascore(reward, items), log_metric)

    score.__name__ = score.__qualname__ = reward
    return score


def _items(
    fields: Fields, completions: List[Any], gold: str, columns: Optional[Columns], given: Mapping[str, Any]
) -> List[Dict[str, Any]]:
    count = len(completions)
    sent = {field: column(given, name, count) for field, name in (columns or {}).items()}
    if fields.gold is not None and fields.gold not in sent:
        sent[fields.gold] = column(given, gold, count)
    items: List[Dict[str, Any]] = []
    for index, completion in enumerate(completions):
        item = {fields.response: text_of(completion), **{field: values[index] for field, values in sent.items()}}
        if fields.trajectory is not None and fields.trajectory not in sent:
            item[fields.trajectory] = messages_of(completion)
        items.append(item)
    return items


def _rewards(results: Results, log_metric: Optional[LogMetric]) -> List[Optional[float]]:
    reasons = [reason for reason in map(unscored_reason, results) if reason is not None]
    if reasons:
        log.warning("%d of %d completions were not scored; the first: %s", len(reasons), len(results), reasons[0])
    if log_metric is not None and results:
        log_metric("assay/unscored", len(reasons) / len(results))
        if results.hedges is not None:
            log_metric("assay/hedges", results.hedges / len(results))
    return [None if unscored_reason(result) is not None else float(result["reward"]) for result in results]
