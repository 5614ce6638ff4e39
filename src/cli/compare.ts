// assay compare: is the second run better than the first, and on which problems? Of three to twelve runs, which is best?

import { loadConfig } from "../config/index.ts";
import {
  compareAny,
  factsAt,
  isByShares,
  type Metric,
  metricWords,
  mostRanked,
  type Ranked,
  rankRuns,
} from "../kinds/kinds.ts";
import { choice, flag } from "../options/option.ts";
import { count, counted } from "../outgoing/counted.ts";
import type { F1Comparison } from "../processbench/bench-kind.ts";
import type { GroupComparison, SetComparison } from "../runs/compare.ts";
import {
  type Completeness,
  differenceWords,
  isWhole,
  percent,
  type Quarters,
  signedPoints,
} from "../runs/figure.ts";
import { checkGrouped } from "../runs/metrics.ts";
import { versions } from "../runs/versions.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { groupByOption, jsonOption } from "./options/shared-options.ts";
import { completenessJson, incompleteWords } from "./run/ending.ts";
import { gradingLimits } from "./run/grading.ts";
import { taskOfRunOptions, tasksOfRun } from "./run/tasks-of-run.ts";
import { oneLine } from "./terminal/columns.ts";
import { type TableFormat, tableFormats, textTable, written } from "./terminal/show-table.ts";

const options = {
  json: jsonOption(
    "a, b, metric, completeness, runs, tasks: { NAME: { difference, interval, sign_test, gained, lost, failures, … } }; " +
      "for three or more runs: completeness, runs, tasks: { NAME: { problems, runs, pairs } }",
  ),
  format: choice(tableFormats, {
    default: "text",
    excludes: ["json"],
    help: "Print the runs as a ranked table in this format; three or more runs are ranked anyway.",
  }),
  groupBy: groupByOption,
  byRules: flag({ help: "Compare the verdicts of the rules only, without those of judges." }),
  ...taskOfRunOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "run", least: 2, most: mostRanked });
  const [a, b] = positionals as [string, string];
  const { tasks } = await loadConfig();
  const limits = gradingLimits(values.gradingTimeout);
  const { find, graderOf } = tasksOfRun(tasks, values.taskName, limits);
  const isRanked = positionals.length > 2 || values.format !== "text";
  if (isRanked && values.groupBy)
    throw new UsageError("--group-by can be used for two runs only, and not with --format");
  if (isRanked) {
    const ranked = await rankRuns(positionals, { find, graderOf, byRules: values.byRules });
    const facts = await Promise.all(positionals.map(factsAt));
    const completeness = ranked.whole.map((whole) => completenessJson(whole));
    const said = { version: versions().assay, completeness, runs: facts.flat(), tasks: ranked.tasks };
    const notes = positionals.flatMap((path, i) =>
      isWhole(ranked.whole[i]!) ? [] : [`${path}${incomplete(ranked.whole[i]!)}\n`],
    );
    if (!values.json) for (const note of notes) process.stderr.write(note);
    process.stdout.write(
      values.json ? `${JSON.stringify(said)}\n` : leaderboard(ranked.tasks, values.format),
    );
    return limits.hasFailed() ? 1 : 0;
  }
  const {
    metric,
    whole,
    tasks: compared,
  } = await compareAny(a, b, { find, graderOf, byRules: values.byRules, groupBy: values.groupBy });
  checkGrouped(values.groupBy ?? [], Object.values(compared), "the two runs");
  if (values.json) {
    const runs = { a: await factsAt(a), b: await factsAt(b) };
    const completeness = { a: completenessJson(whole.a), b: completenessJson(whole.b) };
    const said = { a, b, version: versions().assay, ...metric, completeness, runs, tasks: compared };
    process.stdout.write(`${JSON.stringify(said)}\n`);
  } else {
    process.stdout.write(`A: ${a}${incomplete(whole.a)}\nB: ${b}${incomplete(whole.b)}\n`);
    for (const [name, task] of Object.entries(compared))
      process.stdout.write(`\n${comparisonText(name, task, metric)}\n`);
  }
  return limits.hasFailed() ? 1 : 0;
}

