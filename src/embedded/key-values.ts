// The keys and values of attention: one array for each cache input of the model, with rows of heads of slots of
// numbers. They are only moved, so half precision needs no special handling.

export type Numbers = Float32Array | Uint16Array;

export interface CacheShape {
  type: "float32" | "float16";
  /** Cache inputs of the model: two for each layer. */
  arrays: number;
  heads: number;
  headSize: number;
}

export const bytesPerSlot = ({ type, arrays, heads, headSize }: CacheShape): number =>
  arrays * heads * headSize * (type === "float32" ? 4 : 2);

interface SlotRange {
  row: number;
  slot: number;
}

export class KeyValues {
  readonly arrays: readonly Numbers[];

  constructor(
    readonly shape: CacheShape,
    readonly rows: number,
    readonly slots: number,
    arrays?: readonly Numbers[],
  ) {
    const { type, heads, headSize } = shape;
    const make = type === "float32" ? Float32Array : Uint16Array;
    this.arrays =
      arrays ?? Array.from({ length: shape.arrays }, () => new make(rows * heads * slots * headSize));
  }

  get bytes(): number {
    return bytesPerSlot(this.shape) * this.rows * this.slots;
  }

  /** Copies `count` slots of a row of a different cache. */
  copy(other: KeyValues, from: SlotRange, to: SlotRange, count: number): void {
    const { heads, headSize } = this.shape;
    const length = count * headSize;
    this.arrays.forEach((target, place) => {
      const source = other.arrays[place]!;
      for (let head = 0; head < heads; head++) {
        const start = ((from.row * heads + head) * other.slots + from.slot) * headSize;
        target.set(
          source.subarray(start, start + length),
          ((to.row * heads + head) * this.slots + to.slot) * headSize,
        );
      }
    });
  }

  /** Only the first rows, in the form that the model takes. */
  firstRows(rows: number): readonly Numbers[] {
    const { heads, headSize } = this.shape;
    return this.arrays.map((array) => array.subarray(0, rows * heads * this.slots * headSize));
  }
}
