// A worker, the coordinator or Redis is lost at any moment, and the run ends as if nothing had happened: no result is
// lost, and at most the units of the lost worker are repeated.

import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { finishedIn, problemOf } from "../runs/sums.ts";
import { hasRedis } from "./redis.ts";
import {
  answeredAtLeast,
  askedAgain,
  expectUndisturbed,
  heldAtMost,
  heldBack,
  openScene,
  problems,
  type Scene,
  startRun,
  startWorker,
  until,
  useShortLocks,
} from "./scene.ts";

/** The name of the problem in the rows, where it is counted from 0, from its name in the journal. */
const idOf = (problem: number): string => `${problem + 1}`;

const waitingIn = ({ redis }: Scene): Promise<number> =>
  redis.ask(async (asked) => {
    const [list] = await asked.keys("assay:run-*:wait");
    return list === undefined ? 0 : asked.llen(list);
  });

describe.runIf(hasRedis)("a run over a queue", () => {
  it("is the run without one, and leaves nothing in Redis", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    startWorker(scene, "two");
    await expectUndisturbed(scene, await startRun(scene).ended);
    expect(scene.server.asked).toHaveLength(problems);
    expect(scene.server.mostInFlight).toBeGreaterThan(heldAtMost);
    // Workers report themselves as long as they are connected.
    await until(async () => !/:run-|:epoch:|:context:|:announced:/.test(await scene.redis.everything()));
  });

  it("loses a worker to SIGKILL", async () => {
    useShortLocks();
    const scene = await openScene();
    const first = startWorker(scene, "first");
    const run = startRun(scene);
    await answeredAtLeast(scene, 12);
    first.kill("SIGKILL");
    const finished = await finishedIn(scene.run);
    startWorker(scene, "second");
    await expectUndisturbed(scene, await run.ended);
    const again = askedAgain(scene);
    expect(again.length).toBeLessThanOrEqual(heldAtMost);
    expect(again.filter((problem) => finished.has(idOf(problem)))).toEqual([]);
  });

  it("has a worker that is stopped for longer than its lock, and comes back", async () => {
    useShortLocks();
    const scene = await openScene();
    const first = startWorker(scene, "first");
    const run = startRun(scene);
    await answeredAtLeast(scene, 12);
    startWorker(scene, "second");
    await answeredAtLeast(scene, 16);
    first.kill("SIGSTOP");
    let isOver = false;
    void run.ended.then(() => {
      isOver = true;
    });
    // It may happen to hold no unit at that moment.
    await until(() => askedAgain(scene).length > 0 || isOver);
    first.kill("SIGCONT");
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene).length).toBeLessThanOrEqual(heldAtMost);
  });

  it("loses its coordinator, which is started again, and asks for nothing twice", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    for (const answered of [10, 30]) {
      const run = startRun(scene);
      await answeredAtLeast(scene, answered);
      run.kill("SIGKILL");
      await run.ended;
    }
    await expectUndisturbed(scene, await startRun(scene).ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("outlives a Redis that is restarted with its data", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 12);
    await scene.redis.stop(true);
    await scene.redis.start();
    await expectUndisturbed(scene, await run.ended);
    // Results that arrived after the last snapshot may be lost with Redis.
    expect(askedAgain(scene).length).toBeLessThanOrEqual(2 * heldAtMost);
  });

  it("outlives a Redis that is restarted without its data", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 12);
    await scene.redis.stop(false);
    await scene.redis.start();
    await expectUndisturbed(scene, await run.ended);
    // Unread results are lost with Redis.
    expect(askedAgain(scene).length).toBeLessThanOrEqual(2 * heldAtMost);
  });

  it("asks for nothing twice where one worker held all that an emptied Redis has lost", async () => {
    const scene = await openScene();
    const answer = heldBack(scene);
    startWorker(scene, "one");
    const run = startRun(scene);
    await until(() => scene.server.inFlight === heldAtMost);
    await scene.redis.stop(false);
    await scene.redis.start();
    // All units are handed out again, and wait, because the worker's slots are full.
    await until(async () => (await waitingIn(scene)) === 2 * heldAtMost);
    answer();
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("asks for nothing twice where Redis was stopped for longer than a lock", async () => {
    useShortLocks();
    const scene = await openScene();
    const answer = heldBack(scene);
    startWorker(scene, "one");
    const run = startRun(scene);
    await until(() => scene.server.inFlight === heldAtMost);
    await scene.redis.pause(2_000);
    // The unit was taken from the worker that holds it, and waits.
    await until(async () => (await waitingIn(scene)) > heldAtMost);
    answer();
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("outlives connections that are dropped, again and again", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    const run = startRun(scene);
    for (const answered of [8, 16, 24, 32]) {
      await answeredAtLeast(scene, answered);
      await scene.redis.ask((redis) => redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"));
    }
    await expectUndisturbed(scene, await run.ended);
    expect(askedAgain(scene)).toEqual([]);
  });

  it("refuses a second coordinator: by the lock of its folder, and by the queue where the folder was copied", async () => {
    const scene = await openScene(700);
    startWorker(scene, "one");
    const first = startRun(scene);
    await answeredAtLeast(scene, 8);
    const beside = await startRun(scene).ended;
    expect(beside.code).toBe(1);
    expect(beside.stderr).toContain("writes to this run");
    const copy = join(scene.folder, "copy");
    await cp(scene.run, copy, { recursive: true, filter: (path) => !path.endsWith(".lock") });
    const second = startRun({ ...scene, run: copy });
    const { code, stderr } = await first.ended;
    expect(stderr).toContain("another coordinator has started this run");
    expect(code).toBe(1);
    await expectUndisturbed({ ...scene, run: copy }, await second.ended);
  });

  it("takes the first of two results of a unit, and counts the other", async () => {
    const scene = await openScene();
    startWorker(scene, "one");
    const run = startRun(scene);
    await answeredAtLeast(scene, 8);
    let copied = 0;
    const copyResults = async () => {
      await scene.redis.ask(async (redis) => {
        const [stream] = await redis.keys("assay:run-*:events");
        for (const [, fields] of stream ? await redis.xrange(stream, "-", "+") : []) {
          if (!fields.includes("completed")) continue;
          await redis.xadd(stream!, "*", ...fields);
          copied++;
        }
      });
      return copied > 0;
    };
    await until(copyResults);
    const ended = await run.ended;
    await expectUndisturbed(scene, ended);
    expect(ended.stderr).toMatch(/\d+ units? (?:was|were) sent more than once/);
    expect(scene.server.asked).toHaveLength(problems);
  });

  it("writes no result down that it could not read again", async () => {
    const scene = await openScene();
    const open = heldBack(scene);
    startWorker(scene, "one", "--concurrency", "8");
    const run = startRun(scene);
    await until(() => scene.server.asked.length >= 8);
    const completion = { sample: 0, text: "\\boxed{0}", finish: null };
    const usage = { inputTokens: 0, outputTokens: 0 };
    const results: object[] = [
      { value: null },
      {},
      { value: { completions: [] } },
      { value: { completions: [{ ...completion, text: 5 }], failures: [], usage } },
      {
        value: { completions: [completion], failures: [], usage },
        next: [{ id: "a", kind: "no such kind", input: 1 }],
      },
      {
        value: { completions: [completion], failures: [], usage },
        next: [{ id: "a", kind: "draw", input: {} }],
      },
    ];
    await scene.redis.ask(async (redis) => {
      const [stream] = await redis.keys("assay:run-*:events");
      for (const [i, result] of results.entries()) {
        const sent = { unit: `sums/${i + 1}#0-1`, by: "a stranger", time: { at: "", ms: 1 }, ...result };
        const fields = ["event", "completed", "jobId", `${i}`, "returnvalue", JSON.stringify(sent)];
        await redis.xadd(stream!, "*", ...fields);
      }
    });
    await until(
      async () => (await readFile(join(scene.run, "samples.jsonl"), "utf8")).split("\n").length > 6,
    );
    open();
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain("the result of the unit is invalid");
    const lines = (await readFile(join(scene.run, "samples.jsonl"), "utf8")).trimEnd().split("\n");
    const failed = lines.map((line) => JSON.parse(line)).filter(({ error }) => error !== undefined);
    expect(failed.map(({ id }) => id).sort()).toEqual(results.map((_, i) => `sums/${i + 1}#0-1`));
    expect(failed.every(({ error }) => error.reason === "outcome")).toBe(true);
    // The folder is still valid: a continued run requests these units again.
    await expectUndisturbedAfter(scene);
  });

  it("records a unit as lost that kills its worker three times, and goes on", async () => {
    useShortLocks();
    const scene = await openScene();
    const poison = 0;
    const isPoison = () => scene.server.asked.filter((asked) => problemOf(asked) === poison).length;
    const run = startRun(scene);
    for (let killed = 0; killed < 3; killed++) {
      const worker = startWorker(scene, `worker ${killed}`, "--concurrency", "1");
      await until(() => isPoison() > killed);
      worker.kill("SIGKILL");
    }
    startWorker(scene, "last");
    const { code, stderr } = await run.ended;
    expect(stderr).toContain("3 workers were lost while processing this unit");
    expect(stderr).toContain(`--base-url ${scene.server.url} --queue ${scene.redis.url}' asks for them`);
    expect(code).toBe(1);
    expect(isPoison()).toBe(3);
    expect((await finishedIn(scene.run)).size).toBe(problems);
    // A failure by lost workers is not permanent: a continued run retries the unit.
    await expectUndisturbedAfter(scene);
  });
});

/** A continued run also has the record of the failure, so only its figures are compared. */
async function expectUndisturbedAfter(scene: Scene): Promise<void> {
  const { code, stdout } = await startRun(scene).ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, done: 2 * problems });
}
