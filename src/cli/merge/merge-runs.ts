// The merging of runs as a user meets it: each kind prints what its own command prints.

import { basename, dirname, join } from "node:path";
import type { Config } from "../../config/index.ts";
import { factsOfBench, factsOfSearch } from "../../kinds/facts-of-run.ts";
import type { Values } from "../../options/option.ts";
import { readBenchFile } from "../../processbench/bench-file.ts";
import { mergeBench } from "../../processbench/merge-bench.ts";
import { benchCompleteness } from "../../processbench/metrics.ts";
import { measureAll, stampOf } from "../../runs/eval.ts";
import { type Completeness, completenessOf } from "../../runs/figure.ts";
import { gradeRun } from "../../runs/grade-run.ts";
import { missingText, type ShardRun } from "../../runs/merge.ts";
import { mergeEval } from "../../runs/merge-eval.ts";
import { intoPlace, type MergedPlace } from "../../runs/merged-place.ts";
import { readRunFile } from "../../runs/run-file.ts";
import { runKind, writeResults } from "../../runs/run-folder.ts";
import { writeVerdicts } from "../../runs/verdicts-file.ts";
import { versions } from "../../runs/versions.ts";
import { measureAtK } from "../../search/at-k.ts";
import { baselineOf } from "../../search/baseline.ts";
import { type MergedSearch, mergeSearch } from "../../search/merge-search.ts";
import { readSearchRun } from "../../search/run-file.ts";
import { searchFolder, settingsOf } from "../../search/search.ts";
import { strategies } from "../../search/strategies.ts";
import type { Task } from "../../tasks/task.ts";
import { evalJson, reportText } from "../eval/eval-report.ts";
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
  const { run, set, scores } = await intoPlace(out, async (place) => {
    const { find, graderOf } = tasksOfRun(tasks, values.taskName, limitsIn(place, values));
    const merged = await mergeEval(await readAll(folders, readRunFile), place, values);
    const graded = await gradeRun(place.draft, find, graderOf);
    await writeVerdicts(place.draft, graded.scores, stampOf(merged.run.config, versions()));
    return { ...merged, scores: graded.scores };
  });
  const { config } = run;
  const measured = measureAll(scores, config.numSamples, config.model.prices);
  const whole = completenessOf(measured);
  print(values, whole, out, evalJson(out, run, measured, whole), reportText(measured));
  const code = tellMissing(whole, out, [
    missingText(set, ({ task, id }) => scores.lacks(task, id, config.numSamples)),
  ]);
  return tellUngraded("merge", out, measured) ? 1 : code;
}

export async function mergeBenchCommand(folders: readonly string[], values: MergeValues): Promise<number> {
  const { folder, config, numbers, set, isMissing } = await intoPlace(values.out, async (place) =>
    mergeBench(await readAll(folders, readBenchFile), place, values),
  );
  const whole = benchCompleteness(numbers.subsets);
  print(
    values,
    whole,
    folder,
    { run: folder, ...completenessJson(whole), ...factsOfBench(config, versions().assay), ...numbers },
    benchText(numbers),
  );
  return tellMissing(whole, folder, [missingText(set, isMissing)]);
}

export async function mergeSearchCommand(
  folders: readonly string[],
  values: MergeValues,
  tasks: Config["tasks"],
): Promise<number> {
  const { out } = values;
  const runs = await readAll(folders, readSearchRun);
  const { guided, plain, baseline, atK, hasFailed } = await intoPlace(out, async (place) => {
    const limits = limitsIn(place, values);
    const { find } = tasksOfRun(tasks, values.taskName, limits);
    const task = await find(runs[0]!.run.config.data);
    const guided = await mergeSearch(runs, place.draft, place, task, values);
    const plain = await mergeBaseline(folders, place, task, values);
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
    return { guided, plain, baseline, atK, hasFailed: limits.hasFailed() };
  });
  const { config } = guided.run;
  const whole = searchCompleteness([guided.result, ...(baseline ? [baseline] : [])]);
  print(
    values,
    whole,
    searchFolder(out, config),
    { ...factsOfSearch(config, versions().assay), ...searchJson(guided.result, baseline, atK) },
    searchText(config, guided.result, baseline, atK),
  );
  const without = plain ? missingText(plain.set, plain.isMissing) : [];
  const code = tellMissing(whole, dirname(guided.result.results), [
    missingText(guided.set, guided.isMissing),
    without.map((sentence) => `baseline, ${sentence}`),
  ]);
  return hasFailed ? 1 : code;
}

/** What was asked without the reward model, of the shards that have it. */
async function mergeBaseline(
  folders: readonly string[],
  place: MergedPlace,
  task: Task,
  values: MergeValues,
): Promise<MergedSearch | undefined> {
  const beside = await Promise.all(
    folders.map(async (folder) => {
      const outputDir = dirname(folder);
      const baseline = join(baselineFolder(outputDir), basename(folder));
      return { outputDir, baseline, isThere: (await runKind(baseline)) !== undefined };
    }),
  );
  const there = beside.filter(({ isThere }) => isThere);
  if (there.length === 0) return undefined;
  for (const { outputDir, isThere } of beside)
    if (!isThere) process.stderr.write(`assay merge: there is no baseline in ${outputDir}\n`);
  const runs = await readAll(
    there.map(({ baseline }) => baseline),
    readSearchRun,
  );
  return mergeSearch(runs, baselineFolder(place.draft), place, task, values);
}

/** Answers whose grading is ended are kept with the merged run. */
const limitsIn = ({ draft, final }: MergedPlace, { gradingTimeout }: MergeValues) =>
  gradingLimits(gradingTimeout, draft, (sentence) =>
    process.stderr.write(`${sentence.replaceAll(draft, final(draft))}\n`),
  );

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

function print(
  { json }: MergeValues,
  whole: Completeness,
  folder: string,
  object: object,
  text: string,
): void {
  writeResults(folder, object);
  process.stdout.write(json ? `${JSON.stringify(object)}\n` : `${incompleteHeading(whole)}${text}\n`);
}

/** The exit code. */
function tellMissing({ done, of }: Completeness, folder: string, sentences: readonly string[][]): number {
  process.stderr.write(`the merged run is in ${folder}\n`);
  if (done === of) return 0;
  for (const sentence of sentences.flat()) process.stderr.write(`assay merge: ${sentence}\n`);
  process.stderr.write(
    "to do what is missing, run the command of the shards without --shard, in this folder\n",
  );
  return 1;
}
