// Several models over several tasks in one command: a run of each in one folder, and one table.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-models-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, rows: readonly object[]) =>
  writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const sums = [1, 2, 3, 4].map((i) => ({ id: `${i}`, problem: `What is ${i} + ${i}?`, answer: `${2 * i}` }));
write("first.jsonl", sums);
write("second.jsonl", sums.slice(0, 2));
/** A model that answers the first problems of both tasks rightly, and the others with 0. */
const answers = (right: number) =>
  ["first", "second"].flatMap((task) =>
    sums.map(({ id, answer }) => ({
      task,
      problem: id,
      text: `\\boxed{${Number(id) <= right ? answer : 0}}`,
    })),
  );
write("strong.jsonl", answers(3));
write("weak.jsonl", answers(1));
write("silent.jsonl", []);

const run = (models: string, ...words: string[]) =>
  assay(["eval", "-i", models, "-a", "first.jsonl,second.jsonl", ...words], "", folder);

describe("several models", () => {
  it("have a run each in one folder, and one table with the means of tasks and of models", async () => {
    const { code, stdout } = await run("strong.jsonl,weak.jsonl", "--out", "both");
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trim().split("\n");
    expect(head!.split(/ {2,}/)).toEqual(["accuracy", "first", "second", "mean"]);
    const values = rows.map((line) => line.match(/[\d.]+%/g));
    // 3 of 4 and 2 of 2; 1 of 4 and 1 of 2.
    expect(values).toEqual([
      ["75.0%", "100.0%", "87.5%"],
      ["25.0%", "50.0%", "37.5%"],
      ["50.0%", "75.0%", "62.5%"],
    ]);
    expect(rows.map((line) => line.split(/ {2,}/)[0])).toEqual(["strong.jsonl", "weak.jsonl", "mean"]);
    for (const name of ["strong.jsonl", "weak.jsonl"])
      expect(existsSync(join(folder, "both", name, "results.json"))).toBe(true);
  });

  it("are continued by the same command, which finds their folder again", async () => {
    const first = await run("strong.jsonl,weak.jsonl", "--json");
    const again = await run("strong.jsonl,weak.jsonl", "--json");
    expect(again.stderr).toContain("nothing was sent");
    expect(JSON.parse(again.stdout).folder).toBe(JSON.parse(first.stdout).folder);
    expect(JSON.parse(again.stdout).models["weak.jsonl"].tasks.first.avg_at_k.value).toBe(0.25);
  });

  it("are compared by their folders", async () => {
    await run("strong.jsonl,weak.jsonl", "--out", "compared");
    const { stdout } = await assay(["compare", "compared/weak.jsonl", "compared/strong.jsonl"], "", folder);
    expect(stdout).toContain("difference +50.0");
  });

  it("do not stop for one that fails, which the exit code tells", async () => {
    const { code, stdout } = await run("silent.jsonl,weak.jsonl", "--out", "failing", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout).models["weak.jsonl"]).toMatchObject({ complete: true });
  });

  it("must all be known before the first is asked", async () => {
    const { code, stderr } = await run("strong.jsonl,no-such-model", "--out", "unknown");
    expect(code).toBe(2);
    expect(stderr).toContain("there is no source 'no-such-model'");
    expect(existsSync(join(folder, "unknown"))).toBe(false);
  });

  it("are not a run that is continued", async () => {
    await run("weak.jsonl", "--out", "alone");
    const { code } = await assay(["eval", "alone", "-i", "strong.jsonl,weak.jsonl"], "", folder);
    expect(code).toBe(2);
  });
});
