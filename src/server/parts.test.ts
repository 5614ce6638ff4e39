import { describe, expect, it } from "vitest";
import { type Lines, PartSize } from "./parts.ts";

const block = (items: number, last = "\n"): Lines => {
  const text = Array.from({ length: items }, (_, i) => `{"i":${i}}`).join("\n") + last;
  return { bytes: Buffer.from(text), items, first: 11 };
};

describe("the parts of a block", () => {
  it.each(["\n", ""])("are its lines, in order and with their numbers", (last) => {
    const size = new PartSize();
    size.graded(1, 0.004);
    const parts = [...size.cut(block(12, last))];
    expect(parts.map(({ items }) => items)).toEqual([5, 5, 2]);
    expect(parts.map(({ first }) => first)).toEqual([11, 16, 21]);
    expect(Buffer.concat(parts.map(({ bytes }) => bytes))).toEqual(block(12, last).bytes);
    for (const { bytes } of parts) expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it("are single items at first, and where items take long or end their thread", () => {
    const size = new PartSize();
    expect(size.items).toBe(1);
    for (let i = 0; i < 10; i++) size.graded(1, 0.000_01);
    expect(size.items).toBe(16);
    size.graded(16, 0, 16);
    expect(size.items).toBe(1);
    for (let i = 0; i < 100; i++) size.graded(1, 0);
    expect(size.items).toBe(16);
    size.graded(1, 5);
    expect(size.items).toBe(1);
  });
});
