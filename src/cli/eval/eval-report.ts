// The figures of an evaluation as text.

import { costText } from "../../models/model.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import type { EvalProgress } from "../../runs/eval.ts";
import { factsOfEval } from "../../runs/eval-kind.ts";
import {
  completenessOf,
  completenessOfTask,
  figuresOfTask,
  figureWords,
  intervalWords,
  isPartial,
  notAsked,
  orDash,
  overWords,
  percent,
} from "../../runs/figure.ts";
import type { Interval } from "../../runs/interval.ts";
import { type MeasuredAverage, mean, type TaskMetrics } from "../../runs/metrics.ts";
import type { RunFile } from "../../runs/run-file.ts";
import { versions } from "../../runs/versions.ts";
import { quoted } from "../../view/quoted.ts";
import type { Report } from "../kinds.ts";
import { completenessJson } from "../run/ending.ts";
import { manyUnreadable } from "../run/grading.ts";
import type { RunFacts } from "../run/progress.ts";
import { paint } from "../terminal/colour.ts";
import { oneLine } from "../terminal/columns.ts";
import { textTable } from "../terminal/show-table.ts";

type MetricsByTask = Readonly<Record<string, TaskMetrics>>;

/**
 * The output of a command for an evaluation, and the content of results.json.
 * @param wasSent whether this start sent any request; if not, the cost of earlier requests is not printed
 */
export function evalReport(
  command: string,
  folder: string,
  run: Pick<RunFile, "config" | "data">,
  tasks: MetricsByTask,
  wasSent = true,
): Report {
  const whole = completenessOf(tasks);
  const overall = meanOver(tasks);
  return {
    folder,
    whole,
    json: {
      run: folder,
      ...completenessJson(whole),
      ...factsOfEval(run, versions().assay),
      tasks,
      ...(overall ? { mean: overall } : {}),
    },
    text: reportText(tasks, wasSent),
    tellFailed: () => reportUngraded(command, folder, tasks),
  };
}

function reportText(tasks: MetricsByTask, wasSent: boolean): string {
  const all = Object.entries(tasks);
  const most = all.reduce((most, [, metrics]) => Math.max(most, samplesOfEach(metrics)), 0);
  const held = all.reduce((most, [, metrics]) => Math.max(most, largestK(metrics)), 0);
  // The average over the samples is pass@1, so the list starts at 2.
  const ks = powersOfTwo(held).slice(1);
  const isWaiting = all.some(([, metrics]) => notAsked(completenessOfTask(metrics)) > 0);
  const head = [
    "task",
    most > 1 ? `avg@${most}` : "accuracy",
    ...ks.map((k) => `pass@${k}`),
    ...ks.map((k) => `maj@${k}`),
    "problems",
    "samples",
    "right",
    "wrong",
    "unscored",
    "truncated",
    ...(isWaiting ? ["not asked"] : []),
  ];
  const rows = all.map(([name, metrics]) => {
    const { not_asked: waiting = 0, ...unscored } = metrics.unscored;
    return [
      name,
      ...figures(metrics, ks),
      count(metrics.problems),
      count(metrics.samples),
      count(metrics.right),
      count(metrics.wrong),
      count(sum(unscored)),
      count(metrics.truncated),
      ...(isWaiting ? [count(waiting)] : []),
    ];
  });
  const overall = meanOver(tasks);
  if (overall)
    rows.push([
      overall.partial ? "mean, partial" : "mean",
      percent(overall.avg_at_k.value),
      ...head.slice(2).map(() => ""),
    ]);
  return [
    textTable([head, ...rows]),
    ...all.flatMap(([name, metrics]) => remarks(name, metrics, wasSent)),
    ...all.flatMap(([name, metrics]) => groupTables(name, metrics)),
  ].join("\n");
}

/** A table for each column that groups the problems. */
export const groupTables = (task: string, metrics: TaskMetrics): string[] =>
  Object.entries(metrics.groups ?? {}).map(([column, groups]) => {
    const figure = samplesOfEach(metrics) > 1 ? `avg@${samplesOfEach(metrics)}` : "accuracy";
    const rows = groups.map(({ value, problems, avg_at_k, interval }) => [
      oneLine(value),
      percent(avg_at_k.value),
      intervalWords(interval),
      count(problems),
    ]);
    const table = textTable([[`${task} by ${column}`, figure, "95% interval", "problems"], ...rows], {
      cuts: { 0: "end" },
    });
    return `\n${table}`;
  });

