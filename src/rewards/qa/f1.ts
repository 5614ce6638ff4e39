// The task description's `qa_f1_reward`: token F1 between a prediction and a gold answer, after HotpotQA's script.

import { goldList } from "./golds.ts";
import { answerTokens } from "./normalize.ts";
import { noOverlap, type Overlap, tokenOverlap } from "./overlap.ts";
import { noScore, type QaScore, sameTokens, scoreTokens } from "./score.ts";
import { splitWords } from "./words.ts";

/** Answers that are right as a whole or not at all. */
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
 * any gold, so its reward is 0, and matches exactly a gold that normalising empties too. The trajectory is not looked at.
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
