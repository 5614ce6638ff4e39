"""Token sequences to train on, made by many processes: whole solutions for the policy, judged steps for the PRM."""

import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from problems import LARGEST, Problem, apply, boxed, problem, read_box, read_equation, split_steps
from tokens import BEGIN, BLANK_LINE, END, JUDGE, RIGHT, SOLVE, WRONG, decode, encode, special

Example = tuple[list[int], list[bool]]
"""Tokens, and for each whether it is to be learnt."""


@dataclass(frozen=True)
class Examples:
    """Sequences end to end, with where each begins and how long it is."""

    tokens: NDArray[np.int16]
    learnt: NDArray[np.bool_]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    @staticmethod
    def of(examples: Iterable[Example]) -> "Examples":
        tokens: list[int] = []
        learnt: list[bool] = []
        lengths: list[int] = []
        for ids, flags in examples:
            tokens += ids
            learnt += flags
            lengths.append(len(ids))
        sizes = np.array(lengths, np.int64)
        return Examples(np.array(tokens, np.int16), np.array(learnt, np.bool_), sizes.cumsum() - sizes, sizes)

    @staticmethod
    def joined(parts: Sequence["Examples"]) -> "Examples":
        lengths = np.concatenate([part.lengths for part in parts])
        return Examples(
            np.concatenate([part.tokens for part in parts]),
            np.concatenate([part.learnt for part in parts]),
            lengths.cumsum() - lengths,
            lengths,
        )


def in_parallel(make: Callable[[Sequence], object], items: Sequence, chunk: int = 4000) -> list:
    """What `make` gives for each chunk of the items, in order, from one process a core."""
    with ProcessPoolExecutor() as pool:
        return list(pool.map(make, [items[at : at + chunk] for at in range(0, len(items), chunk)]))


class Writer:
    """Puts an example together from texts that are to be learnt and texts that are given."""

    def __init__(self) -> None:
        self.tokens = [special(BEGIN)]
        self.learnt = [False]

    def put(self, ids: list[int], learn: bool) -> None:
        self.tokens += ids
        self.learnt += [learn] * len(ids)

    def example(self) -> Example:
        return self.tokens, self.learnt


# --- the policy

SPOILT_SOLUTIONS = 0.2
"""The share of solutions with a wrong step, which is not learnt; what follows it is, so that the policy goes on."""


def policy_examples(indexes: Sequence[int]) -> Examples:
    return Examples.of(policy_example(index) for index in indexes)


def policy_example(index: int) -> Example:
    told, choose = problem(index), random.Random(index)
    spoilt = choose.randrange(len(told.operations)) if choose.random() < SPOILT_SOLUTIONS else None
    writer = Writer()
    writer.put([*encode(told.text), special(SOLVE)], False)
    steps: list[str] = []
    while len(steps) <= len(told.operations) and told.goes_on(steps):
        wrong = len(steps) == spoilt
        step = corrupted(told, steps, choose) if wrong else told.next_step(steps)
        if read_box(step) is not None and len(steps) < len(told.operations):
            break
        if steps:
            writer.put(encode(BLANK_LINE), True)
        writer.put(encode(step), not wrong)
        steps.append(step)
    writer.put([special(END)], len(steps) > len(told.operations))
    return writer.example()


# --- the PRM

SPOILT_PREFIXES = 0.1


def judged(told: Problem, before: Sequence[str], step: str) -> Example:
    """The problem, the steps, then the step as it should be and the verdict. Right steps before it are learnt as well:
    they are as much arithmetic as the judgement itself."""
    writer = Writer()
    writer.put(encode(told.text), False)
    for place, each in enumerate(before):
        writer.put(encode(BLANK_LINE), False)
        writer.put(encode(each), told.is_right(before[:place], each))
    writer.put([*encode(BLANK_LINE), *encode(step), special(JUDGE)], False)
    verdict = RIGHT if told.is_right(before, step) else WRONG
    writer.put([*encode(f"{told.next_step(before)}{BLANK_LINE}[{verdict}]"), special(END)], True)
    return writer.example()


def general_examples(indexes: Sequence[int]) -> Examples:
    """Two right steps and a corrupted one of each problem, at random places."""
    return Examples.of(each for index in indexes for each in general_examples_of(index))


