// Texts are the same after they were written to chunks and read, wherever a chunk ends.

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ChunkWriter, writeInPlace } from "./chunk-writer.ts";
import type { AnswerPlace } from "./site-index.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-chunks-"));
  await mkdir(join(folder, "data"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function textOf(chunk: number): Promise<string> {
  const script = await readFile(join(folder, "data", `${chunk}.js`), "utf8");
  const [, number, data] = /^__assay\((\d+),"([A-Za-z0-9+/=]*)"\)\n$/.exec(script)!;
  expect(Number(number)).toBe(chunk);
  return gunzipSync(Buffer.from(data!, "base64")).toString("utf8");
}

async function read([first, from, length]: AnswerPlace): Promise<string> {
  let text = (await textOf(first)).slice(from, from + length);
  for (let chunk = first + 1; text.length < length; chunk++)
    text += (await textOf(chunk)).slice(0, length - text.length);
  return text;
}

/** Text that gzip cannot compress much. */
function noise(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(33 + ((state >>> 16) % 90));
  }).join("");
}

it("gives back short texts, long ones, and those with signs of two halves", async () => {
  const writer = new ChunkWriter(folder);
  const texts = ["", "one", "😀".repeat(700_001), noise(3_000_000, 1), "家".repeat(10), noise(100_000, 2)];
  const places: AnswerPlace[] = [];
  for (const text of texts) places.push(await writer.add(text));
  await writer.end();
  await writer.writeRoot("root");
  for (const [i, text] of texts.entries()) expect((await read(places[i]!)) === text).toBe(true);
  expect(await textOf(0)).toBe("root");
  expect(writer.files).toBe((await readdir(join(folder, "data"))).length);
});

it("makes files of about 256 KB, however well a text can be compressed", async () => {
  const writer = new ChunkWriter(folder);
  for (let i = 0; i < 40; i++) await writer.add(noise(100_000, i + 1));
  await writer.end();
  const sizes = await Promise.all(
    (await readdir(join(folder, "data"))).map(
      async (name) => (await readFile(join(folder, "data", name))).length,
    ),
  );
  // The size of the first chunk is a guess, and the last one is a remainder.
  const usual = sizes.filter((size) => size > 200 << 10 && size < 320 << 10);
  expect(usual.length).toBeGreaterThanOrEqual(sizes.length - 2);
});

it("replaces a link, and not what it leads to", async () => {
  await writeFile(join(folder, "outside"), "kept");
  await symlink(join(folder, "outside"), join(folder, "data", "1.js"));
  await writeInPlace(join(folder, "data", "1.js"), "new");
  expect(await readFile(join(folder, "outside"), "utf8")).toBe("kept");
  expect(await readFile(join(folder, "data", "1.js"), "utf8")).toBe("new");
});
