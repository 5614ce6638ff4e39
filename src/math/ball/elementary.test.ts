/**
 * Checks the elementary functions against a second, slow implementation: decimal interval arithmetic with plain series,
 * no argument reduction and other formulas, so that a common mistake is unlikely.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ball, isBall, type Result } from "./ball.ts";
import {
  accuracyBits,
  acos,
  asin,
  atan,
  containsRational,
  cos,
  e,
  exp,
  fromRational,
  gamma,
  log,
  pi,
  sin,
} from "./index.ts";

/** The numbers from lo to hi, in units of 10^-digits. */
interface Interval {
  readonly lo: bigint;
  readonly hi: bigint;
}

function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}

/** Interval arithmetic with a fixed number of decimal digits, rounded outwards. */
class Decimal {
  readonly one: bigint;

  constructor(digits: number) {
    this.one = 10n ** BigInt(digits);
  }

  of(n: bigint, d = 1n): Interval {
    return { lo: floorDiv(n * this.one, d), hi: ceilDiv(n * this.one, d) };
  }

  add(a: Interval, b: Interval): Interval {
    return { lo: a.lo + b.lo, hi: a.hi + b.hi };
  }

  sub(a: Interval, b: Interval): Interval {
    return { lo: a.lo - b.hi, hi: a.hi - b.lo };
  }

  mul(a: Interval, b: Interval): Interval {
    const products = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
    products.sort((p, q) => (p < q ? -1 : 1));
    return { lo: floorDiv(products[0]!, this.one), hi: ceilDiv(products[3]!, this.one) };
  }

  divInt(a: Interval, n: bigint): Interval {
    return { lo: floorDiv(a.lo, n), hi: ceilDiv(a.hi, n) };
  }

  /** 1 / a for a positive interval. */
  inverse(a: Interval): Interval {
    return { lo: floorDiv(this.one * this.one, a.hi), hi: ceilDiv(this.one * this.one, a.lo) };
  }

  widen(a: Interval, by: bigint): Interval {
    return { lo: a.lo - by, hi: a.hi + by };
  }

  size(a: Interval): bigint {
    return a.lo + a.hi >= 0n ? a.hi : -a.lo;
  }

  /** Sums until terms at least halve and have shrunk to rounding noise; the tail is then below the last term. */
  sum(first: Interval, next: (term: Interval, index: bigint) => Interval): Interval {
    let term = first;
    let total = first;
    for (let k = 1n; ; k++) {
      const previous = this.size(term);
      term = next(term, k);
      total = this.add(total, term);
      const size = this.size(term);
      if (size <= 20n && previous <= 1000n && k > 60n) return this.widen(total, 2n * size + 40n);
    }
  }

  /** For x >= 0, by its plain Taylor series. */
  exp(x: Interval): Interval {
    return this.sum(this.of(1n), (term, k) => this.divInt(this.mul(term, x), k));
  }

  sin(x: Interval): Interval {
    const square = this.mul(x, x);
    return this.sum(x, (term, k) =>
      this.divInt(this.mul(this.sub(this.of(0n), term), square), 2n * k * (2n * k + 1n)),
    );
  }

  cos(x: Interval): Interval {
    const square = this.mul(x, x);
    return this.sum(this.of(1n), (term, k) =>
      this.divInt(this.mul(this.sub(this.of(0n), term), square), 2n * k * (2n * k - 1n)),
    );
  }

  /** Euler's series of positive terms: x/(1+x^2) times the sum of products of 2k/(2k+1) x^2/(1+x^2), |x| <= 1. */
  atan(x: Interval): Interval {
    const square = this.mul(x, x);
    const factor = this.inverse(this.add(this.of(1n), square));
    const ratio = this.mul(square, factor);
    return this.sum(this.mul(x, factor), (term, k) =>
      this.divInt(this.mul(this.mul(term, ratio), this.of(2n * k)), 2n * k + 1n),
    );
  }

  /** log x by repeated square roots towards 1 and log(1 + t) = t - t^2/2 + ... */
  log(x: Interval): Interval {
    let root = x;
    let factor = 1n;
    for (let i = 0; i < 8; i++) {
      root = { lo: decimalSqrt(root.lo * this.one), hi: decimalSqrt(root.hi * this.one) + 1n };
      factor *= 2n;
    }
    const t = this.sub(root, this.of(1n));
    let power = t;
    const series = this.sum(t, (_, k) => {
      power = this.mul(this.sub(this.of(0n), power), t);
      return this.divInt(power, k + 1n);
    });
    return { lo: series.lo * factor, hi: series.hi * factor };
  }

