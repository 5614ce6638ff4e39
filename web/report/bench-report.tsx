// A ProcessBench run in a report: F1 of each subset with its two accuracies, and the charts of its page.

import type { BenchPage, Interval, MainFigure } from "../../src/view/api.ts";
import { BenchCharts } from "../parts/bench-charts.tsx";
import { FigureTiles } from "../parts/figure-tiles.tsx";
import { count, plural } from "../words.ts";
import { Section } from "./section.tsx";

/** Percent as the published tables have it, as a share. */
function figure(name: string, value: number | null, interval: Interval | null): MainFigure[] {
  return value === null || interval === null
    ? []
    : [{ name, value: value / 100, interval: [interval[0] / 100, interval[1] / 100] }];
}

export function BenchReport({ page }: { page: BenchPage }) {
  const { subsets, average_f1: average, average_f1_interval: interval, threshold } = page;
  return (
    <>
      <Section title="Mean over the subsets">
        <FigureTiles figures={figure("F1", average, interval)} />
        {threshold && <p>A step is wrong below {threshold.value.toFixed(4)}.</p>}
      </Section>
      {Object.entries(subsets).map(([name, metrics]) => (
        <Section key={name} title={name}>
          <FigureTiles
            figures={[
              ...figure("F1", metrics.f1, metrics.intervals.f1),
              ...figure("on erroneous", metrics.error_accuracy, metrics.intervals.error_accuracy),
              ...figure("on correct", metrics.correct_accuracy, metrics.intervals.correct_accuracy),
            ]}
          />
          <p>
            {plural(metrics.erroneous, "solution")} with a wrong step, {count(metrics.correct)} without one;{" "}
            {plural(metrics.distance.overlooked, "error")} overlooked; {count(metrics.no_verdict)} without a
            verdict, {count(metrics.failed)} failed; {plural(metrics.calls, "call")}.
          </p>
        </Section>
      ))}
      <BenchCharts page={page} />
    </>
  );
}
