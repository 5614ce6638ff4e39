// ProcessBench over recorded scores and recorded judges' texts, without a server.

import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { testFolder } from "../runs/folder.ts";
import { madeSamples, writeSubsets } from "./made-samples.ts";

const samples = madeSamples("gsm8k", 9);

/** Measures a record against the made samples. */
async function bench(lines: readonly object[], ...more: string[]) {
  const folder = await testFolder();
  const data = await writeSubsets(folder, { gsm8k: samples });
  const record = join(folder, "record.jsonl");
  await writeFile(record, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const out = join(folder, "out");
  const args = ["processbench", "-i", record, "--data", data, "--output_dir", out, "--json", ...more];
  const ran = await assay(args);
  return { ...ran, result: ran.stdout === "" ? undefined : JSON.parse(ran.stdout), folder, args };
}

const chances = ({ steps, label }: (typeof samples)[number]): number[] =>
  steps.map((_, step) => (step === label ? 0.2 : 0.9));

describe("recorded scores", () => {
  it.each([
    ["a line a solution", samples.map((sample) => ({ problem: sample.id, scores: chances(sample) }))],
    [
      "a line a step",
      samples.flatMap((sample) =>
        chances(sample).map((score, step) => ({ task: "gsm8k", problem: sample.id, step, score })),
      ),
    ],
    [
      "a line a step, in order",
      samples.flatMap((sample) => chances(sample).map((score) => ({ id: sample.id, score }))),
    ],
    [
      "rows of two classes",
      samples.map((sample) => ({ problem: sample.id, scores: chances(sample).map((p) => [1 - p, p]) })),
    ],
  ])("in %s are measured as a scalar judge's", async (_, lines) => {
    const { code, result, stderr } = await bench(lines, "--judge", "scalar");
    expect(stderr).not.toContain("assay processbench:");
    expect(code).toBe(0);
    expect(result.average_f1).toBe(100);
    expect(result.threshold.chosen_on).toBe("gsm8k");
  });

  it("are gone on with by the same command, with what was missing", async () => {
    const lines = samples.map((sample) => ({ problem: sample.id, scores: chances(sample) }));
    const { code, folder, args } = await bench(lines.slice(1), "--judge", "scalar");
    expect(code).toBe(1);
    // Earlier lines are unchanged; the rest is appended.
    await appendFile(join(folder, "record.jsonl"), `${JSON.stringify(lines[0])}\n`);
    const again = await assay(args);
    expect(again.stderr).not.toContain("assay processbench:");
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout).average_f1).toBe(100);
  });

  it("that are logits are told to be", async () => {
    const lines = samples.map((sample) => ({
      problem: sample.id,
      scores: chances(sample).map((p) => Math.log(p / (1 - p))),
    }));
    const unsaid = await bench(lines, "--judge", "scalar");
    expect(unsaid.code).toBe(1);
    expect(unsaid.stderr).toContain("which do not fit --scores probabilities");
    const { result } = await bench(lines, "--judge", "scalar", "--scores", "logits");
    expect(result.average_f1).toBe(100);
  });

  it("that do not fit their solution leave it without a prediction, and say so", async () => {
    const lines = samples.map((sample, i) => ({
      problem: sample.id,
      scores: chances(sample).slice(i === 0 ? 1 : 0),
    }));
    const { code, result, folder } = await bench(lines, "--judge", "scalar");
    expect(code).toBe(1);
    expect(result.subsets.gsm8k).toMatchObject({ failed: 1, error_accuracy: 100 });
    const correct = await readFile(join(folder, "out", "record", "correct_gsm8k_scalar.jsonl"), "utf8");
    expect(JSON.parse(correct.split("\n")[0]!).error).toContain("holds 2 scores for the 3 steps");
  });

  it.each([
    ["{", "line 1: it is not JSON"],
    ['{"scores": [1]}', "line 1: it names neither key nor problem"],
    ['{"problem": 1}', "line 1: it holds neither scores, nor a score, nor a text"],
    ['{"problem": 1, "scores": ["x"]}', "line 1: scores.0 must be a number or a list, not a string"],
  ])("in a line %s are refused with its place", async (line, message) => {
    const folder = await testFolder();
    const record = join(folder, "record.jsonl");
    await writeFile(record, line);
    const data = await writeSubsets(folder, { gsm8k: samples });
    const { code, stderr } = await assay(["processbench", "-i", record, "--data", data, "--judge", "scalar"]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe("recorded texts", () => {
  it("are read step by step, up to where they end", async () => {
    const lines = samples.flatMap(({ id, steps, label }) =>
      steps.slice(0, label === -1 ? undefined : label + 1).map((_, step) => ({
        problem: id,
        step,
        text: `The label is: ${step === label ? "Wrong" : "Right"}`,
      })),
    );
    const { code, result } = await bench(lines);
    expect(code).toBe(0);
    expect(result.average_f1).toBe(100);
  });

  it("of critiques vote, in the form of MR-GSM8K too", async () => {
    const lines = samples.flatMap(({ id, label }) => {
      const said =
        label === -1
          ? "Final Judgement: correct\nFirst Error Step: N/A"
          : `Final Judgement: wrong\nFirst Error Step: Step ${label + 1}`;
      return [
        { problem: id, sample: 0, text: "I cannot say." },
        { problem: id, sample: 1, text: `${said}\nError Analysis: …` },
      ];
    });
    const { code, result } = await bench(lines, "--judge", "critique", "-n", "2");
    expect(code).toBe(0);
    expect(result.average_f1).toBe(100);
  });

  it("that are missing are told, and asked for again", async () => {
    const lines = samples.slice(1).map(({ id }) => ({ problem: id, step: 0, text: "[Wrong]" }));
    const { code, result, stderr } = await bench(lines);
    expect(code).toBe(1);
    expect(result.subsets.gsm8k.failed).toBe(1);
    expect(stderr).toContain("1 sample is missing");
  });
});
