"""Word problems of three to six operations, each a function of its index alone, and the exact check of a solution.

The same as `src/tasks/benchmarks/arith.ts`, which says more; a test compares the two. Standard library only.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

FIRST_HELD_OUT = 1_000_000_000
LARGEST = 99_999
STORIES = json.loads(Path(__file__).with_name("stories.json").read_text("utf-8"))
PHRASINGS = {"+": "add", "-": "subtract", "×": "multiply"}

Operation = tuple[str, int]
Draw = Callable[[int], int]


@dataclass(frozen=True)
class Problem:
    start: int
    operations: tuple[Operation, ...]
    text: str
    step_sentence: str  # with {equation} where the step's equation stands

    @property
    def answer(self) -> int:
        value = self.start
        for operation in self.operations:
            value = apply(value, operation)
        return value

    @property
    def steps(self) -> list[str]:
        steps: list[str] = []
        while len(steps) <= len(self.operations):
            steps.append(self.next_step(steps))
        return steps

    def next_step(self, steps: Sequence[str]) -> str:
        """The step that should follow these, whose own results stand, be they right or wrong."""
        value = self.value_after(steps)
        if len(steps) >= len(self.operations):
            return boxed(value)
        sign, operand = operation = self.operations[len(steps)]
        return self.say(value, sign, operand, apply(value, operation))

    def value_after(self, steps: Sequence[str]) -> int:
        for step in reversed(steps):
            if equation := read_equation(step):
                return equation[3]
        return self.start

    def goes_on(self, steps: Sequence[str]) -> bool:
        """Whether the next result is in range; a wrong step before it may have led elsewhere."""
        value = self.value_after(steps)
        return len(steps) >= len(self.operations) or 0 <= apply(value, self.operations[len(steps)]) <= LARGEST

    def say(self, value: int, sign: str, operand: int, result: int) -> str:
        return self.step_sentence.replace("{equation}", f"{value} {sign} {operand} = {result}")

    def is_right(self, steps: Sequence[str], step: str) -> bool:
        """Whether a step rightly follows these: its equation or its box counts, not its words."""
        value = self.value_after(steps)
        if len(steps) >= len(self.operations):
            return read_box(step) == value and read_equation(step) is None
        sign, operand = operation = self.operations[len(steps)]
        return read_box(step) is None and read_equation(step) == (value, sign, operand, apply(value, operation))

    def first_wrong(self, steps: Sequence[str]) -> int:
        """The place of the first wrong step, or -1; a solution that stops early is wrong in its last step."""
        for place, step in enumerate(steps):
            if not self.is_right(steps[:place], step):
                return place
        return -1 if len(steps) > len(self.operations) else len(steps) - 1


def problem(index: int) -> Problem:
    attempt = 0
    while True:
        draw = draws_of(index, attempt)
        start, operations = draw_chain(draw)
        if is_held_out(start, operations) == (index >= FIRST_HELD_OUT):
            return tell(start, operations, draw)
        attempt += 1


def draws_of(index: int, attempt: int) -> Draw:
    seed = mix(index ^ mix(attempt + 1))
    count = 0

    def draw(limit: int) -> int:
        nonlocal count
        count += 1
        return mix(seed + count * 0x9E3779B9) * limit >> 32

    return draw


def mix(bits: int) -> int:
    bits &= 0xFFFFFFFF
    bits = (bits ^ bits >> 16) * 0x7FEB352D & 0xFFFFFFFF
    bits = (bits ^ bits >> 15) * 0x846CA68B & 0xFFFFFFFF
    return bits ^ bits >> 16


def draw_chain(draw: Draw) -> tuple[int, tuple[Operation, ...]]:
    start = value = 2 + draw(98)
    operations: list[Operation] = []
    length = 3 + draw(4)
    while len(operations) < length:
        operation = draw_operation(value, draw)
        operations.append(operation)
        value = apply(value, operation)
    return start, tuple(operations)


def draw_operation(value: int, draw: Draw) -> Operation:
    kind, factor, term = draw(3), 2 + draw(18), 1 + draw(99)
    if kind == 0 and value * factor <= LARGEST:
        return "×", factor
    if kind != 1 and value > term:
        return "-", term
    if value + term <= LARGEST:
        return "+", term
    return "-", term


def apply(value: int, operation: Operation) -> int:
    sign, operand = operation
    return value + operand if sign == "+" else value - operand if sign == "-" else value * operand


def is_held_out(start: int, operations: Sequence[Operation]) -> bool:
    digest = 0x811C9DC5
    for character in f"{start}{''.join(f'{sign}{operand}' for sign, operand in operations)}":
        digest = (digest ^ ord(character)) * 0x01000193 & 0xFFFFFFFF
    return mix(digest) % 16 == 0


def tell(start: int, operations: tuple[Operation, ...], draw: Draw) -> Problem:
    def pick(choices: Sequence) -> object:
        return choices[draw(len(choices))]

    story = pick(STORIES)
    slots = {"who": pick(story["who"]), "things": pick(story["things"])}
    sentences = [fill(pick(story["start"]), **slots, n=start)]
    sentences += [fill(pick(story[PHRASINGS[sign]]), **slots, n=operand) for sign, operand in operations]
    sentences.append(fill(pick(story["ask"]), **slots))
    return Problem(start, operations, " ".join(sentences), fill(story["step"], **slots))


def fill(sentence: str, **slots: object) -> str:
    for slot, value in slots.items():
        sentence = sentence.replace(f"{{{slot}}}", str(value))
    return sentence[0].upper() + sentence[1:]


EQUATION = re.compile(r"(\d+) ([-+×]) (\d+) = (\d+)")
BOX = re.compile(r"\\boxed\{(\d+)\}")


def boxed(value: int) -> str:
    return f"So the answer is \\boxed{{{value}}}."


def read_equation(step: str) -> tuple[int, str, int, int] | None:
    found = EQUATION.search(step)
    return (int(found[1]), found[2], int(found[3]), int(found[4])) if found else None


def read_box(step: str) -> int | None:
    found = BOX.search(step)
    return int(found[1]) if found else None


def split_steps(solution: str) -> list[str]:
    return [step.strip() for step in solution.split("\n\n") if step.strip()]
