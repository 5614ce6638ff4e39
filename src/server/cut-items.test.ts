// Items cut from bytes are the items that JSON.parse finds, wherever the bytes are split.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ItemCutter } from "./cut-items.ts";

/** The items and the rest, with the body repeatedly cut into chunks of these sizes. */
function cut(text: string, sizes: readonly number[]): { items: unknown[]; rest: unknown } {
  const bytes = Buffer.from(text);
  const cutter = new ItemCutter();
  const blocks = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    blocks.push(...cutter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  const { blocks: last, rest } = cutter.end();
  const all = [...blocks, ...last];
  let next = 1;
  for (const { first, items } of all) {
    expect(first).toBe(next);
    next += items;
  }
  const lines = all.flatMap(({ bytes }) => bytes.toString("utf8").trimEnd().split("\n"));
  return { items: lines.map((line) => JSON.parse(line)), rest };
}

const json = fc.jsonValue({ maxDepth: 4 });
const item = fc.dictionary(fc.string(), json);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const others = fc.dictionary(
  fc.string().filter((name) => name !== "items"),
  json,
);

describe("cutting", () => {
  it("finds what parsing finds", () => {
    fc.assert(
      fc.property(
        fc.array(item),
        others,
        others,
        sizes,
        fc.constantFrom(undefined, 1, "\t"),
        (items, before, after, by, space) => {
          const body = { ...before, items, ...after };
          const text = JSON.stringify(body, undefined, space);
          const found = cut(text, by);
          expect(found.items).toEqual(JSON.parse(text).items);
          expect(found.rest).toEqual({ ...JSON.parse(text), items: [] });
        },
      ),
    );
  });

  it("is not led astray by brackets, quotes and backslashes in strings", () => {
    const items = [{ a: '],[{"items":[' }, { b: "\\" }, { c: '\\"' }, { d: "}{" }, { e: ["]", "[", '"'] }];
    for (const size of [1, 2, 3, 7]) expect(cut(JSON.stringify({ items }), [size]).items).toEqual(items);
  });

  it("takes the items of the body alone, and a name that is spelt with escapes", () => {
    expect(cut('{"options":{"items":[1]},"items":[{"items":[2]}]}', [5])).toEqual({
      items: [{ items: [2] }],
      rest: { options: { items: [1] }, items: [] },
    });
    expect(cut('{"\\u0069tems":[{}]}', [3]).items).toEqual([{}]);
    expect(cut('{"x":"items","y":[1],"items":[]}', [4])).toEqual({
      items: [],
      rest: { x: "items", y: [1], items: [] },
    });
  });

  it("knows what stands before the items, also where the same chunk ends the body", () => {
    const items = Array.from({ length: 2_000 }, () => ({ a: "x".repeat(100) }));
    const cutter = new ItemCutter();
    const text = JSON.stringify({ reward: "r", items, options: { b: 1 } });
    expect(cutter.push(Buffer.from(text)).length).toBeGreaterThan(0);
    expect(cutter.before()).toEqual({ reward: "r", items: [] });
    expect(cutter.end().rest).toEqual({ reward: "r", items: [], options: { b: 1 } });
  });

  it.each([
    ['{"items":[{}', "ends too soon"],
    ['{"items":[{},]}', "item 1 is missing"],
    ['{"items":[,{}]}', "item 0 is missing"],
    ['{"items":[{}],"items":[{}]}', "'items' twice"],
    ['{"items":[{}]} x', "the body is not JSON"],
    ['{"items":[{}]', "ends too soon"],
    ['{"items":[{}}]}', "ends too soon"],
    ['"items":[{}]', "the body is not JSON"],
    ["", "the body is not JSON"],
  ])("refuses %s", (text, message) => {
    expect(() => cut(text, [4])).toThrow(message);
  });

  it("leaves a newline inside a string what it is: a mistake", () => {
    expect(() => cut('{"items":[{"a":"x\ny"}]}', [100])).toThrow(SyntaxError);
  });

  it("bounds what stands beside the items", () => {
    expect(() => cut(`{"x":"${"y".repeat(2 << 20)}","items":[]}`, [1 << 16])).toThrow("other than the items");
  });
});
