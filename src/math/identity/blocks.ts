// Expressions whose absolute values, floors, roots and similar functions have the same arguments. Each of these is
// replaced by a letter: the results are the same or not regardless of where such functions turn or jump.

import { fractionOf } from "../algebra/polynomial.ts";
import type { Ball } from "../ball/index.ts";
import * as ball from "../ball/index.ts";
import { polynomialIn } from "../exact/symbolic.ts";
import {
  add,
  binds,
  type Expr,
  type ExprOf,
  fn,
  freeNames,
  fromRational,
  has,
  isNumber,
  mapParts,
  mul,
  num,
  pow,
} from "../expression/expr.ts";
import { isWhole, nearFraction, type Rational, same, size } from "../expression/rational.ts";
import { functionNamed } from "../functions/functions.ts";
import { realValue } from "../numeric/evaluate.ts";
import type { Decision } from "../terms/decision.ts";
import type { Budget } from "../terms/limits.ts";
import { isBreaking } from "./breaks.ts";
import { draw, type RealPoint, type Sampling } from "./points.ts";

/** A function of some argument, as a letter. */
interface Block {
  name: string;
  args: Expr[];
  values: (Ball | undefined)[];
  letter: Expr;
}

type Compare = (a: Expr, b: Expr, budget: Budget) => Decision;

/** At most this many different blocks. */
const most = 8;

/** Whether two expressions are the same with all their blocks replaced by letters. */
export function sameByBlocks(a: Expr, b: Expr, compare: Compare, sampling: Sampling): Decision | undefined {
  const blocks = new Blocks(compare, sampling);
  const { budget } = sampling;
  const left = blocks.replace(withShortDivisors(a, budget));
  const known = blocks.count;
  const right = left && blocks.replace(withShortDivisors(b, budget));
  // A block that only one side has does not help.
  if (!left || !right || known === 0 || blocks.count > known) return undefined;
  const found = compare(left, right, budget);
  return found.verdict === "equal" ? found : undefined;
}

class Blocks {
  private readonly known: Block[] = [];
  private readonly point: RealPoint;
  private readonly budget: Budget;

  constructor(
    private readonly compare: Compare,
    { names, traits, random, budget }: Sampling,
  ) {
    this.budget = budget;
    this.point = new Map(names.map((name, k) => [name, draw(random, 3 * k, traits.whole.has(name), traits)]));
  }

  get count(): number {
    return this.known.length;
  }

  /**
   * The expression with letters for its blocks; undefined if there are too many, or if they are inside a sum or a
   * limit.
   */
  replace(e: Expr): Expr | undefined {
    this.budget.spend(1);
    if (freeNames(e).size === 0) return e;
    if (isBreaking(e) && e.t === "fn") return this.letterOf(e.name, e.args);
    // The square root of a square is an absolute value; other roots of powers are blocks of their base.
    if (e.t === "pow" && isBreaking(e) && e.exp.t === "num") {
      const { base, exp } = e;
      return base.t === "pow" && isNumber(base.exp, 2n) && exp.d === 2n
        ? this.power(this.letterOf("abs", [base.base]), exp.n)
        : this.power(this.letterOf(`1/${exp.d}`, [base]), exp.n);
    }
    if (binds(e)) return undefined;
    let isDone = true;
    const next = mapParts(e, (part) => {
      const inner = isDone ? this.replace(part) : undefined;
      isDone &&= inner !== undefined;
      return inner ?? part;
    });
    return isDone ? next : undefined;
  }

  private power(letter: Expr | undefined, n: bigint): Expr | undefined {
    return letter && (n === 1n ? letter : pow(letter, num(n)));
  }

  private letterOf(name: string, args: Expr[]): Expr | undefined {
    const values = args.map((arg) => {
      const value = realValue(arg, this.point, 64, this.budget);
      return typeof value === "string" ? undefined : value;
    });
    for (const block of this.known) {
      const shift = this.shiftTo(block, name, args, values);
      if (shift) return add(block.letter, shift);
      const factor = this.factorTo(block, name, args, values);
      if (factor)
        return factor.t === "num" && factor.n === factor.d ? block.letter : mul(factor, block.letter);
    }
    if (this.known.length === most) return undefined;
    const letter: Expr = { t: "sym", name: `block ${this.known.length}` };
    this.known.push({ name, args, values, letter });
    return letter;
  }

  /** Rounding keeps whole summands as they are. */
  private shiftTo(
    block: Block,
    name: string,
    [arg]: readonly Expr[],
    [value]: readonly (Ball | undefined)[],
  ): Expr | undefined {
    const known = block.values[0];
    if (name !== block.name || functionNamed(name)?.opposite === undefined || !value || !known)
      return undefined;
    const gap = ball.toNumber(ball.sub(value, known, 64));
    const by = num(BigInt(Math.round(gap)));
    if (Math.abs(gap) < 0.5 || Math.abs(gap) > 1e6 || Math.abs(gap - Math.round(gap)) > 1e-9)
      return undefined;
    return this.compare(arg!, add(block.args[0]!, by), this.budget).verdict === "equal" ? by : undefined;
  }

