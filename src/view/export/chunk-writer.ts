// Writes texts into the chunks of a static site. A page that is opened from a file can only load scripts, so a chunk is
// a script: `__assay(N, "base64 of gzip")`. Texts are concatenated, and a chunk may end inside a text.

import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type AnswerPlace, chunkFile, rootChunk } from "./site-index.ts";

const gzipped = promisify(gzip);

/** The size of a chunk's file; a browser opens one in some hundredths of a second. */
const fileSize = 256 << 10;
/** The length of text for that size: first a guess, then by the compression of earlier texts. */
const firstSize = 1 << 20;
const [leastSize, mostSize] = [128 << 10, 8 << 20];

export class ChunkWriter {
  files = 0;
  bytes = 0;
  private chunk = rootChunk + 1;
  private text = "";
  private size = firstSize;

  constructor(private readonly folder: string) {}

  async add(text: string): Promise<AnswerPlace> {
    const place: AnswerPlace = [this.chunk, this.text.length, text.length];
    this.text += text;
    while (this.text.length >= this.size) await this.flush(wholeSigns(this.text, this.size));
    return place;
  }

  /** Ends the current chunk, so that later texts are in others. */
  async end(): Promise<void> {
    if (this.text !== "") await this.flush(this.text.length);
  }

  /** Writes the chunk that a page opens first. */
  async writeRoot(text: string): Promise<void> {
    await this.end();
    await this.write(rootChunk, text);
  }

  private async flush(length: number): Promise<void> {
    const text = this.text.slice(0, length);
    this.text = this.text.slice(length);
    const written = await this.write(this.chunk++, text);
    this.size = Math.max(leastSize, Math.min(mostSize, Math.round((text.length * fileSize) / written)));
  }

  private async write(chunk: number, text: string): Promise<number> {
    const script = `__assay(${chunk},"${(await gzipped(text)).toString("base64")}")\n`;
    await writeInPlace(join(this.folder, chunkFile(chunk)), script);
    this.files++;
    this.bytes += script.length;
    return script.length;
  }
}

/** A surrogate pair is not split. */
function wholeSigns(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last < 0xdc00 && length < text.length ? length + 1 : length;
}

/** If the file is a link, the link is replaced, and not its target. */
export async function writeInPlace(path: string, content: string | Buffer): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, content, { flag: "wx" });
  await rename(fresh, path);
}
