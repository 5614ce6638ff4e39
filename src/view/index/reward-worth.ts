// The value of the reward model of a search: whether candidates with higher rewards end right more often, the margins
// of choices in searches that ended right and wrong, and the gain of the search over one sample. Pure.

import type { Interval } from "../../runs/interval.ts";
import { differenceInterval } from "../../runs/interval.ts";
import { average } from "../../runs/metrics.ts";
import type { AuditedSearch } from "../../search/audit.ts";
import type { IsRight } from "./search-row.ts";

/** The data of one problem whose search ended. */
export interface JudgedEnds {
  /**
   * Each distinct candidate that was scored and whose end is known: the value by which it was ranked, and the share of
   * right ones among the solutions that continue it to an answer. The end of a dropped step is unknown.
   */
  candidates: { reward: number; right: number }[];
  /** The margins of the choices. */
  margins: number[];
}

export function judgedEnds({ iterations }: AuditedSearch, isRight: IsRight): JudgedEnds {
  const keyOf = (iteration: number, place: number) => `${iteration}.${place}`;
  const ends = new Map<string, { right: number; all: number }>();
  const add = (key: string, right: number, all: number) => {
    const before = ends.get(key) ?? { right: 0, all: 0 };
    ends.set(key, { right: before.right + right, all: before.all + all });
  };
  const candidates: JudgedEnds["candidates"] = [];
  for (const { iteration, candidates: drawn } of iterations.toReversed()) {
    for (const { place, answer, from, value, dropped } of drawn) {
      const key = keyOf(iteration, place);
      const right = answer === null ? null : isRight(answer);
      if (typeof right === "boolean") add(key, right ? 1 : 0, 1);
      const end = ends.get(key);
      if (!end) continue;
      if (from) add(keyOf(from.iteration, from.candidate), end.right, end.all);
      if (value !== null && !dropped) candidates.push({ reward: value, right: end.right / end.all });
    }
  }
  return {
    candidates,
    margins: iterations.flatMap(({ choices }) => choices.flatMap(({ margin }) => margin ?? [])),
  };
}

/** A bar of a chart: its bounds, its count, and the number of right ones. */
export interface RightBar {
  from: number;
  to: number;
  all: number;
  right: number;
}

export interface RewardWorth {
  candidates: number;
  /** By reward, in tenths. */
  rewards: RightBar[];
  /** The probability that a candidate that ends right has a higher reward than one that ends wrong; null without both. */
  auc: number | null;
  /** Choices by margin; right if the search ended right. */
  margins: RightBar[];
  gain?: SearchGain | undefined;
}

/** The search minus one sample of the policy, by problem. */
export interface SearchGain {
  problems: number;
  value: number;
  interval: Interval | null;
}

const rewardEnds = Array.from({ length: 11 }, (_, i) => i / 10);
const marginEnds = [0, 0.001, 0.01, 0.1, 0.5, 1];

export interface EndedProblem extends JudgedEnds {
  isRight: boolean;
}

/** @param gains for each problem, the difference between the search and one sample; empty if that was not measured */
export function rewardWorth(problems: readonly EndedProblem[], gains: readonly number[]): RewardWorth {
  const candidates = problems.flatMap((problem) => problem.candidates);
  const choices = problems.flatMap(({ margins, isRight }) =>
    margins.map((margin) => ({ at: margin, right: isRight ? 1 : 0 })),
  );
  const { value, stderr } = average(gains);
  return {
    candidates: candidates.length,
    rewards: barsOf(
      rewardEnds,
      candidates.map(({ reward, right }) => ({ at: reward, right })),
    ),
    auc: areaUnder(candidates),
    margins: barsOf(marginEnds, choices),
    gain:
      gains.length === 0
        ? undefined
        : { problems: gains.length, value, interval: differenceInterval({ value, stderr }, gains.length) },
  };
}

/** Values outside of the range are in the first or the last bar. */
function barsOf(ends: readonly number[], values: readonly { at: number; right: number }[]): RightBar[] {
  const bars = ends.slice(1).map((to, place): RightBar => ({ from: ends[place]!, to, all: 0, right: 0 }));
  for (const { at, right } of values) {
    const bar = bars.find(({ to }) => at < to) ?? bars.at(-1)!;
    bar.all++;
    bar.right += right;
  }
  return bars;
}

/** Equal rewards count half. */
function areaUnder(candidates: JudgedEnds["candidates"]): number | null {
  const sorted = candidates.toSorted((a, b) => a.reward - b.reward);
  let [wrongBelow, area, rights] = [0, 0, 0];
  for (let from = 0; from < sorted.length; ) {
    let [to, right] = [from, 0];
    while (to < sorted.length && sorted[to]!.reward === sorted[from]!.reward) right += sorted[to++]!.right;
    const wrong = to - from - right;
    area += right * (wrongBelow + wrong / 2);
    wrongBelow += wrong;
    rights += right;
    from = to;
  }
  return rights === 0 || wrongBelow === 0 ? null : area / (rights * wrongBelow);
}
