// The task of a command that works on one: a name or a path, given alone or as `-a TASK`, as other commands take it.

import { type Options, text, type Values } from "../../options/option.ts";
import { readOptions, UsageError } from "../command.ts";

export const taskOption = {
  task: text({ short: "a", value: "TASK", completes: "task", help: "The same as TASK." }),
};

/** @throws {UsageError} unless exactly one task is named */
export function readTask<O extends Options>(
  argv: readonly string[],
  options: O & typeof taskOption,
): { values: Values<O>; task: string } {
  const { values, positionals } = readOptions(argv, options, { what: "task" });
  const [task, ...rest] = [...(values.task === undefined ? [] : [values.task as string]), ...positionals];
  if (task === undefined) throw new UsageError("name a task");
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is one name too many: name one task`);
  return { values, task };
}
