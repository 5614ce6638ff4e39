// Random numbers that are derived from the two inputs: the same question always uses the same points, and an answer
// cannot be written for its own points. The seed is a SHA-256 digest, so a search for a suitable text is not feasible.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const rounds = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** Adds one block, the first sixteen of 64 words, to the state. Variables, not arrays, because this is done often. */
function compress(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16]! + low + w[i - 7]! + high;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + rounds[i]! + w[i]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/**
 * The words of the current block: one array for all digests, because they are computed often and one after the other.
 */
const w = new Int32Array(64);

/** SHA-256 of the UTF-16 code units of a text. */
export function digest(text: string): Int32Array {
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  const blocks = Math.floor((text.length + 4) / 32) + 1;
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) {
      const at = 32 * block + 2 * i;
      w[i] = (unitAt(text, at) << 16) | unitAt(text, at + 1);
    }
    if (block === blocks - 1) {
      w[14] = Math.floor(text.length / 2 ** 28);
      w[15] = text.length << 4;
    }
    compress(state, w);
  }
  return state;
}

/** A code unit of the padded text: a single bit follows the text, then zeros. */
const unitAt = (text: string, at: number): number =>
  at < text.length ? text.charCodeAt(at) : at === text.length ? 0x8000 : 0;

/** A stream of 32-bit integers. */
export class Stream {
  private constructor(
    private a: number,
    private b: number,
    private c: number,
    private d: number,
  ) {
    for (let i = 0; i < 12; i++) this.next();
  }

  /** The stream that some texts determine; each counts with its length, so that texts cannot run into one another. */
  static of(...texts: string[]): Stream {
    const seed = digest(texts.map((text) => `${text.length}:${text}`).join(""));
    return new Stream(seed[0]!, seed[1]!, seed[2]!, seed[3]!);
  }

  /** A stream that is the same each time, for points that need not be secret. */
  static known(): Stream {
    return new Stream(1, 2, 3, 4);
  }

  /** A separate stream for one of many uses. */
  branch(): Stream {
    return new Stream(this.next() | 0, this.next() | 0, this.next() | 0, this.next() | 0);
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
