// The settings that the command line gives a search: the problems that it solves, and its folder.

import { expect, it } from "vitest";
import { readSearchRequest } from "./search-options.ts";

const config = { path: undefined, sources: {}, tasks: {} };
const models = ["--policy", "embedded:policy", "--reward", "embedded:prm"];
const read = (...args: string[]) => readSearchRequest([...models, ...args], config);

it("is kept in a folder of runs that the same command finds again, beside the same search of other data", async () => {
  const { outputDir } = await read("--data", "arith");
  expect(outputDir).toMatch(/^runs\/policy-greedy-[0-9a-f]+\/arith$/);
  const also = await Promise.all(
    [
      ["--data", "arith", "--limit", "3"],
      ["-a", "arith", "--concurrency", "2"],
      ["--task", "arith", "--data-begin", "3", "--data-end", "5"],
    ].map((args) => read(...args)),
  );
  expect(also.map((each) => each.outputDir)).toEqual([outputDir, outputDir, outputDir]);
  expect((await read("--data", "some/rows.jsonl")).outputDir).toBe(outputDir.replace(/arith$/, "rows"));
});

it("is kept elsewhere if it is a different search", async () => {
  const { outputDir } = await read("--data", "arith");
  for (const args of [
    ["--n", "4"],
    ["--temp", "1"],
    ["--strategy", "best-of-n"],
    ["--interface", "text"],
  ])
    expect((await read("--data", "arith", ...args)).outputDir).not.toBe(outputDir);
  expect((await read("--data", "arith", "--out", "mine")).outputDir).toBe("mine");
});

it("solves as many problems as --limit says, from --data-begin on", async () => {
  expect((await read("--data", "arith", "--limit", "3")).config).toMatchObject({ begin: 0, end: 3 });
  expect((await read("--data", "arith", "--data-begin", "2", "-x", "3")).config).toMatchObject({
    begin: 2,
    end: 5,
  });
});
