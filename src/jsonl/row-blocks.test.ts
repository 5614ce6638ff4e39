import { expect, it } from "vitest";
import { type InputRow, type ReadBlock, rowBlocks } from "./read-blocks.ts";

async function blocksOf(rows: readonly InputRow[], skip = 0): Promise<ReadBlock[]> {
  const blocks: ReadBlock[] = [];
  for await (const block of rowBlocks(rows, skip)) blocks.push(block);
  return blocks;
}

const row = (i: number, padding = ""): InputRow => ({ json: `{"i":${i}${padding}}`, end: 10 * i });

it("makes blocks of 1,000 short rows, at the same places whatever is skipped", async () => {
  const rows = Array.from({ length: 2_400 }, (_, i) => row(i + 1));
  const starts = async (skip: number) =>
    (await blocksOf(rows, skip)).map(({ first, lines }) => [first, lines]);
  expect(await starts(0)).toEqual([
    [1, 1000],
    [1001, 1000],
    [2001, 400],
  ]);
  expect(await starts(1000)).toEqual([
    [1001, 1000],
    [2001, 400],
  ]);
  expect(await starts(1700)).toEqual([
    [1701, 300],
    [2001, 400],
  ]);
});

it("makes blocks of fewer rows that are long, and of one that cannot be read", async () => {
  const long = `,"text":"${"x".repeat(100_000)}"`;
  const rows = [1, 2, 3, 4, 5].map((i) => row(i, long));
  rows[3] = { ...rows[3]!, reason: "broken" };
  const shape = ({ first, lines, end, reason }: ReadBlock) => [first, lines, end, reason];
  const all = (await blocksOf(rows)).map(shape);
  expect(all).toEqual([
    [1, 3, 30, undefined],
    [4, 1, 40, "broken"],
    [5, 1, 50, undefined],
  ]);
  expect((await blocksOf(rows, 3)).map(shape)).toEqual(all.slice(1));
});
