import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seeded } from "../../../test/seed.ts";
import {
  accuracyBits,
  type Ball,
  containsRational,
  containsZero,
  erf,
  erfTerms,
  fromInt,
  fromRational,
  hull,
  mul,
  neg,
  overlap,
  pi,
  scale,
  sqrt,
  sub,
} from "./index.ts";

/** √π/2 · erf(n/d) by the alternating series in exact fractions: two partial sums with the value between them. */
function bracket(n: bigint, d: bigint, terms: number): [bigint, bigint, bigint] {
  // Over the common denominator 2^400, cut; the cuts are counted at the end.
  const unit = 1n << 400n;
  let power = (n * unit) / d;
  let sum = 0n;
  let last = 0n;
  for (let k = 0n; k < BigInt(terms); k++) {
    last = power / (2n * k + 1n);
    sum += k % 2n === 0n ? last : -last;
    power = (power * n * n) / (d * d * (k + 1n));
  }
  const slack = (last < 0n ? -last : last) + BigInt(8 * terms);
  return [sum - slack, sum + slack, unit];
}

describe("the error function", () => {
  it("begins with the digits that tables have", () => {
    const one = erf(fromInt(1n), 128) as Ball;
    const digits = 84270079294971486934122063508260925n;
    expect(accuracyBits(one)).toBeGreaterThan(120);
    expect(
      overlap(
        one,
        hull(
          fromRational(digits, 10n ** 35n, 200) as Ball,
          fromRational(digits + 1n, 10n ** 35n, 200) as Ball,
          200,
        ),
      ),
    ).toBe(true);
    expect(overlap(one, fromRational(digits + 3n, 10n ** 35n, 200) as Ball)).toBe(false);
    expect(erf(fromInt(0n), 64)).toEqual({ m: 0n, e: 0, r: 0 });
  });

  it("lies where its power series puts it, and is known to the precision that was asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 60, max: 200 }),
        fc.constantFrom(40, 64, 128, 300),
        (n, d, prec) => {
          const value = erf(fromRational(BigInt(n), BigInt(d), 2 * prec) as Ball, prec) as Ball;
          expect(accuracyBits(value)).toBeGreaterThan(prec - 4);
          const [low, high, unit] = bracket(BigInt(n), BigInt(d), 200);
          const scaled = scale(mul(value, sqrt(pi(400), 400) as Ball, 400), -1);
          const between = hull(
            fromRational(low, unit, 500) as Ball,
            fromRational(high, unit, 500) as Ball,
            500,
          );
          expect(overlap(scaled, between)).toBe(true);
        },
      ),
      seeded(60),
    );
  });

  it("is odd, rises, and comes from below one", () => {
    fc.assert(
      fc.property(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: 1, max: 400 }), (n, d) => {
        const x = fromRational(BigInt(n), BigInt(d), 96) as Ball;
        const [value, opposite] = [erf(x, 96) as Ball, erf(neg(x), 96) as Ball];
        expect(overlap(value, neg(opposite))).toBe(true);
        expect(containsRational(value, 3n, 2n)).toBe(false);
        const [low, high] = [fromInt(BigInt(Math.floor(n / d))), fromInt(BigInt(Math.ceil(n / d)))];
        const wide = erf(hull(low, high, 96), 96) as Ball;
        expect(overlap(wide, value)).toBe(true);
      }),
      seeded(100),
    );
  });

  it("is told from one as long as the precision allows, and contains it beyond", () => {
    const ten = fromInt(10n);
    expect(containsZero(sub(erf(ten, 100) as Ball, fromInt(1n), 100))).toBe(true);
    expect(containsZero(sub(erf(ten, 200) as Ball, fromInt(1n), 200))).toBe(false);
    const everything = erf({ m: 0n, e: 0, r: Number.POSITIVE_INFINITY }, 64) as Ball;
    expect(containsRational(everything, 1n, 1n) && containsRational(everything, -1n, 1n)).toBe(true);
  });

  it("takes no more terms than are charged", () => {
    expect(erfTerms(fromInt(1n), 64)).toBeGreaterThan(20);
    expect(erfTerms(fromInt(20n), 1000)).toBeGreaterThan(erfTerms(fromInt(1n), 1000));
    expect(erfTerms(fromInt(1000n), 64)).toBe(1);
  });
});
