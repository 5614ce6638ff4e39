"""What the models can do: solving, judging, and the one steered by the other."""

import json
from collections import Counter
from collections.abc import Sequence
from math import exp
from pathlib import Path

from network import Decoder
from problems import FIRST_HELD_OUT, Problem, problem, read_box, split_steps
from tokens import BEGIN, BLANK_LINE, JUDGE, RIGHT, SOLVE, UNKNOWN, WRONG, decode, encode, special

TEST = range(FIRST_HELD_OUT, FIRST_HELD_OUT + 500)
"""The problems of the task `arith`."""
STEP_SET = range(FIRST_HELD_OUT + 1_000_000, FIRST_HELD_OUT + 1_001_000)
STEP_SET_HALF = 200
SAMPLES = 8
JUDGE_TEMPERATURE = 0.6
LONGEST_SOLUTION = 180
LONGEST_STEP = 40
LONGEST_JUDGEMENT = 48

Judgement = tuple[Problem, Sequence[str], str]
"""A problem, the steps so far, and the step to judge."""


def percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def solving_prompt(told: Problem, steps: Sequence[str] = ()) -> list[int]:
    so_far = "".join(f"{step}{BLANK_LINE}" for step in steps)
    return [special(BEGIN), *encode(told.text), special(SOLVE), *encode(so_far)]


def solutions(policy: Decoder, indexes: Sequence[int], temperature: float, seed: int) -> list[list[str]]:
    prompts = [solving_prompt(problem(index)) for index in indexes]
    return [split_steps(decode(each.ids)) for each in policy.sample(prompts, temperature, seed, LONGEST_SOLUTION)]


def answer_of(steps: Sequence[str]) -> int | None:
    return read_box(steps[-1]) if steps else None


def pass_at_1(policy: Decoder, indexes: Sequence[int], temperature: float = 1.0, seed: int = 0) -> float:
    sampled = solutions(policy, indexes, temperature, seed)
    right = sum(answer_of(steps) == problem(index).answer for index, steps in zip(indexes, sampled, strict=True))
    return percent(right, len(indexes))


def solving_figures(policy: Decoder) -> dict[str, float]:
    draws = [solutions(policy, TEST, 1.0, seed) for seed in range(SAMPLES)]
    single = majority = best = 0.0
    for place, index in enumerate(TEST):
        gold, answers = problem(index).answer, [answer_of(draw[place]) for draw in draws]
        single += answers.count(gold) / SAMPLES
        votes = Counter(answer for answer in answers if answer is not None)
        majority += bool(votes) and votes.most_common(1)[0][0] == gold
        best += gold in answers
    return {
        "greedy": pass_at_1(policy, TEST, 0.0),
        "pass@1": percent(single, len(TEST)),
        "maj@8": percent(majority, len(TEST)),
        "pass@8": percent(best, len(TEST)),
    }


def judging_prompt(told: Problem, before: Sequence[str], step: str) -> list[int]:
    return [special(BEGIN), *encode(BLANK_LINE.join([told.text, *before, step])), special(JUDGE)]


def rewards(prm: Decoder, judgements: Sequence[Judgement], seed: int = 0) -> list[float]:
    """How likely Right is rather than Wrong, at the verdict's place; a half where there is no verdict."""
    labels = special(RIGHT), special(WRONG)
    prompts = [judging_prompt(*each) for each in judgements]
    found = []
    for sample in prm.sample(prompts, JUDGE_TEMPERATURE, seed, LONGEST_JUDGEMENT, watched=labels):
        verdict = next((pair for token, pair in zip(sample.ids, sample.watched, strict=True) if token in labels), None)
        found.append(0.5 if verdict is None else 1 / (1 + exp(verdict[1] - verdict[0])))
    return found


def sampled_steps(policy: Decoder, indexes: Sequence[int]) -> list[Judgement]:
    """Every step of sampled solutions up to the first wrong one."""
    judgements: list[Judgement] = []
    for index, steps in zip(indexes, solutions(policy, indexes, 1.0, 100), strict=True):
        told = problem(index)
        wrong = told.first_wrong(steps)
        judgements += [(told, steps[:place], step) for place, step in enumerate(steps) if wrong < 0 or place <= wrong]
    return judgements


