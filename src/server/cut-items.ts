// Cuts the items of `{"reward": …, "items": [{…}, …]}` out of a stream of bytes and makes blocks of lines of them, so
// the body and its items never become one text. Strings are skipped by a search for their closing quote, so cutting
// costs little beyond reading.

import { parseBody } from "../http/body.ts";
import { HttpError } from "../http/http-error.ts";

export interface ItemBlock {
  /** An item a line. */
  bytes: Buffer;
  items: number;
  /** The number of the first item, counted from 1. */
  first: number;
}

const [quote, backslash, comma, colon, newline, space, tab] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a, 0x20, 0x09];
const [open, close, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Blocks are this large, or as large as one item. */
const blockBytes = 128 * 1024;
const mostItemBytes = 32 << 20;
const mostRestBytes = 1 << 20;
const longestKey = 100;

export class ItemCutter {
  /** The text around the items, with an empty list in their place. */
  private rest: Buffer[] = [];
  private restBytes = 0;
  /** The part of it before the items. */
  private head: Buffer = Buffer.alloc(0);
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private isInItems = false;
  private hasItems = false;
  /** The last string at the depth of the body's members, which may be a key. */
  private lastString = "";
  private key = "";
  /** The pieces of the current item, and of the block before it. */
  private item: Buffer[] = [];
  private itemBytes = 0;
  private block: Buffer[] = [];
  private blockSize = 0;
  private blockItems = 0;
  private cut = 0;
  private ready: ItemBlock[] = [];

  /** The members before the items, once those have begun. */
  before(): unknown {
    return parseBody(Buffer.concat([this.head, endOfBody]));
  }

  /** The blocks that are whole with this chunk. @throws {HttpError} when it cannot be a body */
  push(chunk: Buffer): ItemBlock[] {
    let from = 0;
    let i = 0;
    while (i < chunk.length) {
      if (this.inString) {
        i = this.stringEnd(chunk, i);
        continue;
      }
      const byte = chunk[i]!;
      if (this.isInItems && this.depth === 2) {
        if (byte === comma || byte === closeList) {
          this.take(chunk.subarray(from, i));
          this.endItem(byte === closeList);
          from = byte === closeList ? i : i + 1;
          if (byte === closeList) this.leaveItems();
          i++;
          continue;
        }
      }
      i++;
      if (byte === quote) this.beginString();
      else if (byte === open || byte === openList) {
        this.depth++;
        if (byte === openList && this.depth === 2 && this.key === "items" && !this.isInItems) {
          this.keep(chunk.subarray(from, i));
          from = i;
          this.enterItems();
        }
      } else if (byte === close || byte === closeList) this.depth--;
      else if (byte === colon && this.depth === 1) this.key = this.keyOf();
      else if (byte === comma && this.depth === 1) this.key = "";
    }
    const left = chunk.subarray(from);
    if (this.isInItems) this.take(left);
    else this.keep(left);
    return this.ready.splice(0);
  }

  /** The last block, and the body without its items. @throws {HttpError} when the body does not end as it must */
  end(): { blocks: ItemBlock[]; rest: unknown } {
    if (this.isInItems || this.inString || this.depth !== 0)
      throw new HttpError(400, "the body is not JSON: it ends too soon");
    const rest = parseBody(Buffer.concat(this.rest));
    this.flush();
    return { blocks: this.ready.splice(0), rest };
  }

  /** Where the open string ends, or the chunk. */
  private stringEnd(chunk: Buffer, from: number): number {
    let at = from;
    if (this.isEscaped) {
      this.isEscaped = false;
      at++;
    }
    for (;;) {
      const found = chunk.indexOf(quote, at);
      const end = found < 0 ? chunk.length : found;
      let slashes = 0;
      while (end - 1 - slashes >= at && chunk[end - 1 - slashes] === backslash) slashes++;
      const isEscaped = slashes % 2 === 1;
      if (found < 0) {
        this.isEscaped = isEscaped;
        this.keepString(chunk.subarray(from));
        return chunk.length;
      }
      at = found + 1;
      if (isEscaped) continue;
      this.inString = false;
      this.keepString(chunk.subarray(from, found));
      return at;
    }
  }

  private beginString(): void {
    this.inString = true;
    if (this.depth === 1) this.lastString = "";
  }

  /** Only names of members are kept, and no more characters than a name can have. */
  private keepString(bytes: Buffer): void {
    if (this.depth !== 1 || this.lastString.length > longestKey) return;
    this.lastString += bytes.subarray(0, longestKey).toString("latin1");
  }

  private keyOf(): string {
    const text = this.lastString;
    // A name may be spelt with escapes.
    if (!text.includes("\\")) return text;
    try {
      return JSON.parse(`"${text}"`) as string;
    } catch {
      return "";
    }
  }

  private enterItems(): void {
    if (this.hasItems) throw new HttpError(400, "the body has 'items' twice", { param: "items" });
    this.isInItems = true;
    this.hasItems = true;
    this.head = Buffer.concat(this.rest);
  }

  private leaveItems(): void {
    this.isInItems = false;
    this.depth = 1;
    this.key = "";
  }

  private keep(bytes: Buffer): void {
    this.restBytes += bytes.length;
    if (this.restBytes > mostRestBytes)
      throw new HttpError(413, `the fields other than the items are larger than ${mostRestBytes} bytes`);
    this.rest.push(Buffer.from(bytes));
  }

  private take(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.itemBytes += bytes.length;
    if (this.itemBytes > mostItemBytes)
      throw new HttpError(413, `item ${this.cut} is larger than ${mostItemBytes} bytes`);
    this.item.push(bytes);
  }

  private endItem(isLast: boolean): void {
    const isBlank = this.item.every((bytes) => bytes.every(isSpace));
    if (isBlank) {
      if (!isLast || this.cut > 0)
        throw new HttpError(400, `the body is not JSON: item ${this.cut} is missing`);
      this.item = [];
      return;
    }
    for (const bytes of this.item) this.block.push(withoutNewlines(bytes));
    this.block.push(endOfLine);
    this.blockSize += this.itemBytes + 1;
    this.blockItems++;
    this.cut++;
    this.item = [];
    this.itemBytes = 0;
    if (this.blockSize >= blockBytes) this.flush();
  }

  private flush(): void {
    if (this.blockItems === 0) return;
    const first = this.cut - this.blockItems + 1;
    this.ready.push({ bytes: Buffer.concat(this.block), items: this.blockItems, first });
    this.block = [];
    this.blockSize = 0;
    this.blockItems = 0;
  }
}

const endOfLine = Buffer.from([newline]);
const endOfBody = Buffer.from([closeList, close]);

const isSpace = (byte: number): boolean => byte === space || byte === newline || byte === tab || byte === 13;

/**
 * A line must not contain a newline. A tab is white space too, and inside a string it is no more allowed than a
 * newline.
 */
function withoutNewlines(bytes: Buffer): Buffer {
  if (!bytes.includes(newline)) return bytes;
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(newline); at >= 0; at = copy.indexOf(newline, at)) copy[at] = tab;
  return copy;
}
