// A look at a queue from outside: who works there, on what and how fast, and what waits.

import type { Redis } from "ioredis";
import { announcementKey, jobListKey, resultsKey, runsKey } from "./keys.ts";
import { readAnnouncement, readJson, type WorkerState } from "./messages.ts";
import { connectFirst } from "./redis.ts";
import { knownWorkers } from "./registry.ts";
import type { Stamp } from "./stamp.ts";

/** A run that hands out units. */
export interface AnnouncedRun {
  run: string;
  kind: string;
  /** Units that no worker has begun. */
  waiting: number;
  underWay: number;
  /** Results that the coordinator has not written down yet. */
  results: number;
}

export interface QueueOverview {
  workers: (WorkerState & { unitsPerSecond: number })[];
  others: { id: string; stamp: Stamp }[];
  runs: AnnouncedRun[];
}

/** Between two looks: by what was done meanwhile, it is told how fast a worker is. */
const lookMs = 2_000;

/** @throws {QueueError} where Redis cannot be used */
export async function lookAtQueue(url: URL): Promise<QueueOverview> {
  const redis = await connectFirst(url);
  try {
    const before = await knownWorkers(redis);
    const started = performance.now();
    if (before.workers.length > 0) await new Promise((resolve) => setTimeout(resolve, lookMs));
    const { workers, others } = await knownWorkers(redis);
    const seconds = (performance.now() - started) / 1000;
    const earlier = new Map(before.workers.map((worker) => [worker.id, worker]));
    return {
      workers: workers
        .map((worker) => ({ ...worker, unitsPerSecond: ended(worker, earlier.get(worker.id)) / seconds }))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.pid - b.pid)),
      others,
      runs: await announcedRuns(redis),
    };
  } finally {
    redis.disconnect();
  }
}

/** Units that ended between two looks; none of a worker that has just come. */
const ended = (now: WorkerState, before: WorkerState | undefined): number =>
  before ? now.done + now.failed - before.done - before.failed : 0;

async function announcedRuns(redis: Redis): Promise<AnnouncedRun[]> {
  const names = (await redis.smembers(runsKey)).sort();
  const texts = names.length === 0 ? [] : await redis.mget(names.map(announcementKey));
  const runs: AnnouncedRun[] = [];
  for (const text of texts) {
    const announced = readAnnouncement(readJson(text));
    if (!announced) continue;
    const { run, kind } = announced;
    const [waiting, underWay, results] = await Promise.all([
      redis.llen(jobListKey(run, "wait")),
      redis.llen(jobListKey(run, "active")),
      redis.xlen(resultsKey(run)),
    ]);
    runs.push({ run, kind, waiting, underWay, results });
  }
  return runs;
}