const samplesOfEach = ({ problems, samples }: TaskMetrics): number =>
  problems === 0 ? 1 : samples / problems;

const figures = ({ avg_at_k, pass_at_k, maj_at_k }: TaskMetrics, ks: readonly number[]): string[] => [
  withError(avg_at_k),
  ...ks.map((k) => orDash(pass_at_k[k])),
  ...ks.map((k) => orDash(maj_at_k[k])),
];

/**
 * The plain mean over several tasks; undefined for one task, or if a task has no figure. It is partial if one of the
 * tasks is.
 */
function meanOver(tasks: MetricsByTask) {
  const all = Object.values(tasks);
  const partial = all.some((metrics) => isPartial(completenessOfTask(metrics)));
  const values = all.flatMap(
    ({ avg_at_k, of_answered: answered }) => ((partial && answered?.avg_at_k) || avg_at_k).value ?? [],
  );
  if (all.length < 2 || values.length < all.length) return undefined;
  const value = values.reduce((sum, value) => sum + value, 0) / all.length;
  return { tasks: all.length, avg_at_k: { value }, ...(partial ? { partial } : {}) };
}

// Several models over the same tasks.

export interface ModelFigures {
  name: string;
  tasks: MetricsByTask;
  json?: object | undefined;
}

/** A row for each model, a column for each task, and the means of both. */
export function modelsText(models: readonly ModelFigures[]): string {
  const tasks = [...new Set(models.flatMap(({ tasks }) => Object.keys(tasks)))];
  const metrics = models.flatMap(({ tasks }) => Object.values(tasks));
  const most = metrics.reduce((most, each) => Math.max(most, samplesOfEach(each)), 1);
  const means = models.map(({ tasks }) => meanOver(tasks)?.avg_at_k.value);
  const isMany = tasks.length > 1;
  const rows = models.map(({ name, tasks: own }, i) => [
    Object.values(own).some((each) => isPartial(completenessOfTask(each))) ? `${name}, partial` : name,
    ...tasks.map((task) => (own[task] ? withError(own[task].avg_at_k) : "–")),
    ...(isMany ? [orDash(means[i])] : []),
  ]);
  const meanCell = (values: readonly (number | null | undefined)[]): string => {
    const known = values.filter((value) => typeof value === "number");
    return known.length === values.length ? percent(mean(known)) : "–";
  };
  const ofTask = (task: string) => models.map(({ tasks: own }) => own[task]?.avg_at_k.value);
  return textTable(
    [
      [most > 1 ? `avg@${most}` : "accuracy", ...tasks, ...(isMany ? ["mean"] : [])],
      ...rows,
      ...(models.length > 1
        ? [["mean", ...tasks.map((task) => meanCell(ofTask(task))), ...(isMany ? [meanCell(means)] : [])]]
        : []),
    ],
    { cuts: { 0: "inside" } },
  );
}

/** The same as JSON: the report of each run, by the model's name. */
export const modelsJson = (models: readonly ModelFigures[]): object => ({
  models: Object.fromEntries(models.map(({ name, json }) => [name, json])),
});

const reasonWords: Readonly<Record<string, string>> = {
  grading: "grading failed",
  not_asked: "not asked",
};

