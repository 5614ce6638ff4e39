"""Plays a trainer: loads what a user pasted from docs/trainers.md as that trainer would, and calls it in its way.

Usage: play_trainer.py TRAINER FILE|URL; prints what the trainer would have seen, as JSON. The trainers themselves are
not here, so modules of their names stand in for the parts that the pasted code touches.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import inspect
import json
import runpy
import sys
import types
import urllib.request
from typing import Any, Callable, Dict, List

from assay_client import UnscoredError

RIGHT, WRONG, HEDGE = "So \\boxed{4}.", "So \\boxed{5}.", "So \\boxed{4} or \\boxed{5}."


def stand_in(name: str, **members: Any) -> None:
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        if parent not in sys.modules:
            stand_in(parent)
        setattr(sys.modules[parent], child, module)


def load(path: str) -> types.ModuleType:
    """As verl, OpenRLHF and AReaL load a file that they are given."""
    spec = importlib.util.spec_from_file_location("pasted", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def trl_calls(function: Callable[..., Any], completions: List[Any], columns: Dict[str, List[Any]]) -> Dict[str, Any]:
    """GRPOTrainer: everything by name; a coroutine function is run in the trainer's loop; None becomes NaN."""
    logged: Dict[str, float] = {}
    given = {
        "prompts": ["p"] * len(completions),
        "completions": completions,
        "completion_ids": [[1]] * len(completions),
        "trainer_state": object(),
        "log_extra": lambda *_: None,
        "log_metric": logged.__setitem__,
        **columns,
    }
    found = function(**given)
    rewards = asyncio.run(found) if inspect.iscoroutinefunction(function) else found
    assert all(each is None or type(each) is float for each in rewards)
    return {"name": function.__name__, "rewards": rewards, "metrics": logged}


COMPLETIONS = [RIGHT, [{"role": "assistant", "content": WRONG}], HEDGE, RIGHT]
GOLDS = ["4", "4", "4", ""]


def trl(path: str) -> Any:
    seen: List[Any] = []

    class GRPOTrainer:
        def __init__(self, model: str, args: Any, reward_funcs: Any, train_dataset: Any) -> None:
            self.reward_func, self.rows = reward_funcs, train_dataset

        def train(self) -> None:
            assert self.rows == "rows of train.jsonl"
            seen.append(trl_calls(self.reward_func, COMPLETIONS, {"answer": GOLDS}))

    stand_in("trl", GRPOTrainer=GRPOTrainer, GRPOConfig=lambda output_dir: None)
    stand_in("datasets", load_dataset=lambda kind, data_files, split: f"rows of {data_files}")
    runpy.run_path(path)
    return seen[0]


def trl_async(path: str) -> Any:
    functions = load(path).reward_funcs
    assert all(map(inspect.iscoroutinefunction, functions))
    tagged = ["</think> <answer>4</answer>", "</think> <answer>5</answer>", "4", "</think> <answer>4</answer>"]
    return [trl_calls(function, tagged, {"answer": GOLDS}) for function in functions]


def swift(path: str) -> Any:
    orms: Dict[str, Any] = {}
    stand_in("swift.plugin", ORM=object, orms=orms)
    load(path)
    return orms["assay"]()(COMPLETIONS, solution=GOLDS, trainer_state=object())


def verl(path: str) -> Any:
    """The reward loop: a partial of the configured function, awaited if it is a coroutine function."""
    compute_score = load(path).compute_score
    assert inspect.iscoroutinefunction(compute_score)
    given = functools.partial(compute_score, data_source="math", extra_info={"index": 0, "split": "train"})

    async def step() -> List[Dict[str, float]]:
        asked = [given(solution_str=text, ground_truth="4") for text in (RIGHT, WRONG, HEDGE)]
        return list(await asyncio.gather(*asked))

    scores = asyncio.run(step())
    # verl makes a column of each key of the first sample, and keeps `reward` for itself.
    table = {key: [score[key] for score in scores] for key in scores[0]}
    assert all(score.keys() == scores[0].keys() for score in scores) and "reward" not in table
    try:
        asyncio.run(given(solution_str=RIGHT, ground_truth=""))
    except UnscoredError as error:
        table["error"] = [str(error)]
    return table


def verl_batch(path: str) -> Any:
    scores = load(path).compute_score(
        data_sources=["math"] * 3,
        solution_strs=[RIGHT, WRONG, RIGHT],
        ground_truths=["4", "4", None],
        extra_infos=[{}, {}, None],
    )
    return {key: [score[key] for score in scores] for key in scores[0]}


def openrlhf(path: str) -> Any:
    """A file: the module's `reward_func`, with queries that hold the prompt."""
    prompt = "<|user|>2+2? Answer in \\boxed{}.<|assistant|>"
    queries = [f"{prompt}{text}<|im_end|>" for text in (RIGHT, WRONG)]
    reward_func = load(path).reward_func
    found = reward_func(queries=queries, prompts=[prompt] * 2, labels=["4", "4"])
    try:
        reward_func(queries=queries[:1], prompts=[prompt], labels=[""])
    except UnscoredError as error:
        found["error"] = str(error)
    return found


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def openrlhf_url(url: str) -> Any:
    """A URL: one completion a request, a new connection each."""
    assert not url.endswith(".py") and "," not in url
    prompt = "2+2?"
    return [
        post(url, {"query": [prompt + text], "prompts": [prompt], "labels": ["4"]}) for text in (RIGHT, WRONG)
    ]


def slime_url(url: str) -> Any:
    return [post(url, {"prompt": "2+2?", "response": text, "label": "4"}) for text in (RIGHT, WRONG, HEDGE)]


def agentfly(path: str) -> Any:
    """The decorator keeps the function; a call hands over what its signature names, and wants floats."""
    registry: Dict[str, Callable[..., Any]] = {}

    def reward(name: str) -> Callable[..., Any]:
        def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
            names = inspect.signature(function).parameters

            def call(**given: Any) -> Any:
                found = function(**{key: value for key, value in given.items() if key in names})
                return asyncio.run(found) if inspect.iscoroutinefunction(function) else found

            registry[name] = call
            return call

        return decorate

    stand_in("agentfly.rewards", reward=reward)
    load(path)
    tools = [{"role": "tool", "content": "x"}] * 2
    given = {"final_response": "Paris", "answer": "Paris", "question": "q", "trajectory": tools}
    found = [registry["assay_reward"](**{**given, "trajectory": tools[:count]}) for count in (2, 1)]
    assert all(type(value) is float for each in found for value in each.values())
    return found


def areal(path: str) -> Any:
    """A pool of processes, to which the function is pickled."""
    from concurrent.futures import ProcessPoolExecutor

    reward_fn = load(path).reward_fn
    with ProcessPoolExecutor(2) as pool:
        asked = [pool.submit(reward_fn, "p", text, [1], [2], answer="4", id=7) for text in (RIGHT, WRONG) * 5]
        return [each.result() for each in asked]


if __name__ == "__main__":
    _, trainer, given_path = sys.argv
    print(json.dumps(globals()[trainer](given_path)))
