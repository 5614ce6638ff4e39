// The results of this family of rewards, and its three ways to decide whether an answer is right: strict, and the two
// modes of the Python reference. Strict grading compares only the marked answer, as mathematics.

import { type ExplicitMark, sayingOf } from "../../answers/index.ts";
import { goldAnswer, markedAnswer, type Policies, verify } from "../../math/index.ts";
import { besideWords } from "../other-words.ts";
import { GoldError, kindOf, type Observe, type Seen } from "../reward.ts";
import { referenceEqual } from "./reference/grade.ts";

export interface R1ZeroScore {
  format_reward: number;
  answer_reward: number;
  reward: number;
}

/** The reason why there is no reward: the gold cannot be used. */
export interface R1ZeroUnscored {
  format_reward: null;
  answer_reward: null;
  reward: null;
  unscored: string;
}

// A new object each time, because the caller may change the result.

/** The format is right; the answer is graded next. */
export function answered(isRight: boolean): R1ZeroScore {
  const reward = isRight ? 1 : 0;
  return { format_reward: 1, answer_reward: reward, reward };
}

/** An unusable gold is a result, not an exception. */
function scored(score: () => R1ZeroScore): R1ZeroScore | R1ZeroUnscored {
  try {
    return score();
  } catch (error) {
    if (!(error instanceof GoldError)) throw error;
    return { format_reward: null, answer_reward: null, reward: null, unscored: error.message };
  }
}

/**
 * Whether the answer that a response marks in one of these ways equals any of the golds.
 * @throws {GoldError} if it equals none, and one of them cannot be read, because that gold may be the one that it
 * equals
 */
function strictlyRight(
  response: string,
  marks: readonly ExplicitMark[],
  golds: readonly StrictGold[],
  observe?: Observe,
  policies?: Partial<Policies>,
): boolean {
  const options = { form: "evaluated" as const, ...policies };
  const found = markedAnswer(response, marks);
  if (found.kind !== "found") {
    const reason = found.kind === "none" ? found.reason : `unmarked: no ${marks.join(" or ")}`;
    const by = found.kind === "none" && found.why === "several answers" ? "one answer" : "no answer";
    observe?.({ by, verdict: "different", reason });
    return false;
  }
  const { answer, mark, whole } = found;
  const compared: NonNullable<Seen["compared"]>[number][] = [];
  const isSaid = whole !== undefined && mark !== "box";
  let unreadable: string | undefined;
  for (const { content: gold, given } of golds) {
    const alone = verify(gold, answer, options);
    const first = isSaid ? besideWords(alone, given, () => sayingOf(whole)) : alone;
    // A gold in words may be the whole sentence that contains the answer.
    const again = first.equal || whole === undefined ? first : verify(gold, whole, options);
    const { equal, by, unparsed, verdict, reason } =
      again.by === "identical" || again.by === "text" ? again : first;
    compared.push({ gold, verdict, by });
    observe?.({ by, verdict, unparsed, reason, answer, mark, compared });
    if (equal) return true;
    if (verdict === "undecided" && unparsed === "gold") unreadable ??= reason;
  }
  if (unreadable !== undefined) throw new GoldError(unreadable);
  return false;
}

export type Grading = "strict" | "fast" | "full";

export interface R1ZeroOptions {
  /** `strict` by default; `fast` and `full` reproduce the Python reference. */
  grading?: Grading | undefined;
  /** The reference's flag: true is `fast`, false is `full`. */
  fast?: boolean | undefined;
  /** Grading options for strict grading, which override the defaults. */
  policies?: Partial<Policies> | undefined;
  /** Called for each comparison, and with the reason if there is none. */
  observe?: Observe | undefined;
}

/**
 * Compares answers with the golds: in strict mode the answer that a response marks in one of these ways, else the
 * content of its tag and its box.
 */
export type Grader =
  | {
      grading: "strict";
      isRight(response: string, marks: readonly ExplicitMark[]): boolean;
      observe: Observe | undefined;
    }
  | { grading: "fast" | "full"; isRight(answer: string): boolean; observe: Observe | undefined };

/** The format is wrong, which is reported to the observer. */
export function formatError({ observe }: Grader, reason: string): R1ZeroScore {
  observe?.({ by: "format", verdict: "different", reason });
  return { format_reward: 0, answer_reward: 0, reward: 0 };
}

/** Checks the common fields of the family, and scores the response. */
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

// The gold of the r1-zero family: a number, a string, or a list, of which one match is enough.

/** The accepted values; JSON may contain anything, so they are checked. */
export type GroundTruth = string | number | readonly (string | number)[];

/** The golds to grade against. @throws {GoldError} if one is missing, empty or of the wrong type */
function strictGolds(groundTruth: unknown): StrictGold[] {
  if (!Array.isArray(groundTruth)) return [strictGold(groundTruth, "the ground truth")];
  if (groundTruth.length === 0) throw new GoldError("the ground truth is an empty list");
  return groundTruth.map((element, i) => strictGold(element, `number ${i + 1} of the ground truths`));
}

/** The text that is compared, and the text that was given: a sentence, or a worked solution. */
interface StrictGold {
  content: string;
  given: string;
}

function strictGold(gold: unknown, name: string): StrictGold {
  if (typeof gold === "number") {
    if (!Number.isFinite(gold)) throw new GoldError(`${name} is not a finite number`);
    if (Number.isInteger(gold) && !Number.isSafeInteger(gold)) {
      throw new GoldError(`${name} has more digits than a JSON number keeps; write it as a string`);
    }
    const content = plainDigits(gold);
    return { content, given: content };
  }
  if (typeof gold !== "string")
    throw new GoldError(`${name} must be a string or a number; it is ${kindOf(gold)}`);
  const content = goldAnswer(gold);
  if (content.trim() === "") throw new GoldError(`${name} is empty`);
  return { content, given: gold };
}

/**
 * The golds in the form of the reference, which has no unusable golds.
 * @throws {TypeError} if there is nothing to compare
 */
function referenceGolds(groundTruth: unknown): string[] {
  const golds = Array.isArray(groundTruth) ? groundTruth : [groundTruth];
  return golds.map((gold) => {
    if (typeof gold === "string") return gold;
    if (typeof gold === "number") return String(gold);
    if (typeof gold === "boolean") return gold ? "True" : "False";
    throw new TypeError(
      `the ground truth must be a string, a number or a list of them; it is ${kindOf(gold)}`,
    );
  });
}

/** A small float without an exponent, so that it reads as a decimal. */
function plainDigits(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : text;
}
