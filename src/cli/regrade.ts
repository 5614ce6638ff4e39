// assay regrade: the verdicts of a run made again from its journal, with the grader of today and without a model.

import { loadConfig } from "../config/index.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { kindAt } from "../kinds/kind-of-run.ts";
import { measureAll } from "../runs/eval.ts";
import { gradeRun } from "../runs/grade-run.ts";
import { changedVerdicts, writeVerdicts } from "../runs/verdicts-file.ts";
import { versions } from "../runs/versions.ts";
import type { Command } from "./command.ts";
import { readOptions, UsageError } from "./command.ts";
import { reportText } from "./eval/eval-report.ts";
import { gradingLimits } from "./grading.ts";
import { taskOfRunFlags, taskOfRunHelp, tasksOfRun } from "./tasks-of-run.ts";

const help = `assay regrade: the verdicts of a run, made again

Usage:
  assay regrade RUN [--json]

  --json                    the object that 'assay eval --json' prints, with changed: the number of
                            verdicts that are not what they were
${taskOfRunHelp}

The run's completions stay as they are; verdicts.jsonl in its folder is written anew. Of a ProcessBench
run, the figures are made again from what the judge said.
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, { json: { type: "boolean" }, ...taskOfRunFlags }, true);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError("name one run");
  const kind = await kindAt(folder);
  if (kind === "processbench") return regradeBench(folder, values.json === true);
  if (kind === "search")
    throw new ExpectedError(`${folder}: this is a search; 'assay score ${folder}' grades its answers again`);
  const { tasks } = await loadConfig();
  const limits = gradingLimits(values["grading-timeout"], folder);
  const { find, graderOf } = tasksOfRun(tasks, values["task-name"], limits);
  const graded = await gradeRun(folder, find, graderOf);
  const { config } = graded.run;
  const changed = await changedVerdicts(folder, graded.scores);
  writeVerdicts(folder, graded.scores, { assay: versions().assay, template: config.template });
  const metrics = measureAll(graded.scores, config.numSamples, config.model.prices);
  if (values.json) process.stdout.write(`${JSON.stringify({ run: folder, tasks: metrics, changed })}\n`);
  else {
    process.stdout.write(`${reportText(metrics)}\n`);
    const told = changed === undefined ? "there were no verdicts before" : `${changed} verdicts changed`;
    process.stderr.write(`${told}\n`);
  }
  return 0;
}

/** What judges said is kept; which step they mean, and the threshold, is read from it anew. */
async function regradeBench(folder: string, json: boolean): Promise<number> {
  const { readBench } = await import("../processbench/read-bench.ts");
  const { benchText } = await import("./processbench/processbench-report.ts");
  const { run: _, ...numbers } = (await readBench(folder))!;
  process.stdout.write(json ? `${JSON.stringify({ run: folder, ...numbers })}\n` : `${benchText(numbers)}\n`);
  return 0;
}

export const command: Command = { help, run };
