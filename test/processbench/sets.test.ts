// Sets other than ProcessBench, read in their own columns, judged from recorded scores and replies.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadSubsets } from "../../src/processbench/samples.ts";
import { assay } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-sets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

const changed = (classification: string, idx: string, error_steps: number[], steps = 3) => ({
  idx,
  classification,
  original_question: "What is 1 + 1?",
  modified_question: "What is 1 + 2?",
  original_process: ["One and one.", "Two."],
  modified_process: Array.from({ length: steps }, (_, i) => `Step ${i + 1}.`),
  error_steps,
});
mkdirSync(join(folder, "prm"));
write("prm/one.jsonl", lines([changed("circular", "a", [2]), changed("circular", "b", [2, 9], 2)]));
write("prm/two.jsonl", lines([changed("redundency", "a", [3]), changed("circular", "a", [1])]));
write(
  "scores.jsonl",
  lines([
    { problem: "circular_a", scores: [0.9, 0.1, 0.8] },
    { problem: "circular_b", scores: [0.9, 0.7] },
    { problem: "redundency_a", scores: [0.9, 0.8, 0.4] },
    { problem: "correct_a", scores: [0.9, 0.8] },
  ]),
);

const judge = (...words: string[]) => assay(["processbench", "--json", ...words], "", folder);

describe("PRMBench", () => {
  it("is read by class, each row once, with a control for each redundant one", async () => {
    const subsets = await loadSubsets({ set: "prmbench", data: join(folder, "prm") });
    expect(subsets.map(({ name, samples }) => [name, samples.map(({ id }) => id)])).toEqual([
      ["circular", ["circular_a", "circular_b"]],
      ["correct", ["correct_a"]],
      ["redundency", ["redundency_a"]],
    ]);
    // The first of two rows with one name counts, and steps that a row does not have are skipped.
    expect(subsets[0]!.samples.map(({ wrong, label }) => [wrong, label])).toEqual([
      [[1], 1],
      [[1], 1],
    ]);
    expect(subsets[1]!.samples[0]).toMatchObject({ problem: "What is 1 + 1?", wrong: [], label: -1 });
  });

  it("is measured by PRMScore, and a run tells the same again from its journal", async () => {
    const set = ["--set", "prmbench", "--data", "prm", "-i", "scores.jsonl", "--judge", "scalar"];
    const { code, stdout, stderr } = await judge(...set);
    expect(`${code} ${stderr}`).toMatch(/^0 /);
    const figures = JSON.parse(stdout);
    // Of circular, 3 right kept, 1 wrong refused, 1 wrong kept; of redundency 2 right kept, 1 wrong refused.
    const [f1, negative] = [(2 * (5 / 6)) / (5 / 6 + 1), (2 * (2 / 3)) / (2 / 3 + 1)];
    expect(figures.prmbench.all.prm_score).toBeCloseTo(50 * (f1 + negative), 10);
    expect(figures.headline).toMatchObject({ metric: "PRMScore", value: figures.prmbench.all.prm_score });
    expect(figures.prmbench.classes.redundency).toMatchObject({ prm_score: 100, rows: 1 });
    const again = await assay(["regrade", figures.run, "--json"], "", folder);
    expect(JSON.parse(again.stdout).prmbench).toEqual(figures.prmbench);
    const shown = await assay(["show", "outputs"], "", folder);
    expect(shown.stdout).toContain(`PRMScore ${figures.prmbench.all.prm_score.toFixed(1)}%`);
  });

  it("needs its files and a judge of every step", async () => {
    const { code, stderr } = await judge("--set", "prmbench", "-i", "scores.jsonl", "--judge", "scalar");
    expect(code).toBe(1);
    expect(stderr).toContain("give --data, with the folder mr_eval/tasks/prmtest_classified/data");
    const critique = await judge("--set", "prmbench", "--data", "prm", "-i", "x", "--judge", "critique");
    expect([critique.code, critique.stderr]).toMatchObject([2, expect.stringContaining("labels every step")]);
  });

  const real = fileURLToPath(new URL("../../../shared/datasets/prmbench", import.meta.url));
  it.runIf(existsSync(real))("is read as its repository has it", async () => {
    const subsets = await loadSubsets({ set: "prmbench", data: real });
    const counts = Object.fromEntries(subsets.map(({ name, samples }) => [name, samples.length]));
    expect(counts).toMatchObject({ correct: 90, redundency: 90, circular: 90, deception: 88 });
  });
});

