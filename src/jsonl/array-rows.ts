// The elements of a JSON array, one after another, from a stream of bytes: at most one element is in memory. An element
// keeps its original text, except for line breaks between its parts.

import { InputError } from "./errors.ts";
import { type InputRow, longestRow } from "./read-blocks.ts";

const [quote, backslash, comma, newline, space] = [0x22, 0x5c, 0x2c, 0x0a, 0x20];
const [open, close, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];

const isSpace = (byte: number): boolean => byte === space || (byte >= 9 && byte <= 13);

/** What may follow at the current position. */
type Place = "before" | "first" | "element" | "between" | "next" | "after";

/** @throws {InputError} if the bytes are not an array; the rows before that position have been delivered */
export async function* arrayRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<InputRow> {
  const cutter = new ArrayCutter();
  for await (const chunk of chunks) yield* cutter.push(chunk);
  cutter.finish();
}

class ArrayCutter {
  private place: Place = "before";
  /** Within the element. */
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private reason: string | undefined;
  private rows = 0;
  private read = 0;

  *push(given: Buffer): Generator<InputRow> {
    // A copy, because line breaks are replaced by spaces.
    const chunk = Buffer.from(given);
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.place !== "element") {
        if (isSpace(byte) || this.isMark(byte, this.read + i)) continue;
        if (this.begins(byte)) {
          from = i;
          i--; // The byte is the first of the element.
        }
        continue;
      }
      if (this.inString) {
        i = this.inStringUntil(chunk, i);
        continue;
      }
      if (byte === quote) this.inString = true;
      else if (byte === open || byte === openList) this.depth++;
      else if (byte === newline) chunk[i] = space;
      else if (this.depth === 0 && (byte === comma || byte === closeList)) {
        yield this.row(chunk.subarray(from, i), this.read + i);
        this.place = byte === comma ? "next" : "after";
      } else if (byte === close || byte === closeList) {
        this.depth--;
        if (this.depth > 0) continue;
        yield this.row(chunk.subarray(from, i + 1), this.read + i + 1);
        this.place = "between";
      }
    }
    if (this.place === "element") this.hold(chunk.subarray(from));
    this.read += chunk.length;
  }

  finish(): void {
    if (this.place === "after") return;
    if (this.place === "before" && this.read === 0) return; // An empty file has no rows.
    throw new InputError(`the list does not end: the file breaks off after row ${this.rows}`);
  }

  /** The positions at which a UTF-8 text may begin. */
  private isMark = (byte: number, at: number): boolean =>
    this.place === "before" && at < 3 && byte === [0xef, 0xbb, 0xbf][at];

  /** A byte outside the elements; true if it is the first of one. */
  private begins(byte: number): boolean {
    const { place } = this;
    if (place === "before" && byte === openList) this.place = "first";
    else if (place === "between" && byte === comma) this.place = "next";
    else if ((place === "first" || place === "between") && byte === closeList) this.place = "after";
    else if ((place === "first" || place === "next") && byte !== comma && byte !== closeList) {
      this.place = "element";
      this.depth = 0;
      return true;
    } else throw new InputError(this.unexpected(byte));
    return false;
  }

  private unexpected(byte: number): string {
    const found = byte > space && byte < 0x7f ? `'${String.fromCharCode(byte)}'` : `the byte ${byte}`;
    if (this.place === "before") return `a list of rows should begin with '[', but ${found} was found`;
    const where = this.place === "after" ? "after the list" : `after row ${this.rows}`;
    return `${where} there is ${found}, which does not belong there`;
  }

  /** Where the string ends, or the chunk; escaped characters are skipped. */
  private inStringUntil(chunk: Buffer, from: number): number {
    let i = from;
    for (; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (byte === newline) {
        this.reason = "not JSON: there is a line break in a string";
        chunk[i] = space;
      }
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === backslash) this.isEscaped = true;
      else if (byte === quote) {
        this.inString = false;
        return i;
      }
    }
    return i;
  }

  private hold(bytes: Buffer): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes > longestRow) {
      this.reason = `longer than ${longestRow >> 20} MiB`;
      this.held = [];
    } else this.held.push(bytes);
  }

  private row(last: Buffer, end: number): InputRow {
    this.hold(last);
    const json = this.reason === undefined ? Buffer.concat(this.held) : "{}";
    const { reason } = this;
    this.held = [];
    this.heldBytes = 0;
    this.reason = undefined;
    this.rows++;
    return { json, end, ...(reason === undefined ? {} : { reason }) };
  }
}
