import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../test/random-text.ts";
import { harmless } from "./secrets.ts";

describe("printed text", () => {
  it.each([
    ["an escape", "\x1b[2J", "\\u001b[2J"],
    ["the clipboard", "\x1b]52;c;ZXZpbA==\x07", "\\u001b]52;c;ZXZpbA==\\u0007"],
    ["the second set of controls", "\x9b2J", "\\u009b2J"],
    ["the reading direction", "a\u202eb\u2066c\u061c", "a\\u202eb\\u2066c\\u061c"],
    ["a carriage return", "right\rwrong", "right\\u000dwrong"],
    ["a deletion", "\x7f\b", "\\u007f\\u0008"],
    ["lines and tabs", "a\r\nb\tc\n", "a\nb\tc\n"],
    ["other letters", "Größe ≤ 2 家 😀", "Größe ≤ 2 家 😀"],
  ])("is harmless: %s", (_, text, expected) => expect(harmless(text)).toBe(expected));

  it("holds nothing harmful, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(harmless(text)).not.toMatch(/[^\n\t\P{Cc}]|\p{Bidi_Control}/u);
      }),
    );
  });

  it("is the same JSON", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(JSON.parse(harmless(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });
});
