// assay show: look at a run as a person would. What a path holds decides how: problems and samples of an evaluation,
// searches, judged solutions, or a list of runs.

import { readdir } from "node:fs/promises";
import { loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { holdsSearches, kindAt, kindWords } from "../../kinds/kind-of-run.ts";
import { flag, text, whole } from "../../options/option.ts";
import { runKind } from "../../runs/run-folder.ts";
import { searchFoldersAt } from "../../search/search-folders.ts";
import type { Command } from "../command.ts";
import { readOptions, UsageError } from "../command.ts";
import { gradingLimits } from "../grading.ts";
import { taskOfRunOptions, tasksOfRun } from "../tasks-of-run.ts";
import { type SampleFilter, sampleFilters } from "./list.ts";
import { showEval } from "./show-eval.ts";
import { showProcess } from "./show-process.ts";
import { showSearches } from "./show-search.ts";

const options = {
  problem: text({
    value: "ID",
    excludes: ["random"],
    help: "Show the samples of one problem, by its id or as TASK/ID.",
  }),
  random: whole({ value: "K", least: 0, help: "Show K samples drawn at random." }),
  seed: whole({ value: "S", least: 0, default: 0, help: "Draw with this seed." }),
  wrong: flag({ help: "Of an evaluation, show only problems or samples that are wrong." }),
  unscored: flag({ help: "Of an evaluation, show only those without a verdict." }),
  truncated: flag({ help: "Of an evaluation, show only those that were cut off at the token limit." }),
  undecided: flag({
    help: "Of an evaluation, show only those that count as wrong because no rule could decide.",
  }),
  json: flag({ help: "Print JSON Lines on standard output, a sample on each line." }),
  ...taskOfRunOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "run", least: 1, most: 1 });
  const folder = positionals[0]!;
  const { problem, random, seed, json } = values;
  const choice = { problem, random, seed, json };
  const filters = (Object.keys(sampleFilters) as SampleFilter[]).filter((name) => values[name]);
  if (await listsRuns(folder, json)) return 0;
  const kind = await kindAt(folder);
  if (kind !== "eval" && filters.length > 0)
    throw new UsageError(`--${filters[0]} is for evaluations, and ${folder} is ${kindWords[kind]}`);
  if (kind === "processbench") return showProcess(folder, choice);
  const { tasks } = await loadConfig();
  const ofRun = tasksOfRun(tasks, values.taskName, gradingLimits(values.gradingTimeout));
  if (kind === "eval") {
    await showEval(folder, choice, filters, ofRun);
    return 0;
  }
  const searches = await searchFoldersAt(folder);
  if (searches.length === 0)
    throw new ExpectedError(
      `${folder}: these are results of searches whose runs are not beside them; 'assay score ${folder}' scores them`,
    );
  await showSearches(searches, choice, ofRun.find);
  return 0;
}

/** A folder that holds runs, and is none itself, is shown as a list of them. */
async function listsRuns(folder: string, json: boolean): Promise<boolean> {
  if ((await runKind(folder).catch(() => "broken")) !== undefined) return false;
  const names = await readdir(folder).catch(() => undefined);
  if (!names || holdsSearches(names)) return false;
  const { showRuns } = await import("./show-runs.ts");
  return showRuns(folder, json);
}

export const command: Command = {
  usage: [
    "RUN [--wrong] [--unscored] [--truncated] [--undecided]",
    "RUN --problem ID | --random K [--seed S] [--json]",
  ],
  examples: [
    {
      does: "list the problems of a run that have a wrong sample",
      typed: "assay show runs/sft-gsm8k-1a2b3c4d --wrong",
    },
    { does: "show every sample of one problem", typed: "assay show outputs/math --problem 17" },
    { does: "show three samples of a run", typed: "assay show runs/sft-gsm8k-1a2b3c4d --random 3" },
  ],
  options,
  names: "folder",
  notes: [
    "Without --problem and --random, a list is printed. For an evaluation it has a line for each " +
      "problem: how many samples are right, the gold, and the answers with how often each was given. For a " +
      "search, a line has the answer, the gold, whether it is right, and the iterations; for a " +
      "ProcessBench run, the label and the prediction of a sample. For a folder of runs, however deep, the " +
      "runs are listed with their kind, model, task, main figure and state. RUN may also be the output folder of a guided search. With --json, samples are printed.",
  ],
  run,
};
