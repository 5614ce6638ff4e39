// How long things are waited for. A test may shorten the lock, and all that depends on it, by a variable.

export interface QueueTimes {
  /** For which a unit belongs to a worker that says nothing. */
  lockMs: number;
  /** Between two looks for units whose worker is gone. */
  stalledMs: number;
  /** After which a worker or a coordinator that says nothing is taken for gone. */
  aliveMs: number;
  /** Between two signs of life. */
  beatMs: number;
}

const usualLockMs = 15_000;

export function queueTimes(environment = process.env): QueueTimes {
  const lockMs = Number(environment.ASSAY_QUEUE_LOCK_MS) || usualLockMs;
  // BullMQ hands it to Redis, which takes whole milliseconds alone.
  return { lockMs, stalledMs: Math.ceil(lockMs / 3), aliveMs: lockMs, beatMs: Math.min(500, lockMs / 6) };
}

/** Times that a unit may be lost with its worker before it is given up. */
export const lossesAtMost = 3;
