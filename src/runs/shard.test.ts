import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shardOfRow } from "../jsonl/shard.ts";
import { dealOut } from "./shard.ts";

/** Few texts, so that problems are often repeated. */
const contents = fc.array(
  fc.record({ task: fc.constantFrom("a", "b"), text: fc.nat(9), gold: fc.constantFrom("1", "2") }),
  { maxLength: 60 },
);

describe("problems dealt out to shards", () => {
  it("differ by one at most, whatever the problems are", () => {
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 12 }), (problems, count) => {
        const sizes = new Array<number>(count).fill(0);
        for (const shard of dealOut(problems, count)) sizes[shard]!++;
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(sizes.reduce((a, b) => a + b, 0)).toBe(problems.length);
      }),
    );
  });

  it("do not depend on the order of the data", () => {
    fc.assert(
      fc.property(
        contents.chain((problems) =>
          fc.tuple(fc.constant(problems), fc.shuffledSubarray(problems, { minLength: problems.length })),
        ),
        fc.integer({ min: 1, max: 6 }),
        ([problems, shuffled], count) => {
          const dealt = (some: typeof problems) => {
            const shards = dealOut(some, count);
            return some.map((problem, place) => `${JSON.stringify(problem)} ${shards[place]}`).sort();
          };
          expect(dealt(shuffled)).toEqual(dealt(problems));
        },
      ),
    );
  });
});

describe("rows dealt out to shards", () => {
  it("each belong to one, and no pattern of the rows loads one of them", () => {
    for (const count of [1, 2, 3, 8, 100]) {
      for (const every of [1, 4, 8]) {
        const sizes = new Array<number>(count).fill(0);
        for (let row = every; row <= 10_000 * every; row += every) sizes[shardOfRow(row, count)]!++;
        // Five standard deviations of a uniform distribution.
        const spread = 5 * Math.sqrt(10_000 / count);
        for (const size of sizes) expect(Math.abs(size - 10_000 / count)).toBeLessThan(spread);
      }
    }
  });
});
