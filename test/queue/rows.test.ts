// Rows over a queue: the output equals that of one machine, even if a worker or the coordinator is killed; and the
// state of the queue from outside.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { testFolder } from "../runs/folder.ts";
import { beginAssay, type Running, ranAssay } from "../runs/spawned.ts";
import { hasRedis, RedisServer } from "./redis.ts";
import { startWorker, until, useShortLocks } from "./scene.ts";

const rows = 5_000;
const unreadable = 6;

/** Records every row that it gets, which shows the repeated ones. */
const ownReward = `
import { appendFileSync } from "node:fs";
const pause = new Int32Array(new SharedArrayBuffer(4));
export function score({ id, answer, gold }) {
  appendFileSync(process.env.ASSAY_TEST_SEEN, id + "\\n");
  Atomics.wait(pause, 0, 0, 0.3);
  return answer === gold ? 1 : 0;
}
`;

interface Scene {
  redis: RedisServer;
  folder: string;
  /** The rows that the module got. */
  seen(): Promise<string[]>;
}

async function openScene(): Promise<Scene> {
  const redis = await RedisServer.start();
  onTestFinished(() => redis.close());
  const folder = await testFolder();
  const lines = Array.from({ length: rows }, (_, i) =>
    i % 900 === 5 ? "no JSON" : JSON.stringify({ id: i, gold: `${i % 7}`, answer: `${i % 5}` }),
  );
  await writeFile(join(folder, "rows.jsonl"), `${lines.join("\n")}\n`);
  await writeFile(join(folder, "own.mjs"), ownReward);
  const path = join(folder, "seen.txt");
  process.env.ASSAY_TEST_SEEN = path;
  const seen = async () => (await readFile(path, "utf8").catch(() => "")).split("\n").slice(0, -1);
  return { redis, folder, seen };
}

/** Ended with the test in any case. */
function over({ folder }: Scene, command: readonly string[], output: string, ...more: string[]): Running {
  const words = [...command, "--input", "rows.jsonl", "--output", output, "--json", ...more];
  const running = beginAssay(words, folder);
  onTestFinished(async () => {
    await running.stop();
  });
  return running;
}

const textOf = ({ folder }: Scene, name: string) => readFile(join(folder, name), "utf8");

/** Without the parts that differ between runs. */
function summaryOf(stdout: string): unknown {
  const { seconds: _, resumed: __, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
  return rest;
}

const byModule = ["reward", "--module", "own.mjs"];

/** The same rows answered by one machine; the same for every test. */
let here: Promise<string> | undefined;
const answeredHere = (scene: Scene): Promise<string> => {
  here ??= over(scene, byModule, "here.jsonl").ended.then(() => textOf(scene, "here.jsonl"));
  return here;
};

const module = ({ folder }: Scene) => ["--module", join(folder, "own.mjs")];

describe.runIf(hasRedis)("rows over a queue", () => {
  it.each([
    ["grade", ["grade"]],
    [
      "reward, of a part",
      ["reward", "r1_zero", "--answer-field", "answer", "--gold-field", "gold", "--shard", "1/3"],
    ],
  ])("come to the same file: %s", async (_, command) => {
    const scene = await openScene();
    startWorker(scene, "one");
    startWorker(scene, "two");
    const here = await over(scene, command, "here.jsonl").ended;
    const carried = await over(scene, command, "carried.jsonl", "--queue", scene.redis.url).ended;
    expect(carried.code).toBe(1);
    expect(await textOf(scene, "carried.jsonl")).toBe(await textOf(scene, "here.jsonl"));
    expect(summaryOf(carried.stdout)).toEqual(summaryOf(here.stdout));
    await until(async () => !/:run-|:epoch:|:context:|:announced:/.test(await scene.redis.everything()));
  });

  it("lose a worker to SIGKILL: what it held is done again, and nothing else", async () => {
    useShortLocks();
    const scene = await openScene();
    const first = startWorker(scene, "first", ...module(scene));
    const run = over(scene, byModule, "out.jsonl", "--queue", scene.redis.url);
    await until(async () => (await scene.seen()).length > 1_500);
    first.kill("SIGKILL");
    startWorker(scene, "second", ...module(scene));
    const { stdout } = await run.ended;
    expect(JSON.parse(stdout)).toMatchObject({ lines: rows, stopped: false });
    const seen = await scene.seen();
    expect(new Set(seen).size).toBe(rows - unreadable);
    // It held as many blocks as it has slots.
    expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(4_000);
    expect(await textOf(scene, "out.jsonl")).toBe(await answeredHere(scene));
  });

  it("lose their coordinator: who goes on uses what was answered meanwhile", async () => {
    const scene = await openScene();
    startWorker(scene, "one", ...module(scene));
    const run = over(scene, byModule, "out.jsonl", "--queue", scene.redis.url);
    await until(async () => (await scene.seen()).length > 1_500);
    run.kill("SIGKILL");
    await run.ended;
    const again = await over(scene, byModule, "out.jsonl", "--queue", scene.redis.url, "--resume").ended;
    expect(JSON.parse(again.stdout)).toMatchObject({ lines: rows, failed: unreadable });
    const seen = await scene.seen();
    expect(seen).toHaveLength(rows - unreadable);
    expect(new Set(seen).size).toBe(rows - unreadable);
    expect(await textOf(scene, "out.jsonl")).toBe(await answeredHere(scene));
  });

  it("are not given to a worker that has another module, and its owner is told", async () => {
    const scene = await openScene();
    await writeFile(join(scene.folder, "other.mjs"), `${ownReward}\n`);
    const other = startWorker(scene, "other", "--module", join(scene.folder, "other.mjs"));
    const run = over(scene, byModule, "out.jsonl", "--queue", scene.redis.url);
    await until(() => /--module FILE/.test(other.stderr()) && /other refuses/.test(run.stderr()));
    startWorker(scene, "same", ...module(scene));
    expect((await run.ended).code).toBe(1);
    expect(new Set(await scene.seen()).size).toBe(rows - unreadable);
  });

  it("need a file to go on from", async () => {
    const scene = await openScene();
    const { code, stderr } = await ranAssay(
      ["grade", "--input", "rows.jsonl", "--queue", scene.redis.url],
      scene.folder,
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("--queue needs --output FILE")]);
  });
});

describe.runIf(hasRedis)("a look at a queue", () => {
  it("shows who works, on what, and what became of it; so does what Prometheus reads", async () => {
    const scene = await openScene();
    const workers = async (...more: string[]) =>
      (await ranAssay(["workers", "--queue", scene.redis.url, ...more])).stdout;
    expect(await workers()).toContain("no worker is connected to this queue");
    const worker = startWorker(scene, "one", "--metrics-port", "0");
    await until(() => /metrics are at/.test(worker.stderr()));
    await over(scene, ["grade"], "out.jsonl", "--queue", scene.redis.url).ended;
    const told = JSON.parse(await workers("--json"));
    expect(told).toMatchObject({
      workers: [
        { name: "one", slots: 4, in_flight: 0, done: 5, failed: 0, units_per_second: expect.any(Number) },
      ],
      other_versions: [],
      runs: [],
    });
    expect(told.workers[0].seconds).toBeGreaterThan(0);
    expect(await workers()).toMatch(/^worker +machine .*\none /);
    const [url] = /http:\S+/.exec(worker.stderr())!;
    const metrics = await (await fetch(url)).text();
    expect(metrics).toContain('assay_worker_units_total{outcome="done"} 5\n');
    expect(metrics).toContain("assay_worker_slots 4\n");
    expect(metrics).toContain("# TYPE assay_worker_units_in_flight gauge\n");
  });
});
