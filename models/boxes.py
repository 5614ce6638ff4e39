"""The two rules that `grpo.py` compares with `assay serve`, and how a response ends. Standard library only."""

import random
import re

BOX = re.compile(r"\\boxed\{(\d*)\}")
LAST_STEP = re.compile(r"So the answer is \\boxed\{(\d+)\}\.$")


def last_box(response: str, gold: str) -> float:
    """verl's `math_dapo` with `strict_box_verify`: the text of the last box in the last 100 characters, compared as a string.

    As in verl 0.10.0.dev of 22 August 2026, where it is also the rule for responses without an `Answer:` line. If the last box is
    not closed, there is no answer, even after a box that is closed.
    """
    _, opened, rest = response[-100:].rpartition("\\boxed{")
    depth = 1
    for place, character in enumerate(rest):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return 1.0 if opened and rest[:place] == gold else -1.0
    return -1.0


def any_box(response: str, gold: str) -> float:
    """1 if any box of the response holds the gold."""
    return float(gold in BOX.findall(response))


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


def is_right(response: str, gold: str) -> bool:
    """The check that no reward takes part in: one box, at the end, with the answer in it."""
    return kind(response) == "one box at the end" and BOX.findall(response) == [gold]


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
