// Random numbers that the two inputs fix: the same question is always examined at the same points, and nobody
// can prepare an answer for points that depend on it.

/** A stream of 32-bit integers seeded by texts. */
export class Stream {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(...texts: string[]) {
    let h1 = 0x9e3779b9;
    let h2 = 0x85ebca6b;
    for (const text of texts) {
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        h1 = Math.imul(h1 ^ code, 0x01000193);
        h2 = Math.imul(h2 ^ (code + i), 0x5bd1e995);
        h2 ^= h2 >>> 13;
      }
      h1 = Math.imul(h1 ^ text.length, 0xc2b2ae35);
    }
    this.a = h1 | 0;
    this.b = h2 | 0;
    this.c = (h1 ^ (h2 << 7)) | 0;
    this.d = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The next integer from 0 up to 2^32 - 1 (a small fast counter-based chaotic generator). */
  next(): number {
    const t = (((this.a + this.b) | 0) + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + t;
    this.c |= 0;
    return t >>> 0;
  }

  below(bound: number): number {
    return this.next() % bound;
  }
}
