// Everything at once: workers, coordinators, connections and Redis are lost at random moments, repeatedly, and
// restarted as by a supervisor. The result equals the undisturbed run.

import { describe, expect, it, onTestFinished } from "vitest";
import { seededRandom } from "../../src/runs/seed.ts";
import type { Ended, Running } from "../runs/spawned.ts";
import { hasRedis } from "./redis.ts";
import {
  expectUndisturbed,
  openScene,
  problems,
  type Scene,
  startRun,
  startWorker,
  until,
  useShortLocks,
} from "./scene.ts";

const rounds = 12;

/** Restarts a worker whenever it ends. */
function superviseWorker(scene: Scene, place: number): { kill(): void } {
  let isOver = false;
  let worker: Running;
  const start = () => {
    worker = startWorker(scene, `at place ${place}`);
    void worker.ended.then(() => {
      if (!isOver) start();
    });
  };
  start();
  onTestFinished(() => {
    isOver = true;
    worker.kill("SIGKILL");
  });
  return { kill: () => worker.kill("SIGKILL") };
}

/** Starts the run until it ends by itself; an unreachable Redis at the start ends it too. */
function superviseRun(scene: Scene): { kill(): void; ended: Promise<Ended> } {
  let run = startRun(scene);
  const toTheEnd = async (): Promise<Ended> => {
    const ended = await run.ended;
    if (ended.signal !== "SIGKILL" && !ended.stderr.includes("no Redis can be used")) return ended;
    run = startRun(scene);
    return toTheEnd();
  };
  return { kill: () => run.kill("SIGKILL"), ended: toTheEnd() };
}

describe.runIf(hasRedis)("a run over a queue", () => {
  it("survives whatever is lost, and in whatever order", async () => {
    useShortLocks();
    const random = seededRandom("chaos");
    const scene = await openScene(30);
    const workers = [superviseWorker(scene, 0), superviseWorker(scene, 1)];
    const run = superviseRun(scene);
    let isOver = false;
    void run.ended.then(() => {
      isOver = true;
    });
    const faults = [
      () => workers[Math.floor(random() * workers.length)]!.kill(),
      () => run.kill(),
      () => scene.redis.ask((redis) => redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")),
      async () => {
        await scene.redis.stop(random() < 0.5);
        await scene.redis.start();
      },
    ];
    for (let round = 0; round < rounds && !isOver; round++) {
      const enough = scene.server.answered + Math.floor(random() * 6);
      await until(() => scene.server.answered >= enough || isOver);
      if (!isOver) await faults[Math.floor(random() * faults.length)]!();
    }
    await expectUndisturbed(scene, await run.ended);
    expect(scene.server.asked.length).toBeGreaterThanOrEqual(problems);
  });
});
