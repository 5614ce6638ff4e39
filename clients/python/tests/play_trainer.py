"""Plays a trainer: loads the code that a user pasted from docs/trainers.md in the same way as that trainer, and calls it.

Usage: play_trainer.py TRAINER FILE|URL; prints what the trainer would have received, as JSON. The trainers themselves
are not installed, so modules with their names replace the parts that the pasted code uses. Each function follows the
calling code of its trainer, at the version and the date in its first line.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import inspect
import json
import runpy
import sys
import time
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
    """TRL 1.13.0, 10 September 2026, `GRPOTrainer._calculate_rewards`: everything by name; coroutine functions are run
    in the trainer's loop; None becomes NaN."""
    logged: Dict[str, float] = {}
    given = {
        "prompts": ["p"] * len(completions),
        "completions": completions,
        "completion_ids": [[1]] * len(completions),
        "trainer_state": types.SimpleNamespace(global_step=3),
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


def trl_together(path: str) -> Any:
    """TRL 1.13.0, 10 September 2026: a row is left out where all functions give None (`unscorable_mask`)."""
    functions = load(path).reward_funcs
    tagged = ["</think> <answer>4</answer>", "</think> <answer>5</answer>", "4", "</think> <answer>4</answer>"]
    seen = [trl_calls(function, tagged, {"answer": GOLDS}) for _ in range(2) for function in functions]
    unscorable = [all(each["rewards"][row] is None for each in seen) for row in range(len(tagged))]
    return {"seen": seen, "unscorable": unscorable}


def swift(path: str) -> Any:
    """ms-swift 4.6.0.dev0, 22 August 2026, `compute_rewards_per_func`: the completions' texts, and columns by name; None
    becomes NaN, which `nansum` counts as 0.
    """
    orms: Dict[str, Any] = {}

    class ORM:
        def __init__(self, args: Any = None, **kwargs: Any) -> None:
            self.args = args

    stand_in("swift.rewards", ORM=ORM, orms=orms)
    load(path)
    function = orms["assay"](args=object())
    texts = [RIGHT, WRONG, HEDGE]
    found = [function(texts, trainer_state=object(), solution=GOLDS[:3], messages=[[]] * 3)]
    try:
        function([*texts, RIGHT], trainer_state=object(), solution=GOLDS)
    except UnscoredError as error:
        found.append(str(error))
    return found


def verl(path: str) -> Any:
    """verl 0.10.0.dev, 22 August 2026, `NaiveRewardManager.run_single`: a partial of the function that
    `reward.custom_reward_function` names, awaited if it is a coroutine function."""
    compute_score = load(path).compute_score
    assert inspect.iscoroutinefunction(compute_score)

    async def call_with_kwargs(raw_fn: Any, extra: Dict[str, Any], **kwargs: Any) -> Any:
        return await raw_fn(**{**kwargs, **extra})

    configured = functools.partial(call_with_kwargs, compute_score, {})
    info = {"index": 0, "split": "train", "num_turns": None, "rollout_reward_scores": {}}
    given = functools.partial(configured, data_source="math", extra_info=info)

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
    """verl 0.7.0, 29 January 2026, `BatchRewardManager.verify`."""
    scores = load(path).compute_score(
        data_sources=["math"] * 3,
        solution_strs=[RIGHT, WRONG, RIGHT],
        ground_truths=["4", "4", None],
        extra_infos=[{}, {}, None],
    )
    return {key: [score[key] for score in scores] for key in scores[0]}


def openrlhf(path: str) -> Any:
    """OpenRLHF 0.11.0, 13 August 2026, `_fetch_rewards_via_func`: the module's `reward_func`, by place, in a thread."""
    prompt = "<|user|>2+2? Answer in \\boxed{}.<|assistant|>"
    queries = [f"{prompt}{text}<|im_end|>" for text in (RIGHT, WRONG)]
    reward_func = load(path).reward_func
    found = asyncio.run(asyncio.to_thread(reward_func, queries, [prompt] * 2, ["4", "4"]))
    try:
        reward_func(queries[:1], [prompt], [""])
    except UnscoredError as error:
        found["error"] = str(error)
    return found


def post(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def openrlhf_url(url: str) -> Any:
    """OpenRLHF 0.11.0, 13 August 2026, `_fetch_rewards_via_http`: one completion per request, each on a new connection."""
    assert not url.endswith(".py") and "," not in url
    prompt = "2+2?"
    return [
        post(url, {"query": [prompt + text], "prompts": [prompt], "labels": ["4"]}) for text in (RIGHT, WRONG)
    ]


def slime(path: str) -> Any:
    """slime 0.3.1+38, 21 August 2026, `async_rm`: the function that `--custom-rm-path` names is awaited for each sample."""
    function = load(path).reward
    assert inspect.iscoroutinefunction(function)

    async def async_rm(response: str, label: str) -> Any:
        sample = types.SimpleNamespace(
            prompt="2+2?", response=response, label=label, response_length=7, metadata={"rm_type": "math"}
        )
        return await function(types.SimpleNamespace(), sample)

    async def step() -> List[Any]:
        asked = [async_rm(RIGHT, "4"), async_rm(WRONG, "4"), async_rm(HEDGE, "4"), async_rm(RIGHT, "")]
        return list(await asyncio.gather(*asked, return_exceptions=True))

    return [str(each) if isinstance(each, UnscoredError) else each for each in asyncio.run(step())]


def slime_url(url: str) -> Any:
    """slime 0.3.1+38, 21 August 2026, `remote_rm`."""
    return [post(url, {"prompt": "2+2?", "response": text, "label": "4"}) for text in (RIGHT, WRONG, HEDGE)]


def agentfly(path: str) -> Any:
    """AgentFly 0.1.0, 6 May 2026, `BaseReward._filter_kwargs`: a call passes the arguments in the signature of the decorated
    function, and expects floats."""
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
    """AReaL 2.0.0, 22 August 2026, `AsyncRewardWrapper.__call__`: pickled to a pool of processes; a call that takes too
    long finally becomes 0, an exception is raised again.
    """
    from concurrent.futures import ProcessPoolExecutor

    reward_fn = load(path).reward_fn

    async def ask(pool: Any, text: str, gold: str) -> Any:
        call = functools.partial(reward_fn, "p", text, [1], [2], answer=gold, id=7)
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, call), timeout=15)
        except asyncio.TimeoutError:
            return 0
        except Exception as error:
            return type(error).__name__

    async def rollout() -> Any:
        with ProcessPoolExecutor(2) as pool:
            asked = [(text, "4") for text in (RIGHT, WRONG) * 5] + [(RIGHT, "")]
            return await asyncio.gather(*(ask(pool, *each) for each in asked))

    return asyncio.run(rollout())


