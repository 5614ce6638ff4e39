// Shards of an evaluation, merged: the same run, byte for byte, as without shards.

import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { command as evalCommand } from "../../src/cli/eval/eval.ts";
import { command as mergeCommand } from "../../src/cli/merge/merge.ts";
import type { TaskMetrics } from "../../src/runs/metrics.ts";
import { choices, TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, problemOf, samplesOf, writeSums } from "../runs/sums.ts";

let folder: string;
let rows: string;
let server: TestServer;
beforeEach(async () => {
  folder = await testFolder();
  rows = await writeSums(folder, 13);
  // The same problem twice.
  await writeFile(rows, `${await readFile(rows, "utf8")}{"problem": "What is 3 + 6?", "answer": "9"}\n`);
  server = await TestServer.start(answerSums());
  onTestFinished(() => server.close());
});

const inFolder = (name: string) => join(folder, name);
const assay = (...args: string[]) => ranAssay(args, folder);
const evaluate = (run: string, ...more: string[]) =>
  ranAssay(evalArgs(rows, server.url, inFolder(run), "-n", "3", "-t", "0.7", ...more), folder);
const shards = (...more: string[]) =>
  Promise.all([0, 1, 2].map((i) => evaluate(`s${i}`, "--shard", `${i}/3`, ...more)));
const text = (...path: string[]) => readFile(inFolder(join(...path)), "utf8");

interface Printed {
  run: string;
  complete: boolean;
  tasks: Record<string, TaskMetrics>;
}

/** The output, without the folder and the durations of requests. */
function figures(stdout: string): string {
  const { run: _, ...rest } = JSON.parse(stdout) as Printed;
  return JSON.stringify(rest, (key, value) => (key === "request_seconds" ? undefined : value));
}

/** run.json without its date. */
async function described(run: string): Promise<object> {
  const { created: _, seen, ...rest } = JSON.parse(await text(run, "run.json")) as Record<string, unknown>;
  return { ...rest, seen: (seen as object[]).map((one) => ({ ...one, at: "" })) };
}

