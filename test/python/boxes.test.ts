// models/boxes.py: the rules that the GRPO experiment compares with ours, and its own check, with verdicts determined
// by hand.

import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { python, runsPython } from "./python.ts";

const models = fileURLToPath(new URL("../../models/", import.meta.url));

// The response, the verdicts of verl's rule, the any-box rule and the check for the gold 42, and how the response ends.
const cases: readonly [response: string, last: number, any: number, isRight: boolean, kind: string][] = [
  ["40 + 2 = 42\n\nSo the answer is \\boxed{42}.", 1, 1, true, "one box at the end"],
  ["So the answer is \\boxed{41}.", -1, 0, false, "one box at the end"],
  ["So the answer is \\boxed{41} or \\boxed{42}.", 1, 1, false, "different boxes"],
  ["So the answer is \\boxed{42} or \\boxed{41}.", -1, 1, false, "different boxes"],
  ["So the answer is \\boxed{42}\\boxed{42}.", 1, 1, false, "one box repeated"],
  ["So the answer is \\boxed{42}. 40 + 2 = 42", 1, 1, false, "one box, text after it"],
  // A last box that is not closed, and one with a pair of braces: the text of the last box is compared, not an earlier one.
  ["So the answer is \\boxed{42}. \\boxed{4", -1, 1, false, "one box, text after it"],
  ["So the answer is \\boxed{42}. \\boxed{{42}}", -1, 1, false, "one box, text after it"],
  // A box of 10 characters with 90 after it is within the last 100; with 91 its first character is cut off.
  [`\\boxed{42}${".".repeat(90)}`, 1, 1, false, "one box, text after it"],
  [`\\boxed{42}${".".repeat(91)}`, -1, 1, false, "one box, text after it"],
  ["The answer is 42.", -1, 0, false, "no box"],
];

describe.runIf(runsPython("models/boxes.py"))("models/boxes.py", () => {
  const run = async (code: string): Promise<unknown> => {
    const { stdout, stderr } = await python([
      "-c",
      `import sys\nsys.path.insert(0, sys.argv[1])\n${code}`,
      models,
    ]);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };

  it("pays and classifies as written", async () => {
    const responses = JSON.stringify(cases.map(([response]) => response));
    const found = await run(`import json
from boxes import any_box, is_right, kind, last_box
print(json.dumps([[last_box(each, "42"), any_box(each, "42"), is_right(each, "42"), kind(each)] for each in json.loads(r'''${responses}''')]))`);
    expect(found).toEqual(cases.map(([, ...verdicts]) => verdicts));
  });

  it("seeds hedges that hold the model's own answer among one to three different ones", async () => {
    const found = (await run(`import json, random
from boxes import BOX, hedged
print(json.dumps([BOX.findall(hedged("So the answer is \\\\boxed{42}.", random.Random(seed))) for seed in range(50)]))`)) as string[][];
    for (const boxes of found) {
      expect(boxes).toContain("42");
      expect(new Set(boxes).size).toBe(boxes.length);
      expect([2, 3, 4]).toContain(boxes.length);
    }
    expect(new Set(found.map((boxes) => boxes.indexOf("42"))).size).toBeGreaterThan(1);
  });
});
