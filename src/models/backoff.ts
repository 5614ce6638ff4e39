// How long to wait before a request is tried again. The jitter is drawn from the request's own name, so that a run
// that is repeated waits as it did before.

import { createHash } from "node:crypto";

export interface Backoff {
  firstMs: number;
  mostMs: number;
}

/** Doubles with each try; between half and all of that, by the request's name. */
export function backoffMs(key: string, tries: number, { firstMs, mostMs }: Backoff): number {
  const full = Math.min(mostMs, firstMs * 2 ** (tries - 1));
  return full * (0.5 + 0.5 * fraction(`${key}\n${tries}`));
}

function fraction(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/** Node's timers take no longer time: they fire at once instead. */
const longestTimerMs = 2 ** 31 - 1;

export const asTimer = (ms: number): number => Math.min(longestTimerMs, Math.max(0, ms));

/** Milliseconds of a `Retry-After`, which is a number of seconds or a date; undefined when it is neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, seconds * 1000));
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
