// The specification's `qa_f1_reward`, token F1 after HotpotQA's script, and `qa_f1_reward_format` (the reference calls
// it `qa_f1_reward_tool`), the same for an agent that has used its tools.

import {
  answerTokens,
  goldList,
  noOverlap,
  noScore,
  type Overlap,
  type QaScore,
  sameTokens,
  scoreTokens,
  splitWords,
  tokenOverlap,
} from "./score.ts";

function countToolMessages(trajectory: unknown): number {
  if (!Array.isArray(trajectory)) throw new TypeError("the trajectory must be a list of messages");
  let count = 0;
  // A stack instead of recursion, because the caller's nesting may be of any depth.
  const stack: unknown[] = [trajectory];
  while (stack.length > 0) {
    const item = stack.pop();
    if (Array.isArray(item)) {
      for (const inner of item) stack.push(inner);
    } else if (typeof item === "object" && item !== null && (item as { role?: unknown }).role === "tool") {
      count++;
    }
  }
  return count;
}

/** Answers that are right only as a whole. */
const wholeAnswers = new Set(["yes", "no", "noanswer"]);

/** Token F1; a yes, a no or a refusal shares nothing with any other answer. */
export function f1Score(prediction: string, gold: string): Overlap {
  return overlapOf(answerTokens(prediction), answerTokens(gold));
}

/** Equality of the normal forms; two answers without a word are equal here. */
export function emScore(prediction: string, gold: string): number {
  return sameTokens(answerTokens(prediction), answerTokens(gold)) ? 1 : 0;
}

/**
 * Scores a predicted answer by its F1 with the gold answer, the best one where there are several.
 * An empty prediction scores 0 on all metrics. One that only normalising empties, such as `A` against `A`, shares no token with
 * any gold, so its reward is 0, and matches exactly a gold that normalising empties too. The trajectory is not used.
 *
 * @throws {GoldError} when the gold is no string and no list of strings.
 *
 * @example
 * qaF1Reward("Paris is the capital", "Paris")
 * // { reward: 0.5, f1: 0.5, em: 0, precision: 0.333…, recall: 1 }
 */
export function qaF1Reward(
  prediction: string,
  goldenAnswer: string | readonly string[],
  _trajectory?: unknown,
): QaScore {
  if (typeof prediction !== "string") throw new TypeError("the prediction must be a string");
  const golds = goldList(goldenAnswer);
  if (splitWords(prediction).length === 0) return noScore();
  return scoreTokens(answerTokens(prediction), golds.map(answerTokens), overlapOf);
}

function overlapOf(prediction: readonly string[], gold: readonly string[]): Overlap {
  if ((isWholeAnswer(prediction) || isWholeAnswer(gold)) && !sameTokens(prediction, gold)) return noOverlap();
  return tokenOverlap(prediction, gold);
}

const isWholeAnswer = (tokens: readonly string[]): boolean =>
  tokens.length === 1 && wholeAnswers.has(tokens[0]!);

/** One call for information, and the final answer, which is a call too. */
const fewestToolMessages = 2;

/**
 * `qaF1Reward`, if the trajectory has two messages of role `tool` or more; otherwise every figure is 0.
 *
 * @throws {GoldError} when the gold is no string and no list of strings.
 */
export function qaF1RewardFormat(
  prediction: string,
  answer: string | readonly string[],
  trajectory: readonly unknown[],
): QaScore {
  goldList(answer);
  return countToolMessages(trajectory) < fewestToolMessages ? noScore() : qaF1Reward(prediction, answer);
}
