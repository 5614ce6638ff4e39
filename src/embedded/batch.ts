// Rows that run through the model together, one token each. Each row's cache is in slots from 0 on, with a gap after it
// up to the batch's length, and the new token is at the end. A row can therefore be added, removed and extended without
// moving the others, and the sums of a row do not depend on the other rows.

import type { Decoder } from "./decoder.ts";
import { KeyValues } from "./key-values.ts";

export interface BatchRow {
  /** Slots of the cache that are in use. */
  length: number;
  /** The next token to go through the model. */
  next: number;
}

export class Batch<Row extends BatchRow> {
  readonly rows: Row[] = [];
  private keyValues: KeyValues;
  /** The logits of the last step. */
  private added: KeyValues | undefined;

  constructor(
    private readonly decoder: Decoder,
    /** The cache's slots and the new token together. */
    readonly length: number,
    /** The maximum number of rows. */
    private readonly most: number,
  ) {
    this.keyValues = new KeyValues(decoder.shape, 1, length - 1);
  }

  /** The number of rows for which memory is allocated. */
  get free(): number {
    return this.most - this.rows.length;
  }

  /** Whether a row has outgrown the slots, and must move to a longer batch before the next step. */
  isTooLong(row: Row): boolean {
    return row.length >= this.length;
  }

  /** Adds a row whose cache is in the first `slots` of a row of a different batch. */
  add(row: Row, cache: KeyValues, cacheRow: number, slots: number): void {
    const place = this.rows.length;
    if (place === this.keyValues.rows) this.grow();
    this.keyValues.copy(cache, { row: cacheRow, slot: 0 }, { row: place, slot: 0 }, slots);
    this.rows.push(row);
  }

  /** Removes a row; the last row takes its place. */
  remove(place: number): void {
    const last = this.rows.length - 1;
    const moved = this.rows.pop()!;
    if (place === last) return;
    this.keyValues.copy(this.keyValues, { row: last, slot: 0 }, { row: place, slot: 0 }, moved.length);
    this.rows[place] = moved;
  }

  /** Moves a row to a different batch. After a step, rows are removed and moved from the last to the first. */
  move(place: number, to: Batch<Row>): void {
    const row = this.rows[place]!;
    const slots = Math.min(row.length, this.length - 1);
    to.add(row, this.keyValues, place, slots);
    if (slots < row.length)
      to.keyValues.copy(
        this.added!,
        { row: place, slot: 0 },
        { row: to.rows.length - 1, slot: slots },
        row.length - slots,
      );
    this.remove(place);
  }

  /** Sends every row's next token through the model; returns the logits, row by row. */
  async step(): Promise<Float32Array> {
    const { rows, length } = this;
    const mask = new BigInt64Array(rows.length * length);
    rows.forEach((row, place) => {
      const start = place * length;
      mask.fill(1n, start, start + row.length);
      mask[start + length - 1] = 1n;
    });
    const { logits, added } = await this.decoder.run({
      rows: rows.length,
      length: 1,
      ids: BigInt64Array.from(rows, ({ next }) => BigInt(next)),
      positions: BigInt64Array.from(rows, (row) => BigInt(row.length)),
      mask,
      wanted: new BigInt64Array(rows.length),
      past: length - 1,
      cache: this.keyValues.firstRows(rows.length),
    });
    this.added = added;
    rows.forEach((row, place) => {
      if (row.length < length - 1)
        this.keyValues.copy(added, { row: place, slot: 0 }, { row: place, slot: row.length }, 1);
      row.length++;
    });
    return logits;
  }

  private grow(): void {
    const larger = new KeyValues(
      this.decoder.shape,
      Math.min(this.most, this.keyValues.rows * 2),
      this.length - 1,
    );
    larger.arrays.forEach((array, place) => {
      array.set(this.keyValues.arrays[place] as never);
    });
    this.keyValues = larger;
  }
}
