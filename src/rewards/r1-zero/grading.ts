// The three ways to decide that an answer is right: our own, and the two of the Python reference.

import type { ExplicitMark } from "../../answers/index.ts";
import type { Policies } from "../../math/index.ts";
import type { Observe } from "../reward.ts";
import { type GroundTruth, referenceGolds, strictGolds } from "./ground-truth.ts";
import { referenceEqual } from "./reference/grade.ts";
import { type R1ZeroScore, type R1ZeroUnscored, scored } from "./score.ts";
import { strictlyRight } from "./strict.ts";

export type Grading = "strict" | "fast" | "full";

export interface R1ZeroOptions {
  /** `strict` unless said; `fast` and `full` reproduce the Python reference. */
  grading?: Grading | undefined;
  /** The reference's flag: true is `fast`, false is `full`. */
  fast?: boolean | undefined;
  /** Policies of strict grading over its own. */
  policies?: Partial<Policies> | undefined;
  /** Told of each comparison, and why there is none. */
  observe?: Observe | undefined;
}

/** Holds answers against the golds: strictly what a response marks in one of these ways, else an answer out of its tag and its box. */
export type Grader =
  | {
      grading: "strict";
      isRight(response: string, marks: readonly ExplicitMark[]): boolean;
      observe: Observe | undefined;
    }
  | { grading: "fast" | "full"; isRight(answer: string): boolean; observe: Observe | undefined };

/** The format is broken, which is said to whoever looks on. */
export function formatError({ observe }: Grader, reason: string): R1ZeroScore {
  observe?.({ by: "format", verdict: "different", reason });
  return { format_reward: 0, answer_reward: 0, reward: 0 };
}

/** Checks what every reward of the family is called with, and scores what is left: the response. */
export function gradeResponse(
  response: string,
  groundTruth: GroundTruth,
  options: R1ZeroOptions,
  score: (grader: Grader) => R1ZeroScore,
): R1ZeroScore | R1ZeroUnscored {
  if (typeof response !== "string") throw new TypeError("the response must be a string");
  const grading = gradingOf(options);
  const { observe } = options;
  return scored(() => {
    if (grading === "strict") {
      const golds = strictGolds(groundTruth);
      const { policies } = options;
      return score({
        grading,
        isRight: (response, marks) => strictlyRight(response, marks, golds, observe, policies),
        observe,
      });
    }
    if (options.policies)
      throw new TypeError(`grading options are for strict grading, and '${grading}' is the reference's`);
    const golds = referenceGolds(groundTruth);
    const isRight = (answer: string): boolean => {
      const equal = referenceEqual(answer, golds, grading);
      observe?.({ by: grading, verdict: equal ? "equal" : "different", answer });
      return equal;
    };
    return score({ grading, isRight, observe });
  });
}

function gradingOf({ grading, fast }: R1ZeroOptions): Grading {
  const byFlag = fast === undefined ? undefined : fast ? "fast" : "full";
  if (grading !== undefined && byFlag !== undefined && grading !== byFlag) {
    throw new TypeError(
      `'fast: ${fast}' means '${byFlag}' grading, but 'grading' says '${grading}': give one of them`,
    );
  }
  return grading ?? byFlag ?? "strict";
}
