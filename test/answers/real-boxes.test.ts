// The last steps of ProcessBench's right solutions, if the set is available: nearly every box is read as the answer,
// and every box that is not read has a word that would also make a reader doubt.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lastBox } from "../../src/answers/index.ts";
import { markedAnswer } from "../../src/math/index.ts";

const folder =
  process.env.ASSAY_PROCESSBENCH ??
  fileURLToPath(new URL("../../../shared/datasets/processbench", import.meta.url));

interface Solution {
  steps: string[];
  final_answer_correct: boolean;
}

const lastSteps = ["gsm8k", "math", "olympiadbench", "omnimath"].flatMap((set) => {
  const file = join(folder, `${set}.json`);
  if (!existsSync(file)) return [];
  const solutions = JSON.parse(readFileSync(file, "utf8")) as Solution[];
  return solutions.filter((each) => each.final_answer_correct).map(({ steps }) => steps.at(-1)!);
});

describe.runIf(lastSteps.length > 0)("boxes of right solutions", () => {
  const boxed = lastSteps.filter((step) => lastBox(step)?.trim());
  const refused = boxed.map((step) => markedAnswer(step, ["box"])).filter(({ kind }) => kind !== "found");
  it("are answers, but for two in a hundred", () => {
    expect(boxed.length).toBeGreaterThan(1_500);
    expect(refused.length).toBeLessThan(boxed.length / 50);
  });
  it("are seldom refused for words that are not known", () => {
    const unknown = refused.filter((each) => each.kind === "none" && each.why === "unknown");
    expect(unknown.length).toBeLessThan(5);
  });
});
