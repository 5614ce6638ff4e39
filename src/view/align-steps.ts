// Two solutions side by side: equal steps are in one row, others next to each other, and the first row with a
// difference is marked. Pure.

interface StepPair {
  /** Indexes of the steps; undefined if one solution has none. */
  a: number | undefined;
  b: number | undefined;
  same: boolean;
}

/** Longer solutions are only put side by side in order. */
const mostPairs = 250_000;

export function alignSteps(a: readonly string[], b: readonly string[]): StepPair[] {
  const pairs: StepPair[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [i, j] of [...common(a.map(plain), b.map(plain)), [a.length, b.length] as const]) {
    while (fromA < i || fromB < j)
      pairs.push({ a: fromA < i ? fromA++ : undefined, b: fromB < j ? fromB++ : undefined, same: false });
    if (i < a.length && j < b.length) pairs.push({ a: fromA++, b: fromB++, same: true });
  }
  return pairs;
}

/** The index of the first row with a difference; -1 if there is none. */
export const firstDifference = (pairs: readonly StepPair[]): number => pairs.findIndex(({ same }) => !same);

/** The steps of a solution, which are separated by blank lines. */
export const stepsIn = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((step) => step.trim())
    .filter((step) => step !== "");

const plain = (step: string): string => step.replace(/\s+/g, " ").trim();

/** The longest common subsequence of steps, as pairs of indexes. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) begin++;
  const found = Array.from({ length: begin }, (_, i): [number, number] => [i, i]);
  const [rows, columns] = [a.length - begin, b.length - begin];
  if (rows * columns === 0 || rows * columns > mostPairs) return found;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[begin + i] === b[begin + j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (a[begin + i] === b[begin + j]) found.push([begin + i++, begin + j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return found;
}
