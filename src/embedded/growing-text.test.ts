import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowingText } from "./sample-row.ts";

/** Tokens that are bytes, as in byte-level tokenizers. */
const bytes = (ids: readonly number[]) => Buffer.from(ids).toString("utf8");

function grow(text: string, stops: readonly string[]) {
  const growing = new GrowingText(bytes, stops);
  const settled: string[] = [];
  for (const byte of Buffer.from(text)) {
    const stop = growing.push(byte);
    if (stop !== undefined) return { text: growing.text, stop, settled };
    settled.push(growing.text.slice(0, growing.settled));
  }
  return { text: growing.text, stop: growing.end(), settled };
}

describe("a growing text", () => {
  it("waits for the rest of a character", () => {
    const growing = new GrowingText(bytes);
    const [first, second] = Buffer.from("é");
    growing.push(first!);
    expect(growing.text).toBe("");
    growing.push(second!);
    expect(growing.text).toBe("é");
  });

  it("takes what it has when no more comes", () => {
    const growing = new GrowingText(bytes);
    growing.push(97);
    growing.push(Buffer.from("é")[0]!);
    growing.end();
    expect(growing.text).toBe("a\ufffd");
  });

  it("is all of the text where nothing stops it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(grow(text, []).text).toBe(text);
      }),
    );
  });

  const letters = fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 30 });
  const stop = fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 1, maxLength: 3 });

  it("ends before the first stop string", () => {
    fc.assert(
      fc.property(letters, stop, (text, stop) => {
        const at = text.indexOf(stop);
        const grown = grow(text, [stop]);
        expect(grown.text).toBe(at < 0 ? text : text.slice(0, at));
        expect(grown.stop).toBe(at < 0 ? undefined : stop);
      }),
    );
  });

  it("holds none of several, and never takes back what was settled", () => {
    fc.assert(
      fc.property(letters, fc.array(stop, { maxLength: 4 }), (text, stops) => {
        const grown = grow(text, stops);
        expect(stops.filter((each) => grown.text.includes(each))).toEqual([]);
        for (const each of grown.settled) expect(grown.text.startsWith(each)).toBe(true);
      }),
    );
  });

  it("settles all that no stop string can reach", () => {
    expect(grow("xyz\nab", ["\n\n"]).settled.at(-1)).toBe("xyz\nab");
    expect(grow("xyz\n", ["\n\n"]).settled.at(-1)).toBe("xyz");
  });
});
