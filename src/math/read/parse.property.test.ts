// Reading under random input: printing is the inverse of reading, and no text makes reading throw.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes, spelledAnswer, tokenSoup } from "../../../test/random-text.ts";
import { answer, scalar } from "../../../test/random-tree.ts";
import { read } from "../../../test/reading-table.ts";
import { extractAnswer, parse, printLatex, verify } from "../index.ts";
import { limits } from "../terms/limits.ts";

describe("print → parse is the identity", () => {
  it("on scalars", () => {
    fc.assert(
      fc.property(scalar, (tree) => {
        expect(read(printLatex(tree))).toEqual(tree);
      }),
      { numRuns: 600 },
    );
  });
  it("on whole answers", () => {
    fc.assert(
      fc.property(answer, (tree) => {
        expect(read(printLatex(tree))).toEqual(tree);
      }),
      { numRuns: 600 },
    );
  });
});

describe("digits alone", () => {
  it("read as they do in any other company", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,18}$/), (digits) => {
        expect(parse(digits)).toEqual(parse(` ${digits}`));
        expect(parse(digits)).toEqual(parse(`${digits}.`));
      }),
      { numRuns: 300 },
    );
  });
});

describe("parse → print → parse is the identity", () => {
  it("on answers as people spell them", () => {
    fc.assert(
      fc.property(spelledAnswer, (text) => {
        const tree = read(text);
        expect(read(printLatex(tree))).toEqual(tree);
      }),
      { numRuns: 900 },
    );
  });
  it("on whatever can be read of random tokens", () => {
    fc.assert(
      fc.property(tokenSoup, (text) => {
        const parsed = parse(text);
        if (parsed.ok) expect(read(printLatex(parsed.tree))).toEqual(parsed.tree);
      }),
      { numRuns: 900 },
    );
  });
});

describe("reading never throws, and reports a place in the text", () => {
  const check = (text: string): void => {
    const parsed = parse(text);
    if (!parsed.ok) {
      expect(parsed.reason).toMatch(/\S/);
      expect(parsed.at).toBeGreaterThanOrEqual(0);
      expect(parsed.at).toBeLessThanOrEqual(text.length);
    }
    extractAnswer(text);
    const result = verify(text, "5");
    expect(result.steps).toBeLessThanOrEqual(limits.steps);
    expect(verify("5", text).steps).toBeLessThanOrEqual(limits.steps);
  };
  it("on random bytes", () => {
    fc.assert(fc.property(bytes, check), { numRuns: 1000 });
  });
  it("on random tokens of LaTeX", () => {
    fc.assert(fc.property(tokenSoup, check), { numRuns: 1500 });
  });
  it("on truncated prefixes of valid answers", () => {
    fc.assert(
      fc.property(spelledAnswer, (text) => {
        for (let end = 0; end < text.length; end++) check(text.slice(0, end));
      }),
      { numRuns: 60 },
    );
  });
  it("on truncated prefixes of printed trees", () => {
    fc.assert(
      fc.property(answer, fc.double({ min: 0, max: 1, noNaN: true }), (tree, part) => {
        const text = printLatex(tree);
        check(text.slice(0, Math.floor(text.length * part)));
      }),
      { numRuns: 500 },
    );
  });
});
