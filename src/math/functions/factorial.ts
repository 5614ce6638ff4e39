// Factorials: exactly of whole numbers, by the gamma function of all others.

import { heaviest } from "../ball/cost.ts";
import type { Ball, Result } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { isWhole, type Rational, rational } from "../expression/rational.ts";
import { type Budget, LimitExceeded, limits } from "../terms/limits.ts";
import type { ExactResult } from "./entry.ts";

export const wholeOf = (value: Rational): bigint | undefined =>
  isWhole(value) ? value.n / value.d : undefined;

/** n (n-step) (n-2 step) …, by halves so that the factors stay balanced. */
export function factorial(n: bigint, step: bigint, budget: Budget): bigint {
  const size = Number(n) * Math.log2(Number(n) + 1);
  if (size > limits.bits / 4) throw new LimitExceeded("the size of integers");
  budget.spend(Math.ceil(size / 16));
  const range = (low: bigint, high: bigint): bigint => {
    if (low > high) return 1n;
    if (high - low < 8n * step) {
      let product = low;
      for (let k = low + step; k <= high; k += step) product *= k;
      return product;
    }
    const middle = low + ((high - low) / (2n * step)) * step;
    return range(low, middle) * range(middle + step, high);
  };
  const first = step === 1n || n % 2n === 1n ? 1n : 2n;
  return range(first, n);
}

/** n! for a whole n. */
export function exactFactorial(x: Rational, budget: Budget): ExactResult {
  const n = wholeOf(x);
  if (n === undefined) return undefined;
  return n < 0n ? "a factorial of a negative integer" : rational(factorial(n, 1n, budget));
}

/** The gamma function, paid for by its kind of work: small whole numbers are multiplied out. */
export function gammaOf(x: Ball, prec: number, budget: Budget): Result {
  const size = Math.abs(ball.toNumber(x));
  budget.spend(size <= 3000 && ball.exactInteger(x) !== undefined ? 8 + (size >> 2) : heaviest(prec));
  return ball.gamma(x, prec);
}
