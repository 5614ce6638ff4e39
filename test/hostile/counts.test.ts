// Numbers in a run's files that do not match its journal: reading a folder costs no more than its content, and a folder
// that cannot be read does not affect others. The commands have little memory, so code that counts up to such a number
// fails.

import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noUsage } from "../../src/models/model.ts";
import { benchConfig } from "../../src/processbench/bench-file.ts";
import { outcomeOf } from "../../src/processbench/outcome.ts";
import type { TaskMetrics } from "../../src/runs/metrics.ts";
import { SearchHistory } from "../../src/search/history.ts";
import { problemResult } from "../../src/search/result.ts";
import { searchConfig } from "../../src/search/run-file.ts";
import { TestServer } from "../models/server.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";
import { folderOfTests, get, listed, serve } from "../view/served.ts";

const megabytes = 160;
let folder: string;
let server: TestServer;
let good: string;

beforeAll(async () => {
  process.env.NODE_OPTIONS = `--max-old-space-size=${megabytes}`;
  folder = await folderOfTests();
  server = await TestServer.start(answerSums());
  good = join(folder, "runs", "good");
  await ranAssay(evalArgs(await writeSums(folder, 4), server.url, good, "-n", "2", "-t", "1"));
});

afterAll(async () => {
  delete process.env.NODE_OPTIONS;
  await server.close();
});

interface Json {
  data: { sums: { problems: number } };
  config: { numSamples: number };
}

async function changed(from: string, name: string, change: (file: Json) => void): Promise<string> {
  const run = join(folder, "runs", name);
  await cp(from, run, { recursive: true });
  const path = join(run, "run.json");
  const file = JSON.parse(await readFile(path, "utf8")) as Json;
  change(file);
  await writeFile(path, JSON.stringify(file));
  return run;
}

const many: Record<string, (file: Json) => void> = {
  problems: (file) => {
    file.data.sums.problems = 10_000_000;
  },
  samples: (file) => {
    file.config.numSamples = 100_000;
  },
  both: (file) => {
    file.data.sums.problems = 10_000_000;
    file.config.numSamples = 100_000;
  },
};

describe.each(Object.entries(many))("a run.json that names too many %s", (name, change) => {
  let run: string;
  beforeAll(async () => {
    run = await changed(good, `too many ${name}`, change);
  });

  it("is graded again, and INCOMPLETE by what is missing", async () => {
    const { stdout } = await ranAssay(["regrade", run, "--json"], folder);
    const { complete, tasks } = JSON.parse(stdout) as { complete: boolean; tasks: { sums: TaskMetrics } };
    const { sums } = tasks;
    expect(complete).toBe(false);
    const problems = name === "samples" ? 4 : 10_000_000;
    const samples = problems * (name === "problems" ? 2 : 100_000);
    expect(sums).toMatchObject({ problems, samples, unscored: { not_asked: samples - 8 } });
    expect(sums.right + sums.wrong).toBe(8);
    // Missing records are not listed.
    expect(sums.avg_at_k.value).toBeCloseTo(sums.right / 8, 12);
    expect(sums.headline).toMatchObject({ partial: { answered: 8, of: samples, not_asked: samples - 8 } });
    expect(Object.keys(sums.pass_at_k)).toEqual(["1", "2"]);
  });

  it.each([
    ["show", "RUN"],
    ["compare", "RUN", "GOOD"],
    ["report", "RUN", "--output", "REPORT"],
  ])("can be looked at: %s", async (...args) => {
    const places: Record<string, string> = { RUN: run, GOOD: good, REPORT: join(folder, `${name}.html`) };
    const ended = await ranAssay(
      args.map((arg) => places[arg] ?? arg),
      folder,
    );
    expect(ended.signal).toBeNull();
    expect(ended.stderr).not.toMatch(/heap|mistake in assay/);
    expect(ended.code, ended.stderr).toBe(0);
  });
});

