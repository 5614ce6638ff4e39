// `assay score` of searches that drew whole solutions: the best of N by each rule, over data sets.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";

const jsonLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

const problems = [
  { id: "p", problem: "What is 1 + 1?", answer: "2" },
  { id: "q", problem: "What is 2 + 2?", answer: "4" },
];
const said = (answer: number) => `First, a step.\n\nSo \\boxed{${answer}}.`;
/**
 * For p, the right solution has the better product and mean, the wrong one the better minimum and last reward. For q,
 * both are right.
 */
const drawn = [
  { problem: "p", sample: 0, text: said(2), scores: [0.9, 0.4] },
  { problem: "p", sample: 1, text: said(3), scores: [0.6, 0.5] },
  { problem: "q", sample: 0, text: said(4), scores: [0.9, 0.9] },
  { problem: "q", sample: 1, text: said(4), scores: [0.5, 0.5] },
];

let folder: string;
let out: string;
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-best-"));
  out = join(folder, "out");
  await writeFile(join(folder, "drawn.jsonl"), jsonLines(drawn));
  for (const [name, rows] of [
    ["both", problems],
    ["easy", problems.slice(1)],
  ] as const) {
    const data = join(folder, `${name}.jsonl`);
    await writeFile(data, jsonLines(rows));
    const file = join(folder, "drawn.jsonl");
    const { code, stderr } = await assay([
      ...["search", "--strategy", "best-of-n", "--n", "2", "--policy", file, "--reward", file],
      ...["--data", data, "--output_dir", join(out, name)],
    ]);
    expect(`${code} ${stderr}`).toMatch(/^0 /);
  }
});

describe("the best of N", () => {
  it("takes the recorded scores of each sample, also where two have the same text", async () => {
    const [, q] = JSON.parse(await readFile(join(out, "both", "result-0-None.json"), "utf8"));
    const scores = q.iterations[0].candidates.map((each: { step_rewards: number[] }) => each.step_rewards);
    expect(scores).toEqual([
      [0.9, 0.9],
      [0.5, 0.5],
    ]);
  });
  it("is given by each rule, beside pass@k and maj@k, without a server", async () => {
    const { best_of_n: best } = JSON.parse((await assay(["score", out, "--json"])).stdout);
    const { rm_at_k, maj_at_k, pass_at_k, differences } = best.both;
    const valuesOf = (byK: Record<string, { value: number }>) => Object.values(byK).map(({ value }) => value);
    expect(valuesOf(pass_at_k)).toEqual([0.75, 1]);
    expect(valuesOf(maj_at_k)).toEqual([0.75, 0.75]); // The two answers of p share the vote.
    expect(valuesOf(rm_at_k.product)).toEqual([0.75, 1]);
    expect(valuesOf(rm_at_k.mean)).toEqual([0.75, 1]);
    expect(valuesOf(rm_at_k.min)).toEqual([0.75, 0.5]);
    expect(valuesOf(rm_at_k.last)).toEqual([0.75, 0.5]);
    expect(differences.product.pass_at_1.value).toBe(0.25);
    expect(differences.last.maj_at_n.value).toBe(-0.25);
    // The differences of the two problems are 1/2 and 0, and with half problems their squares sum up to 1/4 + 1.
    const [low, high] = differences.product.pass_at_1.interval;
    const margin = 1.959964 * Math.sqrt((1.25 / 4 - 1 / 64) / 4);
    expect(low).toBeCloseTo(1 / 8 - margin, 8);
    expect(high).toBeCloseTo(1 / 8 + margin, 8);
    expect(best.easy.rm_at_k.min["2"].value).toBe(1);
  });

  it("is one table over the sets, with their means, in any format", async () => {
    const { stdout } = await assay(["score", out]);
    expect(stdout).toMatch(/both: best by product +75\.0% +100\.0% .*\+25\.0/);
    expect(stdout).toMatch(/both: best by last +75\.0% +50\.0% .*−25\.0/);
    expect(stdout).toMatch(/mean: best by last +87\.5% +75\.0%/); // Of 75% and 100%, and of 50% and 100%.
    const csv = (await assay(["score", out, "--format", "csv"])).stdout;
    expect(csv).toContain("mean: maj@N,87.5%,87.5%,");
    expect((await assay(["score", out, "--format", "latex"])).stdout).toContain("\\begin{tabular}");
  });
});
