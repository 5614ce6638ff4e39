// A Redis that refuses what a run needs: because its memory is full, or because its user has no permission.

import { describe, expect, it, onTestFinished } from "vitest";
import { jobKeys, resultsKey } from "../../src/queue/messages.ts";
import { connect } from "../../src/queue/redis.ts";
import { missingJobs } from "../../src/queue/scripts.ts";
import type { Running } from "../runs/spawned.ts";
import { hasRedis } from "./redis.ts";
import { expectUndisturbed, openScene, startRun, startWorker, until } from "./scene.ts";

/** Waits for the message. */
const says = ({ stderr }: Running, sentence: string): Promise<void> =>
  until(() => stderr().includes(sentence));

describe.runIf(hasRedis)("a Redis that refuses what a run needs", () => {
  const setRoom = (scene: Awaited<ReturnType<typeof openScene>>, bytes: number) =>
    scene.redis.ask((redis) => redis.config("SET", "maxmemory", `${bytes}`));

  it("because it is full is asked again until it has room", async () => {
    const scene = await openScene();
    await setRoom(scene, 1);
    const run = startRun(scene);
    await says(run, "Redis does not accept units, and Assay retries until it does: ");
    startWorker(scene, "one");
    await setRoom(scene, 0);
    await expectUndisturbed(scene, await run.ended);
  });

  it("because it is full does not keep a run from being ended", async () => {
    const scene = await openScene();
    await setRoom(scene, 1);
    const run = startRun(scene);
    await says(run, "Redis does not accept units");
    run.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(stderr).not.toContain("unexpected");
  });

  it("for good is told in a sentence", async () => {
    const scene = await openScene();
    await scene.redis.ask((redis) => redis.call("ACL", "SETUSER", "default", "-@write"));
    const { code, stderr } = await startRun(scene).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/the Redis at redis:\S+ refuses what a run needs: NOPERM/);
    expect(stderr).not.toContain("unexpected");
  });
});

describe.runIf(hasRedis)("a run of the size that is promised", () => {
  it("finds all of its units in a Redis that has lost them", async () => {
    const units = 128_000;
    const scene = await openScene();
    const redis = connect(new URL(scene.redis.url));
    onTestFinished(() => redis.disconnect());
    await redis.set(`${jobKeys("ab")}1-7`, "there");
    await redis.xadd(resultsKey("ab"), "5-0", "event", "completed");
    const jobs = Array.from({ length: units }, (_, i) => `1-${i}`);
    let missing = 0;
    let last = "";
    for await (const found of missingJobs(redis, "ab", jobs)) {
      missing += found.missing.length;
      last = found.last;
    }
    expect(missing).toBe(units - 1);
    expect(last).toBe("5-0");
  });
});
