// assay score: the final accuracy of guided searches, over all problems, data set by data set.

import { stat } from "node:fs/promises";
import { loadConfig } from "../config/index.ts";
import {
  type DatasetScore,
  type SearchScores,
  scoreSearches,
  scoresJson,
  writeScores,
} from "../search/score.ts";
import { failureKinds } from "../search/scored-results.ts";
import { type Command, type Performed, readOptions, UsageError } from "./command.ts";
import { count, intervalText, percent } from "./eval/eval-report.ts";
import { gradingLimits } from "./grading.ts";
import { taskOfRunFlags, taskOfRunHelp, tasksOfRun } from "./tasks-of-run.ts";
import { textTable } from "./terminal/show-table.ts";
import { manyUnreadable } from "./unreadable-golds.ts";

const help = `assay score: what guided searches got right

Usage:
  assay score DIR [--json]
  assay score --results_dir DIR [--json]

DIR holds a folder for each data set, and in it result-*.json; slices are put together. A slice whose
problems another one holds too is left out, which is told; other overlaps are refused. The accuracy is
right over all problems, also those without an answer; the average is the plain mean over the data sets.
Both are written to DIR/results.json. Golds that are whole solutions are graded by the answer that they
mark.

  --json                    one JSON object: what results.json holds
${taskOfRunHelp}
`;

const options = {
  results_dir: { type: "string" },
  "results-dir": { type: "string" },
  json: { type: "boolean" },
  ...taskOfRunFlags,
} as const;

export async function perform(argv: readonly string[]): Promise<Performed<SearchScores>> {
  const { values, positionals } = readOptions(argv, options, true);
  const given = [values.results_dir, values["results-dir"], ...positionals].filter(
    (dir) => dir !== undefined,
  );
  const [folder, ...rest] = given;
  if (folder === undefined || rest.length > 0) throw new UsageError("name one folder of results");
  const { tasks } = await loadConfig();
  const limits = gradingLimits(values["grading-timeout"], folder);
  const scores = await scoreSearches(
    folder,
    tasksOfRun(tasks, values["task-name"], limits).find,
    (sentence) => process.stderr.write(`assay score: ${sentence}\n`),
  );
  if ((await stat(folder)).isDirectory()) writeScores(folder, scores);
  if (values.json) process.stdout.write(`${JSON.stringify(scoresJson(scores))}\n`);
  else process.stdout.write(`${scoresText(scores)}\n`);
  return { code: 0, result: scores };
}

function scoresText({ datasets, average }: SearchScores): string {
  const all = Object.entries(datasets);
  const table = textTable([
    [
      "data set",
      "problems",
      "right",
      "accuracy",
      "95% interval",
      ...failureKinds.map((kind) => kind.replace("_", " ")),
    ],
    ...all.map(([name, { problems, right, accuracy, interval, failures }]) => [
      name,
      count(problems),
      count(right),
      percent(accuracy),
      intervalText(interval),
      ...failureKinds.map((kind) => count(failures[kind])),
    ]),
    ["average", "", "", percent(average), "", ...failureKinds.map(() => "")],
  ]);
  return [table, ...all.flatMap(([name, score]) => remarks(name, score))].join("\n");
}

const shownIds = 8;

/** For example `math: 3 without an answer (step limit): 4, 17, 80`. */
const remarks = (name: string, { problems, unanswered, ungradable, failures }: DatasetScore): string[] => [
  ...remarksOn(name, "without an answer", unanswered),
  ...remarksOn(name, "with a gold that cannot be graded against", ungradable),
  ...manyUnreadable(name, failures.gold, problems),
];

const remarksOn = (name: string, what: string, problems: Record<string, string[]>): string[] =>
  Object.entries(problems).map(([why, ids]) => {
    const more = ids.length > shownIds ? `, and ${count(ids.length - shownIds)} more` : "";
    return `${name}: ${count(ids.length)} ${what} (${why}): ${ids.slice(0, shownIds).join(", ")}${more}`;
  });

export const command: Command = { help, run: async (argv) => (await perform(argv)).code };
