// The index of a run: it grows with the journal, is read from the cache, and is never used for a different journal.

import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testFolder } from "../../../test/runs/folder.ts";
import { measureAll } from "../../runs/eval.ts";
import { gradeRun } from "../../runs/grading/grade-run.ts";
import { writeVerdicts } from "../../runs/grading/verdicts-file.ts";
import { findTask } from "../../tasks/registry.ts";
import { findText, samplePage } from "../eval-page.ts";
import { stateOf } from "../sample-table.ts";
import { EvalIndex } from "./eval-index.ts";
import type { Grading } from "./grading.ts";

const numSamples = 3;

async function makeRun(problems: number): Promise<{ folder: string; run: string }> {
  const folder = await testFolder();
  const run = join(folder, "run");
  await mkdir(run);
  const rows = join(folder, "rows.jsonl");
  await writeFile(rows, '{"problem":"?","answer":"1"}\n');
  const file = {
    v: 1,
    config: {
      model: { kind: "openai", model: "m", api: "chat" },
      tasks: [rows],
      temperature: 1,
      seed: 0,
      numSamples,
      concurrency: 1,
    },
    data: { rows: { source: { dataset: rows, files: [] }, problems, digest: "", maxNewTokens: 9 } },
    versions: { assay: "0.1.0", node: "v20" },
    created: "2026-01-01T00:00:00.000Z",
  };
  await writeFile(join(run, "run.json"), JSON.stringify(file));
  await writeFile(join(run, "samples.jsonl"), "");
  return { folder, run };
}

/** A line of the journal; the second sample is wrong, and the third fails if that is set. */
function line(problem: number, thirdFails = false, padding = ""): string {
  const completions = [0, 1, 2]
    .filter((sample) => sample < 2 || !thirdFails)
    .map((sample) => ({
      sample,
      text: `${padding}So \\boxed{${problem + (sample === 1 ? 1 : 0)}}.`,
      finish: "stop",
    }));
  return `${JSON.stringify({
    v: 1,
    id: `rows/${problem}`,
    kind: "draw",
    input: {
      task: "rows",
      problem: `${problem}`,
      statement: "?",
      gold: `${problem}`,
      prompt: "?",
      samples: [0, 1, 2],
      seeds: [1, 2, 3],
    },
    outcome: {
      completions,
      failures: thirdFails ? [{ sample: 2, message: "the server is tired" }] : [],
      usage: { inputTokens: 1, outputTokens: 2 },
    },
    time: { at: "2026-01-01T00:00:00.000Z", ms: 5 },
  })}\n`;
}

const noGrading = { grade: () => {} } as unknown as Grading;
const indexOf = (folder: string, run: string) =>
  new EvalIndex(run, join(folder, "cache"), noGrading, () => {});

async function grade(run: string) {
  const graded = await gradeRun(run, (name) => findTask(name, { tasks: {} }));
  await writeVerdicts(run, graded.scores, { assay: "0.1.0" });
  return measureAll(graded.scores, numSamples, undefined);
}

const states = (index: EvalIndex) => index.table.state.slice().map(stateOf);

describe("the index of a run", () => {
  it("has the figures that the command line has, also of what was not asked", async () => {
    const { folder, run } = await makeRun(4);
    await appendFile(join(run, "samples.jsonl"), line(1) + line(2, true) + line(3));
    const printed = await grade(run);
    const index = indexOf(folder, run);
    await index.refresh();
    expect(index.measure()).toEqual(printed);
    expect(states(index)).toEqual([
      "right",
      "wrong",
      "right",
      "right",
      "wrong",
      "unscored",
      "right",
      "wrong",
      "right",
    ]);
  });

  it("reads on where a journal grows, and leaves half a line for later", async () => {
    const { folder, run } = await makeRun(3);
    const path = join(run, "samples.jsonl");
    const second = line(2);
    await appendFile(path, line(1, true) + second.slice(0, 30));
    const index = indexOf(folder, run);
    await index.refresh();
    expect(index.table.length).toBe(3);
    await appendFile(path, second.slice(30));
    await index.refresh();
    expect(index.table.length).toBe(6);
    // A failed sample is requested again later, and replaces the failure.
    await appendFile(path, line(1));
    await index.refresh();
    expect(index.table.rows[0]!.get(2)).toBe(8);
    expect(index.table.isCurrent(2)).toBe(false);
    expect(index.notes).toEqual([]);
  });

  it("names a broken line, and shows the others", async () => {
    const { folder, run } = await makeRun(3);
    await appendFile(join(run, "samples.jsonl"), `${line(1)}{"v":1,"id":\n[]\n${line(3)}`);
    const index = indexOf(folder, run);
    await index.refresh();
    expect(index.table.length).toBe(6);
    expect(index.notes).toEqual([expect.stringContaining("line 2 "), expect.stringContaining("line 3 ")]);
  });

  it("comes back from the cache, and not for another journal", async () => {
    const { folder, run } = await makeRun(60);
    const path = join(run, "samples.jsonl");
    const padding = `${"x".repeat(10_000)}.\n\n`;
    const lines = Array.from({ length: 60 }, (_, i) => line(i + 1, i === 7, padding));
    await appendFile(path, lines.join(""));
    const printed = await grade(run);
    const first = indexOf(folder, run);
    await first.refresh();
    expect(first.measure()).toEqual(printed);
    const names = async () =>
      (await readdir(join(folder, "cache"))).map((name) => name.replace(/.*\./, "")).sort();
    await expect.poll(names).toEqual(["facts", "verdicts"]);
    expect(await readdir(run)).toEqual(["run.json", "samples.jsonl", "verdicts.jsonl"]);
    const again = indexOf(folder, run);
    await again.refresh();
    expect(states(again)).toEqual(states(first));
    expect(again.measure()).toEqual(printed);
    const sample = await samplePage(again, "rows", "9", 1);
    expect(sample).toMatchObject({ gold: ["9"], verdict: { state: "wrong", answer: "10" } });
    expect(sample!.completion!.text.slice(...sample!.at!)).toBe("10");
    // The same path, but other lines: the index is made again.
    const others = lines.map((text) => text.replaceAll("boxed{", "boxed{1"));
    await writeFile(path, others.join(""));
    await rm(join(run, "verdicts.jsonl"));
    const other = indexOf(folder, run);
    await other.refresh();
    expect(states(other).filter((state) => state === "ungraded").length).toBeGreaterThan(170);
    expect(await findText(other, "boxed{159}", "completions")).toEqual({
      rows: [other.table.rows[57]!.get(1), other.table.rows[58]!.get(0), other.table.rows[58]!.get(2)],
      isCut: false,
    });
  });

  it("finds a phrase with signs that JSON writes otherwise", async () => {
    const { folder, run } = await makeRun(2);
    await appendFile(join(run, "samples.jsonl"), line(1, false, 'He said "π\n\t\\alpha" ') + line(2));
    const index = indexOf(folder, run);
    await index.refresh();
    expect((await findText(index, 'said "π\n\t\\alpha"', "completions")).rows).toEqual([0, 1, 2]);
    expect((await findText(index, "statement", "completions")).rows).toEqual([]);
    expect(await readFile(join(run, "run.json"), "utf8")).toContain("numSamples");
  });
});
