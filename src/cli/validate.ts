// `assay validate TASK`: every gold through its own rule, with no model. A gold that fails would fail a model that is
// right, so this is worth knowing before a run is paid for.

import { loadConfig } from "../config/index.ts";
import { guardTask } from "../runs/grading/guarded-task.ts";
import { type FailedGold, failedGolds, findTask } from "../tasks/index.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { gradingFlag, gradingHelp, gradingLimits } from "./grading.ts";
import { manyUnreadable } from "./unreadable-golds.ts";

const help = `Runs every gold of a task through the task's own rule, as the ideal reply would give it.

Usage: assay validate TASK [--json]

  --json            one JSON object: task, source, problems, failed (row, id, gold, reason)
${gradingHelp}

TASK is a name ('assay tasks' lists them) or a path. The exit code is 1 when a gold fails.
`;

/** More than this a person does not read; --json has them all. */
const shown = 50;

export const command: Command = {
  help,
  async run(argv) {
    const { values, positionals } = readOptions(argv, { json: { type: "boolean" }, ...gradingFlag }, true);
    const [name, ...more] = positionals;
    if (name === undefined) throw new UsageError("which task? Give its name, or a path");
    if (more.length > 0) throw new UsageError(`one task at a time: '${more[0]}' is one name too many`);
    const { tasks } = await loadConfig();
    const limits = gradingLimits(values["grading-timeout"]);
    const task = guardTask(await findTask(name, { tasks }), { given: [name], tasks }, limits);
    const loaded = await task.load();
    const failed = failedGolds(loaded);
    const problems = loaded.conversations.length;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ task: task.name, source: loaded.source, problems, failed })}\n`
        : inWords(task.name, problems, failed),
    );
    return failed.length > 0 ? 1 : 0;
  },
};

function inWords(task: string, problems: number, failed: readonly FailedGold[]): string {
  const rows = new Set(failed.map(({ row }) => row)).size;
  const lines = [`${task}: the golds of ${problems - rows} of ${problems} problems pass their own rule`];
  for (const { row, id, gold, reason } of failed.slice(0, shown))
    lines.push(`  row ${row} (id ${id}): ${JSON.stringify(gold)}: ${reason}`);
  if (failed.length > shown) lines.push(`  … and ${failed.length - shown} more; --json has them all`);
  const unreadable = new Set(failed.flatMap(({ row, unreadable }) => (unreadable ? [row] : []))).size;
  return `${[...lines, ...manyUnreadable(task, unreadable, problems)].join("\n")}\n`;
}
