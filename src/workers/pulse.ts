// Where a worker is, as a few numbers in shared memory, which can be read while the worker is stuck.

const beats = 0;
const block = 1;
const job = 2;
const item = 3;
const answered = 4;
const numbers = 5;

/** The item that a worker is at; its place is -1 while the job itself is read. */
export interface Place {
  block: number;
  job: number;
  item: number;
}

export class Pulse {
  private readonly memory: Int32Array;

  constructor(readonly shared = new SharedArrayBuffer(numbers * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = new Int32Array(shared);
  }

  /** By the worker, before each item. */
  beat(inBlock: number, inJob: number, place: number): void {
    Atomics.store(this.memory, block, inBlock);
    Atomics.store(this.memory, job, inJob);
    Atomics.store(this.memory, item, place);
    Atomics.add(this.memory, beats, 1);
  }

  /** By the worker, after each message, for a host that blocks. */
  wake(): void {
    Atomics.add(this.memory, answered, 1);
    Atomics.notify(this.memory, answered);
  }

  get at(): Place {
    const [inBlock, inJob, place] = [block, job, item].map((index) => Atomics.load(this.memory, index));
    return { block: inBlock!, job: inJob!, item: place! };
  }

  /** Grows with every item. */
  get beats(): number {
    return Atomics.load(this.memory, beats);
  }

  /** Grows with every message. */
  get messages(): number {
    return Atomics.load(this.memory, answered);
  }

  /** Blocks until there was a message after the first `seen`, for `ms` at most. */
  waitFor(seen: number, ms: number): void {
    Atomics.wait(this.memory, answered, seen, ms);
  }
}

/**
 * How long a worker has been at one item. Time is added up in ticks, and a late tick counts as two at most: while the
 * process was stopped or the machine slept, the worker could not go on either.
 */
export class Stillness {
  ms = 0;
  /** Of that, what the worker may have computed: not more than the whole process did. */
  busyMs = 0;
  private seen = -1;
  private last = 0;
  /** Asked for only while a worker stays at an item, since the answer costs more than most items do. */
  private lastCpu: number | undefined;

  constructor(private readonly tickMs: number) {}

  /** Once a tick. */
  look(beats: number): void {
    const now = performance.now();
    if (beats === this.seen) {
      const passed = Math.min(now - this.last, 2 * this.tickMs);
      const cpu = cpuMs();
      this.ms += passed;
      this.busyMs += Math.min(passed, cpu - (this.lastCpu ?? cpu));
      this.lastCpu = cpu;
    } else {
      this.reset();
      this.seen = beats;
    }
    this.last = now;
  }

  reset(): void {
    this.ms = this.busyMs = 0;
    this.seen = -1;
    this.lastCpu = undefined;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
