// What coordinators and workers write for each other. All of it is read as untrusted: whoever can write to Redis may
// have written it.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { RunContext } from "../runs/engine/executor.ts";
import { stampShape } from "./stamp.ts";

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

/** What a unit came to: an outcome, a failure that is data, or a mistake of the program. */
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

/** What a worker does with a run. */
const serving = z.object({
  run: z.string(),
  kind: z.string(),
  /** Units of it that the worker does at once; none where it refuses the run. */
  slots: z.int().min(0),
  refused: z.string().optional(),
  inFlight: z.int().min(0),
  done: z.int().min(0),
  failed: z.int().min(0),
  /** That its units took, added up. */
  seconds: z.number().min(0),
});

/** A worker, as it tells of itself. */
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

const parsed = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
};

export const readJson = parsed;
export const readAnnouncement = (value: unknown): Announcement | undefined =>
  announcement.safeParse(value).data;
export const readUnitJob = (value: unknown): UnitJob | undefined => unitJob.safeParse(value).data;
export const readUnitResult = (text: string): UnitResult | undefined =>
  unitResult.safeParse(parsed(text)).data;
export const readWorkerState = (value: unknown): WorkerState | undefined => workerState.safeParse(value).data;

const contextSchema = z.object({ hash: z.string(), kind: z.string(), data: z.unknown() });

/** Undefined where it is not what its hash says. */
export function readContext(text: string | null, hash: string): RunContext | undefined {
  const read = contextSchema.safeParse(parsed(text)).data;
  if (!read) return undefined;
  const { kind, data } = read;
  const found = createHash("sha256")
    .update(JSON.stringify([kind, data]))
    .digest("hex");
  return found === hash ? { hash, kind, data } : undefined;
}
