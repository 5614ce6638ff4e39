// The form of a verdict: what it reports about both sides, its certainty, and the parts that could not be read.

import { describe, expect, it } from "vitest";
import { verify } from "./index.ts";
import { limits } from "./terms/limits.ts";

describe("a verdict", () => {
  it("of equal sides says by which rule, how surely, and what was understood", () => {
    const result = verify("0.5", "\\dfrac12");
    expect(result).toMatchObject({ verdict: "equal", equal: true, certainty: "proven" });
    expect(result).toMatchObject({ gold: "0.5", answer: "\\frac{1}{2}" });
    expect(result.by).toMatch(/\S/);
    expect(result).not.toHaveProperty("unparsed");
    expect(result.steps).toBeGreaterThan(0);
    expect(result.steps).toBeLessThanOrEqual(limits.steps);
  });
  it("of different sides has the same shape", () => {
    const result = verify("x+1", "x-1");
    expect(result).toMatchObject({ verdict: "different", equal: false, gold: "x + 1", answer: "x - 1" });
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(["verdict", "equal", "by", "certainty", "gold", "answer"]),
    );
    expect(result).not.toHaveProperty("unparsed");
  });
  it("is plain data", () => {
    const result = verify("\\{1,2\\}", "3");
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
  it("is the same every time", () => {
    expect(verify("(x+1)^5", "(x+1)^5+x-x")).toEqual(verify("(x+1)^5", "(x+1)^5+x-x"));
  });
  it.each([
    ["5", "5", "identical"],
    ["0.333", "1/3", "rounding"],
    ["x=5", "5", "assignment"],
    ["1, 2", "2, 1", "list"],
    ["\\{1, 2\\}", "\\{2, 1\\}", "set"],
    ["B", "(B)", "choice"],
    ["Tuesday", "tuesday", "text"],
    ["f(x)=2x", "f(t)=2t", "function"],
    ["2:4", "1:2", "ratio"],
    ["1\\text{ m}", "100\\text{ cm}", "unit"],
  ])("%s = %s by the rule '%s'", (gold, answer, by) => {
    expect(verify(gold, answer)).toMatchObject({ equal: true, by });
  });
});

describe("certainty", () => {
  it.each([
    ["\\frac{1}{2}", "0.5", "proven", "exact arithmetic"],
    ["2\\sqrt{2}", "\\sqrt{8}", "proven", "exact normal forms"],
    ["\\pi", "\\frac{22}{7}", "proven", "intervals that exclude zero"],
  ])("%s against %s is %s (%s)", (gold, answer, certainty) => {
    expect(verify(gold, answer)).toMatchObject({ certainty });
  });
  it("of an identity modulo primes is at most probable", () => {
    const result = verify("(x+1)^{1000}", "(x^2+2x+1)^{500}");
    expect(result).toMatchObject({ equal: true });
    expect(["proven", "probable"]).toContain(result.certainty);
  });
});

describe("a side that cannot be read", () => {
  it("is named: the answer", () => {
    const result = verify("5", "2 + * 3");
    expect(result).toMatchObject({ verdict: "different", equal: false, unparsed: "answer" });
    expect(result.answer).toBe("2 + * 3");
  });
  it("is named: the gold", () => {
    expect(verify("\\frac{1}{", "5")).toMatchObject({
      verdict: "undecided",
      equal: false,
      unparsed: "gold",
      certainty: null,
    });
  });
  it("is named: the gold, where neither can be read", () => {
    expect(verify("\\frac{1}{", "2 + * 3")).toMatchObject({ verdict: "undecided", unparsed: "gold" });
  });
  it("leaves nothing certain", () => {
    expect(verify("5", "2 + * 3")).toMatchObject({ verdict: "different", certainty: null });
  });
  it("gives its place, counted from one", () => {
    expect(verify("5", "2 + * 3").reason).toMatch(/character 5/);
    expect(verify("5", "12 @").reason).toMatch(/character 4/);
    expect(verify("@ 5", "12").reason).toMatch(/character 1/);
    expect(verify("5", "(1 + 2").reason).toMatch(/character \d/);
  });
  it("is still the same as itself", () => {
    expect(verify("5 + * 3", "5 + * 3")).toMatchObject({ verdict: "equal", by: "identical" });
    expect(verify("5 + * 3", "5 + * 4")).toMatchObject({ verdict: "undecided", unparsed: "gold" });
  });
});

describe("verify never throws on what a side holds", () => {
  const odd = [
    "\0",
    "\ud800",
    "\udc00\ud800",
    "\u202e5",
    "💯",
    "٣",
    "\\",
    "\\\\",
    "\\\n",
    "{",
    "}",
    "}{",
    "\\end{pmatrix}",
    "\\begin",
    "\\begin{}",
    "\\begin{pmatrix}\\end{pmatrix}",
    "\\begin{cases}\\end{cases}",
    "\\frac",
    "\\sqrt[",
    "\\sum",
    "\\int",
    "\\lim",
    "0/0",
    "\\frac{0}{0}",
    "0^0",
    "0^{-1}",
    "\\log 0",
    "\\log_1 5",
    "\\ln(-1)",
    "\\tan 90^\\circ",
    "(-1)!",
    "\\frac{1}{2}!",
    "\\binom{3}{5}",
    "\\binom{-1}{2}",
    "\\sqrt{-1}",
    "\\sqrt[0]{5}",
    "\\infty - \\infty",
    "1_{0}",
    "9_{8}",
    "1e999999999",
    "1e-999999999",
    "1e99999999999999999999",
    "__proto__",
    "constructor",
    "toString",
    "\\toString",
    "\\constructor{1}",
    "\\begin{constructor}1\\end{constructor}",
    "x_{__proto__}",
    "1 hasOwnProperty",
  ];
  it.each(odd)("%j", (text) => {
    for (const other of ["5", "x^2", "(1,2)", "B", "yes", text, `${text}${text}`]) {
      for (const [gold, answer] of [
        [text, other],
        [other, text],
      ] as const) {
        const result = verify(gold, answer);
        expect(result.equal).toBe(result.verdict === "equal");
        expect(result.steps).toBeLessThanOrEqual(limits.steps);
      }
    }
  });
});
