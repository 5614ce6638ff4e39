// How much of a run is there, whatever its kind: figures of a run that is not whole must never look like a result.

import { numbered, type SampleVerdict, type Scores } from "./scores.ts";

export interface Completeness {
  /** For example `samples`. */
  unit: string;
  done: number;
  of: number;
}

/** Whether the model's answer is there, whatever it is worth. */
export const isAnswered = ({ unscored }: SampleVerdict): boolean =>
  unscored !== "provider" && unscored !== "not_asked";

/** How many samples of an evaluation were answered, of those that it should have. */
export function answeredIn(scores: Scores, numSamples: number): Completeness {
  let [done, of] = [0, 0];
  for (const { problems, absent } of scores.tasks.values()) {
    of += (problems.size + absent) * numSamples;
    for (const { samples } of problems.values())
      done += numbered(samples).filter(
        ([sample, verdict]) => sample < numSamples && isAnswered(verdict),
      ).length;
  }
  return { unit: "samples", done, of };
}
