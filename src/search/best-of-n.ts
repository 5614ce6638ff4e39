// The value of a reward model as a judge of whole solutions, as papers on reward models report it: the best of N for
// each way to combine the step rewards, beside single solutions, the majority and the best possible.

import { z } from "zod";
import { differenceInterval, type Interval, meanInterval } from "../runs/interval.ts";
import { majorityAtK } from "../runs/majority.ts";
import { average, mean, passAtK } from "../runs/metrics.ts";
import type { Conversation, Task } from "../tasks/task.ts";
import { bestOfK, drawnOf, ksUpTo, largestK, votesOf } from "./at-k.ts";
import { type Aggregate, aggregate, aggregates, type SearchSettings } from "./strategy.ts";

/** By the number of solutions, 1, 2, 4 and so on, and n. */
type ByK = Record<string, Measured>;

/** A share, or a difference over the same problems. */
interface Measured {
  value: number;
  /** Of 95 %; a mean over data sets has none. */
  interval: Interval | null;
}

export interface BestOfN {
  n: number;
  problems: number;
  /** Problems that were not searched to their end, or could not be graded. */
  left_out: number;
  rm_at_k: Record<Aggregate, ByK>;
  maj_at_k: ByK;
  pass_at_k: ByK;
  /** At n: the difference of the best from a single solution, and from the majority. */
  differences: Record<Aggregate, { pass_at_1: Measured; maj_at_n: Measured }>;
}

/** A problem with its solutions, in the form of result files. */
export interface Solved {
  conversation: Conversation;
  iterations: readonly unknown[];
}

const solution = z.object({
  candidate_step: z.string(),
  reward: z.number().nullable(),
  step_rewards: z.array(z.number().nullable()).optional(),
});
const iteration = z.object({ candidates: z.array(solution) });

/** Undefined if nothing was measured: no solution has a reward, as in searches without a reward model. */
export function bestOfN(
  task: Task,
  solved: readonly Solved[],
  settings: SearchSettings,
  of: number,
): BestOfN | undefined {
  const problems = solved.flatMap(({ conversation, iterations }) => {
    const candidates = iterations.flatMap((each) => iteration.safeParse(each).data?.candidates ?? []);
    const drawn = drawnOf(task, conversation, candidates, settings);
    if (drawn.some(({ isUngraded }) => isUngraded)) return [];
    const rewards = candidates
      .slice(0, settings.n)
      .map(({ reward, step_rewards: steps }) => (reward === null ? null : (steps ?? [reward])));
    return [{ id: conversation.id, drawn, rewards }];
  });
  if (!problems.some(({ rewards }) => rewards.some((each) => each !== null))) return undefined;
  const { n } = settings;
  const upTo = largestK(
    n,
    problems.map(({ drawn }) => drawn),
  );
  const majorities = problems.map(({ id, drawn }) => majorityAtK(votesOf(drawn), id, { of: n, upTo }));
  /** One value for each problem. */
  const values = {
    pass: (k: number) =>
      problems.map(({ drawn }) => passAtK(n, drawn.filter(({ right }) => right).length, k)),
    maj: (k: number) => majorities.map((each) => each[k - 1]!),
    rm: (how: Aggregate) => (k: number) =>
      problems.map(({ drawn, rewards }) =>
        bestOfK(
          drawn.map(({ right }, i) => ({ right, reward: rewards[i] ? aggregate(rewards[i], how) : null })),
          k,
          n,
        ),
      ),
  };
  const byK = (valuesAt: (k: number) => number[]): ByK =>
    Object.fromEntries(ksUpTo(upTo).map((k) => [`${k}`, shareOf(valuesAt(k))]));
  const eachRule = <T>(make: (how: Aggregate) => T) =>
    Object.fromEntries(aggregates.map((how) => [how, make(how)])) as Record<Aggregate, T>;
  return {
    n: upTo,
    problems: problems.length,
    left_out: of - problems.length,
    rm_at_k: eachRule((how) => byK(values.rm(how))),
    maj_at_k: byK(values.maj),
    pass_at_k: byK(values.pass),
    differences: eachRule((how) => {
      const best = values.rm(how)(upTo);
      return {
        pass_at_1: differenceOf(best, values.pass(1)),
        maj_at_n: differenceOf(best, values.maj(upTo)),
      };
    }),
  };
}

function shareOf(values: readonly number[]): Measured {
  const found = average(values);
  return { value: found.value, interval: meanInterval(found, values.length) };
}

function differenceOf(a: readonly number[], b: readonly number[]): Measured {
  const found = average(a.map((value, i) => value - b[i]!));
  return { value: found.value, interval: differenceInterval(found, a.length) };
}

/** The plain mean over data sets, at the numbers of solutions that all of them have. */
export function meanOfSets(sets: readonly BestOfN[]): Omit<BestOfN, "differences" | "left_out" | "problems"> {
  const n = sets.reduce((least, each) => Math.min(least, each.n), Number.POSITIVE_INFINITY);
  const meanBy = (of: (set: BestOfN) => ByK): ByK => {
    const all = sets.map(of);
    const ks = Object.keys(all[0]!).filter((k) => all.every((each) => each[k]));
    return Object.fromEntries(
      ks.map((k) => [k, { value: mean(all.map((each) => each[k]!.value)), interval: null }]),
    );
  };
  return {
    n,
    rm_at_k: Object.fromEntries(
      aggregates.map((how) => [how, meanBy(({ rm_at_k }) => rm_at_k[how])]),
    ) as BestOfN["rm_at_k"],
    maj_at_k: meanBy(({ maj_at_k }) => maj_at_k),
    pass_at_k: meanBy(({ pass_at_k }) => pass_at_k),
  };
}
