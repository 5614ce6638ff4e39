// The words in which judges say right and wrong, always in pairs: if a judge says "Wrong", its alternative is "Right",
// and not "correct".

export type Verdict = "right" | "wrong";

/** The word for right and the word for wrong, in lower case. */
export type LabelPair = readonly [right: string, wrong: string];

export const usualLabels: readonly LabelPair[] = [
  ["right", "wrong"],
  ["correct", "incorrect"],
  ["+", "-"],
];

export const signLabels: readonly LabelPair[] = [["+", "-"]];

/** The spellings of a label. */
export const folded = (text: string): string => text.toLowerCase().replaceAll("−", "-");

/** The pair that a word belongs to, and its meaning. */
export function meaningOf(
  word: string,
  labels: readonly LabelPair[],
): { verdict: Verdict; pair: LabelPair } | undefined {
  const wanted = folded(word);
  for (const pair of labels) {
    if (pair[0] === wanted) return { verdict: "right", pair };
    if (pair[1] === wanted) return { verdict: "wrong", pair };
  }
  return undefined;
}
