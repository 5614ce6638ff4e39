// Rows that were rewarded and graded in shards, merged: the same file, in the order of the input.

import { mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";

/** Right and wrong ones, equal ones, and unreadable ones. */
const rows = Array.from({ length: 200 }, (_, i) =>
  i % 50 === 7
    ? "this is not JSON"
    : JSON.stringify({ id: i, gold: `${i % 9}`, answer: `${i % 3 === 0 ? i % 9 : 10}`, response: "x" }),
);

async function prepared() {
  const folder = await testFolder();
  await writeFile(join(folder, "rows.jsonl"), `${rows.join("\n")}\n`);
  const assay = (...args: string[]) => ranAssay(args, folder);
  const text = (name: string) => readFile(join(folder, name), "utf8");
  return { folder, assay, text };
}

describe.each([
  ["grade", ["grade"]],
  ["reward", ["reward", "r1_zero", "--gold-field", "gold", "--answer-field", "response"]],
])("%s in shards", (_, command) => {
  it("gives the file that it would have given without, and its summary", async () => {
    const { folder, assay, text } = await prepared();
    const over = (output: string, ...more: string[]) =>
      assay(...command, "--input", "rows.jsonl", "--output", output, "--json", "--workers", "1", ...more);
    const whole = await over("whole.jsonl");
    const parts = await Promise.all([0, 1, 2].map((i) => over(`p${i}.jsonl`, "--shard", `${i}/3`)));
    const sizes = parts.map(({ stdout }) => JSON.parse(stdout).lines as number);
    expect(sizes.reduce((a, b) => a + b)).toBe(200);

    // An interrupted part cannot be merged until it is finished.
    const bytes = await text("p1.jsonl");
    await truncate(join(folder, "p1.jsonl"), bytes.length >> 1);
    const { code } = await over("p1.jsonl", "--shard", "1/3", "--resume");
    expect([code, await text("p1.jsonl")]).toEqual([1, bytes]);

    const merged = await assay(
      "merge",
      "p2.jsonl",
      "p0.jsonl",
      "p1.jsonl",
      "--out",
      "merged.jsonl",
      "--json",
    );
    expect(await text("merged.jsonl")).toBe(await text("whole.jsonl"));
    const [printed, expected] = [merged, whole].map(({ stdout }) => JSON.parse(stdout));
    expect(Object.keys(printed)).toEqual(Object.keys(expected));
    expect({ ...printed, seconds: 0 }).toEqual({ ...expected, seconds: 0 });
    expect(merged.code).toBe(whole.code);
  });
});

it("refuses parts that are missing, that do not belong together, or that are none", async () => {
  const { folder, assay } = await prepared();
  const over = (output: string, ...more: string[]) =>
    assay("grade", "--input", "rows.jsonl", "--output", output, "--workers", "1", ...more);
  await Promise.all([
    over("a.jsonl", "--shard", "0/2"),
    over("b.jsonl", "--shard", "1/2", "--extract", "never"),
    over("c.jsonl", "--shard", "1/3"),
    over("none.jsonl"),
  ]);
  const merge = async (...names: string[]) => {
    const { code, stderr } = await assay("merge", ...names, "--out", "merged.jsonl");
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await merge("a.jsonl")).toContain("shard 1/2 is missing; name its output too");
  const ofMany = { index: 0, count: 1e12, rows: 200, work: "assay grade", input: { bytes: 1, sha256: "" } };
  await writeFile(join(folder, "many.jsonl"), "{}\n");
  await writeFile(join(folder, "many.jsonl.shard.json"), JSON.stringify(ofMany));
  const names = Array.from({ length: 10 }, (_, i) => `${i + 1}/1000000000000`).join(", ");
  expect(await merge("many.jsonl")).toContain(`shards ${names} and 999999999989 more are missing`);
  expect(await merge("a.jsonl", "b.jsonl")).toContain("do not belong together: one was made by");
  expect(await merge("a.jsonl", "c.jsonl")).toContain("one is of 2 shards, the other of 3");
  expect(await merge("a.jsonl", "none.jsonl")).toContain("none.jsonl: it is not a finished part");
  await writeFile(join(folder, "rows.jsonl"), `${rows.slice(1).join("\n")}\n`);
  await over("d.jsonl", "--shard", "1/2");
  expect(await merge("a.jsonl", "d.jsonl")).toContain("their inputs differ");
  // Neither a finished part nor an interrupted one is continued as a different one.
  expect((await over("d.jsonl", "--resume", "--shard", "0/2")).stderr).toContain("d.jsonl holds shard 1/2");
  expect((await over("d.jsonl", "--resume")).stderr).toContain("and this is all rows");
  const note = { work: 'assay grade {"options":{},"extract":"auto"} --shard 1/2' };
  await rm(join(folder, "d.jsonl.shard.json"));
  await writeFile(join(folder, "d.jsonl.begun.jsonl"), `${JSON.stringify(note)}\n`);
  expect((await over("d.jsonl", "--resume", "--shard", "0/2")).stderr).toContain("d.jsonl was begun by");

  const { code, stderr } = await assay("grade", "--input", "rows.jsonl", "--shard", "0/2");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--shard needs --output FILE")]);
});

it("compares modules by their content, wherever they are", async () => {
  const { folder, assay } = await prepared();
  const score = (worth: number) => `export const score = ({ id }) => id % 2 === 0 ? ${worth} : 0;\n`;
  await Promise.all(["a", "b"].map((name) => mkdir(join(folder, name))));
  for (const name of ["a", "b"]) await writeFile(join(folder, name, "own.mjs"), score(1));
  const over = (module: string, output: string, shard: string) =>
    assay(
      ...["reward", "--module", module, "--input", "rows.jsonl", "--output", output],
      ...["--shard", shard, "--workers", "1"],
    );
  await Promise.all([over("a/own.mjs", "p0.jsonl", "0/2"), over("b/own.mjs", "p1.jsonl", "1/2")]);
  const merged = await assay("merge", "p0.jsonl", "p1.jsonl", "--out", "merged.jsonl", "--json");
  expect(JSON.parse(merged.stdout)).toMatchObject({ lines: 200, failed: 4, mean: 100 / 196 });

  await writeFile(join(folder, "a/own.mjs"), score(0.5));
  await over("a/own.mjs", "changed.jsonl", "1/2");
  const refused = await assay("merge", "p0.jsonl", "changed.jsonl", "--out", "other.jsonl");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("do not belong together: one was made by");
  expect(refused.stderr).toContain('"module":"sha256:');
});

it("says which of two parts of a shard is taken where they differ", async () => {
  const { folder, assay, text } = await prepared();
  const over = (output: string, shard: string) =>
    assay("grade", "--input", "rows.jsonl", "--output", output, "--workers", "1", "--shard", shard);
  await Promise.all([over("a.jsonl", "0/2"), over("b.jsonl", "0/2"), over("c.jsonl", "1/2")]);
  const merge = async (out: string) =>
    (await assay("merge", "c.jsonl", "b.jsonl", "a.jsonl", "--out", out)).stderr;
  expect(await merge("same.jsonl")).toContain("a.jsonl and b.jsonl hold the same rows of shard 0/2\n");
  await writeFile(join(folder, "b.jsonl"), (await text("b.jsonl")).replace('"equal":true', '"equal":false'));
  expect(await merge("other.jsonl")).toContain(
    "a.jsonl and b.jsonl both hold shard 0/2, and differ; a.jsonl is taken\n",
  );
  expect(await text("other.jsonl")).toBe(await text("same.jsonl"));
});
