// The three ways to decide that an answer is right: our own, and the two of the Python reference.

import type { ExplicitMark } from "../../answers/index.ts";
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
  /** Told of each comparison of strict grading. */
  observe?: Observe | undefined;
}

/** Holds answers against the golds: strictly what a response marks in one of these ways, else an answer out of its tag and its box. */
export type Grader =
  | {
      grading: "strict";
      isRight(response: string, marks: readonly ExplicitMark[]): boolean;
      observe: Observe | undefined;
    }
  | { grading: "fast" | "full"; isRight(answer: string): boolean };

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
      const { observe } = options;
      return score({
        grading,
        isRight: (response, marks) => strictlyRight(response, marks, golds, observe),
        observe,
      });
    }
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
