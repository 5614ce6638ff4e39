// Merging needs only the shards, and leaves no files when it fails.

import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";
import { startServers } from "../search/servers.ts";
import { searchArgs } from "../search/world.ts";

const inBoth = (make: (shard: string, i: number) => Promise<unknown>) =>
  Promise.all(["0/2", "1/2"].map(make));

async function evalWorld() {
  const folder = await testFolder();
  await mkdir(join(folder, "elsewhere"));
  const server = await TestServer.start(answerSums());
  onTestFinished(() => server.close());
  const evaluate = (tasks: string, out: string, ...more: string[]) =>
    ranAssay(evalArgs(tasks, server.url, out, ...more), folder);
  const assay = (...args: string[]) => ranAssay(args, folder);
  return { folder, evaluate, assay };
}

it("merges an evaluation of rows without the rows, in any folder", async () => {
  const { folder, evaluate, assay } = await evalWorld();
  const rows = await writeSums(folder, 6);
  await evaluate("sums.jsonl", "whole");
  await inBoth((shard, i) => evaluate("sums.jsonl", `s${i}`, "--shard", shard));
  await rename(rows, join(folder, "away.jsonl"));
  const merged = await assay("merge", "s0", "s1", "--out", "merged");
  expect(merged).toMatchObject({ code: 0, stderr: "the merged run is in merged\n" });
  const args = ["merge", "../s0", "../s1", "--out", "merged"];
  expect((await ranAssay(args, join(folder, "elsewhere"))).code).toBe(0);
  const text = (...path: string[]) => readFile(join(folder, ...path), "utf8");
  for (const out of ["merged", "elsewhere/merged"])
    expect(await text(out, "verdicts.jsonl")).toBe(await text("whole", "verdicts.jsonl"));
  // The members of its file are in the same order.
  const described = async (run: string) => {
    const { created: _, ...rest } = JSON.parse(await text(run, "run.json")) as Record<string, unknown>;
    return JSON.stringify(rest).replace(/"at":"[^"]*"/g, "");
  };
  expect(await described("merged")).toBe(await described("whole"));
});

it("merges a search of rows without the rows, and tells which shards have no baseline", async () => {
  const folder = await testFolder();
  const rows = await writeSums(folder, 6);
  const { policy, reward } = await startServers();
  const search = (out: string, ...more: string[]) =>
    ranAssay(searchArgs(rows, policy, reward, join(folder, out), ...more), folder);
  const assay = (...args: string[]) => ranAssay(args, folder);
  await search("whole", "--baseline");
  await inBoth((shard) => search("parts", "--baseline", "--shard", shard));
  await rename(rows, join(folder, "away.jsonl"));
  // The --output-dir of all shards works as well as each shard's own folder.
  const merged = await assay("merge", "parts", "--out", "merged");
  expect(merged).toMatchObject({ code: 0, stderr: "the merged run is in merged\n" });
  const text = (...path: string[]) => readFile(join(folder, ...path), "utf8");
  for (const path of ["result-0-None.json", "baseline/result-0-None.json", "search-0-None/run.json"])
    expect(withoutCreated(await text("merged", path))).toBe(withoutCreated(await text("whole", path)));

  await rm(join(folder, "parts/shard-1-of-2/baseline"), { recursive: true });
  const half = await assay("merge", "parts", "--out", "half");
  expect(half.code).toBe(1);
  expect(half.stderr).toContain("there is no baseline in parts/shard-1-of-2\n");
  expect(half.stderr).toContain("baseline, shard 1/2: all 3 are missing\n");
});

const withoutCreated = (text: string): string => text.replace(/"(?:created|at)": ".*"/g, "");

it("leaves nothing when it fails, so that the corrected command works", async () => {
  const { folder, evaluate, assay } = await evalWorld();
  await writeFile(join(folder, "mine.mjs"), ownTask);
  await inBoth((shard, i) => evaluate("mine.mjs", `s${i}`, "--shard", shard));
  const before = await readdir(folder);
  const failed = await assay("merge", "s0", "s1", "--out", "merged");
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain("to execute it, name it with -a PATH");
  expect(await readdir(folder)).toEqual(before);
  // An existing folder stays, with its content.
  await mkdir(join(folder, "merged"));
  await writeFile(join(folder, "merged/notes.txt"), "mine\n");
  expect((await assay("merge", "s0", "s1", "--out", "merged")).code).toBe(1);
  expect(await readdir(join(folder, "merged"))).toEqual(["notes.txt"]);
  expect((await assay("merge", "s0", "s1", "--out", "merged", "-a", "mine.mjs")).code).toBe(0);
  expect((await readdir(join(folder, "merged"))).sort()).toEqual(
    ["notes.txt", "results.json", "run.json", "samples.jsonl", "set.jsonl", "verdicts.jsonl"].sort(),
  );
});

const ownTask = `export const task = {
  name: "mine", description: "sums", eval_type: "generative", maxNewTokens: 10,
  load: () => ({
    source: { dataset: "mine", files: [] },
    conversations: [1, 2, 3, 4].map((i) => ({
      id: String(i), problem: "What is " + i + " + " + 2 * i + "?", answer: String(3 * i),
      messages: [{ role: "user", content: "What is " + i + " + " + 2 * i + "?" }, { role: "assistant", content: "" }],
    })),
  }),
  grade: ({ answer }, { text }) => ({ right: text.includes("{" + answer + "}"), extracted: null, by: "mine" }),
};
`;

it("leaves no part of an output of rows when a part is cut", async () => {
  const folder = await testFolder();
  const assay = (...args: string[]) => ranAssay(args, folder);
  const rows = Array.from({ length: 40 }, (_, i) => JSON.stringify({ gold: "1", answer: `${i % 2}` }));
  await writeFile(join(folder, "rows.jsonl"), `${rows.join("\n")}\n`);
  const grade = (shard: string, out: string) =>
    assay("grade", "--input", "rows.jsonl", "--output", out, "--shard", shard, "--workers", "1");
  await inBoth((shard, i) => grade(shard, `p${i}.jsonl`));
  const whole = await readFile(join(folder, "p1.jsonl"), "utf8");
  await truncate(join(folder, "p1.jsonl"), whole.lastIndexOf("\n", whole.length - 2) + 1);
  const before = await readdir(folder);
  const failed = await assay("merge", "p0.jsonl", "p1.jsonl", "--out", "merged.jsonl");
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("p1.jsonl: it has fewer lines")]);
  expect(await readdir(folder)).toEqual(before);
  await writeFile(join(folder, "p1.jsonl"), whole);
  expect((await assay("merge", "p0.jsonl", "p1.jsonl", "--out", "merged.jsonl")).code).toBe(0);
});
