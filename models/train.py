"""Trains the policy, then the PRM on what the policy gets wrong, and writes both, their figures and the step set.

    python3 models/train.py --out models

Minutes on one GPU. `--scale 0.01` runs the whole path on next to nothing.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from evaluate import (
    LONGEST_SOLUTION,
    TEST,
    guided_figure,
    judging_figures,
    pass_at_1,
    sampled_steps,
    solving_figures,
    solving_prompt,
    step_set,
    step_set_figures,
    write_step_set,
)
from examples import Examples, candidate_examples, general_examples, in_parallel, policy_examples
from network import Decoder, Shape
from problems import problem
from tokens import PAD, POLICY_TEMPLATE, PRM_TEMPLATE, special, vocabulary

SEED = 7
BATCH = 512
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
VALIDATION = range(900_000_000, 900_000_500)
"""Problems of the training range that no training uses."""


@dataclass(frozen=True)
class Recipe:
    width: int
    layers: int
    heads: int
    steps: int
    rate: float
    check_every: int
    warm_up: int = 200

    def model(self) -> Decoder:
        return Decoder(Shape(len(vocabulary()), self.width, self.layers, self.heads)).to(DEVICE)


POLICY = Recipe(width=128, layers=3, heads=4, steps=3200, rate=2e-3, check_every=50)
GOOD_ENOUGH = 58.0
"""The policy's pass@1 at which its training stops: all steps would give 94%, and leave a PRM nothing to do."""
PRM = Recipe(width=128, layers=4, heads=4, steps=9000, rate=2e-3, check_every=750)
POLICY_PROBLEMS = 1_000_000
PRM_PROBLEMS = 900_000
SAMPLED_SOLUTIONS = 500_000
SHARES = {"wrong": 1 / 3, "right": 1 / 6, "general": 1 / 2}
"""What the PRM learns from: the policy's wrong candidates, the same places got right, and steps of any kind."""
PROBES = [solving_prompt(problem(index)) for index in range(8)]
"""Prompts to compare the exported graphs on."""


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def endless(first: int, count: int, wanted: int, chance: np.random.Generator) -> NDArray[np.int64]:
    """As many indexes as wanted: the whole range in random order, again and again."""
    rounds = -(-wanted // count)
    return np.concatenate([first + chance.permutation(count) for _ in range(rounds)])[:wanted]


def batches(order: NDArray[np.int64], lengths: NDArray[np.int64], chance: np.random.Generator) -> list[NDArray]:
    """Batches of sequences of about the same length, so that little is padding."""
    window = BATCH * 32
    found = []
    for at in range(0, len(order), window):
        part = order[at : at + window]
        part = part[np.argsort(lengths[part], kind="stable")]
        groups = [part[each : each + BATCH] for each in range(0, len(part), BATCH)]
        found += [groups[each] for each in chance.permutation(len(groups))]
    return found


def train(
    model: Decoder,
    recipe: Recipe,
    examples: Examples,
    order: NDArray[np.int64],
    check: Callable[[], dict[str, float]],
    is_enough: Callable[[dict[str, float]], bool] = lambda _: False,
) -> list[dict[str, float]]:
    """Trains in place, to the end of the order or until a check is enough; the answer is the curve."""
    tokens, learnt, starts = (
        torch.from_numpy(each).to(DEVICE) for each in (examples.tokens, examples.learnt, examples.starts)
    )
    lengths = torch.from_numpy(examples.lengths).to(DEVICE)
    plan = batches(order, examples.lengths, np.random.default_rng(SEED))
    decayed = [weight for weight in model.parameters() if weight.dim() > 1]
    kept = [weight for weight in model.parameters() if weight.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.05}, {"params": kept, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=recipe.rate, betas=(0.9, 0.98), fused=DEVICE == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_at(step, recipe.warm_up, len(plan)))
    run = torch.compile(model, dynamic=True) if DEVICE == "cuda" else model
    curve: list[dict] = []
    total = torch.zeros((), device=DEVICE)
    since, began = 0, time.monotonic()
    for step, chosen in enumerate(plan, 1):
        length = -(-int(examples.lengths[chosen].max()) // 32) * 32
        rows = torch.from_numpy(chosen).to(DEVICE, non_blocking=True)
        places = torch.arange(length, device=DEVICE)
        inside = places < lengths[rows, None]
        at = torch.where(inside, starts[rows, None] + places, 0)
        ids = torch.where(inside, tokens[at].long(), special(PAD))
        targets = torch.where(inside & learnt[at], ids, -100)[:, 1:]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            logits = run(ids)[:, :-1]
        loss = functional.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), ignore_index=-100)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total, since = total + loss.detach(), since + 1
        if step % recipe.check_every == 0 or step == len(plan):
            point = {"step": step, "loss": round(total.item() / since, 4), **check()}
            say(f"{point}, {(time.monotonic() - began) / step * 1000:.1f} ms a step")
            curve.append(point)
            if is_enough(point):
                break
            total, since = torch.zeros((), device=DEVICE), 0
    return curve


