// The result of a comparison: the verdict, its rule, and its certainty.

export type Verdict = "equal" | "different" | "undecided";
export type Certainty = "proven" | "probable" | "numeric";

export interface Decision {
  verdict: Verdict;
  /** The rule that decided, as documented. */
  by: Rule;
  /** Null if nothing was proven: the verdict is undecided, or different by a rule of reading. */
  certainty: Certainty | null;
  reason?: string;
}

export const equal = (by: Rule, certainty: Certainty | null = "proven"): Decision => ({
  verdict: "equal",
  by,
  certainty,
});
/** Kinds, labels and the like differ by a rule of reading: that does not prove that the values differ. */
export const different = (by: Rule, reason?: string, certainty: Certainty | null = null): Decision =>
  reason === undefined
    ? { verdict: "different", by, certainty }
    : { verdict: "different", by, certainty, reason };
export const undecided = (by: Rule, reason: string): Decision => ({
  verdict: "undecided",
  by,
  certainty: null,
  reason,
});
/** Two values that are proven to differ by exact arithmetic, or by intervals that do not meet. */
export const provenDifferent = (by: Rule, reason?: string): Decision => different(by, reason, "proven");

const weight: Record<Certainty, number> = { proven: 0, probable: 1, numeric: 2 };
export const weaker = (a: Certainty | null, b: Certainty | null): Certainty | null =>
  a === null || b === null ? null : weight[a] >= weight[b] ? a : b;

/** All parts must be equal: one that differs decides, and one that is undecided makes the whole undecided. */
export function all(by: Rule, parts: Iterable<Decision>): Decision {
  let certainty: Certainty | null = "proven";
  let open: Decision | undefined;
  for (const part of parts) {
    if (part.verdict === "different") return { ...part, by };
    if (part.verdict === "undecided") open ??= part;
    certainty = weaker(certainty, part.certainty);
  }
  return open ? { ...open, by } : equal(by, certainty);
}

/** The first equal one decides; otherwise undecided if any is, otherwise different. */
export function any(parts: Iterable<Decision>): Decision {
  let result: Decision | undefined;
  for (const part of parts) {
    if (part.verdict === "equal") return part;
    if (!result || (part.verdict === "undecided" && result.verdict === "different")) result = part;
  }
  return result ?? different("nothing");
}

// The rules that a verdict can name, each with its sentence for people. `by` is one of these names.

export const rules = {
  identical: "Both sides are written alike, or read as the same expression.",
  text: "The words are compared; the initial capital of a word and final punctuation do not count.",
  choice: "The letter of a multiple choice is compared.",
  "yes or no": "The first word decides, and what follows may not weaken it.",
  time: "Times of day are compared by their minutes.",
  date: "Dates are compared by day and month, and by the year if it is given.",
  rational: "Both sides are calculated exactly, as fractions.",
  radical: "Both sides are algebraic numbers, possibly with π or e, and are compared exactly.",
  interval: "The ends of intervals are compared, or two numbers are enclosed in intervals that do not meet.",
  numeric: "Both sides agree in every digit down to the limit (about 300), and no term can hide below it.",
  polynomial: "Both sides are rational expressions, compared modulo random primes.",
  sampling: "Both sides are evaluated at many points, with proven error bounds.",
  rounding: "A decimal stands for the value that rounds to it.",
  tolerance: "A number lies as close to the gold as the option `tolerance` or the preset allows.",
  formula: "Formulas of chemistry are compared by their elements, numbers and charges (preset `science`).",
  convergence: "A limit, series or integral counts only if its convergence is proven.",
  infinity: "Infinity equals infinity of the same sign, and nothing else.",
  undefined: "A side has no value.",
  unit: "The units are compared, or converted into each other.",
  mark: "A percent or degree sign is read as the gold allows.",
  base: "Numbers with a base are compared with numbers with a base.",
  ratio: "Ratios are equal when they are proportional; one in lowest terms is its quotient.",
  constants: "Functions with constants of integration are equal when they are the same family.",
  repeats: "One value is given in several forms, each of which is compared.",
  list: "The items of a list are matched in any order.",
  set: "The elements of a set are matched in any order, and repeats are ignored.",
  tuple: "The entries of a tuple are compared one by one, in order.",
  vector: "The entries of a row, column or tuple are compared as those of a vector.",
  order: "Letters that do not commute are compared with their products in order.",
  matrix: "Matrices are compared by shape and entry.",
  label: "Named values are matched by their names, or in written order.",
  assignment: "A name is removed from its value: `x = 5` means 5.",
  chain: "A chain of equal sides stands for its last side.",
  equation: "Equations are equal when they hold for the same values, up to a factor.",
  statement: "Relations that are not solved are compared side by side.",
  function: "Functions are equal when their bodies are, whatever the argument is called.",
  family: "Families are equal when their parameters run through the same values.",
  cases: "Piecewise values are compared branch by branch.",
  restriction: "The conditions that come with the values are compared.",
  form: "The answer leaves work undone, or a condition unsolved, unlike the gold (option `form`).",
  kind: "The two sides are different kinds of things.",
  nothing: "There was nothing to compare.",
  limit: "The comparison needed more work than the limits allow.",
  unparsed: "A side could not be read.",
  "no answer": "The response gives no answer.",
} as const;

export type Rule = keyof typeof rules;

// The record of a comparison in progress, for an explanation. Without a list to write to, no notes are made and nothing
// is charged.

/** Two values for display, and the value of the variable. */
export interface Evidence {
  gold: string;
  answer: string;
  at?: Record<string, string>;
}

export interface Note {
  /** Null if it concerns the reading. */
  rule: Rule | null;
  /** The result of the rule; "open" if it left the question to the next one. */
  found: Verdict | "open";
  /** What was compared, or why, as a clause. */
  said: string;
  evidence?: Evidence;
}
