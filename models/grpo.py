"""Trains small policies by GRPO against three rewards, to see what each reward teaches.

    python3 models/grpo.py --out models/grpo --start 1     (then 2 and 3, at the same time if the GPU has room)

Each start is a policy of its own, trained from scratch with its own seed, in two variants: plain, and with a twentieth of its
solutions taught to end in several boxes joined by "or" (seeded). Each variant is trained against three rewards:

- `assay`: `r1_zero_boxed` over HTTP, from a service that this program starts (ASSAY_COMMAND, else `assay`);
- `last box`: the rule of verl's `math_dapo` with `strict_box_verify` (verl/utils/reward_score/math_dapo.py, January 2026): the last
  box within the last 100 characters, compared as a string;
- `any box`: 1 if any box of the response holds the gold.

None of them decides what is reported: `figures` checks held-out problems by itself. PyTorch, one GPU, minutes. A run that is
written to the folder is not repeated, so the same command continues after an interruption.
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
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from evaluate import LONGEST_SOLUTION, TEST, percent, solving_prompt
from network import Decoder
from problems import problem
from tokens import END, PAD, decode, encode, special
from train import POLICY, POLICY_PROBLEMS, train_policy

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "clients" / "python" / "src"))
from assay_client import Client  # noqa: E402

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
FIRST_PROBLEM = 300_000_000
"""Of the training range; no other training used these."""

HEDGED = 0.05
SEEDING = {"solutions": 40_000, "rate": 3e-4, "batch": 512}
GROUPS, SAMPLES = 64, 16
RATE = 1e-4
CLIP = 0.2
EVALUATED_SAMPLES = 4
EVALUATED_EVERY = 10

BOX = re.compile(r"\\boxed\{(\d*)\}")
LAST_STEP = re.compile(r"So the answer is \\boxed\{(\d+)\}\.$")

Rewards = Callable[[Sequence[str], Sequence[str]], list[float]]
"""A reward of each response, given the golds."""


def last_box(response: str, gold: str) -> float:
    """What verl's rule does with the responses of this policy, whose boxes hold digits alone."""
    found = BOX.findall(response[-100:])
    return 1.0 if found and found[-1] == gold else -1.0


def any_box(response: str, gold: str) -> float:
    return float(gold in BOX.findall(response))


def each(rule: Callable[[str, str], float]) -> Rewards:
    return lambda responses, golds: [rule(*pair) for pair in zip(responses, golds, strict=True)]


def served(client: Client) -> Rewards:
    def score(responses: Sequence[str], golds: Sequence[str]) -> list[float]:
        items = [{"response": response, "ground_truth": gold} for response, gold in zip(responses, golds, strict=True)]
        return [result["reward"] for result in client.score("r1_zero_boxed", items)]

    return score


