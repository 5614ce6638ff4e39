// Parquet as the hub stores it, in every codec.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Codec, writeParquet } from "../../test/datasets/parquet-writer.ts";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { loadFileRows } from "./index.ts";

describe("a parquet file", () => {
  it.each<Codec>(["none", "snappy", "gzip", "brotli", "lz4", "zstd"])(
    "is read with the codec %s",
    async (codec) => {
      const path = join(await temporaryFolder(), "rows.parquet");
      const long = "a long problem ".repeat(50);
      await writeFile(
        path,
        writeParquet(
          {
            problem: { type: "text", values: ["1+1", long, null] },
            year: { type: "integer", values: [2024n, 9007199254740993n, null] },
            score: { type: "double", values: [27, 0.5, null] },
            final_answer: { type: "list", values: [["2"], ["3", "4"], null] },
          },
          codec,
        ),
      );
      const { rows } = await loadFileRows(path);
      expect(rows.map(({ values }) => values)).toEqual([
        { problem: "1+1", year: 2024, score: 27, final_answer: ["2"] },
        // An integer that a JavaScript number cannot represent keeps its digits.
        { problem: long, year: "9007199254740993", score: 0.5, final_answer: ["3", "4"] },
        { problem: null, year: null, score: null, final_answer: null },
      ]);
    },
  );

  it("that is none says so", async () => {
    const path = join(await temporaryFolder(), "rows.parquet");
    await writeFile(path, "PAR1 but nothing else");
    await expect(loadFileRows(path)).rejects.toThrow(/rows\.parquet: it is not a Parquet file/);
  });
});

describe("a hostile parquet file", () => {
  const values = Array.from({ length: 50 }, (_, i) => `value ${i} that is long enough to be found`);
  const whole = () => writeParquet({ a: { type: "text", values }, b: { type: "text", values } }, "none");

  it("fails once, also where every column is broken", async () => {
    const leaked: unknown[] = [];
    const onLeak = (reason: unknown) => leaked.push(reason);
    process.on("unhandledRejection", onLeak);
    const path = join(await temporaryFolder(), "rows.parquet");
    const bytes = Buffer.from(whole());
    const footer = bytes.readUInt32LE(bytes.length - 8);
    for (let at = 4; at < bytes.length - 8 - footer; at += 3) bytes[at] = 0xff;
    await writeFile(path, bytes);
    await expect(loadFileRows(path)).rejects.toThrow(/rows\.parquet: it is not a Parquet file/);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", onLeak);
    expect(leaked).toEqual([]);
  });

  it("is refused by what it says of itself", async () => {
    const path = join(await temporaryFolder(), "rows.parquet");
    const many = Array.from({ length: 9 }, () => "a");
    const bytes = Buffer.from(writeParquet({ a: { type: "text", values: many } }, "none"));
    // The number of rows, 9, is a varint in the footer (zigzag: 18); each occurrence is replaced by 60 million.
    const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const claim = Buffer.from([0x80, 0x9c, 0x9c, 0x39]); // zigzag of 60,000,000
    const parts: Buffer[] = [];
    for (const byte of bytes.subarray(start, -8)) parts.push(byte === 18 ? claim : Buffer.from([byte]));
    const footer = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await writeFile(path, Buffer.concat([bytes.subarray(0, start), footer, length, Buffer.from("PAR1")]));
    await expect(loadFileRows(path)).rejects.toThrow(/60,000,000 rows.*exceeds the limit/);
  });
});
