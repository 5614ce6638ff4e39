// Figures by the columns of the rows, and subsets of the problems.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-groups-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Problems 1 to 12 with a level from 1 to 3 and one or two subjects; those of level 3 are answered wrongly. */
const rows = Array.from({ length: 12 }, (_, i) => ({
  id: `p${i + 1}`,
  problem: `What is ${i} + ${i}?`,
  answer: `${2 * i}`,
  level: (i % 3) + 1,
  subject: i === 0 ? ["algebra", "geometry"] : ["algebra"],
}));
const recorded = rows.map(({ id, answer, level }) => ({
  task: "rows",
  problem: id,
  text: `So \\boxed{${level < 3 ? answer : "77"}}.`,
}));
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
writeFileSync(join(folder, "rows.jsonl"), lines(rows));
writeFileSync(join(folder, "recorded.jsonl"), lines(recorded));

const run = (...words: string[]) =>
  assay(["eval", "-i", "recorded.jsonl", "-a", "rows.jsonl", ...words], "", folder);
const figuresOf = async (...words: string[]) => JSON.parse((await run("--json", ...words)).stdout).tasks.rows;

describe("groups", () => {
  it("are the average of each value of a column, a list counting in each of its values", async () => {
    const { groups } = await figuresOf("--group-by", "level,subject");
    const told = (column: string) =>
      groups[column].map((each: { value: string; problems: number; avg_at_k: { value: number } }) => [
        each.value,
        each.problems,
        each.avg_at_k.value,
      ]);
    expect(told("level")).toEqual([
      ["1", 4, 1],
      ["2", 4, 1],
      ["3", 4, 0],
    ]);
    expect(told("subject")).toEqual([
      ["algebra", 12, 8 / 12],
      ["geometry", 1, 1],
    ]);
  });

  it("are tables in the terminal, and the same run is grouped again without a request", async () => {
    await run("--group-by", "level");
    const { stdout, stderr } = await run("--group-by", "subject");
    expect(stdout).toContain("rows by subject");
    expect(stderr).toContain("nothing was sent");
  });

  it("are left out where nothing is grouped", async () => {
    expect(await figuresOf()).not.toHaveProperty("groups");
  });
});

describe("subsets", () => {
  it("have the problems that every filter lets through", async () => {
    expect(await figuresOf("--filter", "level=3")).toMatchObject({ problems: 4, right: 0 });
    const both = ["--filter", "level=1", "--filter", "subject=geometry"];
    expect(await figuresOf(...both)).toMatchObject({ problems: 1, right: 1 });
  });

  it("say what a filter that lets nothing through could have named", async () => {
    const { code, stderr } = await run("--filter", "grade=3");
    expect(code).toBe(1);
    expect(stderr).toContain("no problem of rows has grade=3; its columns are level, subject");
    expect((await run("--filter", "level")).code).toBe(2);
  });

  it("are drawn by the seed: the same with the same one, and as many as asked for", async () => {
    const one = await figuresOf("--sample", "5", "--seed", "1");
    expect(one.problems).toBe(5);
    expect(await figuresOf("--sample", "5", "--seed", "1", "--out", "again")).toMatchObject({
      right: one.right,
    });
    expect((await run("--sample", "5", "-x", "2")).code).toBe(2);
  });
});
