// How the outcomes of a run follow from its judgements.

import type { BenchConfig } from "./bench-file.ts";
import type { Judgements } from "./judged.ts";
import type { Rule } from "./outcome.ts";
import type { Sample } from "./samples.ts";
import { bestThreshold } from "./threshold.ts";

export interface Threshold {
  value: number;
  chosen_on?: string | undefined;
}

export type RuleConfig = Pick<BenchConfig, "judge" | "votes" | "threshold" | "thresholdSubset" | "noVerdict">;

export interface SubsetSamples {
  name: string;
  samples: readonly Pick<Sample, "id" | "steps" | "label">[];
}

/** Whether the rule hangs on rewards that a run has yet to gather. */
export const isOpen = ({ judge, threshold }: RuleConfig): boolean =>
  judge === "scalar" && threshold === undefined;

/** A threshold that was not given is chosen on the subset named, or on the first. */
export function ruleOf(
  { judge, votes, threshold, thresholdSubset, noVerdict }: RuleConfig,
  subsets: readonly SubsetSamples[],
  judgements: Judgements,
): { rule: Rule; threshold?: Threshold } {
  if (judge === "step") return { rule: { by: "verdict", noVerdict } };
  if (judge === "critique") return { rule: { by: "votes", votes: votes! } };
  if (threshold !== undefined)
    return { rule: { by: "threshold", threshold, noVerdict }, threshold: { value: threshold } };
  const chosen = subsets.find(({ name }) => name === thresholdSubset) ?? subsets[0]!;
  const scored = chosen.samples.flatMap(({ id, steps, label }) => {
    const { scores } = judgements.of(chosen.name, id);
    const rewards = steps.flatMap((_, step) => {
      const score = scores.get(step);
      return score?.verdict && score.reward !== null ? [score.reward] : [];
    });
    return rewards.length === steps.length ? [{ rewards, label }] : [];
  });
  const value = bestThreshold(scored);
  return {
    rule: { by: "threshold", threshold: value, noVerdict },
    threshold: { value, ...(hasBothKinds(scored) ? { chosen_on: chosen.name } : {}) },
  };
}

/** Without samples of both kinds no threshold has an F1, and the value is a fallback. */
const hasBothKinds = (samples: readonly { label: number }[]): boolean =>
  samples.some(({ label }) => label === -1) && samples.some(({ label }) => label !== -1);
