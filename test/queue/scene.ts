// Common parts of tests of the queue: a Redis, a model server that counts its requests, and workers and a coordinator
// in their own processes. Locks are shorter than usual, so that lost workers are found soon; the mechanism is the same.

import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Asked, type Reply, TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { beginAssay, type Ended, type Running, ranAssay, startAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, problemOf, samplesOf, writeSums } from "../runs/sums.ts";
import { RedisServer } from "./redis.ts";

/** For a test in which workers are lost, which must be detected. */
export function useShortLocks(): void {
  process.env.ASSAY_QUEUE_LOCK_MS = "1200";
  onTestFinished(() => {
    delete process.env.ASSAY_QUEUE_LOCK_MS;
  });
}

export const problems = 60;
const slots = 4;
const sampling = ["-n", "2", "-t", "1", "--seed", "3"];

export interface Scene {
  redis: RedisServer;
  server: TestServer;
  folder: string;
  rows: string;
  run: string;
}

/** The result of a run without a queue; the same for every test. */
let undisturbed: Promise<Outcome> | undefined;

interface Outcome {
  samples: string[];
  figures: unknown;
}

/** @param delayMs the delay of the model's answers */
export async function openScene(delayMs = 40, ...redisSettings: string[]): Promise<Scene> {
  const redis = await RedisServer.start(...redisSettings);
  const server = await TestServer.start(answerSums(() => delayMs));
  const folder = await testFolder();
  onTestFinished(async () => {
    await server.close();
    await redis.close();
  });
  const rows = await writeSums(folder, problems);
  return { redis, server, folder, rows, run: join(folder, "run") };
}

/** Ended with the test in any case. */
function watched(running: Running): Running {
  onTestFinished(async () => {
    await running.stop();
  });
  return running;
}

/** The options of a worker. */
export type Place = Pick<Scene, "redis"> & { server?: { url: string } };

/** It may use the scene's server. */
export function startWorker({ redis, server }: Place, name: string, ...more: string[]): Running {
  const words = ["--queue", redis.url, "--name", name, "--concurrency", `${slots}`];
  const allowed = server ? ["--allow-origin", new URL(server.url).origin] : [];
  return watched(startAssay(["worker", ...words, ...allowed, ...more]));
}

export function startRun({ redis, server, rows, run }: Scene, ...more: string[]): Running {
  const words = evalArgs(rows, server.url, run, ...sampling, "--queue", redis.url, ...more);
  return watched(beginAssay(words));
}

/** Waits for a condition. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const answeredAtLeast = ({ server }: Scene, count: number): Promise<void> =>
  until(() => server.answered >= count);

/** Checks that a run is complete, as if it had not been disturbed. */
export async function expectUndisturbed({ rows, run, folder }: Scene, ended: Ended): Promise<void> {
  undisturbed ??= withoutQueue(rows, join(folder, "undisturbed"));
  expect(ended.stderr).toContain("the run is in");
  expect(ended.code).toBe(0);
  const { samples, figures } = await undisturbed;
  expect(await samplesOf(run)).toEqual(samples);
  expect(figuresOf(ended.stdout)).toEqual(figures);
}

async function withoutQueue(rows: string, run: string): Promise<Outcome> {
  const server = await TestServer.start(answerSums());
  const ended = await ranAssay(evalArgs(rows, server.url, run, ...sampling));
  await server.close();
  expect(server.asked).toHaveLength(problems);
  return { samples: await samplesOf(run), figures: figuresOf(ended.stdout) };
}

/** Without the durations of requests. */
function figuresOf(stdout: string): unknown {
  const { tasks } = JSON.parse(stdout) as { tasks: Record<string, Record<string, unknown>> };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, { request_seconds: _, ...figures }]) => [name, figures]),
  );
}

/** The problems that were requested more than once, with the number of extra requests. */
export function askedAgain({ server }: Scene): number[] {
  const seen = new Set<number>();
  return server.asked
    .map((asked: Asked) => problemOf(asked))
    .filter((problem) => {
      if (seen.has(problem)) return true;
      seen.add(problem);
      return false;
    });
}

/** The maximum number of units that a worker holds. */
export const heldAtMost = slots;

/** Answers the requests from now on when the test releases them. */
export function heldBack({ server }: Scene): () => void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const answer = answerSums();
  server.answerWith(async (asked, number) => {
    await opened;
    return answer(asked, number) as Reply;
  });
  return open;
}