def judging_figures(prm: Decoder, judgements: Sequence[Judgement]) -> dict[str, float]:
    truths = [told.is_right(before, step) for told, before, step in judgements]
    verdicts = [reward > 0.5 for reward in rewards(prm, judgements)]
    pairs = Counter(zip(truths, verdicts, strict=True))
    return {
        "step accuracy": percent(pairs[True, True] + pairs[False, False], len(truths)),
        "wrong caught": percent(pairs[False, False], truths.count(False)),
        "right kept": percent(pairs[True, True], truths.count(True)),
        "steps": len(truths),
        "wrong steps": truths.count(False),
    }


def step_set(policy: Decoder) -> list[dict]:
    """The policy's own solutions of held-out problems, half of them with an error, in ProcessBench's format."""
    wanted = {True: STEP_SET_HALF, False: STEP_SET_HALF}
    rows = []
    for index, steps in zip(STEP_SET, solutions(policy, STEP_SET, 1.0, 200), strict=True):
        told = problem(index)
        label = told.first_wrong(steps)
        readable = special(UNKNOWN) not in encode(BLANK_LINE.join(steps))
        if not steps or not readable or wanted[label < 0] == 0:
            continue
        wanted[label < 0] -= 1
        rows.append(
            {
                "id": f"arith-{len(rows)}",
                "generator": "assay-policy",
                "problem": told.text,
                "steps": steps,
                "final_answer_correct": answer_of(steps) == told.answer,
                "label": label,
                "index": index,
            }
        )
    return rows


def step_set_figures(prm: Decoder, rows: Sequence[dict]) -> dict[str, float]:
    """Accuracy on solutions with an error, on right ones, and the harmonic mean of the two, as ProcessBench has it."""
    places = [(row, place) for row in rows for place in range(len(row["steps"]))]
    judgements = [(problem(row["index"]), row["steps"][:place], row["steps"][place]) for row, place in places]
    predicted: dict[str, int] = {}
    for (row, place), reward in zip(places, rewards(prm, judgements), strict=True):
        if reward <= 0.5:
            predicted.setdefault(row["id"], place)
    hits = Counter((row["label"] < 0, predicted.get(row["id"], -1) == row["label"]) for row in rows)
    errors, correct = (hits[kind, True] / max(1, hits[kind, True] + hits[kind, False]) for kind in (False, True))
    mean = 2 * errors * correct / (errors + correct) if errors + correct else 0.0
    return {"error accuracy": percent(errors, 1), "correct accuracy": percent(correct, 1), "F1": percent(mean, 1)}


def guided_figure(policy: Decoder, prm: Decoder, most_steps: int = 10) -> float:
    """Greedy guided search: eight candidates a step, the best by the PRM's word is taken, ties to the first."""
    problems = [problem(index) for index in TEST]
    chosen: list[list[str]] = [[] for _ in problems]
    for iteration in range(most_steps):
        running = [place for place, steps in enumerate(chosen) if answer_of(steps) is None]
        if not running:
            break
        prompts = [solving_prompt(problems[place], chosen[place]) for place in running for _ in range(SAMPLES)]
        stop = special(BLANK_LINE)
        drawn = [decode(each.ids).strip() for each in policy.sample(prompts, 1.0, iteration, LONGEST_STEP, stop)]
        options = {
            place: list(dict.fromkeys(drawn[at * SAMPLES : (at + 1) * SAMPLES])) for at, place in enumerate(running)
        }
        asked = [(place, step) for place, steps in options.items() for step in steps]
        judgements = [(problems[place], chosen[place], step) for place, step in asked]
        best: dict[int, tuple[float, str]] = {}
        for (place, step), reward in zip(asked, rewards(prm, judgements, iteration), strict=True):
            if place not in best or reward > best[place][0]:
                best[place] = reward, step
        for place, (_, step) in best.items():
            chosen[place].append(step)
    right = sum(answer_of(steps) == told.answer for told, steps in zip(problems, chosen, strict=True))
    return percent(right, len(problems))


def write_step_set(rows: Sequence[dict], path: Path) -> None:
    lines = ({name: value for name, value in row.items() if name != "index"} for row in rows)
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
