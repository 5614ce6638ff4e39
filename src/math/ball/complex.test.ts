/** Checks complex balls against identities whose values are known exactly or through real functions. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accuracyBits,
  type Ball,
  type ComplexBall,
  compare,
  complex,
  containsRational,
  exp,
  fromInt,
  fromRational,
  log,
  overlap,
  pi,
  type Result,
  scale,
  ZERO,
} from "./index.ts";

const { I, ONE } = complex;

function ball(result: Result<ComplexBall>): ComplexBall {
  if (typeof result === "string") throw new Error(`expected a ball, found ${result}`);
  return result;
}

const gaussian = (a: bigint, b: bigint): ComplexBall => ({ re: fromInt(a), im: fromInt(b) });
const aroundZero: Ball = { m: 0n, e: -60, r: 1 };

const points = fc.tuple(fc.bigInt(-50n, 50n), fc.bigInt(-50n, 50n), fc.bigInt(1n, 9n));
const nonzero = points.filter(([a, b]) => a !== 0n || b !== 0n);
const precisions = fc.constantFrom(64, 128, 300);

function complexRational([a, b, d]: [bigint, bigint, bigint], prec: number): ComplexBall {
  return { re: fromRational(a, d, prec) as Ball, im: fromRational(b, d, prec) as Ball };
}

function expectContains(z: ComplexBall, [a, b, d]: [bigint, bigint, bigint], prec: number): void {
  expect(containsRational(z.re, a, d)).toBe(true);
  expect(containsRational(z.im, b, d)).toBe(true);
  for (const part of [z.re, z.im]) {
    // Next to a part that is zero only the absolute width can be judged.
    expect(part.r === 0 || part.e + Math.log2(part.r) < -prec + 24).toBe(true);
  }
}

describe("complex field", () => {
  it("matches Gaussian integers", () => {
    const product = complex.mul(gaussian(2n, 3n), gaussian(-1n, 4n), 64);
    expect([compare(product.re, fromInt(-14n)), compare(product.im, fromInt(5n))]).toEqual([0, 0]);
    const power = ball(complex.powInt(gaussian(1n, 1n), 8n, 64));
    expect([compare(power.re, fromInt(16n)), compare(power.im, ZERO)]).toEqual([0, 0]);
    const quotient = ball(complex.div(gaussian(-14n, 5n), gaussian(-1n, 4n), 64));
    expect([compare(quotient.re, fromInt(2n)), compare(quotient.im, fromInt(3n))]).toEqual([0, 0]);
    const inverse = ball(complex.powInt(I, -1n, 64));
    expect([compare(inverse.re, ZERO), compare(inverse.im, fromInt(-1n))]).toEqual([0, 0]);
  });

  it("encloses exact quotients and powers of rational points", () => {
    fc.assert(
      fc.property(nonzero, nonzero, precisions, (x, y, prec) => {
        const [a, b, c] = x;
        const [p, q, s] = y;
        const quotient = ball(complex.div(complexRational(x, prec), complexRational(y, prec), prec));
        expectContains(quotient, [(a * p + b * q) * s, (b * p - a * q) * s, c * (p * p + q * q)], prec);
        const cube = ball(complex.powInt(complexRational(x, prec), 3n, prec));
        expectContains(cube, [a ** 3n - 3n * a * b * b, 3n * a * a * b - b ** 3n, c ** 3n], prec - 24);
      }),
    );
  });

  it("refuses to divide by zero", () => {
    expect(complex.div(ONE, complex.ZERO, 64)).toBe("outside");
    expect(complex.div(ONE, { re: aroundZero, im: aroundZero }, 64)).toBe("undecided");
    expect(complex.containsZero({ re: aroundZero, im: ZERO })).toBe(true);
    expect(complex.containsZero({ re: aroundZero, im: fromInt(1n) })).toBe(false);
  });
});

describe("complex functions", () => {
  it("exp(log z) = z and sqrt(z)^2 = z", () => {
    fc.assert(
      fc.property(nonzero, precisions, (x, prec) => {
        const z = complexRational(x, prec);
        expectContains(ball(complex.exp(ball(complex.log(z, prec)), prec)), x, prec);
        const root = ball(complex.sqrt(z, prec));
        expectContains(complex.mul(root, root, prec), x, prec);
        expect(compare(root.re, { m: -1n, e: -20, r: 0 })).toBe(1);
      }),
    );
  });

  it("sin^2 + cos^2 = 1", () => {
    const nearby = fc.tuple(fc.bigInt(-30n, 30n), fc.bigInt(-30n, 30n), fc.constant(10n));
    fc.assert(
      fc.property(nearby, precisions, (x, prec) => {
        const z = complexRational(x, prec);
        const sine = ball(complex.sin(z, prec));
        const cosine = ball(complex.cos(z, prec));
        const sum = complex.add(complex.mul(sine, sine, prec), complex.mul(cosine, cosine, prec), prec);
        expectContains(sum, [1n, 0n, 1n], prec);
      }),
    );
  });

  it("knows Euler's identity and i^i", () => {
    expectContains(ball(complex.exp({ re: ZERO, im: pi(128) }, 128)), [-1n, 0n, 1n], 128);
    const power = ball(complex.pow(I, I, 128));
    const expected = exp(scale({ ...pi(128), m: -pi(128).m }, -1), 128) as Ball;
    expect(overlap(power.re, expected)).toBe(true);
    expect(accuracyBits(power.re)).toBeGreaterThan(110);
    expect(containsRational(power.im, 0n, 1n)).toBe(true);
  });

  it("takes principal values on the negative axis and the axis of imaginaries", () => {
    const logarithm = ball(complex.log(gaussian(-2n, 0n), 128));
    expect(overlap(logarithm.re, log(fromInt(2n), 200) as Ball)).toBe(true);
    expect(overlap(logarithm.im, pi(200))).toBe(true);
    const root = ball(complex.sqrt(gaussian(-4n, 0n), 64));
    expect([compare(root.re, ZERO), compare(root.im, fromInt(2n))]).toEqual([0, 0]);
    const lower = ball(complex.sqrt(gaussian(0n, -2n), 64));
    expect(containsRational(lower.re, 1n, 1n) && containsRational(lower.im, -1n, 1n)).toBe(true);
    const cube = ball(
      complex.pow(gaussian(-8n, 0n), complex.fromReal(fromRational(1n, 3n, 128) as Ball), 128),
    );
    expect(containsRational(cube.re, 1n, 1n)).toBe(true);
    expect(containsRational(complex.abs(gaussian(3n, -4n), 64) as Ball, 5n, 1n)).toBe(true);
  });

  it("leaves values on a cut undecided and zero to the domain", () => {
    const acrossTheCut: ComplexBall = { re: fromInt(-1n), im: aroundZero };
    expect(complex.log(acrossTheCut, 64)).toBe("undecided");
    expect(complex.sqrt(acrossTheCut, 64)).toBe("undecided");
    expect(complex.log(complex.ZERO, 64)).toBe("outside");
    expect(complex.pow(complex.ZERO, I, 64)).toBe("outside");
    expect(complex.pow(complex.ZERO, gaussian(1n, 1n), 64)).toEqual(complex.ZERO);
    expect(complex.containsZero(ball(complex.sqrt({ re: aroundZero, im: aroundZero }, 64)))).toBe(true);
  });
});
