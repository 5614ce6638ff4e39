// The charts of a ProcessBench run, for the chosen subset or for all: predicted first errors, the rewards of right and
// wrong steps, and F1 over the threshold.

import type { BenchPage, RewardHistogram } from "../../src/view/api.ts";
import { runAddress } from "../address.ts";
import { count, plural } from "../words.ts";
import { ThresholdCurve } from "./curves.tsx";
import { ErrorMatrix, largestLabel, mostLabels } from "./error-matrix.tsx";
import { type Bar, Histogram } from "./histogram.tsx";

interface BenchChartsProps {
  page: BenchPage;
  /** The link of a number; undefined in a report. */
  run?: string | undefined;
  query?: URLSearchParams | undefined;
}

export function BenchCharts({ page, run, query = new URLSearchParams() }: BenchChartsProps) {
  const subset = query.get("subset");
  const rows = subset === null ? page.rows : page.rows.filter((row) => row.subset === subset);
  const names = Object.keys(page.subsets).filter((name) => subset === null || name === subset);
  const where = subset === null ? "" : `, ${subset}`;
  const rewards = added(names.map((name) => page.rewards[name]!));
  const hasRewards = rewards.right.some((number) => number > 0) || rewards.wrong.some((number) => number > 0);
  const curve = names.length === 1 ? names[0]! : (page.threshold?.chosen_on ?? names[0]!);
  const points = page.threshold_curve?.[curve] ?? [];
  return (
    <div class="charts">
      {largestLabel(rows) <= mostLabels && (
        <ErrorMatrix
          rows={rows}
          caption={`first error, labelled and predicted${where}`}
          hrefOf={
            run === undefined
              ? undefined
              : (label, prediction) => runAddress(run, query, { label, prediction, fate: undefined })
          }
        />
      )}
      {rows.some(({ label, prediction }) => label !== -1 && prediction !== null) && (
        <Histogram
          title={`distance of the predicted from the labelled step${where}`}
          axis="steps too early (−) or too late (+), of erroneous samples"
          bars={distances(rows)}
        />
      )}
      {hasRewards && (
        <>
          <Histogram
            title={`rewards of right steps${where}`}
            axis="reward"
            bars={rewardBars(rewards.right, "right")}
          />
          <Histogram
            title={`rewards of first wrong steps${where}`}
            axis="reward"
            bars={rewardBars(rewards.wrong, "wrong")}
          />
        </>
      )}
      {points.length > 0 && page.threshold && (
        <ThresholdCurve
          points={points}
          chosen={page.threshold.value}
          title={`figures over the threshold, ${curve}`}
        />
      )}
    </div>
  );
}

function added(histograms: readonly RewardHistogram[]): RewardHistogram {
  const sum = (kind: keyof RewardHistogram) =>
    (histograms[0]?.[kind] ?? []).map((_, bin) =>
      histograms.reduce((total, histogram) => total + histogram[kind][bin]!, 0),
    );
  return { right: sum("right"), wrong: sum("wrong") };
}

const rewardBars = (bins: readonly number[], kind: "right" | "wrong"): Bar[] =>
  bins.map((value, bin) => {
    const [from, to] = [bin / bins.length, (bin + 1) / bins.length];
    return {
      label: from.toFixed(2).replace(/0$/, ""),
      about: `${plural(value, `${kind} step`)} with a reward from ${from.toFixed(2)} to ${to.toFixed(2)}`,
      value,
      kind,
    };
  });

const farthest = 4;

/** For erroneous samples: the distance from the label, and separately the overlooked errors. */
function distances(rows: BenchPage["rows"]): Bar[] {
  const erroneous = rows.filter(({ label }) => label !== -1);
  const named = erroneous.flatMap(({ label, prediction }) =>
    prediction === null || prediction === -1 ? [] : [prediction - label],
  );
  const steps = Array.from({ length: 2 * farthest + 1 }, (_, i) => i - farthest);
  const overlooked = erroneous.filter(({ prediction }) => prediction === -1).length;
  return [
    ...steps.map((distance): Bar => {
      const value = named.filter((each) => Math.max(-farthest, Math.min(farthest, each)) === distance).length;
      const far = Math.abs(distance) === farthest ? " or more" : "";
      return {
        label: distance > 0 ? `+${distance}` : String(distance).replace("-", "−"),
        about:
          distance === 0
            ? `${count(value)} at the step`
            : `${count(value)} by ${Math.abs(distance)}${far} too ${distance < 0 ? "early" : "late"}`,
        value,
        kind: distance === 0 ? "right" : "wrong",
      };
    }),
    { label: "missed", about: `${count(overlooked)} overlooked`, value: overlooked, kind: "wrong" },
  ];
}
