// The pool of worker threads, with real threads that hang, use too much memory, and die.

import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import type { Pool, PoolOptions } from "../../src/workers/pool.ts";

type WordPool = Pool<readonly string[], readonly string[]>;

/** The built code, because threads run built files. */
async function openPool(
  options: Partial<PoolOptions> & { isBroken?: boolean; shared?: SharedArrayBuffer } = {},
): Promise<WordPool> {
  const { Pool: BuiltPool } = await import("../../dist/workers/pool.js" as string);
  const { isBroken = false, shared = new SharedArrayBuffer(8), ...rest } = options;
  const pool: WordPool = new BuiltPool({
    entry: pathToFileURL(fileURLToPath(new URL("./jobs.mjs", import.meta.url))),
    name: "the worker",
    data: () => ({ isBroken, shared }),
    size: 1,
    itemMs: 400,
    ...rest,
  });
  onTestFinished(() => pool.close());
  return pool;
}

it.each([
  ["hang", {}, "took longer than 0.4 s"],
  ["hang softly", {}, "took longer than 0.4 s"],
  ["swell", { heapMb: 64, itemMs: 60_000 }, "took too much memory"],
  ["die", {}, "ended its thread with exit code 3"],
])(
  "an item that would %s fails alone, and the rest is answered by a new worker",
  async (item, options, reason) => {
    const restarts: string[] = [];
    const failed: [number, string][] = [];
    const pool = await openPool({ ...options, onRestart: (why) => restarts.push(why) });
    const answers = await Promise.all([
      pool.run(["a", item, "b", item], { onFailed: (place, why) => failed.push([place, why]) }),
      pool.run(["c"]),
    ]);
    expect(answers).toEqual([["a!", reason, "b!", reason], ["c!"]]);
    expect(failed).toEqual([
      [1, reason],
      [3, reason],
    ]);
    // A thread may have died by accident, so the item is tried once more.
    expect(restarts).toEqual(Array(item === "die" ? 4 : 2).fill(reason));
  },
);

it("an item at which a worker dies once is answered", async () => {
  const pool = await openPool();
  expect(await pool.run(["a", "die once", "b"])).toEqual(["a!", "die once!", "b!"]);
  expect(pool.restarts).toBe(1);
});

it("a job that throws is rejected with its reason, and the worker goes on", async () => {
  const pool = await openPool();
  const [thrown, other] = await Promise.allSettled([pool.run(["throw"]), pool.run(["a"])]);
  expect(thrown).toMatchObject({ status: "rejected", reason: { message: "too deep" } });
  expect(other).toMatchObject({ value: ["a!"] });
  expect(pool.restarts).toBe(0);
});

it("a worker that cannot be opened rejects all that waits for it", async () => {
  const pool = await openPool({ isBroken: true });
  await expect(pool.ready()).rejects.toThrow("there is no such reward");
  await expect(pool.run(["a"])).rejects.toThrow("there is no such reward");
});

it("what is not wanted any more is not begun, and what is stopped hears of it", async () => {
  const pool = await openPool({ blocksAtOnce: 2 });
  await expect(pool.run(["a"], { isWanted: () => false })).rejects.toThrow("not wanted");
  const job = ["note", "until stopped"];
  const answer = pool.run(job, { onNote: () => pool.stop(job) });
  expect(await answer).toEqual(["note!", "until stopped!"]);
});

it("small jobs do not wait for a slow one that came with them, nor for one that hangs", async () => {
  const shared = new SharedArrayBuffer(8);
  const pool = await openPool({ size: 2, gather: 16, slowMs: 50, itemMs: 600_000, shared });
  await pool.ready();
  const order: string[] = [];
  const ask = (item: string) =>
    pool.run([item], { isSmall: true }).then(([answer]) => {
      order.push(answer!);
    });
  const hanging = ask("hang").catch(() => {});
  const slow = ask("slow");
  await Promise.all(Array.from({ length: 20 }, (_, i) => ask(`${i}`)));
  expect(order.toSorted()).toEqual(Array.from({ length: 20 }, (_, i) => `${i}!`).toSorted());
  Atomics.store(new Int32Array(shared), 1, 1);
  await slow;
  expect(pool.restarts).toBe(0);
  await pool.close();
  await hanging;
});

it("a worker at small jobs has the next ones before it has answered", async () => {
  const pool = await openPool({ gather: 16, itemMs: undefined });
  await pool.ready();
  const asked = ["until joined", "join"].map((item) => pool.run([item], { isSmall: true }));
  expect(await Promise.all(asked)).toEqual([["until joined!"], ["join!"]]);
});

it.runIf(process.platform === "linux")(
  "what others compute is not counted as the time of an item that waits",
  async () => {
    const pool = await openPool({ size: 2, slowMs: 50, itemMs: 600 });
    await pool.ready();
    const waits = ["until stopped"];
    const waiting = pool.run(waits);
    await pool.run(Array(8).fill("compute"));
    pool.stop(waits);
    expect(await waiting).toEqual(["until stopped!"]);
    expect(pool.restarts).toBe(0);
  },
);

it("close rejects what waits and what is under way", async () => {
  const pool = await openPool({ itemMs: undefined });
  await pool.ready();
  const waiting = [pool.run(["hang"]), pool.run(["a"])];
  const settled = Promise.allSettled(waiting);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await pool.close();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