describe("shards that name too many samples", () => {
  it("are merged", async () => {
    const rows = await writeSums(folder, 4);
    const shards = await Promise.all(
      ["0/2", "1/2"].map(async (shard, i) => {
        const from = join(folder, `shard ${i}`);
        await ranAssay(evalArgs(rows, server.url, from, "--shard", shard));
        return changed(from, `../many ${i}`, many.samples!);
      }),
    );
    const out = join(folder, "merged");
    const { stdout, stderr } = await ranAssay(["merge", ...shards, "--out", out, "--json"], folder);
    expect(JSON.parse(stdout), stderr).toMatchObject({ complete: false, done: 4, of: 400_000 });
  });
});

describe("runs of other kinds", () => {
  it("count no further than what is there", () => {
    const judged = {
      scores: new Map(),
      votes: new Map([[0, { index: 1, text: null }]]),
      failures: new Map(),
    };
    const rule = { by: "votes", votes: 1e15 } as const;
    expect(outcomeOf({ steps: ["a"], label: 1 }, judged, rule)).toMatchObject({ missing: "not_asked" });
    const history = new SearchHistory("last");
    const begun = { steps: [], rewards: [], ends: null };
    const outcome = {
      candidates: [{ path: 0, steps: ["2"], rewards: [0.5], ends: null }],
      chosen: [0],
      requests: { policy: 1, reward: 1 },
      usage: { policy: noUsage, reward: noUsage },
    };
    for (const iteration of [1e15, 2])
      history.add({
        input: {
          task: "sums",
          problem: "1",
          statement: "1 + 1",
          gold: "2",
          iteration,
          state: { open: [begun], ended: [] },
        },
        outcome,
        error: undefined,
      });
    const result = problemResult({ id: "1", statement: "1 + 1", gold: "2" }, history.of("1"));
    expect(result.iteration_history.map(({ iteration_index }) => iteration_index)).toEqual([2, 1e15]);
  });

  it.each([
    ["search", searchConfig.shape.n],
    ["processbench", benchConfig.shape.votes],
  ])("refuse numbers that no run has: %s", (_, schema) => {
    expect(schema.safeParse(100_000).success).toBe(true);
    expect(schema.safeParse(100_001).success).toBe(false);
  });
});

describe("the list of the viewer", () => {
  it("has every run, with the reason beside those that cannot be read", async () => {
    const lines = await changed(good, "two megabytes of x", () => {});
    await writeFile(join(lines, "samples.jsonl"), "x\n".repeat(1_000_000));
    const pipe = await changed(good, "a pipe for a journal", () => {});
    await rm(join(pipe, "samples.jsonl"));
    execFileSync("mkfifo", [join(pipe, "samples.jsonl")]);
    const deep = join(folder, "runs", "a deep file");
    await mkdir(deep);
    await writeFile(join(deep, "run.json"), `{"v":1,"config":${"[".repeat(200_000)}${"]".repeat(200_000)}}`);
    const { url } = await serve(folder, "runs");
    const runs = await listed(url);
    const byName = Object.fromEntries(runs.map((run) => [run.name, run]));
    expect(Object.keys(byName).sort()).toEqual([
      "a deep file",
      "a pipe for a journal",
      "good",
      "too many both",
      "too many problems",
      "too many samples",
      "two megabytes of x",
    ]);
    expect(byName.good).toMatchObject({ state: { is: "finished", done: 8, expected: 8 } });
    expect(byName["too many both"]).toMatchObject({
      state: { is: "stopped early", done: 8, expected: 1e12 },
    });
    expect(byName["a pipe for a journal"]!.problem).toContain("it is a pipe or a device, and not a file");
    expect(byName["a deep file"]!.problem).toContain("this is not the file of a run");
    expect(byName["two megabytes of x"]!.problem).toContain("line 1 of the journal is broken");
    const page = await get<{ notes: string[] }>(url, `/api/runs/${byName["two megabytes of x"]!.id}/eval`);
    expect(page.notes).toHaveLength(6);
    expect(page.notes.at(-1)).toContain("999,995 more lines of the journal");
  });

  it("makes a short report of a journal that is none", async () => {
    const report = join(folder, "x.html");
    const run = join(folder, "runs", "two megabytes of x");
    const { code, stderr } = await ranAssay(["report", run, "--output", report], folder);
    expect(code, stderr).toBe(0);
    expect((await readFile(report, "utf8")).length).toBeLessThan(1_000_000);
  });
});
