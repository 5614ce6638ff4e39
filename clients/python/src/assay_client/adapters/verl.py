"""verl: `compute_score` for one sample, as a coroutine, or for a batch.

Since 0.8 its setting is `reward.custom_reward_function`; 0.9 silently ignores the older `custom_reward_function`. `acc`
is the correctness of the answer without any shaping, for `algorithm.filter_groups.metric=acc`.

verl takes the keys of the first sample for all samples, so the keys are always the same. The field `reward` is left
out: verl has its own list under that name, and the two would have different lengths.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Awaitable, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..client import Result
from ..errors import InputError
from .rows import Columns, Service, check_choice, client_of, columns_of, fields_of, numbers_of, sendable

Score = Dict[str, float]
Info = Optional[Mapping[str, Any]]


class _Settings(NamedTuple):
    reward: str
    columns: Optional[Columns]
    service: Service
    on_unscored: str


def verl_compute_score(
    reward: str = "r1_zero",
    *,
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "raise",
) -> Callable[..., Score]:
    """`compute_score(data_source, solution_str, ground_truth, extra_info)`, for `reward.custom_reward_function`.

    It can be pickled, since some of verl's reward managers call it in a pool of processes.

    reward       the name of a reward
    columns      further fields of the reward, each with its key in `extra_info`; "all" sends `extra_info` as it is.
                 `data_source` is always sent, for `assay serve --route`
    service      a Client or a URL; a service of this process's own unless given
    on_unscored  "raise", or "zero" to train on 0.0 where a row cannot be scored
    """
    check_choice(on_unscored)
    return partial(_compute_score, _Settings(reward, columns, service, on_unscored))


def verl_compute_score_async(
    reward: str = "r1_zero",
    *,
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "raise",
) -> Callable[..., Awaitable[Score]]:
    """`verl_compute_score` as a coroutine function, for verl's reward loop; simultaneous calls share requests."""
    check_choice(on_unscored)

    async def compute_score(
        data_source: Any = None, solution_str: str = "", ground_truth: Any = None, extra_info: Info = None, **_: Any
    ) -> Score:
        item = _item(reward, data_source, solution_str, ground_truth, columns, extra_info)
        return _score(await client_of(service).ascore_one(reward, item), on_unscored)

    return compute_score


def verl_compute_score_batch(
    reward: str = "r1_zero",
    *,
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "raise",
) -> Callable[..., List[Score]]:
    """`compute_score(data_sources, solution_strs, ground_truths, extra_infos)`, for `reward_manager=batch` of verl 0.7."""
    check_choice(on_unscored)
    return partial(_compute_scores, _Settings(reward, columns, service, on_unscored))


def _compute_score(
    settings: _Settings,
    data_source: Any = None,
    solution_str: str = "",
    ground_truth: Any = None,
    extra_info: Info = None,
    **_: Any,
) -> Score:
    item = _item(settings.reward, data_source, solution_str, ground_truth, settings.columns, extra_info)
    return _score(client_of(settings.service).score_one(settings.reward, item), settings.on_unscored)


def _compute_scores(
    settings: _Settings,
    data_sources: Optional[Sequence[Any]] = None,
    solution_strs: Sequence[str] = (),
    ground_truths: Sequence[Any] = (),
    extra_infos: Optional[Sequence[Info]] = None,
    **_: Any,
) -> List[Score]:
    if len(solution_strs) != len(ground_truths):
        raise InputError(f"{len(solution_strs)} solutions came with {len(ground_truths)} ground truths")
    infos = [None] * len(solution_strs) if extra_infos is None else extra_infos
    sources = [None] * len(solution_strs) if data_sources is None else data_sources
    rows = zip(sources, solution_strs, ground_truths, infos)
    items = [_item(settings.reward, source, text, gold, settings.columns, info) for source, text, gold, info in rows]
    results = client_of(settings.service).score(settings.reward, items)
    return [_score(result, settings.on_unscored, row) for row, result in enumerate(results)]


def _item(
    reward: str, source: Any, solution: str, gold: Any, columns: Optional[Columns], info: Info
) -> Dict[str, Any]:
    fields = fields_of(reward)
    item: Dict[str, Any] = {} if source is None else {"data_source": source}
    if info is not None and info.get("index") is not None:
        item["group"] = f"{source} {info['index']}"  # verl numbers the prompts of a data set.
    if columns == "all":
        item["extra_info"] = sendable(info or {}, "extra_info")
    item[fields.response] = solution
    if fields.gold is not None:
        item[fields.gold] = gold
    for field, name in columns_of(columns).items():
        if info is None or name not in info:
            raise InputError(f"extra_info has no '{name}', which the field '{field}' is to be taken from")
        item[field] = info[name]
    return item


def _score(result: Result, on_unscored: str, row: Optional[int] = None) -> Score:
    numbers = numbers_of(result, on_unscored, row)
    score = numbers.pop("reward")
    return {"score": score, "acc": numbers.pop("acc", score), **numbers}
