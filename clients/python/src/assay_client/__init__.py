"""Rewards of Assay for Python trainers: a client for `assay serve`, and an adapter for each trainer."""

from .adapters.agentfly import agentfly_reward
from .adapters.areal import areal_reward
from .adapters.openrlhf import openrlhf_reward_func
from .adapters.trl import trl_reward, trl_reward_async, trl_rewards
from .adapters.verl import verl_compute_score, verl_compute_score_async, verl_compute_score_batch
from .client import Client, Result, Results
from .errors import (
    AnswerError,
    AssayError,
    InputError,
    RefusedError,
    RewardChangedError,
    ServiceError,
    StartError,
    UnreachableError,
    UnscoredError,
)

__all__ = [
    "AnswerError",
    "AssayError",
    "Client",
    "InputError",
    "RefusedError",
    "Result",
    "Results",
    "RewardChangedError",
    "ServiceError",
    "StartError",
    "UnreachableError",
    "UnscoredError",
    "agentfly_reward",
    "areal_reward",
    "openrlhf_reward_func",
    "trl_reward",
    "trl_reward_async",
    "trl_rewards",
    "verl_compute_score",
    "verl_compute_score_async",
    "verl_compute_score_batch",
]
