/**
 * Compares the field and order operations with exact rational arithmetic: for any points in the arguments, the exact
 * result must lie in the answer.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abs, add, div, fromRational, hull, max, min, mul, neg, powInt, scale, sub } from "./arithmetic.ts";
import {
  accuracyBits,
  type Ball,
  ceil,
  compare,
  containsRational,
  containsZero,
  floor,
  fromInt,
  isBall,
  magnitude,
  ONE,
  overlap,
  round,
  sign,
  toNumber,
  WHOLE_LINE,
  ZERO,
} from "./ball.ts";
import { bitLength, integerSqrt } from "./bits.ts";

type Rational = readonly [bigint, bigint];

function dyadic(m: bigint, e: number): Rational {
  return e >= 0 ? [m << BigInt(e), 1n] : [m, 1n << BigInt(-e)];
}

const precisions = fc.constantFrom(64, 100, 128, 257, 512, 1024);

const mantissas = fc.oneof(
  fc.bigInt(-40n, 40n),
  fc.bigInt(-(1n << 70n), 1n << 70n),
  fc.bigInt(-(1n << 700n), 1n << 700n),
  fc.bigInt(-(1n << 1300n), 1n << 1300n),
  fc.nat(1200).map((k) => (1n << BigInt(k)) - 1n),
);

const balls: fc.Arbitrary<Ball> = fc.record({
  m: mantissas,
  e: fc.oneof(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -1500, max: 1500 })),
  r: fc.oneof(fc.constant(0), fc.nat(9), fc.nat(2 ** 30)),
});

/** A ball with a point in it: an end, or a point between the ends. */
const ballsWithPoints = fc
  .tuple(balls, fc.oneof(fc.constantFrom(-1, 0, 1), fc.double({ min: -1, max: 1, noNaN: true })))
  .map(([ball, where]) => ({
    ball,
    point: dyadic(ball.m + BigInt(Math.trunc(ball.r * where)), ball.e),
  }));

describe("bits", () => {
  it("counts bits and takes integer roots", () => {
    fc.assert(
      fc.property(mantissas, (m) => {
        const size = m < 0n ? -m : m;
        expect(bitLength(m)).toBe(size === 0n ? 0 : size.toString(2).length);
        const root = integerSqrt(size);
        expect(root * root <= size && (root + 1n) * (root + 1n) > size).toBe(true);
      }),
    );
  });

  it("counts the bits of numbers far beyond doubles", () => {
    expect(bitLength(1n << 200_000n)).toBe(200_001);
    expect(bitLength(-((1n << 200_000n) - 1n))).toBe(200_000);
  });
});

