// A run that is killed, that runs out of disk, or whose server dies, is restarted: it ends as the undisturbed run does,
// repeats no answered request, and loses no answer.

import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "../../src/runs/seed.ts";
import { type Answer, TestServer } from "../models/server.ts";
import { trials } from "../seed.ts";
import { testFolder } from "./folder.ts";
import { ranAssay, scriptPath, start, startAssay } from "./spawned.ts";
import { answerSums, evalArgs, finishedIn, problemOf, samplesOf, writeSums } from "./sums.ts";

const problems = 120;
const sampling = ["-n", "2", "-t", "1", "--seed", "3"];
let undisturbed: string[];
let rows: string;
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start(answerSums());
});
afterAll(() => server.close());

/** The undisturbed run, made once. */
async function prepare(): Promise<string> {
  const folder = await testFolder();
  rows = await writeSums(folder, problems);
  if (!undisturbed) {
    const run = join(folder, "undisturbed");
    const { code, stderr } = await ranAssay(evalArgs(rows, server.url, run, ...sampling));
    expect(stderr).not.toContain("missing");
    expect(code).toBe(0);
    undisturbed = await samplesOf(run);
    expect(undisturbed).toHaveLength(problems);
  }
  return folder;
}

/**
 * Restarts a run repeatedly, and kills it at random moments; returns the requests that were repeated although their
 * answers existed.
 */
async function killAgainAndAgain(run: string, kills: number, seed: string): Promise<string[]> {
  const random = seededRandom(seed);
  const repeated: string[] = [];
  const lane = await TestServer.start(answerSums(({ body }) => 2 + (body.seed! % 12)));
  const go = () => startAssay(evalArgs(rows, lane.url, run, ...sampling, "--concurrency", "5"));
  const check = (finished: Set<string>, from: number) => {
    for (const asked of lane.asked.slice(from)) {
      const id = `${problemOf(asked) + 1}`;
      if (finished.has(id)) repeated.push(id);
    }
  };
  for (let kill = 0; kill < kills; kill++) {
    const finished = await finishedIn(run);
    const from = lane.asked.length;
    const running = go();
    const patience = Math.floor(random() * 8);
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    // Most are killed after some requests, some during the start.
    const waits = random() < 0.15 ? 0 : 1_000_000;
    for (let wait = 0; wait < waits && !isOver && lane.asked.length < from + patience; wait++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => setTimeout(resolve, random() * 15));
    running.kill("SIGKILL");
    expect((await running.ended).signal).toBe("SIGKILL");
    check(finished, from);
  }
  const finished = await finishedIn(run);
  expect(finished.size).toBeLessThan(problems);
  const from = lane.asked.length;
  expect((await go().ended).code).toBe(0);
  check(finished, from);
  await lane.close();
  return repeated;
}

describe("a run", () => {
  it("is killed with SIGKILL at random moments, and is the undisturbed run in the end", async () => {
    const folder = await prepare();
    const lanes = ["one", "two"].map((lane) => ({ lane, run: join(folder, lane) }));
    const repeated = await Promise.all(
      lanes.map(({ lane, run }) => killAgainAndAgain(run, trials(25, 8), lane)),
    );
    expect(repeated).toEqual([[], []]);
    for (const { run } of lanes) expect(await samplesOf(run)).toEqual(undisturbed);
  });

  it("stops with a sentence when the disk is full, and goes on when there is room again", async () => {
    const folder = await prepare();
    const run = join(folder, "full");
    const args = [scriptPath("assay.mjs"), ...evalArgs(rows, server.url, run, ...sampling)];
    const limited = await start("bash", ["-c", 'ulimit -f 20; exec "$@"', "bash", process.execPath, ...args])
      .ended;
    expect(limited.code).toBe(1);
    expect(limited.stderr).toContain("samples.jsonl: cannot be written");
    const finished = await finishedIn(run);
    expect(finished.size).toBeGreaterThan(0);
    expect(finished.size).toBeLessThan(problems);
    const from = server.asked.length;
    expect((await ranAssay(evalArgs(rows, server.url, run, ...sampling))).code).toBe(0);
    const askedAgain = server.asked.slice(from).filter((asked) => finished.has(`${problemOf(asked) + 1}`));
    expect(askedAgain).toEqual([]);
    expect(await samplesOf(run)).toEqual(undisturbed);
  });

  it("waits for a server that dies and comes back", async () => {
    const folder = await prepare();
    const run = join(folder, "dying");
    const mortal = await TestServer.start(answerSums(() => 5));
    const dieOnce: Answer = (asked, number) => {
      if (number === 40) void mortal.close().then(() => setTimeout(() => void mortal.listen(), 400));
      return answerSums(() => 5)(asked, number);
    };
    mortal.answerWith(dieOnce);
    const { code, stderr } = await ranAssay(evalArgs(rows, mortal.url, run, ...sampling));
    expect(stderr).toContain("retries");
    expect(code).toBe(0);
    expect(await samplesOf(run)).toEqual(undisturbed);
    await mortal.close();
  });

  it.each(["1", "7", "64"])("draws the same samples with %s requests at once", async (concurrency) => {
    const folder = await prepare();
    const run = join(folder, "run");
    const args = evalArgs(rows, server.url, run, ...sampling, "--concurrency", concurrency);
    expect((await ranAssay(args)).code).toBe(0);
    expect(await samplesOf(run)).toEqual(undisturbed);
  });

  it("can be copied in the middle and gone on with elsewhere", async () => {
    const folder = await prepare();
    const slow = await TestServer.start(answerSums(() => 10));
    const { kill, ended } = startAssay(evalArgs(rows, slow.url, join(folder, "here"), ...sampling));
    while (slow.asked.length < 50) await new Promise((resolve) => setTimeout(resolve, 1));
    kill("SIGKILL");
    await ended;
    await cp(join(folder, "here"), join(folder, "there"), { recursive: true });
    expect((await ranAssay(["eval", join(folder, "there"), "--base-url", slow.url])).code).toBe(0);
    expect(await samplesOf(join(folder, "there"))).toEqual(undisturbed);
    await slow.close();
  });
});
