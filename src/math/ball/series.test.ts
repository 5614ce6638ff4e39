/** Checks that the fixed-point kernels keep the error bounds they state, against themselves with far more bits. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ATAN_ULPS,
  CONSTANT_ULPS,
  EXP_ULPS,
  fixedAtan,
  fixedExp,
  fixedLn2,
  fixedLog,
  fixedPi,
  fixedSinCos,
  LOG_ULPS,
  SIN_COS_ULPS,
} from "./series.ts";

const EXTRA = 300;

function expectWithin(ulps: number, coarse: bigint, fine: bigint): void {
  const difference = (coarse << BigInt(EXTRA)) - fine;
  const bound = BigInt(ulps) << BigInt(EXTRA);
  expect(difference <= bound && difference >= -bound).toBe(true);
}

const lengths = fc.oneof(fc.integer({ min: 70, max: 400 }), fc.integer({ min: 1000, max: 2500 }));

/** Runs a kernel on a number between two bounds, given in thousandths. */
function check(low: bigint, high: bigint, compare: (x: bigint, bits: number, finer: bigint) => void): void {
  fc.assert(
    fc.property(lengths, fc.bigInt(0n, 1n << 2500n), (bits, fraction) => {
      const range = ((high - low) << BigInt(bits)) / 1000n;
      const x = (low << BigInt(bits)) / 1000n + ((range * fraction) >> 2500n);
      compare(x, bits, x << BigInt(EXTRA));
    }),
    { numRuns: 120 },
  );
}

describe("fixed-point kernels stay within their stated error", () => {
  it("exp", () =>
    check(0n, 1000n, (x, bits, finer) =>
      expectWithin(EXP_ULPS, fixedExp(x, bits), fixedExp(finer, bits + EXTRA)),
    ));

  it("sin and cos", () =>
    check(0n, 800n, (x, bits, finer) => {
      const [sine, cosine] = fixedSinCos(x, bits);
      const [finerSine, finerCosine] = fixedSinCos(finer, bits + EXTRA);
      expectWithin(SIN_COS_ULPS, sine, finerSine);
      expectWithin(SIN_COS_ULPS, cosine, finerCosine);
    }));

  it("log", () =>
    check(700n, 1420n, (x, bits, finer) =>
      expectWithin(LOG_ULPS, fixedLog(x, bits), fixedLog(finer, bits + EXTRA)),
    ));

  it("atan", () =>
    check(0n, 1000n, (x, bits, finer) =>
      expectWithin(ATAN_ULPS, fixedAtan(x, bits), fixedAtan(finer, bits + EXTRA)),
    ));

  it("the constants, in whatever order the precisions come", () => {
    for (const bits of [64, 3000, 65, 100, 257, 1000, 4000, 4001]) {
      for (const constant of [fixedPi, fixedLn2]) {
        const coarse = constant(bits);
        expectWithin(CONSTANT_ULPS, coarse, constant(bits + EXTRA));
        expect(constant(bits)).toBe(coarse);
      }
    }
  });
});
