import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrayRows } from "./array-rows.ts";
import type { InputRow } from "./read-blocks.ts";

/** The bytes of a text in pieces of this size. */
async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size = 1 << 16): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  for await (const row of arrayRows(pieces(text, size))) rows.push(row);
  return rows;
}
const texts = async (text: string, size?: number) =>
  (await read(text, size)).map(({ json }) => json.toString());

const row = fc.dictionary(fc.string({ unit: "grapheme", maxLength: 4 }), fc.jsonValue({ maxDepth: 3 }), {
  maxKeys: 4,
});

describe("a JSON array", () => {
  it("gives the rows that JSON.parse gives, however it is laid out and cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 5 }),
        fc.constantFrom(undefined, 2, "\t"),
        fc.integer({ min: 1, max: 20 }),
        async (rows, indent, size) => {
          const found = await texts(JSON.stringify(rows, null, indent), size);
          expect(found.every((text) => !text.includes("\n"))).toBe(true);
          expect(found.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(rows)));
        },
      ),
      { numRuns: 300 },
    );
  });
  it("keeps numbers and escapes as they were written", async () => {
    expect(await texts('[{"a": 1.0, "b": 123456789012345678901234567890, "c": "\\u00e9\\""}]', 3)).toEqual([
      '{"a": 1.0, "b": 123456789012345678901234567890, "c": "\\u00e9\\""}',
    ]);
  });
  it("gives what is no object too, which then fails in its place", async () => {
    expect(await texts('\uFEFF [1, "]", null, [2,3], {}] ')).toEqual(["1", '"]"', "null", "[2,3]", "{}"]);
  });
  it("marks a row with a line break in a string, which would otherwise be two lines", async () => {
    const [first, second, third] = await read('[{"a":"b\nc"},{"a":"b\\\nc"},{}]');
    expect(first).toMatchObject({ json: "{}", reason: "not JSON: there is a line break in a string" });
    expect(second).toMatchObject({ reason: "not JSON: there is a line break in a string" });
    expect(third).toEqual({ json: Buffer.from("{}"), end: expect.any(Number) });
  });
  it.each([
    ["[{}, {", "the list does not end: the file breaks off after row 1"],
    ["[{}", "the list does not end: the file breaks off after row 1"],
    ["[{} {}]", "after row 1 there is '{', which does not belong there"],
    ["[{},]", "after row 1 there is ']', which does not belong there"],
    ["[{}] x", "after the list there is 'x', which does not belong there"],
    ["[,]", "after row 0 there is ','"],
    ["5", "a list of rows should begin with '[', but '5' was found"],
  ])("%s: %s", async (text, message) => {
    await expect(read(text, 2)).rejects.toThrow(message);
  });
  it("without rows has none", async () => {
    expect(await read("[ ]")).toEqual([]);
    expect(await read("")).toEqual([]);
  });
});
