"""AgentFly: a coroutine function for its `@reward` decorator.

AgentFly reads the function's signature and passes only the arguments that it names (`**kwargs` gets nothing), so the
signature names the gold's column.
"""

from __future__ import annotations

import inspect
from typing import Any, Awaitable, Callable, Dict, Optional

from .rows import Columns, Service, check_choice, client_of, columns_of, fields_of, messages_of, numbers_of, text_of


def agentfly_reward(
    reward: str = "r1_zero",
    *,
    gold: str = "answer",
    columns: Optional[Columns] = None,
    service: Service = None,
    on_unscored: str = "raise",
) -> Callable[..., Awaitable[Dict[str, float]]]:
    """What `agentfly.rewards.reward(name=...)` decorates: the reward and its parts, all floats.

    reward       the name of a reward
    gold         the data set's column that holds the gold
    columns      further fields of the reward, each with its column
    service      a Client or a URL; a service of this process's own unless given
    on_unscored  "raise", or "zero" to train on 0.0 where a row cannot be scored
    """
    check_choice(on_unscored)
    fields = fields_of(reward)
    sent = columns_of(columns)
    if fields.gold is not None:
        sent.setdefault(fields.gold, gold)

    async def score(final_response: Any, trajectory: Any = None, **given: Any) -> Dict[str, float]:
        item = {fields.response: text_of(final_response)}
        item.update((field, given.get(name)) for field, name in sent.items())
        if fields.trajectory is not None and fields.trajectory not in sent:
            item[fields.trajectory] = messages_of(trajectory or [])
        return numbers_of(await client_of(service).ascore_one(reward, item), on_unscored)

    named = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = ["final_response", *dict.fromkeys(sent.values())]
    parameters = [inspect.Parameter(name, named) for name in names]
    parameters.append(inspect.Parameter("trajectory", named, default=None))
    score.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    score.__name__ = score.__qualname__ = reward
    return score
