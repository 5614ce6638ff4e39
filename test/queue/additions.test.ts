// Adding units to the queue, with a Redis that gives unusual answers.

import { describe, expect, it, onTestFinished } from "vitest";
import { type Addition, Additions } from "../../src/queue/additions.ts";
import { epochKey, jobKeys, jobListKey } from "../../src/queue/messages.ts";
import { connect, sentOnce } from "../../src/queue/redis.ts";
import { hasRedis, RedisServer } from "./redis.ts";
import { until } from "./scene.ts";

const [run, epoch] = ["a-run", 3];

/** An interrupted addition is repeated, as a coordinator does. */
async function openAdditions(server: RedisServer, input: unknown = {}, isIdle = true) {
  const redis = connect(new URL(server.url), sentOnce);
  const cutOff: unknown[] = [];
  let last: Addition[] = [];
  let replaced = 0;
  const additions = new Additions(redis, {
    run,
    epoch,
    context: "a-context",
    onReplaced: () => replaced++,
    isIdle: () => isIdle,
    async onCutOff(reason) {
      cutOff.push(reason);
      if (cutOff.length > 5) return;
      for (const each of last) additions.gather(each);
    },
  });
  onTestFinished(async () => {
    redis.disconnect();
    await server.close();
  });
  const add = async (...jobs: string[]) => {
    last = jobs.map((job) => ({ job, unit: { id: job, kind: "draw", input }, isHandedOut: false }));
    for (const each of last) additions.gather(each);
    await additions.settled();
  };
  return { redis, add, cutOff, replaced: () => replaced };
}

const waiting = (server: RedisServer) => server.ask((redis) => redis.llen(jobListKey(run, "wait")));

describe.runIf(hasRedis)("units on their way into the queue", () => {
  it("arrive though the run is announced anew while the first of them are under way", async () => {
    const server = await RedisServer.start();
    const { redis, add, cutOff } = await openAdditions(server);
    // As if Redis was restarted without its data, and the coordinator announces itself again.
    const multi = redis.multi.bind(redis);
    redis.multi = ((...args: []) => {
      redis.multi = multi;
      const transaction = multi(...args);
      const exec = transaction.exec.bind(transaction);
      transaction.exec = async () => {
        await server.ask((other) => other.set(epochKey(run), epoch));
        return exec();
      };
      return transaction;
    }) as typeof redis.multi;
    await add("one", "two");
    expect(cutOff.length).toBeGreaterThan(0);
    await until(async () => (await waiting(server)) === 2);
    const before = cutOff.length;
    await add("three");
    expect(cutOff).toHaveLength(before);
    expect(await waiting(server)).toBe(3);
  });

  it("are not taken for added when Redis refuses them", async () => {
    const server = await RedisServer.start();
    const { add, cutOff } = await openAdditions(server);
    await server.ask((redis) => redis.config("SET", "maxmemory", "1"));
    await add("one");
    expect(cutOff.length).toBeGreaterThan(1);
    expect(String(cutOff[0])).toMatch(/OOM|EXECABORT/);
    expect(await waiting(server)).toBe(0);
  });

  it("go in smaller parts where Redis has no room for all, and leave room for results", async () => {
    const server = await RedisServer.start();
    const { redis, add, cutOff } = await openAdditions(server, "x".repeat(400_000), false);
    const used = Number(/used_memory:(\d+)/.exec(await redis.info("memory"))![1]);
    await server.ask((other) => other.config("SET", "maxmemory", `${2 * used + 20_000_000}`));
    // Together they exceed the memory.
    const isDone = add(...Array.from({ length: 60 }, (_, i) => `1-${i}`));
    let done = 0;
    while (done < 60)
      done += await server.ask(async (other) => {
        // As a worker does that ends its jobs.
        const jobs = (await other.lpop(jobListKey(run, "wait"), 60)) ?? [];
        if (jobs.length === 0) return 0;
        await other.xadd("results", "*", "text", "x".repeat(400_000));
        await other.del("results", ...jobs.map((job) => `${jobKeys(run)}${job}`));
        return jobs.length;
      });
    await isDone;
    expect(cutOff).toEqual([]);
    expect(done).toBe(60);
  });

  it("stay out when the run has another coordinator", async () => {
    const server = await RedisServer.start();
    const { add, replaced } = await openAdditions(server);
    await server.ask((redis) => redis.set(epochKey(run), epoch + 1));
    await add("one");
    expect(replaced()).toBe(1);
    expect(await waiting(server)).toBe(0);
  });
});
