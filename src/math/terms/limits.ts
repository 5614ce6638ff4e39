// Grading must end for every input, and end the same way on every machine. So work is bounded by
// counted steps and sizes, never by a clock. All the bounds of the room stand here.

import type { Note } from "./decision.ts";

export const limits = {
  /** Characters of one side. */
  length: 1 << 18,
  /** Tokens of one side. */
  tokens: 5_000,
  /** Nested groups, fractions, exponents, … in one answer. */
  depth: 200,
  /** Marks or divisions applied one upon the other without brackets, as in `1/2/3`. */
  chain: 100,
  /** Letters of a word; a longer run is never a product of variables. */
  word: 24,
  /** Bits of an integer that exact arithmetic may build. */
  bits: 400_000,
  /** Bits up to which divisors, roots and remainders of integers are worked out. */
  divisibleBits: 1 << 14,
  /** Bits up to which fractions are reduced; beyond it they are compared by cross-multiplication. */
  reducibleBits: 1 << 12,
  /** Steps of one call of `verify`. */
  steps: 100_000,
  /** Binary digits at which two constants that cannot be told apart count as numerically equal. */
  precision: 1000,
  /** Binary digits to which values are followed where a small term could hide below that. */
  closest: 1 << 13,
  /** Binary digits to which algebraic numbers are followed, until they are proven to be the same. */
  separation: 1 << 15,
  /** Binary digits before the point up to which values are followed down to their last digit. */
  magnitude: 4096,
  /** Characters from which on a verdict shows a side as it was given. */
  shown: 2000,
} as const;

/** Thrown when an input asks for more work or larger numbers than the limits allow. */
export class LimitExceeded extends Error {
  constructor(readonly limit: string) {
    super(`the limit on ${limit} was reached`);
    this.name = "LimitExceeded";
  }
}

/** A number of steps that work is charged to; when they are spent, the work ends. */
export class Budget {
  spent = 0;
  /** Where the rules write what they find, for an explanation. */
  notes: Note[] | undefined = undefined;
  constructor(private readonly allowed: number = limits.steps) {}

  spend(steps: number): void {
    // A count that overflowed is negative or not a number, and must not be a gift.
    if (!(steps >= 0 && this.spent + steps <= this.allowed)) {
      this.spent = this.allowed;
      throw new LimitExceeded("steps");
    }
    this.spent += steps;
  }

  /** Work that may take a part of what is left, here as one in so many; undefined if that was not enough. */
  part<T>(share: number, job: (part: Budget) => T): T | undefined {
    const part = new Budget(Math.floor((this.allowed - this.spent) / share));
    try {
      return job(part);
    } catch (error) {
      if (!(error instanceof LimitExceeded && error.limit === "steps")) throw error;
      return undefined;
    } finally {
      this.spent += part.spent;
    }
  }
}

// What is really done, beside the steps that are charged for it: the test in src/math/work.test.ts holds the one against
// the other, over nestings of everything in everything. Each count is a plain addition beside work that is far longer.

export const work = {
  /** Nodes of expressions made or looked at. */
  nodes: 0,
  /** Binary digits of the numbers that arithmetic made, or that were written out. */
  digits: 0,
  /** Names in the points and in the sets that were built. */
  places: 0,
};
