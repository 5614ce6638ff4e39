// The figures of a ProcessBench run as text, and its progress.

import { count, counted } from "../../outgoing/counted.ts";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import type { BenchProgress, BenchResult } from "../../processbench/bench.ts";
import type { BenchFigures } from "../../processbench/bench-figures.ts";
import { figuresOfSubset, noF1Words, type SubsetMetrics } from "../../processbench/metrics.ts";
import type { ClassifiedFigures, MrBenFigures, StepFigures } from "../../processbench/set-figures.ts";
import { figureWords, isPartial, orDash, overWords } from "../../runs/figure.ts";
import type { Interval } from "../../runs/interval.ts";
import type { RunFacts } from "../run/progress.ts";
import { paint } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";

/** A table of the set's own figures, if it has some; else ProcessBench's. */
export function benchText(figures: BenchFigures): string {
  const { prmbench, mr_ben, subsets, threshold } = figures;
  if (!prmbench) return [processBenchText(figures), ...(mr_ben ? [mrBenText(mr_ben)] : [])].join("\n");
  const tokens = Object.values(subsets).reduce(
    (sum, each) => ({ input: sum.input + each.tokens.input, output: sum.output + each.tokens.output }),
    { input: 0, output: 0 },
  );
  const failed = Object.values(subsets).reduce((sum, each) => sum + each.failed, 0);
  return [
    classifiedText(prmbench),
    ...(threshold ? [`a step is wrong below ${threshold.value.toFixed(4)}`] : []),
    ...(prmbench.all.judged < prmbench.all.rows
      ? [
          `${count(prmbench.all.rows - prmbench.all.judged)} of ${count(prmbench.all.rows)} rows are left out, since not ` +
            `every step has a verdict${failed > 0 ? ` (${count(failed)} failed)` : ""}`,
        ]
      : []),
    `${counted(tokens.input, "token")} in, ${count(tokens.output)} out`,
  ].join("\n");
}

function classifiedText({ all, classes, groups }: ClassifiedFigures): string {
  const row = (name: string, figures: StepFigures): string[] => [
    name,
    points(figures.prm_score),
    pointsInterval(figures.interval),
    points(figures.f1),
    points(figures.negative_f1),
    points(figures.right_accuracy),
    points(figures.wrong_accuracy),
    points(figures.first_error_accuracy),
    points(figures.similarity),
    count(figures.judged),
  ];
  const head = ["PRMScore", "95% interval", "F1", "negative F1", "right steps", "wrong steps", "first error"];
  return textTable([
    ["class", ...head, "similarity", "rows"],
    ...Object.entries(classes).map(([name, figures]) => row(name, figures)),
    ...Object.entries(groups).map(([name, score]) => [
      `mean of ${name}`,
      points(score),
      ...Array.from({ length: 8 }, () => ""),
    ]),
    row("all", all),
  ]);
}

function mrBenText({ subjects, mean }: MrBenFigures): string {
  const row = (name: string, { mcc, step_accuracy, reason_accuracy, mr_score }: MrBenFigures["mean"]) => [
    name,
    mcc.toFixed(3),
    points(step_accuracy),
    points(reason_accuracy),
    points(mr_score),
  ];
  const table = textTable([
    ["subject", "MCC", "step", "reason", "MR-Score"],
    ...Object.entries(subjects).map(([name, scores]) => row(name, scores)),
    row("mean", mean),
  ]);
  const why =
    mean.reason_accuracy === null
      ? ["there is no MR-Score without judged reasons: give them with --reasons"]
      : [];
  return [table, ...why].join("\n");
}

function processBenchText({
  subsets,
  average_f1: average,
  average_f1_interval: interval,
  threshold,
  threshold_curve: curves,
}: Pick<
  BenchResult,
  "subsets" | "average_f1" | "average_f1_interval" | "threshold" | "threshold_curve"
>): string {
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
      ...figures(metrics),
      count(metrics.no_verdict),
      count(metrics.failed),
      count(metrics.calls),
    ]),
    [...["mean", "", "", "", ""], ...[points(average), pointsInterval(interval)], ...["", "", ""]],
  ]);
  const chosen = threshold?.chosen_on === undefined ? "" : `, chosen on ${threshold.chosen_on} by its F1`;
  return [
    table,
    ...(threshold ? [`a step is wrong below ${threshold.value.toFixed(4)}${chosen}`] : []),
    ...curvesText(curves ?? {}),
    ...all.flatMap(([name, { empty }]) =>
      empty ? [paint("wrong", `${name}: ${emptyWords(empty, empty.of, "reply")}`)] : [],
    ),
    ...all.map(([name, metrics]) => `${name}: ${remarks(metrics)}`),
  ].join("\n");
}

const shownThresholds = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** F1 at some thresholds, which shows whether the chosen one is on a plateau or on a peak. The JSON has all points. */
function curvesText(curves: NonNullable<BenchResult["threshold_curve"]>): string[] {
  const known = Object.entries(curves).filter(([, points]) => points.length > 0);
  if (known.length === 0) return [];
  const table = textTable(
    [
      ["F1 at threshold", ...shownThresholds.map(String)],
      ...known.map(([name, curve]) => [
        name,
        ...shownThresholds.map((at) => points(curve.find(({ threshold }) => threshold === at)?.f1 ?? null)),
      ]),
    ],
    { isTitled: true },
  );
  return [table];
}

const figures = ({ error_accuracy, correct_accuracy, f1, intervals }: SubsetMetrics): string[] => [
  points(error_accuracy),
  points(correct_accuracy),
  points(f1),
  pointsInterval(intervals.f1),
];

/** For example `partial: F1 61.2 of 43 judged; 357 not judged`; nothing where every sample was judged. */
function missing(metrics: SubsetMetrics): string[] {
  const { f1 } = figuresOfSubset(metrics);
  if (overWords(f1) === "") return [];
  if (f1.value === null) return [noF1Words(metrics)];
  return [`${isPartial(f1.over) ? "partial: " : ""}F1 ${figureWords(f1, asPoints)}`];
}

const asPoints = (share: number): string => points(100 * share);

function remarks(metrics: SubsetMetrics): string {
  const { distance, tokens } = metrics;
  const { mean, exact, early, late, overlooked } = distance;
  const off = mean === null ? "" : ` (${mean.toFixed(2)} steps off on average)`;
  return [
    ...missing(metrics),
    `of the errors, ${count(exact)} found at their step, ${count(early)} before it, ${count(late)} after it${off}, ` +
      `${count(overlooked)} overlooked`,
    `${counted(tokens.input, "token")} in, ${count(tokens.output)} out`,
  ].join("; ");
}

const pointsInterval = (interval: Interval | null): string => interval?.map(points).join(" to ") ?? "–";

const points = (value: number | null): string => orDash(value, (known) => known.toFixed(1));

/** For example `612/3,400 samples`, `410 as labelled (67.0%)`, `2,113 calls`. */
export function benchFacts(progress: BenchProgress): RunFacts {
  const { samples, settled, resumed, matched, noVerdict, failed, calls, tokens } = progress;
  const said: string[] = [];
  const judged = settled - failed;
  if (matched !== undefined && judged > 0)
    said.push(`${count(matched)} as labelled (${((100 * matched) / judged).toFixed(1)}%)`);
  if (noVerdict > 0) said.push(`${count(noVerdict)} without a verdict`);
  if (failed > 0) said.push(`${count(failed)} failed`);
  said.push(counted(calls, "call"));
  return { unit: "samples", total: samples, done: judged, resumed, said, tokens };
}
