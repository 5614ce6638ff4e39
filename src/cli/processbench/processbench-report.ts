// The numbers of a ProcessBench run as a person reads them, and how far a run is.

import type { BenchResult } from "../../processbench/bench.ts";
import type { BenchProgress } from "../../processbench/bench-progress.ts";
import type { SubsetMetrics } from "../../processbench/metrics.ts";
import type { Interval } from "../../runs/interval.ts";
import { duration } from "../eval/eval-display.ts";
import { count } from "../eval/eval-report.ts";
import { textTable } from "../terminal/show-table.ts";

export function benchText({
  subsets,
  average_f1: average,
  average_f1_interval: interval,
  threshold,
  threshold_curve: curves,
}: BenchResult): string {
  const all = Object.entries(subsets);
  const table = textTable([
    [
      "subset",
      "erroneous",
      "correct",
      "on erroneous",
      "on correct",
      "F1",
      "95% interval",
      "no verdict",
      "failed",
      "calls",
    ],
    ...all.map(([name, metrics]) => [
      name,
      count(metrics.erroneous),
      count(metrics.correct),
      points(metrics.error_accuracy),
      points(metrics.correct_accuracy),
      points(metrics.f1),
      pointsInterval(metrics.intervals.f1),
      count(metrics.no_verdict),
      count(metrics.failed),
      count(metrics.calls),
    ]),
    ["mean", "", "", "", "", points(average), pointsInterval(interval), "", "", ""],
  ]);
  const chosen = threshold?.chosen_on === undefined ? "" : `, chosen on ${threshold.chosen_on} by its F1`;
  return [
    table,
    ...(threshold ? [`a step is wrong below ${threshold.value.toFixed(4)}${chosen}`] : []),
    ...curvesText(curves ?? {}),
    ...all.map(([name, metrics]) => `${name}: ${remarks(metrics)}`),
  ].join("\n");
}

const shownThresholds = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** F1 at some thresholds: is the chosen one on a plateau, or on a peak? All points are in the JSON. */
function curvesText(curves: NonNullable<BenchResult["threshold_curve"]>): string[] {
  const known = Object.entries(curves).filter(([, points]) => points.length > 0);
  if (known.length === 0) return [];
  const table = textTable([
    ["F1 at threshold", ...shownThresholds.map(String)],
    ...known.map(([name, curve]) => [
      name,
      ...shownThresholds.map((at) => points(curve.find(({ threshold }) => threshold === at)?.f1 ?? null)),
    ]),
  ]);
  return [table];
}

function remarks({ distance, tokens, not_asked: notAsked }: SubsetMetrics): string {
  const { mean, exact, early, late, overlooked } = distance;
  const off = mean === null ? "" : ` (${mean.toFixed(2)} steps off on average)`;
  return [
    `errors found at the step ${count(exact)}, before it ${count(early)}, behind it ${count(late)}${off}, ` +
      `overlooked ${count(overlooked)}`,
    `${count(tokens.input)} tokens in, ${count(tokens.output)} out`,
    ...(notAsked > 0 ? [`${count(notAsked)} samples not asked yet`] : []),
  ].join("; ");
}

const pointsInterval = (interval: Interval | null): string => interval?.map(points).join(" to ") ?? "–";

const points = (value: number | null): string => (value === null ? "–" : value.toFixed(1));

/** For example `612/3,400 samples, 410 as labelled (67.0%), 2,113 calls, 64 in flight, 33 s left`. */
export function benchProgressText(progress: BenchProgress, seconds: number): string {
  const { samples, settled, resumed, matched, noVerdict, failed, calls, inFlight, retries, lastRetry } =
    progress;
  const rate = (settled - resumed) / Math.max(seconds, 0.001);
  const parts = [`${count(settled)}/${count(samples)} samples`];
  if (matched !== undefined && settled > 0) {
    parts.push(`${count(matched)} as labelled (${((100 * matched) / settled).toFixed(1)}%)`);
  }
  if (noVerdict > 0) parts.push(`${count(noVerdict)} without a verdict`);
  if (failed > 0) parts.push(`${count(failed)} failed`);
  parts.push(`${count(calls)} calls`);
  if (inFlight > 0) parts.push(`${count(inFlight)} in flight`);
  if (settled < samples && rate > 0) parts.push(`${duration((samples - settled) / rate)} left`);
  if (retries > 0) parts.push(`${count(retries)} retries, last: ${lastRetry?.why ?? ""}`);
  return parts.join(", ");
}
