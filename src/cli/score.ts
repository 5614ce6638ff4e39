// assay score: the final accuracy of guided searches, over all problems, for each data set.

import { stat } from "node:fs/promises";
import { loadConfig } from "../config/index.ts";
import { ExpectedError } from "../errors/expected-error.ts";
import { factsAt, kindAt } from "../kinds/kinds.ts";
import { choice, text } from "../options/option.ts";
import { count } from "../outgoing/counted.ts";
import {
  differenceWords,
  type Figure,
  intervalWords,
  isWhole,
  nothingWords,
  orDash,
  percent,
  wrongWords,
} from "../runs/figure.ts";
import { versions } from "../runs/versions.ts";
import { type BestOfN, meanOfSets } from "../search/best-of-n.ts";
import {
  bestOfNIn,
  type DatasetScore,
  type FailureKind,
  failureKinds,
  NoResultsError,
  type SearchScores,
  scoreSearches,
  scoresJson,
  writeScores,
} from "../search/score.ts";
import { aggregates } from "../search/strategy.ts";
import { quoted } from "../view/quoted.ts";
import { type Command, type Performed, readOptions, UsageError, warnAs } from "./command.ts";
import { failBelowOption, isBelow, jsonOption } from "./options/shared-options.ts";
import { completenessJson, incompleteHeading } from "./run/ending.ts";
import { gradingLimits, manyUnreadable } from "./run/grading.ts";
import { taskOfRunOptions, tasksOfRun } from "./run/tasks-of-run.ts";
import { type TableFormat, tableFormats, written } from "./terminal/show-table.ts";

const options = {
  resultsDir: text({
    value: "DIR",
    completes: "folder",
    help: "Score the searches in this folder; the " + "same as DIR.",
  }),
  format: choice(tableFormats, { default: "text", help: "Print the tables in this format." }),
  json: jsonOption(
    "the content of results.json, and version, complete, done, of, best_of_n, runs: [{ run, model, sampling, … }]",
  ),
  failBelow: failBelowOption("the average accuracy"),
  ...taskOfRunOptions,
};

export async function perform(argv: readonly string[]): Promise<Performed<SearchScores>> {
  const { values, positionals } = readOptions(argv, options, { what: "folder" });
  const given = [values.resultsDir, ...positionals].filter((dir) => dir !== undefined);
  const [folder, ...rest] = given;
  if (folder === undefined || rest.length > 0) throw new UsageError("name one folder of results");
  const { tasks } = await loadConfig();
  const limits = gradingLimits(values.gradingTimeout, folder);
  const { find } = tasksOfRun(tasks, values.taskName, limits);
  const scores = await scoreSearches(folder, find, warnAs("score")).catch((error) =>
    saysWhatItIs(folder, error),
  );
  if ((await stat(folder)).isDirectory()) writeScores(folder, scores);
  const best = await bestOfNIn(folder, find);
  const hasBest = Object.keys(best).length > 0;
  if (values.json) {
    const facts = {
      version: versions().assay,
      ...completenessJson(scores.whole),
      runs: await factsAt(folder),
      ...(hasBest ? { best_of_n: best } : {}),
    };
    process.stdout.write(`${JSON.stringify({ ...facts, ...scoresJson(scores) })}\n`);
  } else {
    const tables = [scoresText(scores, values.format), ...(hasBest ? [bestText(best, values.format)] : [])];
    process.stdout.write(`${incompleteHeading(scores.whole, true)}${tables.join("\n\n")}\n`);
  }
  const isTooLow = isBelow("score", "the average accuracy", scores.average ?? undefined, values.failBelow);
  const isResult = isWhole(scores.whole) && !limits.hasFailed();
  return { code: isTooLow || !isResult ? 1 : 0, result: scores };
}

/** A folder without results may be a run of a different kind, or contain some. */
async function saysWhatItIs(folder: string, error: unknown): Promise<never> {
  if (!(error instanceof NoResultsError)) throw error;
  const kind = await kindAt(folder);
  if (kind.name === "search") throw error;
  throw new ExpectedError(
    `${folder}: this is ${kind.words}, not a search; 'assay regrade ${quoted(folder)}' prints its figures`,
  );
}

function scoresText(scores: SearchScores, format: TableFormat): string {
  const all = Object.entries(scores.datasets);
  // A rare kind has a column only if it occurs.
  const kinds = failureKinds.filter(
    (kind) => !rareKinds.includes(kind) || all.some(([, { failures }]) => failures[kind] > 0),
  );
  const rows = [
    [
      "data set",
      "problems",
      "right",
      "accuracy",
      "95% interval",
      ...kinds.map((kind) => kind.replace("_", " ")),
    ],
    ...all.map(([name, { failures, ...score }]) => [
      name,
      count(score.problems),
      count(score.right),
      orDash(score.accuracy),
      score.interval ? intervalWords(score.interval) : "–",
      ...kinds.map((kind) => count(failures[kind])),
    ]),
    ["average", "", "", orDash(scores.average), "", ...kinds.map(() => "")],
  ];
  const said = all.flatMap(([name, score]) => remarks(name, score));
  return [written(rows, format), ...(format === "text" ? said : [])].join("\n");
}

