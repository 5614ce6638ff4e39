// Grading must end for every input, in the same way on every machine. Work is therefore limited by counted steps and
// sizes, never by a clock. All limits are here.

import type { Note } from "./decision.ts";
import { type Limit, NoResult, triedOr } from "./result.ts";

export const limits = {
  /** Characters of one side. */
  length: 1 << 18,
  /** Tokens of one side. */
  tokens: 5_000,
  /** Nested groups, fractions, exponents, … in one answer. */
  depth: 200,
  /** Marks or divisions applied to one another without brackets, as in `1/2/3`. */
  chain: 100,
  /** Letters of a word; a longer run is never a product of variables. */
  word: 24,
  /** Bits of an integer that exact arithmetic may build. */
  bits: 400_000,
  /** Bits up to which divisors, roots and remainders of integers are computed. */
  divisibleBits: 1 << 14,
  /** Bits up to which fractions are reduced; beyond it they are compared by cross-multiplication. */
  reducibleBits: 1 << 12,
  /** Steps of one call of `verify`. */
  steps: 100_000,
  /** The number of binary digits at which two constants that cannot be distinguished count as numerically equal. */
  precision: 1000,
  /** The number of binary digits to which values are computed if a small term could hide below that. */
  closest: 1 << 13,
  /** Binary digits to which algebraic numbers are computed, until they are proven to be the same. */
  separation: 1 << 15,
  /** Binary digits before the point up to which values are computed to their last digit. */
  magnitude: 4096,
  /** Sides of at least this many characters are shown in a verdict as they were given. */
  shown: 2000,
} as const;

/** Thrown when an input asks for more work or larger numbers than the limits allow. */
export class LimitExceeded extends NoResult {
  constructor(limit: Limit) {
    super(limit, `the limit on ${limit} was reached`);
  }
}

/** A number of steps that work is charged to; when they are used up, the work ends. */
export class Budget {
  spent = 0;
  /** Where the rules record their findings, for an explanation. */
  notes: Note[] | undefined = undefined;
  constructor(private readonly allowed: number = limits.steps) {}

  spend(steps: number): void {
    // A count that overflowed is negative or NaN, and must not add steps.
    if (!(steps >= 0 && this.spent + steps <= this.allowed)) {
      this.spent = this.allowed;
      throw new LimitExceeded("steps");
    }
    this.spent += steps;
  }

  /** Work that may use a part of the remaining budget, here one part in this many; undefined if that was not enough. */
  part<T>(share: number, job: (part: Budget) => T): T | undefined {
    const part = new Budget(Math.floor((this.allowed - this.spent) / share));
    try {
      return triedOr(() => job(part), undefined, ["steps"]);
    } finally {
      this.spent += part.spent;
    }
  }
}

// The real work, beside the steps that are charged for it: the test in src/math/work.test.ts compares the two, over
// nestings of all constructs. Each count is one addition beside much longer work.

export const work = {
  /** Nodes of expressions that were made or visited. */
  nodes: 0,
  /** Binary digits of the numbers that arithmetic made, or that were written out. */
  digits: 0,
  /** Names in the points and in the sets that were built. */
  places: 0,
};
