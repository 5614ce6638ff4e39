// The files of a run, and the options with which it may be continued: grading options, fewer samples, figures, columns.

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { choices, promptIn, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { ranAssay } from "./spawned.ts";

let folder: string;
let run: string;
let server: TestServer;
/** Two lengths, each with a unit in the gold and without one in the answer. */
beforeEach(async () => {
  folder = await testFolder();
  run = join(folder, "run");
  const rows = [
    { problem: "How long is a?", answer: "3 \\text{ cm}", level: 2, source: { book: "A" } },
    { problem: "How long is b?", answer: "4 \\text{ cm}", level: 5, tags: ["x", "y"] },
  ];
  await writeFile(join(folder, "lengths.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  server = await TestServer.start((asked) => {
    const value = promptIn(asked.body).includes("a?") ? 3 : 4;
    // The third sample and those after it are wrong.
    return choices(
      asked,
      Array.from({ length: asked.body.n ?? 1 }, (_, i) => `\\boxed{${i < 2 ? value : 0}}`),
    );
  });
  onTestFinished(() => server.close());
});

const assay = (...args: string[]) => ranAssay(args, folder);
const evaluate = (...more: string[]) =>
  assay(
    "eval",
    "-a",
    "lengths.jsonl",
    "--base-url",
    server.url,
    "--model",
    "m",
    "--out",
    run,
    "--json",
    ...more,
  );
const valueIn = (stdout: string): number => JSON.parse(stdout).tasks.lengths.avg_at_k.value;
const file = async (name: string) => JSON.parse(await readFile(join(run, name), "utf8"));
const strict = '{"units":"required"}';

describe("--preset and --tolerance", () => {
  beforeEach(async () => {
    const rows = [{ problem: "How fast is a?", answer: "3.02 \\text{ m/s}" }];
    await writeFile(join(folder, "lengths.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });

  it("are grading options of eval and regrade, and stand in the run's stamp", async () => {
    expect(valueIn((await evaluate()).stdout)).toBe(0);
    const asked = server.asked.length;
    expect(valueIn((await evaluate("--preset", "science")).stdout)).toBe(1);
    expect(server.asked.length).toBe(asked);
    expect((await file("run.json")).grader.options).toEqual({ preset: "science" });
    expect(valueIn((await assay("regrade", run, "--json")).stdout)).toBe(1);
    expect(valueIn((await assay("regrade", run, "--json", "--tolerance", "0.001")).stdout)).toBe(0);
    expect(valueIn((await assay("regrade", run, "--json", "--tolerance", "0.01")).stdout)).toBe(1);
    expect((await file("run.json")).config.gradingOptions).toEqual({ tolerance: 0.01 });
  });

  it("work in rewards, where those of a row go over them", async () => {
    const row = { response: "</think> <answer>3</answer>", ground_truth: "3.02 \\text{ m/s}" };
    const rewarded = async (more: object, ...args: string[]) => {
      await writeFile(join(folder, "rows.jsonl"), `${JSON.stringify({ ...row, ...more })}\n`);
      const { stdout } = await assay("reward", "r1_zero", "--input", "rows.jsonl", "--output", "-", ...args);
      return JSON.parse(stdout).result.reward;
    };
    expect(await rewarded({})).toBe(0);
    expect(await rewarded({ grading_options: { preset: "science" } })).toBe(1);
    expect(await rewarded({}, "--preset", "science")).toBe(1);
    expect(await rewarded({}, "--tolerance", "0.01")).toBe(1);
    expect(await rewarded({ grading_options: { preset: "strict" } }, "--preset", "science")).toBe(0);
  });

  it("are refused where they cannot be, or say something else than --grading-options", async () => {
    const refusals = await Promise.all([
      evaluate("--preset", "loose"),
      evaluate("--tolerance", "2"),
      evaluate("--preset", "science", "--grading-options", '{"preset":"finance"}'),
      assay("reward", "qa_f1", "--preset", "science", "--input", "lengths.jsonl"),
    ]);
    const said = ["'loose' is not one of strict, science, finance", "'tolerance' is false or a share"];
    said.push("different things about 'preset'", "no grading option changes the reward qa_f1");
    expect(refusals.map(({ code, stderr }, i) => [code, stderr.includes(said[i]!)])).toEqual(
      said.map(() => [2, true]),
    );
  });
});

describe("--grading-options", () => {
  it("grade a run, are written down, and hold for every command that grades it again", async () => {
    expect(valueIn((await evaluate()).stdout)).toBe(1);
    const asked = server.asked.length;
    expect(valueIn((await evaluate("--grading-options", strict)).stdout)).toBe(0);
    expect(server.asked.length).toBe(asked);
    expect((await file("run.json")).grader.options).toEqual({ units: "required" });
    expect(valueIn((await assay("regrade", run, "--json")).stdout)).toBe(0);
    const [first] = (await assay("show", run, "--problem", "1", "--json")).stdout.split("\n");
    expect(JSON.parse(first!)).toMatchObject({ right: false });
    // Without the option, the same command grades as before.
    expect(valueIn((await evaluate()).stdout)).toBe(1);
  });

  it("of regrade change the verdicts, and can be taken back", async () => {
    await evaluate();
    const regraded = await assay("regrade", run, "--json", "--grading-options", strict);
    expect(JSON.parse(regraded.stdout)).toMatchObject({ changed: 2 });
    expect(valueIn((await assay("regrade", run, "--json")).stdout)).toBe(0);
    expect(valueIn((await assay("regrade", run, "--json", "--grading-options", "{}")).stdout)).toBe(1);
  });

  it("stand in the configuration of a task too, and those of the command go over them", async () => {
    const config = { tasks: { lengths: { path: "lengths.jsonl", gradingOptions: { units: "required" } } } };
    await writeFile(join(folder, "assay.config.json"), JSON.stringify(config));
    const named = (...more: string[]) =>
      assay(
        "eval",
        "-a",
        "lengths",
        "--base-url",
        server.url,
        "--model",
        "m",
        "--out",
        run,
        "--json",
        ...more,
      );
    expect(valueIn((await named()).stdout)).toBe(0);
    expect(valueIn((await named("--grading-options", '{"units":"optional"}')).stdout)).toBe(1);
  });

  it("that are not known, or that no rule looks at, are refused before anything is asked", async () => {
    const unknown = await evaluate("--grading-options", '{"unit":"required"}');
    expect([unknown.code, unknown.stderr.includes("there is no grading option 'unit'")]).toEqual([2, true]);
    const arith = await assay(
      "eval",
      "-a",
      "arith",
      "-x",
      "1",
      "-i",
      "embedded:policy",
      "--grading-options",
      strict,
    );
    expect([arith.code, arith.stderr.includes("have no effect on arith")]).toEqual([2, true]);
    expect(server.asked).toEqual([]);
  });

  it("that no rule of a run looks at are refused by regrade, and the run stays as it is", async () => {
    const sums = join(folder, "sums");
    await assay("eval", "-a", "arith", "-x", "1", "-i", "embedded:policy", "--out", sums);
    const before = await readFile(join(sums, "run.json"), "utf8");
    const again = await assay("regrade", sums, "--preset", "science");
    expect([again.code, again.stderr.includes("have no effect on arith")]).toEqual([2, true]);
    expect(await readFile(join(sums, "run.json"), "utf8")).toBe(before);
  });

  it("hold in the template of r1_zero and in its reward", async () => {
    const row = { response: "</think> <answer>3</answer>", ground_truth: "3 \\text{ cm}" };
    const rewarded = async (more: object) => {
      await writeFile(join(folder, "rows.jsonl"), `${JSON.stringify({ ...row, ...more })}\n`);
      const { stdout } = await assay("reward", "r1_zero", "--input", "rows.jsonl", "--output", "-");
      return JSON.parse(stdout).result.reward;
    };
    expect(await rewarded({})).toBe(1);
    expect(await rewarded({ grading_options: { units: "required" } })).toBe(0);
  });
});

it("fewer samples read the first ones, and nothing is lost", async () => {
  expect(valueIn((await evaluate("-n", "6", "-t", "1")).stdout)).toBeCloseTo(1 / 3);
  const asked = server.asked.length;
  const two = await evaluate("-n", "2", "-t", "1");
  expect([two.code, valueIn(two.stdout), server.asked.length]).toEqual([0, 1, asked]);
  expect(JSON.parse(two.stdout)).toMatchObject({ complete: true, of: 4, sampling: { num_samples: 2 } });
  expect(two.stderr).toContain("the figures are over the first 2 of the run's 6 samples");
  expect((await file("run.json")).config.numSamples).toBe(6);
  expect((await file("results.json")).tasks.lengths.samples).toBe(12);
  expect(valueIn((await evaluate("-n", "6", "-t", "1")).stdout)).toBeCloseTo(1 / 3);
  expect(server.asked.length).toBe(asked);
});

it("results.json is what --json prints", async () => {
  const { stdout } = await evaluate();
  expect(await file("results.json")).toEqual(JSON.parse(stdout));
});

it("columns of a row stay with its problem, in the journal and where samples are shown", async () => {
  await evaluate();
  const lines = (await readFile(join(run, "samples.jsonl"), "utf8")).trim().split("\n");
  const columns = new Map(
    lines.map((line) => JSON.parse(line).input).map((each) => [each.problem, each.columns]),
  );
  expect(columns.get("1")).toEqual({ level: 2, source: { book: "A" } });
  expect(columns.get("2")).toEqual({ level: 5, tags: ["x", "y"] });
  const shown = (await assay("show", run, "--json", "--problem", "2")).stdout.trim();
  expect(JSON.parse(shown)).toMatchObject({ columns: { level: 5 } });
});

it("verdicts.jsonl has a line for each sample and no other; one with the line of earlier versions is read", async () => {
  await evaluate("-n", "2", "-t", "1");
  const path = join(run, "verdicts.jsonl");
  const text = await readFile(path, "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ problem, sample, right }) => [problem, sample, right])).toEqual([
    ["1", 0, true],
    ["1", 1, true],
    ["2", 0, true],
    ["2", 1, true],
  ]);
  await writeFile(
    path,
    `{"v":1,"grader":{"assay":"0.1.0"}}\n${text.replace('"right":true', '"right":false')}`,
  );
  expect(JSON.parse((await assay("regrade", run, "--json")).stdout)).toMatchObject({ changed: 1 });
  expect(await readFile(path, "utf8")).toBe(text);
});

it("several tasks have a mean in which each counts the same", async () => {
  const one = JSON.stringify({ problem: "How long is c?", answer: "9" });
  await writeFile(join(folder, "more.jsonl"), `${one}\n`);
  const args = [
    "eval",
    "-a",
    "lengths.jsonl,more.jsonl",
    "--base-url",
    server.url,
    "--model",
    "m",
    "--out",
    run,
  ];
  expect(JSON.parse((await assay(...args, "--json")).stdout).mean).toEqual({
    tasks: 2,
    avg_at_k: { value: 0.5 },
  });
  expect((await assay(...args)).stdout).toMatch(/^mean\s+50\.0%/m);
});

it("a cost is told with its currency", async () => {
  const source = { baseUrl: server.url, model: "m", prices: { input: 1, output: 2, currency: "EUR" } };
  await writeFile(join(folder, "assay.config.json"), JSON.stringify({ sources: { paid: source } }));
  const args = ["eval", "-i", "paid", "-a", "lengths.jsonl"];
  const { stdout } = await assay(...args, "--out", run);
  expect(stdout).toMatch(/cost 0\.0000 EUR/);
  const json = JSON.parse((await assay(...args, "--out", join(folder, "again"), "--json")).stdout);
  expect(json.tasks.lengths).toMatchObject({ currency: "EUR", cost: expect.any(Number) });
});

it("a folder of a ProcessBench run has no colon in its name", async () => {
  const rows = { id: "s-1", problem: "1 + 1?", steps: ["It is 2."], label: -1 };
  await writeFile(join(folder, "some.jsonl"), `${JSON.stringify(rows)}\n`);
  server.answerWith((asked) => choices(asked, ["correct"]));
  const { code, stdout } = await assay(
    ...["processbench", "--base-url", server.url, "--model", "qwen:7b", "--data", "some.jsonl", "--json"],
  );
  expect([code, JSON.parse(stdout).run]).toEqual([0, join("outputs", "qwen_7b", "run_step")]);
  const results = JSON.parse(
    await readFile(join(folder, "outputs", "qwen_7b", "run_step", "results.json"), "utf8"),
  );
  expect(results).toEqual(JSON.parse(stdout));
});

const hasPython = spawnSync("python3", ["-c", "import json"]).status === 0;
it.runIf(hasPython)("verdicts.jsonl is the same record in every line, as tables want it", async () => {
  await evaluate();
  const script =
    "import json,sys\nrows=[json.loads(l) for l in open(sys.argv[1])]\n" +
    "assert all('task' in r and 'right' in r for r in rows), rows\nprint(len(rows))";
  const { stdout } = spawnSync("python3", ["-c", script, join(run, "verdicts.jsonl")], { encoding: "utf8" });
  expect(stdout.trim()).toBe("2");
});
