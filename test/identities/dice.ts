// Seeded random choices, so that a failed trial can be repeated on any machine.

/** A stream of choices; the same seed and trial give the same ones. */
export class Dice {
  private state: number;

  constructor(seed: number, trial = 0) {
    this.state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(trial + 1, 0x85ebca6b)) | 0;
    for (let i = 0; i < 3; i++) this.next();
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number between two bounds, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** A whole number between two bounds, except for some values. */
  intBut(low: number, high: number, ...not: number[]): number {
    for (;;) {
      const n = this.int(low, high);
      if (!not.includes(n)) return n;
    }
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }
}
