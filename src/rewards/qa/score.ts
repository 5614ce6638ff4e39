// From tokens to what every QA reward returns. Where a question has several gold answers, the best counts.

import { type Overlap, tokenOverlap } from "./overlap.ts";

export interface QaScore {
  reward: number;
  f1: number;
  em: number;
  precision: number;
  recall: number;
}

/** Made anew each time: a result is the caller's, who may change it. */
export const noScore = (): QaScore => ({ reward: 0, f1: 0, em: 0, precision: 0, recall: 0 });

/** The score with the gold that pays most, an exact match before another; the first of equals. */
export function scoreTokens(
  prediction: readonly string[],
  golds: readonly (readonly string[])[],
  overlap: (prediction: readonly string[], gold: readonly string[]) => Overlap = tokenOverlap,
): QaScore {
  let best: QaScore | undefined;
  for (const gold of golds) {
    const { f1, precision, recall } = overlap(prediction, gold);
    const em = sameTokens(prediction, gold) ? 1 : 0;
    if (!best || f1 > best.f1 || (f1 === best.f1 && em > best.em)) {
      best = { reward: f1, f1, em, precision, recall };
    }
  }
  return best ?? noScore();
}

export const sameTokens = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((token, i) => token === b[i]);
