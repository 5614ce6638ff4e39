// Parquet as the hub stores it, in every codec.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadFileRows } from "../../src/datasets/index.ts";
import { type Codec, writeParquet } from "./parquet-writer.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
        // An integer that a number cannot hold keeps its digits.
        { problem: long, year: "9007199254740993", score: 0.5, final_answer: ["3", "4"] },
        { problem: null, year: null, score: null, final_answer: null },
      ]);
    },
  );

  it("that is none says so", async () => {
    const path = join(await temporaryFolder(), "rows.parquet");
    await writeFile(path, "PAR1 but nothing else");
    await expect(loadFileRows(path)).rejects.toThrow(/rows\.parquet: it is no parquet file/);
  });
});
