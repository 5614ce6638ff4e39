// SQuAD v2's metric, in which a question may have no answer; the right prediction is then empty.

import { answerTokens, goldList, type Overlap, type QaScore, scoreTokens, tokenOverlap } from "./score.ts";

/** An empty gold, or an empty list of them, marks a question without an answer. */
export function squadV2Reward(prediction: string, goldenAnswer: string | readonly string[]): QaScore {
  const unanswerable = Array.isArray(goldenAnswer) && goldenAnswer.length === 0;
  const golds = unanswerable
    ? []
    : goldList(goldenAnswer)
        .map(answerTokens)
        .filter((gold) => gold.length > 0);
  return scoreTokens(answerTokens(prediction), golds.length > 0 ? golds : [[]], overlapOrBothEmpty);
}

function overlapOrBothEmpty(prediction: readonly string[], gold: readonly string[]): Overlap {
  if (prediction.length > 0 && gold.length > 0) return tokenOverlap(prediction, gold);
  const both = prediction.length === gold.length ? 1 : 0;
  return { f1: both, precision: both, recall: both };
}
