// Exact rational values of constant expressions, where they have one.

import { bitLength } from "../ball/bits.ts";
import { type Expr, num, substitute } from "../expression/expr.ts";
import {
  exactRoot,
  floor,
  inverse,
  isWhole,
  minus,
  one,
  order,
  plus,
  power,
  type Rational,
  rational,
  times,
  zero,
} from "../expression/rational.ts";
import { type Budget, LimitExceeded, limits } from "../terms/limits.ts";

/** The expression has no value at all: a division by zero, a root of a negative number, 0^0. */
export class Undefined extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "Undefined";
  }
}

/** The exact value, or undefined where it is not rational or not seen to be. */
export function exactValue(expr: Expr, budget: Budget): Rational | undefined {
  if (expr.t !== "num") budget.spend(1);
  switch (expr.t) {
    case "num":
      return expr.d === 0n ? fail("a division by zero") : expr;
    case "add": {
      let sum: Rational = zero;
      for (const arg of expr.args) {
        const value = exactValue(arg, budget);
        if (!value) return undefined;
        sum = paid(plus(sum, value), budget);
      }
      return sum;
    }
    case "mul": {
      let product: Rational = one;
      for (const arg of expr.args) {
        const value = exactValue(arg, budget);
        if (!value) return undefined;
        product = paid(times(product, value), budget);
      }
      return product;
    }
    case "pow": {
      const base = exactValue(expr.base, budget);
      if (!base) return undefined;
      const exp = exactValue(expr.exp, budget);
      return exp && exactPower(base, exp, budget);
    }
    case "fn": {
      const args: Rational[] = [];
      for (const arg of expr.args) {
        const value = exactValue(arg, budget);
        if (!value) return undefined;
        args.push(value);
      }
      return exactFunction(expr.name, args, budget);
    }
    case "big":
      return exactSum(expr, budget);
    default:
      return undefined;
  }
}

/** Sums and products longer than this are not carried out term by term. */
const maxTerms = 400n;

/** A sum or product between two whole numbers, term by term. */
function exactSum(expr: Extract<Expr, { t: "big" }>, budget: Budget): Rational | undefined {
  const from = exactValue(expr.lower, budget);
  const to = from && exactValue(expr.upper, budget);
  const [low, high] = [from && whole(from), to && whole(to)];
  // An empty sum ends just before it begins; one that ends earlier still is none.
  if (low === undefined || high === undefined || high < low - 1n || high - low > maxTerms) return undefined;
  let total: Rational = expr.op === "sum" ? zero : one;
  for (let k = low; k <= high; k++) {
    const term = exactValue(substitute(expr.body, new Map([[expr.variable, num(k)]]), budget), budget);
    if (!term) return undefined;
    total = paid(expr.op === "sum" ? plus(total, term) : times(total, term), budget);
  }
  return total;
}

const [longest, minusLongest] = [1n << 128n, -(1n << 128n)];

/** Long numbers are paid by their length, and by its square where fractions are reduced. */
function paid(value: Rational, budget: Budget): Rational {
  budget.spend(1);
  const { n, d } = value;
  if (n < longest && n > minusLongest && d < longest) return value;
  const bits = bitLength(n) + bitLength(d);
  budget.spend((bits >> 6) + (d > 1n && bits < 2 * limits.reducibleBits ? (bits * bits) >> 14 : 0));
  return value;
}

function fail(reason: string): never {
  throw new Undefined(reason);
}

function exactPower(base: Rational, exp: Rational, budget: Budget): Rational | undefined {
  budget.spend(4);
  if (isWhole(exp)) {
    const k = exp.n / exp.d;
    const value = power(base, k);
    return value ? paid(value, budget) : fail(k === 0n ? "0^0" : "a division by zero");
  }
  const index = Number(exp.d);
  if (base.n === 0n) return exp.n > 0n ? zero : fail("a division by zero");
  if (index > 64) return undefined;
  if (base.n < 0n && index % 2 === 0) return undefined;
  const { n, d } = rational(base.n, base.d);
  const top = exactRoot(n, index);
  const bottom = top === undefined ? undefined : exactRoot(d, index);
  if (top === undefined || bottom === undefined) return undefined;
  return power({ n: top, d: bottom }, exp.n);
}