describe("Mr-Ben", () => {
  const solution = (model: string, correctness: string, first: string) => ({
    Question_UUID: "q1",
    Sampled_Model: model,
    Question: "Which one?",
    Options: "A: 1 \nB: 2 ",
    Model_Solution_Steps: ["Step 1: one.", "Step 2: two."],
    Model_Solution_Correctness: correctness,
    Model_Solution_First_Error_Step: first,
  });
  mkdirSync(join(folder, "mr"));
  write(
    "mr/math.json",
    JSON.stringify({ q1: [solution("A", "correct", "N/A"), solution("B", "incorrect", "2")] }),
  );
  write("mr/coding.json", JSON.stringify({ q2: [{ Model_Solution_Steps: "def f(): pass" }] }));
  write(
    "replies.jsonl",
    lines([
      { problem: "q1-A", sample: 0, text: "First Error Step: N/A" },
      { problem: "q1-B", sample: 0, text: "First Error Step: Step 2" },
    ]),
  );
  write("reasons.jsonl", lines([{ problem: "q1-B", correct: true }]));

  it("is read by subject, with the options; code has no steps and is left out", async () => {
    const subsets = await loadSubsets({ set: "mr-ben", data: join(folder, "mr") });
    expect(subsets.map(({ name }) => name)).toEqual(["math"]);
    expect(subsets[0]!.samples).toMatchObject([
      { id: "q1-A", problem: "Which one?\n\nA: 1 \nB: 2", label: -1 },
      { id: "q1-B", label: 1 },
    ]);
  });

  it("has an MR-Score with judged reasons", async () => {
    const set = ["--set", "mr-ben", "--data", "mr", "-i", "replies.jsonl", "--judge", "critique", "-n", "1"];
    const { stdout } = await judge(...set, "--reasons", "reasons.jsonl");
    expect(JSON.parse(stdout)).toMatchObject({
      headline: { metric: "MR-Score", value: 100 },
      mr_ben: { subjects: { math: { mcc: 1, step_accuracy: 100, reason_accuracy: 100, mr_score: 100 } } },
    });
    const without = await judge(...set, "--output_prefix", "bare");
    expect(JSON.parse(without.stdout)).toMatchObject({
      headline: { metric: "F1", value: 100 },
      mr_ben: { subjects: { math: { mr_score: null } } },
    });
  });
});

describe("sets of first errors", () => {
  it("are BIG-Bench Mistake, where null is no mistake, and MathDial", async () => {
    write(
      "sort.jsonl",
      lines([
        { input: "Sort b a", steps: ["b", "a"], mistake_index: 0, target: "a b", answer: "b a" },
        { input: "Sort a b", steps: ["a", "b"], mistake_index: null, target: "a b", answer: "a b" },
      ]),
    );
    const [mistakes] = await loadSubsets({ set: "big-bench-mistake", data: join(folder, "sort.jsonl") });
    expect(mistakes!.samples.map(({ id, label }) => [id, label])).toEqual([
      ["sort-0", 0],
      ["sort-1", -1],
    ]);
    write(
      "dial.json",
      JSON.stringify([{ problem: "P", student_incorrect_solution: ["x", "y"], incorrect_index: 1 }]),
    );
    const [dial] = await loadSubsets({ set: "mathdial", data: join(folder, "dial.json") });
    expect(dial!.samples).toMatchObject([{ problem: "P", steps: ["x", "y"], label: 1 }]);
  });

  it("say what is wrong with a row", async () => {
    write("bad.jsonl", lines([{ input: "P", steps: ["x"], mistake_index: 3 }]));
    const asked = loadSubsets({ set: "big-bench-mistake", data: join(folder, "bad.jsonl") });
    await expect(asked).rejects.toThrow("row 1 has in the field 'mistake_index' neither null nor the index");
  });
});
