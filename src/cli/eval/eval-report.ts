// The numbers of a run as a person reads them.

import { factsOfEval } from "../../kinds/facts-of-run.ts";
import { costText } from "../../models/cost.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import type { Completeness } from "../../runs/completeness.ts";
import type { Interval } from "../../runs/interval.ts";
import type { TaskMetrics } from "../../runs/metrics.ts";
import type { RunFile } from "../../runs/run-file.ts";
import { versions } from "../../runs/versions.ts";
import { completenessJson } from "../run/ending.ts";
import { paint } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";
import { manyUnreadable } from "../unreadable-golds.ts";

/** @param wasSent whether this start sent any request; else what requests cost before is not told as if it had */
export function reportText(tasks: Readonly<Record<string, TaskMetrics>>, wasSent = true): string {
  const all = Object.entries(tasks);
  const most = all.reduce(
    (most, [, { problems, samples }]) => Math.max(most, problems === 0 ? 1 : samples / problems),
    0,
  );
  const held = all.reduce((most, [, metrics]) => Math.max(most, largestK(metrics)), 0);
  // The average over the samples is pass@1, so that the ladder begins at 2.
  const ks = ladder(held).slice(1);
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
  ];
  const rows = all.map(([name, metrics]) => [
    name,
    ...figures(metrics, ks),
    count(metrics.problems),
    count(metrics.samples),
    count(metrics.right),
    count(metrics.wrong),
    count(sum(metrics.unscored)),
    count(metrics.truncated),
  ]);
  const mean = meanOver(tasks);
  if (mean) rows.push(["mean", percent(mean.avg_at_k.value), ...head.slice(2).map(() => "")]);
  return [
    textTable([head, ...rows]),
    ...all.flatMap(([name, metrics]) => remarks(name, metrics, wasSent)),
  ].join("\n");
}

/** Where no sample is scored there is nothing to say, and 0% would look like a result. */
const isUnscored = ({ right, wrong, samples }: TaskMetrics): boolean => right + wrong === 0 && samples > 0;

function figures(metrics: TaskMetrics, ks: readonly number[]): string[] {
  const { avg_at_k, pass_at_k, maj_at_k } = metrics;
  const figures = [
    withError(avg_at_k),
    ...ks.map((k) => (k in pass_at_k ? percent(pass_at_k[k]!) : "–")),
    ...ks.map((k) => (k in maj_at_k ? percent(maj_at_k[k]!) : "–")),
  ];
  return isUnscored(metrics) ? figures.map(() => "–") : figures;
}

/** What `--json` prints, and results.json holds. */
export function evalJson(
  folder: string,
  run: Pick<RunFile, "config" | "data">,
  tasks: Readonly<Record<string, TaskMetrics>>,
  whole: Completeness,
): object {
  const facts = factsOfEval(run, versions().assay);
  const mean = meanOver(tasks);
  return { run: folder, ...completenessJson(whole), ...facts, tasks, ...(mean ? { mean } : {}) };
}

/** The plain mean over several tasks, each of which counts the same; of one task there is none. */
function meanOver(tasks: Readonly<Record<string, TaskMetrics>>) {
  const all = Object.values(tasks);
  if (all.length < 2 || all.some(isUnscored)) return undefined;
  const of = (value: (metrics: TaskMetrics) => number) =>
    all.reduce((sum, metrics) => sum + value(metrics), 0) / all.length;
  return { tasks: all.length, avg_at_k: { value: of(({ avg_at_k }) => avg_at_k.value) } };
}

/** How many samples were answered, of those that the run should have. */
export function completenessOf(tasks: Readonly<Record<string, TaskMetrics>>): Completeness {
  const all = Object.values(tasks);
  const of = all.reduce((total, { samples }) => total + samples, 0);
  const missing = all.reduce((total, metrics) => total + missingIn(metrics), 0);
  return { unit: "samples", done: of - missing, of };
}

const missingIn = ({ unscored }: TaskMetrics): number => (unscored.provider ?? 0) + (unscored.not_asked ?? 0);

const reasonWords: Readonly<Record<string, string>> = {
  grading: "grading failed",
  not_asked: "not asked",
};

function remarks(name: string, metrics: TaskMetrics, wasSent: boolean): string[] {
  const { unscored, scored_only: scored, tokens, cost, requests, request_seconds, maj_method } = metrics;
  const lines: string[] = [];
  if (metrics.empty) lines.push(paint("wrong", `${name}: ${emptyWords(metrics.empty, metrics.empty.of)}`));
  if (scored) {
    const reasons = Object.entries(unscored).map(
      ([reason, number]) => `${count(number)} ${reasonWords[reason] ?? reason}`,
    );
    const alone =
      scored.samples === 0
        ? "no sample is scored"
        : `over ${counted(scored.samples, "scored sample")} only: avg ${withError(scored.avg_at_k)}, ` +
          `any right ${percent(scored.accuracy)} of ${counted(scored.problems, "problem")}`;
    lines.push(`${name}: unscored: ${reasons.join(", ")}; ${alone}`);
  }
  const perProblem = metrics.problems === 0 ? 1 : metrics.samples / metrics.problems;
  const unreadable = Math.round((unscored.gold ?? 0) / perProblem);
  for (const line of manyUnreadable(name, unreadable, metrics.problems)) lines.push(line);
  if (!isUnscored(metrics)) lines.push(`${name}: 95% intervals: ${intervalsText(metrics)}`);
  const price = cost === undefined ? "" : `, cost ${costText(cost, metrics.currency, 4)}`;
  const each = requests === 0 ? "" : `, ${(request_seconds / requests).toFixed(2)} s each`;
  if (wasSent)
    lines.push(
      `${name}: ${counted(tokens.input, "token")} in, ${count(tokens.output)} out${price}; ${counted(requests, "request")}${each}`,
    );
  if (maj_method === "drawn") lines.push(`${name}: maj@k by seeded draws`);
  return lines;
}

/** For example `avg@4 36.0% to 39.9%, pass@4 64.6% to 69.7%, maj@4 45.4% to 50.8%`. */
function intervalsText(metrics: TaskMetrics): string {
  const { problems, samples, intervals } = metrics;
  const most = problems === 0 ? 1 : samples / problems;
  const ks = ladder(largestK(metrics)).slice(1);
  if (most === 1) return `accuracy ${intervalText(intervals.accuracy)}`;
  const said = [`avg@${most} ${intervalText(intervals.avg_at_k)}`];
  for (const k of ks) said.push(`pass@${k} ${intervalText(intervals.pass_at_k[k]!)}`);
  for (const k of ks) said.push(`maj@${k} ${intervalText(intervals.maj_at_k[k]!)}`);
  return said.join(", ");
}

/** Where a run of very many samples is not whole, no problem has more yet. */
const largestK = ({ pass_at_k }: TaskMetrics): number => Object.keys(pass_at_k).length;

/** 1, 2, 4, … and the last. */
function ladder(most: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < most; k *= 2) ks.push(k);
  return [...ks, most];
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);

export const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

export const intervalText = (interval: Interval): string => interval.map(percent).join(" to ");

const withError = ({ value, stderr }: TaskMetrics["avg_at_k"]): string =>
  stderr === null ? percent(value) : `${percent(value)} ± ${(100 * stderr).toFixed(1)}`;
