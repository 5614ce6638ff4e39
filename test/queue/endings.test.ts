// How users stop runs and workers at a queue, and continue them.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answerSums, finishedIn } from "../runs/sums.ts";
import { hasRedis } from "./redis.ts";
import {
  answeredAtLeast,
  askedAgain,
  expectUndisturbed,
  heldAtMost,
  openScene,
  problems,
  startRun,
  startWorker,
  until,
  useShortLocks,
} from "./scene.ts";

describe.runIf(hasRedis)("a run over a queue", () => {
  it("with Ctrl-C takes back what no worker has begun, waits for the rest, and goes on", async () => {
    const scene = await openScene(200);
    startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 8);
    run.kill("SIGINT");
    const { code } = await run.ended;
    expect(code).toBe(130);
    // All started units are in the journal, and none is left to be started.
    const { asked } = scene.server;
    expect((await finishedIn(scene.run)).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(problems);
    await until(async () => !/:run-/.test(await scene.redis.everything()));
    await expectUndisturbed(scene, await startRun(scene).ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("with a second Ctrl-C waits for nobody, and finds later what workers have sent", async () => {
    const scene = await openScene(1_000);
    startWorker(scene, "one");
    const run = startRun(scene);
    await until(() => scene.server.inFlight === heldAtMost);
    run.kill("SIGINT");
    await until(async () => (await scene.redis.ask((redis) => redis.keys("*:wait"))).length === 0);
    run.kill("SIGINT");
    expect((await run.ended).code).toBe(130);
    expect(scene.server.answered).toBeLessThan(problems);
    scene.server.answerWith(answerSums());
    await expectUndisturbed(scene, await startRun(scene).ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("that is killed leaves only what its name finds", async () => {
    useShortLocks();
    const scene = await openScene();
    const worker = startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 8);
    for (const { kill } of [worker, run]) kill("SIGKILL");
    await run.ended;
    const { run: name } = JSON.parse(await readFile(join(scene.run, "queue.json"), "utf8")) as {
      run: string;
    };
    const others = async () =>
      (await scene.redis.ask((redis) => redis.keys("*"))).filter((key) => !key.includes(name));
    // The sets contain only names, and are cleaned up by the next process.
    await until(async () => (await others()).every((key) => ["assay:runs", "assay:workers"].includes(key)));
  });

  it("goes on while workers come and go, each with Ctrl-C, and asks for nothing twice", async () => {
    const scene = await openScene();
    const run = startRun(scene);
    let isOver = false;
    void run.ended.then(() => {
      isOver = true;
    });
    for (let i = 0; !isOver; i++) {
      const worker = startWorker(scene, `${i}`);
      const before = scene.server.answered;
      await until(() => scene.server.answered >= before + 10 || isOver);
      // A process that has just started may not handle Ctrl-C yet.
      if (isOver) break;
      worker.kill("SIGINT");
      const { code, stderr } = await worker.ended;
      expect(code).toBe(0);
      expect(stderr).toMatch(/ends: \d+ units? done/);
    }
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("and its worker end at once when they must, also where Redis is away", async () => {
    const scene = await openScene(60_000);
    const worker = startWorker(scene, "one");
    const run = startRun(scene);
    await until(() => scene.server.inFlight === heldAtMost);
    await scene.redis.stop(false);
    for (const { kill } of [run, worker]) kill("SIGTERM");
    expect((await run.ended).code).toBe(143);
    expect((await worker.ended).code).toBe(143);
  });

  it("gets back at once what a worker holds that is ended with SIGTERM", async () => {
    const scene = await openScene(60_000);
    const first = startWorker(scene, "first");
    const run = startRun(scene);
    await until(() => scene.server.inFlight === heldAtMost);
    first.kill("SIGTERM");
    expect((await first.ended).code).toBe(143);
    scene.server.answerWith(answerSums());
    startWorker(scene, "second");
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene)).toHaveLength(heldAtMost);
  });
});
