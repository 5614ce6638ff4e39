// The three ways to decide that an answer is right: our own, and the two of the Python reference.

import type { Policies } from "../../math/index.ts";
import type { Observe } from "../reward.ts";
import { type GroundTruth, referenceGolds, strictGolds } from "./ground-truth.ts";
import { referenceEqual } from "./reference/grade.ts";
import { type R1ZeroScore, type R1ZeroUnscored, scored } from "./score.ts";
import { strictEqual } from "./strict.ts";

export type Grading = "strict" | "fast" | "full";

export interface R1ZeroOptions {
  /** `strict` unless said; `fast` and `full` reproduce the Python reference. */
  grading?: Grading | undefined;
  /** The reference's flag: true is `fast`, false is `full`. */
  fast?: boolean | undefined;
  /** Policies of strict grading over its own. */
  policies?: Partial<Policies> | undefined;
  /** Told of each comparison of strict grading. */
  observe?: Observe | undefined;
}

/** Holds an answer, out of its tag and its box, against the golds. */
export interface Grader {
  grading: Grading;
  isRight(answer: string): boolean;
  observe?: Observe | undefined;
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
  return scored(() => {
    if (grading === "strict") {
      const golds = strictGolds(groundTruth);
      const { observe, policies } = options;
      return score({ grading, isRight: (answer) => strictEqual(answer, golds, observe, policies), observe });
    }
    if (options.policies)
      throw new TypeError(`grading options are for strict grading, and '${grading}' is the reference's`);
    const golds = referenceGolds(groundTruth);
    return score({ grading, isRight: (answer) => referenceEqual(answer, golds, grading) });
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
