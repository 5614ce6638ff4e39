import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareSets, type ScoredSet } from "./compare.ts";

const set = (shares: Record<string, number>, more: Partial<ScoredSet> = {}): ScoredSet => ({
  failureKinds: ["wrong"],
  items: Object.entries(shares).map(([problem, share]) => ({
    problem,
    statement: `statement of ${problem}`,
    share,
    failures: share === 1 ? [] : ["wrong"],
  })),
  ...more,
});

describe("two runs of whatever kinds", () => {
  it("are paired by problem, over those that both have", () => {
    const a = new Map([["t", set({ p: 0, q: 1, r: 1, s: 0.5 })]]);
    const b = new Map([["t", set({ s: 1, q: 0, p: 1, z: 1 })]]);
    const { t } = compareSets(a, b);
    expect(t).toMatchObject({ problems: 3, a: 0.5, b: 2 / 3, gained: ["p", "s"], lost: ["q"] });
    expect(t!.difference).toBeCloseTo(1 / 6);
    expect(t!.sign_test).toMatchObject({ better: 2, worse: 1 });
    expect(t!.failures).toEqual({ a: { wrong: 2 }, b: { wrong: 1 } });
  });
  it("are right and wrong by the shares of samples, whose sums are the runs' own figures", () => {
    // 3 of 4 against 1 of 2: by hand 3/8 right in both, 3/8 in a alone, 1/8 in b alone, 1/8 in neither.
    const { t } = compareSets(new Map([["t", set({ p: 0.75 })]]), new Map([["t", set({ p: 0.5 })]]));
    expect(t!.right_in).toEqual({ both: 0.375, a_only: 0.375, b_only: 0.125, neither: 0.125 });
    const share = fc.integer({ min: 0, max: 8 }).map((right) => right / 8);
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 9 }), (shares) => {
        const side = (place: 0 | 1) =>
          new Map([["t", set(Object.fromEntries(shares.map((pair, i) => [`p${i}`, pair[place]])))]]);
        const { problems, a, b, right_in } = compareSets(side(0), side(1)).t!;
        expect(right_in.both + right_in.a_only).toBeCloseTo(a * problems);
        expect(right_in.both + right_in.b_only).toBeCloseTo(b * problems);
        expect(Object.values(right_in).reduce((sum, part) => sum + part)).toBeCloseTo(problems);
      }),
    );
  });
  it("are no different where one draws more samples: 8 of which 4 are right say what 2 of which 1 is say", () => {
    const b = new Map([["t", set({ p: 0.5, q: 0.5 })]]);
    expect(compareSets(new Map([["t", set({ p: 0.5, q: 0.5 })]]), b).t).toMatchObject({
      difference: 0,
      gained: [],
      lost: [],
    });
  });
  it("tell the failures of both, each by its own kinds", () => {
    const searched = set({ p: 0 }, { failureKinds: ["step_limit"] });
    const b = new Map([
      ["t", { ...searched, items: [{ problem: "p", share: 0, failures: ["step_limit"] }] }],
    ]);
    expect(compareSets(new Map([["t", set({ p: 0 })]]), b).t!.failures).toEqual({
      a: { wrong: 1, step_limit: 0 },
      b: { wrong: 0, step_limit: 1 },
    });
  });
  it("of one set each are compared whatever these are called, where that is asked for", () => {
    const [a, b] = [new Map([["math", set({ p: 0 })]]), new Map([["MATH-500", set({ p: 1 })]])];
    expect(() => compareSets(a, b)).toThrow("no task or data set in common");
    expect(compareSets(a, b, { singles: true })["MATH-500"]).toMatchObject({ difference: 1 });
  });
  it("over other data are refused", () => {
    const of = (items: ScoredSet) => new Map([["t", items]]);
    expect(() => compareSets(of(set({ p: 1 }, { from: "x" })), of(set({ p: 1 }, { from: "y" })))).toThrow(
      "t is x in the one and y in the other",
    );
    const other = set({ p: 1 });
    const changed = { ...other, items: [{ ...other.items[0]!, statement: "another" }] };
    expect(() => compareSets(of(other), of(changed))).toThrow("problem p of t differs between the two runs");
    expect(() => compareSets(of(other), of(set({ q: 1 })))).toThrow(
      "no problem of t that both runs have answered",
    );
  });
});
