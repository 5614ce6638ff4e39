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
/** What an item counts that ended its thread. */
const failedMs = 1_000;
/** How much the latest part counts in the mean. */
const weight = 0.2;
const newline = 10;

export class PartSize {
  private itemMs: number | undefined;

  /** Told of each part that was graded, and how many of its items had to be given up: they took long, or will again. */
  graded(items: number, seconds: number, failed = 0): void {
    if (items === 0) return;
    const ms = (seconds * 1000 + failed * failedMs) / items;
    this.itemMs = this.itemMs === undefined ? ms : this.itemMs + weight * (ms - this.itemMs);
  }

  /** Items of the next part; one at first, while nothing is known of them. */
  get items(): number {
    if (this.itemMs === undefined) return 1;
    return Math.max(1, Math.min(mostItems, Math.floor(partMs / Math.max(this.itemMs, 0.001))));
  }

  /** The parts of a block, each as large as seems right when it is asked for. */
  *cut({ bytes, items, first }: Lines): Generator<Lines> {
    let from = 0;
    for (let done = 0; done < items; ) {
      const wanted = Math.min(this.items, items - done);
      let to = from;
      for (let i = 0; i < wanted; i++) {
        const at = bytes.indexOf(newline, to);
        to = at < 0 ? bytes.length : at + 1;
      }
      // A copy: a view that is sent to a thread takes all the memory along that it is a view of.
      yield { bytes: ownCopy(bytes.subarray(from, to)), items: wanted, first: first + done };
      from = to;
      done += wanted;
    }
  }
}

/** Bytes in memory of their own. */
export function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
