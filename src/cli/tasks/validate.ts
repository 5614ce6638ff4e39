// `assay validate TASK`: grades every gold by its own rule, without a model. A gold that fails would also fail a right
// answer, so it should be found before a run costs money.

import { loadConfig } from "../../config/index.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { guardTask } from "../../runs/grading/threaded-grader.ts";
import { versions } from "../../runs/versions.ts";
import { type FailedGold, failedGolds, findTask } from "../../tasks/index.ts";
import type { Command } from "../command.ts";
import { gradingOptions, jsonOption } from "../options/shared-options.ts";
import { gradingLimits, manyUnreadable } from "../run/grading.ts";
import { readTask, taskOption } from "./task-option.ts";

const options = {
  ...taskOption,
  json: jsonOption("version, task, source, problems, failed: row, id, gold, reason"),
  ...gradingOptions,
};

/** A longer list would not be read; --json has all of them. */
const shown = 50;

export const command: Command = {
  usage: ["TASK [--json]"],
  examples: [
    { does: "grade every gold of AIME 2024 against itself", typed: "assay validate aime2024" },
    { does: "check rows of your own before a run", typed: "assay validate rows.jsonl --json" },
  ],
  options,
  names: "task",
  notes: [
    "Every gold is graded by the task's own rule, as if it were the ideal reply. TASK is a name " +
      "('assay tasks' lists them) or a path. The exit code is 1 if a gold fails.",
  ],
  async run(argv) {
    const { values, task: name } = readTask(argv, options);
    const { tasks } = await loadConfig();
    // Each failure is listed with its row.
    const limits = { ...gradingLimits(values.gradingTimeout), onFailed: undefined };
    const task = guardTask(await findTask(name, { tasks }), { given: [name], tasks }, limits);
    const loaded = await task.load();
    const failed = failedGolds(loaded);
    const problems = loaded.conversations.length;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ version: versions().assay, task: task.name, source: loaded.source, problems, failed })}\n`
        : inWords(task.name, problems, failed),
    );
    return failed.length > 0 ? 1 : 0;
  },
};

function inWords(task: string, problems: number, failed: readonly FailedGold[]): string {
  const rows = new Set(failed.map(({ row }) => row)).size;
  const lines = [
    `${task}: the golds of ${count(problems - rows)} of ${counted(problems, "problem")} pass their own rule`,
  ];
  for (const { row, id, gold, reason } of failed.slice(0, shown))
    lines.push(`  row ${row} (id ${id}): ${JSON.stringify(gold)}: ${reason}`);
  if (failed.length > shown) lines.push(`  … and ${failed.length - shown} more; --json has them all`);
  const unreadable = new Set(failed.flatMap(({ row, unreadable }) => (unreadable ? [row] : []))).size;
  return `${[...lines, ...manyUnreadable(task, unreadable, problems)].join("\n")}\n`;
}