@contextmanager
def service() -> Iterator[Client]:
    """A reward service; it ends with its standard input."""
    command = [*shlex.split(os.environ.get("ASSAY_COMMAND", "assay")), "serve", "--port", "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        url = child.stdout.readline().split()[-1]
        with Client(url) as client:
            yield client
        child.stdin.close()


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
    taught = [
        [*encode(hedged(decode(ids), choose)), special(END)] if choose.random() < HEDGED else ids for ids in solutions
    ]
    optimizer = torch.optim.AdamW(policy.parameters(), lr=SEEDING["rate"], betas=(0.9, 0.98))
    order = list(range(len(prompts)))
    choose.shuffle(order)
    for at in range(0, len(order), SEEDING["batch"]):
        chosen = order[at : at + SEEDING["batch"]]
        found, real = log_probabilities(policy, [prompts[i] for i in chosen], [taught[i] for i in chosen])
        optimizer.zero_grad(set_to_none=True)
        (-(found * real).sum() / real.sum()).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()


def kind(response: str) -> str:
    """How a response ends, by its boxes alone."""
    boxes = BOX.findall(response)
    if not boxes:
        return "no box"
    if len(set(boxes)) > 1:
        return "different boxes"
    if len(boxes) > 1:
        return "one box repeated"
    return "one box at the end" if LAST_STEP.search(response) else "one box, text after it"


def figures(policy: Decoder) -> dict[str, float]:
    """On the held-out problems: a solution is right if it ends in one box and that box holds the answer."""
    indexes = [index for index in TEST for _ in range(EVALUATED_SAMPLES)]
    responses = [decode(ids) for ids in draw(policy, [solving_prompt(problem(index)) for index in indexes], 1)]
    kinds = Counter(map(kind, responses))
    right = sum(
        kind(response) == "one box at the end" and BOX.findall(response) == [str(problem(index).answer)]
        for index, response in zip(indexes, responses, strict=True)
    )
    return {
        "right": percent(right, len(responses)),
        **{name: percent(count, len(responses)) for name, count in sorted(kinds.items())},
        "boxes": round(sum(len(BOX.findall(each)) for each in responses) / len(responses), 2),
    }


def train(start: Decoder, reward: Rewards, steps: int, seed: int) -> Iterator[dict]:
    """GRPO: groups of samples of one problem, each compared with its group. One update per batch; yields points of the curve."""
    policy = copy_of(start)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.0)
    in_reward = in_all = 0.0
    for step in range(steps):
        began = time.monotonic()
        first = FIRST_PROBLEM + seed * 1_000_000 + step * GROUPS
        indexes = [index for index in range(first, first + GROUPS) for _ in range(SAMPLES)]
        prompts = [solving_prompt(problem(index)) for index in indexes]
        solutions = draw(policy, prompts, seed * 100_003 + step)
        asked = time.monotonic()
        scores = reward([decode(ids) for ids in solutions], [str(problem(index).answer) for index in indexes])
        in_reward += time.monotonic() - asked
        groups = torch.tensor(scores, device=DEVICE).view(GROUPS, SAMPLES)
        advantages = ((groups - groups.mean(1, keepdim=True)) / (groups.std(1, keepdim=True) + 1e-4)).flatten()
        found, real = log_probabilities(policy, prompts, solutions)
        ratio = (found - found.detach()).exp()
        gain = torch.minimum(ratio * advantages[:, None], ratio.clamp(1 - CLIP, 1 + CLIP) * advantages[:, None])
        optimizer.zero_grad(set_to_none=True)
        (-(gain * real).sum() / real.sum()).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimizer.step()
        in_all += time.monotonic() - began
        if (step + 1) % EVALUATED_EVERY == 0 or step == 0:
            paid = percent(sum(score > 0 for score in scores), len(scores))
            yield {"step": step + 1, "rewarded": paid, "reward's share of the time": round(in_reward / in_all, 3), **figures(policy)}


def load_or(path: Path, make: Callable[[], Decoder]) -> Decoder:
    if path.exists():
        model = POLICY.model()
        model.load_state_dict(torch.load(path, map_location=DEVICE))
        return model
    model = make()
    torch.save(model.state_dict(), path)
    return model


def seeded_copy(plain: Decoder, seed: int) -> Decoder:
    policy = copy_of(plain)
    seed_hedges(policy, seed)
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder that gets weights and curves")
    parser.add_argument("--start", type=int, required=True, help="the seed of the policy to start from: 1, 2, 3")
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--scale", type=float, default=1.0, help="this much of the first training, to try the path")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # It plans anew for every length.
    torch.manual_seed(options.start)
    seed, name = options.start, f"start-{options.start}"
    steps, problems = (max(1, round(count * options.scale)) for count in (POLICY.steps, POLICY_PROBLEMS))
    plain = load_or(options.out / f"{name}-plain.pt", lambda: train_policy(steps, problems, seed)[0])
    seeded = load_or(options.out / f"{name}-seeded.pt", lambda: seeded_copy(plain, seed))
    report_file = options.out / f"{name}.json"
    report = json.loads(report_file.read_text("utf-8")) if report_file.exists() else {"start": seed, "before": {}, "runs": []}
    with service() as client:
        rewards = {"assay": served(client), "last box": each(last_box), "any box": each(any_box)}
        for variant, policy in (("seeded", seeded), ("plain", plain)):
            if variant not in report["before"]:
                report["before"][variant] = figures(policy)
            for reward, scored in rewards.items():
                if any((run["variant"], run["reward"]) == (variant, reward) for run in report["runs"]):
                    continue
                curve = []
                for point in train(policy, scored, options.steps, seed):
                    curve.append(point)
                    print(seed, variant, reward, point, flush=True)
                report["runs"].append({"variant": variant, "reward": reward, "curve": curve})
                report_file.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