  /** Machin's formula. */
  pi(): Interval {
    const a = this.atan(this.of(1n, 5n));
    const b = this.atan(this.of(1n, 239n));
    return { lo: 16n * a.lo - 4n * b.hi, hi: 16n * a.hi - 4n * b.lo };
  }
}

/** The integer square root by bisection. */
function decimalSqrt(n: bigint): bigint {
  let low = 0n;
  let high = 1n;
  while (high * high <= n) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}

const precisions = [64, 100, 128, 256, 600];

function arithmeticFor(prec: number): Decimal {
  return new Decimal(Math.ceil(prec * 0.302) + 40);
}

/** The ball must cover the whole reference interval, which is far thinner, and be no wider than it should. */
function expectEnclosure(result: Result, reference: Interval, decimal: Decimal, prec: number): void {
  if (!isBall(result)) throw new Error(`expected a ball, found ${result}`);
  expect(containsRational(result, reference.lo, decimal.one)).toBe(true);
  expect(containsRational(result, reference.hi, decimal.one)).toBe(true);
  expect(accuracyBits(result)).toBeGreaterThanOrEqual(prec - 12);
}

const rational = (n: bigint, d: bigint): Ball => fromRational(n, d, 2000) as Ball;

/** Dyadic arguments, which balls hold exactly, so that the whole width of the answer is the function's own. */
function dyadicsBelow(bound: number): fc.Arbitrary<readonly [bigint, bigint]> {
  return fc
    .tuple(fc.bigInt(1n, 1n << 40n), fc.constantFrom(20n, 40n, 55n))
    .map(([n, k]) => [n % (BigInt(bound) << k) || 1n, 1n << k] as const);
}

function checkAgainst(
  arguments_: fc.Arbitrary<readonly [bigint, bigint]>,
  f: (x: Ball, prec: number) => Result,
  reference: (x: Interval, decimal: Decimal) => Interval,
): void {
  for (const prec of precisions) {
    const decimal = arithmeticFor(prec);
    fc.assert(
      fc.property(arguments_, ([n, d]) => {
        expectEnclosure(f(rational(n, d), prec), reference(decimal.of(n, d), decimal), decimal, prec);
      }),
      { numRuns: 12 },
    );
  }
}

describe("constants", () => {
  it.each(precisions)("match Machin's formula and plain series at %i bits", (prec) => {
    const decimal = arithmeticFor(prec);
    expectEnclosure(pi(prec), decimal.pi(), decimal, prec);
    expectEnclosure(e(prec), decimal.exp(decimal.of(1n)), decimal, prec);
  });

  it("begin with the digits everyone knows, whatever was asked for before", () => {
    expectEnclosure(pi(4096), arithmeticFor(4096).pi(), arithmeticFor(4096), 4096);
    const known: Interval = { lo: 314159265358979323846n, hi: 314159265358979323847n };
    for (const prec of [60, 64]) {
      const ball = pi(prec);
      const below = containsRational(ball, known.lo, 10n ** 20n);
      const above = containsRational(ball, known.hi, 10n ** 20n);
      expect(below || above).toBe(true);
    }
  });
});

describe("exponential and logarithm", () => {
  it("exp", () => checkAgainst(dyadicsBelow(30), exp, (x, decimal) => decimal.exp(x)));
  it("exp of negative arguments", () =>
    checkAgainst(
      dyadicsBelow(5),
      (x, prec) => exp({ m: -x.m, e: x.e, r: x.r }, prec),
      (x, decimal) => decimal.inverse(decimal.exp(x)),
    ));
  it("log", () =>
    checkAgainst(
      dyadicsBelow(50).filter(([n, d]) => 1000n * n > d && n !== d),
      log,
      (x, decimal) => decimal.log(x),
    ));
  it("log close to one", () =>
    checkAgainst(
      fc.bigInt(1n, 1n << 20n).map((n) => [(1n << 40n) + n, 1n << 40n] as const),
      log,
      (x, decimal) => decimal.log(x),
    ));
  it("log of values below one", () =>
    checkAgainst(
      fc.bigInt(1n << 30n, (1n << 40n) - 1n).map((n) => [n, 1n << 40n] as const),
      log,
      (x, decimal) => decimal.log(x),
    ));
});

