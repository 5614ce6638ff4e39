// Numbers at which expressions are tried. They are known to as many digits as are asked for, so that no formula can count
// on where their digits end: \sin(2^k πx) vanishes at every number with a short binary expansion.

import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import type { Rational } from "../expression/rational.ts";
import type { Stream } from "../terms/random.ts";

/** A number to any precision. */
export interface Drawn {
  at(prec: number): Ball;
}

/** What a letter stands for at a point. */
export type Coordinate = Ball | Drawn;

export const ballAt = (x: Coordinate, prec: number): Ball => ("at" in x ? x.at(prec) : x);

/** A number between two others whose binary digits go on as a stream does, without end or pattern. */
export class Generic implements Drawn {
  private digits = 0n;
  private count = 0;
  /** The value that was asked for last, which is mostly asked for again. */
  private last: Ball | undefined;
  private lastPrecision = 0;
  /** How far the two ends are apart. */
  readonly width: Ball;
  private readonly random: Stream;

  constructor(
    private readonly from: Ball,
    to: Ball,
    random: Stream,
  ) {
    this.width = ball.sub(to, from, exactly);
    this.random = random.branch();
  }

  at(prec: number): Ball {
    if (this.last && this.lastPrecision === prec) return this.last;
    const wanted = prec + 32;
    for (; this.count < wanted; this.count += 32)
      this.digits = (this.digits << 32n) | BigInt(this.random.next());
    const places = Math.ceil(wanted / 32) * 32;
    const share: Ball = { m: 2n * (this.digits >> BigInt(this.count - places)) + 1n, e: -places - 1, r: 1 };
    const value = ball.add(this.from, ball.mul(this.width, share, wanted), wanted);
    this.last = value;
    this.lastPrecision = prec;
    return value;
  }
}

/** Ends of intervals are short; nothing of them is lost in so many digits. */
const exactly = 4096;

/** A fraction, where the same number is needed exactly. */
export const fraction = ({ n, d }: Rational): Drawn => ({
  at: (prec) => ball.fromRational(n, d, prec) as Ball,
});
