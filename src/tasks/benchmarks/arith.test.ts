import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mustRun } from "../../../test/no-skip.ts";
import { type ArithProblem, arithProblem, firstHeldOut, stories } from "./arith.ts";

const models = fileURLToPath(new URL("../../../models/", import.meta.url));

const anyIndex = fc.oneof(
  fc.integer({ min: 0, max: firstHeldOut - 1 }),
  fc.integer({ min: firstHeldOut, max: 2 ** 31 - 1 }),
);

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

const arithmeticOf = ({ start, operations }: ArithProblem): string => JSON.stringify([start, operations]);

describe("a problem of arithmetic", () => {
  it("reads as a short story, and its solution as one operation a step", () => {
    const { text, steps, answer } = arithProblem(0);
    expect(text).toBe(
      "In the morning the warehouse holds 92 barrels. A storm sweeps away 28. Then 94 come by rail. " +
        "By spring the stock is 17 times as large. How many barrels does the warehouse hold in the end?",
    );
    expect(steps).toEqual([
      "The stock is 92 - 28 = 64 barrels.",
      "The stock is 64 + 94 = 158 barrels.",
      "The stock is 158 × 17 = 2686 barrels.",
      "So the answer is \\boxed{2686}.",
    ]);
    expect(answer).toBe(2686);
  });

  it("names its numbers in the order of its operations, within their limits", () => {
    fc.assert(
      fc.property(anyIndex, (index) => {
        const { start, operations, text } = arithProblem(index);
        expect(numbersIn(text)).toEqual([start, ...operations.map(({ operand }) => operand)]);
        expect(text).not.toMatch(/[{}]|undefined/);
        expect(operations.length).toBeGreaterThanOrEqual(3);
        expect(operations.length).toBeLessThanOrEqual(6);
        for (const { sign, operand } of operations)
          expect(operand).toBeLessThanOrEqual(sign === "×" ? 19 : 99);
      }),
    );
  });

  it("has a solution whose every step follows from the one before", () => {
    fc.assert(
      fc.property(anyIndex, (index) => {
        const { start, operations, steps, answer } = arithProblem(index);
        let value = start;
        for (const [i, { sign, operand }] of operations.entries()) {
          const [left, right, result] = numbersIn(steps[i]!);
          expect([left, right]).toEqual([value, operand]);
          expect(steps[i]).toContain(` ${sign} `);
          value = { "+": value + operand, "-": value - operand, "×": value * operand }[sign];
          expect(result).toBe(value);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(99_999);
        }
        expect(steps.slice(operations.length)).toEqual([`So the answer is \\boxed{${value}}.`]);
        expect(answer).toBe(value);
      }),
    );
  });

  it("never has the same arithmetic in training and in the held-out range", () => {
    const indexes = Array.from({ length: 5000 }, (_, i) => i);
    const trained = new Set(indexes.map((i) => arithmeticOf(arithProblem(i))));
    const heldOut = indexes.map((i) => arithmeticOf(arithProblem(firstHeldOut + i)));
    expect(heldOut.filter((each) => trained.has(each))).toEqual([]);
    expect(new Set(heldOut).size).toBeGreaterThan(4900);
  });

  it("tells every story", () => {
    const told = new Set(
      Array.from({ length: 300 }, (_, i) => arithProblem(i).steps[0]!.match(/\w+\.$/)![0]),
    );
    for (const { things } of stories()) for (const thing of things) expect(told).toContain(`${thing}.`);
  });
});

describe("the generator in Python, where the models are trained", () => {
  it("gives the same problems", ({ skip }) => {
    const indexes = Array.from({ length: 400 }, (_, i) =>
      i % 2 === 0 ? i * 7919 : firstHeldOut + i * 104_729,
    );
    const script = `
import json, sys
from problems import problem
told = [problem(index) for index in json.load(sys.stdin)]
json.dump([[each.text, each.steps, each.answer] for each in told], sys.stdout)`;
    const { status, stdout, stderr, error } = spawnSync("python3", ["-B", "-c", script], {
      cwd: models,
      input: JSON.stringify(indexes),
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    skip(error !== undefined && !mustRun, `python3 cannot be started: ${error?.message}`);
    expect([status, stderr]).toEqual([0, ""]);
    const ours = indexes.map(arithProblem).map(({ text, steps, answer }) => [text, steps, answer]);
    expect(JSON.parse(stdout)).toEqual(ours);
  });
});
