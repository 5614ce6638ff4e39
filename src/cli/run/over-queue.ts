// The modules for queues, which are loaded only with --queue, so a command on one machine needs no BullMQ.

import { ExpectedError } from "../../errors/expected-error.ts";
import { isKeyName, looksLikeKey, withoutSecrets } from "../../outgoing/secrets.ts";
import { QueueError } from "../../queue/queue-error.ts";
import type { RunContext } from "../../runs/engine/executor.ts";
import type { RunControl } from "../../runs/lifecycle.ts";

/** Lets the workers at a queue do the units of a run. */
export const overQueue =
  (url: URL, say: (sentence: string) => void): NonNullable<RunControl["openExecutor"]> =>
  async (run) => {
    refuseKeys(run.context);
    const { openCoordinator } = await installed(() => import("../../queue/open-coordinator.ts"));
    return openCoordinator({ url, say }, run);
  };

/** @throws {ExpectedError} if the packages are missing */
export async function installed<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !/bullmq|ioredis/.test(message)) throw error;
    throw new ExpectedError(
      "queues need bullmq and ioredis, which are not installed: npm install bullmq ioredis (with --global if assay is installed globally)",
      { cause: error },
    );
  }
}

// The settings of a run go into Redis, which others may read, so they must not contain a key. The names of variables
// and sources are enough for a worker, which has the keys itself.

/** Shorter values of variables are ordinary words. */
const shortestKey = 8;

/** @throws {QueueError} that names the field, but not the key */
function refuseKeys({ data }: RunContext, environment: NodeJS.ProcessEnv = process.env): void {
  const keys = Object.entries(environment)
    .filter(([name, value]) => /key|token|secret|passw|credential/i.test(name) && value !== undefined)
    .map(([, value]) => value!.trim())
    .filter((value) => value.length >= shortestKey);
  visit(data, [], (text, path) => {
    const inBody = path.slice(path.findIndex((each) => /^extra.?body$/i.test(each)) + 1 || path.length);
    const isKey =
      withoutSecrets(text) !== text ||
      keys.some((key) => text.includes(key)) ||
      hasMoreThanAnAddress(text) ||
      (inBody.length > 0 && (inBody.some(isKeyMember) || looksLikeKey(text)));
    if (isKey)
      throw new QueueError(
        `${path.join(".")} may contain a key, and the settings of a run are stored in Redis, including extra bodies of ` +
          "named sources; give the key to every worker as apiKeyEnv or headers of a source of its assay.config.*, and name " +
          "that source with -i",
      );
  });
}

/** The members of a JSON Schema are not keys, whatever their names. */
const isKeyMember = (name: string, place: number, path: readonly string[]): boolean =>
  isKeyName(name) && path[place - 1] !== "properties";

function visit(
  value: unknown,
  path: readonly string[],
  look: (text: string, path: readonly string[]) => void,
) {
  if (typeof value === "string") look(value, path);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) visit(each, [...path, name], look);
}

/** A URL with a user, a password, a query, or a key in its path. */
function hasMoreThanAnAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/.test(text)) return false;
  try {
    const { username, password, search, pathname } = new URL(text);
    return username !== "" || password !== "" || search !== "" || pathname.split("/").some(looksLikeKey);
  } catch {
    return false;
  }
}