it("is the run that it would have been without shards, whatever the order of the folders", async () => {
  const whole = await evaluate("whole", "-x", "13");
  const asked = server.asked.map(problemOf).sort((a, b) => a - b);
  server.asked.length = 0;
  const parts = await shards("-x", "13");
  expect(parts.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(server.asked.map(problemOf).sort((a, b) => a - b)).toEqual(asked);
  const sizes = parts.map(({ stdout }) => (JSON.parse(stdout) as Printed).tasks.sums!.problems);
  expect([...sizes].sort()).toEqual([4, 4, 5]);

  const merged = await assay("merge", "s0", "s1", "s2", "--out", "merged", "--json");
  const back = await assay("merge", "s2", "s0", "s1", "--out", "back", "--json");
  expect(merged.stderr).toBe("the merged run is in merged\n");
  expect([whole.code, merged.code, back.code]).toEqual([0, 0, 0]);
  expect(figures(merged.stdout)).toBe(figures(whole.stdout));
  expect(await text("merged", "verdicts.jsonl")).toBe(await text("whole", "verdicts.jsonl"));
  expect(await described("merged")).toEqual(await described("whole"));
  expect(await samplesOf(inFolder("merged"))).toEqual(await samplesOf(inFolder("whole")));
  for (const name of ["samples.jsonl", "verdicts.jsonl", "run.json", "set.jsonl"])
    expect(await text("back", name)).toBe(await text("merged", name));
});

it("names what is missing, and continues without shards", async () => {
  const whole = await evaluate("whole");
  await shards();
  // One shard is lost, and another has lost its last record.
  await rm(inFolder("s0"), { recursive: true });
  const lines = (await text("s1", "samples.jsonl")).trimEnd().split("\n");
  const lost = JSON.parse(lines.pop()!) as { input: { problem: string } };
  await writeFile(inFolder("s1/samples.jsonl"), `${lines.join("\n")}\n`);

  const merged = await assay("merge", "s1", "s2", "--out", "merged", "--json");
  expect(merged.code).toBe(1);
  expect(JSON.parse(merged.stdout)).toMatchObject({ complete: false, of: 42 });
  expect(merged.stderr).toMatch(/shard 0\/3: all [45] are missing/);
  expect(merged.stderr).toContain(`shard 1/3: missing sums ${lost.input.problem}\n`);

  // A late shard is merged into it.
  await evaluate("late", "--shard", "0/3");
  const later = await assay("merge", "late", "merged", "--out", "later", "--json");
  expect(later.stderr).toContain(`shard 1/3: missing sums ${lost.input.problem}\n`);
  expect(later.stderr).not.toContain("shard 0/3");
  expect(JSON.parse(later.stdout)).toMatchObject({ done: 39, of: 42 });

  server.asked.length = 0;
  const resumed = await evaluate("merged");
  expect(resumed.code).toBe(0);
  expect([5, 6]).toContain(server.asked.length);
  expect(figures(resumed.stdout)).toBe(figures(whole.stdout));
  expect(await text("merged", "verdicts.jsonl")).toBe(await text("whole", "verdicts.jsonl"));
});

it("counts what was done twice once, and all that it cost", async () => {
  await shards();
  // The same shard again, with other answers: all are right.
  const other = await TestServer.start((asked) =>
    choices(asked, new Array(3).fill(`\\boxed{${3 * problemOf(asked)}}`)),
  );
  onTestFinished(() => other.close());
  const args = evalArgs(rows, other.url, inFolder("again"), "-n", "3", "-t", "0.7", "--shard", "1/3");
  expect((await ranAssay(args, folder)).code).toBe(0);
  // A copy is the same work, and counts once.
  await cp(inFolder("s2"), inFolder("copy"), { recursive: true });

  const orders = [
    ["s0", "s1", "s2", "again", "copy"],
    ["copy", "again", "s2", "s1", "s0"],
    ["again", "s0", "copy", "s2", "s1"],
  ];
  const merged = await Promise.all(
    orders.map((order, i) => assay("merge", ...order, "--out", `m${i}`, "--json")),
  );
  const [first] = merged;
  for (const [i, { stdout }] of merged.entries()) {
    expect(figures(stdout)).toBe(figures(first!.stdout));
    expect(await text(`m${i}`, "samples.jsonl")).toBe(await text("m0", "samples.jsonl"));
  }
  const { tasks } = JSON.parse(first!.stdout) as Printed;
  const twice = (await text("again", "samples.jsonl")).trimEnd().split("\n").length;
  expect(tasks.sums).toMatchObject({ problems: 14, samples: 42, requests: 14 + twice });
  expect(tasks.sums!.tokens.output).toBe(3 * (42 + 3 * twice));
});

/** Runs a command in this process, which is faster; returns its standard error, or the message of its refusal. */
async function said({ run }: Command, ...args: string[]): Promise<string> {
  let written = "";
  const streams = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      if (name === "stderr") written += text;
      return true;
    }),
  );
  try {
    await run(args);
    return written;
  } catch (error) {
    return (error as Error).message;
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

it("refuses a folder of another shard, other problems, and shards that do not belong together", async () => {
  const evaluated = (run: string, ...more: string[]) =>
    said(evalCommand, ...evalArgs(rows, server.url, inFolder(run), ...more).slice(1));
  const s0 = ["--shard", "0/3", "-x", "9"];
  await evaluated("s0", ...s0);
  expect(await evaluated("s0", "--shard", "1/3", "-x", "9")).toContain('shard: "0/3" → "1/3"');
  expect(await evaluated("s0", "--shard", "0/4", "-x", "9")).toContain('shard: "0/3" → "0/4"');
  expect(await evaluated("s0", "-x", "9")).toContain('shard: "0/3" → none');
  expect(await evaluated("s0", "--shard", "0/3", "-x", "5")).toContain("they can only be raised");
  expect(await evaluated("s0", "--shard", "0/3", "-x", "10")).toContain(
    "problems of sums: 9 → 10 (a shard keeps its own; merge the shards first)",
  );

  await evaluated("of4", "--shard", "1/4", "-x", "9");
  await evaluated("seed", "--shard", "1/3", "-x", "9", "--seed", "7");
  await evaluated("more", "--shard", "1/3", "-x", "10");
  await evaluated("whole", "-x", "9");
  const merged = (other: string, out = "merged") =>
    said(mergeCommand, inFolder("s0"), inFolder(other), "--out", inFolder(out));
  expect(await merged("of4")).toMatch(/of4 is one of 4 shards, and .*s0 one of 3/);
  expect(await merged("seed")).toContain("what differs: seed: 0 → 7");
  expect(await merged("more")).toContain("problems of sums");
  expect(await merged("whole")).toContain("whole: it was not made with --shard");
  expect(await merged("s0", "whole")).toContain("whole holds a run already");
  expect(await merged("nowhere")).toContain("nowhere: no such file or folder");
});

it("takes its part from a Slurm array, continues by its folder, and may be empty", async () => {
  process.env.SLURM_ARRAY_TASK_ID = "2";
  onTestFinished(() => void delete process.env.SLURM_ARRAY_TASK_ID);
  await evaluate("s2", "--shard", "auto/3");
  expect(JSON.parse(await text("s2", "run.json")).shard).toEqual({ index: 2, count: 3 });
  server.asked.length = 0;
  const again = await assay("eval", "s2", "--base-url", server.url, "--json");
  expect([again.code, server.asked.length]).toEqual([0, 0]);
  const graded = await assay("regrade", "s2", "--json");
  expect(JSON.parse(graded.stdout).tasks.sums.problems).toBe(JSON.parse(again.stdout).tasks.sums.problems);
  const few = await evaluate("few", "--shard", "1/3", "-x", "1");
  const fewer = await evaluate("fewer", "--shard", "0/3", "-x", "1");
  expect([few.code, fewer.code]).toEqual([0, 0]);
});
