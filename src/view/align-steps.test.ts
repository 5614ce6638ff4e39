import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignSteps, firstDifference, stepsIn } from "./align-steps.ts";

const steps = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });

describe("two solutions side by side", () => {
  it("part where they first differ, and come together again", () => {
    const pairs = alignSteps(["a", "b", "x", "d"], ["a", "b", "y", "z", "d"]);
    expect(pairs).toEqual([
      { a: 0, b: 0, same: true },
      { a: 1, b: 1, same: true },
      { a: 2, b: 2, same: false },
      { a: undefined, b: 3, same: false },
      { a: 3, b: 4, same: true },
    ]);
    expect(firstDifference(pairs)).toBe(2);
    expect(firstDifference(alignSteps(["a  b"], ["a b"]))).toBe(-1);
  });

  it("hold every step of both once and in order, and pair what is the same", () =>
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const pairs = alignSteps(a, b);
        expect(pairs.flatMap((pair) => pair.a ?? [])).toEqual(a.map((_, i) => i));
        expect(pairs.flatMap((pair) => pair.b ?? [])).toEqual(b.map((_, i) => i));
        for (const pair of pairs) if (pair.same) expect(a[pair.a!]).toBe(b[pair.b!]);
        const first = firstDifference(pairs);
        const until = a.findIndex((step, i) => step !== b[i]);
        const expected = until >= 0 ? until : a.length < b.length ? a.length : -1;
        expect(first).toBe(expected);
      }),
    ));

  it("are parted at blank lines", () => {
    expect(stepsIn("one\nline\n\n two \n  \n\n")).toEqual(["one\nline", "two"]);
  });
});
