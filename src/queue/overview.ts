// The state of a queue from outside: its workers, their runs and speed, and waiting units.

import type { Redis } from "ioredis";
import {
  announcementKey,
  epochKey,
  jobListKey,
  knownWorkers,
  readAnnouncement,
  readJson,
  runsKey,
  type Stamp,
  type WorkerState,
} from "./messages.ts";
import { connectFirst } from "./redis.ts";
import { countResults } from "./scripts.ts";

/** A run that hands out units, or that has data at the queue. */
interface RunAtQueue {
  run: string;
  /** Whether its coordinator is connected; a run without one continues when its command is started again. */
  hasCoordinator: boolean;
  /** Only the coordinator has this. */
  kind?: string | undefined;
  /** Units that no worker has started. */
  waiting: number;
  underWay: number;
  /** Results that the coordinator has not recorded yet. */
  results: number;
}

export interface QueueOverview {
  workers: (WorkerState & { unitsPerSecond: number })[];
  others: { id: string; stamp: Stamp }[];
  runs: RunAtQueue[];
}

/** The time between two samples; the units done in between give the speed of a worker. */
const lookMs = 2_000;

/** @throws {QueueError} if Redis cannot be used */
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
      runs: await runsAt(redis),
    };
  } finally {
    redis.disconnect();
  }
}

/** Units that ended between the two samples; undefined for a worker that has just started. */
const ended = (now: WorkerState, before: WorkerState | undefined): number =>
  before ? now.done + now.failed - before.done - before.failed : 0;

async function runsAt(redis: Redis): Promise<RunAtQueue[]> {
  const names = [...new Set([...(await redis.smembers(runsKey)), ...(await startedRuns(redis))])].sort();
  const texts = names.length === 0 ? [] : await redis.mget(names.map(announcementKey));
  const runs: RunAtQueue[] = [];
  for (const [place, run] of names.entries()) {
    const announced = readAnnouncement(readJson(texts[place]));
    const [waiting, underWay, results] = await Promise.all([
      redis.llen(jobListKey(run, "wait")),
      redis.llen(jobListKey(run, "active")),
      countResults(redis, run),
    ]);
    if (announced || waiting + underWay + results > 0)
      runs.push({
        run,
        hasCoordinator: announced !== undefined,
        kind: announced?.kind,
        waiting,
        underWay,
        results,
      });
  }
  return runs;
}

/** Runs that were started and have not ended. */
async function startedRuns(redis: Redis): Promise<string[]> {
  const start = epochKey("");
  const found: string[] = [];
  let cursor = "0";
  do {
    const [next, keys] = await redis.scan(cursor, "MATCH", `${start}*`, "COUNT", 1_000);
    for (const key of keys) found.push(key.slice(start.length));
    cursor = next;
  } while (cursor !== "0");
  return found;
}