function remarks(name: string, metrics: TaskMetrics, wasSent: boolean): string[] {
  const { unscored, scored_only: scored, tokens, cost, requests, request_seconds, maj_method } = metrics;
  const lines: string[] = [];
  if (metrics.empty) lines.push(paint("wrong", `${name}: ${emptyWords(metrics.empty, metrics.empty.of)}`));
  const [main] = figuresOfTask(metrics);
  const { judged, avg_at_k } = metrics;
  if (judged && avg_at_k.value !== null) {
    const { by_rules, asked, equal, inconclusive, failed, not_asked } = judged;
    const rest = { inconclusive, "without a reply": failed, "not asked": not_asked };
    const said = Object.entries(rest).flatMap(([words, n]) => (n > 0 ? [`; ${count(n)} ${words}`] : []));
    lines.push(
      `${name}: ${percent(by_rules.value)} by rules, ${percent(avg_at_k.value)} with the judge ` +
        `(${count(equal)} of ${count(asked)} asked)${said.join("")}`,
    );
  }
  if (overWords(main) !== "") {
    const partial = isPartial(main.over) ? "partial: " : "";
    lines.push(`${name}: ${main.value === null ? "" : `${partial}${main.name} `}${figureWords(main)}`);
  }
  if (scored && unscored.gold !== undefined) {
    const reasons = Object.entries(unscored).map(
      ([reason, number]) => `${count(number)} ${reasonWords[reason] ?? reason}`,
    );
    const alone =
      scored.avg_at_k.value === null
        ? "no sample is scored"
        : `over ${counted(scored.samples, "scored sample")} only: avg ${withError(scored.avg_at_k)}`;
    lines.push(`${name}: unscored: ${reasons.join(", ")}; ${alone}`);
  }
  const unreadable = Math.round((unscored.gold ?? 0) / samplesOfEach(metrics));
  for (const line of manyUnreadable(name, unreadable, metrics.problems)) lines.push(line);
  const intervals = intervalsText(metrics);
  if (intervals !== "") lines.push(`${name}: 95% intervals: ${intervals}`);
  const price = cost === undefined ? "" : `, cost ${costText(cost, metrics.currency, 4)}`;
  const reasoned = tokens.reasoning === undefined ? "" : ` (${count(tokens.reasoning)} of reasoning)`;
  const each = requests === 0 ? "" : `, ${(request_seconds / requests).toFixed(2)} s each`;
  if (wasSent)
    lines.push(
      `${name}: ${counted(tokens.input, "token")} in, ${count(tokens.output)} out${reasoned}${price}; ${counted(requests, "request")}${each}`,
    );
  if (maj_method === "drawn") lines.push(`${name}: maj@k by seeded draws`);
  return lines;
}

/** For example `avg@4 36.0% to 39.9%, pass@4 64.6% to 69.7%, maj@4 45.4% to 50.8%`; only measured figures. */
function intervalsText(metrics: TaskMetrics): string {
  const { intervals } = metrics;
  const most = samplesOfEach(metrics);
  const said = (name: string, interval: Interval | null | undefined): string[] =>
    interval ? [`${name} ${intervalWords(interval)}`] : [];
  if (most === 1) return said("accuracy", intervals.avg_at_k).join();
  const ks = powersOfTwo(largestK(metrics)).slice(1);
  return [
    ...said(`avg@${most}`, intervals.avg_at_k),
    ...ks.flatMap((k) => said(`pass@${k}`, intervals.pass_at_k[k])),
    ...ks.flatMap((k) => said(`maj@${k}`, intervals.maj_at_k[k])),
  ].join(", ");
}

/** The largest k with a figure; in an incomplete run it may be smaller than the number of samples. */
const largestK = ({ pass_at_k }: TaskMetrics): number => Object.keys(pass_at_k).length;

/** 1, 2, 4, … and the last. */
function powersOfTwo(most: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < most; k *= 2) ks.push(k);
  return [...ks, most];
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

const withError = ({ value, stderr }: MeasuredAverage): string =>
  orDash(value, (value) =>
    stderr === null ? percent(value) : `${percent(value)} ± ${(100 * stderr).toFixed(1)}`,
  );

// The progress of an evaluation.

/** For example `612/1,319 samples`, `410 right (67.0%)`, `3 unscored`. */
export function evalFacts(progress: EvalProgress): RunFacts {
  const { samples, resumed, right, wrong, unscored, failed, tokens, cost, currency } = progress;
  const done = right + wrong + unscored;
  const said = done > 0 ? [`${count(right)} right (${percent(right / done)})`] : [];
  if (unscored > 0) said.push(`${count(unscored)} unscored`);
  if (failed > 0) said.push(`${count(failed)} failed`);
  return { unit: "samples", total: samples, done, resumed, said, tokens, cost, currency };
}

// Samples whose grading threw: their number, and what to do. Their figures are not a result.

/** Prints the message; returns whether there are any. */
function reportUngraded(command: string, folder: string, tasks: MetricsByTask): boolean {
  const samples = Object.values(tasks).reduce((sum, { unscored }) => sum + (unscored.grading ?? 0), 0);
  if (samples === 0) return false;
  const are = samples === 1 ? "is" : "are";
  process.stderr.write(
    `assay ${command}: ${counted(samples, "sample")} ${are} unscored because the grading failed; when the task is ` +
      `corrected, 'assay regrade ${quoted(folder)} -a PATH' grades the run again\n`,
  );
  return true;
}
