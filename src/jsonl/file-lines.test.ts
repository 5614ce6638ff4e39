import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FileLine, fileLines } from "./plain-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function linesOf(bytes: Buffer): Promise<FileLine[]> {
  const path = join(folder, "lines");
  await writeFile(path, bytes);
  const lines: FileLine[] = [];
  for await (const line of fileLines(path)) lines.push({ ...line, bytes: Buffer.from(line.bytes) });
  return lines;
}

it("gives every line where it stands, and says whether the last one is whole", async () => {
  // Longer than one read, so that lines cross its boundaries.
  const length = fc.oneof(fc.nat(20), fc.integer({ min: 1 << 17, max: 1 << 19 }));
  await fc.assert(
    fc.asyncProperty(fc.array(length, { maxLength: 6 }), fc.nat(3), async (lengths, torn) => {
      const wanted = lengths.map((each, place) => Buffer.alloc(each, 97 + place));
      const whole = Buffer.concat(wanted.flatMap((line) => [line, Buffer.from("\n")]));
      const bytes = Buffer.concat([whole, Buffer.alloc(torn, "z")]);
      const lines = await linesOf(bytes);
      expect(lines.map(({ number }) => number)).toEqual(lines.map((_, place) => place + 1));
      for (const { start, bytes: line } of lines)
        expect(bytes.subarray(start, start + line.length).equals(line)).toBe(true);
      const ended = lines.filter((line) => line.ended);
      expect(ended.map(({ bytes: line }) => line.length)).toEqual(lengths);
      expect(lines.slice(ended.length).map(({ bytes: line }) => line.length)).toEqual(torn > 0 ? [torn] : []);
    }),
    { numRuns: 30 },
  );
});