def rate_at(step: int, warm_up: int, steps: int) -> float:
    """Linear up, then half a cosine down."""
    warm_up = min(warm_up, steps // 4)
    if step < warm_up:
        return (step + 1) / warm_up
    return 0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * (step - warm_up) / max(1, steps - warm_up)))


def rounded(model: Decoder) -> Decoder:
    """With the weights as they are stored, so that every figure is of the files."""
    model.load_state_dict({name: weight.half().float() for name, weight in model.state_dict().items()})
    return model.eval()


def train_policy(steps: int, problems: int, seed: int = SEED) -> tuple[Decoder, list[dict]]:
    torch.manual_seed(seed)
    examples = Examples.joined(in_parallel(policy_examples, range(problems)))
    say(f"policy: {len(examples.lengths):,} solutions, {len(examples.tokens):,} tokens, {len(vocabulary())} words")
    order = endless(0, len(examples.lengths), steps * BATCH, np.random.default_rng(seed))
    model = POLICY.model()
    curve = train(
        model,
        POLICY,
        examples,
        order,
        lambda: {"pass@1": pass_at_1(model, VALIDATION)},
        lambda point: point["pass@1"] >= GOOD_ENOUGH,
    )
    return rounded(model), curve


def sampled(policy: Decoder, indexes: Sequence[int], rows: int = 16_384) -> list[tuple[int, list[int]]]:
    """A solution a problem, as the policy gives it at temperature 1."""
    prompts_of_all = [prompt for chunk in in_parallel(prompts_of, indexes) for prompt in chunk]
    found: list[tuple[int, list[int]]] = []
    for at in range(0, len(indexes), rows):
        part, prompts = indexes[at : at + rows], prompts_of_all[at : at + rows]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            samples = policy.sample(prompts, 1.0, at, LONGEST_SOLUTION)
        found += ((index, sample.ids) for index, sample in zip(part, samples, strict=True))
    return found


def prompts_of(indexes: Sequence[int]) -> list[list[int]]:
    return [solving_prompt(problem(index)) for index in indexes]


def train_prm(policy: Decoder, steps: int, solutions: int, problems: int) -> tuple[Decoder, list[dict]]:
    torch.manual_seed(SEED)
    samples = sampled(policy, range(100_000_000, 100_000_000 + solutions))
    say(f"PRM: {len(samples):,} solutions sampled")
    candidates = in_parallel(candidate_examples, samples)
    general = in_parallel(general_examples, range(200_000_000, 200_000_000 + problems))
    parts = {
        "wrong": Examples.joined([each.wrong for each in candidates]),
        "right": Examples.joined([each.right for each in candidates]),
        "general": Examples.joined(general),
    }
    say(f"PRM: {', '.join(f'{len(part.lengths):,} {name}' for name, part in parts.items())} judgements")
    chance, first, orders = np.random.default_rng(SEED), 0, []
    for name, part in parts.items():
        orders.append(endless(first, len(part.lengths), round(steps * BATCH * SHARES[name]), chance))
        first += len(part.lengths)
    order = chance.permutation(np.concatenate(orders))
    model, judgements = PRM.model(), sampled_steps(policy, VALIDATION)
    examples = Examples.joined(list(parts.values()))
    curve = train(model, PRM, examples, order, lambda: judging_figures(model, judgements))
    return rounded(model), curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder that gets both models and their figures")
    parser.add_argument("--scale", type=float, default=1.0, help="this much of the training, to try the path")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # It plans anew for every length.
    from export import write_json  # Here, since only this program needs onnx; grpo.py does not.

    def scaled(count: int) -> int:
        return max(1, round(count * options.scale))

    policy, policy_curve = train_policy(scaled(POLICY.steps), scaled(POLICY_PROBLEMS))
    write_model("policy", policy, POLICY_TEMPLATE, options.out)
    rows = step_set(policy)
    write_step_set(rows, options.out / "arith-steps.jsonl")
    policy_figures = solving_figures(policy)
    say(f"policy: {policy_figures}")

    prm, prm_curve = train_prm(policy, scaled(PRM.steps), scaled(SAMPLED_SOLUTIONS), scaled(PRM_PROBLEMS))
    write_model("prm", prm, PRM_TEMPLATE, options.out)
    prm_figures = {
        **judging_figures(prm, sampled_steps(policy, TEST)),
        **step_set_figures(prm, rows),
        "guided search": guided_figure(policy, prm),
    }
    say(f"PRM: {prm_figures}")
    report = {
        "seed": SEED,
        "batch": BATCH,
        "policy": {"curve": policy_curve, "figures": policy_figures},
        "prm": {"curve": prm_curve, "figures": prm_figures},
    }
    write_json(options.out / "training.json", report)


def write_model(name: str, model: Decoder, template: str, out: Path) -> None:
    from export import export, verify

    export(model, template, out / name)
    say(f"{name}: exported, and the logits differ by {verify(model, out / name, PROBES):.1g} at most")


if __name__ == "__main__":
    main()
