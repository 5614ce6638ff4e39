// Everything at once: workers, coordinators, connections and Redis are lost at random moments, again and again, and the
// run is the undisturbed one in the end.

import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/runs/seed.ts";
import type { Running } from "../runs/spawned.ts";
import { hasRedis } from "./redis.ts";
import { expectUndisturbed, openScene, problems, startRun, startWorker, until } from "./scene.ts";

const rounds = 12;

describe.runIf(hasRedis)("a run over a queue", () => {
  it("survives whatever is lost, and in whatever order", async () => {
    const random = seededRandom("chaos");
    const scene = await openScene(30);
    let names = 0;
    const newWorker = () => startWorker(scene, `${names++}`);
    const workers = [newWorker(), newWorker()];
    let run: Running = startRun(scene);
    let isOver = false;
    let isStartedAgain = false;
    const watch = (running: Running) =>
      void running.ended.then(() => {
        if (!isStartedAgain) isOver = true;
      });
    watch(run);
    const faults = [
      async () => {
        const place = Math.floor(random() * workers.length);
        workers[place]!.child.kill("SIGKILL");
        workers[place] = newWorker();
      },
      async () => {
        const { child, ended } = run;
        // Whoever listens must not take this for the run's end.
        isStartedAgain = true;
        child.kill("SIGKILL");
        await ended;
        isStartedAgain = false;
        run = startRun(scene);
        watch(run);
      },
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
