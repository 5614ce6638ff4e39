// Opens the coordinator of a run: it gets a name and an epoch at the queue, and reads what exists from before. Redis
// may have no memory at that moment; then it is retried.

import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import type { Redis } from "ioredis";
import { z } from "zod";
import { readPlainFile } from "../jsonl/plain-file.ts";
import type { Executor, RunToExecute } from "../runs/engine/executor.ts";
import { givenUp, UnitFailure } from "../runs/engine/unit.ts";
import { writeWhole } from "../runs/run-folder.ts";
import { shownAddress } from "./address.ts";
import { Coordinator, type CoordinatorOptions, isFull, Refusals, refusalIn } from "./coordinator.ts";
import { epochKey } from "./messages.ts";
import { QueueError } from "./queue-error.ts";
import { connectFirst, pause, queueTimes, sentOnce } from "./redis.ts";

/** @throws {QueueError} if Redis cannot be used */
export async function openCoordinator(options: CoordinatorOptions, run: RunToExecute): Promise<Executor> {
  // A unit may have returned by the time at which a connection does, and must not be added again.
  const redis = await connectFirst(options.url, sentOnce);
  const refusals = new Refusals(options.say);
  const taken = <T>(action: () => Promise<T>) => untilTaken(action, options.url, refusals, run.drain);
  let coordinator: Coordinator | undefined;
  try {
    const ticket = await readTicket(run.ticket);
    const started = await taken(() => nextEpoch(redis, ticket.run));
    const epoch = Math.max(started, ticket.epoch + 1);
    writeTicket(run.ticket, { ...ticket, epoch });
    const opened = new Coordinator(redis, { ...options, ...run, id: ticket.run, epoch }, refusals);
    coordinator = opened;
    await taken(() => opened.open());
    return opened;
  } catch (error) {
    if (coordinator) await coordinator.close();
    else redis.disconnect();
    if (error instanceof UnitFailure) return noExecutor;
    throw error;
  }
}

const nextEpoch = (redis: Redis, run: string): Promise<number> => redis.incr(epochKey(run));

/** @throws {QueueError} if Redis will never do it @throws {UnitFailure} if the run ends in the meantime */
async function untilTaken<T>(
  action: () => Promise<T>,
  url: URL,
  refusals: Refusals,
  drain: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      if (!isFull(refusal))
        throw new QueueError(`the Redis at ${shownAddress(url)} refuses what a run needs: ${refusal}`);
      refusals.tell(refusal);
      await pause(queueTimes().beatMs, drain);
      if (drain?.aborted) throw ends();
    }
  }
}

const ends = () => new UnitFailure(givenUp, "the run ends");

/** For a run that was ended before Redis had memory. */
const noExecutor: Executor = { do: () => Promise.reject(ends()) };

// The name of a run at its queue, in a file beside the run while units may be in progress, so that a restarted run
// finds the results of its workers. The name is not the path, which differs between machines, nor the settings of the
// run, which two runs may share.

const ticket = z.object({
  v: z.literal(1),
  run: z.string().regex(/^[0-9a-f]{16}$/),
  /** The epoch of the coordinator that started last. */
  epoch: z.int().min(0),
});

type RunTicket = z.output<typeof ticket>;

/** The existing name, or a new one. */
async function readTicket(path: string): Promise<RunTicket> {
  try {
    return ticket.parse(JSON.parse(await readPlainFile(path)));
  } catch {
    return { v: 1, run: randomBytes(8).toString("hex"), epoch: 0 };
  }
}

/** @throws {StorageError} */
const writeTicket = (path: string, value: RunTicket): void => writeWhole(path, `${JSON.stringify(value)}\n`);

export const removeTicket = (path: string): void => rmSync(path, { force: true });
