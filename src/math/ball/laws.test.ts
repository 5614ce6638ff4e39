/**
 * Checks laws that hold for every function at every precision, without a second implementation: the answer for a ball
 * covers the answers for its points, more precision never contradicts less, and algebraic laws hold.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accuracyBits,
  acos,
  add,
  asin,
  atan,
  atan2,
  type Ball,
  containsRational,
  cos,
  div,
  exp,
  fromInt,
  fromRational,
  gamma,
  isBall,
  log,
  mul,
  neg,
  ONE,
  overlap,
  pow,
  powInt,
  type Result,
  root,
  sin,
  sqrt,
  sub,
} from "./index.ts";

type RealFunction = (x: Ball, prec: number) => Result;

const unary: Record<string, RealFunction> = {
  sqrt,
  exp,
  log,
  sin,
  cos,
  asin,
  acos,
  atan,
  gamma,
  cubeRoot: (x, prec) => root(x, 3, prec),
  sixthRoot: (x, prec) => root(x, 6, prec),
  inverseFifthRoot: (x, prec) => root(x, -5, prec),
  powerOfSevenThirds: (x, prec) => pow(x, fromRational(7n, 3n, prec) as Ball, prec),
  minusThreeHalves: (x, prec) => pow(x, { m: -3n, e: -1, r: 0 }, prec),
  twoToThe: (x, prec) => pow(fromInt(2n), x, prec),
  angleWithThree: (x, prec) => atan2(x, fromInt(3n), prec),
  angleWithMinusThree: (x, prec) => atan2(x, fromInt(-3n), prec),
  angleAboveOne: (x, prec) => atan2(ONE, x, prec),
};

const precisions = fc.constantFrom(64, 90, 128, 300);

/** Balls of all widths, many of them around 0 and ±1 where domains end. */
const widths = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5 }), fc.nat(2 ** 30));
const plainBalls: fc.Arbitrary<Ball> = fc.record({
  m: fc.oneof(fc.bigInt(-64n, 64n), fc.bigInt(-(1n << 40n), 1n << 40n), fc.bigInt(-(1n << 90n), 1n << 90n)),
  e: fc.integer({ min: -100, max: -20 }),
  r: widths,
});
const ballsAtBorders: fc.Arbitrary<Ball> = fc
  .tuple(fc.constantFrom(-2n, -1n, 0n, 1n, 2n), fc.integer({ min: 3, max: 90 }), fc.bigInt(-9n, 9n), widths)
  .map(([border, k, offset, r]) => ({ m: (border << BigInt(k)) + offset, e: -k, r: Math.min(r, 2 ** k) }));
const balls = fc.oneof(plainBalls, ballsAtBorders);

const ballsWithPoints = fc
  .tuple(balls, fc.oneof(fc.constantFrom(-1, 0, 1), fc.double({ min: -1, max: 1, noNaN: true })))
  .map(([ball, where]) => ({
    ball,
    point: { m: ball.m + BigInt(Math.trunc(ball.r * where)), e: ball.e, r: 0 },
  }));

describe.each(Object.entries(unary))("%s", (_, f) => {
  it("covers at low precision what its points give at high precision", () => {
    fc.assert(
      fc.property(ballsWithPoints, precisions, ({ ball, point }, prec) => {
        const answer = f(ball, prec);
        const exact = f(point, 2 * prec + 100);
        if (isBall(answer)) {
          // Only a ball that is cut at the end of the domain may have points without a value.
          if (isBall(exact)) expect(overlap(answer, exact)).toBe(true);
          else expect(ball.r).toBeGreaterThan(0);
        } else if (answer === "outside") {
          expect(exact).toBe("outside");
        }
      }),
      { numRuns: 250 },
    );
  });
});

type Expression =
  | { readonly kind: "number"; readonly n: bigint; readonly d: bigint }
  | { readonly kind: "unary"; readonly name: string; readonly of: Expression }
  | {
      readonly kind: "binary";
      readonly name: keyof typeof binary;
      readonly left: Expression;
      readonly right: Expression;
    };

const binary = { add, sub, mul, div, pow } as const;

function evaluate(expression: Expression, prec: number): Result {
  if (expression.kind === "number") return fromRational(expression.n, expression.d, prec);
  if (expression.kind === "unary") {
    const argument = evaluate(expression.of, prec);
    return isBall(argument) ? unary[expression.name]!(argument, prec) : argument;
  }
  const left = evaluate(expression.left, prec);
  if (!isBall(left)) return left;
  const right = evaluate(expression.right, prec);
  return isBall(right) ? binary[expression.name](left, right, prec) : right;
}

