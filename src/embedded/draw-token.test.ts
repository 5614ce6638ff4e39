import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawToken, logSum, randomOf, topTokens } from "./draw-token.ts";

/** Logits of these probabilities. */
const logits = (...probabilities: number[]) => Float32Array.from(probabilities, (p) => Math.log(p));
const at = (place: number) => () => place;
const anyLogits = fc
  .array(fc.float({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 })
  .map((all) => Float32Array.from(all));

describe("a token", () => {
  it("is drawn where the random number falls among the probabilities", () => {
    const all = logits(0.5, 0.25, 0.25);
    expect([0, 0.49, 0.51, 0.74, 0.76, 0.999].map((u) => drawToken(all, {}, at(u)))).toEqual([
      0, 0, 1, 1, 2, 2,
    ]);
  });

  it("is the most likely one without temperature, and of equal ones the first", () => {
    expect(drawToken(logits(0.2, 0.4, 0.4), { temperature: 0 }, at(0.99))).toBe(1);
  });

  it("is drawn from sharper probabilities when it is colder", () => {
    // The squares of 0.6 and 0.4 have the ratio 0.692 to 0.308.
    const all = logits(0.6, 0.4);
    expect(drawToken(all, { temperature: 0.5 }, at(0.69))).toBe(0);
    expect(drawToken(all, { temperature: 0.5 }, at(0.7))).toBe(1);
  });

  it("is one of the K most likely", () => {
    fc.assert(
      fc.property(anyLogits, fc.integer({ min: 1, max: 5 }), fc.nat(), (all, topK, seed) => {
        const id = drawToken(all, { topK }, randomOf({ seed, index: 0 }));
        expect(all.filter((logit) => logit > all[id]!).length).toBeLessThan(topK);
      }),
    );
  });

  it("is one of the fewest that make up P", () => {
    const all = logits(0.1, 0.5, 0.3, 0.1);
    const drawn = (topP: number) =>
      new Set([0, 0.2, 0.4, 0.6, 0.8, 0.999].map((u) => drawToken(all, { topP }, at(u))));
    expect(drawn(0.4)).toEqual(new Set([1]));
    expect(drawn(0.75)).toEqual(new Set([1, 2]));
    expect(drawn(0.85)).toEqual(new Set([0, 1, 2]));
    expect(drawn(1)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("is counted for P among the K most likely only", () => {
    // Of 0.5 and 0.3, the first alone is 62.5%.
    const all = logits(0.1, 0.5, 0.3, 0.1);
    expect(drawToken(all, { topK: 2, topP: 0.6 }, at(0.999))).toBe(1);
    expect(drawToken(all, { topK: 2, topP: 0.65 }, at(0.999))).toBe(2);
  });
});

describe("the logprobs", () => {
  it("sum up to one", () => {
    fc.assert(
      fc.property(anyLogits, (all) => {
        const sum = logSum(all);
        expect(all.reduce((total, logit) => total + Math.exp(logit - sum), 0)).toBeCloseTo(1, 10);
      }),
    );
  });

  it("do not overflow", () => expect(logSum(Float32Array.of(1000, 1000))).toBeCloseTo(1000 + Math.log(2)));

  it("of the most likely tokens are the largest, in order", () => {
    fc.assert(
      fc.property(anyLogits, fc.integer({ min: 0, max: 50 }), (all, k) => {
        const sorted = [...all.keys()].sort((a, b) => all[b]! - all[a]! || a - b);
        expect(topTokens(all, k)).toEqual(sorted.slice(0, k));
      }),
    );
  });
});

describe("random numbers", () => {
  const some = (seed: number, index: number) => {
    const random = randomOf({ seed, index });
    return Array.from({ length: 1000 }, random);
  };
  it("follow from the seed and the place", () => expect(some(3, 1)).toEqual(some(3, 1)));
  it("have nothing in common for neighbours, nor for seeds beyond 32 bits", () => {
    const firsts = [...Array(200).keys()].flatMap((i) => [some(i, 0)[0]!, some(0, i + 1)[0]!]);
    expect(new Set([...firsts, some(2 ** 32, 0)[0], some(-1, 0)[0]]).size).toBe(402);
    const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.08);
  });
  it("lie from 0 up to 1, evenly", () => {
    const all = some(7, 0);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all)).toBeLessThan(1);
    for (let part = 0; part < 4; part++) {
      const share = all.filter((value) => Math.floor(value * 4) === part).length;
      expect(Math.abs(share - 250)).toBeLessThan(70);
    }
  });
});
