// `assay export RUN --to`: each target is read again, by the reader of `assay audit` if there is one.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { makeRun } from "../view/served.ts";

const root = mkdtempSync(join(tmpdir(), "export-"));
afterAll(() => rmSync(root, { recursive: true }));

const rows = [
  { id: "p1", problem: "What is $1+1$?", answer: "2" },
  { id: "p2", problem: 'What is, "say",\n2+2?', answer: "4" },
];
/** Two right, one wrong, and one that is missing in the record. */
const completions = [
  { problem: "p1", sample: 0, text: "\\boxed{2}", finish: "stop" },
  { problem: "p1", sample: 1, text: "\\boxed{3}", finish: "stop" },
  { problem: "p2", sample: 0, text: "\\boxed{4}", finish: "length" },
];

let run: string;
let single: string;
beforeAll(async () => {
  run = (await makeRun(root, "sums", rows, completions)).run;
  single = (
    await makeRun(
      root,
      "single",
      rows,
      completions.filter(({ sample }) => sample === 0),
    )
  ).run;
});

const exported = (...args: string[]) => assay(["export", ...args], "", root);
const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort();

const audited = async (folder: string) => {
  const { stdout } = await assay(["audit", folder, "--json"]);
  return JSON.parse(stdout).total;
};

describe("assay export RUN --to", () => {
  it("writes a log of Inspect, in which a sample without a verdict has no score", async () => {
    const folder = join(root, "inspect");
    expect((await exported(run, "--to", "inspect", "-o", folder)).code).toBe(0);
    const [path] = filesIn(folder);
    const log = json(path!);
    expect(log).toMatchObject({ version: 2, status: "error", eval: { task: "sums", config: { epochs: 2 } } });
    expect(log.results).toMatchObject({ total_samples: 4, completed_samples: 3 });
    const missing = log.samples.find(
      (each: { id: string; epoch: number }) => each.id === "p2" && each.epoch === 2,
    );
    expect(missing).toMatchObject({
      scores: {},
      error: { message: expect.stringContaining("no completion") },
    });
    expect(await audited(folder)).toMatchObject({
      rows: 4,
      audited: 3,
      agree: { both_right: 2, both_wrong: 1 },
    });
    const again = await exported(run, "--to", "inspect", "-o", folder);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("--force overwrites it")]);
  });
  it("writes results and samples of lm-eval", async () => {
    const folder = join(root, "lm-eval");
    await exported(single, "--to", "lm-eval", "-o", folder);
    const results = json(filesIn(folder).find((path) => path.includes("results_"))!);
    expect(results.results.sums).toMatchObject({ alias: "sums", "exact_match,none": 1 });
    expect(results["n-samples"].sums).toEqual({ original: 2, effective: 2 });
    expect(await audited(folder)).toMatchObject({ rows: 2, agree: { both_right: 2, both_wrong: 0 } });
  });
  it("leaves a problem without all verdicts out of lm-eval's rows, and says how many are there", async () => {
    const folder = join(root, "lm-eval-2");
    await exported(run, "--to", "lm-eval", "-o", folder);
    const files = filesIn(folder);
    expect(json(files.find((path) => path.includes("results_"))!)["n-samples"].sums).toEqual({
      original: 2,
      effective: 1,
    });
    const row = json(files.find((path) => path.includes("samples_"))!);
    expect(row).toMatchObject({ resps: [["\\boxed{2}", "\\boxed{3}"]], exact_match: 0.5 });
  });
  it("writes figure and samples of Every Eval Ever, with a name that the schema asks for", async () => {
    const folder = join(root, "eee");
    await exported(run, "--to", "every-eval-ever", "-o", folder);
    const [figure] = filesIn(folder).filter((path) => path.endsWith(".json"));
    const { detailed_evaluation_results: details, evaluation_results } = json(figure!);
    expect(details.file_path).toMatch(
      /^data\/[^/]+\/[^/]+\/[^/]+\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}_samples\.jsonl$/,
    );
    expect(evaluation_results[0].score_details.details).toEqual({
      samples: "4",
      without_verdict_counted_as_wrong: "1",
    });
    expect(await audited(folder)).toMatchObject({ rows: 3, agree: { both_right: 2, both_wrong: 1 } });
  });
  it("writes flat rows as CSV and JSON Lines", async () => {
    const { stdout } = await exported(run, "--to", "csv");
    expect(stdout.split("\r\n")[0]).toMatch(/^task,problem,sample,right,answer,gold,/);
    expect(stdout).toContain('"What is, ""say"",\n2+2?"');
    const lines = (await exported(run, "--to", "jsonl")).stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).right).sort()).toEqual([false, null, true, true]);
  });
  it("refuses what has no place: rows of a file on the hub, a folder target without a folder, a task", async () => {
    expect((await exported(run, "--to", "hf-eval-results")).stderr).toContain("not a data set of the hub");
    const without = await exported(run, "--to", "inspect");
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("needs a folder")]);
    const task = await exported("gsm8k", "--to", "csv");
    expect([task.code, task.stderr]).toEqual([1, expect.stringContaining("no such folder")]);
  });
});