const { expressions } = fc.letrec<{ expressions: Expression }>((tie) => ({
  expressions: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.record({ kind: fc.constant("number" as const), n: fc.bigInt(-12n, 12n), d: fc.bigInt(1n, 9n) }),
    fc.record({
      kind: fc.constant("unary" as const),
      name: fc.constantFrom(...Object.keys(unary).filter((name) => name !== "gamma")),
      of: tie("expressions"),
    }),
    fc.record({
      kind: fc.constant("binary" as const),
      name: fc.constantFrom(...(Object.keys(binary) as (keyof typeof binary)[])),
      left: tie("expressions"),
      right: tie("expressions"),
    }),
  ),
}));

describe("random expressions", () => {
  it("have answers that agree at all precisions", () => {
    fc.assert(
      fc.property(expressions, precisions, precisions, (expression, one, other) => {
        const low = evaluate(expression, Math.min(one, other));
        const high = evaluate(expression, Math.max(one, other) + 64);
        if (isBall(low) && isBall(high)) expect(overlap(low, high)).toBe(true);
        if (low === "outside") expect(high).toBe("outside");
      }),
      { numRuns: 2500 },
    );
  });
});

describe("laws", () => {
  const rationals = fc.tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 9n));
  const positive = rationals.filter(([n]) => n > 0n);

  function ball(result: Result): Ball {
    if (!isBall(result)) throw new Error(`expected a ball, found ${result}`);
    return result;
  }

  /** The law's two sides share a point, and are narrow enough for that to be meaningful. */
  function expectSame(result: Ball, n: bigint, d: bigint, prec: number): void {
    expect(containsRational(result, n, d)).toBe(true);
    expect(accuracyBits(result)).toBeGreaterThan(prec / 2 - 24);
  }

  function law(
    name: string,
    over: fc.Arbitrary<[bigint, bigint]>,
    check: (n: bigint, d: bigint, prec: number) => void,
  ) {
    it(name, () => {
      fc.assert(
        fc.property(over, precisions, ([n, d], prec) => check(n, d, prec)),
        { numRuns: 150 },
      );
    });
  }

  law("exp(log x) = x", positive, (n, d, prec) => {
    expectSame(ball(exp(ball(log(ball(fromRational(n, d, prec)), prec)), prec)), n, d, prec);
  });

  law("sqrt(x)^2 = x and root(x, 5)^5 = x", positive, (n, d, prec) => {
    const x = ball(fromRational(n, d, prec));
    expectSame(ball(powInt(ball(sqrt(x, prec)), 2n, prec)), n, d, prec);
    expectSame(ball(powInt(ball(root(x, 5, prec)), 5n, prec)), n, d, prec);
    expectSame(ball(powInt(ball(root(neg(x), 5, prec)), 5n, prec)), -n, d, prec);
  });

  law("sin^2 + cos^2 = 1", rationals, (n, d, prec) => {
    const x = ball(fromRational(n, d, prec));
    const square = (y: Result) => mul(ball(y), ball(y), prec);
    expectSame(add(square(sin(x, prec)), square(cos(x, prec)), prec), 1n, 1n, prec);
  });

  law("(a b) / b = a", rationals, (n, d, prec) => {
    const a = ball(fromRational(n, d, prec));
    const b = ball(fromRational(d, 7n, prec));
    expect(containsRational(ball(div(mul(a, b, prec), b, prec)), n, d)).toBe(true);
  });

  const small = fc.tuple(fc.bigInt(-999n, 999n), fc.bigInt(1000n, 1999n)).filter(([n]) => n !== 0n);
  law("inverse functions undo each other", small, (n, d, prec) => {
    const x = ball(fromRational(n, d, prec));
    for (const [f, inverse] of [
      [sin, asin],
      [asin, sin],
      [acos, cos],
    ] as const) {
      expectSame(ball(inverse(ball(f(x, prec)), prec)), n, d, prec);
    }
  });

  law("gamma(x + 1) = x gamma(x)", small, (n, d, prec) => {
    const x = ball(fromRational(n, d, prec));
    const left = ball(gamma(add(x, ONE, prec), prec));
    const right = mul(x, ball(gamma(x, prec)), prec);
    expect(overlap(left, right)).toBe(true);
    expect(accuracyBits(left)).toBeGreaterThan(prec - 24);
  });

  law("x^(a+b) = x^a x^b", positive, (n, d, prec) => {
    const x = ball(fromRational(n, d, prec));
    const a = ball(fromRational(2n, 7n, prec));
    const b = ball(fromRational(5n, 7n, prec));
    expectSame(mul(ball(pow(x, a, prec)), ball(pow(x, b, prec)), prec), n, d, prec);
  });
});
