import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRows } from "./csv-rows.ts";
import type { InputRow } from "./read-blocks.ts";

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Buffer, size = 1 << 16): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  for await (const row of csvRows(pieces(Buffer.from(text as string), size))) rows.push(row);
  return rows;
}
const objects = async (text: string, size?: number) =>
  (await read(text, size)).map(({ json, reason }) => {
    expect(reason).toBeUndefined();
    return JSON.parse(json.toString()) as Record<string, string>;
  });

describe("CSV", () => {
  it("reads quotes, separators and line breaks in quotes, and doubled quotes", async () => {
    const text = 'gold,answer\r\n"1,2","a ""b""\nc"\r\n3, 4 \r\n';
    expect(await objects(text)).toEqual([
      { gold: "1,2", answer: 'a "b"\nc' },
      { gold: "3", answer: " 4 " },
    ]);
  });
  it.each([
    ["gold;answer\n1;2,5\n", { gold: "1", answer: "2,5" }],
    ["gold\tanswer\n1\t2\n", { gold: "1", answer: "2" }],
    ['gold|answer\n1|a;"b\n', { gold: "1", answer: 'a;"b' }],
    ["\uFEFFgold,answer\n1,2", { gold: "1", answer: "2" }],
    ['gold,answer\n5" pipe,2\n', { gold: '5" pipe', answer: "2" }],
    ["gold,answer\n\n1,2\n\n", { gold: "1", answer: "2" }],
    ['gold,answer\n"",\n', { gold: "", answer: "" }],
    [",gold\n0,1\n", { "": "0", gold: "1" }],
  ])("%j", async (text, row) => expect(await objects(text)).toEqual([row]));
  it("keeps an empty value where rows have one column", async () => {
    expect(await objects("gold\n\n1\n")).toEqual([{ gold: "" }, { gold: "1" }]);
  });
  it("reads back what a writer wrote, however it is cut", async () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", "é", ",", '"', "\n", "\r\n", ";", " ", "|"),
      maxLength: 6,
    });
    const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
        fc.constantFrom(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 3, max: 20 }),
        async (rows, separator, newline, size) => {
          const lines = [["a", "b"], ...rows].map((cells) => cells.map(quotedCell).join(separator));
          const found = await objects(lines.map((line) => line + newline).join(""), size);
          expect(found).toEqual(rows.map(([a, b]) => ({ a, b })));
        },
      ),
      { numRuns: 300 },
    );
  });
  it("names a row that is not one, and reads on", async () => {
    const rows = await read('a,b\n1,2\n1,2,3\n1\n"x"y,2\n1,2\n');
    expect(rows.map(({ reason }) => reason)).toEqual([
      undefined,
      "(line 3) it has 3 fields, and the header has 2",
      "(line 4) it has 1 fields, and the header has 2",
      "(line 5) there is text after the closing quote of field 1",
      undefined,
    ]);
    expect(JSON.parse(rows[1]!.json.toString())).toEqual({ a: "1", b: "2" });
  });
  it("says where a quote is opened that nobody closes", async () => {
    const rows = await read('a,b\n1,2\n3,"4\n5,6\n');
    expect(rows).toHaveLength(2);
    expect(rows[1]!.reason).toBe("(line 3) a quote is opened and never closed");
  });
  it("does not replace letters that are not UTF-8", async () => {
    const rows = await read(Buffer.concat([Buffer.from("a,b\n1,"), Buffer.from([0xff, 0x0a])]));
    expect(rows[0]!.reason).toBe("(line 2) not UTF-8");
  });
  it("refuses a header with the same name twice", async () => {
    await expect(read("a,b,a\n1,2,3\n")).rejects.toThrow("two columns of the header are called 'a'");
  });
});
