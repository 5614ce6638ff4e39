// assay regrade: grades a run again from its journal, with the current grader and without a model.

import { completionFields } from "../config/apis.ts";
import { kindAt } from "../kinds/kinds.ts";
import { choice } from "../options/option.ts";
import { counted } from "../outgoing/counted.ts";
import { isWhole } from "../runs/figure.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { gradingOptionsOf, policyOptions } from "./grade/grade-options.ts";
import { commandsOf, writeAndPrint } from "./kinds.ts";
import { judgeOptions, namesJudge } from "./options/judge-options.ts";
import { jsonOption } from "./options/shared-options.ts";
import { taskOfRunOptions } from "./run/tasks-of-run.ts";

export const regradeOptions = {
  json: jsonOption("the same as 'assay eval --json', and changed, the number of verdicts that changed"),
  completionField: choice(completionFields, {
    value: "NAME",
    help: "If a completion is empty, grade the text that the server sent in this field.",
  }),
  ...taskOfRunOptions,
  ...policyOptions,
  ...judgeOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, regradeOptions, { what: "run", least: 1, most: 1 });
  const folder = positionals[0]!;
  const kind = await kindAt(folder);
  if (namesJudge(values) && kind.name !== "eval")
    throw new UsageError(`${folder} is ${kind.words}: --judge is for evaluations and audits`);
  const { regrade } = await commandsOf(kind);
  const { changed, ...report } = await regrade(folder, values, gradingOptionsOf(values));
  writeAndPrint(report, values.json, changed && { changed: changed.verdicts });
  if (changed && !values.json) {
    const { verdicts } = changed;
    const told =
      verdicts === undefined ? "there were no verdicts before" : `${counted(verdicts, "verdict")} changed`;
    process.stderr.write(`${told}\n`);
  }
  const hasFailed = report.tellFailed();
  return hasFailed || !isWhole(report.whole) ? 1 : 0;
}

export const command: Command = {
  usage: ["RUN [--json]"],
  examples: [
    { does: "grade the completions of a run again", typed: "assay regrade runs/sft-gsm8k-1a2b3c4d" },
    {
      does: "grade a run that used your own task module",
      typed: "assay regrade runs/sft-mine-1a2b3c4d -a ./my-task.mjs",
    },
  ],
  options: regradeOptions,
  names: "folder",
  notes: [
    "The run's completions do not change; verdicts.jsonl in its folder is written again. For a " +
      "ProcessBench run, the figures are computed again from the judge's replies. The exit code is 1 if " +
      "the run is incomplete or the grading of a sample failed.",
  ],
  run,
};
