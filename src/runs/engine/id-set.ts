// Ids of units that were met. A Set of JavaScript ends at 2^24 members, and a run may have more units than that.

const mostInOne = 2 ** 23;

export class IdSet {
  private readonly sets: Set<string>[] = [new Set()];

  /** @param most how many one part holds; less than the most that a Set can hold */
  constructor(private readonly most: number = mostInOne) {}

  get size(): number {
    return this.sets.reduce((sum, { size }) => sum + size, 0);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const set of this.sets) yield* set;
  }

  has(id: string): boolean {
    for (const set of this.sets) if (set.has(id)) return true;
    return false;
  }

  add(id: string): void {
    if (this.has(id)) return;
    let last = this.sets.at(-1)!;
    if (last.size >= this.most) {
      last = new Set();
      this.sets.push(last);
    }
    last.add(id);
  }
}
