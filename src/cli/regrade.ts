// assay regrade: the verdicts of a run made again from its journal, with the grader of today and without a model.

import { completionFields } from "../config/completion-fields.ts";
import { loadConfig } from "../config/index.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { factsOfBench } from "../kinds/facts-of-run.ts";
import { kindAt } from "../kinds/kind-of-run.ts";
import { choice } from "../options/option.ts";
import { counted } from "../outgoing/counted.ts";
import { measureAll, stampOf } from "../runs/eval.ts";
import { completenessOf, isWhole } from "../runs/figure.ts";
import { gradeRun } from "../runs/grade-run.ts";
import { forgetJudgements, keepJudgement } from "../runs/judged.ts";
import { writeResults, writeRunJson } from "../runs/run-folder.ts";
import { changedVerdicts, writeVerdicts } from "../runs/verdicts-file.ts";
import { versions } from "../runs/versions.ts";
import type { Command } from "./command.ts";
import { readOptions, UsageError } from "./command.ts";
import { evalJson, reportText } from "./eval/eval-report.ts";
import { tellUngraded } from "./eval/ungraded.ts";
import { gradingOptionsOf, policyOptions } from "./grade/grade-options.ts";
import { gradingLimits } from "./grading.ts";
import { judgeOptions } from "./options/judge-options.ts";
import { jsonOption } from "./options/shared-options.ts";
import { completenessJson, incompleteHeading } from "./run/ending.ts";
import { judgeOfRunFrom, judgeWords, openJudge } from "./run/open-judge.ts";
import { taskOfRunOptions, tasksOfRun } from "./tasks-of-run.ts";

const options = {
  json: jsonOption("what 'assay eval --json' prints, and changed: how many verdicts changed"),
  completionField: choice(completionFields, {
    value: "NAME",
    help: "Grade what the server sent in this field where a completion is empty.",
  }),
  ...taskOfRunOptions,
  ...policyOptions,
  ...judgeOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "run", least: 1, most: 1 });
  const folder = positionals[0]!;
  const gradingOptions = gradingOptionsOf(values);
  const kind = await kindAt(folder);
  if (kind === "processbench") {
    if (gradingOptions) throw new UsageError("grading options are not for ProcessBench runs");
    return regradeBench(folder, values.json);
  }
  if (kind === "search")
    throw new ExpectedError(`${folder}: this is a search; 'assay score ${folder}' grades its answers again`);
  const { tasks } = await loadConfig();
  const limits = gradingLimits(values.gradingTimeout, folder);
  const { find, graderOf } = tasksOfRun(tasks, values.taskName, limits);
  const { completionField } = values;
  const said: Parameters<typeof keepJudgement>[] = [];
  const opened = await openJudge(values, "regrade", {
    onJudged: (question, judgement) => said.push([folder, question, judgement]),
  });
  const graded = await gradeRun(folder, find, graderOf, {
    completionField,
    gradingOptions,
    judge: opened?.judge,
  }).finally(() => opened?.close());
  if (opened) {
    // What another judge said of the run goes only now that this one has judged all of it.
    forgetJudgements(folder);
    for (const each of said) keepJudgement(...each);
    graded.run.judge = judgeOfRunFrom(opened);
    process.stderr.write(`${judgeWords(opened)}\n`);
  }
  const { config } = graded.run;
  const changed = await changedVerdicts(folder, graded.scores);
  // What is said of the run from now on, by whatever command, is graded in the same way.
  if (gradingOptions || opened) writeRunJson(folder, graded.run);
  await writeVerdicts(folder, graded.scores, { ...stampOf(config, versions()), completionField });
  const metrics = measureAll(graded.scores, config.numSamples, config.model.prices);
  const whole = completenessOf(metrics);
  const results = evalJson(folder, graded.run, metrics, whole);
  writeResults(folder, results);
  if (values.json) process.stdout.write(`${JSON.stringify({ ...results, changed })}\n`);
  else {
    process.stdout.write(`${incompleteHeading(whole)}${reportText(metrics)}\n`);
    const told =
      changed === undefined ? "there were no verdicts before" : `${counted(changed, "verdict")} changed`;
    process.stderr.write(`${told}\n`);
  }
  const isUngraded = tellUngraded("regrade", folder, metrics);
  return isUngraded || !isWhole(whole) ? 1 : 0;
}

/** What judges said is kept; which step they mean, and the threshold, is read from it anew. */
async function regradeBench(folder: string, json: boolean): Promise<number> {
  const { benchCompleteness } = await import("../processbench/metrics.ts");
  const { readBench } = await import("../processbench/read-bench.ts");
  const { benchText } = await import("./processbench/processbench-report.ts");
  const { run, ...numbers } = (await readBench(folder))!;
  const whole = benchCompleteness(numbers.subsets);
  const facts = { ...completenessJson(whole), ...factsOfBench(run.config, versions().assay) };
  const results = { run: folder, ...facts, ...numbers };
  writeResults(folder, results);
  process.stdout.write(
    json ? `${JSON.stringify(results)}\n` : `${incompleteHeading(whole)}${benchText(numbers)}\n`,
  );
  return isWhole(whole) ? 0 : 1;
}

export const command: Command = {
  usage: ["RUN [--json]"],
  examples: [
    { does: "grade the completions of a run again", typed: "assay regrade runs/sft-gsm8k-1a2b3c4d" },
    {
      does: "grade a run that used a task of your own",
      typed: "assay regrade runs/sft-mine-1a2b3c4d -a ./my-task.mjs",
    },
  ],
  options,
  names: "folder",
  notes: [
    "The run's completions stay as they are; verdicts.jsonl in its folder is written again. For a " +
      "ProcessBench run, the figures are computed again from the judge's replies. The exit code is 1 if " +
      "the run is incomplete or the grading of a sample failed.",
  ],
  run,
};
