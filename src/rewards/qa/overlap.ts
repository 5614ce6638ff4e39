// How much two lists of tokens share, as QA metrics count it: repeats count as often as both sides have them.

export interface Overlap {
  f1: number;
  precision: number;
  recall: number;
}

export const noOverlap = (): Overlap => ({ f1: 0, precision: 0, recall: 0 });

export function tokenOverlap(prediction: readonly string[], gold: readonly string[]): Overlap {
  const left = new Map<string, number>();
  for (const token of gold) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of prediction) {
    const count = left.get(token);
    if (count === undefined || count === 0) continue;
    left.set(token, count - 1);
    shared++;
  }
  if (shared === 0) return noOverlap();
  const precision = shared / prediction.length;
  const recall = shared / gold.length;
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}
