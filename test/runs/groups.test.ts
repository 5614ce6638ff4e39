// Figures by the columns of the rows, and subsets of the problems.

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { groupsAt } from "../../src/view/eval-page.ts";
import { assay } from "../command-line.ts";
import { writeParquet } from "../datasets/parquet-writer.ts";

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

  it("are refused before the run where no problem has the column", async () => {
    const { code, stderr } = await run("--group-by", "level,sbject");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "--group-by: no problem has sbject; the columns are level, subject. Did you mean 'subject'?",
    );
  });

  it("are left out where nothing is grouped", async () => {
    expect(await figuresOf()).not.toHaveProperty("groups");
  });
});

describe("groups of runs that are there", () => {
  it("are shown, compared and served by the viewer", async () => {
    await run("--out", "a");
    writeFileSync(
      join(folder, "none.jsonl"),
      lines(recorded.map((line) => ({ ...line, text: "\\boxed{77}" }))),
    );
    await assay(
      ["eval", "-i", "none.jsonl", "-a", "rows.jsonl", "--group-by", "level", "--out", "b"],
      "",
      folder,
    );
    const shown = JSON.parse(
      (await assay(["show", "a", "--group-by", "level", "--json"], "", folder)).stdout,
    );
    expect(shown.rows.level.map(({ value }: { value: string }) => value)).toEqual(["1", "2", "3"]);
    expect((await assay(["show", "a", "--group-by", "level"], "", folder)).stdout).toMatch(/3 +0\.0%/);
    const compared = await assay(["compare", "b", "a", "--group-by", "level"], "", folder);
    expect(compared.stdout).toMatch(/1 +0\.0% +100\.0% +\+100\.0.* 4\n/);
    expect(compared.stdout).toMatch(/3 +0\.0% +0\.0% +\+0\.0.* 4\n?/);
    const missing = await assay(["show", "a", "--group-by", "grade"], "", folder);
    expect([missing.code, missing.stderr]).toMatchObject([
      1,
      expect.stringContaining("no problem of a has grade"),
    ]);
    const partly = await assay(["show", "a", "--group-by", "level,grade"], "", folder);
    expect([partly.code, partly.stderr]).toMatchObject([1, expect.stringContaining("a has grade, or")]);
    const unknown = await assay(["compare", "b", "a", "--group-by", "grade"], "", folder);
    expect([unknown.code, unknown.stderr]).toMatchObject([
      1,
      expect.stringContaining("no problem of the two runs has grade"),
    ]);
    expect(await groupsAt(join(folder, "b"))).toMatchObject({
      rows: { level: [{ value: "1", problems: 4 }, {}, {}] },
    });
    utimesSync(join(folder, "b", "samples.jsonl"), 9e9, 9e9); // A journal that has grown has other figures.
    expect(await groupsAt(join(folder, "b"))).toEqual({});
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
    expect((await run("--filter", "level=Level 3")).stderr).toContain(
      "no problem of rows has level=Level 3; its columns are level, subject; level is 1, 2, 3",
    );
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

describe("rows of other formats", () => {
  const text = (values: string[]) => ({ type: "text" as const, values });
  writeFileSync(
    join(folder, "few.csv"),
    'id,problem,answer,level\np1,"What is 0, and 0?",0,1\np2,1 + 1?,2,2\n',
  );
  writeFileSync(
    join(folder, "few.parquet"),
    writeParquet({
      id: text(["p1", "p2"]),
      problem: text(["What is 0 + 0?", "1 + 1?"]),
      answer: text(["0", "2"]),
      level: text(["1", "2"]),
    }),
  );
  writeFileSync(join(folder, "few.jsonl"), lines(recorded.map((line) => ({ ...line, task: "few" }))));

  it.each(["few.csv", "few.parquet"])("are evaluated: %s", async (rows) => {
    const words = [
      "eval",
      "-i",
      "few.jsonl",
      "-a",
      rows,
      "--group-by",
      "level",
      "--out",
      `of-${rows}`,
      "--json",
    ];
    const { tasks } = JSON.parse((await assay(words, "", folder)).stdout);
    expect(tasks.few).toMatchObject({ problems: 2, right: 2 });
    expect(tasks.few.groups.level.map(({ value }: { value: string }) => value)).toEqual(["1", "2"]);
  });
});
