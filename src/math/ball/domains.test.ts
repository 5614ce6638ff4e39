/**
 * Checks particular values: those that must be exact, those at and beyond the ends of a domain, and those too large or
 * too small for a double.
 */

import { describe, expect, it } from "vitest";
import {
  accuracyBits,
  acos,
  asin,
  atan,
  atan2,
  type Ball,
  compare,
  containsZero,
  cos,
  div,
  e,
  exp,
  fromInt,
  gamma,
  isBall,
  log,
  magnitude,
  neg,
  ONE,
  overlap,
  pi,
  pow,
  type Result,
  root,
  scale,
  sign,
  sin,
  sqrt,
  WHOLE_LINE,
  ZERO,
} from "./index.ts";

describe("exact values", () => {
  const same = (result: Result, n: bigint, e = 0) =>
    expect(isBall(result) && compare(result, { m: n, e, r: 0 })).toBe(0);

  it("come out exact where they are cheap to know", () => {
    same(exp(ZERO, 64), 1n);
    same(log(ONE, 64), 0n);
    same(log({ m: 8n, e: -3, r: 0 }, 64), 0n);
    for (const f of [sin, asin, atan, sqrt]) same(f(ZERO, 64), 0n);
    same(cos(ZERO, 64), 1n);
    same(acos(ONE, 64), 0n);
    same(sqrt(fromInt(144n), 64), 12n);
    same(sqrt({ m: 9n, e: -4, r: 0 }, 64), 3n, -2);
    same(sqrt({ m: 8n, e: 1, r: 0 }, 64), 4n);
    same(root(fromInt(-125n), 3, 64), -5n);
    same(root({ m: 81n, e: -8, r: 0 }, 4, 64), 3n, -2);
    same(pow(fromInt(4n), { m: 3n, e: -1, r: 0 }, 64), 8n);
    same(pow(fromInt(-3n), fromInt(3n), 64), -27n);
    same(atan2(ZERO, ONE, 64), 0n);
  });

  it("do not come out exact where they are not", () => {
    for (const result of [sqrt(fromInt(2n), 64), root(fromInt(9n), 3, 64), exp(ONE, 64), cos(ONE, 64)]) {
      expect(accuracyBits(result as Ball)).toBeLessThan(70);
    }
  });

  it("known angles", () => {
    const halfPi = scale(pi(128), -1);
    for (const result of [asin(ONE, 128), acos(ZERO, 128), atan2(ONE, ZERO, 128)]) {
      expect(overlap(result as Ball, halfPi)).toBe(true);
      expect(accuracyBits(result as Ball)).toBeGreaterThan(120);
    }
    expect(overlap(acos(fromInt(-1n), 128) as Ball, pi(128))).toBe(true);
    expect(overlap(atan2(ZERO, fromInt(-2n), 128) as Ball, pi(128))).toBe(true);
    expect(overlap(atan2(fromInt(-2n), ZERO, 128) as Ball, neg(halfPi))).toBe(true);
    expect(overlap(e(128), exp(ONE, 300) as Ball)).toBe(true);
  });
});

describe("domains", () => {
  const aroundZero: Ball = { m: 0n, e: -60, r: 1 };
  const aroundOne: Ball = { m: 1n << 60n, e: -60, r: 3 };
  const minusOne = fromInt(-1n);
  const two = fromInt(2n);

  it("tells a value outside the domain from one that is too close to call", () => {
    expect(sqrt(minusOne, 64)).toBe("outside");
    expect(sqrt({ m: -5n, e: -60, r: 4 }, 64)).toBe("outside");
    expect(log(ZERO, 64)).toBe("outside");
    expect(log({ m: -5n, e: 0, r: 5 }, 64)).toBe("outside");
    expect(log(aroundZero, 64)).toBe("undecided");
    expect(div(ONE, aroundZero, 64)).toBe("undecided");
    expect(asin(two, 64)).toBe("outside");
    expect(acos(fromInt(-2n), 64)).toBe("outside");
    expect(root(minusOne, 4, 64)).toBe("outside");
    expect(root(two, 0, 64)).toBe("outside");
    expect(root(aroundZero, -3, 64)).toBe("undecided");
    expect(pow(minusOne, { m: 1n, e: -1, r: 0 }, 64)).toBe("outside");
    expect(pow(minusOne, aroundOne, 64)).toBe("undecided");
    expect(pow(ZERO, { m: -1n, e: -1, r: 0 }, 64)).toBe("outside");
    expect(pow(ZERO, { m: 1n, e: -1, r: 0 }, 64)).toEqual(ZERO);
    expect(atan2(ZERO, ZERO, 64)).toBe("outside");
    expect(atan2(aroundZero, minusOne, 64)).toBe("undecided");
  });

  it("cuts balls at the end of a closed domain", () => {
    for (const result of [sqrt(aroundZero, 64), root(aroundZero, 4, 64)]) {
      expect(sign(result as Ball)).toBeUndefined();
      expect(magnitude(result as Ball)).toBeLessThan(-10);
      expect(compare(result as Ball, { m: -1n, e: -40, r: 0 })).toBe(1);
    }
    for (const result of [asin(aroundOne, 64), acos(neg(aroundOne), 64), acos(aroundOne, 64)]) {
      expect(isBall(result)).toBe(true);
    }
    expect(overlap(asin(aroundOne, 64) as Ball, scale(pi(64), -1))).toBe(true);
    expect(containsZero(acos(aroundOne, 64) as Ball)).toBe(true);
  });

  it("gives up on arguments beyond all bounds", () => {
    const huge: Ball = { m: 1n, e: 50, r: 0 };
    expect(exp(huge, 64)).toBe("undecided");
    expect(exp(neg(huge), 64)).toBe("undecided");
    expect(sin({ m: 1n, e: 100_000, r: 0 }, 64)).toBe("undecided");
    expect(accuracyBits(sin(fromInt(10n ** 300n), 64) as Ball)).toBeGreaterThan(50);
    expect(accuracyBits(atan({ m: 1n, e: 1_000_000_000, r: 0 }, 64) as Ball)).toBeGreaterThan(60);
    expect(accuracyBits(log({ m: 1n, e: 2 ** 44, r: 0 }, 64) as Ball)).toBeGreaterThan(60);
    for (const f of [exp, log, sqrt, gamma]) expect(f(WHOLE_LINE, 64)).toBe("undecided");
  });

  it("keeps tiny arguments apart from zero", () => {
    const tiny: Ball = { m: 1n, e: -1_000_000, r: 0 };
    for (const f of [sin, asin, atan]) {
      expect(sign(f(tiny, 64) as Ball)).toBe(1);
      expect(accuracyBits(f(tiny, 64) as Ball)).toBeGreaterThan(52);
    }
    expect(overlap(exp(tiny, 64) as Ball, ONE)).toBe(true);
  });

  it("follows large exponentials", () => {
    const thousand = exp(fromInt(1000n), 128) as Ball;
    expect(accuracyBits(thousand)).toBeGreaterThan(116);
    expect(overlap(log(thousand, 128) as Ball, fromInt(1000n))).toBe(true);
    expect(overlap(thousand, exp(fromInt(1001n), 128) as Ball)).toBe(false);
  });
});
