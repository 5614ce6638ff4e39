// Connections to Redis or Valkey.

import { Queue } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { shownAddress } from "./address.ts";
import { prefix, queueName } from "./messages.ts";
import { QueueError } from "./queue-error.ts";

/** The time limit for the first answer of a server, in milliseconds. */
const firstAnswerMs = 10_000;
const longestPauseMs = 1_000;

/** A connection that reconnects, and whose commands wait until it does. */
export function connect(url: URL, options: RedisOptions = {}): Redis {
  const settings: RedisOptions = {
    maxRetriesPerRequest: null,
    connectTimeout: firstAnswerMs,
    retryStrategy: (tries) => Math.min(longestPauseMs, 50 * 2 ** Math.min(tries, 10)),
    ...options,
  };
  const redis = new Redis(url.href, { ...settings, replyMapping: "legacy" });
  // A lost connection is reported by the call that waits for it.
  redis.on("error", () => {});
  return redis;
}

/**
 * A command that was interrupted fails, and is not sent again: it is unknown whether the first one arrived, so the
 * caller checks.
 */
export const sentOnce: RedisOptions = { autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };

/**
 * Connects for the first time.
 * @throws {QueueError} if nothing answers, or if what is stored could be evicted
 */
export async function connectFirst(url: URL, options: RedisOptions = {}): Promise<Redis> {
  const redis = connect(url, { ...options, lazyConnect: true, retryStrategy: () => null });
  let reason: unknown;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    // The client uses a different database if there is none of this number.
    await redis.select(Number(url.pathname.slice(1)));
    await checkPolicy(redis, url);
  } catch (error) {
    redis.disconnect();
    if (error instanceof QueueError) throw error;
    throw new QueueError(
      `no Redis can be used at ${shownAddress(url)}: ${plainly(messageOf(reason ?? error))}`,
    );
  }
  redis.disconnect();
  return connect(url, options);
}

/** Redis's messages to clients, in words for users. */
function plainly(said: string): string {
  if (said.startsWith("NOAUTH"))
    return "it needs a password, which the address must hold: redis://:PASSWORD@HOST";
  if (/DB index is out of range/.test(said)) return "it has no database of this number";
  return said;
}

/** A server that is out of memory must refuse new data, and not evict old data. @throws {QueueError} */
async function checkPolicy(redis: Redis, url: URL): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1];
  if (policy === undefined || policy === "noeviction") return;
  throw new QueueError(
    `the Redis at ${shownAddress(url)} drops keys when its memory is full (maxmemory-policy ${policy}), and units ` +
      "would be lost; set it with 'CONFIG SET maxmemory-policy noeviction'",
  );
}

/** The queue of a run, for the coordinator. */
export function openQueue(redis: Redis, run: string): Queue {
  const queue = new Queue(queueName(run), { connection: redis, prefix, skipMetasUpdate: true });
  // Lost connections are restored.
  queue.on("error", () => {});
  return queue;
}

// If Redis does not answer although the connection seems to be open, the wait must end.

/** Longer than a working Redis takes. */
const answerMs = 10_000;

/** @throws {QueueError} if there is no answer by then */
export function inTime<T>(answer: Promise<T>, ms = answerMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QueueError("Redis does not answer in time")), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Until that time, or until it is asked to end. */
export function pause(ms: number, end?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      end?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, end?.aborted ? 0 : ms);
    end?.addEventListener("abort", wake);
  });
}

// Time limits. A test may shorten the lock, and all limits that depend on it, by a variable.

export interface QueueTimes {
  /** The time after which a unit of a silent worker is free. */
  lockMs: number;
  /** The interval between two checks for expired locks. */
  stalledMs: number;
  /** The time after which a silent worker or coordinator is presumed lost. */
  aliveMs: number;
  /** The interval between two heartbeats. */
  beatMs: number;
}

const usualLockMs = 15_000;

export function queueTimes(environment = process.env): QueueTimes {
  const lockMs = Number(environment.ASSAY_QUEUE_LOCK_MS) || usualLockMs;
  // BullMQ passes it to Redis, which accepts only whole milliseconds.
  return { lockMs, stalledMs: Math.ceil(lockMs / 3), aliveMs: lockMs, beatMs: Math.min(500, lockMs / 6) };
}

/** The number of times that a unit may be lost with its worker before it is given up. */
export const lossesAtMost = 3;