  /** The number by which the letter of a block must be multiplied to be a function of these arguments. */
  private factorTo(
    block: Block,
    name: string,
    args: readonly Expr[],
    values: readonly (Ball | undefined)[],
  ): Expr | undefined {
    if (block.args.length !== args.length) return undefined;
    const entry = functionNamed(name);
    const opposite = entry?.opposite !== undefined && entry.opposite === block.name;
    if (block.name !== name && !opposite) return undefined;
    const rising = args.map((_, i) => i);
    const orders = entry?.symmetric && args.length === 2 ? [rising, [1, 0]] : [rising];
    for (const indices of orders) {
      const factors = indices.map((i, j) => shortRatio(values[i], block.values[j]));
      if (!factors.every((factor) => factor !== undefined)) continue;
      const result = opposite
        ? isMinusOne(factors[0]!) && num(-1n)
        : outside(factors, entry?.factor ?? (() => undefined));
      if (!result) continue;
      const same = indices.every((i, j) => {
        const wanted = mul(factors[j]!, block.args[j]!);
        return (
          this.compare(args[i]!, isOne(factors[j]!) ? block.args[j]! : wanted, this.budget).verdict ===
          "equal"
        );
      });
      if (same) return result;
    }
    return undefined;
  }
}

type Number = ExprOf<"num">;
const isOne = ({ n, d }: Rational): boolean => n === d;
const isMinusOne = ({ n, d }: Rational): boolean => n === -d;

/** The factor outside of all arguments; undefined if it cannot be taken out. */
function outside(
  factors: readonly Number[],
  comesOut: (factor: Rational) => Rational | undefined,
): Expr | undefined {
  if (factors.every(isOne)) return num(1n);
  const [first, ...others] = factors.map(comesOut);
  return first && others.every((other) => other && same(other, first)) ? fromRational(first) : undefined;
}

/** The short fraction that a quotient of two values is near to. */
function shortRatio(x: Ball | undefined, y: Ball | undefined): Number | undefined {
  if (!x || !y) return undefined;
  if (ball.isExactZero(x) && ball.isExactZero(y)) return num(1n) as Number;
  const quotient = ball.div(x, y, 64);
  const near = typeof quotient === "string" ? undefined : nearFraction(ball.toNumber(quotient), 12);
  return near && near.n !== 0n ? (fromRational(near) as Number) : undefined;
}

// Greatest common divisors of polynomials in one letter, reduced by Euclid's steps over the whole numbers.

type Whole = bigint[];
const leading = (p: Whole): bigint => size(p.at(-1) ?? 0n);

const isDivisor = (e: Expr): boolean => e.t === "fn" && (e.name === "gcd" || e.name === "lcm");

/**
 * The same value; for non-negative whole numbers, a least common multiple is the product divided by the greatest common
 * divisor.
 */
export function withShortDivisors(e: Expr, budget: Budget): Expr {
  if (!has(e, isDivisor)) return e;
  budget.spend(2);
  const go = (part: Expr): Expr => withShortDivisors(part, budget);
  if (e.t === "fn" && isDivisor(e) && e.args.length === 2) {
    const [x, y] = e.args.map(go) as [Expr, Expr];
    if (e.name === "gcd") return shortened(x, y, budget);
    return mul(x, y, pow(shortened(x, y, budget), num(-1n)));
  }
  return binds(e) ? e : mapParts(e, go);
}

function wholePolynomial(e: Expr, name: string, budget: Budget): Whole | undefined {
  const fraction = fractionOf(e, name, budget);
  if (fraction?.den.length !== 1) return undefined;
  const { n, d } = fraction.den[0]!;
  const all = fraction.num.map((c) => ({ n: c.n * d, d: c.d * n }));
  return all.every(isWhole) ? all.map((c) => c.n / c.d) : undefined;
}

/** Subtracts multiples of one from the other while the leading coefficients allow it. */
function shortened(x: Expr, y: Expr, budget: Budget): Expr {
  const kept = fn("gcd", x, y);
  const [name, ...others] = freeNames(kept);
  if (name === undefined || others.length > 0) return kept;
  let a = wholePolynomial(x, name, budget);
  let b = wholePolynomial(y, name, budget);
  if (!a || !b) return kept;
  for (let i = 0; i < 40; i++) {
    budget.spend(8 + a.length + b.length);
    if (a.length > b.length || (a.length === b.length && leading(a) > leading(b))) [a, b] = [b, a];
    // Now the first one is shorter; if it is a number, or divides the other, this is the end.
    if (a.length <= 1) break;
    const factor: bigint = b[b.length - 1]! / a[a.length - 1]!;
    if (factor === 0n) break;
    const shift: number = b.length - a.length;
    const next: Whole = b.map((c, k) => c - factor * (k >= shift ? a![k - shift]! : 0n));
    while (next.length > 0 && next[next.length - 1] === 0n) next.pop();
    b = next;
  }
  if (a.length === 0) return fn("abs", polynomial(b, name));
  if (a.length === 1 && (a[0] === 1n || a[0] === -1n)) return num(1n);
  return fn("gcd", polynomial(a, name), polynomial(b, name));
}

const polynomial = (p: Whole, name: string): Expr =>
  p.length <= 1
    ? num(p[0] ?? 0n)
    : polynomialIn(
        p.map((c) => num(c)),
        { t: "sym", name },
      );