/** The best of N by each rule, beside single solutions, the majority and the best possible. */
function bestText(sets: Readonly<Record<string, BestOfN>>, format: TableFormat): string {
  const all = Object.entries(sets);
  const ks = [...new Set(all.flatMap(([, { maj_at_k }]) => Object.keys(maj_at_k)))].sort((a, b) => +a - +b);
  const row = (name: string, values: BestOfN["maj_at_k"], differences: string[] = ["", ""]): string[] => {
    const interval = Object.values(values).at(-1)?.interval;
    return [
      name,
      ...ks.map((k) => (values[k] ? percent(values[k].value) : "")),
      interval ? intervalWords(interval) : "",
      ...differences,
    ];
  };
  const away = ({ value, interval }: BestOfN["differences"]["last"]["pass_at_1"]): string =>
    differenceWords(value, interval);
  const rowsOf = (
    name: string,
    { rm_at_k, maj_at_k, pass_at_k }: Pick<BestOfN, "rm_at_k" | "maj_at_k" | "pass_at_k">,
    differences?: BestOfN["differences"],
  ): string[][] => [
    row(`${name}: pass@N`, pass_at_k),
    row(`${name}: maj@N`, maj_at_k),
    ...aggregates.map((how) => {
      const from = differences?.[how];
      return row(
        `${name}: best by ${how}`,
        rm_at_k[how],
        from ? [away(from.pass_at_1), away(from.maj_at_n)] : undefined,
      );
    }),
  ];
  const table = written(
    [
      ["N", ...ks, "95% interval", "minus pass@1", "minus maj@N"],
      ...all.flatMap(([name, set]) => rowsOf(name, set, set.differences)),
      ...(all.length > 1 ? rowsOf("mean", meanOfSets(all.map(([, set]) => set))) : []),
    ],
    format,
  );
  const missing = all.flatMap(([name, { left_out: n }]) =>
    n > 0 && format === "text" ? [`${name}: ${count(n)} that lack some of their solutions are left out`] : [],
  );
  return [table, ...missing].join("\n");
}

const rareKinds: readonly FailureKind[] = ["not_finished", "grading_failed"];

const shownIds = 8;

/** For example `math: 3 without an answer (step limit): 4, 17, 80`. */
const remarks = (name: string, score: DatasetScore): string[] => [
  ...missingLine(name, score),
  ...remarksOn(name, "without an answer", score.unanswered),
  ...remarksOn(name, "with a gold that cannot be graded against", score.ungradable),
  ...remarksOn(name, "unscored", score.ungraded),
  ...manyUnreadable(name, score.failures.gold, score.problems),
];

/** For example `math: 43.3% (32 failed, 4 not finished count as wrong; 46.8% of 444 finished)`. */
function missingLine(name: string, { accuracy, figure }: DatasetScore): string[] {
  const { value, interval, over } = figure;
  if (isWhole(over) && over.ungraded === 0) return [];
  if (accuracy === null || value === null) return [`${name}: ${nothingWords(over)}`];
  const beside: Figure = { ...figure, ofAnswered: figure.ofAnswered ?? { value, interval } };
  return [`${name}: ${percent(accuracy)} (${wrongWords(beside)})`];
}

const remarksOn = (name: string, what: string, problems: Record<string, string[]>): string[] =>
  Object.entries(problems).map(([why, ids]) => {
    const more = ids.length > shownIds ? `, and ${count(ids.length - shownIds)} more` : "";
    return `${name}: ${count(ids.length)} ${what} (${why}): ${ids.slice(0, shownIds).join(", ")}${more}`;
  });

export const command: Command = {
  usage: ["DIR [options]", "--results_dir DIR [options]"],
  examples: [
    { does: "score the searches of all data sets in a folder", typed: "assay score runs/greedy" },
    { does: "fail in CI below an average of 60%", typed: "assay score runs/greedy --json --fail-below 0.6" },
  ],
  options,
  names: "folder",
  notes: [
    "DIR holds a folder for each data set with its result-*.json files; slices are combined. If one " +
      "slice contains all problems of another, the smaller one is left out with a message; other overlaps " +
      "are refused. The accuracy is the share of right answers among all problems, including those without " +
      "an answer; the average is the plain mean over the data sets. Both are written to DIR/results.json. " +
      "If a gold is a whole solution, the answer that it marks is used. The exit code is 1 if a search has " +
      "not ended.",
  ],
  run: async (argv) => (await perform(argv)).code,
};
