// Two judges over the same solutions, paired sample by sample: on which of them does only one find what people marked?
// Beside the share of samples as labelled, the difference of F1, which is what published tables have.

import { intervalOf, type PairedComparison } from "../runs/compare.ts";
import {
  compareSets,
  pairItems,
  type ScoredItem,
  type ScoredSet,
  type SetComparison,
} from "../runs/compare-sets.ts";
import { mean } from "../runs/metrics.ts";
import { whereFrom } from "../runs/run-file.ts";
import { harmonicMean, isJudged } from "./metrics.ts";
import type { JudgedBench, JudgedSample } from "./read-bench.ts";

export interface BenchComparison extends SetComparison {
  /** As fractions; null where a subset lacks erroneous or correct samples. */
  f1: F1Comparison | null;
}

export type F1Comparison = Pick<PairedComparison, "a" | "b" | "difference" | "stderr" | "interval">;

/** What became of a sample whose first wrong step was not found. */
const failureKinds = ["other_step", "overlooked", "false_alarm", "no_verdict"] as const;

interface BenchItem extends ScoredItem {
  isErroneous: boolean;
}

interface BenchSet extends ScoredSet {
  items: BenchItem[];
}

/** By subset, for those that both have. @throws {DifferentDataError} */
export function compareBenches(a: JudgedBench, b: JudgedBench): Record<string, BenchComparison> {
  const [inA, inB] = [scoredBench(a), scoredBench(b)];
  return Object.fromEntries(
    Object.entries(compareSets(inA, inB)).map(([name, compared]) => {
      const pairs = pairItems(name, inA.get(name)!, inB.get(name)!);
      return [name, { ...compared, f1: compareF1(pairs) }];
    }),
  );
}

/** What a run came to, sample by sample; samples that were not judged are left out. */
function scoredBench({ run, subsets }: JudgedBench): ReadonlyMap<string, BenchSet> {
  return new Map(
    subsets.map(({ name, samples }) => {
      const items = samples.filter(isJudged).map((sample) => ({
        problem: sample.id,
        statement: JSON.stringify([sample.problem, sample.label]),
        share: sample.outcome.match ? 1 : 0,
        failures: failureOf(sample),
        isErroneous: sample.label !== -1,
      }));
      return [name, { from: whereFrom(run.data[name]!.source), failureKinds, items }];
    }),
  );
}

function failureOf({ label, outcome }: JudgedSample): (typeof failureKinds)[number][] {
  if (outcome.match) return [];
  if (outcome.missing === "no_verdict") return [outcome.missing];
  if (label === -1) return ["false_alarm"];
  return [outcome.prediction === -1 ? "overlooked" : "other_step"];
}

/**
 * The difference of two F1 over the same samples. Its error is that of its first-order change with each sample: F1 of
 * e and c changes with e by 2c²/(e+c)², and with c by 2e²/(e+c)².
 */
export function compareF1(pairs: readonly { a: BenchItem; b: BenchItem }[]): F1Comparison | null {
  const erroneous = pairs.filter(({ a }) => a.isErroneous);
  const correct = pairs.filter(({ a }) => !a.isErroneous);
  if (erroneous.length === 0 || correct.length === 0) return null;
  const sides = (["a", "b"] as const).map((side) => {
    const e = mean(erroneous.map((pair) => pair[side].share));
    const c = mean(correct.map((pair) => pair[side].share));
    const square = (e + c) ** 2;
    return {
      side,
      f1: harmonicMean(e, c),
      byErroneous: square === 0 ? 0 : (2 * c ** 2) / square,
      byCorrect: square === 0 ? 0 : (2 * e ** 2) / square,
    };
  });
  const [a, b] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const variance =
    varianceOfMean(erroneous.map((pair) => b.byErroneous * pair.b.share - a.byErroneous * pair.a.share)) +
    varianceOfMean(correct.map((pair) => b.byCorrect * pair.b.share - a.byCorrect * pair.a.share));
  const difference = b.f1 - a.f1;
  const stderr = pairs.length < 3 ? null : Math.sqrt(variance);
  return {
    a: a.f1,
    b: b.f1,
    difference,
    stderr,
    interval: intervalOf({ value: difference, stderr }, pairs.length - 1),
  };
}

function varianceOfMean(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}