describe("enclosure of exact results", () => {
  it("holds for sum, difference and product", () => {
    fc.assert(
      fc.property(ballsWithPoints, ballsWithPoints, precisions, (x, y, prec) => {
        const [a, b] = x.point;
        const [c, d] = y.point;
        expect(containsRational(add(x.ball, y.ball, prec), a * d + c * b, b * d)).toBe(true);
        expect(containsRational(sub(x.ball, y.ball, prec), a * d - c * b, b * d)).toBe(true);
        expect(containsRational(mul(x.ball, y.ball, prec), a * c, b * d)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it("holds for the quotient, whose failures are those of a divisor around zero", () => {
    fc.assert(
      fc.property(ballsWithPoints, ballsWithPoints, precisions, (x, y, prec) => {
        const [a, b] = x.point;
        const [c, d] = y.point;
        const quotient = div(x.ball, y.ball, prec);
        if (isBall(quotient)) {
          expect(containsRational(quotient, a * d, b * c)).toBe(true);
        } else {
          expect(quotient).toBe(y.ball.m === 0n && y.ball.r === 0 ? "outside" : "undecided");
          expect(containsZero(y.ball)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("holds for integer powers", () => {
    fc.assert(
      fc.property(ballsWithPoints, fc.integer({ min: -7, max: 12 }), precisions, (x, n, prec) => {
        const power = powInt(x.ball, BigInt(n), prec);
        if (!isBall(power)) {
          expect(n < 0 && containsZero(x.ball)).toBe(true);
          return;
        }
        const [a, b] = x.point;
        const size = BigInt(Math.abs(n));
        const [top, bottom] = n < 0 ? [b ** size, a ** size] : [a ** size, b ** size];
        expect(containsRational(power, top, bottom)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("holds for absolute value, minimum, maximum, hull and rounding", () => {
    fc.assert(
      fc.property(ballsWithPoints, ballsWithPoints, precisions, (x, y, prec) => {
        const [a, b] = x.point;
        const [c, d] = y.point;
        const [least, greatest] = a * d <= c * b ? [x.point, y.point] : [y.point, x.point];
        expect(containsRational(abs(x.ball, prec), a < 0n ? -a : a, b)).toBe(true);
        expect(containsRational(min(x.ball, y.ball, prec), ...least)).toBe(true);
        expect(containsRational(max(x.ball, y.ball, prec), ...greatest)).toBe(true);
        const both = hull(x.ball, y.ball, prec);
        expect(containsRational(both, a, b) && containsRational(both, c, d)).toBe(true);
        expect(containsRational(round(x.ball, 64), a, b)).toBe(true);
        expect(containsRational(scale(x.ball, 3), 8n * a, b)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("size of the radius", () => {
  it("stays small when a short exact number meets a very long ball", () => {
    const sixth = fromRational(1n, 6n, 1557) as Ball;
    const half = mul(fromInt(3n), sixth, 1557);
    expect(accuracyBits(half)).toBeGreaterThan(1500);
    expect(containsRational(half, 1n, 2n)).toBe(true);
  });

  it("stays within a few units of the last place for exact arguments", () => {
    const nonzero = mantissas.filter((m) => m !== 0n);
    fc.assert(
      fc.property(nonzero, nonzero, precisions, (a, b, prec) => {
        const x = fromInt(a);
        const y = fromInt(b);
        for (const result of [mul(x, y, prec), div(x, y, prec), powInt(x, 7n, prec)]) {
          expect(accuracyBits(result as Ball)).toBeGreaterThanOrEqual(prec - 3);
        }
      }),
    );
  });

  it("keeps integers exact that fit the precision", () => {
    expect(add(fromInt(2n ** 63n), fromInt(-1n), 64)).toEqual({ m: 2n ** 63n - 1n, e: 0, r: 0 });
    expect(mul(fromInt(3n ** 20n), fromInt(3n ** 20n), 64)).toEqual({ m: 3n ** 40n, e: 0, r: 0 });
    expect(powInt(fromInt(10n), 27n, 64)).toMatchObject({ r: 0 });
    expect(powInt(fromInt(10n), 28n, 64)).not.toMatchObject({ r: 0 });
    expect(compare(div(fromInt(21n), fromInt(7n), 64) as Ball, fromInt(3n))).toBe(0);
    expect(compare(powInt(fromInt(2n), -99n, 64) as Ball, { m: 1n, e: -99, r: 0 })).toBe(0);
  });
});

describe("order", () => {
  it("separates balls exactly when every pair of their points is separated", () => {
    fc.assert(
      fc.property(balls, balls, (x, y) => {
        const ends = (b: Ball): [Rational, Rational] => [
          dyadic(b.m - BigInt(b.r), b.e),
          dyadic(b.m + BigInt(b.r), b.e),
        ];
        const less = ([a, b]: Rational, [c, d]: Rational) => a * d < c * b;
        const [lowX, highX] = ends(x);
        const [lowY, highY] = ends(y);
        const separated = less(highX, lowY) || less(highY, lowX);
        expect(overlap(x, y)).toBe(!separated);
        if (separated) expect(compare(x, y)).toBe(less(highX, lowY) ? -1 : 1);
      }),
      { numRuns: 500 },
    );
  });

  it("knows the sign only when all points share it", () => {
    expect(sign({ m: 5n, e: -3, r: 4 })).toBe(1);
    expect(sign({ m: -5n, e: -3, r: 4 })).toBe(-1);
    expect(sign({ m: 5n, e: -3, r: 5 })).toBeUndefined();
    expect(sign({ m: 0n, e: 7, r: 1 })).toBeUndefined();
    expect(sign(ZERO)).toBe(0);
    expect(sign(WHOLE_LINE)).toBeUndefined();
  });

  it("takes integer parts that the ball decides", () => {
    const sevenHalves: Ball = { m: 7n, e: -1, r: 0 };
    expect([floor(sevenHalves), ceil(sevenHalves)]).toEqual([3n, 4n]);
    expect([floor(neg(sevenHalves)), ceil(neg(sevenHalves))]).toEqual([-4n, -3n]);
    expect([floor(fromInt(6n)), ceil(fromInt(6n))]).toEqual([6n, 6n]);
    expect(floor({ m: 700n, e: -1, r: 1 })).toBeUndefined();
    expect(floor({ m: 701n, e: -1, r: 0 })).toBe(350n);
    expect(floor({ m: 1n, e: 1_000_000_000, r: 0 })).toBeUndefined();
    expect(floor(WHOLE_LINE)).toBeUndefined();
  });

  it("reads balls as doubles and bounds their magnitude", () => {
    expect(toNumber(fromRational(-1n, 3n, 128) as Ball)).toBeCloseTo(-1 / 3, 15);
    expect(toNumber({ m: 3n, e: -1000, r: 0 })).toBe(3 * 2 ** -1000);
    expect(toNumber({ m: 1n << 2000n, e: -2000, r: 0 })).toBe(1);
    expect(toNumber({ m: 1n, e: 5000, r: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(magnitude(fromInt(8n))).toBe(4);
    expect(magnitude({ m: 7n, e: 0, r: 1 })).toBe(4);
    expect(magnitude(ZERO)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("magnitudes far from one", () => {
  const inverse = (n: bigint, prec: number) => fromRational(1n, n, prec) as Ball;
  const factorial = (n: number) => {
    let product = 1n;
    for (let k = 2n; k <= BigInt(n); k++) product *= k;
    return product;
  };

  it("separates small values that are close in absolute terms", () => {
    expect(overlap(inverse(2n ** 99n, 64), inverse(2n ** 98n, 64))).toBe(false);
    expect(overlap(inverse(factorial(2004), 64), inverse(factorial(2006), 64))).toBe(false);
    expect(sign(inverse(factorial(2004), 64))).toBe(1);
  });

  it("separates neighbouring large integers once the precision suffices", () => {
    const googol = 10n ** 100n;
    const next = (prec: number) => add(round(fromInt(googol), prec), ONE, prec);
    expect(overlap(next(64), round(fromInt(googol), 64))).toBe(true);
    expect(overlap(next(384), round(fromInt(googol), 384))).toBe(false);
  });

  it("adds values whose exponents are too far apart to align", () => {
    const huge: Ball = { m: 1n, e: 1_000_000_000, r: 0 };
    const sum = add(huge, ONE, 64);
    expect(compare(sum, { m: 3n, e: 999_999_999, r: 0 })).toBe(-1);
    expect(compare(sum, { m: 1n, e: 999_999_999, r: 0 })).toBe(1);
    expect(overlap(sum, huge)).toBe(true);
    expect(sub(sum, ONE, 64).r).toBeGreaterThan(0);
    expect(compare(add(ZERO, { m: 3n, e: -1_000_000_000, r: 1 }, 64), ZERO)).toBe(1);
    expect(containsZero(add(ONE, { m: 0n, e: 1_000_000, r: 1 }, 64))).toBe(true);
  });

  it("gives up instead of overflowing", () => {
    expect(powInt(fromInt(2n), 10n ** 40n, 64)).toBe("undecided");
    expect(powInt(fromInt(2n), -(10n ** 40n), 64)).toBe("undecided");
    expect(powInt(ONE, 10n ** 40n, 64)).toEqual(ONE);
    const nearLimit: Ball = { m: 1n, e: 2 ** 44, r: 0 };
    expect(mul(mul(nearLimit, nearLimit, 64), nearLimit, 64).r).toBe(Number.POSITIVE_INFINITY);
    const nearZero: Ball = { m: 1n, e: -(2 ** 44), r: 0 };
    const vanished = mul(mul(nearZero, nearZero, 64), nearZero, 64);
    expect(sign(vanished)).toBeUndefined();
    expect(compare(vanished, { m: 1n, e: -1000, r: 0 })).toBe(-1);
  });

  it("carries the whole line through arithmetic", () => {
    expect(add(WHOLE_LINE, ONE, 64).r).toBe(Number.POSITIVE_INFINITY);
    expect(mul(WHOLE_LINE, WHOLE_LINE, 64).r).toBe(Number.POSITIVE_INFINITY);
    expect(mul(WHOLE_LINE, ZERO, 64)).toEqual(ZERO);
    expect(div(ONE, WHOLE_LINE, 64)).toBe("undecided");
    expect(overlap(WHOLE_LINE, ONE)).toBe(true);
  });

  it("refuses zero divisors and negative powers of zero", () => {
    expect(div(ONE, ZERO, 64)).toBe("outside");
    expect(fromRational(1n, 0n, 64)).toBe("outside");
    expect(powInt(ZERO, -2n, 64)).toBe("outside");
    expect(powInt(ZERO, 0n, 64)).toEqual(ONE);
    expect(powInt({ m: 0n, e: 0, r: 1 }, -2n, 64)).toBe("undecided");
  });
});