/** For each task the runs, the best first, and how far each is from the best; then all pairs, in a sentence. */
function leaderboard(tasks: Readonly<Record<string, Ranked>>, format: TableFormat): string {
  const figures = ["right", "95% interval", "difference to the best"];
  if (format === "csv") {
    // A file of CSV has one table.
    const rows = Object.entries(tasks).flatMap(([name, ranked]) =>
      rankedRows(ranked).map((row) => [name, count(ranked.problems), ...row]),
    );
    return `${written([["task", "problems", "run", ...figures], ...rows], format)}\n`;
  }
  const parts = Object.entries(tasks).map(([name, ranked]) => {
    const head = [`${name}, ${counted(ranked.problems, "problem")}`, ...figures];
    const table = written([head, ...rankedRows(ranked)], format);
    if (format !== "text") return table;
    const others = ranked.pairs.filter(({ a }) => a !== ranked.runs[0]!.run);
    const lines = others.map(
      ({ a, b, difference, interval }) => `  ${b} minus ${a}: ${differenceWords(difference, interval)}`,
    );
    return [table, ...(lines.length > 0 ? ["other pairs:", ...lines] : [])].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

const rankedRows = ({ runs, pairs }: Ranked): string[][] =>
  runs.map(({ run, value, interval }) => {
    const pair = pairs.find(({ a, b }) => a === runs[0]!.run && b === run);
    const behind = pair ? differenceWords(pair.difference, pair.interval) : "";
    return [run, percent(value), `${percent(interval[0])} to ${percent(interval[1])}`, behind];
  });

/** Missing samples are not compared, and reported beside the run's name. */
const incomplete = (whole: Completeness): string => (isWhole(whole) ? "" : `, ${incompleteWords(whole)}`);

function comparisonText(
  name: string,
  task: SetComparison & { f1?: F1Comparison | null },
  metric: Metric,
): string {
  const { difference, interval, sign_test: sign, failures } = task;
  const inShares = isByShares(metric);
  const right = metric.metric === "match" ? "as labelled" : "right";
  const alone = (side: "A" | "B") =>
    inShares ? `larger share right in ${side}` : `${right} in ${side} alone`;
  const inB = new Map<string, number>(Object.entries(failures.b));
  return [
    `${name}, ${counted(task.problems, "problem")} answered in both`,
    `${metricWords(metric)}: A ${percent(task.a)}, B ${percent(task.b)}, difference ${signedPoints(difference)}${within(interval)}`,
    ...(task.f1 ? [f1Text(task.f1)] : []),
    `B is better on ${counted(sign.better, "problem")} and worse on ${sign.worse} (sign test p = ${sign.p.toPrecision(2)})`,
    quartersText(task.right_in, right, inShares),
    `${alone("B")}: ${listed(task.gained)}`,
    `${alone("A")}: ${listed(task.lost)}`,
    textTable([
      ["failures", "A", "B"],
      ...Object.entries(failures.a).map(([kind, inA]) => [
        kind.replace("_", " "),
        `${inA}`,
        `${inB.get(kind)}`,
      ]),
    ]),
    ...Object.entries(task.groups ?? {}).map(([column, groups]) => groupTable(name, column, groups)),
  ].join("\n");
}

const groupTable = (task: string, column: string, groups: readonly GroupComparison[]): string =>
  textTable(
    [
      [`${task} by ${column}`, "A", "B", "difference", "problems"],
      ...groups.map(({ value, a, b, difference, interval, problems }) => [
        oneLine(value),
        percent(a),
        percent(b),
        differenceWords(difference, interval),
        count(problems),
      ]),
    ],
    { cuts: { 0: "end" } },
  );

const shownProblems = 40;

function listed(problems: readonly string[]): string {
  if (problems.length === 0) return "none";
  const more = problems.length - shownProblems;
  return `${problems.slice(0, shownProblems).join(", ")}${more > 0 ? `, and ${count(more)} more` : ""}`;
}

/** The 2 × 2 of right and wrong, and how a problem with several samples counts in it. */
function quartersText({ both, a_only, b_only, neither }: Quarters, right: string, inShares: boolean): string {
  const cell = (value: number): string => (inShares ? value.toFixed(1) : count(value));
  const table = textTable([
    ["problems", `B ${right}`, `B not ${right}`],
    [`A ${right}`, cell(both), cell(a_only)],
    [`A not ${right}`, cell(b_only), cell(neither)],
  ]);
  const how = "a problem counts by the shares of its samples: 3 of 4 right is 0.75 of a problem";
  return inShares ? `${table}\n${how}` : table;
}

const f1Text = ({ a, b, difference, interval }: F1Comparison): string =>
  `F1: A ${percent(a)}, B ${percent(b)}, difference ${signedPoints(difference)}${within(interval)}`;

const within = (interval: [number, number] | null): string =>
  interval ? `, 95% interval ${signedPoints(interval[0])} to ${signedPoints(interval[1])}` : "";

export const command: Command = {
  usage: ["A B [--json]", "A B … [--format markdown|csv|latex]", "A B C … [--json]"],
  examples: [
    {
      does: "compare a model before and after training",
      typed: "assay compare runs/base-gsm8k runs/sft-gsm8k",
    },
    {
      does: "compare two guided searches",
      typed: "assay compare runs/greedy/math runs/beam/math --json",
    },
  ],
  options,
  names: "folder",
  notes: [
    "Three to twelve runs are ranked for each task, over the problems that all of them have answered. " +
      "The table has the paired difference between each run and the best.",
    "For two runs, the difference is B minus A in the figure that the table names: avg@n for " +
      "evaluations, the accuracy for searches, the share of solutions that are judged as labelled for " +
      "ProcessBench. Both runs are graded again. Runs on different data are refused. Only problems that " +
      "both runs have answered are compared, without the samples that failed. A and B may be " +
      "evaluations, searches (the folder of a run, a result file, or a folder of result files), one of " +
      "each, or two ProcessBench runs, for which the difference in F1 is shown too.",
  ],
  run,
};
