// Samples whose grading threw: how many there are, and what to do about it. Their figures are no result.

import { counted } from "../../outgoing/counted.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import { quoted } from "../../view/quoted.ts";

/** Says so; whether there are any. */
export function tellUngraded(
  command: string,
  folder: string,
  tasks: Readonly<Record<string, TaskMetrics>>,
): boolean {
  const samples = Object.values(tasks).reduce((sum, { unscored }) => sum + (unscored.grading ?? 0), 0);
  if (samples === 0) return false;
  const are = samples === 1 ? "is" : "are";
  process.stderr.write(
    `assay ${command}: ${counted(samples, "sample")} ${are} unscored because the grading failed; when the task is ` +
      `corrected, 'assay regrade ${quoted(folder)} -a PATH' grades the run again\n`,
  );
  return true;
}
