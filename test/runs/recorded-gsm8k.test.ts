// Replayed completions of four models that others have graded: our scores equal the recorded ones, apart from known
// differences.

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ReplayModel } from "../../src/models/replay.ts";
import { runEval } from "../../src/runs/eval.ts";
import { planRun } from "../../src/runs/plan.ts";
import { findTask } from "../../src/tasks/registry.ts";
import { testFolder } from "./folder.ts";

const recorded = fileURLToPath(
  new URL("../../../shared/datasets/gsm8k_example_model_solutions.jsonl", import.meta.url),
);
const models = ["6b_finetuning", "6b_verification", "175b_finetuning", "175b_verification"] as const;

interface Row extends Record<(typeof models)[number], { is_correct: boolean; solution: string }> {
  question: string;
  ground_truth: string;
}

/** There the answer follows `A:`, in GSM8K `####`. */
const marked = (solution: string): string => solution.replace(/^A: ?/m, "#### ");

describe.runIf(existsSync(recorded))("recorded GSM8K solutions", async () => {
  const text = existsSync(recorded) ? await readFile(recorded, "utf8") : "";
  const rows = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);

  it.each(models)("of %s are scored as recorded", async (name) => {
    const folder = await testFolder();
    const lines = (objects: object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join("");
    const data = join(folder, "gsm8k.jsonl");
    await writeFile(
      data,
      lines(rows.map(({ question, ground_truth }) => ({ question, answer: marked(ground_truth) }))),
    );
    const completions = join(folder, "completions.jsonl");
    await writeFile(
      completions,
      lines(rows.map((row, i) => ({ problem: i + 1, text: marked(row[name].solution) }))),
    );
    const task = await findTask("GSM8K", { tasks: { GSM8K: { path: data } } });
    const config = {
      model: { kind: "replay" as const, path: completions, api: "chat" as const },
      tasks: ["GSM8K"],
      temperature: 0,
      seed: 0,
      numSamples: 1,
      concurrency: 8,
    };
    const run = join(folder, "run");
    const model = await ReplayModel.open(completions);
    const versions = { assay: "test", node: process.version };
    const plan = planRun(config, [await task.load()]);
    const { tasks } = await runEval({ folder: run, plan, model, versions });
    await model.close();
    const verdicts = (await readFile(join(run, "verdicts.jsonl"), "utf8")).trim().split("\n").slice(1);
    const differences = verdicts
      .map((line) => JSON.parse(line) as { problem: string; right: boolean; answer: string })
      .filter(({ problem, right }) => right !== rows[Number(problem) - 1]![name].is_correct)
      .map(({ problem, right, answer }) => {
        const gold = rows[Number(problem) - 1]!.ground_truth.split("A: ")[1];
        return `${name} ${problem}: ${right ? "right" : "wrong"}, recorded otherwise; answer ${answer}, gold ${gold}`;
      });
    const share = (1 - differences.length / rows.length) * 100;
    console.info(`${name}: ${share.toFixed(2)}% of ${rows.length} as recorded`, ...differences);
    expect(tasks.GSM8K!.right + tasks.GSM8K!.wrong).toBe(1319);
    expect(differences).toEqual([]);
  });
});
