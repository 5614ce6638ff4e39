// A ProcessBench run in a report: F1 of each subset with its two accuracies, and where errors were said to be.

import type { Interval } from "../../src/view/api.ts";
import type { Report } from "../../src/view/report/report-facts.ts";
import { Histogram } from "../parts/charts.tsx";
import { count, plural } from "../words.ts";
import { Section, Tile } from "./section.tsx";

type BenchReportProps = NonNullable<Report["bench"]>;

const share = (interval: Interval): Interval => [interval[0] / 100, interval[1] / 100];

export function BenchReport({
  subsets,
  average_f1: average,
  average_f1_interval: interval,
  threshold,
}: BenchReportProps) {
  return (
    <>
      {average !== null && interval && (
        <Section title="Mean over the subsets">
          <div class="figures">
            <Tile name="F1" value={average / 100} interval={share(interval)} />
          </div>
          {threshold && <p>A step is wrong below {threshold.value.toFixed(4)}.</p>}
        </Section>
      )}
      {Object.entries(subsets).map(([name, metrics]) => (
        <Section key={name} title={name}>
          <div class="figures">
            {(
              [
                ["F1", metrics.f1, metrics.intervals.f1],
                ["on erroneous", metrics.error_accuracy, metrics.intervals.error_accuracy],
                ["on correct", metrics.correct_accuracy, metrics.intervals.correct_accuracy],
              ] as const
            ).map(
              ([about, value, range]) =>
                value !== null &&
                range && <Tile key={about} name={about} value={value / 100} interval={share(range)} />,
            )}
          </div>
          <p>
            {plural(metrics.erroneous, "solution")} with a wrong step, {count(metrics.correct)} without one;{" "}
            {count(metrics.no_verdict)} without a verdict, {count(metrics.failed)} failed;{" "}
            {plural(metrics.calls, "call")}.
          </p>
          <Distances {...metrics.distance} />
        </Section>
      ))}
    </>
  );
}

type DistancesProps = BenchReportProps["subsets"][string]["distance"];

function Distances({ early, exact, late, overlooked }: DistancesProps) {
  const bars = [
    ["before", early],
    ["at the step", exact],
    ["after", late],
    ["overlooked", overlooked],
  ] as const;
  return (
    <div class="charts">
      <Histogram
        title="where errors were said to be"
        axis="against the labelled step"
        bars={bars.map(([label, value]) => ({
          label,
          about: `${label}: ${plural(value, "solution")}`,
          value,
        }))}
      />
    </div>
  );
}
