// A growing column of whole numbers in one typed array: 100,000 samples take a few hundred kilobytes, and a filter over
// them milliseconds. Pure, the same in server and browser.

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type Width = 8 | 16 | 32 | 64;

const arrays = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: Float64Array } as const;

export class Column {
  length = 0;
  private values: Numbers;

  constructor(
    readonly width: Width,
    capacity = 64,
  ) {
    this.values = new arrays[width](capacity);
  }

  static of(width: Width, values: ArrayLike<number>): Column {
    const column = new Column(width, Math.max(16, values.length));
    for (let i = 0; i < values.length; i++) column.values[i] = values[i]!;
    column.length = values.length;
    return column;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow(2 * this.length);
    this.values[this.length++] = value;
  }

  at(row: number): number {
    return this.values[row]!;
  }

  set(row: number, value: number): void {
    this.values[row] = value;
  }

  /** Sets the length, with zeros at the end. */
  extend(length: number): void {
    if (length > this.values.length) this.grow(Math.max(length, 2 * this.values.length));
    this.length = Math.max(this.length, length);
  }

  clear(): void {
    this.values.fill(0);
    this.length = 0;
  }

  /** A copy of a part, for JSON. */
  slice(from = 0, to = this.length): number[] {
    return Array.from(this.values.subarray(from, to));
  }

  /** The array itself, not a copy. */
  view(): Numbers {
    return this.values.subarray(0, this.length);
  }

  private grow(capacity: number): void {
    const larger = new arrays[this.width](capacity);
    larger.set(this.values.subarray(0, this.length));
    this.values = larger;
  }
}

/** Repeated texts, each stored once and referred to by its index. */
export class Texts {
  private readonly places = new Map<string, number>();

  constructor(readonly list: string[] = []) {
    list.forEach((text, place) => {
      this.places.set(text, place);
    });
  }

  placeOf(text: string): number {
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.list.length;
      this.places.set(text, place);
      this.list.push(text);
    }
    return place;
  }
}
