/** Checks roots by raising the ends of the answer to the power again, in exact integers. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accuracyBits, fromInt, isBall, lowerEnd, type Result, upperEnd } from "./ball.ts";
import { root, sqrt } from "./roots.ts";

function expectRoot(result: Result, x: bigint, n: number, prec: number): void {
  if (!isBall(result)) throw new Error(`expected a ball, found ${result}`);
  const places = BigInt(Math.max(0, -result.e * n));
  const raised = (mantissa: bigint) => (mantissa ** BigInt(n)) << BigInt(Math.max(0, result.e * n));
  expect(raised(lowerEnd(result).m) <= x << places).toBe(true);
  expect(raised(upperEnd(result).m) >= x << places).toBe(true);
  expect(accuracyBits(result)).toBeGreaterThanOrEqual(prec - 12);
}

describe("square roots and n-th roots", () => {
  it("enclose the value, narrowly", () => {
    fc.assert(
      fc.property(
        fc.bigInt(2n, 10n ** 30n),
        fc.integer({ min: 3, max: 11 }),
        fc.constantFrom(64, 100, 128, 256, 600),
        (x, n, prec) => {
          expectRoot(sqrt(fromInt(x), prec), x, 2, prec);
          expectRoot(root(fromInt(x), n, prec), x, n, prec);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("find perfect powers", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 2, max: 12 }), (x, n) => {
        const result = root(fromInt(x ** BigInt(n)), n, 128);
        expect(isBall(result) && accuracyBits(result)).toBe(Number.POSITIVE_INFINITY);
        expectRoot(result, x ** BigInt(n), n, 128);
      }),
    );
  });
});
