// assay compare of three or more runs: a table with the best first, and the paired differences.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-ranks-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ten problems; the run `rN` has the first N right. */
const ids = Array.from({ length: 10 }, (_, i) => `p${i}`);
const runs = [4, 9, 6];
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

beforeAll(async () => {
  const rows = ids.map((id, i) => ({ id, problem: `Which is number ${i}?`, answer: `${i}` }));
  writeFileSync(join(folder, "rows.jsonl"), lines(rows));
  for (const right of runs) {
    const texts = ids.map((id, i) => ({ task: "rows", problem: id, text: `\\boxed{${i < right ? i : 77}}` }));
    writeFileSync(join(folder, `recorded-${right}.jsonl`), lines(texts));
    const words = ["eval", "-i", `recorded-${right}.jsonl`, "-a", "rows.jsonl", "--out", `r${right}`];
    expect((await assay(words, "", folder)).code).toBe(0);
  }
});

const compare = (...words: string[]) => assay(["compare", "r4", "r9", "r6", ...words], "", folder);

describe("three runs", () => {
  it("are ranked with the difference of every two, paired by problem", async () => {
    const { tasks } = JSON.parse((await compare("--json")).stdout);
    const { problems, runs, pairs } = tasks.rows;
    expect(problems).toBe(10);
    expect(runs.map(({ run, value }: { run: string; value: number }) => [run, value])).toEqual([
      ["r9", 0.9],
      ["r6", 0.6],
      ["r4", 0.4],
    ]);
    const told = pairs.map((pair: { a: string; b: string; difference: number }) => [
      pair.a,
      pair.b,
      Math.round(pair.difference * 10),
    ]);
    expect(told).toEqual([
      ["r9", "r6", -3],
      ["r9", "r4", -5],
      ["r6", "r4", -2],
    ]);
    // Three of ten problems are lost: by Agresti and Min 3.5 of 12, and 0.5 are gained.
    expect(pairs[0].interval[0]).toBeCloseTo(-3 / 12 - (1.959964 * Math.sqrt(4 - 9 / 12)) / 12, 8);
  });

  it.each([
    ["text", /^rows, 10 problems +right +95% interval +difference to the best\nr9 +90\.0%/],
    ["markdown", /^\| rows, 10 problems \| right \|.*\n\| --- \| ---: \|.*\n\| r9 \| 90\.0% \|/],
    ["csv", /^task,problems,run,right,95% interval,difference to the best\nrows,10,r9,90\.0%,/],
    ["latex", /\\begin\{tabular\}\{lrrr\}\n.*95\\% interval.*\n\\hline\nr9 & 90\.0\\%/],
  ])("are a table as %s", async (format, expected) => {
    expect((await compare("--format", format)).stdout).toMatch(expected);
  });

  it("are ranked in a table also where they are two", async () => {
    const { stdout } = await assay(["compare", "r4", "r9", "--format", "markdown"], "", folder);
    expect(stdout.split("\n").slice(2, 4)).toEqual([
      expect.stringMatching(/^\| r9 \| 90\.0% \|/),
      expect.stringMatching(/^\| r4 \| 40\.0% \| .* \| −50\.0 \(/),
    ]);
  });

  it("that are not about the same problems are refused", async () => {
    writeFileSync(join(folder, "other.jsonl"), lines([{ id: "p0", problem: "Another?", answer: "1" }]));
    writeFileSync(
      join(folder, "recorded.jsonl"),
      lines([{ task: "other", problem: "p0", text: "\\boxed{1}" }]),
    );
    await assay(["eval", "-i", "recorded.jsonl", "-a", "other.jsonl", "--out", "other"], "", folder);
    const { code, stderr } = await assay(["compare", "r4", "r9", "other"], "", folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no task|different/);
  });
});
