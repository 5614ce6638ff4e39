// Ids that were met, as numbers of 53 bits in one array: sixteen bytes for each, whatever a log calls its rows. Two ids share a
// number once in some thousand logs of a million rows.

export class SeenIds {
  private values = new Float64Array(1 << 10);
  private size = 0;

  /** Whether it is new. */
  add(id: string): boolean {
    if (2 * this.size >= this.values.length) this.grow();
    return this.put(hashOf(id));
  }

  private put(hash: number): boolean {
    const last = this.values.length - 1;
    for (let at = hash % this.values.length; ; at = at === last ? 0 : at + 1) {
      const held = this.values[at];
      if (held === hash) return false;
      if (held !== 0) continue;
      this.values[at] = hash;
      this.size++;
      return true;
    }
  }

  private grow(): void {
    const old = this.values;
    this.values = new Float64Array(2 * old.length);
    this.size = 0;
    for (const hash of old) if (hash !== 0) this.put(hash);
  }
}

/** Two hashes of 32 and 21 bits, by different multipliers; never 0. */
function hashOf(id: string): number {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < id.length; i++) {
    const code = id.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  a ^= a >>> 15;
  return (a >>> 0) * 2 ** 21 + ((b >>> 11) & 0x1fffff) + 1;
}
