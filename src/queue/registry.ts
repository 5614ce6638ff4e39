// The workers at a queue, as they tell of themselves. Who says nothing for a while is gone.

import type { Redis } from "ioredis";
import { workerKey, workersKey } from "./keys.ts";
import { readJson, readWorkerState, type WorkerState } from "./messages.ts";
import { readStamp, type Stamp } from "./stamp.ts";

export interface KnownWorkers {
  workers: WorkerState[];
  /** Of other versions, which cannot be read further. */
  others: { id: string; stamp: Stamp }[];
}

/** Each under its own key, which Redis forgets by itself, so that no clocks are compared. */
export async function tellOfWorker(redis: Redis, state: WorkerState, aliveMs: number): Promise<void> {
  const answers = await redis
    .pipeline()
    .set(workerKey(state.id), JSON.stringify(state), "PX", Math.ceil(aliveMs))
    .sadd(workersKey, state.id)
    .exec();
  for (const [error] of answers ?? []) if (error) throw error;
}

export async function forgetWorker(redis: Redis, id: string): Promise<void> {
  await redis.pipeline().del(workerKey(id)).srem(workersKey, id).exec();
}

export async function knownWorkers(redis: Redis): Promise<KnownWorkers> {
  const ids = await redis.smembers(workersKey);
  const known: KnownWorkers = { workers: [], others: [] };
  if (ids.length === 0) return known;
  const texts = await redis.mget(ids.map(workerKey));
  const gone = ids.filter((_, place) => texts[place] === null);
  if (gone.length > 0) await redis.srem(workersKey, ...gone);
  texts.forEach((text, place) => {
    if (text === null || text === undefined) return;
    const value = readJson(text);
    const state = readWorkerState(value);
    const stamp = readStamp(value);
    if (state) known.workers.push(state);
    else if (stamp) known.others.push({ id: ids[place]!, stamp });
  });
  return known;
}