def general_examples_of(index: int) -> Iterable[Example]:
    told, choose = problem(index), random.Random(index)
    for right in (True, True, False):
        before = told.steps[: choose.randint(0, len(told.operations))]
        if before and choose.random() < SPOILT_PREFIXES:
            before = spoilt_prefix(told, len(before), choose)
        if told.goes_on(before):
            yield judged(told, before, told.next_step(before) if right else corrupted(told, before, choose))


def spoilt_prefix(told: Problem, length: int, choose: random.Random) -> list[str]:
    spoilt, steps = choose.randrange(length), []
    while len(steps) < length and told.goes_on(steps):
        value = told.value_after(steps)
        sign, operand = operation = told.operations[len(steps)]
        result = apply(value, operation)
        steps.append(told.say(value, sign, operand, misread(result, choose) if len(steps) == spoilt else result))
    return steps


@dataclass(frozen=True)
class Candidates:
    """Steps that the policy got wrong, and as many times the same places got right."""

    wrong: Examples
    right: Examples


def candidate_examples(samples: Sequence[tuple[int, list[int]]]) -> Candidates:
    """From sampled solutions: each wrong step, and beside it the step that belonged there."""
    wrong, right = [], []
    for index, ids in samples:
        told, steps = problem(index), split_steps(decode(ids))
        for place, step in enumerate(steps[: len(told.operations) + 1]):
            before = steps[:place]
            if told.is_right(before, step) or not told.goes_on(before):
                continue
            wrong.append(judged(told, before, step))
            right.append(judged(told, before, told.next_step(before)))
    return Candidates(Examples.of(wrong), Examples.of(right))


# --- steps that are wrong on purpose


def corrupted(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    """A wrong step in place of the one that should follow."""
    while True:
        step = choose.choice(CORRUPTIONS)(told, before, choose)
        if not told.is_right(before, step):
            return step


def misread(number: int, choose: random.Random) -> int:
    """A number that looks like this one: a digit off, swapped or dropped, or a carry forgotten."""
    digits = list(str(number))
    place = choose.randrange(len(digits))
    match choose.randrange(4):
        case 0:
            digits[place] = str(choose.randrange(10))
        case 1:
            digits[place - 1], digits[place] = digits[place], digits[place - 1]
        case 2:
            return max(0, number + choose.choice((-1, 1)) * 10 ** choose.randrange(len(digits)))
        case 3:
            digits[place:] = [str(choose.randrange(10)) for _ in digits[place:]]
    changed = int("".join(digits))
    return changed if changed != number else number + 1


def planned(told: Problem, before: Sequence[str]) -> tuple[int, str, int]:
    """What the next step should reckon with; after the last operation, that one once more."""
    sign, operand = told.operations[min(len(before), len(told.operations) - 1)]
    return told.value_after(before), sign, operand


def wrong_result(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    value, sign, operand = planned(told, before)
    if len(before) >= len(told.operations):
        return boxed(misread(value, choose))
    return told.say(value, sign, operand, misread(apply(value, (sign, operand)), choose))


def wrong_operand(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    value, sign, operand = planned(told, before)
    other = choose.choice([choose.randint(1, 99), misread(operand, choose), choose.choice(told.operations)[1]])
    return reckoned(told, value, sign, other)


def wrong_sign(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    value, sign, operand = planned(told, before)
    return reckoned(told, value, choose.choice("+-×"), operand)


def wrong_value(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    value, sign, operand = planned(told, before)
    known = [told.start, *(equation[3] for step in before if (equation := read_equation(step)))]
    return reckoned(told, choose.choice([misread(value, choose), choose.choice(known)]), sign, operand)


def skipped(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    value, _, _ = planned(told, before)
    later = told.operations[len(before) + 1 :] or told.operations
    return reckoned(told, value, *choose.choice(later))


def boxed_too_early(told: Problem, before: Sequence[str], choose: random.Random) -> str:
    return boxed(choose.choice([told.value_after(before), told.answer]))


def reckoned(told: Problem, value: int, sign: str, operand: int) -> str:
    result = apply(value, (sign, operand))
    if not 0 <= result <= LARGEST:
        sign, result = "+", value + operand
    return told.say(value, sign, operand, result)


CORRUPTIONS = (
    *[wrong_result] * 5,
    *[wrong_operand, wrong_sign, wrong_value] * 2,
    skipped,
    boxed_too_early,
)
