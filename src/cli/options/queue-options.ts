// The address of the queue that carries units to workers on other machines.

import type { ModelSource } from "../../config/index.ts";
import { group, text, type Values, variable } from "../../options/option.ts";
import { readAddress, shownAddress } from "../../queue/address.ts";
import { UsageError } from "../command.ts";

const about = {
  queue: {
    value: "URL",
    excludes: ["queueEnv"],
    help: "Send the work to workers through this Redis, for example redis://HOST:6379; see 'assay worker --help'.",
  },
  queueEnv: {
    value: "VAR",
    help: "Read the address of the queue from this environment variable, because it may contain a password.",
  },
};

/** For commands that can use a queue. */
export const queueOptions = group("The queue", {
  queue: text(about.queue),
  queueEnv: variable(about.queueEnv),
});

/** For commands that need a queue. */
export const ownQueueOptions = {
  queue: text({ ...about.queue, help: "Use the queue in this Redis, for example redis://HOST:6379." }),
  queueEnv: variable(about.queueEnv),
};

/** A source that names its model, because this process may not be able to reach its servers. @throws {UsageError} */
export function namedModel(source: ModelSource): ModelSource {
  if (source.kind === "openai" && source.model === undefined)
    throw new UsageError("with a queue, the model must be named: give --model NAME");
  return source;
}

/** The queue of a command that needs one. @throws {UsageError} @throws {QueueError} */
export function neededQueue(values: QueueChoice, warn: (sentence: string) => void): URL {
  const url = readQueue(values, warn);
  if (!url) throw new UsageError("which queue? Give --queue redis://HOST, or --queue-env VAR");
  return url;
}

type QueueChoice = Partial<Values<typeof queueOptions>>;

/** Undefined if none is named. @throws {UsageError} @throws {QueueError} */
export function readQueue(
  { queue, queueEnv }: QueueChoice,
  warn: (sentence: string) => void,
  environment = process.env,
): URL | undefined {
  if (queueEnv !== undefined) {
    const address = environment[queueEnv];
    if (!address) throw new UsageError(`--queue-env: the environment variable ${queueEnv} is not set`);
    return readAddress(address, `the variable ${queueEnv}`);
  }
  if (queue === undefined) return undefined;
  const url = readAddress(queue, "--queue");
  if (url.password !== "")
    warn(
      "a password on the command line can be read by other users of this machine; --queue-env takes it from a variable",
    );
  return url;
}

/** The option that names the same queue again; a password is not printed. */
export function queueAgain({ queueEnv }: QueueChoice, url: URL | undefined): string {
  if (queueEnv !== undefined) return ` --queue-env ${queueEnv}`;
  if (!url) return "";
  return ` --queue ${url.password === "" ? shownAddress(url) : "URL"}`;
}
