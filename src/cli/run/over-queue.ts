// The parts for queues, which are loaded where a queue is named: who works on one machine does without BullMQ.

import { ExpectedError } from "../../errors/expected-error.ts";
import { refuseKeys } from "../../queue/no-keys.ts";
import type { RunControl } from "../../runs/lifecycle.ts";

/** Has the units of a run done by the workers at a queue. */
export const overQueue =
  (url: URL, say: (sentence: string) => void): NonNullable<RunControl["openExecutor"]> =>
  async (run) => {
    refuseKeys(run.context);
    const { openCoordinator } = await installed(() => import("../../queue/open-coordinator.ts"));
    return openCoordinator({ url, say }, run);
  };

/** @throws {ExpectedError} where the packages are missing */
export async function installed<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !/bullmq|ioredis/.test(message)) throw error;
    throw new ExpectedError(
      "queues need bullmq and ioredis, which are not installed; install them with 'npm install bullmq ioredis'",
      { cause: error },
    );
  }
}
