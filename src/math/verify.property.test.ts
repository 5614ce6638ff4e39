// Verdicts on random input: everything equals itself, a value equals itself in a different spelling and no other value,
// and exact comparison is symmetric.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spelledAnswer, tokenSoup } from "../../test/random-text.ts";
import { answer } from "../../test/random-tree.ts";
import * as random from "../../test/random-value.ts";
import { noGoldBecause } from "./gold.ts";
import { parse, printLatex, verify } from "./index.ts";
import { limits } from "./terms/limits.ts";

const verdict = (gold: string, answer: string) => verify(gold, answer).verdict;

describe("everything that parses equals itself", () => {
  it("answers as people spell them, also as they are printed", () => {
    fc.assert(
      fc.property(spelledAnswer, (text) => {
        expect(verdict(text, text)).toBe("equal");
        const parsed = parse(text);
        if (parsed.ok) expect(verdict(text, printLatex(parsed.tree))).toBe("equal");
      }),
      { numRuns: 300 },
    );
  });
  it("random trees", () => {
    fc.assert(
      fc.property(answer, (tree) => {
        const text = printLatex(tree);
        expect(verdict(text, text)).toBe("equal");
        expect(verdict(text, ` $${text}$ `)).toBe("equal");
      }),
      { numRuns: 300 },
    );
  });
  it("whatever can be read of random tokens", () => {
    fc.assert(
      fc.property(tokenSoup, (text) => {
        if (parse(text).ok && noGoldBecause(text) === undefined) expect(verdict(text, text)).toBe("equal");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a value in two spellings is equal, and changed in one place it is not", () => {
  const kinds = {
    integers: random.integers,
    rationals: random.rationals,
    radicals: random.radicals,
    polynomials: random.polynomials,
    tuples: random.tuples,
    vectors: random.vectors,
    sets: random.sets,
    lists: random.lists,
    intervals: random.intervals,
    matrices: random.matrices,
  };
  it.each(Object.entries(kinds))("%s", (_, kind) => {
    fc.assert(
      fc.property(kind, ({ one, other, near }) => {
        expect(verdict(one, other)).toBe("equal");
        expect(verdict(other, one)).toBe("equal");
        expect(verdict(one, near)).not.toBe("equal");
        expect(verdict(near, other)).not.toBe("equal");
      }),
      { numRuns: 200 },
    );
  });
});

describe("comparison is symmetric", () => {
  const eachOther = (a: string, b: string): void =>
    expect(verdict(a, b), `${a} against ${b}`).toBe(verdict(b, a));
  it("for exact values", () => {
    fc.assert(
      fc.property(random.values, random.values, (a, b) => {
        for (const [x, y] of [
          [a.one, b.one],
          [a.one, a.other],
          [a.other, a.near],
          [a.near, b.other],
        ] as const)
          eachOther(x, y);
      }),
      { numRuns: 200 },
    );
  });
  it("for polynomials", () => {
    fc.assert(
      fc.property(random.polynomials, random.polynomials, (a, b) => {
        eachOther(a.one, b.other);
        eachOther(a.near, a.one);
      }),
      { numRuns: 200 },
    );
  });
  it.each([
    ["lists", random.lists],
    ["sets", random.sets],
  ])("for %s", (_, kind) => {
    fc.assert(
      fc.property(kind, kind, (a, b) => {
        eachOther(a.one, a.other);
        eachOther(a.one, b.other);
        eachOther(a.near, a.one);
      }),
      { numRuns: 200 },
    );
  });
});

describe("what is different stays so under wrapping", () => {
  it("a pair of values is equal exactly where its tuple, its set and its list are", () => {
    fc.assert(
      fc.property(random.values, random.values, (a, b) => {
        const same = verdict(a.one, b.other) === "equal";
        const inside = (frame: (text: string) => string) => verdict(frame(a.one), frame(b.other)) === "equal";
        expect(inside((text) => `(${text} , 7 , 8)`)).toBe(same);
        expect(inside((text) => `\\{${text}\\}`)).toBe(same);
        expect(inside((text) => `x = ${text}`)).toBe(same);
        expect(inside((text) => `$${text}$`)).toBe(same);
      }),
      { numRuns: 200 },
    );
  });
});

describe("any two answers get a verdict within the limits", () => {
  const decide = (gold: string, answer: string): void => {
    const result = verify(gold, answer);
    expect(["equal", "different", "undecided"]).toContain(result.verdict);
    expect(result.equal).toBe(result.verdict === "equal");
    expect(result.steps).toBeLessThanOrEqual(limits.steps);
  };
  it("random trees", () => {
    fc.assert(
      fc.property(answer, answer, (a, b) => decide(printLatex(a), printLatex(b))),
      { numRuns: 300 },
    );
  });
  it("answers as people spell them, under other policies too", () => {
    const options = {
      rounding: false,
      percent: "exact",
      degrees: "exact",
      units: "required",
      form: "evaluated",
    } as const;
    fc.assert(
      fc.property(spelledAnswer, spelledAnswer, (a, b) => {
        decide(a, b);
        if (verify(a, b, options).equal) expect(verdict(a, b)).toBe("equal");
      }),
      { numRuns: 300 },
    );
  });
});
