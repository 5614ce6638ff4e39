// The options of every command that makes a run.

import { flag, group, type Values } from "../../options/option.ts";
import { warnAs } from "../command.ts";
import { type queueOptions, readQueue } from "./queue-options.ts";
import { shardOption } from "./shard-option.ts";
import { jsonOption } from "./shared-options.ts";

/** @param what the work that is divided, in the plural @param members those of `--json` */
export const runOptions = (what: string, members: string) =>
  group("The run", {
    shard: shardOption(what),
    fresh: flag({
      excludes: ["sameModel"],
      help: "Start a new run, and rename an existing one.",
    }),
    sameModel: flag({
      help: "Continue a run even if its model seems to have changed; use this if you know that it is the same model.",
    }),
    dryRun: flag({ help: "Show the first request as it would be sent, and send nothing." }),
    json: jsonOption(members),
  });

export interface AskedRun extends Values<ReturnType<typeof runOptions>> {
  /** The queue whose workers send the requests; default: this process sends them. */
  queue: URL | undefined;
}

/** @throws {UsageError} @throws {QueueError} */
export function askedRun(
  command: string,
  values: Values<ReturnType<typeof runOptions> & typeof queueOptions>,
): AskedRun {
  const { shard, fresh, sameModel, dryRun, json } = values;
  return { shard, fresh, sameModel, dryRun, json, queue: readQueue(values, warnAs(command)) };
}
