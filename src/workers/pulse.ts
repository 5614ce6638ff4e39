// The progress of a worker, as a few numbers in shared memory, which can be read while the worker is stuck.

import { readFileSync, readlinkSync } from "node:fs";

const beats = 0;
const block = 1;
const job = 2;
const item = 3;
const answered = 4;
const systemThread = 5;
const numbers = 6;

/** The number that means no block: the worker is idle. */
export const noBlock = 0;

/** The current item of a worker; its index is -1 while the job itself is parsed. */
interface Place {
  block: number;
  job: number;
  item: number;
}

export class Pulse {
  private readonly memory: Int32Array;

  constructor(readonly shared = new SharedArrayBuffer(numbers * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = new Int32Array(shared);
  }

  /** Written by the worker at its start: Linux counts the CPU time of each thread. */
  nameThread(): void {
    try {
      Atomics.store(this.memory, systemThread, Number(/\d+$/.exec(readlinkSync("/proc/thread-self"))![0]));
    } catch {
      // Other systems count it only for the whole process.
    }
  }

  /**
   * Milliseconds that the worker has computed; those of the whole process if the system does not report them per
   * thread.
   */
  get cpuMs(): number {
    const ofThread = this.threadCpuMs;
    if (ofThread !== undefined) return ofThread;
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }

  private get threadCpuMs(): number | undefined {
    try {
      const task = `/proc/self/task/${Atomics.load(this.memory, systemThread)}`;
      // Nanoseconds, or 0 if the kernel was built without these counts.
      return Number(readFileSync(`${task}/schedstat`, "latin1").split(" ")[0]) / 1e6 || undefined;
    } catch {
      return undefined;
    }
  }

  /** Written by the worker, before each item. */
  beat(inBlock: number, inJob: number, place: number): void {
    Atomics.store(this.memory, block, inBlock);
    Atomics.store(this.memory, job, inJob);
    Atomics.store(this.memory, item, place);
    Atomics.add(this.memory, beats, 1);
  }

  /** Written by the worker, after each message, for a host that blocks. */
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

  /** Blocks until there is a message after the first `seen`, for at most `ms`. */
  waitFor(seen: number, ms: number): void {
    Atomics.wait(this.memory, answered, seen, ms);
  }
}

/**
 * How long a worker has been at one item. Time is counted in ticks, and a late tick counts as two at most: while the
 * process was stopped or the machine was asleep, the worker could not continue either.
 */
export class Stillness {
  ms = 0;
  /** The part of that time that the worker has computed. */
  busyMs = 0;
  private seen = -1;
  private last = 0;
  /** Read only while a worker stays at an item, because reading it takes longer than most items do. */
  private lastCpu: number | undefined;

  constructor(private readonly tickMs: number) {}

  /** Once a tick. */
  look(pulse: Pulse): void {
    const now = performance.now();
    const { beats } = pulse;
    if (beats === this.seen) {
      const passed = Math.min(now - this.last, 2 * this.tickMs);
      const cpu = pulse.cpuMs;
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
