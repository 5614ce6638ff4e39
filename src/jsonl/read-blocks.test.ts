import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InputError } from "./errors.ts";
import { type InputRow, type ReadBlock, readBlocks, rowBlocks, splitBlock } from "./read-blocks.ts";

async function* chunks(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part as string);
}

async function read(source: AsyncIterable<Buffer>, skip = 0): Promise<ReadBlock[]> {
  const blocks: ReadBlock[] = [];
  for await (const block of readBlocks(source, skip)) blocks.push(block);
  return blocks;
}

const texts = (blocks: ReadBlock[]) => blocks.map((block) => Buffer.from(block.bytes).toString());

describe("blocks of whole lines", () => {
  it("go out as soon as a line is whole, so that a pipe is answered at once", async () => {
    expect(texts(await read(chunks("a\n", "b", "c\nd\n", "e\n")))).toEqual(["a\n", "bc\nd\n", "e\n"]);
  });

  it("know the numbers of their lines", async () => {
    const blocks = await read(chunks("a\nb\nc", "\nd\n"));
    expect(blocks.map(({ first, lines, end }) => [first, lines, end])).toEqual([
      [1, 2, 4],
      [3, 2, 8],
    ]);
  });

  it("end with a last line that has no newline", async () => {
    expect(texts(await read(chunks("a\nb")))).toEqual(["a\n", "b"]);
  });

  it("leave out blank lines at the end of the file only", async () => {
    expect(texts(await read(chunks("a\n\n", "\n", "b\n", "\n \n\t\n")))).toEqual(["a\n", "\n\nb\n"]);
  });

  it("drop a byte order mark", async () => {
    expect(texts(await read(chunks("\ufeffa\n")))).toEqual(["a\n"]);
  });

  it("skip lines, and keep the numbers of the others", async () => {
    const blocks = await read(chunks("a\nb\nc\n", "d\n"), 2);
    expect(texts(blocks)).toEqual(["c\n", "d\n"]);
    expect(blocks.map((block) => block.first)).toEqual([3, 4]);
  });

  it("cannot skip more lines than there are", async () => {
    await expect(read(chunks("a\nb\n"), 3)).rejects.toThrow(InputError);
  });

  it("answer a line that would fill the memory with a reason", async () => {
    const megabyte = Buffer.alloc(1 << 20, "x");
    const blocks = await read(chunks("a\n", ...Array<Buffer>(40).fill(megabyte), "\nb\n"));
    expect(blocks.map(({ lines, first, reason }) => [lines, first, reason])).toEqual([
      [1, 1, undefined],
      [1, 2, "longer than 32 MiB"],
      [1, 3, undefined],
    ]);
  });

  it("do not hold blank lines back for ever", async () => {
    const blank = Buffer.alloc(1 << 16, "\n");
    const blocks = await read(chunks(blank, blank, blank));
    expect(blocks.reduce((sum, block) => sum + block.lines, 0)).toBeGreaterThan(1 << 16);
  });

  it("hold the same lines however the bytes arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "\n", "é", " ", "bc")),
        fc.array(fc.nat(5)),
        async (parts, cuts) => {
          const bytes = Buffer.from(parts.join(""));
          const pieces: Buffer[] = [];
          let from = 0;
          for (const cut of cuts) {
            pieces.push(bytes.subarray(from, from + cut));
            from += cut;
          }
          pieces.push(bytes.subarray(from));
          const together = texts(await read(chunks(...pieces))).join("");
          expect(together).toBe(texts(await read(chunks(bytes))).join(""));
        },
      ),
    );
  });
});

it("cuts many short lines into blocks of 1,000, at the same places whatever is skipped", async () => {
  const lines = Array.from({ length: 4_321 }, (_, i) => `${i + 1}\n`);
  const pieces = [lines.slice(0, 2_500).join(""), lines.slice(2_500).join("")];
  const all = await read(chunks(...pieces));
  expect(all.map(({ first, lines }) => [first, lines])).toEqual([
    [1, 1000],
    [1001, 1000],
    [2001, 500],
    [2501, 1000],
    [3501, 821],
  ]);
  for (const { first, bytes, end } of all) {
    expect(Buffer.from(bytes).toString().startsWith(`${first}\n`)).toBe(true);
    expect(pieces.join("").slice(end - bytes.length, end)).toBe(Buffer.from(bytes).toString());
  }
  for (const skip of [0, 1, 999, 1000, 1001, 2500, 4320]) {
    const rest = await read(chunks(...pieces), skip);
    expect(texts(rest).join("")).toBe(lines.slice(skip).join(""));
    expect(rest.map(({ end }) => end)).toEqual(all.map(({ end }) => end).slice(-rest.length));
    expect(rest[0]!.first).toBe(skip + 1);
  }
});

it("splits a block into its lines", async () => {
  const [block] = await read(chunks("a\nbb\nc\n"));
  expect(splitBlock(block!).map(({ first, lines }) => [first, lines])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(texts(splitBlock(block!))).toEqual(["a\n", "bb\n", "c\n"]);
});

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
