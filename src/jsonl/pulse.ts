// How a thread shows that it goes on: a few numbers in shared memory, which can be read while the thread is stuck. Time is
// counted in ticks that were seen and not by a clock, so that a process that was stopped, or a machine that slept, does
// not count as time in which nothing happened.

const beats = 0;
const batch = 1;
const item = 2;
const answered = 3;
const numbers = 4;

const ticksALimit = 10;

export class Pulse {
  private readonly memory: Int32Array;
  private seen = -1;
  private still = 0;

  constructor(readonly shared = new SharedArrayBuffer(numbers * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = new Int32Array(shared);
  }

  /** By the thread, before each item. */
  beat(inBatch: number, place: number): void {
    Atomics.store(this.memory, batch, inBatch);
    Atomics.store(this.memory, item, place);
    Atomics.add(this.memory, beats, 1);
  }

  /** By the thread, when it has said something to one who waits. */
  wake(): void {
    Atomics.add(this.memory, answered, 1);
    Atomics.notify(this.memory, answered);
  }

  /** Where the thread is. */
  get at(): { batch: number; place: number } {
    return { batch: Atomics.load(this.memory, batch), place: Atomics.load(this.memory, item) };
  }

  /** By whoever watches, once a tick: whether nothing has happened for as long as the limit. */
  isStuck(): boolean {
    const now = Atomics.load(this.memory, beats);
    this.still = now === this.seen ? this.still + 1 : 0;
    this.seen = now;
    return this.still >= ticksALimit;
  }

  /** By whoever watches, while nothing is to be done. */
  rest(): void {
    this.still = 0;
  }

  get answers(): number {
    return Atomics.load(this.memory, answered);
  }

  /** Blocks until something more than `before` was said, a tick at most. */
  waitFor(before: number, limitMs: number): void {
    Atomics.wait(this.memory, answered, before, tickMs(limitMs));
  }
}

export const tickMs = (limitMs: number): number => Math.max(5, limitMs / ticksALimit);
