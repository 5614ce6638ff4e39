// Connections to Redis or Valkey.

import { Queue } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { shownAddress } from "./address.ts";
import { prefix, queueName } from "./keys.ts";
import { QueueError } from "./queue-error.ts";

/** Milliseconds in which a server must answer the first time. */
const firstAnswerMs = 10_000;
const longestPauseMs = 1_000;

/** A connection that comes back by itself, and whose commands wait until it does. */
export function connect(url: URL, options: RedisOptions = {}): Redis {
  const settings: RedisOptions = {
    maxRetriesPerRequest: null,
    connectTimeout: firstAnswerMs,
    retryStrategy: (tries) => Math.min(longestPauseMs, 50 * 2 ** Math.min(tries, 10)),
    ...options,
  };
  const redis = new Redis(url.href, { ...settings, replyMapping: "legacy" });
  // A connection that was lost is told by whoever waits for it.
  redis.on("error", () => {});
  return redis;
}

/**
 * A command that was cut off fails, and is not sent a second time by itself: for who cannot tell whether the first one
 * arrived, and looks.
 */
export const sentOnce: RedisOptions = { autoResendUnfulfilledCommands: false, maxRetriesPerRequest: 0 };

/**
 * Connects for the first time.
 * @throws {QueueError} where nobody answers, or where what is stored could be thrown away
 */
export async function connectFirst(url: URL, options: RedisOptions = {}): Promise<Redis> {
  const redis = connect(url, { ...options, lazyConnect: true, retryStrategy: () => null });
  let reason: unknown;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    // The client goes on with another database where there is none of this number.
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

/** What Redis says to clients, for people. */
function plainly(said: string): string {
  if (said.startsWith("NOAUTH"))
    return "it needs a password, which the address must hold: redis://:PASSWORD@HOST";
  if (/DB index is out of range/.test(said)) return "it has no database of this number";
  return said;
}

/** A server that is out of memory must refuse what is new, and not drop what is old. @throws {QueueError} */
async function checkPolicy(redis: Redis, url: URL): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info("memory"))?.[1];
  if (policy === undefined || policy === "noeviction") return;
  throw new QueueError(
    `the Redis at ${shownAddress(url)} drops keys when its memory is full (maxmemory-policy ${policy}), and units ` +
      "would be lost; set it with 'CONFIG SET maxmemory-policy noeviction'",
  );
}

/** The queue of a run, for those who hand out its units. */
export function openQueue(redis: Redis, run: string): Queue {
  const queue = new Queue(queueName(run), { connection: redis, prefix, skipMetasUpdate: true });
  // Connections that were lost come back.
  queue.on("error", () => {});
  return queue;
}
