// Shards of a search, merged: one result file of all problems, the same as without shards.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ProblemResult } from "../../src/search/result.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { writeSums } from "../runs/sums.ts";
import { startServers } from "../search/servers.ts";
import { searchArgs } from "../search/world.ts";

async function prepared() {
  const folder = await testFolder();
  const rows = await writeSums(folder, 9);
  const { policy, reward } = await startServers();
  const search = (out: string, ...more: string[]) =>
    ranAssay(searchArgs(rows, policy, reward, join(folder, out), ...more), folder);
  const assay = (...args: string[]) => ranAssay(args, folder);
  const text = (...path: string[]) => readFile(join(folder, ...path), "utf8");
  return { folder, policy, search, assay, text };
}

const figures = (stdout: string) =>
  JSON.stringify(JSON.parse(stdout), (key, value) => (key === "results" ? undefined : value));

it("makes the search that it would have been, with the search without a reward model", async () => {
  const { search, assay, text } = await prepared();
  const whole = await search("whole", "--baseline");
  await Promise.all(["0/2", "1/2"].map((shard) => search("parts", "--baseline", "--shard", shard)));
  const merged = await assay(
    "merge",
    "parts/shard-0-of-2",
    "parts/shard-1-of-2",
    "--out",
    "merged",
    "--json",
  );
  expect(merged.stderr).toBe("the merged run is in merged\n");
  expect(figures(merged.stdout)).toBe(figures(whole.stdout));
  for (const path of ["result-0-None.json", "baseline/result-0-None.json"])
    expect(await text("merged", path)).toBe(await text("whole", path));
});

it("takes one of two searches of a problem, counts both, and continues what is missing", async () => {
  const { folder, policy, search, assay, text } = await prepared();
  const whole = await search("whole");
  for (const [out, shard] of [
    ["a", "0/2"],
    ["b", "1/2"],
    ["again", "1/2"],
  ] as const)
    await search(out, "--shard", shard);
  // The second search of the shard differs, and has not ended anywhere.
  const journal = join(folder, "again/shard-1-of-2/search-0-None/iterations.jsonl");
  const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
  const begun = lines.filter((line) => line.includes('"iteration":1,'));
  expect(begun.length).toBeGreaterThan(0);
  await writeFile(journal, `${begun.map((line) => line.replace('"ms":', '"ms":1')).join("\n")}\n`);

  const orders = [
    ["a", "b", "again"],
    ["again", "b", "a"],
  ];
  const merged = await Promise.all(
    orders.map((order, i) => assay("merge", ...order, "--out", `m${i}`, "--json")),
  );
  expect(merged.map(({ code }) => code)).toEqual([0, 0]);
  expect(await text("m0", "result-0-None.json")).toBe(await text("whole", "result-0-None.json"));
  const journals = await Promise.all([0, 1].map((i) => text(`m${i}`, "search-0-None/iterations.jsonl")));
  expect(journals[1]).toBe(journals[0]);
  const requests = (stdout: string) => JSON.parse(stdout).requests.policy as number;
  expect(requests(merged[0]!.stdout)).toBe(requests(whole.stdout) + begun.length);

  const half = await assay("merge", "a", "again", "--out", "half", "--json");
  expect(half.code).toBe(1);
  expect(half.stderr).toMatch(/shard 1\/2: (all \d|missing)/);
  policy.asked.length = 0;
  const resumed = await search("half");
  expect(resumed.code).toBe(0);
  const results = JSON.parse(await text("half", "result-0-None.json")) as ProblemResult[];
  expect(results).toEqual(JSON.parse(await text("whole", "result-0-None.json")));
  // No problem is started again.
  expect(policy.asked.filter(({ body }) => body.messages!.length < 3)).toEqual([]);
});
