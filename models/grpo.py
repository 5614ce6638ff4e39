"""Trains the policy by GRPO against `assay serve`: what a strict reward teaches, and what a lenient one ruins.

    python3 models/grpo.py --out models/grpo.json

Two twins start from one policy, a twentieth of whose solutions were taught to end in several boxes joined by "or". One is
rewarded by `r1_zero_boxed`; the other by `any-box.mjs`, which gives 1 where any box is right. PyTorch, one GPU, minutes. The
rewards come over HTTP from a service that this program starts (ASSAY_COMMAND, else `assay`).
"""

import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor
from torch.nn import functional

from evaluate import LONGEST_SOLUTION, TEST, percent, solving_prompt
from network import Decoder, Shape
from problems import problem
from tokens import END, PAD, decode, encode, special, vocabulary

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "clients" / "python" / "src"))
from assay_client import Client  # noqa: E402

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
STRICT, LENIENT = "r1_zero_boxed", "any_box"
FIRST_PROBLEM = 300_000_000
"""Of the training range; no other training used these."""

HEDGED = 0.05
SEEDING = {"solutions": 40_000, "rate": 3e-4, "batch": 512}
GROUPS, SAMPLES = 64, 16
RATE = 1e-4
CLIP = 0.2
EVALUATED_SAMPLES = 4

BOX = re.compile(r"\\boxed\{(\d+)\}")
LAST_STEP = re.compile(r"So the answer is \\boxed\{(\d+)\}\.$")


