// The messages between coordinators and workers. All of them are read as untrusted, because any program that can write
// to Redis may have written them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Redis } from "ioredis";
import { z } from "zod";
import { jsonIn } from "../jsonl/errors.ts";
import type { RunContext } from "../runs/engine/executor.ts";
import { versions } from "../runs/versions.ts";

// The names of all keys in Redis. The queue of a run is BullMQ's, under the same prefix.

export const prefix = "assay";

/** The runs that are announced, by id. */
export const runsKey = `${prefix}:runs`;
/** The connected workers, by id. */
export const workersKey = `${prefix}:workers`;

/** The servers that ask for a pause, by its end. */
export const pausesKey = `${prefix}:pauses`;

export const announcementKey = (run: string): string => `${prefix}:announced:${run}`;
export const epochKey = (run: string): string => `${prefix}:epoch:${run}`;
export const contextKey = (hash: string): string => `${prefix}:context:${hash}`;
export const workerKey = (id: string): string => `${prefix}:worker:${id}`;

export const queueName = (run: string): string => `run-${run}`;
const queueKey = (run: string, name: string): string => `${prefix}:${queueName(run)}:${name}`;

/** The prefix of the ids of jobs. */
export const jobKeys = (run: string): string => queueKey(run, "");
/** BullMQ writes the result of a job here, in the same step in which the job ends. */
export const resultsKey = (run: string): string => queueKey(run, "events");
export const metaKey = (run: string): string => queueKey(run, "meta");
/** Keys of BullMQ that an empty queue has. */
export const traceKeys = (run: string): string[] => [metaKey(run), queueKey(run, "stalled-check")];
/** The ids of jobs that wait, or that workers hold. */
export const jobListKey = (run: string, list: "wait" | "active"): string => queueKey(run, list);

// The program that wrote a message. Units and results are exchanged only between identical programs: a different build
// may send different requests or read answers differently, so its figures would not be those of the run.

const stampShape = { protocol: z.int(), version: z.string(), build: z.string() };
const stampSchema = z.object(stampShape);

export type Stamp = z.output<typeof stampSchema>;

/** Raised whenever the meaning of the data in Redis changes. */
const protocol = 1;

export const ownStamp = (): Stamp => ({ protocol, version: versions().assay, build: ownBuild() });

/** Written by the build. */
function ownBuild(): string {
  try {
    return readFileSync(new URL("../build.txt", import.meta.url), "utf8").trim();
  } catch {
    return "source";
  }
}

/** Without its other fields, which a different version may have changed. */
export const readStamp = (value: unknown): Stamp | undefined => stampSchema.safeParse(value).data;

/** What differs, as in `version 0.2.0 and not 0.1.0`; undefined if nothing does. */
export function stampDifference(theirs: Stamp, mine: Stamp): string | undefined {
  const names = ["protocol", "version", "build"] as const;
  const name = names.find((each) => theirs[each] !== mine[each]);
  return name && `${name} ${theirs[name]} and not ${mine[name]}`;
}

const unit = z.object({ id: z.string(), kind: z.string(), input: z.unknown() });

/** A run that hands out units. */
const announcement = z.object({
  ...stampShape,
  run: z.string().regex(/^[0-9a-f]{1,64}$/),
  epoch: z.int().min(1),
  kind: z.string(),
  /** The hash of its context. */
  context: z.string(),
});

/** A unit as a job. */
const unitJob = z.object({ context: z.string(), unit });

/** The result of a unit: an outcome, a failure that is data, or a bug. */
const unitResult = z.object({
  unit: z.string(),
  /** The worker's name. */
  by: z.string(),
  time: z.object({ at: z.string(), ms: z.number() }),
  value: z.unknown().optional(),
  next: z.array(unit).optional(),
  aside: z.unknown().optional(),
  failure: z
    .object({ reason: z.string(), message: z.string(), isRetryable: z.boolean(), stopsRun: z.boolean() })
    .optional(),
  mistake: z.string().optional(),
});

/** The state of a worker in a run. */
const serving = z.object({
  run: z.string(),
  kind: z.string(),
  /** The maximum number of units of the run that the worker processes at once; 0 if it refuses the run. */
  slots: z.int().min(0),
  refused: z.string().optional(),
  inFlight: z.int().min(0),
  done: z.int().min(0),
  failed: z.int().min(0),
  /** The total time that its units took. */
  seconds: z.number().min(0),
});

/** A worker, as it reports itself. */
const workerState = z.object({
  ...stampShape,
  id: z.string(),
  name: z.string(),
  host: z.string(),
  pid: z.int(),
  since: z.string(),
  slots: z.int().min(1),
  done: z.int().min(0),
  failed: z.int().min(0),
  seconds: z.number().min(0),
  runs: z.array(serving),
});

export type Announcement = z.output<typeof announcement>;
export type UnitJob = z.output<typeof unitJob>;
export type UnitResult = z.output<typeof unitResult>;
export type Serving = z.output<typeof serving>;
export type WorkerState = z.output<typeof workerState>;

export const readJson = (text: string | null | undefined): unknown => jsonIn(text ?? "");
export const readAnnouncement = (value: unknown): Announcement | undefined =>
  announcement.safeParse(value).data;
export const readUnitJob = (value: unknown): UnitJob | undefined => unitJob.safeParse(value).data;
export const readUnitResult = (text: string): UnitResult | undefined =>
  unitResult.safeParse(jsonIn(text)).data;
export const readWorkerState = (value: unknown): WorkerState | undefined => workerState.safeParse(value).data;

const contextSchema = z.object({ hash: z.string(), kind: z.string(), data: z.unknown() });

/** Undefined if it does not match its hash. */
export function readContext(text: string | null, hash: string): RunContext | undefined {
  const read = contextSchema.safeParse(readJson(text)).data;
  if (!read) return undefined;
  const { kind, data } = read;
  const found = createHash("sha256")
    .update(JSON.stringify([kind, data]))
    .digest("hex");
  return found === hash ? { hash, kind, data } : undefined;
}

// The workers of a queue, as they report themselves. A worker that reports nothing for a while is presumed lost.

interface KnownWorkers {
  workers: WorkerState[];
  /** Workers of other versions, whose reports cannot be read further. */
  others: { id: string; stamp: Stamp }[];
}

/** Each under its own key, which expires in Redis, so no clocks are compared. */
export async function reportWorker(redis: Redis, state: WorkerState, aliveMs: number): Promise<void> {
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
