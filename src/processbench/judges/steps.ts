// Judging by steps. A judge that is asked step by step has a unit for each, so that nothing that was judged is lost;
// one that scores a solution at once has a single unit.

import type { StepScorer, StepsToScore } from "../../prm/step-scorer.ts";
import type { Unit } from "../../runs/engine/unit.ts";
import { asUnitFailure } from "../../runs/provider-failure.ts";
import type { NoVerdict } from "../bench-settings.ts";
import type { Sample } from "../samples.ts";
import { type StepsInput, type StepsOutcome, sampleOf, stepsUnit } from "../step-unit.ts";
import type { Judge } from "./judge.ts";

export interface StepsJudgeOptions {
  scorer: StepScorer;
  /** Whether the steps behind a wrong one are scored as well. */
  allSteps: boolean;
  /** Where a step without a verdict is taken as right, the next one is asked about. */
  noVerdict?: NoVerdict | undefined;
  seed: number;
}

export function stepsJudge({ scorer, allSteps, noVerdict, seed }: StepsJudgeOptions): Judge {
  const isInTurn = !allSteps && !scorer.asksOnce;

  const units = (subset: string, sample: Sample): Unit<StepsInput>[] => {
    const { length } = sample.steps;
    if (scorer.asksOnce) return [stepsUnit(subset, sample, 0, length)];
    if (isInTurn) return [stepsUnit(subset, sample, 0, 1)];
    return sample.steps.map((_, step) => stepsUnit(subset, sample, step, step + 1));
  };

  const questionOf = ({ subset, from, to }: StepsInput, { id, problem, steps }: Sample): StepsToScore => ({
    problem,
    steps: steps.slice(0, to),
    from,
    key: `${subset}/${id}`,
    seed,
  });

  return {
    identity: {
      ...scorer.identity,
      "all steps": allSteps,
      // The others change nothing of what is asked.
      "no verdict": noVerdict === "right" ? noVerdict : undefined,
      seed,
    },
    units,
    work: (onRetry) => ({
      async steps(unit, { signal, drain }) {
        const input = unit.input as StepsInput; // Made by `stepsUnit`, or read from the run's own journal.
        const { subset, to } = input;
        const sample = sampleOf(input);
        try {
          const value: StepsOutcome = await scorer.score(questionOf(input, sample), {
            signal,
            drain,
            onRetry,
          });
          const verdict = value.scores.at(-1)?.verdict ?? noVerdict;
          const goesOn = isInTurn && verdict === "right" && to < sample.steps.length;
          return { value, ...(goesOn ? { next: [stepsUnit(subset, sample, to, to + 1)] } : {}) };
        } catch (error) {
          throw asUnitFailure(error);
        }
      },
    }),
    preview: (subset, sample) => scorer.preview(questionOf(units(subset, sample)[0]!.input, sample)),
    close: () => scorer.close(),
  };
}