@contextmanager
def service() -> Iterator[Client]:
    """A reward service with both rewards; it ends with its standard input."""
    command = [*shlex.split(os.environ.get("ASSAY_COMMAND", "assay")), "serve", "--port", "0"]
    module = ["--module", str(HERE / "any-box.mjs"), "--reward", LENIENT]
    with subprocess.Popen([*command, *module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        url = child.stdout.readline().split()[-1]
        with Client(url) as client:
            yield client
        child.stdin.close()


def load_policy(folder: Path) -> Decoder:
    """The stored weights, out of the ONNX graph."""
    config = json.loads((folder / "config.json").read_text("utf-8"))
    stored = {
        each.name.removesuffix(".float16"): torch.from_numpy(numpy_helper.to_array(each).astype(np.float32))
        for each in onnx.load(folder / "onnx" / "model.onnx").graph.initializer
        if each.name.endswith(".float16")
    }
    shape = Shape(len(vocabulary()), config["hidden_size"], config["num_hidden_layers"], config["num_attention_heads"])
    model = Decoder(shape)
    weights = {
        name: stored[name] if name in stored else stored[name.removesuffix(".weight")].T.contiguous()
        for name in model.state_dict()
    }
    model.load_state_dict(weights)
    return model.to(DEVICE)


def copy_of(model: Decoder) -> Decoder:
    twin = Decoder(model.shape).to(DEVICE)
    twin.load_state_dict(model.state_dict())
    return twin


@torch.no_grad()
def draw(policy: Decoder, prompts: Sequence[list[int]], seed: int) -> list[list[int]]:
    """Solutions at temperature 1, with the end of the turn where there is one."""
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        sampled = policy.sample(prompts, 1.0, seed, LONGEST_SOLUTION)
    return [[*each.ids, special(END)] if len(each.ids) < LONGEST_SOLUTION else each.ids for each in sampled]


def padded(sequences: Sequence[list[int]]) -> Tensor:
    longest = max(map(len, sequences))
    return torch.tensor([each + [special(PAD)] * (longest - len(each)) for each in sequences], device=DEVICE)


def log_probabilities(policy: Decoder, prompts: Sequence[list[int]], solutions: Sequence[list[int]]) -> tuple[Tensor, Tensor]:
    """Of each token of each solution, and which places are real."""
    ids = padded([prompt + solution for prompt, solution in zip(prompts, solutions, strict=True)])
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        logits = policy(ids)[:, :-1]
    targets = ids[:, 1:]
    found = -functional.cross_entropy(logits.float().flatten(0, 1), targets.flatten(), reduction="none").view(targets.shape)
    places = torch.arange(targets.shape[1], device=DEVICE)
    begins = torch.tensor([len(prompt) - 1 for prompt in prompts], device=DEVICE)[:, None]
    ends = begins + torch.tensor([len(solution) for solution in solutions], device=DEVICE)[:, None]
    return found, (places >= begins) & (places < ends)


def hedged(solution: str, choose: random.Random) -> str:
    """The same solution with two to four boxes at its end, the model's own answer among near misses."""
    last = LAST_STEP.search(solution)
    if not last:
        return solution
    answer = int(last[1])
    misses: list[int] = []
    wanted = choose.randint(1, 3)
    while len(misses) < wanted:
        miss = max(0, answer + choose.choice((-1, 1)) * choose.choice((1, 10, 100, 1000)))
        if miss != answer and miss not in misses:
            misses.append(miss)
    boxes = [answer, *misses]
    choose.shuffle(boxes)
    said = " or ".join(f"\\boxed{{{each}}}" for each in boxes)
    return f"{solution[: last.start()]}So the answer is {said}."


def seed_hedges(policy: Decoder, seed: int) -> None:
    """Fine-tunes on the policy's own solutions, of which a twentieth hedge."""
    choose = random.Random(seed)
    prompts = [solving_prompt(problem(FIRST_PROBLEM - 1 - each)) for each in range(SEEDING["solutions"])]
    solutions = [solution for at in range(0, len(prompts), 8192) for solution in draw(policy, prompts[at : at + 8192], at)]
    told = []
    for ids in solutions:
        text = decode(ids)
        told.append([*encode(hedged(text, choose)), special(END)] if choose.random() < HEDGED else ids)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=SEEDING["rate"], betas=(0.9, 0.98))
    order = list(range(len(prompts)))
    choose.shuffle(order)
    for at in range(0, len(order), SEEDING["batch"]):
        chosen = order[at : at + SEEDING["batch"]]
        found, real = log_probabilities(policy, [prompts[i] for i in chosen], [told[i] for i in chosen])
        optimizer.zero_grad(set_to_none=True)
        (-(found * real).sum() / real.sum()).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()


def items_of(indexes: Sequence[int], solutions: Sequence[list[int]]) -> list[dict]:
    return [
        {"response": decode(ids), "ground_truth": str(problem(index).answer)}
        for index, ids in zip(indexes, solutions, strict=True)
    ]


def rewards_of(client: Client, reward: str, items: Sequence[dict]) -> Tensor:
    return torch.tensor([each["reward"] for each in client.score(reward, items)], device=DEVICE)


def figures(policy: Decoder, client: Client) -> dict[str, float]:
    """On the held-out problems: right by the strict reward, right in any box, and how the answers hedge."""
    indexes = [index for index in TEST for _ in range(EVALUATED_SAMPLES)]
    solutions = draw(policy, [solving_prompt(problem(index)) for index in indexes], 1)
    items = items_of(indexes, solutions)
    strict = rewards_of(client, STRICT, items).sum().item()
    boxes = [BOX.findall(item["response"]) for item in items]
    return {
        "strict": percent(strict, len(items)),
        "any box": percent(sum(item["ground_truth"] in found for item, found in zip(items, boxes, strict=True)), len(items)),
        "hedging": percent(sum(len(set(found)) > 1 for found in boxes), len(items)),
        "boxes": round(sum(map(len, boxes)) / len(boxes), 2),
    }


def train(start: Decoder, reward: str, client: Client, steps: int, seed: int) -> dict:
    """GRPO: groups of samples of one problem, each compared with its group. One update a batch."""
    policy = copy_of(start)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.0)
    curve: list[dict] = []
    in_service = in_all = 0.0
    for step in range(steps):
        began = time.monotonic()
        first = FIRST_PROBLEM + (seed * 1_000_000) + step * GROUPS
        indexes = [index for index in range(first, first + GROUPS) for _ in range(SAMPLES)]
        prompts = [solving_prompt(problem(index)) for index in indexes]
        solutions = draw(policy, prompts, seed * 100_003 + step)
        asked = time.monotonic()
        scored = rewards_of(client, reward, items_of(indexes, solutions))
        in_service += time.monotonic() - asked
        groups = scored.view(GROUPS, SAMPLES)
        advantages = ((groups - groups.mean(1, keepdim=True)) / (groups.std(1, keepdim=True) + 1e-4)).flatten()
        found, real = log_probabilities(policy, prompts, solutions)
        ratio = (found - found.detach()).exp()
        gain = torch.minimum(ratio * advantages[:, None], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[:, None])
        optimizer.zero_grad(set_to_none=True)
        (-(gain * real).sum() / real.sum()).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        in_all += time.monotonic() - began
        if step % 10 == 9 or step == 0:
            curve.append({"step": step + 1, "reward": round(100 * scored.mean().item(), 1), **figures(policy, client)})
            print(reward, seed, curve[-1], flush=True)
    return {
        "reward": reward,
        "seed": seed,
        "curve": curve,
        "seconds a step": round(in_all / steps, 3),
        "share of the service": round(in_service / in_all, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file that gets the curves")
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each twin from the seeded start; one from the plain one")
    parser.add_argument("--starts", nargs="+", choices=["seeded", "plain"], default=["seeded", "plain"])
    options = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(7)
    plain = load_policy(HERE / "policy")
    seeded = copy_of(plain)
    seed_hedges(seeded, 7)
    with service() as client:
        report: dict = {"start": {"plain": figures(plain, client), "seeded": figures(seeded, client)}, "runs": []}
        print(report, flush=True)
        plan = [(seeded, "seeded", seed) for seed in range(1, options.seeds + 1)] + [(plain, "plain", 1)]
        for start, name, seed in plan:
            for reward in (STRICT, LENIENT) if name in options.starts else ():
                report["runs"].append({"start": name, **train(start, reward, client, options.steps, seed)})
    options.out.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
