import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../../../test/random-text.ts";
import { digest, Stream } from "./random.ts";

it("the digest is SHA-256 of the code units", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: anyCharacter }), (text) => {
      const bytes = Buffer.from(text, "utf16le").swap16();
      const words = Buffer.alloc(32);
      for (const [i, word] of digest(text).entries()) words.writeInt32BE(word, 4 * i);
      expect(words.toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
    }),
    { numRuns: 200 },
  );
});

it("texts that run into each other have streams of their own", () => {
  const first = (...texts: string[]) => Stream.of(...texts).next();
  expect(new Set([first("ab", "c"), first("a", "bc"), first("abc"), first("abc", "")]).size).toBe(4);
  expect(first("ab", "c")).toBe(first("ab", "c"));
});
