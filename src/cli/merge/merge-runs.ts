// The merging of runs as a user meets it: each kind prints what its own command prints.

import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Config } from "../../config/index.ts";
import { factsOfBench, factsOfEval, factsOfSearch } from "../../kinds/facts-of-run.ts";
import type { Values } from "../../options/option.ts";
import { benchCompleteness } from "../../processbench/bench-completeness.ts";
import { readBenchFile } from "../../processbench/bench-file.ts";
import { mergeBench } from "../../processbench/merge-bench.ts";
import type { Completeness } from "../../runs/completeness.ts";
import { measureAll } from "../../runs/eval.ts";
import { gradeRun } from "../../runs/grade-run.ts";
import { missingText, type ShardRun } from "../../runs/merge.ts";
import { mergeEval } from "../../runs/merge-eval.ts";
import { readRunFile } from "../../runs/run-file.ts";
import type { ProblemSet, SetMember } from "../../runs/shard.ts";
import { writeVerdicts } from "../../runs/verdicts-file.ts";
import { versions } from "../../runs/versions.ts";
import { measureAtK } from "../../search/at-k.ts";
import { baselineOf } from "../../search/baseline.ts";
import { type MergedSearch, mergeSearch } from "../../search/merge-search.ts";
import { readSearchRun } from "../../search/run-file.ts";
import { settingsOf } from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import type { Task } from "../../tasks/task.ts";
import { completenessOf, reportText } from "../eval/eval-report.ts";
import { tellUngraded } from "../eval/ungraded.ts";
import { gradingLimits } from "../grading.ts";
import { benchText } from "../processbench/processbench-report.ts";
import { completenessJson, incompleteHeading } from "../run/ending.ts";
import { baselineFolder, searchCompleteness, searchJson, searchText } from "../search/search-report.ts";
import { tasksOfRun } from "../tasks-of-run.ts";
import type { mergeOptions } from "./merge.ts";

type MergeValues = Values<typeof mergeOptions>;

export async function mergeEvalCommand(
  folders: readonly string[],
  values: MergeValues,
  tasks: Config["tasks"],
): Promise<number> {
  const { out } = values;
  const { run, set } = await mergeEval(await readAll(folders, readRunFile), out);
  const { find, graderOf } = tasksOfRun(tasks, values.taskName, gradingLimits(values.gradingTimeout, out));
  const { scores } = await gradeRun(out, find, graderOf);
  const { config } = run;
  writeVerdicts(out, scores, { assay: versions().assay, template: config.template });
  const measured = measureAll(scores, config.numSamples, config.model.prices);
  const whole = completenessOf(measured);
  print(
    values,
    whole,
    { run: out, ...completenessJson(whole), ...factsOfEval(run, versions().assay), tasks: measured },
    reportText(measured),
  );
  const code = tellMissing(
    set,
    whole,
    out,
    ({ task, id }) => scores.missing(task, id, config.numSamples).length > 0,
  );
  return tellUngraded("merge", out, measured) ? 1 : code;
}

export async function mergeBenchCommand(folders: readonly string[], values: MergeValues): Promise<number> {
  const { folder, config, numbers, set, isMissing } = await mergeBench(
    await readAll(folders, readBenchFile),
    values.out,
  );
  const whole = benchCompleteness(numbers.subsets);
  print(
    values,
    whole,
    { run: folder, ...completenessJson(whole), ...factsOfBench(config, versions().assay), ...numbers },
    benchText(numbers),
  );
  return tellMissing(set, whole, folder, isMissing);
}

export async function mergeSearchCommand(
  folders: readonly string[],
  values: MergeValues,
  tasks: Config["tasks"],
): Promise<number> {
  const { out } = values;
  const runs = await readAll(folders, readSearchRun);
  const limits = gradingLimits(values.gradingTimeout, out);
  const { find } = tasksOfRun(tasks, values.taskName, limits);
  const task = await find(runs[0]!.run.config.data);
  const guided = await mergeSearch(runs, out, task);
  const plain = await mergeBaseline(folders, out, task);
  const baseline = plain && {
    ...plain.result,
    ...baselineOf(loadedOf(plain, task), plain.result.problems, settingsOf(plain.run.config)),
  };
  const { config } = guided.run;
  const { draws, isGuided } = strategies[config.strategy];
  const atK =
    draws === "solutions" && isGuided
      ? measureAtK(loadedOf(guided, task), guided.result.problems, settingsOf(config))
      : undefined;
  const whole = searchCompleteness([guided.result, ...(baseline ? [baseline] : [])]);
  print(
    values,
    whole,
    { ...factsOfSearch(config, versions().assay), ...searchJson(guided.result, baseline, atK) },
    searchText(config, guided.result, baseline, atK),
  );
  const code = tellMissing(
    guided.set,
    whole,
    dirname(guided.result.results),
    (member) => guided.isMissing(member) || plain?.isMissing(member) === true,
  );
  return limits.hasFailed() ? 1 : code;
}

/** What was asked without the reward model, where every shard has it. */
async function mergeBaseline(
  folders: readonly string[],
  out: string,
  task: Task,
): Promise<MergedSearch | undefined> {
  const beside = folders.map((folder) => join(baselineFolder(dirname(folder)), basename(folder)));
  const areThere = await Promise.all(beside.map((folder) => stat(folder).catch(() => undefined)));
  if (!areThere.every((found) => found?.isDirectory())) return undefined;
  return mergeSearch(await readAll(beside, readSearchRun), baselineFolder(out), task);
}

const loadedOf = ({ conversations, run }: MergedSearch, task: Task) => ({
  task,
  conversations,
  source: run.source,
});

async function readAll<Run>(
  folders: readonly string[],
  read: (folder: string) => Promise<Run | undefined>,
): Promise<ShardRun<Run>[]> {
  return Promise.all(folders.map(async (folder) => ({ folder, run: (await read(folder))! })));
}

function print({ json }: MergeValues, whole: Completeness, object: object, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(object)}\n` : `${incompleteHeading(whole)}${text}\n`);
}

/** The exit code. */
function tellMissing(
  set: ProblemSet,
  { done, of }: Completeness,
  folder: string,
  isMissing: (member: SetMember) => boolean,
): number {
  process.stderr.write(`the merged run is in ${folder}\n`);
  if (done === of) return 0;
  for (const sentence of missingText(set, isMissing)) process.stderr.write(`assay merge: ${sentence}\n`);
  process.stderr.write(
    "to do what is missing, run the command of the shards without --shard, in this folder\n",
  );
  return 1;
}
