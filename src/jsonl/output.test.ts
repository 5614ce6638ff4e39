import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StorageError } from "./errors.ts";
import { measureOutput, nothingWritten, openOutput } from "./output.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-output-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("measures the whole lines of an earlier run, and how many of them failed", async () => {
  const file = join(folder, "out.jsonl");
  const whole =
    '{"a":1,"result":1.0}\n{"error":"line 2: bad"}\n{"e":{"error":"line 3: theirs"}}\n{"error":"line 9: not ours"}\n';
  await writeFile(file, `${whole}{"half`);
  expect(await measureOutput(file)).toEqual({ lines: 4, bytes: whole.length, failed: 1 });
});

it("finds nothing where there is no file", async () => {
  expect(await measureOutput(join(folder, "none"))).toEqual(nothingWritten);
});

it("goes on behind the whole lines, and cuts half a line off", async () => {
  const file = join(folder, "out.jsonl");
  await writeFile(file, '{"a":1}\n{"half');
  const output = await openOutput(file, await measureOutput(file));
  await output.write(Buffer.from('{"b":2}\n'));
  await output.close();
  expect(await readFile(file, "utf8")).toBe('{"a":1}\n{"b":2}\n');
});

it("starts anew where nothing is to be resumed", async () => {
  const file = join(folder, "out.jsonl");
  await writeFile(file, "old\nold\n");
  const output = await openOutput(file, nothingWritten);
  await output.write(Buffer.from("new\n"));
  await output.close();
  expect(await readFile(file, "utf8")).toBe("new\n");
});

it("says what is wrong with a place that cannot be written", async () => {
  await expect(openOutput(folder, nothingWritten)).rejects.toThrow(StorageError);
  await expect(openOutput(join(folder, "no", "such"), nothingWritten)).rejects.toThrow(
    /there is no such file/,
  );
});
