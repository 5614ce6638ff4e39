import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeatedShare } from "./repetition.ts";

/** The definition: 1 - distinct / all n-grams of lower-case words between spaces. */
function byDefinition(response: string, n: number): number {
  const words = response.toLowerCase().match(/\S+/g) ?? [];
  const grams = words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(" "));
  return grams.length === 0 ? 0 : 1 - new Set(grams).size / grams.length;
}

describe("the share of repeated n-grams", () => {
  const signs = ["a", "B", "b", "ß", "İ", "中", "😀", "\u0085", "\u200b", "\u001c"];
  const spaces = [" ", " ", "\n", "\t", "\u00a0", "\u2003", "\u3000", "\ufeff"];
  const texts = fc.string({ unit: fc.constantFrom(...signs, ...spaces), maxLength: 60 });

  it("is that of the definition, whatever the letters and the spaces are", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 5 }), (text, n) => {
        expect(repeatedShare(text, n)).toBe(byDefinition(text, n));
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not mix up a text with the one before it", () => {
    const long = Array.from({ length: 40_000 }, (_, i) => `w${i % 30_000}`).join(" ");
    for (const text of [long, "a b a b", long, "", "a b c d"])
      expect(repeatedShare(text, 2)).toBe(byDefinition(text, 2));
  });
});
