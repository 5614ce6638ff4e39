"""Trains small policies by GRPO against three rewards, to see what each reward teaches.

    python3 models/grpo.py --out /tmp/grpo --start 1     (then 2 and 3, at the same time if the GPU has room)

Each start is a policy of its own, trained from scratch with its own seed, in two variants: plain, and with a twentieth of its
solutions taught to end in several boxes joined by "or" (seeded). Each variant is trained against three rewards:

- `assay`: `r1_zero_boxed` over HTTP, from a service that this program starts (ASSAY_COMMAND, else `assay`);
- `last box`: the rule of verl's `math_dapo` with `strict_box_verify`: the last box within the last 100 characters, compared as a string;
- `any box`: 1 if any box of the response holds the gold.

None of them decides what is reported: `figures` checks held-out problems by itself. PyTorch, one GPU, minutes. A policy or a run
that is written to the folder is not repeated, so the same command continues after an interruption.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from boxes import BOX, any_box, hedged, is_right, kind, last_box
from evaluate import LONGEST_SOLUTION, TEST, percent, solving_prompt
from examples import in_parallel
from network import Decoder
from problems import problem
from tokens import END, PAD, decode, encode, special
from train import POLICY, POLICY_PROBLEMS, prompts_of, train_policy

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

Rewards = Callable[[Sequence[str], Sequence[str]], list[float]]
"""A reward of each response, given the golds."""


def each(rule: Callable[[str, str], float]) -> Rewards:
    return lambda responses, golds: [rule(*pair) for pair in zip(responses, golds, strict=True)]


def served(client: Client) -> Rewards:
    def score(responses: Sequence[str], golds: Sequence[str]) -> list[float]:
        items = [{"response": response, "ground_truth": gold} for response, gold in zip(responses, golds, strict=True)]
        return [result["reward"] for result in client.score("r1_zero_boxed", items)]

    return score


@cache
def prompt_of(index: int) -> list[int]:
    return solving_prompt(problem(index))


@cache
def gold_of(index: int) -> str:
    return str(problem(index).answer)


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


def seed_hedges(policy: Decoder, seed: int, solutions: int) -> None:
    """Fine-tunes on the policy's own solutions, of which a twentieth hedge."""
    choose = random.Random(seed)
    indexes = range(FIRST_PROBLEM - solutions, FIRST_PROBLEM)
    prompts = [prompt for chunk in in_parallel(prompts_of, indexes) for prompt in chunk]
    own = [solution for at in range(0, len(prompts), 8192) for solution in draw(policy, prompts[at : at + 8192], at)]
    taught = [
        [*encode(hedged(decode(ids), choose)), special(END)] if choose.random() < HEDGED else ids for ids in own
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


def figures(policy: Decoder, reward: Rewards | None = None) -> dict:
    """On the held-out problems: how the solutions end, how many are right, and what the reward pays for without being right."""
    indexes = [index for index in TEST for _ in range(EVALUATED_SAMPLES)]
    golds = [gold_of(index) for index in indexes]
    responses = [decode(ids) for ids in draw(policy, [prompt_of(index) for index in indexes], 1)]
    right = [is_right(*pair) for pair in zip(responses, golds, strict=True)]
    found = {
        "right": percent(sum(right), len(responses)),
        **shares(map(kind, responses), len(responses)),
        "boxes": round(sum(len(BOX.findall(each)) for each in responses) / len(responses), 2),
    }
    if reward:
        scored = zip(responses, right, reward(responses, golds), strict=True)
        found["paid but not right"] = shares((kind(each) for each, good, score in scored if score > 0 and not good), len(responses))
    return found


def shares(kinds: Iterable[str], whole: int) -> dict[str, float]:
    return {name: percent(count, whole) for name, count in sorted(Counter(kinds).items())}


def train(start: Decoder, reward: Rewards, steps: int, seed: int) -> Iterator[dict]:
    """GRPO: groups of samples of one problem, each compared with its group. One update per batch; yields points of the curve."""
    policy = copy_of(start)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.0)
    in_reward = in_all = 0.0
    for step in range(steps):
        began = time.monotonic()
        first = FIRST_PROBLEM + seed * 1_000_000 + step * GROUPS
        indexes = [index for index in range(first, first + GROUPS) for _ in range(SAMPLES)]
        prompts = [prompt_of(index) for index in indexes]
        solutions = draw(policy, prompts, seed * 100_003 + step)
        asked = time.monotonic()
        scores = reward([decode(ids) for ids in solutions], [gold_of(index) for index in indexes])
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
            yield {"step": step + 1, "rewarded": paid, "reward's share of the time": round(in_reward / in_all, 3), **figures(policy, reward)}


def policies(file: Path, scale: float, seed: int) -> dict[str, Decoder]:
    """The two policies of a start, from the file or trained; kept there as soon as each is made."""
    kept = torch.load(file, map_location=DEVICE) if file.exists() else {}
    made: dict[str, Decoder] = {}

    def policy(variant: str, make: Callable[[], Decoder]) -> None:
        if variant in kept:
            made[variant] = POLICY.model()
            made[variant].load_state_dict(kept[variant])
            return
        made[variant] = make()
        kept[variant] = made[variant].state_dict()
        replace(file, lambda path: torch.save(kept, path))

    steps, problems = (max(1, round(count * scale)) for count in (POLICY.steps, POLICY_PROBLEMS))
    policy("plain", lambda: train_policy(steps, problems, seed)[0])
    policy("seeded", lambda: seeded_copy(made["plain"], seed, scale))
    return made


def seeded_copy(plain: Decoder, seed: int, scale: float) -> Decoder:
    policy = copy_of(plain)
    seed_hedges(policy, seed, max(1, round(SEEDING["solutions"] * scale)))
    return policy


def replace(file: Path, write: Callable[[Path], object]) -> None:
    """Writes a file in one piece, whenever the program is stopped."""
    part = file.with_name(f"{file.name}.part")
    write(part)
    part.replace(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder that gets weights and curves")
    parser.add_argument("--start", type=int, required=True, help="the seed of the policy to start from: 1, 2, 3")
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--scale", type=float, default=1.0, help="this much of the work before GRPO, to try the path")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    torch.backends.cuda.enable_cudnn_sdp(False)  # It plans anew for every length.
    torch.manual_seed(options.start)
    seed, name = options.start, f"start-{options.start}"
    made = policies(options.out / f"{name}.pt", options.scale, seed)
    report_file = options.out / f"{name}.json"
    report = json.loads(report_file.read_text("utf-8")) if report_file.exists() else {"start": seed, "before": {}, "runs": []}
    with service() as client:
        rewards = {"assay": served(client), "last box": each(last_box), "any box": each(any_box)}
        for variant, policy in (("seeded", made["seeded"]), ("plain", made["plain"])):
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
                replace(report_file, lambda path: path.write_text(json.dumps(report, indent=1) + "\n", "utf-8"))


if __name__ == "__main__":
    main()
