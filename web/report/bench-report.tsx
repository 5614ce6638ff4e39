// A ProcessBench run in a report: F1 of each subset with its two accuracies, and the charts of its page.

import type { BenchPage } from "../../src/view/api.ts";
import { BenchCharts } from "../charts/bench-charts.tsx";
import { FigureTiles } from "../parts/figure-tiles.tsx";
import { count, plural } from "../words.ts";
import { Section } from "./section.tsx";

export function BenchReport({ page }: { page: BenchPage }) {
  const { subsets, figures, threshold } = page;
  return (
    <>
      <Section title="Mean over the subsets">
        <FigureTiles figures={[figures.average]} />
        {threshold && <p>A step is wrong below {threshold.value.toFixed(4)}.</p>}
      </Section>
      {Object.entries(subsets).map(([name, metrics]) => (
        <Section key={name} title={name}>
          <FigureTiles figures={Object.values(figures.subsets[name]!)} />
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