describe("circular functions", () => {
  /** Absolute accuracy is what counts next to a zero of the function, so arguments there are left out. */
  const angles = dyadicsBelow(20).filter(([n, d]) => {
    const x = Number(n) / Number(d);
    return Math.abs(Math.sin(x)) > 0.01 && Math.abs(Math.cos(x)) > 0.01;
  });
  it("sin", () => checkAgainst(angles, sin, (x, decimal) => decimal.sin(x)));
  it("cos", () => checkAgainst(angles, cos, (x, decimal) => decimal.cos(x)));
  it("sin of small arguments keeps its relative accuracy", () =>
    checkAgainst(
      fc.bigInt(1n, 1n << 8n).map((n) => [n, 1n << 60n] as const),
      sin,
      (x, decimal) => decimal.sin(x),
    ));
  it("atan up to one", () =>
    checkAgainst(
      dyadicsBelow(1).filter(([n, d]) => 1000n * n > d),
      atan,
      (x, decimal) => decimal.atan(x),
    ));
  it("atan beyond one", () =>
    checkAgainst(
      dyadicsBelow(100).filter(([n, d]) => n > d),
      atan,
      (x, decimal) => decimal.sub(decimal.divInt(decimal.pi(), 2n), decimal.atan(decimal.inverse(x))),
    ));
  it("asin and acos, through the chord", () => {
    // sin(2 atan t) = 2t / (1 + t^2), a rational number for rational t.
    for (const prec of precisions) {
      const decimal = arithmeticFor(prec);
      for (const [n, d] of [
        [1n, 3n],
        [2n, 9n],
        [7n, 8n],
      ] as const) {
        const x = rational(2n * n * d, n * n + d * d);
        const half = decimal.atan(decimal.of(n, d));
        const angle: Interval = { lo: 2n * half.lo, hi: 2n * half.hi };
        expectEnclosure(asin(x, prec), angle, decimal, prec);
        expectEnclosure(acos(x, prec), decimal.sub(decimal.divInt(decimal.pi(), 2n), angle), decimal, prec);
      }
    }
  });
});

describe("gamma", () => {
  it("has half-integer values that are rational multiples of the root of pi", () => {
    for (const prec of [64, 128, 400]) {
      const decimal = arithmeticFor(prec);
      const squareOfPi = decimal.pi();
      const rootOfPi: Interval = {
        lo: decimalSqrt(squareOfPi.lo * decimal.one),
        hi: decimalSqrt(squareOfPi.hi * decimal.one) + 1n,
      };
      const half = (n: bigint): Ball => ({ m: n, e: -1, r: 0 });
      const times = (n: bigint, d: bigint) => decimal.mul(rootOfPi, decimal.of(n, d));
      expectEnclosure(gamma(half(1n), prec), rootOfPi, decimal, prec);
      expectEnclosure(gamma(half(3n), prec), times(1n, 2n), decimal, prec);
      expectEnclosure(gamma(half(7n), prec), times(15n, 8n), decimal, prec);
      expectEnclosure(gamma(half(-1n), prec), times(-2n, 1n), decimal, prec);
      expectEnclosure(gamma(half(-5n), prec), times(-8n, 15n), decimal, prec);
    }
  });

  it("meets the recurrence and the factorials", () => {
    expect(gamma({ m: 6n, e: 0, r: 0 }, 64)).toEqual({ m: 120n, e: 0, r: 0 });
    expect(gamma({ m: 0n, e: 0, r: 0 }, 64)).toBe("outside");
    expect(gamma({ m: -3n, e: 0, r: 0 }, 64)).toBe("outside");
    expect(gamma({ m: -3n << 40n, e: -40, r: 1 }, 64)).toBe("undecided");
    const nearSix = gamma({ m: 6n << 60n, e: -60, r: 1 }, 128) as Ball;
    expect(containsRational(nearSix, 120n, 1n)).toBe(true);
    expect(accuracyBits(nearSix)).toBeGreaterThan(50);
  });
});
