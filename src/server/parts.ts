// How a block of lines is divided for users' own rewards, which may take long for an item: into parts so small that all
// threads have work and results are sent when they are ready, but not smaller, because passing a part to a thread has a
// cost.

export interface Lines {
  bytes: Buffer;
  items: number;
  /** The number of the first line, counted from 1. */
  first: number;
}

const mostItems = 16;
/** A part that takes longer is too large. */
const partMs = 20;
/** The counts of an item that ended its thread. */
const failedMs = 1_000;
/** The weight of the latest part in the mean. */
const weight = 0.2;
const newline = 10;

export class PartSize {
  private itemMs: number | undefined;

  /** Receives each graded part, and how many of its items had to be abandoned: they took long, or will again. */
  graded(items: number, seconds: number, failed = 0): void {
    if (items === 0) return;
    const ms = (seconds * 1000 + failed * failedMs) / items;
    this.itemMs = this.itemMs === undefined ? ms : this.itemMs + weight * (ms - this.itemMs);
  }

  /** The number of items in the next part; one at first, while nothing is known about them. */
  get items(): number {
    if (this.itemMs === undefined) return 1;
    return Math.max(1, Math.min(mostItems, Math.floor(partMs / Math.max(this.itemMs, 0.001))));
  }

  /** The parts of a block, each of the size that seems right when it is requested. */
  *cut({ bytes, items, first }: Lines): Generator<Lines> {
    let from = 0;
    for (let done = 0; done < items; ) {
      const wanted = Math.min(this.items, items - done);
      let to = from;
      for (let i = 0; i < wanted; i++) {
        const at = bytes.indexOf(newline, to);
        to = at < 0 ? bytes.length : at + 1;
      }
      // A copy: sending a view to a thread would send all the memory behind it.
      yield { bytes: ownCopy(bytes.subarray(from, to)), items: wanted, first: first + done };
      from = to;
      done += wanted;
    }
  }
}

/** Bytes with their own memory. */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
