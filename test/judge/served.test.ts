// A judge for the reward service, and one whose questions workers at a queue ask.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { assay } from "../command-line.ts";
import { choices, type TestServer } from "../models/server.ts";
import { hasRedis, RedisServer } from "../queue/redis.ts";
import { startWorker } from "../queue/scene.ts";
import { ranAssay } from "../runs/spawned.ts";
import { bodyOf, post, serveFor, tagged } from "../server/served.ts";
import { knownJudge } from "./known-judge.ts";

const root = mkdtempSync(join(tmpdir(), "judge-served-"));
const before = process.env.XDG_CACHE_HOME;
let server: TestServer;
let judge: string[];

beforeAll(async () => {
  process.env.XDG_CACHE_HOME = join(root, "cache");
  server = await knownJudge([["water vapour", "steam"]]);
  judge = ["--judge-base-url", server.url, "--judge-model", "verifier"];
});
afterAll(async () => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  await server.close();
  rmSync(root, { recursive: true });
});

describe("assay serve with a judge", () => {
  it("asks it what the rules leave open, on every route, and says so where it is asked why", async () => {
    const { url } = await serveFor(judge);
    const items = [
      { response: tagged("18"), ground_truth: "18" },
      { response: tagged("steam"), ground_truth: "water vapour" },
      { response: tagged("ice"), ground_truth: ["water vapour", "fog"] },
      { response: "steam", ground_truth: "water vapour" },
    ];
    const { results } = await bodyOf(post(`${url}/v1/score?explain=1`, { reward: "r1_zero", items }));
    expect(results.map(({ reward }) => reward)).toEqual([1, 1, 0, 0]);
    expect(results[1]!.explain).toMatchObject({ by: "judge", extracted: "steam" });
    const graded = await bodyOf(
      post(`${url}/v1/grade`, {
        items: [
          { gold: "water vapour", answer: "steam" },
          { gold: "1", answer: "2" },
        ],
      }),
    );
    expect(graded.results.map(({ equal, by, certainty }) => [equal, by, certainty])).toEqual([
      [true, "judge", "judged"],
      [false, "rational", "proven"],
    ]);
    const stats = (await (await fetch(`${url}/v1/stats`)).json()) as {
      rewards: { r1_zero: { items: number } };
    };
    expect(stats.rewards.r1_zero.items).toBe(4);
  });
  it("is refused for a reward that it could never change", async () => {
    const { code, stderr } = await assay(["serve", "--reward", "r1_zero + 0.1*format", ...judge]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("has no verdicts that a judge could decide")]);
  });
  it("leaves an item unscored where the judge takes longer than the request may", async () => {
    const { url } = await serveFor([...judge, "--request-timeout", "10", "--on-unscored", "zero"]);
    server.answerWith((asked) => ({ ...choices(asked, ["[[EQUAL]]"]), delayMs: 30_000 }));
    try {
      const items = [{ response: tagged("rime"), ground_truth: "frozen fog" }];
      const { results } = await bodyOf(post(`${url}/v1/score`, { reward: "r1_zero", items }));
      expect(results[0]).toMatchObject({
        reward: null,
        unscored: expect.stringContaining("the judge did not reply"),
      });
    } finally {
      await server.close();
      server = await knownJudge([["water vapour", "steam"]]);
    }
  });
});

describe.runIf(hasRedis)("a judge at a queue", () => {
  it("is asked by the workers, unit by unit, for rows that they answer", async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.close());
    const input = join(root, "pairs.jsonl");
    const rows = [
      { gold: "1/2", answer: "0.5" },
      { gold: "water vapour", answer: "steam" },
      { gold: "water vapour", answer: "ice" },
    ];
    writeFileSync(input, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    startWorker({ redis, server }, "one");
    const output = join(root, "graded.jsonl");
    const words = ["grade", "--input", input, "--output", output, "--queue", redis.url];
    const named = ["--judge-base-url", server.url, "--judge-model", "verifier"];
    const { code, stderr } = await ranAssay([...words, ...named]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("33.3% by rules, 66.7% with the judge (1 of 2 asked)"),
    ]);
    const graded = readFileSync(output, "utf8").trim().split("\n");
    expect(graded.map((line) => JSON.parse(line).by)).toEqual(["rational", "judge", "judge"]);
  });
});
