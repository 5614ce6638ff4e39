// How many samples of a ProcessBench run were judged, of those that it should have.

import type { Completeness } from "../runs/completeness.ts";
import type { BenchFile } from "./bench-file.ts";
import type { SubsetMetrics } from "./metrics.ts";
import type { JudgedBench } from "./read-bench.ts";

export const missingIn = ({ failed, not_asked }: SubsetMetrics): number => failed + not_asked;

/** @param data of the run, where its figures were read from a journal, which does not know of what nobody asked */
export function benchCompleteness(
  subsets: Readonly<Record<string, SubsetMetrics>>,
  data?: BenchFile["data"],
): Completeness {
  let [done, of] = [0, 0];
  for (const [name, metrics] of Object.entries(subsets)) {
    const known = metrics.erroneous + metrics.correct;
    done += known - missingIn(metrics);
    of += data ? samplesOf(data[name]!) : known;
  }
  return { unit: "samples", done, of };
}

export function judgedIn({ run, subsets }: JudgedBench): Completeness {
  const judged = subsets.flatMap(({ samples }) =>
    samples.filter(({ outcome: { missing } }) => missing !== "failed" && missing !== "not_asked"),
  );
  const of = Object.values(run.data).reduce((sum, each) => sum + samplesOf(each), 0);
  return { unit: "samples", done: judged.length, of };
}

const samplesOf = ({ samples, own = samples }: BenchFile["data"][string]): number => own;
