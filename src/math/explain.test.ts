import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spelledAnswer, tokenSoup } from "../../test/random-text.ts";
import { explain } from "./explain.ts";
import { decimalText } from "./numeric/noted.ts";
import { rules } from "./terms/decision.ts";
import { verify } from "./verify.ts";

const tried = (gold: string, answer: string) => explain(gold, answer).tried;

describe("explain", () => {
  it("gives the verdict of verify, its rule as a sentence, and how both sides were read", () => {
    expect(explain("\\{1, 2\\}", "(1, 2)")).toMatchObject({
      ...verify("\\{1, 2\\}", "(1, 2)"),
      rule: rules.set,
      readings: { gold: "a set", answer: "a pair or an interval" },
    });
  });
  it("shows the exact fractions", () => {
    expect(tried("0.75", "6/9")[0]).toEqual({
      rule: "rational",
      found: "different",
      said: "both sides as exact fractions",
      evidence: { gold: "3/4", answer: "2/3" },
    });
  });
  it("shows a point where two expressions differ, with both values", () => {
    const [first] = tried("(x+1)^2", "x^2+1");
    expect(first).toMatchObject({ rule: "polynomial", found: "different" });
    expect(first!.evidence).toEqual({ at: { x: "2" }, gold: "9", answer: "5" });
    const found = tried("\\sin(2x)", "2\\sin x").find(({ rule }) => rule === "sampling")!;
    const x = Number(found.evidence!.at!.x);
    expect(Number(found.evidence!.gold)).toBeCloseTo(Math.sin(2 * x), 5);
    expect(Number(found.evidence!.answer)).toBeCloseTo(2 * Math.sin(x), 5);
  });
  it("shows as many digits as it takes to see a difference", () => {
    const { evidence } = tried("\\pi", "\\pi + 10^{-25}").find(({ rule }) => rule === "interval")!;
    expect(evidence!.gold).not.toBe(evidence!.answer);
    expect(evidence!.gold).toMatch(/^3\.14159265358979323846264338/);
  });
  it("says how far roots were followed", () => {
    const note = tried("\\sqrt{12}", "2\\sqrt3").find(({ rule }) => rule === "radical")!;
    expect(note).toMatchObject({ found: "equal" });
    expect(note.said).toMatch(/^algebraic numbers, followed to the \d+ binary digits/);
  });
  it("says which logarithm was read", () => {
    expect(tried("\\log 100", "2").some(({ rule, said }) => rule === null && said.includes("common"))).toBe(
      true,
    );
    expect(tried("\\log 7", "\\log 8").filter(({ rule }) => rule === null)).toHaveLength(1);
    expect(tried("7", "8").filter(({ rule }) => rule === null)).toHaveLength(0);
  });
  it("names the option that would change the verdict, and no other", () => {
    expect(explain("\\frac{\\sqrt2}{2}", "0.7071").options).toEqual([
      { option: { preset: "science" }, verdict: "equal" },
      { option: { preset: "finance" }, verdict: "equal" },
      { option: { rounding: { goldDigits: 2, answerDigits: 3 } }, verdict: "equal" },
    ]);
    expect(explain("5 cm", "5").options).toEqual([{ option: { units: "required" }, verdict: "different" }]);
    expect(explain("5 cm", "5", { units: "required" }).options).toEqual([
      { option: { units: "optional" }, verdict: "equal" },
    ]);
    expect(explain("3", "4").options).toEqual([]);
  });
  it("says the same as verify, whatever the texts hold", () => {
    fc.assert(
      fc.property(fc.oneof(spelledAnswer, tokenSoup), fc.oneof(spelledAnswer, tokenSoup), (gold, answer) => {
        const { rule: _, readings: __, tried: ___, options: ____, ...verdict } = explain(gold, answer);
        expect(verdict).toEqual(verify(gold, answer));
      }),
      { numRuns: 150 },
    );
  });
});

describe("decimal digits of a ball", () => {
  it("are those of the number", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
        fc.integer({ min: -90, max: 30 }),
        (m, e) => {
          const value = Number(m) * 2 ** e;
          const text = decimalText({ m, e, r: 0 }, 14);
          expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-12);
        },
      ),
    );
  });
});
