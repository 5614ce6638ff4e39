import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../../test/random-text.ts";
import { asPlainAnswer, asPlainBlock, readPlainAnswer, readPlainBlock } from "./plain-block.ts";
import type { ReadBlock } from "./read-blocks.ts";

const carried = <T>(value: T): unknown => JSON.parse(JSON.stringify(value));

/** Arbitrary bytes, and valid text: with characters of all lengths, and marks that decoders tend to drop. */
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1 }),
  fc.string({ unit: anyCharacter, minLength: 1 }).map((text) => Buffer.from(text)),
  fc.constantFrom("\ufeff{}\n", "\u2028\n", '{"a":"\\ud800"}\n', "\u0000\n").map((text) => Buffer.from(text)),
);

it("carries blocks of any bytes, to the byte", () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.array(fc.nat().map((n) => n + 1)), (given, end, numbers) => {
      const block: ReadBlock = {
        bytes: given,
        first: 1,
        lines: 1,
        end,
        ...(numbers.length > 0 ? { numbers, unit: "row" as const, reason: "why" } : {}),
      };
      const { bytes: read, ...rest } = readPlainBlock(carried(asPlainBlock(block)));
      const { bytes: _, ...expected } = block;
      expect(Buffer.compare(read, given)).toBe(0);
      expect(rest).toEqual(expected);
    }),
  );
});

it("carries answers", () => {
  const answer = {
    bytes: Buffer.from('{"a":1}\n'),
    lines: 1,
    problems: ["line 1: why"],
    counts: { equal: 1 },
    sums: { reward: 0.5 },
  };
  expect(readPlainAnswer(carried(asPlainAnswer(answer)))).toEqual(answer);
});

it.each([{}, { bytes: { text: "a" }, lines: -1 }, { bytes: { base64: "§" } }, null])(
  "refuses what is no answer: %j",
  (value) => {
    expect(() => readPlainAnswer(value)).toThrow();
  },
);
