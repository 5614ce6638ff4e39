// The other kinds of run over a queue: the same figures and files as without one, even if a worker is killed.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findTask } from "../../src/tasks/registry.ts";
import { choices, promptIn, TestServer } from "../models/server.ts";
import { madeSamples, stepIn, writeSubsets } from "../processbench/made-samples.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { writeSums } from "../runs/sums.ts";
import { startServers } from "../search/servers.ts";
import { searchArgs } from "../search/world.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { hasRedis, listenTo, RedisServer } from "./redis.ts";
import { startWorker, until, useShortLocks } from "./scene.ts";

async function openRedis(): Promise<RedisServer> {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.close());
  return redis;
}

/** Without its path. */
const figures = (stdout: string): unknown =>
  JSON.parse(stdout, (key, value) => (key === "run" || key === "results" ? undefined : value));

describe.runIf(hasRedis)("over a queue", () => {
  it("the answers of a benchmark are graded by workers, and by the same rule", async () => {
    const redis = await openRedis();
    const folder = await testFolder();
    const { conversations } = await (await findTask("arith")).load();
    const golds = new Map(conversations.map(({ problem, answer }) => [problem, Number(answer)]));
    // Two of three are right.
    const server = await TestServer.start((asked) => {
      const gold = golds.get(promptIn(asked.body))!;
      return choices(asked, [`So the answer is \\boxed{${gold % 3 === 0 ? gold + 1 : gold}}.`]);
    });
    onTestFinished(() => server.close());
    const evaluate = (out: string, ...more: string[]) => {
      const words = ["eval", "-a", "arith", "-x", "80", "--model", "m", "--base-url", server.url];
      return ranAssay([...words, "--out", join(folder, out), "--json", ...more]);
    };
    const whole = await evaluate("whole");
    const said = await listenTo(redis);
    startWorker({ redis, server }, "one");
    const carried = await evaluate("carried", "--queue", redis.url);
    const withoutTimes = (stdout: string) =>
      JSON.stringify(figures(stdout)).replace(/"request_seconds":[\d.]+/, "");
    expect(withoutTimes(carried.stdout)).toBe(withoutTimes(whole.stdout));
    expect(JSON.parse(whole.stdout).tasks.arith.right).toBeGreaterThan(0);
    const verdicts = (out: string) => readFile(join(folder, out, "verdicts.jsonl"), "utf8");
    const sorted = async (out: string) => (await verdicts(out)).split("\n").sort();
    expect(await sorted("carried")).toEqual(await sorted("whole"));
    expect(said()).toMatch(/"aside":\[\{"right":true/);
  });

  it("a search is the search without one, though a worker is killed", async () => {
    useShortLocks();
    const redis = await openRedis();
    const folder = await testFolder();
    const rows = await writeSums(folder, 9);
    const { policy, reward } = await startServers({ delayMs: 20 });
    const search = (out: string, ...more: string[]) =>
      ranAssay(searchArgs(rows, policy, reward, join(folder, out), ...more), folder);
    const whole = await search("whole", "--baseline");
    const asked = policy.asked.length;
    policy.asked.length = 0;
    const allowed = [policy, reward].flatMap(({ url }) => ["--allow-origin", new URL(url).origin]);
    const first = startWorker({ redis }, "first", ...allowed);
    const carried = search("carried", "--baseline", "--queue", redis.url);
    await until(() => policy.asked.length >= asked / 3);
    first.kill("SIGKILL");
    startWorker({ redis }, "second", ...allowed);
    const { code, stdout } = await carried;
    expect(code).toBe(0);
    expect(figures(stdout)).toEqual(figures(whole.stdout));
    for (const path of ["result-0-None.json", "baseline/result-0-None.json"])
      expect(await readFile(join(folder, "carried", path), "utf8")).toBe(
        await readFile(join(folder, "whole", path), "utf8"),
      );
  });

  it.each([
    ["step", []],
    ["scalar", ["--judge", "scalar"]],
    ["critique", ["--judge", "critique", "-n", "2"]],
  ])("the judge %s judges as without one", async (prefix, judge) => {
    const redis = await openRedis();
    const folder = await testFolder();
    const subsets = { gsm8k: madeSamples("gsm8k", 8) };
    const data = await writeSubsets(folder, subsets);
    const server = await startPrmServer({
      flavour: "vllm",
      judge({ newest }) {
        const { number, step } = stepIn(newest);
        return step === subsets.gsm8k[number]!.label ? 0.1 : 0.9;
      },
    });
    onTestFinished(() => server.close());
    const bench = (out: string, ...more: string[]) => {
      const place = ["--api_url", server.url, "--model_name", "judge", "--data", data, "--output_dir", out];
      return ranAssay(["processbench", ...place, "--json", ...judge, ...more], folder);
    };
    const whole = await bench("whole");
    const asked = server.asked.length;
    expect(asked).toBeGreaterThan(0);
    startWorker({ redis, server }, "one");
    startWorker({ redis, server }, "two");
    const carried = await bench("carried", "--queue", redis.url);
    expect(carried.code).toBe(whole.code);
    expect(server.asked.length).toBe(2 * asked);
    expect(figures(carried.stdout)).toEqual(figures(whole.stdout));
    for (const name of ["error_gsm8k", "correct_gsm8k"])
      expect(await readFile(join(folder, "carried/judge", `${name}_${prefix}.jsonl`), "utf8")).toBe(
        await readFile(join(folder, "whole/judge", `${name}_${prefix}.jsonl`), "utf8"),
      );
  });
});
