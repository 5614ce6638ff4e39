// A worker with several runs, or with a run whose coordinator has ended: its units in progress, and its reports.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readJson, readWorkerState, type WorkerState } from "../../src/queue/messages.ts";
import { ranAssay } from "../runs/spawned.ts";
import { hasRedis } from "./redis.ts";
import {
  answeredAtLeast,
  expectUndisturbed,
  heldAtMost,
  heldBack,
  openScene,
  type Scene,
  startRun,
  startWorker,
  until,
  useShortLocks,
} from "./scene.ts";

const toldOfWorker = ({ redis }: Scene): Promise<WorkerState> =>
  redis.ask(async (asked) => {
    const [key] = await asked.keys("assay:worker:*");
    return readWorkerState(readJson(await asked.get(key!)))!;
  });

describe.runIf(hasRedis)("a worker", () => {
  it("does no more at once than it has slots, however many runs there are", async () => {
    const scene = await openScene();
    const runs = [0, 1, 2, 3, 4].map((i) =>
      startRun({ ...scene, run: join(scene.folder, `run-${i}`) }, "--max-problems", "8"),
    );
    await until(async () => (await scene.redis.ask((redis) => redis.scard("assay:runs"))) === runs.length);
    startWorker(scene, "one", "--concurrency", "2");
    for (const { ended } of runs) expect((await ended).code).toBe(0);
    expect(scene.server.mostInFlight).toBe(2);
    expect(scene.server.asked).toHaveLength(8 * runs.length);
  });

  it("counts what it has done for a run that it leaves, and the run is seen until its results are written", async () => {
    useShortLocks();
    const scene = await openScene();
    startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 8);
    const answer = heldBack(scene);
    const alreadyAsked = scene.server.asked.length;
    await until(() => scene.server.asked.length >= alreadyAsked + heldAtMost);
    await until(() => scene.server.inFlight === heldAtMost);
    const done = scene.server.answered;
    await until(async () => (await toldOfWorker(scene)).done === done);
    run.kill("SIGKILL");
    await run.ended;
    await until(async () => (await toldOfWorker(scene)).runs.every(({ slots }) => slots === 0));
    const left = await toldOfWorker(scene);
    expect(left.done).toBe(done);
    expect(left.runs).toMatchObject([{ slots: 0, inFlight: heldAtMost }]);
    answer();
    await until(async () => (await toldOfWorker(scene)).done === done + heldAtMost);
    type Seen = { results: number; has_coordinator: boolean; waiting: number; under_way: number };
    let runs: Seen[] = [];
    await until(async () => {
      const seen = await ranAssay(["workers", "--queue", scene.redis.url, "--json"]);
      runs = (JSON.parse(seen.stdout) as { runs: Seen[] }).runs;
      return runs.length === 1 && !runs[0]!.has_coordinator && runs[0]!.under_way === 0;
    });
    expect(runs).toMatchObject([{ has_coordinator: false, under_way: 0 }]);
    // Results that were written just before may not be deleted yet.
    expect(runs[0]!.results).toBeGreaterThanOrEqual(heldAtMost);
    expect(runs[0]!.results).toBeLessThanOrEqual(done + heldAtMost);
    await expectUndisturbed(scene, await startRun(scene).ended);
  });
});