const whole = (value: Rational): bigint | undefined => (isWhole(value) ? value.n / value.d : undefined);

function exactFunction(name: string, args: Rational[], budget: Budget): Rational | undefined {
  const [x, y] = args as [Rational, Rational];
  switch (name) {
    case "given":
      return args.slice(1).every((condition) => condition.n > 0n) ? x : fail("outside the domain");
    case "abs":
      return x.n < 0n ? minus(x) : x;
    case "floor":
      return rational(floor(x));
    case "ceil":
      return rational(-floor(minus(x)));
    case "sgn":
      return rational(x.n > 0n ? 1n : x.n < 0n ? -1n : 0n);
    case "re":
    case "conj":
      return x;
    case "im":
      return zero;
    case "min":
      return args.reduce((a, b) => (order(a, b) <= 0 ? a : b));
    case "max":
      return args.reduce((a, b) => (order(a, b) >= 0 ? a : b));
    case "gcd":
    case "lcm":
      return divisors(name, args, budget);
    case "mod": {
      if (y.n === 0n) return fail("a remainder by zero");
      pay(x.n, budget);
      const quotient = times(x, inverse(y));
      return plus(x, minus(times(rational(floor(quotient)), y)));
    }
    case "factorial": {
      const n = whole(x);
      if (n === undefined) return undefined;
      return n < 0n ? fail("a factorial of a negative integer") : rational(factorial(n, 1n, budget));
    }
    case "doublefactorial": {
      const n = whole(x);
      return n === undefined || n < 0n ? undefined : rational(factorial(n, 2n, budget));
    }
    case "binom": {
      const n = whole(x);
      const k = whole(y);
      return n === undefined || k === undefined ? undefined : rational(binomial(n, k, budget));
    }
    default:
      return undefined;
  }
}

/** Division of integers is paid for by their length, and ends where they are too long. */
function pay(n: bigint, budget: Budget): void {
  const bits = bitLength(n);
  if (bits > limits.divisibleBits) throw new LimitExceeded("the size of integers");
  budget.spend(1 + (bits >> 6));
}

function divisors(name: "gcd" | "lcm", args: Rational[], budget: Budget): Rational | undefined {
  let result: bigint | undefined;
  for (const arg of args) {
    const n = whole(arg);
    if (n === undefined) return undefined;
    const m = n < 0n ? -n : n;
    if (result === undefined) result = m;
    else {
      let [a, b] = [result, m];
      while (b !== 0n) {
        pay(b, budget);
        [a, b] = [b, a % b];
      }
      result = name === "gcd" ? a : a === 0n ? 0n : (result / a) * m;
    }
  }
  return result === undefined ? undefined : rational(result);
}

/** n (n-step) (n-2 step) …, by halves so that the factors stay balanced. */
function factorial(n: bigint, step: bigint, budget: Budget): bigint {
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

function binomial(n: bigint, k: bigint, budget: Budget): bigint {
  if (k < 0n) return 0n;
  if (n < 0n) return (k % 2n === 0n ? 1n : -1n) * binomial(k - n - 1n, k, budget);
  if (k > n) return 0n;
  const few = k < n - k ? k : n - k;
  const bits = Number(few) * (bitLength(n) + 1);
  if (few > 20_000n || bits > limits.bits / 2) throw new LimitExceeded("the size of integers");
  budget.spend(Number(few) * (2 + (bits >> 13)));
  let result = 1n;
  for (let j = 1n; j <= few; j++) result = (result * (n - few + j)) / j;
  return result;
}