def areal_unreachable(path: str) -> Any:
    """A service that is down: what AReaL gets within its 15 s."""
    reward_fn = load(path).reward_fn
    started = time.monotonic()
    try:
        return reward_fn("p", RIGHT, [1], [2], answer="4")
    except Exception as error:
        return [type(error).__name__, time.monotonic() - started < 15]


def verifiers(path: str) -> Any:
    """verifiers 0.3.0+62, 21 August 2026, `Task.score`: the methods that `@vf.reward` marks, with the trace by name; what
    they raise is a `TaskError` of the rollout."""

    class Task:
        def __class_getitem__(cls, _: Any) -> Any:
            return cls

        def __init__(self, data: Any) -> None:
            self.data = data

    def reward(weight: float = 1.0) -> Callable[..., Any]:
        return lambda method: method

    stand_in("verifiers.v1", Task=Task, TaskData=types.SimpleNamespace, Trace=object, reward=reward)
    task_class = load(path).MathTask

    async def score(reply: Any, gold: str) -> Any:
        try:
            return await task_class(types.SimpleNamespace(answer=gold)).correct(trace=types.SimpleNamespace(last_reply=reply))
        except UnscoredError as error:
            return f"TaskError: {error.reason}"

    async def rollouts() -> Any:
        return await asyncio.gather(score(RIGHT, "4"), score(WRONG, "4"), score(None, "4"), score(RIGHT, ""))

    return asyncio.run(rollouts())


def skyrl(path: str) -> Any:
    """SkyRL 0.4.0, 21 August 2026, `SkyRLGymGenerator`: `env.step(output)` in an executor; an output is a dictionary."""

    class BaseTextEnv:
        def __init__(self) -> None:
            self.turns = 0

    stand_in("skyrl_gym.envs.base_text_env", BaseTextEnv=BaseTextEnv, BaseTextEnvStepOutput=dict)
    env_class = load(path).AssayEnv
    extras = {"reward_spec": {"method": "rule", "ground_truth": "4"}, "max_turns": 1}
    outputs = [env_class(env_config=None, extras=extras).step(text) for text in (RIGHT, WRONG)]
    assert all(type(each["reward"]) is float and each["done"] for each in outputs)
    return [each["reward"] for each in outputs]


def open_instruct(path: str) -> Any:
    """open-instruct 0.3.0+29, 20 August 2026, `build_all_verifiers` and `apply_verifiable_reward`."""

    class VerifierFunction:
        def __init__(self, name: str, weight: float = 1.0, verifier_config: Any = None) -> None:
            self.name, self.weight = name, weight

        async def async_call(self, tokenized_prediction: Any, prediction: str, label: Any, query: Any, rollout_state: Any) -> Any:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(
                None, lambda: self(tokenized_prediction, prediction, label, query, rollout_state)  # type: ignore[operator]
            )

    members = {"VerifierFunction": VerifierFunction, "VerificationResult": types.SimpleNamespace}
    stand_in("open_instruct.ground_truth_utils", **members)
    load(path)
    built = [subclass({}) for subclass in VerifierFunction.__subclasses__()]
    verifiers_by_name = {each.name.lower(): each for each in built}

    async def apply() -> Any:
        verifier = verifiers_by_name["assay"]
        asked = [
            verifier.async_call(tokenized_prediction=[1, 2], prediction=text, label="4", query="p", rollout_state=None)
            for text in (RIGHT, WRONG)
        ]
        return await asyncio.gather(*asked)

    return [verifiers_by_name["assay"].weight * result.score for result in asyncio.run(apply())]


def rllm(path: str) -> Any:
    """rLLM 0.3.0.pre, 15 August 2026, `AgentFlowEngine`: `evaluator.evaluate(task, episode)` in an executor."""
    stand_in("rllm.eval.types", EvalOutput=types.SimpleNamespace, Signal=types.SimpleNamespace)
    stand_in("rllm.eval.reward_fns._helpers", extract_answer_text=lambda episode: str(episode.artifacts["answer"]))
    evaluate = load(path).evaluate
    task = types.SimpleNamespace(metadata={"ground_truth": "4"})
    outputs = [evaluate(task, types.SimpleNamespace(artifacts={"answer": text})) for text in (RIGHT, WRONG)]
    return [[each.reward, each.is_correct, each.signals[0].value] for each in outputs]


if __name__ == "__main__":
    _, trainer, given_path = sys.argv
    print(json.dumps(globals()[trainer](given_path)))
